#include "paddock/physics/planar.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/check.h"
#include "paddock/core/random.h"
#include "paddock/physics/impulse.h"
#include "paddock/world/piece_life.h"
#include "paddock/world/weather.h"

namespace paddock {
namespace {

constexpr int kRounds = 8;          // of pairs and walls at one place
constexpr int kWays = 4;            // out of walls in one round; a corner between two needs two
constexpr double kMargin = 0.01;    // m around a swept body inside which contacts are looked for
constexpr int kMaxLooks = 64;       // a tick is cut into at most so many looks
constexpr double kLookPart = 0.2;   // of the inner radius: how far a body may go between two looks
constexpr double kSameWay = 0.999;  // cosine between normals that count as one direction
constexpr double kListedFor = 0.2;  // m a vehicle may go before its neighbours are listed again
constexpr std::uint32_t kNone = ~0u;

double inner_radius(const Outline2& outline) {
  if (outline.is_circle()) return outline.radius;
  double least = outline.radius;
  const auto corners = outline.polygon();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec2 along = normalized(corners[(i + 1) % corners.size()] - corners[i]);
    least = std::min(least, cross(corners[i], along));
  }
  return least;
}

void freeze(std::size_t vehicle, const VehicleState& last_good, PlanarState& state,
            PlanarEvents& events) {
  state.vehicles[vehicle] = at_rest(last_good, pose_of(last_good));
  state.frozen[vehicle] = 1;
  events.froze.push_back(vehicle_id(vehicle));
}

Pose2 between(const Pose2& from, const Pose2& to, double t) {
  return {from.x + t * (to.x - from.x), from.y + t * (to.y - from.y),
          from.yaw + t * wrap_angle(to.yaw - from.yaw)};
}

/// All that a vehicle, or what it throws ahead of itself, can reach in this tick.
Bounds2 reach_bounds(const Outline2& outline, const Pose2& start, const Pose2& end) {
  Bounds2 swept = place(outline, start).bounds;
  const Bounds2 last = place(outline, end).bounds;
  swept.add(last.low);
  swept.add(last.high);
  return swept.grown(kMargin + distance(position(start), position(end)));
}

/// A frozen vehicle is an obstacle that nothing moves.
PlanarBody contact_body(const PlanarModel& model, const PlanarState& state, std::size_t i) {
  PlanarBody body = body_of(model.vehicles[i].params, state.vehicles[i]);
  if (state.frozen[i] != 0) body.inv_mass = body.inv_inertia = 0;
  return body;
}

// --- who may meet whom --------------------------------------------------------------------------

/// The island's name so far; ways to it get shorter each time.
std::uint32_t island_of(PlanarScratch& scratch, std::uint32_t i) {
  while (scratch.island[i] != i) i = scratch.island[i] = scratch.island[scratch.island[i]];
  return i;
}

// --- pieces with a life -------------------------------------------------------------------------

/// One that was nowhere, or begins anew elsewhere, stands still where it ends up.
Pose2 start_of(const LivePart& part, const PartPlace& before, const Pose2& end) {
  const bool jumps =
      part.line && distance(position(before.flat), position(end)) > part.line->route.length / 2;
  return before.present && !jumps ? before.flat : end;
}

/// Where live parts go in this tick.
void place_parts(const PlanarModel& model, const PlanarState& state, Tick tick,
                 PlanarScratch& scratch) {
  const World& world = *model.world;
  const std::size_t maps = model.maps.size();
  scratch.parts.resize(model.parts.size());
  scratch.part_outlines.resize(model.parts.size() * maps);
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    const LivePart& part = model.parts[p];
    const WorldPiece& piece = world.pieces[index_of(part.piece)];
    PartMotion& motion = scratch.parts[p];
    motion = {};
    if (!piece.solid || !may_move(piece)) continue;
    const double then = world.clock.seconds(next(tick));
    const PartPlace after = place_part(world, part, state.pieces, then);
    if (!after.present) continue;
    motion.end = motion.start = after.flat;
    if (is_mover(piece.shape))
      motion.start = start_of(
          part, place_part(world, part, state.pieces, world.clock.seconds(tick)), after.flat);
    for (std::size_t m = 0; m < maps; ++m) {
      Outline2& outline = scratch.part_outlines[p * maps + m];
      outline = scratch.cuts.cut(world, model.parts, p, after, model.heights[m]);
      motion.radius = std::max(motion.radius, outline.radius);
    }
    motion.there = motion.radius > 0;
    motion.reach.add(position(motion.start));
    motion.reach.add(position(motion.end));
    motion.reach = motion.reach.grown(motion.radius);
  }
}

/// Which vehicles live parts may touch; what is pushed gets further than it goes by itself.
void look_for_parts(std::size_t i, PlanarScratch& scratch) {
  scratch.near_part[i] = 0;
  scratch.pushed[i] = 0;
  for (const PartMotion& part : scratch.parts) {
    if (!part.there || !part.reach.overlaps(scratch.reach[i])) continue;
    scratch.near_part[i] = 1;
    scratch.pushed[i] = std::max(scratch.pushed[i], part.way());
  }
  scratch.reach[i] = scratch.reach[i].grown(scratch.pushed[i]);
}

/// How far each vehicle can reach in this tick; an empty slot meets nothing.
void find_reaches(const PlanarModel& model, const PlanarState& state, PlanarScratch& scratch) {
  scratch.swept.clear();
  for (std::size_t i = 0; i < model.vehicles.size(); ++i) {
    scratch.touched[i] = 0;
    scratch.reach[i] = {};
    if (state.present[i] == 0) continue;
    scratch.start[i] = pose_of(scratch.before[i]);
    scratch.end[i] = pose_of(state.vehicles[i]);
    scratch.reach[i] = reach_bounds(model.vehicles[i].outline, scratch.start[i], scratch.end[i]);
    look_for_parts(i, scratch);
    scratch.swept.push_back({scratch.reach[i], static_cast<std::uint32_t>(i)});
  }
}

/// Groups the vehicles that may meet in this tick; an island is named by its first vehicle. What
/// happens on one cannot change a bit on another.
void find_islands(const PlanarModel& model, PlanarScratch& scratch) {
  const auto n = static_cast<std::uint32_t>(model.vehicles.size());
  for (std::uint32_t i = 0; i < n; ++i) scratch.island[i] = i;
  sweep_overlaps(scratch.swept, [&](IndexPair two) {
    const std::uint32_t a = island_of(scratch, two.first), b = island_of(scratch, two.second);
    scratch.island[std::max(a, b)] = std::min(a, b);
  });
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t name = island_of(scratch, i);
    scratch.island[i] = name;
    if (name != i) scratch.next_member[scratch.last_member[name]] = i;
    scratch.last_member[name] = i;
    scratch.next_member[i] = kNone;
  }
}

/// Lists the vehicles of the island that `first` names; none when there is nothing to touch.
void list_island(const PlanarModel& model, std::size_t first, PlanarScratch& scratch) {
  scratch.members.clear();
  for (auto i = static_cast<std::uint32_t>(first); i != kNone; i = scratch.next_member[i])
    scratch.members.push_back(i);
  if (scratch.members.size() == 1 && scratch.near_part[first] == 0 &&
      !model.maps[model.vehicles[first].map].any_near(scratch.reach[first]))
    scratch.members.clear();
}

bool moved_far(const PlanarScratch& scratch, std::size_t i) {
  return !(distance(scratch.bodies[i].position, scratch.listed_at[i]) <= kListedFor);
}

bool in_order(const PlanarNear& a, const PlanarNear& b) { return a.two < b.two; }

/// Lists the members that can touch before one of them has gone kListedFor.
void list_near(const PlanarModel& model, PlanarScratch& scratch) {
  scratch.swept.clear(), scratch.near.clear();
  for (const std::size_t i : scratch.members) {
    const Vec2 at = scratch.bodies[i].position;
    scratch.listed_at[i] = at;
    const double room = model.vehicles[i].outline.radius + kListedFor + kMargin;
    scratch.swept.push_back({Bounds2{at, at}.grown(room), static_cast<std::uint32_t>(i)});
  }
  sweep_overlaps(scratch.swept, [&](IndexPair two) { scratch.near.push_back({.two = two}); });
  std::sort(scratch.near.begin(), scratch.near.end(), in_order);
}

// --- what is told of it -------------------------------------------------------------------------

/// Enters the next event as its vehicle's newest.
void chain_event(const ContactEvent& event, PlanarScratch& scratch) {
  const std::size_t vehicle = index_of(event.vehicle);
  const auto next = static_cast<std::uint32_t>(scratch.event_before.size());
  scratch.event_before.push_back(scratch.last_event[vehicle]);
  scratch.last_event[vehicle] = next;
}

void report(const ContactEvent& event, PlanarScratch& scratch, PlanarEvents& events) {
  if (!(event.impulse > 0)) return;
  std::uint32_t known = kNone;
  if (events.contacts.size() >= PlanarEvents::kListedSingly) {
    known = scratch.last_event[index_of(event.vehicle)];
    while (known != kNone && (events.contacts[known].other != event.other ||
                              events.contacts[known].piece != event.piece))
      known = scratch.event_before[known];
  }
  if (known == kNone) {
    events.contacts.push_back(event);
    chain_event(event, scratch);
    return;
  }
  ContactEvent& sum = events.contacts[known];
  if (event.impulse > sum.impulse) sum.point = event.point, sum.normal = event.normal;
  sum.impulse += event.impulse;
}

// --- contacts -----------------------------------------------------------------------------------

/// The vehicle where it is now; worked out once for each of its moves.
const PosedOutline& outline_of(const PlanarModel& model, std::size_t i, PlanarScratch& scratch) {
  PlanarProbe& probe = scratch.probes[i];
  const PlanarBody& body = scratch.bodies[i];
  if (probe.posed != probe.moves)
    probe.outline = place(model.vehicles[i].outline, {body.position.x, body.position.y, body.yaw});
  probe.posed = probe.moves;
  return probe.outline;
}

/// Keeps the shallowest contact and those that face its way: once they are resolved, the others may
/// be gone.
void keep_one_way(ContactList& contacts) {
  const Contact2* least = contacts.items.data();
  for (const Contact2& contact : contacts.all())
    if (contact.depth < least->depth) least = &contact;
  const Vec2 way = least->normal;
  std::size_t kept = 0;
  for (const Contact2& contact : contacts.all())
    if (dot(contact.normal, way) > kSameWay) contacts.items[kept++] = contact;
  contacts.count = kept;
}

/// The shortest move along the contacts' normals that frees all of them.
Vec2 way_out(const ContactList& contacts) {
  Vec2 out;
  for (const Contact2& contact : contacts.all())
    out += std::max(0.0, contact.depth - dot(out, contact.normal)) * contact.normal;
  return out;
}

/// Impulses and a push out of the wall; true when the vehicle touched one.
bool resolve_walls(const PlanarModel& model, std::size_t i, PlanarScratch& scratch,
                   PlanarEvents& events) {
  const PlanarVehicle& vehicle = model.vehicles[i];
  PlanarBody& body = scratch.bodies[i];
  PlanarProbe& probe = scratch.probes[i];
  if (body.inv_mass == 0 || probe.free_of_walls == probe.moves) return false;
  ContactList contacts;
  model.maps[vehicle.map].collect(outline_of(model, i, scratch), contacts);
  if (contacts.count == 0) probe.free_of_walls = probe.moves;
  if (contacts.count == 0) return false;
  keep_one_way(contacts);
  const Impulses impulses = strike_wall(
      body, contacts.all(), {.restitution = vehicle.restitution, .friction = vehicle.scrape});
  for (std::size_t c = 0; c < contacts.count; ++c) {
    const Contact2& contact = contacts.items[c];
    report({.vehicle = vehicle_id(i),
            .other = {},
            .piece = contact.piece,
            .point = contact.point,
            .normal = contact.normal,
            .impulse = impulses[c]},
           scratch, events);
  }
  body.position += way_out(contacts);
  ++probe.moves;
  return true;
}

/// The two are where they were when they were found apart.
bool known_apart(const PlanarNear& near, const PlanarScratch& scratch) {
  return near.first_moves == scratch.probes[near.two.first].moves &&
         near.second_moves == scratch.probes[near.two.second].moves;
}

/// What they touch of each other.
void collect_contacts(const PlanarModel& model, PlanarNear& near, PlanarScratch& scratch,
                      ContactList& contacts) {
  const std::size_t i = near.two.first, k = near.two.second;
  const PlanarBody &a = scratch.bodies[i], &b = scratch.bodies[k];
  const double touching = model.vehicles[i].outline.radius + model.vehicles[k].outline.radius;
  if (a.inv_mass + b.inv_mass > 0 && distance(a.position, b.position) < touching)
    collect_pair(outline_of(model, i, scratch), outline_of(model, k, scratch), contacts);
  if (contacts.count > 0) return;
  near.first_moves = scratch.probes[i].moves, near.second_moves = scratch.probes[k].moves;
}

bool resolve_pair(const PlanarModel& model, PlanarNear& near, PlanarScratch& scratch,
                  PlanarEvents& events) {
  if (known_apart(near, scratch)) return false;
  ContactList contacts;
  collect_contacts(model, near, scratch, contacts);
  if (contacts.count == 0) return false;
  const std::size_t i = near.two.first, k = near.two.second;
  PlanarBody &a = scratch.bodies[i], &b = scratch.bodies[k];
  const PlanarVehicle &va = model.vehicles[i], &vb = model.vehicles[k];
  const Impulses impulses = strike_pair(a, b, contacts.all(),
                                        {.restitution = 0.5 * (va.restitution + vb.restitution),
                                         .friction = 0.5 * (va.scrape + vb.scrape)});
  for (std::size_t c = 0; c < contacts.count; ++c) {
    const Contact2& contact = contacts.items[c];
    report({.vehicle = vehicle_id(i),
            .other = vehicle_id(k),
            .piece = {},
            .point = contact.point,
            .normal = contact.normal,
            .impulse = impulses[c]},
           scratch, events);
  }
  const double share = a.inv_mass / (a.inv_mass + b.inv_mass);  // the lighter one gives way
  const Vec2 apart = way_out(contacts);
  a.position += share * apart;
  b.position -= (1 - share) * apart;
  ++scratch.probes[i].moves, ++scratch.probes[k].moves;
  return true;
}

/// The same with a live part, where it is when `now` of the tick has passed: nothing moves it.
bool resolve_part(const PlanarModel& model, std::size_t i, std::size_t p, double now,
                  PlanarScratch& scratch, PlanarEvents& events) {
  const PartMotion& part = scratch.parts[p];
  const PlanarVehicle& vehicle = model.vehicles[i];
  PlanarBody& body = scratch.bodies[i];
  const Outline2& outline = scratch.part_outlines[p * model.maps.size() + vehicle.map];
  if (!part.there || body.inv_mass == 0 || outline.radius == 0) return false;
  const Pose2 pose = between(part.start, part.end, now);
  if (distance(body.position, position(pose)) >= vehicle.outline.radius + outline.radius)
    return false;
  ContactList contacts;
  collect_pair(outline_of(model, i, scratch), place(outline, pose), contacts);
  if (contacts.count == 0) return false;
  const double dt = model.world->clock.tick_seconds();
  PlanarBody mover;
  mover.position = position(pose);
  mover.velocity = (position(part.end) - position(part.start)) / dt;
  mover.yaw_rate = wrap_angle(part.end.yaw - part.start.yaw) / dt;
  const Impulses impulses =
      strike_pair(body, mover, contacts.all(),
                  {.restitution = vehicle.restitution, .friction = vehicle.scrape});
  for (std::size_t c = 0; c < contacts.count; ++c)
    report({.vehicle = vehicle_id(i),
            .other = {},
            .piece = model.parts[p].piece,
            .point = contacts.items[c].point,
            .normal = contacts.items[c].normal,
            .impulse = impulses[c]},
           scratch, events);
  body.position += way_out(contacts);
  ++scratch.probes[i].moves;
  return true;
}

bool resolve_all_parts(const PlanarModel& model, double now, PlanarScratch& scratch,
                       PlanarEvents& events) {
  bool any = false;
  for (const std::size_t i : scratch.members) {
    if (scratch.near_part[i] == 0) continue;
    for (std::size_t p = 0; p < scratch.parts.size(); ++p) {
      if (!resolve_part(model, i, p, now, scratch, events)) continue;
      scratch.touched[i] = 1;
      any = true;
    }
  }
  return any;
}

/// All pairs in their order, those that moved into each other's way meanwhile included.
bool resolve_pairs(const PlanarModel& model, PlanarScratch& scratch, PlanarEvents& events) {
  bool any = false;
  const auto far = [&](std::size_t i) { return moved_far(scratch, i); };
  if (std::any_of(scratch.members.begin(), scratch.members.end(), far)) list_near(model, scratch);
  for (auto pair = scratch.near.begin(); pair != scratch.near.end();) {
    PlanarNear& near = *pair++;
    if (!resolve_pair(model, near, scratch, events)) continue;
    const IndexPair two = near.two;
    scratch.touched[two.first] = scratch.touched[two.second] = 1;
    any = true;
    if (!far(two.first) && !far(two.second)) continue;
    list_near(model, scratch);
    pair = std::upper_bound(scratch.near.begin(), scratch.near.end(), PlanarNear{two}, in_order);
  }
  return any;
}

bool resolve_all_walls(const PlanarModel& model, PlanarScratch& scratch, PlanarEvents& events) {
  bool any = false;
  for (const std::size_t i : scratch.members)
    for (int way = 0; way < kWays && resolve_walls(model, i, scratch, events); ++way) {
      scratch.touched[i] = 1;
      any = true;
    }
  return any;
}

/// Rounds of pairs, then live parts, then walls: what cannot move has the last word.
void resolve_here(const PlanarModel& model, double now, PlanarScratch& scratch,
                  PlanarEvents& events) {
  for (int round = 0; round < kRounds; ++round) {
    const bool pairs = resolve_pairs(model, scratch, events);
    const bool parts = resolve_all_parts(model, now, scratch, events);
    if (!resolve_all_walls(model, scratch, events) && !pairs && !parts) return;
  }
}

/// How far a vehicle's outline moves in a whole tick: along the free way until the first touch, by
/// its own velocity after.
double reach_of(const PlanarModel& model, const PlanarScratch& scratch, std::size_t i, double dt) {
  const double radius = model.vehicles[i].outline.radius;
  const PlanarBody& body = scratch.bodies[i];
  if (scratch.touched[i] != 0)
    return dt * (length(body.velocity) + std::fabs(body.yaw_rate) * radius);
  const Pose2 &from = scratch.start[i], &to = scratch.end[i];
  return distance(position(from), position(to)) + std::fabs(wrap_angle(to.yaw - from.yaw)) * radius;
}

/// The part of a tick until the next look: no vehicle goes further than it may.
double part_until_look(const PlanarModel& model, const PlanarScratch& scratch, double dt) {
  double part = 1;
  for (const std::size_t i : scratch.members) {
    const double reach = reach_of(model, scratch, i, dt) + scratch.pushed[i],
                 longest = model.vehicles[i].longest_move;
    if (reach * part > longest) part = longest / reach;
  }
  return std::max(part, 1.0 / kMaxLooks);
}

void move_by(const PlanarScratch& scratch, std::size_t i, double now, double seconds,
             PlanarBody& body) {
  if (scratch.touched[i] != 0) {
    body.position += seconds * body.velocity;
    body.yaw += seconds * body.yaw_rate;
    return;
  }
  const Pose2 pose = between(scratch.start[i], scratch.end[i], now);
  body.position = position(pose);
  body.yaw = pose.yaw;
}

/// Moves the listed vehicles through the tick, from look to look.
void resolve_island(const PlanarModel& model, PlanarState& state, PlanarScratch& scratch,
                    PlanarEvents& events) {
  if (scratch.members.empty()) return;
  const double dt = model.world->clock.tick_seconds();
  for (const std::size_t i : scratch.members) {
    scratch.bodies[i] = contact_body(model, state, i);
    scratch.probes[i].moves = 1, scratch.probes[i].posed = scratch.probes[i].free_of_walls = 0;
  }
  list_near(model, scratch);
  for (double done = 0; done < 1;) {
    const double now = std::min(1.0, done + part_until_look(model, scratch, dt));
    for (const std::size_t i : scratch.members) {
      move_by(scratch, i, now, (now - done) * dt, scratch.bodies[i]);
      ++scratch.probes[i].moves;
    }
    resolve_here(model, now, scratch, events);
    done = now;
  }
  for (const std::size_t i : scratch.members)
    if (scratch.touched[i] != 0) set_body(scratch.bodies[i], state.vehicles[i]);
}

/// Sorts the vehicles into groups that one call of a kernel can step.
void group_alike(PlanarModel& model) {
  model.groups.clear();
  for (std::size_t index = 0; index < model.vehicles.size(); ++index) {
    const auto alike =
        std::find_if(model.groups.begin(), model.groups.end(), [&](const PlanarGroup& group) {
          return model.vehicles[group.members.front()].params == model.vehicles[index].params;
        });
    if (alike == model.groups.end())
      model.groups.push_back({{index}});
    else
      alike->members.push_back(index);
  }
}

std::size_t index_of_map(PlanarModel& model, double height) {
  const auto known = std::find(model.heights.begin(), model.heights.end(), height);
  const auto map = static_cast<std::size_t>(known - model.heights.begin());
  if (known == model.heights.end()) {
    model.heights.push_back(height);
    const bool rigid = model.world->physics == PhysicsKind::Rigid;  // there props are bodies
    model.maps.emplace_back(
        slice_world(*model.world, height, rigid ? SliceFor::Still : SliceFor::Contact));
  }
  return map;
}

PlanarVehicle planar_vehicle(PlanarModel& model, const VehicleParams& params) {
  const VehicleType& type = type_of(kind_of(params));
  const Outline2 outline = outline_of(type.kind);
  return {.params = params,
          .outline = outline,
          .restitution = type.bumper.restitution,
          .scrape = type.bumper.scrape,
          .map = index_of_map(model, type.bumper.height),
          .longest_move = kLookPart * inner_radius(outline)};
}

}  // namespace

void set_params(PlanarModel& model, std::size_t vehicle, const VehicleParams& params) {
  PADDOCK_ASSERT(kind_of(params) == kind_of(model.vehicles[vehicle].params), "vehicle ", vehicle);
  model.vehicles[vehicle].params = params;
  group_alike(model);
}

PlanarModel make_planar_model(std::shared_ptr<const World> world,
                              std::span<const VehicleParams> vehicles, std::uint64_t seed) {
  PlanarModel model{.world = std::move(world),
                    .vehicles = {},
                    .groups = {},
                    .maps = {},
                    .heights = {},
                    .changing = {},
                    .parts = {},
                    .seed = seed};
  model.changing = changing_pieces(*model.world);
  model.parts = live_parts(*model.world, model.changing);
  for (const VehicleParams& params : vehicles)
    model.vehicles.push_back(planar_vehicle(model, params));
  group_alike(model);
  return model;
}

void set_vehicle(PlanarModel& model, std::size_t slot, const VehicleParams& params) {
  PADDOCK_ASSERT(slot <= model.vehicles.size(), "slot ", slot);
  if (slot < model.vehicles.size() && model.vehicles[slot].params == params) return;
  if (slot == model.vehicles.size()) model.vehicles.emplace_back();
  model.vehicles[slot] = planar_vehicle(model, params);
  group_alike(model);
}

void drop_slots(PlanarModel& model, std::size_t count) {
  if (count >= model.vehicles.size()) return;
  model.vehicles.resize(count);
  group_alike(model);
}

const ContactMap& contact_map(PlanarModel& model, double height) {
  return model.maps[index_of_map(model, height)];
}

PlanarScratch make_planar_scratch(const PlanarModel& model) {
  const std::size_t n = model.vehicles.size();
  PlanarScratch scratch;
  scratch.group_states.reserve(n), scratch.group_inputs.reserve(n), scratch.group_around.reserve(n);
  scratch.before.resize(n), scratch.bodies.resize(n), scratch.start.resize(n),
      scratch.end.resize(n);
  scratch.reach.resize(n), scratch.touched.resize(n), scratch.probes.resize(n);
  scratch.swept.reserve(n), scratch.island.resize(n);
  scratch.next_member.resize(n), scratch.last_member.resize(n), scratch.members.reserve(n);
  scratch.near.reserve(most_pairs(n)), scratch.listed_at.resize(n), scratch.last_event.resize(n);
  scratch.event_before.reserve(most_contacts(n, model.world->pieces.size()));
  scratch.near_part.resize(n), scratch.pushed.resize(n);
  scratch.parts.resize(model.parts.size());
  scratch.part_outlines.resize(model.parts.size() * model.maps.size());
  const std::vector<PieceState> states(model.changing.size());
  std::vector<PosedOutline> outlines;
  for (const double height : model.heights)
    for (const LiveFor purpose : {LiveFor::Contact, LiveFor::Lidar})
      add_outlines(*model.world, model.parts, states, 0, height, purpose, scratch.cuts, outlines);
  return scratch;
}

Surroundings<double> surroundings_of(const PlanarModel& model, std::uint64_t seed,
                                     std::size_t vehicle, Tick tick, const VehicleState& state) {
  const World& world = *model.world;
  const Vec2 at = position(pose_of(state));
  Surroundings<double> around;
  if (flies(state)) {  // air in place of ground
    DrawAddress address{.seed = seed,
                        .stream = Stream::Wind,
                        .entity = static_cast<std::uint32_t>(vehicle),
                        .tick = static_cast<std::uint64_t>(count(tick)),
                        .index = 0};
    around.gust_x = draw_between(address, -1, 1);
    address.index = 1;
    around.gust_y = draw_between(address, -1, 1);
    const Vec2 air = wind_at(world, at) +
                     air_around(model.vehicles[vehicle].params, seed, world.clock.seconds(tick));
    around.air_x = air.x, around.air_y = air.y;
    return around;
  }
  around.friction = ground_friction(world, at) * wet_share(model.wetness);
  const Vec2 slope = ground_slope(world, at);
  const double steep = 1 + dot(slope, slope);  // g sin cos of the slope angle, seen from above
  around.pull_x = -kGravity * slope.x / steep;
  around.pull_y = -kGravity * slope.y / steep;
  return around;
}

bool in_range(const PlanarVehicle& vehicle, const VehicleState& before, const VehicleState& now) {
  bool finite = true;
  visit_fields(now, [&](const char*, double number) { finite &= std::isfinite(number); });
  return finite && distance(position(pose_of(before)), position(pose_of(now))) <=
                       kMaxLooks * vehicle.longest_move;
}

Bounds2 quick_reach(const PlanarVehicle& vehicle, Vec2 start, Vec2 end) {
  Bounds2 swept;
  swept.add(start);
  swept.add(end);
  constexpr double kRounding = 1e-6;  // m, so that no rounding makes it the smaller one
  return swept.grown(vehicle.outline.radius + kMargin + kRounding + distance(start, end));
}

void move_freely(const PlanarModel& model, std::span<const VehicleInput> inputs, Tick tick,
                 PlanarState& state, PlanarScratch& scratch, PlanarEvents& events) {
  PADDOCK_ASSERT(inputs.size() == state.vehicles.size(), "inputs ", inputs.size());
  std::copy(state.vehicles.begin(), state.vehicles.end(), scratch.before.begin());
  place_parts(model, state, tick, scratch);
  const double dt = model.world->clock.tick_seconds();
  for (const PlanarGroup& group : model.groups) {
    scratch.group_states.clear(), scratch.group_inputs.clear(), scratch.group_around.clear();
    scratch.members.clear();
    for (const std::size_t i : group.members) {
      if (state.present[i] == 0) continue;
      scratch.members.push_back(i);
      const VehicleKind kind = kind_of(model.vehicles[i].params);
      scratch.group_states.push_back(state.vehicles[i]);
      scratch.group_inputs.push_back(usable(inputs[i], kind) ? inputs[i] : idle_input(kind));
      scratch.group_around.push_back(
          surroundings_of(model, model.seed, i, tick, state.vehicles[i]));
    }
    step_vehicles(model.vehicles[group.members.front()].params, scratch.group_states,
                  scratch.group_inputs, scratch.group_around, dt);
    for (std::size_t m = 0; m < scratch.members.size(); ++m) {
      const std::size_t i = scratch.members[m];
      if (state.frozen[i] != 0) continue;
      if (in_range(model.vehicles[i], scratch.before[i], scratch.group_states[m]))
        state.vehicles[i] = scratch.group_states[m];
      else
        freeze(i, scratch.before[i], state, events);
    }
  }
}

void resolve_contacts(const PlanarModel& model, PlanarState& state, PlanarScratch& scratch,
                      PlanarEvents& events) {
  std::fill(scratch.last_event.begin(), scratch.last_event.end(), kNone);
  scratch.event_before.clear();
  for (const ContactEvent& event : events.contacts) chain_event(event, scratch);
  find_reaches(model, state, scratch);
  find_islands(model, scratch);
  for (std::size_t first = 0; first < model.vehicles.size(); ++first) {
    if (scratch.island[first] != first || state.present[first] == 0) continue;
    list_island(model, first, scratch);
    resolve_island(model, state, scratch, events);
  }
}

}  // namespace paddock
