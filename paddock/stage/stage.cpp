#include "paddock/stage/stage.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/check.h"
#include "paddock/world/world_look.h"

namespace paddock {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kShowEvery = kSecond / 61;  // a little under 1/60 s, so that 60 Hz stay 60
constexpr Nanos kLate = kSecond / 4;        // further behind than this, time is let go
constexpr Nanos kRoadsEvery = kSecond / 10;
constexpr Nanos kSilence = kSecond;          // then a person's pedals are let go
constexpr Nanos kWaitShown = kSecond / 2;    // peers waited for longer than this are named
constexpr std::size_t kMaxEvents = 1024;     // in one frame
constexpr std::int64_t kTicksAtOnce = 1000;  // of single steps, between two looks at the inbox

constexpr std::string_view kOpener = "who opened the room";

Nanos nanos_of(double seconds) { return static_cast<Nanos>(seconds * 1e9); }

}  // namespace

// --- time ---------------------------------------------------------------------------------------

Result<void> Stage::start(Nanos now) {
  auto session = options_.open(options_.seed, options_.settings);
  if (!session) return tl::unexpected(session.error());
  enter(std::move(*session));
  if (options_.playback) {
    auto playback = options_.playback(*session_);
    if (!playback) return tl::unexpected(playback.error());
    playback_.emplace(std::move(*playback));
    if (auto sought = playback_->seek(*session_, Tick{}); !sought) return sought;
  }
  pace_ = options_.pace;
  now_ = flushed_ = now;
  shown_ = now - kSecond;
  held_until_ = options_.hold > 0 ? now + options_.hold : 0;
  jump();
  return {};
}

void Stage::enter(Session session) {
  if (session_) session.scratch.textures = std::move(session_->scratch.textures);
  // of a town it takes seconds to make; of the run before it shows nothing
  if (session_ && session_->model.world == session.model.world && session_->scratch.rig) {
    session.scratch.rig = std::move(session_->scratch.rig);
    session.scratch.rig->use_threads(session.scratch.rig->threads());
  }
  session_.emplace(std::move(session));
  fit_slots();
  if (!colors_.empty()) paint_vehicles(*session_, colors_);
  roads_.reset();
  body_names_.clear();
  const std::vector<Body> bodies = bodies_of(session_->model);
  if (bodies.empty()) return;
  const PartNames names(session_->world());
  for (const Body& body : bodies) body_names_.push_back(names.of(body.piece, body.part));
}

/// Nobody holds an empty slot, or one that is new; who came or went is told.
void Stage::fit_slots() {
  const State& state = session_->state;
  holders_.resize(session_->seats.size());
  touched_.resize(session_->seats.size());
  generations_.resize(session_->seats.size());
  for (std::size_t v = 0; v < holders_.size(); ++v)
    if (state.physics.present[v] == 0 || state.generations[v] != generations_[v])
      holders_[v] = {}, touched_[v] = 0;
  present_ = state.physics.present, generations_ = state.generations;
  status_.reset();
}

std::int64_t Stage::ticks_at(std::int64_t frame) const {
  const Clock& clock = session_->world().clock;
  return frame * clock.grid_per_frame / clock.grid_per_tick;
}

/// Simulated time went somewhere else: the frame that holds it, and no debts.
void Stage::jump() {
  const Clock& clock = session_->world().clock;
  frame_ = count(session_->state.tick) * clock.grid_per_tick / clock.grid_per_frame;
  next_frame_ = now_;
  mark_ = now_, mark_tick_ = session_->state.tick;
  changed_ = true, status_.reset();
}

Nanos Stage::work(Nanos now) {
  now_ = now;
  if (now - flushed_ >= kSecond) {
    flushed_ = now;
    flush_log();
  }
  keep_speed(now);
  if (held_until_ != 0 && now >= held_until_) begin();

  locked_ = !poll_peers(now);
  if (!locked_) unlocked_ = now;

  // single steps; with peers in lock-step one a turn
  const std::int64_t most = options_.peers.empty() ? kTicksAtOnce : locked_ ? 0 : 1;
  for (std::int64_t i = 0; steps_ > 0 && i < most; ++i) {
    --steps_;
    pass();
    tick_once();
    if (steps_ == 0) jump();
  }

  // one frame, when it is due
  const bool held = held_until_ != 0;
  if (!pace_.paused && !locked_ && !held && now >= next_frame_) run_frame(now);
  if (now >= show_at()) show(now);

  // when next
  const Nanos next = std::min(show_at(), peers_again_);
  if (locked_) return next;
  if (steps_ > 0) return now;
  if (pace_.paused) return next;
  if (held) return std::min(next, held_until_);
  return std::max(now, std::min(next, next_frame_));
}

/// True when every peer has answered. All are asked: who has answered may hear of others meanwhile.
bool Stage::poll_peers(Nanos now) {
  bool answered = true;
  peers_again_ = now + kSecond;
  for (std::size_t i = 0; i < options_.peers.size(); ++i) {
    const PeerTurn turn = options_.peers[i]->poll(*this, now);
    answered = answered && turn.answered;
    peers_again_ = std::min(peers_again_, turn.again);
  }
  return answered;
}

/// Simulated time stands still for somebody; peers in lock-step are given a moment to answer.
bool Stage::waiting() const {
  return held_until_ != 0 || (locked_ && now_ - unlocked_ >= kWaitShown);
}

/// Soon when there is news, else once a second.
Nanos Stage::show_at() const {
  return shown_ + (changed_ || passed_ ? kShowEvery : waiting() ? kWaitShown : kSecond);
}

void Stage::run_frame(Nanos now) {
  let_go_of_silent(now);
  pass();
  const std::int64_t target = ticks_at(frame_ + 1);
  while (count(session_->state.tick) < target && !pace_.paused) tick_once();
  ++frame_;

  const Clock& clock = session_->world().clock;
  const double frame_seconds =
      static_cast<double>(clock.grid_per_frame) / static_cast<double>(clock.grid_hz);
  next_frame_ = pace_.factor > 0 ? next_frame_ + nanos_of(frame_seconds / pace_.factor) : now;
  if (now - next_frame_ > kLate) next_frame_ = now;
}

/// Time goes on, and what the peers' programs asked for counts.
void Stage::pass() {
  ++number_;
  passed_ = true;
  for (const auto& peer : options_.peers) peer->apply(*this);
}

void Stage::tick_once() {
  if (playback_) {
    if (session_->state.tick >= playback_->end) {
      steps_ = 0;
      if (!pace_.paused) note({.kind = EventKind::End});
      set_pace({.paused = true, .factor = pace_.factor});
      return;
    }
    playback_->feed(*session_);
  }
  advance(*session_);
  const State& state = session_->state;
  if (state.physics.present != present_ || state.generations != generations_)
    fit_slots(), subscriptions_.bind(*session_);
  if (!subscriptions_.empty())
    subscriptions_.tick_passed(*session_,
                               [this](const Subscriber* to, std::span<const Delivery> readings) {
                                 deliver(to, readings);
                               });
  if (log_) log_->tick(*session_);
  if (session_->flights.news != flight_news_) status_.reset();
  flight_news_ = session_->flights.news;
  for (StageEvent& event : session_->events) {
    const bool standing = event.kind == EventKind::Lap || event.kind == EventKind::Finish ||
                          event.kind == EventKind::NewDriver || event.kind == EventKind::NewValue ||
                          event.kind >= EventKind::KeyPoint;
    if (standing) status_.reset();
    for (const auto& peer : options_.peers) peer->happened(event);
    if (events_.size() < kMaxEvents) events_.push_back(std::move(event));
  }
  session_->events.clear();
  for (const ContactEvent& contact : session_->output.physics.contacts) {
    touched_[index_of(contact.vehicle)] = 1;
    if (contact.other) touched_[index_of(*contact.other)] = 1;
  }
  if (over_ && over_(*session_)) {
    steps_ = 0;
    set_pace({.paused = true, .factor = pace_.factor});
  }
  if (!playback_) return;
  if (std::string differs = playback_->check(*session_); !differs.empty())
    note({.kind = EventKind::Diverged, .text = std::move(differs)});
}

void Stage::note(StageEvent event) {
  event.time = session_->world().clock.nanos(session_->state.tick);
  if (events_.size() < kMaxEvents) events_.push_back(std::move(event));
  changed_ = true;
}

void Stage::begin() {
  if (held_until_ == 0) return;
  held_until_ = 0;
  jump();
}

void Stage::set_pace(const Pace& pace) {
  if (pace == pace_) return;
  pace_ = pace;
  if (!pace_.paused) steps_ = 0;
  jump();
}

void Stage::step(std::int64_t ticks) {
  set_pace({.paused = true, .factor = pace_.factor});
  steps_ += std::clamp<std::int64_t>(ticks, 0, 1'000'000);
}

Result<void> Stage::restart(std::uint64_t seed, const LevelSettings& settings) {
  if (playback_) return seek(0);
  auto session = options_.open(seed, settings);
  if (!session) return tl::unexpected(session.error());
  const std::size_t vehicles = session->seats.size();
  if (vehicles != session_->spec.vehicles.size())
    return fail(ErrorCode::Invalid, "the level has ", vehicles,
                " vehicles with this seed, the room began with ", session_->spec.vehicles.size());
  // who drives, and the figures people set, stay as they are; who came later is not there yet
  const auto was_there = [&](std::size_t v) { return is_present(session_->state, vehicle_id(v)); };
  for (std::size_t v = 0; v < vehicles; ++v)
    if (was_there(v))
      if (auto set = apply(*session, SetDriver{vehicle_id(v), session_->seats[v].name}); !set)
        return set;
  for (const Parameter& old : parameters_of(*session_))
    if (old.group == ParameterGroup::Race || was_there(old.vehicle))
      if (auto set = set_parameter(*session, old.name, old.value); !set) return set;
  session->pending.clear();
  session->spec.seed = seed;
  session->spec.settings = settings;

  enter(std::move(*session));
  subscriptions_.begin_run(*session_, ++run_);
  steps_ = 0;
  std::fill(touched_.begin(), touched_.end(), std::uint8_t{0});
  record_again();
  jump();
  return {};
}

Result<void> Stage::edit(const LevelSettings& settings) {
  if (playback_) return fail(ErrorCode::Invalid, "a recording cannot be edited");
  auto session = options_.open(session_->spec.seed, settings);
  if (!session) return tl::unexpected(session.error());
  session->spec.seed = session_->spec.seed;
  session->spec.settings = settings;
  if (auto carried = carry_over(*session_, *session); !carried) return carried;
  enter(std::move(*session));
  subscriptions_.begin_run(*session_, run_);
  ++edition_;
  record_again();
  changed_ = true, status_.reset();
  return {};
}

Result<void> Stage::seek(Nanos time) {
  if (!playback_) return fail(ErrorCode::Invalid, "only a recording can be sought in");
  const Clock& clock = session_->world().clock;
  const Nanos end = clock.nanos(playback_->end);
  const double seconds = static_cast<double>(std::clamp<Nanos>(time, 0, end)) * 1e-9;
  const auto tick = static_cast<std::int64_t>(std::floor(seconds / clock.tick_seconds() + 1e-6));
  if (auto sought = playback_->seek(*session_, Tick{std::min(tick, count(playback_->end))});
      !sought)
    return sought;
  session_->events.clear();
  fit_slots();
  subscriptions_.begin_run(*session_, ++run_);
  steps_ = 0;
  jump();
  return {};
}

void Stage::keep_speed(Nanos now) {
  if (now - mark_ < kSecond) return;
  const Clock& clock = session_->world().clock;
  const Nanos simulated = clock.nanos(session_->state.tick) - clock.nanos(mark_tick_);
  speed_ = static_cast<double>(simulated) / static_cast<double>(now - mark_);
  mark_ = now, mark_tick_ = session_->state.tick;
}

void Stage::set_colors(std::vector<CarColors> colors) {
  colors_ = std::move(colors);
  paint_vehicles(*session_, colors_);
  changed_ = true, status_.reset();
}

// --- the pad ------------------------------------------------------------------------------------

void Stage::set_pad(const Pad& pad, Nanos now) {
  pad_word_ = now;
  pad_.set(pad);
}

PadNews Stage::read_pad(PadReader& reader) {
  if (now_ - pad_word_ > kSilence) pad_.set({});
  return pad_.read(reader);
}

// --- peers in lock-step -------------------------------------------------------------------------

void Stage::join(std::shared_ptr<LockStepPeer> peer) {
  options_.peers.push_back(std::move(peer));
  status_.reset(), changed_ = true;
}

LockStepPeer* Stage::peer_of(std::string_view door) const {
  for (const auto& peer : options_.peers)
    if (peer->status().door == door) return peer.get();
  return nullptr;
}

Result<void> Stage::may_change_world() const {
  for (const auto& peer : options_.peers)
    if (auto may = peer->may_change_world(); !may) return may;
  return {};
}

std::vector<std::string> Stage::waiting_for(const std::vector<PeerStatus>& peers) const {
  std::vector<std::string> names;
  if (held_until_ != 0) names.emplace_back(kOpener);
  for (const PeerStatus& peer : peers)
    names.insert(names.end(), peer.waiting.begin(), peer.waiting.end());
  return names;
}

// --- watching -----------------------------------------------------------------------------------

void Stage::subscribe(std::weak_ptr<Subscriber> subscriber) {
  const Subscriber* key = subscriber.lock().get();
  if (key == nullptr) return;
  subscribers_.push_back({.subscriber = std::move(subscriber), .key = key});
  changed_ = true;
}

void Stage::unsubscribe(const Subscriber* subscriber) {
  std::erase_if(subscribers_, [&](const Watcher& w) { return w.key == subscriber; });
  subscriptions_.remove_all(subscriber);
}

Result<std::shared_ptr<const SensorInfo>> Stage::subscribe_sensor(const Subscriber* subscriber,
                                                                  SubscriptionId id,
                                                                  const SensorWant& want) {
  changed_ = true;
  return subscriptions_.add(*session_, subscriber, id, want);
}

void Stage::unsubscribe_sensor(const Subscriber* subscriber, SubscriptionId id) {
  subscriptions_.remove(subscriber, id);
}

void Stage::deliver(const Subscriber* to, std::span<const Delivery> readings) {
  for (const Watcher& watcher : subscribers_)
    if (watcher.key == to)
      if (const auto subscriber = watcher.subscriber.lock()) subscriber->take_readings(readings);
}

void Stage::show_readings() {
  if (subscriptions_.empty()) return;
  subscriptions_.show_newest(
      *session_, moved_by_hand_,
      [this](const Subscriber* to, std::span<const Delivery> readings) { deliver(to, readings); });
  moved_by_hand_ = false;
}

// --- measuring ----------------------------------------------------------------------------------

std::shared_ptr<const Measurement> Stage::read_sensor(VehicleId vehicle, std::string_view name) {
  return subscriptions_.read(*session_, vehicle, name);
}

std::shared_ptr<RigPicture> Stage::begin_picture(VehicleId vehicle, std::string_view name) {
  const auto at = find_mounted(session_->model, vehicle, name);
  CameraRig* rig = at ? rig_of(session_->model, session_->scratch) : nullptr;
  if (rig == nullptr) return nullptr;
  const ReadingForm& form = mounted_sensor(session_->model, *at, session_->scratch).sensor->form();
  const auto* picture = std::get_if<PictureForm>(&form);
  if (picture == nullptr) return nullptr;
  return rig->begin(session_->model, session_->state, {vehicle, picture->camera});
}

void Stage::prepare_pictures(int threads) {
  CameraRig* rig = rig_of(session_->model, session_->scratch);
  if (rig != nullptr && rig->threads() != threads) rig->use_threads(threads);
}

std::unique_ptr<CameraRig> Stage::take_rig() { return std::move(session_->scratch.rig); }

void Stage::give_rig(std::unique_ptr<CameraRig> rig) {
  session_->scratch.rig = std::move(rig);
  if (session_->scratch.rig) session_->scratch.rig->use_threads(session_->scratch.rig->threads());
}

const std::shared_ptr<const StageStatus>& Stage::status() {
  std::vector<PeerStatus> peers;
  for (const auto& peer : options_.peers) peers.push_back(peer->status());
  std::vector<std::string> waiting = waiting_for(peers);
  if (status_ && status_->waiting == waiting && status_->peers == peers) return status_;
  StageStatus status;
  status.peers = std::move(peers);
  status.waiting = std::move(waiting);
  status.world = session_->model.world;
  status.papers = session_->papers;
  status.bodies = body_names_;
  status.spec = session_->spec;
  status.run = run_;
  status.laps = session_->race.laps;
  status.replay = playback_.has_value();
  status.follows = static_cast<bool>(session_->follow);
  if (playback_) status.duration = session_->world().clock.nanos(playback_->end);
  status.pace = pace_;
  if (log_) status.recording = log_->name;
  status.edition = edition_;
  status.game = game_of(*session_);
  for (std::size_t v = 0; v < session_->seats.size(); ++v) {
    const LapState& lap = session_->state.laps[v];
    const RaceEntry& entry = session_->race.entries[v];
    const VehicleId id = id_of(session_->state, v);
    SeatStatus& seat = status.seats.emplace_back();
    seat.id = id, seat.present = is_present(session_->state, id);
    if (!seat.present) continue;
    seat = {.id = id,
            .kind = std::string(type_of(kind_of(session_->model.vehicles[v].params)).name),
            .driver = session_->seats[v].name,
            .client = holders_[v].client,
            .program = has_program(v),
            .laps = lap.laps,
            .place = entry.place,
            .last_lap = entry.last_lap,
            .best_lap = lap.best_lap,
            .finished = entry.finished,
            .colors = session_->model.vehicles[v].colors,
            .sensors = sensors_of(session_->model, id)};
  }
  status.parameters = parameters_of(*session_);
  status.paths = paths_of(*session_);
  status.flights = session_->flights.flights;
  status_ = std::make_shared<const StageStatus>(std::move(status));
  return status_;
}

/// Anew where time went on or somebody was moved, but not with every frame: boxes are sampled.
std::shared_ptr<const RoadsFrame> Stage::look_at_roads(Nanos now) {
  if (!session_->world().roads) return nullptr;
  const bool soon = now - roads_at_ < kRoadsEvery && roads_ != nullptr;
  const bool same = roads_ != nullptr && roads_->tick == session_->state.tick && !moved_by_hand_;
  if (soon || same || subscribers_.empty()) return roads_;
  roads_at_ = now;
  roads_ = std::make_shared<const RoadsFrame>(
      RoadsFrame{.tick = session_->state.tick, .watches = watch_roads(*session_)});
  return roads_;
}

void Stage::show(Nanos now) {
  std::erase_if(subscribers_, [&](const Watcher& w) {
    if (!w.subscriber.expired()) return false;
    subscriptions_.remove_all(w.key);
    return true;
  });
  auto frame = std::make_shared<Frame>();
  frame->number = number_;
  frame->run = run_;
  frame->tick = session_->state.tick;
  frame->paused = pace_.paused;
  frame->waiting = waiting();
  frame->replay = playback_.has_value();
  frame->speed = speed_;
  for (std::size_t v = 0; v < session_->seats.size(); ++v) {
    frame->vehicles.push_back(frame_of(*session_, v));
    frame->vehicles.back().touched = touched_[v] != 0;
    frame->vehicles.back().held = holders_[v].client != 0;
    touched_[v] = 0;
  }
  place_bodies(session_->model, session_->state, frame->bodies);
  frame->roads = look_at_roads(now);
  frame->events = std::move(events_);
  events_.clear();
  frame->status = status();
  shown_ = now;
  changed_ = passed_ = false;
  for (const Watcher& watcher : subscribers_)
    if (const auto subscriber = watcher.subscriber.lock()) subscriber->take(frame);
  show_readings();
}

void Stage::end(std::string_view reason) {
  if (ended_) return;
  ended_ = true;
  stop_recording();
  for (const auto& peer : options_.peers) peer->ended(*this);
  for (const Watcher& watcher : subscribers_)
    if (const auto subscriber = watcher.subscriber.lock()) subscriber->ended(reason);
  subscribers_.clear();
}

// --- driving ------------------------------------------------------------------------------------

/// Why nobody here can drive or record, if that is so.
Result<void> Stage::may_act() const {
  if (playback_) return fail(ErrorCode::Invalid, "this is a recording: it goes as it went");
  if (session_->follow)
    return fail(ErrorCode::Invalid, "this room shows a run elsewhere: it goes as it goes there");
  return {};
}

Result<void> Stage::command(const Command& command) {
  if (auto may = may_act(); !may) return may;
  if (auto applied = apply(*session_, command); !applied) return applied;
  if (log_) log_->command(*session_, command);
  if (std::holds_alternative<SetControls>(command) || std::holds_alternative<SetInput>(command))
    return {};
  const bool comes_or_goes =
      std::holds_alternative<Spawn>(command) || std::holds_alternative<Despawn>(command);
  if (comes_or_goes) fit_slots();
  if (comes_or_goes || std::holds_alternative<MountSensor>(command) ||
      std::holds_alternative<UnmountSensor>(command))
    subscriptions_.bind(*session_);
  subscriptions_.outdate();
  moved_by_hand_ = true;
  status_.reset(), changed_ = true;
  return {};
}

Result<VehicleId> Stage::spawn(const Spawn& asked) {
  const auto id = next_id(session_->model, session_->state);
  if (!id) return id;
  if (auto come = command(asked); !come) return tl::unexpected(come.error());
  return id;
}

Result<void> Stage::take(VehicleId vehicle, ClientId client, bool force) {
  const std::size_t v = index_of(vehicle);
  if (!is_present(session_->state, vehicle))
    return tl::unexpected(no_such_vehicle(*session_, vehicle));
  if (holders_[v].client != 0 && holders_[v].client != client && !force)
    return fail(ErrorCode::Held, "somebody else drives vehicle ", v + 1,
                "; take it over with force, or choose another");
  if (auto seated = command(SetDriver{vehicle, "person"}); !seated) return seated;
  if (auto still = command(SetControls{vehicle, {}}); !still) return still;
  holders_[v] = {client, now_};
  status_.reset(), changed_ = true;
  return {};
}

/// The run was opened with a program at its wheel.
bool Stage::has_program(std::size_t vehicle) const {
  const auto& requests = session_->spec.vehicles;
  return vehicle < requests.size() && session_->state.generations[vehicle] == 0 &&
         requests[vehicle].driver == kProgramDriver;
}

Result<void> Stage::hand_over(VehicleId vehicle, const std::string& driver) {
  if (!is_present(session_->state, vehicle))
    return tl::unexpected(no_such_vehicle(*session_, vehicle));
  const std::size_t v = index_of(vehicle);
  const std::string_view next = !driver.empty()  ? std::string_view(driver)
                                : has_program(v) ? kProgramDriver
                                                 : "idle";
  if (auto seated = command(SetDriver{vehicle, std::string(next)}); !seated) return seated;
  holders_[v] = {};
  status_.reset(), changed_ = true;
  return {};
}

Result<void> Stage::set_controls(VehicleId vehicle, ClientId client, const Controls& controls,
                                 Nanos now) {
  const std::size_t v = index_of(vehicle);
  const bool there = is_present(session_->state, vehicle);
  if (!there || holders_[v].client != client)
    return fail(there && holders_[v].client != 0 ? ErrorCode::Held : ErrorCode::Invalid, "vehicle ",
                v + 1, " is not yours to drive; take it first");
  holders_[v].last_word = now;
  const auto* person = std::get_if<PersonDriver>(&session_->seats[v].driver);
  if (person != nullptr && person->controls == limited(controls)) return {};
  return command(SetControls{vehicle, controls});
}

Result<void> Stage::place(VehicleId vehicle, const std::optional<Pose2>& pose) {
  if (!is_present(session_->state, vehicle))
    return tl::unexpected(no_such_vehicle(*session_, vehicle));
  return command(
      PlaceVehicle{vehicle, pose.value_or(session_->model.vehicles[index_of(vehicle)].start)});
}

void Stage::let_go_of_silent(Nanos now) {
  for (std::size_t v = 0; v < holders_.size(); ++v) {
    const auto* person = std::get_if<PersonDriver>(&session_->seats[v].driver);
    if (person == nullptr || playback_ || person->controls == Controls{}) continue;
    if (holders_[v].client != 0 && now - holders_[v].last_word < kSilence) continue;
    const auto let_go = command(SetControls{id_of(session_->state, v), {}});
    PADDOCK_ASSERT(let_go.has_value(), "vehicle ", v);
  }
}

ClientId Stage::holder(VehicleId vehicle) const {
  return is_present(session_->state, vehicle) ? holders_[index_of(vehicle)].client : 0;
}

void Stage::forget(ClientId client) {
  for (std::size_t v = 0; v < holders_.size(); ++v) {
    if (client == 0 || holders_[v].client != client) continue;
    holders_[v] = {}, status_.reset(), changed_ = true;
    if (!has_program(v) || playback_) continue;
    const auto returned =
        command(SetDriver{id_of(session_->state, v), std::string(kProgramDriver)});
    PADDOCK_ASSERT(returned.has_value(), "vehicle ", v);
  }
}

// --- recording ----------------------------------------------------------------------------------

Result<void> Stage::record(OpenLog open, const std::string& name) {
  if (auto may = may_act(); !may) return may;
  auto log = open(*session_, name);
  if (!log) return tl::unexpected(log.error());
  stop_recording();
  log_.emplace(std::move(*log));
  open_log_ = std::move(open);
  status_.reset(), changed_ = true;
  return {};
}

/// The run has changed: a recording of the new one follows that of the old.
void Stage::record_again() {
  if (!log_) return;
  stop_recording();
  if (const auto recorded = record(open_log_, ""); !recorded)
    note({.kind = EventKind::RecordingEnded,
          .text = concat("This run is not recorded: ", recorded.error().message)});
}

void Stage::flush_log() {
  const std::string why = log_ ? log_->flush() : "";
  if (why.empty()) return;
  const std::string name = log_->name;
  log_.reset();
  status_.reset();
  note(
      {.kind = EventKind::RecordingEnded, .text = concat("Recording ", name, " ends here: ", why)});
}

void Stage::stop_recording() {
  if (!log_) return;
  log_->flush();
  log_.reset();
  status_.reset(), changed_ = true;
}

}  // namespace paddock
