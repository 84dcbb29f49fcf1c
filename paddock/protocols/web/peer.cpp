#include "paddock/protocols/web/peer.h"

#include <algorithm>

#include "paddock/protocols/web/wire_units.h"
#include "paddock/protocols/web/world_rules.h"
#include "paddock/record/recorder.h"
#include "paddock/record/replay.h"

namespace paddock::web {
namespace {

constexpr int kMaxBadMessages = 10;        // in a row
constexpr Nanos kRoomEvery = 100'000'000;  // a room is described at most so often
constexpr Nanos kGaugesEvery = 200'000'000;
constexpr Nanos kReadyWithin = 30'000'000'000;  // of a page that may have crashed

// --- requests -----------------------------------------------------------------------------------

LevelSettings merged(LevelSettings settings, const LevelSettings& changes) {
  for (const LevelVariable& change : changes) {
    std::erase_if(settings, [&](const LevelVariable& old) { return old.name == change.name; });
    settings.push_back(change);
  }
  return settings;
}

/// Nothing is read before the room's own thread does it.
RoomRequest live_room(const OpenRoom& open, const PeerContext& context) {
  const bool graded = open.spec.mode == PlayMode::Trial;
  const std::string level = graded ? concat(kTrialsFolder, "/", open.level) : open.level;
  StageOptions stage;
  stage.seed = open.spec.seed;
  stage.settings = open.spec.settings;
  stage.pace = open.pace;
  stage.open = [find_level = context.find_level, level, spec = open.spec](
                   std::uint64_t seed, const LevelSettings& settings) -> Result<Session> {
    const auto path = find_level(level);
    if (!path) return tl::unexpected(path.error());
    SessionSpec drawn = spec;
    drawn.seed = seed;
    drawn.settings = settings;
    return open_session(*path, drawn);
  };
  const auto& vehicles = open.spec.vehicles;
  const bool programs = std::any_of(vehicles.begin(), vehicles.end(),
                                    [](const auto& v) { return v.driver == kProgramDriver; });
  if (open.wait && !programs) stage.hold = kReadyWithin;
  RoomRequest request{
      .name = open.room, .level = open.level, .keep = open.keep, .stage = std::move(stage)};
  if (programs && context.join_doors)
    request.join =
        [join = context.join_doors, wanted = JoinRequest{open.spec, open.user, open.door_settings}](
            const Session& session, EventLoop& loop) { return join(wanted, session, loop); };
  return request;
}

RoomRequest replay_room(const OpenRoom& open, const Recordings& recordings) {
  // shared: the stage's two functions look at one recording, read on the room's own thread
  const auto recording = std::make_shared<std::shared_ptr<const Recording>>();
  StageOptions stage;
  stage.pace = open.pace;
  if (open.wait) stage.hold = kReadyWithin;
  stage.open = [&recordings, name = open.recording, recording](
                   std::uint64_t, const LevelSettings&) -> Result<Session> {
    if (!*recording) {
      const auto path = recordings.find(name);
      if (!path) return tl::unexpected(path.error());
      auto read = read_recording(*path);
      if (!read) return tl::unexpected(read.error());
      *recording = std::make_shared<const Recording>(std::move(*read));
    }
    return open_recorded(**recording);
  };
  stage.playback = [recording](const Session&) -> Result<Playback> {
    return playback_of(*recording);
  };
  return {.name = open.room, .level = "replay", .keep = open.keep, .stage = std::move(stage)};
}

Result<LockStepPeer*> peer_of(const Stage& stage, const std::string& door) {
  if (LockStepPeer* peer = stage.peer_of(door)) return peer;
  return fail(ErrorCode::NotFound, "no programs come into this room through a door \"", door, "\"");
}

Refusal refusal_of(const Error& error) { return {code_of(error), error.message, error.problems}; }

/// Leaves what one room shows in a mailbox.
class RoomWatch : public Subscriber {
 public:
  RoomWatch(std::shared_ptr<Mailbox> mailbox, std::uint64_t number)
      : mailbox_(std::move(mailbox)), number_(number) {}
  void take(std::shared_ptr<const Frame> frame) override {
    mailbox_->put(number_, std::move(frame));
  }
  void take_readings(std::span<const Delivery> readings) override {
    mailbox_->put(number_, readings);
    for (const Delivery& reading : readings)
      if (reading.packed && !reading.packed->ready())
        reading.packed->when_ready([mailbox = std::weak_ptr(mailbox_)] {
          if (const auto box = mailbox.lock()) box->wake();
        });
  }
  void ended(std::string_view reason) override { mailbox_->put_end(number_, reason); }

 private:
  std::shared_ptr<Mailbox> mailbox_;
  std::uint64_t number_;
};

}  // namespace

std::vector<RoomLine> room_lines(const Rooms& rooms) {
  std::vector<RoomLine> lines;
  for (const auto& room : rooms.list())
    if (auto frame = room->latest())
      lines.push_back({room->name(), room->viewers(), std::move(frame)});
  return lines;
}

// --- Peer ---------------------------------------------------------------------------------------

Peer::Peer(PeerContext& context, ClientId client, Access access, std::function<void()> wake)
    : context_(context),
      client_(client),
      access_(access),
      mailbox_(std::make_shared<Mailbox>(std::move(wake))) {
  context_.people[client_] = concat("client ", client_);  // no key holds a space
}

Peer::~Peer() {
  leave();
  context_.people.erase(client_);
  mailbox_->shut();
}

void Peer::send(std::string text) {
  out_.push_back({.kind = Outgoing::Kind::Text, .bytes = {}, .text = std::move(text)});
}

void Peer::refuse(RequestId id, const Refusal& refusal) { send(encode_error(id, refusal)); }

void Peer::tell_rooms(RequestId id, std::vector<RoomLine> rooms) {
  if (!greeted_) return;
  for (RoomLine& line : rooms) {
    const auto room = context_.rooms.find(line.name);
    line.may_close = room && access_ == Access::Full && runs(*room);
  }
  send(encode_list(id, "rooms", rooms_json(rooms)));
}

void Peer::receive(std::string_view text) {
  if (closing_) return;
  const auto message = decode_client(text);
  if (!message) {
    refuse(id_of(text), message.error());
    if (++bad_messages_ < kMaxBadMessages) return;
    closing_ = true;
    out_.push_back({.kind = Outgoing::Kind::Close,
                    .bytes = {},
                    .text = "too many messages that make no sense",
                    .code = 1008});
    return;
  }
  bad_messages_ = 0;
  if (const auto* hello = std::get_if<Hello>(&message->request)) return greet(message->id, *hello);
  if (!greeted_) return refuse(message->id, {RefusalCode::Refused, "say hello first"});
  handle(message->id, message->request);
}

void Peer::greet(RequestId id, const Hello& hello) {
  if (hello.version != kVersion) {
    refuse(id, {RefusalCode::Version, concat("this server speaks version ", kVersion, ", got ",
                                             hello.version, "; reload the page")});
    closing_ = true;
    out_.push_back(
        {.kind = Outgoing::Kind::Close, .bytes = {}, .text = "wrong version", .code = 1002});
    return;
  }
  // nobody becomes another person in the middle of a conversation
  if (!greeted_ && !hello.key.empty()) context_.people[client_] = hello.key;
  greeted_ = true;
  send(encode_welcome(id, client_, access_, context_.token));
  tell_rooms({}, room_lines(context_.rooms));
}

/// While who opened a room is not in it, those who are run it, and an empty one anybody.
bool Peer::runs(const Room& room) const {
  if (context_.people.at(client_) == room.opener()) return true;
  if (context_.openers_inside.contains(&room)) return false;
  return room_.get() == &room || room.viewers() == 0;
}

/// No room: there is nothing to run yet, and other answers say so.
Standing Peer::standing_in(const Room* room) const {
  Standing standing{
      .client = client_, .access = access_, .runs = room == nullptr || runs(*room), .own = {}};
  const std::string& person = context_.people.at(client_);
  for (const auto& [client, key] : context_.people)
    if (key == person) standing.own.push_back(client);
  return standing;
}

void Peer::handle(RequestId id, const Request& request) {
  const auto* close = std::get_if<CloseRoom>(&request);
  const auto room = close != nullptr ? context_.rooms.find(close->room) : room_;
  const Standing standing = standing_in(room.get());
  if (const auto refused = check_request(request, standing)) return refuse(id, *refused);
  if (std::holds_alternative<ListRooms>(request)) {
    tell_rooms(id, room_lines(context_.rooms));
  } else if (std::holds_alternative<ListRecordings>(request)) {
    list_recordings(id);
  } else if (const auto* open = std::get_if<OpenRoom>(&request)) {
    handle_open(id, *open);
  } else if (const auto* to_join = std::get_if<JoinRoom>(&request)) {
    if (const auto wanted = context_.rooms.find(to_join->room))
      join(id, wanted);
    else
      refuse(id, {RefusalCode::NotFound, concat("there is no room \"", to_join->room, "\"")});
  } else if (std::holds_alternative<LeaveRoom>(request)) {
    const std::string name = room_ ? room_->name() : "";
    leave();
    if (id) send(encode_ok(id));
    send(encode_left(name, "you left"));
  } else if (close != nullptr) {
    handle_close(id, *close);
  } else if (const auto* ping = std::get_if<Ping>(&request)) {
    send(encode_pong(ping->message));
  } else if (!room_) {
    refuse(id, {RefusalCode::Refused, "open or join a room first"});
  } else {
    handle_in_room(id, request, standing);
  }
}

void Peer::handle_close(RequestId id, const CloseRoom& close) {
  if (!context_.rooms.close(close.room, "somebody closed the room"))
    return refuse(id, {RefusalCode::NotFound, concat("there is no room \"", close.room, "\"")});
  if (id) send(encode_ok(id));
}

void Peer::handle_in_room(RequestId id, const Request& request, const Standing& standing) {
  const auto vehicle = [](std::uint32_t index) { return VehicleId{index}; };
  // what depends on who drives is looked at where that is known
  const auto on_stage_if_allowed = [&](RequestId answered, StageWork work) {
    on_stage(answered, std::move(work), [request, standing](const Stage& stage) {
      return check_vehicle(request, standing, stage);
    });
  };
  if (const auto* take = std::get_if<TakeVehicle>(&request)) {
    on_stage_if_allowed(id,
                        [=, client = client_, t = *take, own = standing.own](Stage& stage, Nanos) {
                          const ClientId holder = stage.holder(vehicle(t.vehicle));
                          const bool mine = std::find(own.begin(), own.end(), holder) != own.end();
                          return stage.take(vehicle(t.vehicle), client, t.force || mine);
                        });
  } else if (const auto* hand = std::get_if<HandOver>(&request)) {
    on_stage_if_allowed(id, [=, h = *hand](Stage& stage, Nanos) {
      return stage.hand_over(vehicle(h.vehicle), h.driver);
    });
  } else if (const auto* drive = std::get_if<DriveVehicle>(&request)) {
    on_stage(std::nullopt, [=, client = client_, d = *drive](Stage& stage, Nanos now) {
      return stage.set_controls(vehicle(d.vehicle), client, d.controls, now);
    });
  } else if (const auto* press = std::get_if<PressPad>(&request)) {
    on_stage_if_allowed(std::nullopt, [pad = press->pad](Stage& stage, Nanos now) -> Result<void> {
      stage.set_pad(pad, now);
      return {};
    });
  } else if (const auto* put = std::get_if<PutVehicle>(&request)) {
    on_stage_if_allowed(
        id, [=, p = *put](Stage& stage, Nanos) { return stage.place(vehicle(p.vehicle), p.pose); });
  } else if (const auto* come = std::get_if<SpawnVehicle>(&request)) {
    on_stage(id, [spawn = come->spawn](Stage& stage, Nanos) -> Result<void> {
      if (auto may = stage.may_change_world(); !may) return may;
      return stage.command(spawn);
    });
  } else if (const auto* go = std::get_if<DespawnVehicle>(&request)) {
    on_stage(id, [=, g = *go](Stage& stage, Nanos) -> Result<void> {
      if (auto may = stage.may_change_world(); !may) return may;
      return stage.command(Despawn{vehicle(g.vehicle)});
    });
  } else if (std::holds_alternative<ReadyRoom>(request)) {
    on_stage(id, [](Stage& stage, Nanos) -> Result<void> {
      stage.begin();
      return {};
    });
  } else if (const auto* pause = std::get_if<PauseRoom>(&request)) {
    on_stage(id, [paused = pause->paused](Stage& stage, Nanos) -> Result<void> {
      stage.set_pace({.paused = paused, .factor = stage.status()->pace.factor});
      return {};
    });
  } else if (const auto* steps = std::get_if<StepRoom>(&request)) {
    on_stage(id, [ticks = steps->ticks](Stage& stage, Nanos) -> Result<void> {
      stage.step(ticks);
      return {};
    });
  } else if (const auto* speed = std::get_if<SetFactor>(&request)) {
    on_stage(id, [factor = speed->factor](Stage& stage, Nanos) -> Result<void> {
      stage.set_pace({.paused = stage.status()->pace.paused, .factor = factor});
      return {};
    });
  } else if (const auto* again = std::get_if<RestartRoom>(&request)) {
    on_stage(id, [a = *again](Stage& stage, Nanos) -> Result<void> {
      if (auto may = stage.may_change_world(); !may) return may;
      const SessionSpec& now = stage.session().spec;
      return stage.restart(a.seed.value_or(now.seed), merged(now.settings, a.settings));
    });
  } else if (const auto* seek = std::get_if<SeekRoom>(&request)) {
    on_stage(id, [time = seek->time](Stage& stage, Nanos) {
      return stage.seek(static_cast<Nanos>(time * 1e9));
    });
  } else if (const auto* set = std::get_if<SetValue>(&request)) {
    on_stage(id, [s = *set](Stage& stage, Nanos) {
      return stage.command(SetParameter{s.name, s.value});
    });
  } else if (const auto* path = std::get_if<EditRoomPath>(&request)) {
    on_stage_if_allowed(id, [=, p = *path](Stage& stage, Nanos) {
      return stage.command(EditPath{vehicle(p.vehicle), p.edit});
    });
  } else if (const auto* clicked = std::get_if<ClickWorld>(&request)) {
    Click click{.point = clicked->point, .button = clicked->button};
    if (clicked->vehicle >= 0)
      click.vehicle = vehicle(static_cast<std::uint32_t>(clicked->vehicle));
    on_stage_if_allowed(id, [click](Stage& stage, Nanos) { return stage.command(click); });
  } else if (const auto* edit = std::get_if<EditPiece>(&request)) {
    on_stage(id, [e = *edit](Stage& stage, Nanos) -> Result<void> {
      if (auto may = stage.may_change_world(); !may) return may;
      const auto change = edited_itself(stage.session(), e);
      if (!change) return tl::unexpected(change.error());
      if (*change) return stage.command(**change);
      auto settings = edited(*stage.session().papers, e);
      if (!settings) return tl::unexpected(settings.error());
      return stage.edit(merged(stage.session().spec.settings, *settings));
    });
  } else if (const auto* named = std::get_if<ChangeNamedPiece>(&request)) {
    on_stage(id, [n = *named](Stage& stage, Nanos) -> Result<void> {
      if (auto may = stage.may_change_world(); !may) return may;
      const auto piece = piece_named(stage.session().world(), n.piece);
      if (!piece) return tl::unexpected(piece.error());
      ChangePiece change = n.change;
      change.piece = *piece;
      return stage.command(change);
    });
  } else if (const auto* act = std::get_if<ActThroughDoor>(&request)) {
    on_stage_if_allowed(id, [=, a = *act](Stage& stage, Nanos) -> Result<void> {
      const auto peer = peer_of(stage, a.door);
      if (!peer) return tl::unexpected(peer.error());
      return (*peer)->act(stage, a.act, vehicle(a.vehicle));
    });
  } else if (const auto* settings = std::get_if<SetDoor>(&request)) {
    on_stage(id, [s = *settings](Stage& stage, Nanos) -> Result<void> {
      const auto peer = peer_of(stage, s.door);
      if (!peer) return tl::unexpected(peer.error());
      return (*peer)->set(stage, s.settings);
    });
  } else if (const auto* colors = std::get_if<SetColors>(&request)) {
    on_stage(id, [chosen = colors->colors](Stage& stage, Nanos) -> Result<void> {
      stage.set_colors(chosen);
      return {};
    });
  } else if (const auto* wanted = std::get_if<SubscribeSensor>(&request)) {
    handle_subscribe(id, *wanted);
  } else if (const auto* unwanted = std::get_if<Unsubscribe>(&request)) {
    handle_unsubscribe(id, unwanted->subscription);
  } else if (const auto* record = std::get_if<RecordRoom>(&request)) {
    handle_record(id, *record);
  }
}

// --- rooms --------------------------------------------------------------------------------------

void Peer::handle_open(RequestId id, const OpenRoom& open) {
  RoomRequest request =
      open.recording.empty() ? live_room(open, context_) : replay_room(open, context_.recordings);
  request.opener = context_.people.at(client_);
  // the room's thread may be done before its name is known here
  const auto opened = std::make_shared<std::pair<std::mutex, std::shared_ptr<Room>>>();
  const std::lock_guard lock(opened->first);
  const std::weak_ptr<Mailbox> mailbox = mailbox_;
  auto room =
      context_.rooms.open(std::move(request), [=, record = open.record](Result<void> result) {
        const auto box = mailbox.lock();
        if (!box) return;
        std::shared_ptr<Room> itself;
        {
          const std::lock_guard wait(opened->first);
          itself = std::move(opened->second);
        }
        box->put(Mailbox::Letter{
            .id = id, .result = std::move(result), .text = {}, .room = itself, .record = record});
      });
  if (!room) return refuse(id, refusal_of(room.error()));
  opened->second = *room;
}

void Peer::join(RequestId id, const std::shared_ptr<Room>& room) {
  leave();
  room_ = room;
  if (access_ == Access::Full && context_.people.at(client_) == room->opener())
    ++context_.openers_inside[room.get()];
  mailbox_->watch(++watches_);
  watch_ = std::make_shared<RoomWatch>(mailbox_, watches_);
  const bool posted = on_stage(id, [watch = watch_](Stage& stage, Nanos) -> Result<void> {
    stage.subscribe(watch);
    return {};
  });
  if (!posted) leave();  // it was closed meanwhile, and nobody would say so
}

void Peer::leave() {
  if (!room_) return;
  const bool opener = context_.people.at(client_) == room_->opener();
  room_->post([watch = watch_, client = client_, opener](Stage& stage, Nanos) {
    stage.unsubscribe(watch.get());
    stage.forget(client);
    if (opener) stage.begin();  // nobody waits for who has left
  });
  mailbox_->watch(0);
  watch_.reset();
  status_.reset(), sent_status_.reset(), sent_role_ = {};
  sent_bodies_.clear(), sent_run_ = 0;
  sent_roads_.reset();
  subscriptions_.clear();
  const auto inside = context_.openers_inside.find(room_.get());
  if (inside != context_.openers_inside.end() && access_ == Access::Full && opener &&
      --inside->second == 0)
    context_.openers_inside.erase(inside);
  room_.reset();  // last: with it may go the world, which is not taken down on this thread
}

bool Peer::on_stage(RequestId id, StageWork work, StageCheck check) {
  const std::weak_ptr<Mailbox> mailbox = mailbox_;
  const bool posted =
      room_->post([=, work = std::move(work), check = std::move(check)](Stage& stage, Nanos now) {
        std::optional<Refusal> refusal = check ? check(stage) : std::nullopt;
        Result<void> result = refusal ? Result<void>() : work(stage, now);
        if (!refusal && result && !id) return;
        if (const auto box = mailbox.lock())
          box->put(Mailbox::Letter{
              .id = id, .result = std::move(result), .text = {}, .refusal = std::move(refusal)});
      });
  if (!posted) refuse(id, {RefusalCode::Limit, "the room is closed or has too much to do"});
  return posted;
}

// --- recordings ---------------------------------------------------------------------------------

void Peer::list_recordings(RequestId id) {
  const std::weak_ptr<Mailbox> mailbox = mailbox_;
  context_.run_aside([id, mailbox, &recordings = context_.recordings] {
    std::string text = encode_list(id, "recordings", recordings_json(recordings.list()));
    if (const auto box = mailbox.lock())
      box->put(Mailbox::Letter{.id = id, .result = {}, .text = std::move(text)});
  });
}

OpenLog Peer::open_log() const {
  return [&recordings = context_.recordings, find_level = context_.find_level](
             Session& session, const std::string& name) -> Result<RunLog> {
    const LevelPapers& papers = *session.papers;
    const std::string folder = papers.trials.empty() ? "" : concat(kTrialsFolder, "/");
    const auto level = find_level(concat(folder, papers.collection, "/", session.world().name));
    if (!level) return tl::unexpected(level.error());
    auto head = recording_head(*level, session.spec);
    if (!head) return tl::unexpected(head.error());
    return recordings.record(name, std::move(*head), session);
  };
}

void Peer::handle_record(RequestId id, const RecordRoom& record) {
  on_stage(id, [log = open_log(), r = record](Stage& stage, Nanos) -> Result<void> {
    if (r.on) return stage.record(log, r.name);
    stage.stop_recording();
    return {};
  });
}

// --- out ----------------------------------------------------------------------------------------

void Peer::deliver(Mailbox::Letter letter) {
  if (letter.subscription != 0) settle_subscription(letter);
  if (letter.refusal) return refuse(letter.id, *letter.refusal);
  if (!letter.result) return refuse(letter.id, refusal_of(letter.result.error()));
  if (!letter.room) {
    if (!letter.text.empty())
      send(std::move(letter.text));
    else if (letter.id)
      send(encode_ok(letter.id));
    return;
  }
  // a room of its own: go in, take what a person drives, begin to record
  join(letter.id, letter.room);
  if (!room_) return;
  on_stage(std::nullopt, [client = client_](Stage& stage, Nanos) -> Result<void> {
    const auto seats = stage.status()->seats;
    for (const SeatStatus& seat : seats)
      if (seat.driver == "person" && !stage.replay())
        if (auto taken = stage.take(seat.id, client, false); !taken) return taken;
    return {};
  });
  if (letter.record) handle_record(std::nullopt, {.on = true, .name = ""});
}

void Peer::show_room(Nanos now) {
  if (!room_ || !status_) return;
  const bool runs_it = access_ == Access::Full && runs(*room_);
  const std::string_view role = role_of(client_, runs_it, *status_);
  if (status_ == sent_status_ && role == sent_role_) return;
  // a new run at once: its frames may be of another world; and whoever came is to be drawn
  const bool same_run = sent_status_ && sent_status_->run == status_->run;
  if (same_run && same_actors(*sent_status_, *status_) && now - sent_at_ < kRoomEvery) return;
  send(encode_room({.name = room_->name(),
                    .viewers = std::max<std::size_t>(1, room_->viewers()),
                    .client = client_,
                    .role = role,
                    .status = status_.get(),
                    .known = sent_status_.get()}));
  sent_status_ = status_, sent_role_ = role, sent_at_ = now;
}

/// What moved, as the wire sees it; everything in a new run.
void Peer::show_bodies(const Frame& frame) {
  BodiesMessage message = bodies_message(frame);
  const bool fresh = sent_run_ != frame.run || sent_bodies_.size() != message.bodies.size();
  sent_run_ = frame.run;
  const std::vector<BodyMessage> known = std::exchange(sent_bodies_, message.bodies);
  if (!fresh) {
    message.flags = 0;
    std::erase_if(message.bodies, [&](const BodyMessage& b) { return known[b.index] == b; });
  }
  if (message.bodies.empty()) return;
  out_.push_back({.kind = Outgoing::Kind::Frame,
                  .bytes = std::make_shared<const std::string>(encode(message)),
                  .text = {},
                  .stream = kBodiesStream});
}

/// Measured on the stage's thread; what it finds comes as a letter.
void Peer::show_gauges(const Frame& frame, Nanos now) {
  if (now - gauges_at_ < kGaugesEvery || !has_gauges(*frame.status->world)) return;
  gauges_at_ = now;
  room_->post([mailbox = std::weak_ptr(mailbox_)](Stage& stage, Nanos) {
    std::string text = encode_gauges(gauges_of(stage.session()));
    if (const auto box = mailbox.lock())
      box->put(Mailbox::Letter{.id = {}, .result = {}, .text = std::move(text)});
  });
}

void Peer::show(const std::shared_ptr<const Frame>& frame, Nanos now, bool bodies_wait) {
  status_ = frame->status;
  show_room(now);
  // before the state of the same tick: that says all of the moment is told
  if (!frame->bodies.empty() && !bodies_wait) show_bodies(*frame);
  out_.push_back(
      {.kind = Outgoing::Kind::Frame,
       .bytes = context_.cache.find(frame, 0, [&] { return encode(state_message(*frame)); }),
       .text = {},
       .stream = 0});
  if (has_pursuers(*frame))
    out_.push_back(
        {.kind = Outgoing::Kind::Frame,
         .bytes = context_.cache.find(frame, 1, [&] { return encode(pursuit_message(*frame)); }),
         .text = {},
         .stream = kPursuitStream});
  if (frame->roads && frame->roads != sent_roads_) {
    sent_roads_ = frame->roads;
    out_.push_back({.kind = Outgoing::Kind::Frame,
                    .bytes = context_.cache.find(frame->roads, 2,
                                                 [&] { return encode(roads_message(*frame)); }),
                    .text = {},
                    .stream = kRoadsStream});
  }
  show_gauges(*frame, now);
}

std::vector<Outgoing> Peer::collect(Nanos now, const StreamWaits& waits) {
  Mailbox::Post post = mailbox_->collect();
  const std::uint64_t before = watches_;
  for (Mailbox::Letter& letter : post.letters) deliver(std::move(letter));
  // a letter led into another room: what the old one left here would pass for that of the new
  if (watches_ != before) post = {};
  if (post.frame) show(post.frame, now, waits(kBodiesStream));
  show_readings(waits);
  if (!post.events.empty()) send(encode_events(post.events));
  if (post.ended && room_) {
    const std::string name = room_->name();
    leave();
    send(encode_left(name, *post.ended));
  }
  show_room(now);
  return std::exchange(out_, {});
}

}  // namespace paddock::web
