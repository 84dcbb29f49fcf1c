/* A simulator in 150 lines that CARLA 0.8's Python client drives: one car on an endless chessboard,
 * seen from above by a camera.
 *
 *     simulator [PORT]         0: three free ports. Serves one client, then ends. */
#include <carla/carla_server.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { kWidth = 300, kHeight = 200, kCamera = 1, kPatience = 60000 /* ms */ };
static const float kStep = 1.0f / 30, kWheelbase = 2.5f, kMostSteer = 0.7f, kDegrees = 57.29578f;

typedef struct {
  float x, y, yaw, speed; /* metres, radians clockwise from above, m/s */
} Car;

/* What a picture begins with, as it goes out. */
typedef struct {
  uint64_t frame;
  uint32_t width, height, type;
  float fov;
} ImageHeader;

static void drive(Car* car, const carla_control* control) {
  const float push = control->throttle * 4.0f - control->brake * 8.0f - car->speed * 0.1f;
  car->speed = fmaxf(0.0f, car->speed + push * kStep);
  const float along = (control->reverse ? -car->speed : car->speed) * kStep;
  car->yaw += along * tanf(control->steer * kMostSteer) / kWheelbase;
  car->x += along * cosf(car->yaw);
  car->y += along * sinf(car->yaw);
}

/* Tiles of a metre around the car, ten pixels each: B, G, R, A. */
static void paint(const Car* car, uint8_t* pixels) {
  for (int row = 0; row < kHeight; ++row)
    for (int column = 0; column < kWidth; ++column) {
      const int x = (int)floorf(car->x + (float)(kHeight / 2 - row) / 10);
      const int y = (int)floorf(car->y + (float)(column - kWidth / 2) / 10);
      const uint8_t grey = ((x + y) & 1) != 0 ? 200 : 60;
      uint8_t* const pixel = pixels + 4 * (row * kWidth + column);
      pixel[0] = pixel[1] = pixel[2] = grey;
      pixel[3] = 255;
    }
}

static carla_transform place_of(const Car* car) {
  const carla_transform place = {
      {car->x, car->y, 0}, {cosf(car->yaw), sinf(car->yaw), 0}, {0, car->yaw * kDegrees, 0}};
  return place;
}

static int32_t show(CarlaServerPtr server, const Car* car, uint32_t frame, uint32_t episode_frame) {
  static uint8_t pixels[4 * kWidth * kHeight];
  const ImageHeader header = {frame, kWidth, kHeight, 1, 90};
  const carla_sensor_data picture = {kCamera, &header, sizeof header, pixels, sizeof pixels};
  carla_measurements values;
  memset(&values, 0, sizeof values);
  values.frame_number = frame;
  values.platform_timestamp = (uint32_t)(1000 * (uint64_t)clock() / CLOCKS_PER_SEC);
  values.game_timestamp = (uint32_t)((float)episode_frame * 1000 * kStep);
  values.player_measurements.transform = place_of(car);
  values.player_measurements.bounding_box.extent = (carla_vector3d){2.2f, 0.9f, 0.7f};
  values.player_measurements.forward_speed = car->speed;
  values.player_measurements.autopilot_control.throttle = 0.5f;
  paint(car, pixels);
  const int32_t code = carla_write_sensor_data(server, &picture);
  return code != CARLA_SERVER_SUCCESS ? code : carla_write_measurements(server, &values);
}

/* Whether the client asked that its answer to each frame is waited for. */
static bool waits_for_client(const carla_request_new_episode* request) {
  char* const text = calloc(request->ini_file_length + 1, 1);
  if (text == NULL) return false;
  memcpy(text, request->ini_file, request->ini_file_length);
  const bool waits = strstr(text, "SynchronousMode=True") != NULL;
  free(text);
  return waits;
}

/* Answers a request up to the point where the episode runs. */
static int32_t prepare(CarlaServerPtr server, Car* car) {
  static const carla_transform spots[2] = {{{0, 0, 0}, {1, 0, 0}, {0, 0, 0}},
                                           {{50, 0, 0}, {0, 1, 0}, {0, 90, 0}}};
  static const carla_sensor_definition sensors[1] = {{kCamera, CARLA_SERVER_CAMERA, "above"}};
  const carla_scene_description scene = {"Chessboard", spots, 2, sensors, 1};
  int32_t code = carla_write_scene_description(server, &scene, kPatience);
  if (code != CARLA_SERVER_SUCCESS) return code;
  carla_episode_start start;
  code = carla_read_episode_start(server, &start, kPatience);
  if (code != CARLA_SERVER_SUCCESS) return code;
  const carla_transform* const spot =
      &spots[start.player_start_spot_index < 2 ? start.player_start_spot_index : 0];
  *car = (Car){spot->location.x, spot->location.y, spot->rotation.yaw / kDegrees, 0};
  const carla_episode_ready ready = {true};
  return carla_write_episode_ready(server, &ready, kPatience);
}

/* Until the client asks for the next episode (SUCCESS, and `request` is that) or goes (why). */
static int32_t run(CarlaServerPtr server, Car* car, carla_request_new_episode* request,
                   uint32_t* frame) {
  const bool waits = waits_for_client(request);
  carla_control control = {0, 0, 0, false, false};
  for (uint32_t i = 1;; ++i) {
    /* in lock-step a control of the client's lets time pass, or that it wants something else */
    show(server, car, ++*frame, i);
    int32_t code = CARLA_SERVER_TRY_AGAIN;
    do {
      code = carla_read_request_new_episode(server, request, 0);
      if (code != CARLA_SERVER_TRY_AGAIN) return code;
      code = carla_read_control(server, &control, waits ? 20 : 0);
    } while (waits && code != CARLA_SERVER_SUCCESS);
    drive(car, &control);
    if (!waits) nanosleep(&(struct timespec){0, (long)(kStep * 1e9f)}, NULL);
  }
}

int main(int count, char** words) {
  const CarlaServerPtr server = carla_make_server();
  const uint32_t port = count > 1 ? (uint32_t)atoi(words[1]) : 2000;
  carla_set_server_host(server, "127.0.0.1");
  int32_t code = carla_server_connect(server, port, 0);
  printf("world port %u\n", carla_get_world_port(server));
  fflush(stdout);

  carla_request_new_episode request;
  uint32_t frame = 0;
  Car car;
  if (code == CARLA_SERVER_SUCCESS) do
      code = carla_read_request_new_episode(server, &request, kPatience);
    while (code == CARLA_SERVER_TRY_AGAIN);
  while (code == CARLA_SERVER_SUCCESS) {
    code = prepare(server, &car);
    if (code == CARLA_SERVER_SUCCESS) code = run(server, &car, &request, &frame);
  }
  printf("%u frames; the session ended with code %d\n", frame, code);
  carla_free_server(server);
  return code == 2 ? 0 : 1; /* it is over when the client hangs up */
}
