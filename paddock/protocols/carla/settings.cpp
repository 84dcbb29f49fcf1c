#include "paddock/protocols/carla/settings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "paddock/core/text.h"

namespace paddock::carla {
namespace {

constexpr std::size_t kMostNotes = 20, kLongestName = 200;
constexpr std::string_view kServer = "CARLA/Server", kQuality = "CARLA/QualitySettings",
                           kLevel = "CARLA/LevelSettings", kSensor = "CARLA/Sensor",
                           kSceneCapture = "CARLA/SceneCapture", kExtras = "Paddock";

// --- text ---------------------------------------------------------------------------------------

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

/// Capitals do not count; only those of ASCII are known.
std::string lowered(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

bool same(std::string_view a, std::string_view b) { return lowered(a) == lowered(b); }

std::optional<double> number_of(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(number))
    return std::nullopt;
  return number;
}

std::optional<bool> truth_of(std::string_view text) {
  for (const std::string_view yes : {"true", "yes", "on", "1"})
    if (same(text, yes)) return true;
  for (const std::string_view no : {"false", "no", "off", "0"})
    if (same(text, no)) return false;
  return std::nullopt;
}

// --- the file -----------------------------------------------------------------------------------

struct Entry {
  std::string key;  // as it was written
  std::string value;
  bool read{};
};
struct Section {
  std::string name;  // as it was written
  std::map<std::string, Entry> entries;
};

/// Sections and keys, of equal ones the last, and what was said of them.
class IniText {
 public:
  explicit IniText(std::string_view text) {
    Section* section = nullptr;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = trimmed(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      if (line.empty() || line.front() == ';') continue;
      if (line.front() == '[' && line.back() == ']')
        section = &section_of(trimmed(line.substr(1, line.size() - 2)));
      else
        take_line(section, line);
    }
  }

  bool has(std::string_view section) const { return sections_.contains(lowered(section)); }

  /// The value of a key, which counts as read from here on.
  const std::string* value(std::string_view section, std::string_view key) {
    const auto found = sections_.find(lowered(section));
    if (found == sections_.end()) return nullptr;
    const auto entry = found->second.entries.find(lowered(key));
    if (entry == found->second.entries.end()) return nullptr;
    entry->second.read = true;
    return &entry->second.value;
  }

  void note(std::string text) {
    if (notes_.size() < kMostNotes)
      notes_.push_back(std::move(text));
    else
      ++unsaid_;
  }
  void note_value(std::string_view section, std::string_view key, std::string_view value,
                  std::string_view wanted) {
    note(concat("[", section, "] ", key, " must be ", wanted, ", got \"", shortened(value), '"'));
  }

  /// What was said, and which keys nobody asked for.
  std::vector<std::string> take_notes() {
    for (const auto& [lower, section] : sections_)
      for (const auto& [key, entry] : section.entries)
        if (!entry.read)
          note(concat("[", shortened(section.name), "] ", shortened(entry.key), " is not known"));
    if (unsaid_ > 0) notes_.push_back(concat("and ", unsaid_, " more"));
    return std::move(notes_);
  }

 private:
  static std::string_view shortened(std::string_view text) { return text.substr(0, 60); }

  Section& section_of(std::string_view name) {
    Section& section = sections_[lowered(name)];
    if (section.name.empty()) section.name = name;
    return section;
  }
  void take_line(Section* section, std::string_view line) {
    const std::size_t sign = line.find('=');
    if (section == nullptr || sign == std::string_view::npos)
      return note(concat("a line says nothing: \"", shortened(line), '"'));
    const std::string_view key = trimmed(line.substr(0, sign));
    section->entries[lowered(key)] = {std::string(key),
                                      std::string(trimmed(line.substr(sign + 1)))};
  }

  std::map<std::string, Section> sections_;
  std::vector<std::string> notes_;
  std::size_t unsaid_{};
};

/// Keys of one section into fields; what is absent or makes no sense leaves a field as it was.
class SectionReader {
 public:
  SectionReader(IniText& ini, std::string_view section) : ini_(ini), section_(section) {}

  void text(std::string_view key, std::string& field) {
    if (const std::string* value = ini_.value(section_, key)) field = *value;
  }
  void truth(std::string_view key, bool& field) {
    const std::string* value = ini_.value(section_, key);
    if (value == nullptr) return;
    const auto truth = truth_of(*value);
    if (truth)
      field = *truth;
    else
      ini_.note_value(section_, key, *value, "True or False");
  }
  /// A whole number; what stands after its point is left out.
  template <class Whole>
  void whole(std::string_view key, Whole& field) {
    const std::string* value = ini_.value(section_, key);
    if (value == nullptr) return;
    constexpr auto least = static_cast<double>(std::numeric_limits<Whole>::min());
    constexpr auto most = static_cast<double>(std::numeric_limits<Whole>::max());
    const auto number = number_of(*value);
    if (number && std::trunc(*number) >= least && std::trunc(*number) <= most)
      field = static_cast<Whole>(*number);
    else
      ini_.note_value(section_, key, *value,
                      concat("a whole number from ", std::numeric_limits<Whole>::min()));
  }
  /// A number that is brought into its range.
  void number(std::string_view key, float& field, float low, float high) {
    const std::string* value = ini_.value(section_, key);
    if (value == nullptr) return;
    const auto number = number_of(*value);
    if (!number) return ini_.note_value(section_, key, *value, "a number");
    field = static_cast<float>(std::clamp<double>(*number, low, high));
    if (*number < low || *number > high)
      ini_.note(
          concat("[", section_, "] ", key, " is ", field, ", its limit, in place of ", *number));
  }
  /// What is known and has no effect here.
  void pass_over(std::string_view key, std::string_view why) {
    if (ini_.value(section_, key) != nullptr)
      ini_.note(concat("[", section_, "] ", key, " has no effect: ", why));
  }
  const std::string* raw(std::string_view key) { return ini_.value(section_, key); }
  void complain(std::string_view key, std::string_view value, std::string_view wanted) {
    ini_.note_value(section_, key, value, wanted);
  }

 private:
  IniText& ini_;
  std::string section_;
};

// --- sections -----------------------------------------------------------------------------------

void read_server(IniText& ini, SettingsFrom from, SettingsReading& reading) {
  SectionReader read(ini, kServer);
  read.truth("SynchronousMode", reading.settings.synchronous);
  read.truth("SendNonPlayerAgentsInfo", reading.settings.send_agents);
  if (from == SettingsFrom::Client) {
    for (const std::string_view key : {"UseNetworking", "WorldPort", "ServerTimeOut"})
      read.pass_over(key, "it is the server's own");
    return;
  }
  std::uint16_t port = 0;
  read.whole("WorldPort", port);
  if (port > 0) reading.world_port = port;
  read.pass_over("UseNetworking", "clients may always come");
  read.pass_over("ServerTimeOut", "nobody is given up");
}

void read_quality(IniText& ini, Settings& settings) {
  SectionReader read(ini, kQuality);
  const std::string* level = read.raw("QualityLevel");
  if (level == nullptr) return;
  // capitals count here, as they do in the original
  if (*level == "Epic")
    settings.quality = Quality::Epic;
  else if (*level == "Low")
    settings.quality = Quality::Low;
  else if (*level == "Medium" || *level == "High")
    read.pass_over("QualityLevel", "only Low and Epic were ever made");
  else
    read.complain("QualityLevel", *level, "Low or Epic");
}

/// A name, or the path of a map as the original's command line has it.
void read_map(SectionReader& read, std::string& map) {
  const std::string* value = read.raw("MapName");
  if (value == nullptr) return;
  const std::string_view name = std::string_view(*value).substr(value->rfind('/') + 1);
  for (const std::string_view known : {"Town01", "Town02"}) {
    if (!same(name, known)) continue;
    map = known;
    return;
  }
  read.complain("MapName", *value, "Town01 or Town02");
}

void read_level_keys(IniText& ini, Settings& settings) {
  SectionReader read(ini, kLevel);
  read.text("PlayerVehicle", settings.player_vehicle);
  read.whole("NumberOfVehicles", settings.vehicles);
  read.whole("NumberOfPedestrians", settings.pedestrians);
  read.whole("SeedVehicles", settings.seed_vehicles);
  read.whole("SeedPedestrians", settings.seed_pedestrians);
  read.truth("DisableTwoWheeledVehicles", settings.no_two_wheelers);
  read_map(read, settings.map);
  std::int32_t weather = settings.weather;
  read.whole("WeatherId", weather);
  if (weather >= kWeathers) {
    read.complain("WeatherId", concat(weather), "below 15");
    weather = -1;
  }
  settings.weather = std::max(weather, -1);
}

// --- what the original does not know -----------------------------------------------------------

/// Of three keys: x and y are there together, the yaw is 0 when missing.
std::optional<Place> read_place(SectionReader& read, std::string_view name) {
  constexpr float kFarthest = 10'000, kFullTurn = 360;
  const std::string x = concat(name, "X"), y = concat(name, "Y"), yaw = concat(name, "Yaw");
  const std::string* const at_x = read.raw(x);
  const std::string* const at_y = read.raw(y);
  Place place;
  read.number(yaw, place.yaw, -kFullTurn, kFullTurn);
  if (at_x == nullptr && at_y == nullptr) return std::nullopt;
  if (at_x == nullptr || at_y == nullptr || !number_of(*at_x) || !number_of(*at_y)) {
    read.complain(x, at_x == nullptr ? "" : *at_x, concat("a number, and so must ", y));
    return std::nullopt;
  }
  read.number(x, place.x, -kFarthest, kFarthest);
  read.number(y, place.y, -kFarthest, kFarthest);
  return place;
}

std::optional<WeatherChange> weather_change_of(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto seconds = number_of(trimmed(text.substr(0, colon)));
  const auto weather = number_of(trimmed(text.substr(colon + 1)));
  if (!seconds || !weather || *seconds < 0 || *weather < -1 || *weather >= kWeathers ||
      *weather != std::trunc(*weather))
    return std::nullopt;
  return WeatherChange{static_cast<float>(*seconds), static_cast<int>(*weather)};
}

/// "10:3, 20.5:-1": seconds and weathers.
void read_weathers(SectionReader& read, std::vector<WeatherChange>& weathers) {
  constexpr std::size_t kMost = 100;
  const std::string* const value = read.raw("Weathers");
  std::string_view rest = value == nullptr ? std::string_view() : *value;
  while (!rest.empty() && weathers.size() < kMost) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const auto change = weather_change_of(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!change) return read.complain("Weathers", *value, "SECONDS:WEATHER, with commas between");
    weathers.push_back(*change);
  }
  std::stable_sort(
      weathers.begin(), weathers.end(),
      [](const WeatherChange& a, const WeatherChange& b) { return a.seconds < b.seconds; });
}

void read_extras(IniText& ini, Extras& extras) {
  extras = {};
  SectionReader read(ini, kExtras);
  extras.start = read_place(read, "Start");
  extras.goal = read_place(read, "Goal");
  if (read.raw("GoalSpot") != nullptr) {
    std::int32_t spot = -1;
    read.whole("GoalSpot", spot);
    if (spot >= 0) extras.goal_spot = static_cast<std::uint32_t>(spot);
  }
  read_weathers(read, extras.weathers);
}

// --- sensors ------------------------------------------------------------------------------------

/// "CARLA/Sensor", "CARLA/Sensor/A" and "CARLA/Sensor/A/B" of "A/B": each overrides the one before.
std::vector<std::string> sections_of(std::string_view name) {
  std::vector<std::string> sections{std::string(kSensor)};
  for (std::size_t end = 0; end != name.size();) {
    end = std::min(name.find('/', end + 1), name.size());
    sections.push_back(concat(kSensor, '/', name.substr(0, end)));
  }
  return sections;
}

std::vector<std::string> names_of(IniText& ini) {
  std::vector<std::string> names;
  const std::string* list = ini.value(kSensor, "Sensors");
  std::string_view rest = list == nullptr ? std::string_view() : *list;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string_view name = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (name.empty()) continue;
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      ini.note(concat("sensor \"", name.substr(0, 60), "\" is asked for twice"));
    } else if (name.size() > kLongestName) {
      ini.note(concat("sensor \"", name.substr(0, 60), "...\" is left out: its name is too long"));
    } else if (names.size() == kMostSensors) {
      ini.note(concat("of the sensors only the first ", kMostSensors, " are there"));
      break;
    } else {
      names.emplace_back(name);
    }
  }
  return names;
}

/// Empty when there is none of that name.
std::optional<ImageType> image_type_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, ImageType>, 4> kTypes{
      {{"None", ImageType::None},
       {"SceneFinal", ImageType::SceneFinal},
       {"Depth", ImageType::Depth},
       {"SemanticSegmentation", ImageType::Labels}}};
  for (const auto& [known, type] : kTypes)
    if (same(name, known)) return type;
  return std::nullopt;
}

void read_placement(SectionReader& read, SensorSettings& sensor) {
  constexpr float kFar = 1000, kTurns = 3600;  // m, degrees: beyond is a slip of the pen
  read.number("PositionX", sensor.position.x, -kFar, kFar);
  read.number("PositionY", sensor.position.y, -kFar, kFar);
  read.number("PositionZ", sensor.position.z, -kFar, kFar);
  read.number("RotationPitch", sensor.rotation.pitch, -kTurns, kTurns);
  read.number("RotationYaw", sensor.rotation.yaw, -kTurns, kTurns);
  read.number("RotationRoll", sensor.rotation.roll, -kTurns, kTurns);
}

void read_camera(SectionReader& read, CameraSettings& camera) {
  read.whole("ImageSizeX", camera.width);
  read.whole("ImageSizeY", camera.height);
  read.number("FOV", camera.fov, 0.001F, 179.9F);
}

void read_lidar(SectionReader& read, LidarSettings& lidar) {
  read.whole("Channels", lidar.channels);
  read.number("Range", lidar.range, 0.1F, 500);
  read.whole("PointsPerSecond", lidar.points_per_second);
  read.number("RotationFrequency", lidar.rotation_frequency, 0.001F, 1000);
  read.number("UpperFovLimit", lidar.upper_fov, -90, 90);
  read.number("LowerFovLimit", lidar.lower_fov, -90, 90);
  if (const std::string* shown = read.raw("ShowDebugPoints"); shown && truth_of(*shown) != false)
    read.pass_over("ShowDebugPoints", "the page shows a lidar's points");
}

/// What a picture or a scan cannot be without.
void mend(IniText& ini, SensorSettings& sensor) {
  const auto limit = [&](std::string_view what, std::uint32_t& value, std::uint32_t most) {
    if (value > most)
      ini.note(concat("sensor \"", sensor.name, "\" has ", what, " ", most,
                      ", its limit, in place of ", std::exchange(value, most)));
  };
  const CameraSettings standard;
  if (sensor.camera.width == 0) sensor.camera.width = standard.width;
  if (sensor.camera.height == 0) sensor.camera.height = standard.height;
  limit("ImageSizeX", sensor.camera.width, kMostPixels);
  limit("ImageSizeY", sensor.camera.height, kMostPixels);
  if (sensor.lidar.channels == 0) sensor.lidar.channels = 1;
  limit("Channels", sensor.lidar.channels, 512);
  limit("PointsPerSecond", sensor.lidar.points_per_second, 10'000'000);
}

/// None when nobody knows what it should be.
std::optional<SensorSettings> read_sensor(IniText& ini, const std::string& name) {
  SensorSettings sensor;
  sensor.name = name;
  std::string type, picture;
  for (const std::string& section : sections_of(name)) {
    SectionReader read(ini, section);
    read.text("SensorType", type);
    read_placement(read, sensor);
    read_camera(read, sensor.camera);
    read_lidar(read, sensor.lidar);
    read.raw("SensorName");
    // is not inherited: the original starts every section with SceneFinal
    picture = "SceneFinal";
    read.text("PostProcessing", picture);
  }
  if (same(type, "CAMERA")) sensor.type = SensorType::Camera;
  if (same(type, "LIDAR_RAY_CAST")) sensor.type = SensorType::LidarRayCast;
  const auto image = image_type_of(picture);
  if (sensor.type == SensorType::Unknown || !image) {
    ini.note(concat("sensor \"", name.substr(0, 60), "\" is left out: ",
                    image ? concat("SensorType \"", type.substr(0, 60))
                          : concat("PostProcessing \"", picture.substr(0, 60)),
                    "\" is not known"));
    return std::nullopt;
  }
  sensor.camera.type = *image;
  mend(ini, sensor);
  return sensor;
}

std::size_t bytes_of(const SensorSettings& sensor) {
  if (sensor.type != SensorType::Camera) return 0;
  return std::size_t{sensor.camera.width} * sensor.camera.height * 4;
}

void read_sensors(IniText& ini, Settings& settings) {
  settings.sensors.clear();
  std::size_t bytes = 0;
  for (const std::string& name : names_of(ini)) {
    auto sensor = read_sensor(ini, name);
    if (!sensor) continue;
    if (bytes + bytes_of(*sensor) > kMostFrameBytes) {
      ini.note(concat("sensor \"", name.substr(0, 60),
                      "\" is left out: all pictures of a frame may have ", kMostFrameBytes,
                      " bytes"));
      continue;
    }
    bytes += bytes_of(*sensor);
    settings.sensors.push_back(std::move(*sensor));
  }
}

}  // namespace

SettingsReading read_settings(std::string_view ini_text, const Settings& before,
                              SettingsFrom from) {
  IniText ini(ini_text);
  SettingsReading reading{.settings = before, .notes = {}};
  reading.of_0_7 = ini.has(kSceneCapture) && !ini.has(kSensor);
  read_server(ini, from, reading);
  read_quality(ini, reading.settings);
  read_level_keys(ini, reading.settings);
  read_extras(ini, reading.settings.extras);
  read_sensors(ini, reading.settings);
  reading.notes = ini.take_notes();
  return reading;
}

}  // namespace paddock::carla
