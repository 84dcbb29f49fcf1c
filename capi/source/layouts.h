/* Sizes and places of all that callers hand over, as they are in the binaries of 0.8 on x86-64; for
 * C11 and for C++. */
#pragma once

#include <assert.h>
#include <stddef.h>

#include "capi/include/carla/carla_server.h"

#define PADDOCK_PLACE(type, member, at) \
  static_assert(offsetof(type, member) == (at), #type "." #member)

static_assert(sizeof(void*) == 8, "the sizes below are those of 64 bits");

static_assert(sizeof(carla_vector3d) == 12, "carla_vector3d");
static_assert(sizeof(carla_rotation3d) == 12, "carla_rotation3d");
static_assert(sizeof(carla_transform) == 36, "carla_transform");
PADDOCK_PLACE(carla_transform, location, 0);
PADDOCK_PLACE(carla_transform, orientation, 12);
PADDOCK_PLACE(carla_transform, rotation, 24);
static_assert(sizeof(carla_bounding_box) == 48, "carla_bounding_box");
PADDOCK_PLACE(carla_bounding_box, transform, 0);
PADDOCK_PLACE(carla_bounding_box, extent, 36);

static_assert(sizeof(carla_agent) == 96, "carla_agent");
PADDOCK_PLACE(carla_agent, id, 0);
PADDOCK_PLACE(carla_agent, type, 4);
PADDOCK_PLACE(carla_agent, transform, 8);
PADDOCK_PLACE(carla_agent, bounding_box, 44);
PADDOCK_PLACE(carla_agent, forward_speed, 92);

static_assert(sizeof(carla_sensor_definition) == 16, "carla_sensor_definition");
PADDOCK_PLACE(carla_sensor_definition, id, 0);
PADDOCK_PLACE(carla_sensor_definition, type, 4);
PADDOCK_PLACE(carla_sensor_definition, name, 8);
static_assert(sizeof(carla_sensor_data) == 40, "carla_sensor_data");
PADDOCK_PLACE(carla_sensor_data, id, 0);
PADDOCK_PLACE(carla_sensor_data, header, 8);
PADDOCK_PLACE(carla_sensor_data, header_size, 16);
PADDOCK_PLACE(carla_sensor_data, data, 24);
PADDOCK_PLACE(carla_sensor_data, data_size, 32);

static_assert(sizeof(carla_request_new_episode) == 16, "carla_request_new_episode");
PADDOCK_PLACE(carla_request_new_episode, ini_file, 0);
PADDOCK_PLACE(carla_request_new_episode, ini_file_length, 8);
static_assert(sizeof(carla_scene_description) == 40, "carla_scene_description");
PADDOCK_PLACE(carla_scene_description, map_name, 0);
PADDOCK_PLACE(carla_scene_description, player_start_spots, 8);
PADDOCK_PLACE(carla_scene_description, number_of_player_start_spots, 16);
PADDOCK_PLACE(carla_scene_description, sensors, 24);
PADDOCK_PLACE(carla_scene_description, number_of_sensors, 32);
static_assert(sizeof(carla_episode_start) == 4, "carla_episode_start");
static_assert(sizeof(carla_episode_ready) == 1, "carla_episode_ready");

static_assert(sizeof(carla_control) == 16, "carla_control");
PADDOCK_PLACE(carla_control, steer, 0);
PADDOCK_PLACE(carla_control, throttle, 4);
PADDOCK_PLACE(carla_control, brake, 8);
PADDOCK_PLACE(carla_control, hand_brake, 12);
PADDOCK_PLACE(carla_control, reverse, 13);

static_assert(sizeof(carla_player_measurements) == 136, "carla_player_measurements");
PADDOCK_PLACE(carla_player_measurements, transform, 0);
PADDOCK_PLACE(carla_player_measurements, bounding_box, 36);
PADDOCK_PLACE(carla_player_measurements, acceleration, 84);
PADDOCK_PLACE(carla_player_measurements, forward_speed, 96);
PADDOCK_PLACE(carla_player_measurements, collision_vehicles, 100);
PADDOCK_PLACE(carla_player_measurements, collision_pedestrians, 104);
PADDOCK_PLACE(carla_player_measurements, collision_other, 108);
PADDOCK_PLACE(carla_player_measurements, intersection_otherlane, 112);
PADDOCK_PLACE(carla_player_measurements, intersection_offroad, 116);
PADDOCK_PLACE(carla_player_measurements, autopilot_control, 120);

static_assert(sizeof(carla_measurements) == 168, "carla_measurements");
PADDOCK_PLACE(carla_measurements, frame_number, 0);
PADDOCK_PLACE(carla_measurements, platform_timestamp, 4);
PADDOCK_PLACE(carla_measurements, game_timestamp, 8);
PADDOCK_PLACE(carla_measurements, player_measurements, 12);
PADDOCK_PLACE(carla_measurements, non_player_agents, 152);
PADDOCK_PLACE(carla_measurements, number_of_non_player_agents, 160);

#undef PADDOCK_PLACE
