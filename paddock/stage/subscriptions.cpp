#include "paddock/stage/subscriptions.h"

#include <algorithm>

#include "paddock/stage/session.h"

namespace paddock {
namespace {

/// A name and nothing else: then the run's own sensor of that name is meant.
bool asks_by_name(const SensorSpec& spec) {
  return !spec.body_from_sensor && spec.unit.empty() && !spec.ideal && spec.figures.empty();
}

bool packs(const ReadingForm& form, PictureFormat format) {
  const auto* picture = std::get_if<PictureForm>(&form);
  return picture != nullptr && format != PictureFormat::Raw;
}

Result<void> check_format(const ReadingForm& form, const SensorWant& want) {
  const auto* picture = std::get_if<PictureForm>(&form);
  if (picture != nullptr && want.format == PictureFormat::Jpeg &&
      picture->content != PictureContent::Colour)
    return fail(ErrorCode::Invalid, "only colour pictures can be had as JPEG; ask for PNG or raw");
  return {};
}

}  // namespace

Result<std::shared_ptr<Subscriptions::InUse>> Subscriptions::find_or_make(Session& session,
                                                                          const SensorWant& want) {
  const SensorSpec& asked = want.sensor.spec;
  const Clock& clock = session.world().clock;
  if (!is_present(session.state, want.sensor.vehicle))
    return tl::unexpected(no_such_vehicle(session, want.sensor.vehicle));
  const auto mounted = asks_by_name(asked)
                           ? find_mounted(session.model, want.sensor.vehicle, name_of(asked))
                           : std::nullopt;
  auto mount = mounted ? Result<SensorMount>(session.model.sensors[*mounted])
                       : resolve_sensor(session.model, want.sensor, session.spec.ideal_sensors);
  if (!mount) return tl::unexpected(mount.error());
  const double rate = true_rate(clock, asked.rate > 0 ? asked.rate : mount->spec.rate);
  for (const auto& known : sensors_)
    if (known->info->mounted == mounted.has_value() && known->info->mount == *mount &&
        known->info->rate == rate)
      return known;

  auto made = std::make_shared<InUse>();
  SensorInfo info{.mount = *mount, .form = {}, .rate = rate, .mounted = mounted.has_value()};
  if (mounted) {
    info.form = mounted_sensor(session.model, *mounted, session.scratch).sensor->form();
  } else {
    auto sensor = make_sensor(session.model, *mount);
    if (!sensor) return tl::unexpected(sensor.error());
    made->own = std::move(*sensor);
    info.form = made->own.sensor->form();
    made->memory = start_sensor(session.model, session.state, made->own);
  }
  made->info = std::make_shared<const SensorInfo>(std::move(info));
  sensors_.push_back(made);
  return made;
}

Result<std::shared_ptr<const SensorInfo>> Subscriptions::add(Session& session,
                                                             const Subscriber* subscriber,
                                                             SubscriptionId id,
                                                             const SensorWant& want) {
  auto sensor = find_or_make(session, want);
  if (!sensor) return tl::unexpected(sensor.error());
  if (auto fine = check_format((*sensor)->info->form, want); !fine)
    return tl::unexpected(fine.error());
  remove(subscriber, id);
  wants_.push_back({.subscriber = subscriber, .id = id, .want = want, .sensor = *sensor});
  Want& added = wants_.back();
  added.told = due(session, added);
  return added.sensor->info;
}

void Subscriptions::remove(const Subscriber* subscriber, SubscriptionId id) {
  std::erase_if(wants_, [&](const Want& w) { return w.subscriber == subscriber && w.id == id; });
  drop_unused();
}

void Subscriptions::remove_all(const Subscriber* subscriber) {
  std::erase_if(wants_, [&](const Want& w) { return w.subscriber == subscriber; });
  drop_unused();
}

void Subscriptions::drop_unused() {
  std::erase_if(sensors_, [](const auto& sensor) { return sensor.use_count() == 1; });
}

void Subscriptions::begin_run(Session& session, std::uint32_t run) {
  run_ = run;
  for (Want& want : wants_) want.sensor.reset();
  sensors_.clear(), packed_.clear();
  bind(session);
}

void Subscriptions::outdate() {
  for (const auto& sensor : sensors_) sensor->newest.reset();
}

/// What every want reads now. The run's sensors come and go; a want whose sensor is gone waits.
void Subscriptions::bind(Session& session) {
  asked_.clear();
  outdate();
  for (Want& want : wants_) {
    auto sensor = find_or_make(session, want.want);
    if (sensor && want.sensor == *sensor) continue;
    const bool fine = sensor && check_format((*sensor)->info->form, want.want);
    want.sensor = fine ? *sensor : nullptr;
    want.told = fine ? due(session, want) : 0;
    want.first = true;
  }
  drop_unused();
}

/// Readings of a want that were due from the beginning of the run.
std::int64_t Subscriptions::due(const Session& session, const Want& want) const {
  const double asked = want.want.sensor.spec.rate;
  return readings_until(session.world().clock,
                        asked > 0 ? asked : want.sensor->info->mount.spec.rate, session.state.tick);
}

std::shared_ptr<const Measurement> Subscriptions::measure(Session& session, InUse& sensor) {
  const Tick tick = session.state.tick;
  if (sensor.newest && sensor.newest->tick == tick) return sensor.newest;
  Measurement made{.sensor = sensor.info, .run = run_, .tick = tick, .reading = {}};
  const SensorMount& mount = sensor.info->mount;
  if (sensor.info->mounted) {
    const auto at = find_mounted(session.model, mount.vehicle, mount.spec.name);
    if (!at) return nullptr;
    read_sensor(session.model, session.state, session.scratch,
                mounted_sensor(session.model, *at, session.scratch),
                session.state.sensors[*at].numbers, made.reading);
  } else {
    read_sensor(session.model, session.state, session.scratch, sensor.own, sensor.memory,
                made.reading);
  }
  sensor.newest = std::make_shared<const Measurement>(std::move(made));
  return sensor.newest;
}

std::shared_ptr<PackedPicture> Subscriptions::packed(
    const std::shared_ptr<const Measurement>& picture, PictureFormat format) {
  std::erase_if(packed_, [&](const Packed& p) { return p.picture->tick != picture->tick; });
  for (const Packed& known : packed_)
    if (known.picture == picture && known.format == format) return known.packed;
  packed_.push_back({picture, format, PackedPicture::pack(picture, format)});
  return packed_.back().packed;
}

void Subscriptions::deliver_to(Session& session, Want& want, std::int64_t due,
                               const Deliver& deliver) {
  auto measurement = measure(session, *want.sensor);
  if (!measurement) return;
  Delivery delivery{.subscription = want.id, .measurement = std::move(measurement)};
  if (packs(want.sensor->info->form, want.want.format))
    want.packing = delivery.packed = packed(delivery.measurement, want.want.format);
  if (due > want.told + 1) delivery.left_out = static_cast<std::uint64_t>(due - want.told - 1);
  want.told = due, want.first = false;
  deliver(want.subscriber, {&delivery, 1});
}

void Subscriptions::tick_passed(Session& session, const Deliver& deliver) {
  for (const auto& sensor : sensors_) {
    if (sensor->memory.empty()) continue;
    const Before before{session.scratch.physics.before, session.scratch.bodies_before};
    advance_sensor(session.model, before, session.state, session.output, session.scratch,
                   sensor->own, sensor->memory);
  }
  for (Want& want : wants_) {
    if (!want.want.every || !want.sensor) continue;
    const std::int64_t now_due = due(session, want);
    if (now_due > want.told) deliver_to(session, want, now_due, deliver);
  }
}

void Subscriptions::show_newest(Session& session, bool still, const Deliver& deliver) {
  for (Want& want : wants_) {
    if (want.want.every || !want.sensor) continue;
    if (want.packing && !want.packing->ready()) continue;  // a slow machine shows fewer
    const std::int64_t now_due = due(session, want);
    if (now_due > want.told || want.first || still) deliver_to(session, want, now_due, deliver);
  }
}

std::shared_ptr<const Measurement> Subscriptions::read(Session& session, VehicleId vehicle,
                                                       std::string_view name) {
  for (const auto& sensor : asked_)
    if (sensor->info->mount.vehicle == vehicle && sensor->info->mount.spec.name == name)
      return measure(session, *sensor);
  if (!find_mounted(session.model, vehicle, name)) return nullptr;
  const SensorWant want{.sensor = {vehicle, {.name = std::string(name)}}};
  auto sensor = find_or_make(session, want);
  if (!sensor) return nullptr;
  asked_.push_back(*sensor);
  return measure(session, **sensor);
}

}  // namespace paddock
