#include "paddock/protocols/web/content.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "paddock/core/hash.h"
#include "paddock/engine/level_picture.h"
#include "paddock/io/file.h"
#include "paddock/io/json.h"
#include "paddock/io/png.h"
#include "paddock/protocols/web/codec.h"
#include "paddock/protocols/web/peer.h"
#include "paddock/record/best_times.h"
#include "paddock/vehicles/vehicle_look.h"
#include "paddock/world/glb.h"
#include "paddock/world/top_view.h"
#include "paddock/world/world_look.h"

namespace paddock::web {
namespace {

constexpr std::size_t kMaxKept = 512;  // pictures and scenes: two for each of many levels
constexpr std::size_t kMaxKeptBytes = std::size_t{256} << 20;
constexpr std::string_view kJsonType = "application/json; charset=utf-8";

constexpr std::string_view kNoPage = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Paddock</title>
<style>body{font:16px/1.5 system-ui;background:#14171a;color:#f2f0ea;max-width:40em;margin:4em auto;padding:0 1em}
a{color:#3d8bfd}code{background:#1f2428;padding:.1em .3em;border-radius:4px}</style></head>
<body><h1>Paddock runs, but its page was not built</h1>
<p>The simulator and its doors work. To get the page, in the folder of the sources:</p>
<p><code>cd web &amp;&amp; npm ci &amp;&amp; npm run build</code>, then <code>./run</code> again;
or start with <code>paddock --page web/dist</code>.</p>
<p>Meanwhile: <a href="/api/levels">levels</a>, <a href="/api/rooms">rooms</a>,
<a href="/api/recordings">recordings</a>.</p></body></html>
)";

struct FileType {
  std::string_view ending, type;
};
constexpr FileType kTypes[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json; charset=utf-8"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".webmanifest", "application/manifest+json"},
    {".woff2", "font/woff2"},
    {".glb", "model/gltf-binary"},
};

std::string type_of_file(std::string_view path) {
  for (const FileType& type : kTypes)
    if (path.ends_with(type.ending)) return std::string(type.type);
  return "application/octet-stream";
}

std::string etag_of(std::string_view bytes) {
  Hasher hash;
  hash.add(bytes);
  return concat("\"", hash.value(), "\"");
}

HttpResponse json_answer(const Json& json) {
  HttpResponse response;
  response.type = kJsonType;
  response.body = std::make_shared<const std::string>(to_text(json, 0));
  return response;
}

/// A whole number of the query; `standard` when it is missing, nothing when it is none.
std::optional<std::uint64_t> whole(const HttpRequest& request, std::string_view name,
                                   std::uint64_t standard, std::uint64_t low, std::uint64_t high) {
  const std::string text = request.parameter(name);
  if (text.empty()) return standard;
  std::uint64_t number = 0;
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (wrong != std::errc{} || end != text.data() + text.size() || number < low || number > high)
    return std::nullopt;
  return number;
}

/// "cells=10,blocks=16".
std::optional<LevelSettings> settings_in(std::string_view text) {
  LevelSettings settings;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const auto setting = parse_setting(text.substr(0, comma));
    if (!setting) return std::nullopt;
    settings.push_back(*setting);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return settings;
}

/// Every part of the path is a plain name: none leads out of its folder.
bool plain_path(std::string_view path) {
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '-' || c == '.' || c == '/';
    if (!plain) return false;
    if (c == '/' && i + 1 < path.size() && (path[i + 1] == '.' || path[i + 1] == '/')) return false;
  }
  return path.starts_with('/');
}

/// "oval" of "/levels/oval.glb", "trials/lab1" of "/levels/trials/lab1.png".
std::string_view stem_of(std::string_view path) {
  const std::string_view file = path.substr(path.find('/', 1) + 1);
  return file.substr(0, file.rfind('.'));
}

/// Gradings that go with no level: FOLDER/*/trials/NAME.toml without FOLDER/*/NAME.toml.
std::vector<LevelFile> lone_gradings(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<LevelFile> found;
  std::error_code ignored;
  for (const auto& collection : fs::directory_iterator(folder, ignored))
    for (const auto& file : fs::directory_iterator(collection.path() / kTrialsFolder, ignored))
      if (file.path().extension() == ".toml" &&
          !fs::exists(collection.path() / file.path().filename(), ignored))
        found.push_back({file.path().stem().string(), collection.path().filename().string(),
                         file.path().string()});
  std::sort(found.begin(), found.end(),
            [](const LevelFile& a, const LevelFile& b) { return a.path < b.path; });
  return found;
}

/// How a level of the list can be played, beside being driven in.
enum class Graded { No, Yes, Only };

/// Whether the level lets others say how full its streets are.
bool can_be_filled(const LevelSpec& spec) {
  const auto has = [&](std::string_view name) {
    return std::any_of(spec.papers.variables.begin(), spec.papers.variables.end(),
                       [&](const LevelVariable& v) { return v.name == name; });
  };
  return has("traffic_cars") && has("traffic_walkers");
}

Json level_json(const LevelFile& file, Graded graded) {
  const LevelReading reading = read_level(file.path, 1);
  const LevelSpec& spec = reading.spec;
  Json json = Json::object().set("name", file.name).set("collection", file.collection);
  json.set("title", spec.papers.title.empty() ? file.name : spec.papers.title);
  json.set("description", spec.papers.description).set("vehicle", spec.vehicle);
  json.set("physics", spec.physics == PhysicsKind::Planar ? "planar" : "rigid");
  json.set("starts", spec.starts.size()).set("gates", spec.gates.size());
  json.set("routes", spec.routes.size()).set("cars", spec.cars);
  json.set("roads", !spec.roads.roads.empty()).set("traffic", can_be_filled(spec));
  const auto having = [&](TriggerRule rule) {
    return std::count_if(spec.triggers.begin(), spec.triggers.end(),
                         [&](const TriggerSpec& trigger) { return trigger.rule == rule; });
  };
  json.set("race", having(TriggerRule::Finish) > 0);
  json.set("checkpoints", having(TriggerRule::Checkpoint));
  json.set("explore", graded != Graded::Only).set("grade", graded != Graded::No);
  Json doors = Json::array();
  for (const std::string& door : spec.papers.doors) doors.add(door);
  json.set("doors", std::move(doors));
  const std::string_view place = graded == Graded::Only ? "/levels/trials/" : "/levels/";
  json.set("glb", concat(place, file.name, ".glb"));
  json.set("picture", concat(place, file.name, ".png"));
  if (!reading.ok()) json.set("problem", problem_json(reading.problems.front()));
  return json;
}

Json vehicle_json(const VehicleType& type) {
  const Outline2 outline = outline_of(type.kind);
  Json json = Json::object().set("kind", type.name).set("about", type.about);
  json.set("glb", concat("/vehicles/", type.name, ".glb"));
  Bounds2 bounds;
  Json corners = Json::array();
  if (outline.is_circle()) {
    bounds.add({-outline.radius, -outline.radius}), bounds.add({outline.radius, outline.radius});
    for (int i = 0; i < 16; ++i) {
      const Vec2 p = Rot2::of(2 * kPi * i / 16) * Vec2{outline.radius, 0};
      corners.add(Json::array().add(p.x).add(p.y));
    }
  } else {
    for (const Vec2 corner : outline.polygon()) {
      bounds.add(corner);
      corners.add(Json::array().add(corner.x).add(corner.y));
    }
  }
  json.set("length", bounds.high.x - bounds.low.x).set("width", bounds.high.y - bounds.low.y);
  json.set("outline", std::move(corners));
  const BuildFigures build = build_figures(default_params(type.kind));
  if (build.wheelbase > 0) json.set("wheelbase", build.wheelbase);
  if (build.top_speed > 0) json.set("top_speed", build.top_speed);
  Json parts = Json::array();
  for (const VehiclePart& part : vehicle_look(type.kind, VehicleId{0}))
    if (part.turns.share != 0)
      parts.add(Json::object()
                    .set("name", part.part.name)
                    .set("turns", part.turns.share)
                    .set("axis", part.turns.axis == PartAxis::Up ? "up" : "left"));
  return json.set("parts", std::move(parts));
}

}  // namespace

Result<LevelFile> find_level_file(const std::string& folder, const std::string& name) {
  const std::string trials = concat(kTrialsFolder, "/");
  if (!name.starts_with(trials)) return find_level_named(folder, name);
  const std::string stem = name.substr(trials.size());
  return find_trials(folder, stem);
}

bool Content::is_public(std::string_view path) {
  for (const std::string_view guarded : {"/api/", "/ws", "/levels/", "/vehicles/", "/recordings/"})
    if (path.starts_with(guarded)) return false;
  return true;
}

bool Content::can_wait(std::string_view path) {
  return path.starts_with("/levels/") && path.ends_with(".png");
}

HttpResponse Content::respond(const HttpRequest& request) {
  const std::string& path = request.path;
  if (!plain_path(path)) return plain_answer(404, "There is nothing at this address.");
  if (path == "/api/server") return json_answer(server_json(sources_.token));
  if (path == "/api/levels") return levels();
  if (path == "/api/sensors") return json_answer(sensors_json());
  if (path == "/api/rooms")
    return json_answer(Json::object().set("rooms", rooms_json(room_lines(*sources_.rooms))));
  if (path == "/api/recordings")
    return json_answer(
        Json::object().set("recordings", recordings_json(sources_.recordings->list())));
  if (path == "/api/best_times") return best_times();
  if (path == "/api/vehicles") {
    Json vehicles = Json::array();
    for (const VehicleType& type : vehicle_types()) vehicles.add(vehicle_json(type));
    return json_answer(
        Json::object().set("vehicles", std::move(vehicles)).set("drivers", drivers_json()));
  }
  if (path.starts_with("/levels/")) return level(request);
  if (path.starts_with("/vehicles/")) return vehicle(request);
  if (path.starts_with("/recordings/")) return recording(request);
  if (path.starts_with("/api/")) return plain_answer(404, "There is nothing at this address.");
  return page(request);
}

HttpResponse Content::page(const HttpRequest& request) const {
  const std::string path = request.path == "/" ? "/index.html" : request.path;
  HttpResponse response;
  response.type = type_of_file(path);
  response.forever = path.starts_with("/assets/");  // their names change with their content
  if (!sources_.page_folder.empty()) {
    auto bytes = read_file(sources_.page_folder + path);
    if (!bytes) return plain_answer(404, "There is nothing at this address.");
    response.body = std::make_shared<const std::string>(std::move(*bytes));
    response.forever = false;
  } else {
    const auto find = [&](const std::string& name) {
      return std::find_if(sources_.page.begin(), sources_.page.end(),
                          [&](const PageFile& file) { return file.path == name; });
    };
    auto file = request.gzip ? find(path + ".gz") : sources_.page.end();
    response.gzip = file != sources_.page.end();
    if (file == sources_.page.end()) file = find(path);
    if (file == sources_.page.end() && (path != "/index.html" || !sources_.page.empty()))
      return plain_answer(404, "There is nothing at this address.");
    response.body =
        std::make_shared<const std::string>(file == sources_.page.end() ? kNoPage : file->bytes);
  }
  response.etag = etag_of(*response.body);
  return response;
}

HttpResponse Content::levels() const {
  Json list = Json::array();
  for (const LevelFile& file : find_levels(sources_.levels_folder)) {
    const std::filesystem::path path = file.path;
    std::error_code ignored;
    const bool graded =
        std::filesystem::exists(path.parent_path() / kTrialsFolder / path.filename(), ignored);
    list.add(level_json(file, graded ? Graded::Yes : Graded::No));
  }
  for (const LevelFile& file : lone_gradings(sources_.levels_folder))
    list.add(level_json(file, Graded::Only));
  return json_answer(list);
}

HttpResponse Content::best_times() const {
  std::vector<BestTime> times;
  std::error_code ignored;
  if (std::filesystem::exists(sources_.best_times, ignored)) {
    const auto file = BestTimes::open(sources_.best_times);
    auto list = file ? (*file)->list() : tl::unexpected(file.error());
    if (!list) return plain_answer(503, list.error().message);
    times = std::move(*list);
  }
  Json json = Json::array();
  for (const BestTime& time : times) {
    Json splits = Json::array();
    for (const Nanos split : time.splits)
      splits.add(static_cast<double>(std::max<Nanos>(0, split)) * 1e-9);
    json.add(Json::object()
                 .set("level", time.level.substr(time.level.rfind('/') + 1))
                 .set("overall", static_cast<double>(time.total) * 1e-9)
                 .set("splits", std::move(splits))
                 .set("user", time.user));
  }
  return json_answer(Json::object().set("best_times", std::move(json)));
}

std::shared_ptr<const World> Content::shown_level(std::string_view name, std::uint64_t seed,
                                                  std::string_view settings) const {
  for (const auto& room : sources_.rooms->list()) {
    const auto frame = room->latest();
    if (!frame) continue;
    const std::shared_ptr<const World>& world = frame->status->world;
    const LevelPapers& papers = *frame->status->papers;
    if (papers.collection.empty() && world->name == name && world->seed == seed &&
        settings_text(papers.variables) == settings)
      return world;
  }
  return nullptr;
}

namespace {

/// What a level looks like in a list of them: the way from its start, or its map.
Result<std::string> picture_of(const World& world, int width) {
  if (!is_known_by_its_start(world)) {
    TopViewSpec spec;
    spec.width = width;
    spec.legend = false;
    return write_png_bytes(draw_top_view(world, spec));
  }
  CameraSpec spec;
  spec.width = width, spec.height = width * 9 / 16;
  spec.outputs = {.color = true};
  spec.color.samples = 4;
  Workers workers(1);  // rooms run at the same time
  const auto seen = photograph(world, start_view(world), spec, workers);
  if (!seen) return tl::unexpected(seen.error());
  return write_png_bytes(seen->color);
}

}  // namespace

HttpResponse Content::level(const HttpRequest& request) {
  const std::string_view path = request.path;
  const auto seed = whole(request, "seed", 1, 0, ~std::uint64_t{0});
  const auto width = whole(request, "width", 640, 64, 2048);
  if (!seed || !width)
    return plain_answer(400, "seed must be a whole number, width a whole number from 64 to 2048.");
  const std::string set = request.parameter("set");
  const auto settings = settings_in(set);
  if (!settings) return plain_answer(400, "set must be name=number, more of them after commas.");
  std::string key = concat(path, " ", *seed, " ", set, " ", *width);
  std::function<Result<std::shared_ptr<const World>>()> load;
  if (stem_of(path).starts_with(kShownLevels)) {
    load = [&]() -> Result<std::shared_ptr<const World>> {
      auto world = shown_level(stem_of(path).substr(kShownLevels.size()), *seed, set);
      if (!world) return fail(ErrorCode::NotFound, "No room shows this level.");
      return world;
    };
  } else {
    const auto file = find_level_file(sources_.levels_folder, std::string(stem_of(path)));
    if (!file) return plain_answer(404, "There is no such level.");
    std::error_code ignored;
    const auto time = std::filesystem::last_write_time(file->path, ignored).time_since_epoch();
    key += concat(" ", static_cast<std::int64_t>(time.count()));
    load = [&, file]() -> Result<std::shared_ptr<const World>> {
      auto world = load_world(file->path, *seed, *settings);
      if (!world) return tl::unexpected(world.error());
      return std::make_shared<const World>(std::move(*world));
    };
  }
  if (path.ends_with(".glb"))
    return kept(key, "model/gltf-binary", [&]() -> Result<std::string> {
      const auto world = load();
      if (!world) return tl::unexpected(world.error());
      const auto draw = [&](const Material& material, Color own) {
        return textures_.draw(material, own);
      };
      std::vector<LookPart> parts = looks_of(**world, draw);
      for (LookPart& part : variant_looks_of(**world, draw)) parts.push_back(std::move(part));
      return write_glb(parts, [&](const Texture& texture) { return textures_.pack(texture); });
    });
  if (path.ends_with(".png"))
    return kept(key, "image/png", [&]() -> Result<std::string> {
      const auto world = load();
      if (!world) return tl::unexpected(world.error());
      return picture_of(**world, static_cast<int>(*width));
    });
  return plain_answer(404, "Levels come as .glb and .png.");
}

HttpResponse Content::vehicle(const HttpRequest& request) {
  const VehicleType* type = find_vehicle_type(stem_of(request.path));
  const auto number = whole(request, "vehicle", 0, 0, kMaxVehicles - 1);
  if (type == nullptr || !request.path.ends_with(".glb") || !number)
    return plain_answer(404, "There is no such vehicle.");
  const std::string key = concat(request.path, " ", *number);
  return kept(key, "model/gltf-binary", [&]() -> Result<std::string> {
    const VehicleId id{static_cast<std::uint32_t>(*number)};
    std::vector<LookPart> parts;
    for (VehiclePart& part : vehicle_look(type->kind, id)) parts.push_back(std::move(part.part));
    return write_glb(parts);
  });
}

HttpResponse Content::recording(const HttpRequest& request) const {
  if (request.access != WebAccess::Full)
    return plain_answer(403, "This address is for watching only.");
  const auto path =
      sources_.recordings->find(request.path.substr(std::string_view("/recordings/").size()));
  if (!path) return plain_answer(404, "There is no such recording.");
  auto bytes = read_file(*path, kRecordingLimit);
  if (!bytes) return plain_answer(404, "There is no such recording.");
  HttpResponse response;
  response.type = "application/octet-stream";
  response.body = std::make_shared<const std::string>(std::move(*bytes));
  return response;
}

HttpResponse Content::kept(const std::string& key, std::string type,
                           const std::function<Result<std::string>()>& make) {
  HttpResponse response;
  response.type = std::move(type);
  {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.key == key; });
    if (found != kept_.end()) {
      response.body = found->bytes, response.etag = found->etag;
      std::rotate(kept_.begin(), found, found + 1);
      return response;
    }
  }
  auto made = make();  // two may make the same at once; better than one waiting for another's town
  if (!made) return plain_answer(404, made.error().message);
  response.body = std::make_shared<const std::string>(std::move(*made));
  response.etag = etag_of(*response.body);
  const std::lock_guard lock(mutex_);
  kept_bytes_ += response.body->size();
  kept_.push_front({key, response.body, response.etag});
  while (kept_.size() > kMaxKept || (kept_bytes_ > kMaxKeptBytes && kept_.size() > 1)) {
    kept_bytes_ -= kept_.back().bytes->size();
    kept_.pop_back();
  }
  return response;
}

}  // namespace paddock::web
