/* CARLA 0.8's server side for any simulator: a client asks for episodes and sends controls, the
 * simulator shows it measurements and what sensors saw. C11, and C++ from C++11 on, where what is
 * never null is a reference. Metres, seconds, degrees; world left-handed, z up.
 * Life of a session, threads and codes: docs/carla_library.md. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#if defined(__GNUC__)
#define CARLA_SERVER_API extern __attribute__((visibility("default")))
#else
#define CARLA_SERVER_API extern
#endif

/* What a function fills in and what it reads. Both are pointers to the linker. */
#if defined(__cplusplus) && !defined(CARLA_SERVER_POINTERS)
#define CARLA_SERVER_OUT(type) type&
#define CARLA_SERVER_IN(type) const type&
#else
#define CARLA_SERVER_OUT(type) type*
#define CARLA_SERVER_IN(type) const type*
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* --- what is in the world --------------------------------------------------------------------- */

typedef struct carla_vector3d {
  float x, y, z;
} carla_vector3d;

typedef struct carla_rotation3d {
  float pitch, yaw, roll; /* nose up, clockwise seen from above, right side down */
} carla_rotation3d;

typedef struct carla_transform {
  carla_vector3d location;
  carla_vector3d orientation; /* unit vector ahead */
  carla_rotation3d rotation;
} carla_transform;

typedef struct carla_bounding_box {
  carla_transform transform; /* from its owner's pivot */
  carla_vector3d extent;     /* half sizes */
} carla_bounding_box;

#define CARLA_SERVER_AGENT_UNKNOWN 0u
#define CARLA_SERVER_AGENT_VEHICLE 10u
#define CARLA_SERVER_AGENT_PEDESTRIAN 20u
#define CARLA_SERVER_AGENT_SPEEDLIMITSIGN 30u
#define CARLA_SERVER_AGENT_TRAFFICLIGHT 40u /* one says its colour: */
#define CARLA_SERVER_AGENT_TRAFFICLIGHT_GREEN 41u
#define CARLA_SERVER_AGENT_TRAFFICLIGHT_YELLOW 42u
#define CARLA_SERVER_AGENT_TRAFFICLIGHT_RED 43u

typedef struct carla_agent {
  uint32_t id; /* one agent's throughout an episode */
  uint32_t type;
  carla_transform transform;
  carla_bounding_box bounding_box; /* of vehicles and pedestrians */
  float forward_speed;             /* m/s; of a sign, its limit; of a light, nothing */
} carla_agent;

/* --- sensors ---------------------------------------------------------------------------------- */

#define CARLA_SERVER_SENSOR_UNKNOWN 0u
#define CARLA_SERVER_CAMERA 101u
#define CARLA_SERVER_LIDAR_RAY_CAST 102u

typedef struct carla_sensor_definition {
  uint32_t id; /* another for each sensor of an episode */
  uint32_t type;
  const char* name;
} carla_sensor_definition;

/* Header and data go out as they are, after the sensor's id; little-endian, nothing between.
 * Camera: u64 frame, u32 width, u32 height, u32 type, f32 field of view; pixels B, G, R, A.
 * Lidar: u64 frame, f32 angle, u32 channels, u32 points of each; x, y, z of each point. */
typedef struct carla_sensor_data {
  uint32_t id;
  const void* header;
  uint32_t header_size;
  const void* data;
  uint32_t data_size;
} carla_sensor_data;

/* --- messages --------------------------------------------------------------------------------- */

typedef struct carla_request_new_episode {
  const char* ini_file; /* CarlaSettings.ini as text, without an end mark; the library's until the
                           next request is read or the server is freed */
  uint32_t ini_file_length;
} carla_request_new_episode;

typedef struct carla_scene_description {
  const char* map_name;
  const carla_transform* player_start_spots;
  uint32_t number_of_player_start_spots;
  const carla_sensor_definition* sensors;
  uint32_t number_of_sensors;
} carla_scene_description;

typedef struct carla_episode_start {
  uint32_t player_start_spot_index; /* as the client said it, perhaps of no spot that there is */
} carla_episode_start;

typedef struct carla_episode_ready {
  bool ready;
} carla_episode_ready;

typedef struct carla_control {
  float steer, throttle, brake; /* -1 left to 1 right, 0 to 1, 0 to 1 */
  bool hand_brake, reverse;
} carla_control;

typedef struct carla_player_measurements {
  carla_transform transform;
  carla_bounding_box bounding_box;
  carla_vector3d acceleration;                                      /* m/s^2, world */
  float forward_speed;                                              /* m/s, negative backwards */
  float collision_vehicles, collision_pedestrians, collision_other; /* kg m/s, summed up */
  float intersection_otherlane, intersection_offroad;               /* parts of the outline */
  carla_control autopilot_control;
} carla_player_measurements;

typedef struct carla_measurements {
  uint32_t frame_number;
  uint32_t platform_timestamp, game_timestamp; /* ms, of the machine and of the episode */
  carla_player_measurements player_measurements;
  const carla_agent* non_player_agents;
  uint32_t number_of_non_player_agents;
} carla_measurements;

/* --- codes ------------------------------------------------------------------------------------ */

CARLA_SERVER_API const int32_t CARLA_SERVER_SUCCESS;           /* 0 */
CARLA_SERVER_API const int32_t CARLA_SERVER_TRY_AGAIN;         /* EAGAIN: nothing yet */
CARLA_SERVER_API const int32_t CARLA_SERVER_TIMED_OUT;         /* ETIMEDOUT */
CARLA_SERVER_API const int32_t CARLA_SERVER_OPERATION_ABORTED; /* ECANCELED: nobody to talk to */
/* Besides: EINVAL a call out of turn or with what cannot be meant; EISCONN connected already;
 * EADDRINUSE, EIO ports that cannot be had; ENOENT (2) the client hung up; EILSEQ it sent
 * what is no message; EMSGSIZE it sent more than can be meant; ENOMEM. */

/* --- a server --------------------------------------------------------------------------------- */

typedef void* CarlaServerPtr;

/* Null where memory or threads are short. */
CARLA_SERVER_API CarlaServerPtr carla_make_server(void);
/* Hangs up and ends the threads within milliseconds, whatever the client does. No other call may be
 * under way. Two names for one. */
CARLA_SERVER_API void carla_free_server(CarlaServerPtr self);
CARLA_SERVER_API void carla_server_free(CarlaServerPtr self);

/* Not of the original: the address that is listened on from the next connect on, as "127.0.0.1";
 * until then all of the machine's, "0.0.0.0". EINVAL when it is none. */
CARLA_SERVER_API int32_t carla_set_server_host(CarlaServerPtr self, const char* host);
/* Not of the original: the port that clients come to, 0 while there is none. */
CARLA_SERVER_API uint32_t carla_get_world_port(CarlaServerPtr self);

/* Listens on world_port and the next two, 0: three that are free, and lets one client in. `timeout`
 * (ms, 0: none) is how long a client may take to come, and to say what it owes. Returns at once;
 * what goes wrong is told by the next read. EISCONN while a client is awaited or served. */
CARLA_SERVER_API int32_t carla_server_connect(CarlaServerPtr self, uint32_t world_port,
                                              uint32_t timeout);
CARLA_SERVER_API int32_t carla_server_connect_non_blocking(CarlaServerPtr self, uint32_t world_port,
                                                           uint32_t timeout);
/* The same, and returns when a client is there, or with what went wrong. */
CARLA_SERVER_API int32_t carla_server_connect_blocking(CarlaServerPtr self, uint32_t world_port,
                                                       uint32_t timeout);
/* Hangs up and stops listening; calls that wait return OPERATION_ABORTED. Any thread. */
CARLA_SERVER_API void carla_disconnect_server(CarlaServerPtr self);

/* --- the dialogue ------------------------------------------------------------------------------
 */

/* One thread: request, scene, start, ready, and so on. Time-outs in ms, 0: does not wait. Reads
 * that have waited in vain say TRY_AGAIN; writes that have not gone out in time TIMED_OUT, and
 * still go out. A session that has ended says why at each call, until the server is connected
 * again. */

/* On SUCCESS whatever episode ran is over. */
CARLA_SERVER_API int32_t carla_read_request_new_episode(CarlaServerPtr self,
                                                        CARLA_SERVER_OUT(carla_request_new_episode)
                                                            values,
                                                        uint32_t timeout);
CARLA_SERVER_API int32_t carla_write_scene_description(CarlaServerPtr self,
                                                       CARLA_SERVER_IN(carla_scene_description)
                                                           values,
                                                       uint32_t timeout);
CARLA_SERVER_API int32_t carla_read_episode_start(CarlaServerPtr self,
                                                  CARLA_SERVER_OUT(carla_episode_start) values,
                                                  uint32_t timeout);
/* When ready, the episode begins: measurements, sensor data and controls from now on. */
CARLA_SERVER_API int32_t carla_write_episode_ready(CarlaServerPtr self,
                                                   CARLA_SERVER_IN(carla_episode_ready) values,
                                                   uint32_t timeout);

/* --- an episode --------------------------------------------------------------------------------
 */

/* One thread reads controls and writes measurements, perhaps another than above, and one thread
 * writes the data of each sensor. OPERATION_ABORTED while no episode runs. */

/* The newest control that nobody has read, as the client sent it; TRY_AGAIN when there is none. Why
 * the client's connection ended is told once. */
CARLA_SERVER_API int32_t carla_read_control(CarlaServerPtr self,
                                            CARLA_SERVER_OUT(carla_control) values,
                                            uint32_t timeout);
/* Goes out with the next measurements, in place of what has not yet. Never waits. EINVAL for a
 * sensor that the scene has not. */
CARLA_SERVER_API int32_t carla_write_sensor_data(CarlaServerPtr self,
                                                 CARLA_SERVER_IN(carla_sensor_data) data);
/* One frame: these, and of each sensor what was written since the last, in place of a frame that
 * has not gone out yet. Never waits. Why the client's connection ended is told once. */
CARLA_SERVER_API int32_t carla_write_measurements(CarlaServerPtr self,
                                                  CARLA_SERVER_IN(carla_measurements) values);

#ifdef __cplusplus
}
#endif
