// Writes pictures of our markers and of a chessboard, and list.json that says what each shows:
// tests/e2e/detectors.py has OpenCV judge them.
#include <cstdio>
#include <string>
#include <vector>

#include "paddock/core/angle.h"
#include "paddock/core/text.h"
#include "paddock/geom/look_build.h"
#include "paddock/io/file.h"
#include "paddock/io/json.h"
#include "paddock/io/png.h"
#include "paddock/sensors/camera.h"
#include "paddock/world/marker.h"

namespace {

using namespace paddock;

constexpr double kTag = 0.10, kSquare = 0.03;  // metres
constexpr int kColumns = 10, kRows = 7;        // squares of the chessboard

CameraParams race_camera() {
  CameraSpec spec;  // 640 x 480
  spec.vertical_fov = radians(42.5);
  spec.color.samples = 4;
  return check_camera(spec).value();
}

Image chessboard() {
  constexpr int kEdge = 32, kRim = 32;
  Image image = Image::blank(kColumns * kEdge + 2 * kRim, kRows * kEdge + 2 * kRim);
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const bool rim = x < kRim || y < kRim || x >= image.width - kRim || y >= image.height - kRim;
      const bool white = rim || ((x - kRim) / kEdge + (y - kRim) / kEdge) % 2 == 0;
      for (int c = 0; c < 3; ++c) image.at(x, y)[c] = white ? 240 : 16;
    }
  }
  return image;
}

/// A picture on a board about the origin, facing -x: towards the camera.
Look board(Image picture, Vec2 size) {
  auto texture = std::make_shared<Texture>();
  texture->name = "board";
  texture->image = std::move(picture);
  texture->size = size;
  texture->repeats = false;
  Finish finish{.name = "board", .color = {255, 255, 255}, .texture = texture};
  const double y = size.x / 2, z = size.y / 2;
  Look look;
  dress_quad(look, {Vec3{0, y, -z}, {0, -y, -z}, {0, -y, z}, {0, y, z}}, finish);
  return look;
}

class Album {
 public:
  explicit Album(std::string folder) : folder_(std::move(folder)) {}

  /// The camera stands at the origin and looks along x.
  void add(const std::string& name, const Look& look, const Pose3& pose, Json facts) {
    const LookPart part{.name = name,
                        .look = look,
                        .scene_from_part = pose,
                        .instance = 1,
                        .tag = {},
                        .seen_by = {}};
    RayScene scene(device_, std::span(&part, 1));
    scene.commit();
    SceneLight light;
    light.to_sun = {-0.9, 0.3, 0.3};
    CameraReading picture;
    take_picture(camera_, scene, light, {}, {}, workers_, picture);
    const std::string file = name + ".png";
    ok_ = ok_ && write_png(folder_ + "/" + file, picture.color).has_value();
    list_.add(std::move(facts.set("file", file)));
  }

  bool close() {
    Json json, camera;
    const CameraParams& p = camera_.params();
    camera.set("fx", p.fx).set("fy", p.fy).set("cx", p.cx).set("cy", p.cy);
    json.set("camera", std::move(camera)).set("tag", kTag).set("square", kSquare);
    json.set("corners", Json::array().add(kColumns - 1).add(kRows - 1)).set("pictures", list_);
    return ok_ && write_file(folder_ + "/list.json", to_text(json, 1)).has_value();
  }

 private:
  std::string folder_;
  std::shared_ptr<RayDevice> device_ = open_ray_device().value();
  Camera camera_{race_camera()};
  Workers workers_{1};
  Json list_ = Json::array();
  bool ok_{true};
};

void add_markers(Album& album, MarkerFamily family, std::string_view name) {
  const auto take = [&](int id, double distance, double turn) {
    const MarkerSpec marker{family, id, kTag};
    const double edge = marker_board_size(marker);
    Json facts;
    facts.set("kind", name).set("id", id).set("distance", distance).set("turn_deg", turn);
    album.add(concat(name, '-', id, '-', distance, '-', turn),
              board(draw_marker(marker), {edge, edge}),
              {{distance, 0, 0}, Quat::from_yaw_pitch_roll(radians(turn), 0, 0)}, std::move(facts));
  };
  for (int i = 0; i < 10; ++i) take(25 * i, 0.3 + 0.3 * i, 0);
  for (int turn = -60; turn <= 60; turn += 20) take(7, 1, turn), take(199, 0.4, turn);
}

void add_chessboards(Album& album) {
  const Look look = board(chessboard(), {(kColumns + 2) * kSquare, (kRows + 2) * kSquare});
  int number = 0;
  for (const double distance : {0.5, 0.7}) {
    for (const double yaw : {-35.0, 0.0, 30.0}) {
      for (const double pitch : {-30.0, 5.0, 35.0}) {
        const double aside = 0.05 * ((number % 5) - 2), up = 0.03 * ((number % 3) - 1);
        album.add(
            concat("chessboard-", number), look,
            {{distance, aside, up},
             Quat::from_yaw_pitch_roll(radians(yaw), radians(pitch), radians(4.0 * (number % 4)))},
            Json().set("kind", "chessboard"));
        ++number;
      }
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: detector_pictures FOLDER\n", stderr);
    return 2;
  }
  Album album(arguments[1]);
  add_markers(album, MarkerFamily::Aruco5x5, "aruco5x5");
  add_markers(album, MarkerFamily::Aruco6x6, "aruco6x6");
  add_markers(album, MarkerFamily::AprilTag36h11, "apriltag36h11");
  add_chessboards(album);
  return album.close() ? 0 : 1;
}
