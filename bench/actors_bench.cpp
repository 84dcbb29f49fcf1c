#include "bench/actors_bench.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "apps/paddock/level_files.h"
#include "apps/paddock/print.h"
#include "paddock/control/driver.h"
#include "paddock/engine/actors.h"

namespace paddock {
namespace {

constexpr const char* kLevel = "crossing";
constexpr double kSeconds = 20;  // simulated, in one repetition
constexpr int kRepetitions = 3;
constexpr std::size_t kFewestMeetings = 50;  // pairs of actors that touch, or the roads were empty
constexpr double kLane = 2.5;  // m to each side, what is beside which is in another lane

// one goes straight over the crossroads, through those that turn right there and those on the ring
constexpr std::array<std::string_view, 8> kDrives{
    "right_from_south", "ring_outer",       "straight_from_west", "right_from_east",
    "bypass_outer",     "right_from_north", "bypass_inner",       "right_from_west"};
// one goes over the zebra crossings, through the cars
constexpr std::array<std::string_view, 5> kWalks{
    "walk_crossing", "walk_north_east", "walk_south_west", "walk_north_west", "walk_south_east"};

/// Who moves along which routes, as far apart however many there are: no denser, only more.
struct Stream {
  std::string_view kind;  // of vehicles
  std::span<const std::string_view> routes;
  double gap{};  // m from one to the next
};
constexpr Stream kCars{"sedan", kDrives, 9}, kWalkers{"walker", kWalks, 3};

struct ActorsCase {
  const char* name;
  const char* twice;  // the same with twice the actors
  std::size_t cars, walkers;
  double least;  // simulated seconds a second that a town asks for
};

constexpr ActorsCase kCases[]{{"100-cars", "200-cars", 100, 0, 40},
                              {"100-cars-100-walkers", "200-cars-200-walkers", 100, 100, 25}};

/// A place on one of the level's routes, and who drives on from there.
struct Place {
  Pose2 pose;
  Outline2 outline;
  std::size_t route{}, segment{};
};

/// On another one, or nearer than `gap` to one in its lane.
bool crowded(const std::vector<Place>& taken, const Outline2& outline, const Pose2& pose,
             double gap) {
  const PosedOutline body = place(outline, pose);
  return std::any_of(taken.begin(), taken.end(), [&](const Place& other) {
    const Vec2 p = inverse(Rot2::of(pose.yaw)) * (position(other.pose) - position(pose));
    return (std::fabs(p.x) < gap && std::fabs(p.y) < kLane) ||
           (length(p) < outline.radius + other.outline.radius &&
            overlap(body, place(other.outline, other.pose)));
  });
}

/// Adds places along a route from its beginning, until there are `count` in all.
void add_places(const World& world, std::size_t route, const Outline2& outline, double gap,
                std::size_t count, std::vector<Place>& places) {
  const Route& line = world.routes[route];
  for (double along = 0; along < line.length - gap && places.size() < count; along += 0.5) {
    const RoutePlace at = place_at(line, along);
    const Pose2 pose{at.point.x, at.point.y, det::atan2(at.direction.y, at.direction.x)};
    if (!crowded(places, outline, pose, gap)) places.push_back({pose, outline, route, at.segment});
  }
}

/// Adds the first `count` places on the stream's routes, filled one after the other, that are clear
/// of those there are.
Result<void> choose_places(const World& world, const Stream& stream, const Outline2& outline,
                           std::size_t count, std::vector<Place>& places) {
  const std::size_t all = places.size() + count;
  for (const std::string_view name : stream.routes) {
    const auto route = std::find_if(world.routes.begin(), world.routes.end(),
                                    [&](const Route& r) { return r.name == name; });
    if (route == world.routes.end())
      return fail(ErrorCode::NotFound, "level ", world.name, " has no route \"", name, "\"");
    const auto index = static_cast<std::size_t>(route - world.routes.begin());
    add_places(world, index, outline, stream.gap, all, places);
  }
  if (places.size() < all)
    return fail(ErrorCode::Limit, "level ", world.name, " has no room for ", count, " times ",
                stream.kind);
  return {};
}

/// One driver a route, as each that is on it gets it.
Result<std::vector<RouteDriver>> drivers_of(const World& world, const VehicleParams& params) {
  std::vector<RouteDriver> drivers;
  World one = world;
  for (const Route& route : world.routes) {
    one.routes = {route};
    auto driver = make_driver("route", one, params, 0, 1);
    if (!driver) return tl::unexpected(driver.error());
    drivers.push_back(std::get<RouteDriver>(*driver));
  }
  return drivers;
}

struct Tally {
  std::size_t contacts{};
  std::set<std::pair<VehicleId, VehicleId>> met;  // pairs that touched
};

/// A crowd that can be begun again.
class Crowd {
 public:
  static Result<Crowd> gather(const std::shared_ptr<const World>& world, std::size_t cars,
                              std::size_t walkers) {
    auto model = make_model(world, {}, 1);
    if (!model) return tl::unexpected(model.error());
    Crowd crowd(std::move(*model));
    if (auto come = crowd.add(kCars, cars); !come) return tl::unexpected(come.error());
    if (auto come = crowd.add(kWalkers, walkers); !come) return tl::unexpected(come.error());
    crowd.first_ = crowd.state_, crowd.first_drivers_ = crowd.drivers_;
    return crowd;
  }

  void begin() { state_ = first_, drivers_ = first_drivers_; }
  void run(double seconds, Tally* tally = nullptr) {
    const double dt = model_.world->clock.tick_seconds();
    for (double time = 0; time < seconds; time += dt) {
      for (std::size_t v = 0; v < drivers_.size(); ++v)
        inputs_[v] = drive(drivers_[v], {.tick = state_.tick,
                                         .dt = dt,
                                         .params = &model_.vehicles[v].params,
                                         .state = &state_.physics.vehicles[v]});
      step(model_, inputs_, state_, scratch_, out_);
      if (tally != nullptr) count_contacts(*tally);
    }
  }
  std::uint64_t hash() const { return hash_of(state_); }

 private:
  explicit Crowd(Model model)
      : model_(std::move(model)),
        state_(initial_state(model_)),
        scratch_(make_scratch(model_)),
        out_(make_output(model_)) {}

  Result<void> add(const Stream& stream, std::size_t count) {
    const World& world = *model_.world;
    const VehicleType* type = find_vehicle_type(stream.kind);
    if (type == nullptr) return fail(ErrorCode::NotFound, "there is no ", stream.kind);
    const auto params = params_in(world, type->kind);
    if (!params) return tl::unexpected(params.error());
    const std::size_t first = places_.size();
    if (auto found = choose_places(world, stream, outline_of(type->kind), count, places_); !found)
      return found;
    const auto drivers = drivers_of(world, *params);
    if (!drivers) return tl::unexpected(drivers.error());
    for (const Place& place : std::span(places_).subspan(first)) {
      const VehicleSetup setup{.params = *params, .start = place.pose};
      if (auto come = spawn(setup, model_, state_, scratch_, out_); !come)
        return tl::unexpected(come.error());
      RouteDriver driver = (*drivers)[place.route];
      driver.segment = place.segment;
      drivers_.emplace_back(std::move(driver));
    }
    inputs_.resize(drivers_.size());
    return {};
  }

  void count_contacts(Tally& tally) const {
    for (const ContactEvent& contact : out_.physics.contacts) {
      if (!contact.other) continue;
      ++tally.contacts;
      tally.met.insert(std::minmax(contact.vehicle, *contact.other));
    }
  }

  Model model_;
  State state_, first_;
  Scratch scratch_;
  Output out_;
  std::vector<Place> places_;                    // of all
  std::vector<Driver> drivers_, first_drivers_;  // one a slot
  std::vector<VehicleInput> inputs_;
};

struct Measured {
  double rate{};
  Tally tally;
  std::uint64_t hash{};
};

Result<Measured> measure(const std::shared_ptr<const World>& world, std::size_t cars,
                         std::size_t walkers) {
  auto crowd = Crowd::gather(world, cars, walkers);
  if (!crowd) return tl::unexpected(crowd.error());
  Measured measured;
  crowd->run(kSeconds, &measured.tally);
  measured.hash = crowd->hash();
  if (measured.tally.met.size() < kFewestMeetings)
    return fail(ErrorCode::Invalid, "at least ", kFewestMeetings, " pairs of actors must touch, ",
                measured.tally.met.size(), " did");
  measured.rate = measure_rate(
      kSeconds, kRepetitions, [&] { crowd->begin(); }, [&] { crowd->run(kSeconds); });
  if (crowd->hash() != measured.hash)
    return fail(ErrorCode::Invalid, "a run that is begun again must give the same bits");
  return measured;
}

Result<BenchResult> bench_case(const ActorsCase& c, const std::shared_ptr<const World>& world) {
  const auto once = measure(world, c.cars, c.walkers);
  const auto twice = measure(world, 2 * c.cars, 2 * c.walkers);
  if (!once) return tl::unexpected(once.error().within(c.name));
  if (!twice) return tl::unexpected(twice.error().within(c.twice));
  BenchResult result;
  result.name = c.name, result.unit = "simulated s/s";
  result.rate = once->rate, result.hash = once->hash;
  result.reference = {{c.twice, twice->rate}};
  result.labels = {{"level", kLevel}, {"hash of twice the actors", hash_text(twice->hash)}};
  result.facts = {{"at least", c.least},
                  {"cost of twice the actors", once->rate / twice->rate},
                  {"contacts between actors", static_cast<double>(once->tally.contacts)},
                  {"pairs that met", static_cast<double>(once->tally.met.size())},
                  {"contacts of twice the actors", static_cast<double>(twice->tally.contacts)},
                  {"simulated seconds", kSeconds}};
  return result;
}

}  // namespace

Result<std::vector<BenchResult>> bench_actors() {
  const auto path = find_level(kLevel);
  if (!path) return tl::unexpected(path.error());
  auto world = load_world(*path, 1);
  if (!world) return tl::unexpected(world.error());
  const auto shared = std::make_shared<const World>(std::move(*world));
  std::vector<BenchResult> results;
  for (const ActorsCase& c : kCases) {
    auto result = bench_case(c, shared);
    if (!result) return tl::unexpected(result.error());
    results.push_back(std::move(*result));
  }
  return results;
}

}  // namespace paddock
