#include "apps/paddock/session.h"

namespace paddock {

Result<Session> open_session(const SessionOptions& options) {
  auto world = load_world(options.level, options.seed);
  if (!world) return tl::unexpected(world.error());
  auto shared = std::make_shared<const World>(std::move(*world));
  auto setups =
      setups_from_starts(*shared, static_cast<std::size_t>(options.vehicles), options.vehicle);
  if (!setups) return tl::unexpected(setups.error());
  auto model = make_model(shared, std::move(*setups), options.seed);
  if (!model) return tl::unexpected(model.error());

  Session session{.model = std::move(*model),
                  .state = {},
                  .scratch = {},
                  .output = {},
                  .drivers = {},
                  .inputs = {},
                  .readings = {}};
  session.state = initial_state(session.model);
  session.scratch = make_scratch(session.model);
  session.output = make_output(session.model);
  for (std::size_t v = 0; v < session.model.vehicles.size(); ++v) {
    const VehicleParams& params = session.model.vehicles[v].params;
    auto driver = options.driver.ends_with(".json")
                      ? make_policy_driver(options.driver, params)
                      : make_driver(options.driver, *shared, params, static_cast<std::uint32_t>(v),
                                    options.seed);
    if (!driver) return tl::unexpected(driver.error());
    session.drivers.push_back(std::move(*driver));
    session.inputs.push_back(idle_input(kind_of(params)));
  }
  session.readings.resize(session.drivers.size());
  return session;
}

void advance(Session& session) {
  const double dt = session.model.world->clock.tick_seconds();
  for (std::size_t v = 0; v < session.drivers.size(); ++v) {
    if (const auto lidar = lidar_of(session.drivers[v])) {
      const LidarRequest request{.vehicle = VehicleId{static_cast<std::uint32_t>(v)},
                                 .lidar = *lidar};
      sense(session.model, session.state, {&request, 1}, session.scratch,
            {&session.readings[v], 1});
    }
    session.inputs[v] = drive(session.drivers[v], {.tick = session.state.tick,
                                                   .dt = dt,
                                                   .params = &session.model.vehicles[v].params,
                                                   .state = &session.state.physics.vehicles[v],
                                                   .ranges = session.readings[v].ranges});
  }
  step(session.model, session.inputs, session.state, session.scratch, session.output);
  session.contacts += session.output.physics.contacts.size();
}

}  // namespace paddock
