// Reads a level: head, variables, included files, then pieces and things in the order of the text.
#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "paddock/io/file.h"
#include "paddock/world/level.h"
#include "paddock/world/level_files.h"
#include "paddock/world/level_parts.h"
#include "paddock/world/pieces/kinds.h"

namespace paddock {
namespace {

constexpr int kFormat = 1;
constexpr std::size_t kMaxDepth = 8;         // of includes in includes
constexpr std::size_t kMaxFiles = 64;        // of one level
constexpr std::size_t kMaxTables = 100'000;  // of pieces and things, parts counted each time
constexpr std::size_t kMaxTrials = 100;

// --- the head -----------------------------------------------------------------------------------

/// False when the rest of the file may mean something else.
bool read_format(TableReader& root) {
  if (!root.require("format")) return true;
  const TomlValue* format = root.take("format");
  if (format->kind == TomlKind::Integer && format->integer == kFormat) return true;
  root.refuse(*format, "format", "format", concat("be ", kFormat, " for this version of Paddock"));
  return format->kind != TomlKind::Integer;
}

void read_clock(TableReader& root, Clock& clock) {
  auto table = root.table("clock");
  if (!table) return;
  const auto whole = [&](std::string_view key, std::int64_t& into) {
    int value = static_cast<int>(into);
    table->whole(key, value);
    into = value;
  };
  whole("grid_hz", clock.grid_hz);
  whole("tick", clock.grid_per_tick);
  whole("frame", clock.grid_per_frame);
  table->finish();
}

void read_ground(TableReader& root, GroundSpec& ground) {
  auto table = root.table("ground");
  if (!table) return;
  table->vec2("center", ground.center);
  table->vec2("size", ground.size);
  table->text("material", ground.material);
  table->truth("markings", ground.markings);
  table->finish();
}

void read_color(TableReader& table, std::string_view key, Color& into) {
  std::optional<Color> color;
  table.color(key, color);
  into = color.value_or(into);
}

void read_sun(TableReader& root, SunSpec& sun) {
  auto table = root.table("sun");
  if (!table) return;
  table->angle("azimuth", sun.azimuth);
  table->angle("elevation", sun.elevation);
  table->number("ambient", sun.ambient);
  read_color(*table, "color", sun.color);
  table->number("intensity", sun.intensity);
  table->finish();
}

void read_sky(TableReader& root, SkySpec& sky) {
  auto table = root.table("sky");
  if (!table) return;
  read_color(*table, "zenith", sky.zenith);
  read_color(*table, "horizon", sky.horizon);
  table->number("fog", sky.fog);
  table->finish();
}

void read_picture(TableReader& root, PictureSpec& picture) {
  auto table = root.table("picture");
  if (!table) return;
  table->truth("gamma_space", picture.gamma_space);
  table->finish();
}

/// Figures that are not written are those of the preset, without one of a clear day.
void read_weather(TableReader& root, LevelScene& scene) {
  auto table = root.table("weather");
  if (!table) return;
  scene.has_weather = true;
  WeatherSpec weather;
  bool on = table->take("preset") != nullptr;
  if (on) {
    std::vector<std::string_view> names;
    for (const WeatherPreset& preset : weather_presets()) names.push_back(preset.name);
    std::size_t preset = 0;
    table->choice("preset", names, preset);
    weather = weather_presets()[preset].weather;
  }
  for (const WeatherFigure& figure : weather_figures()) {
    double& number = weather.*figure.figure;
    on = on || table->take(figure.key()) != nullptr;
    if (!figure.angle) table->number(figure.key(), number);
  }
  on = on || table->take("elevation_deg") != nullptr;
  table->angle("elevation", weather.elevation);
  if (table->take("azimuth_deg") != nullptr || table->take("azimuth") != nullptr) {
    weather.azimuth = scene.sun.azimuth, on = true;
    table->angle("azimuth", *weather.azimuth);
  }
  table->finish();
  if (on) scene.weather = weather;
}

AfterUpset read_treatment(TableReader& table, std::string_view key, AfterUpset fallback) {
  auto treatment = static_cast<std::size_t>(fallback);
  table.choice(key, upset_treatments(), treatment);
  return static_cast<AfterUpset>(treatment);
}

void read_rigid(TableReader& root, PhysicsKind physics, RigidSpec& rigid) {
  auto table = root.table("rigid");
  if (!table) return;
  if (physics != PhysicsKind::Rigid) {
    root.refuse("rigid",
                "must stand in a level with physics = \"rigid\", got physics = \"planar\"");
    return;
  }
  table->number("gravity", rigid.gravity);
  table->number("scale", rigid.scale);
  table->number("fall_depth", rigid.fall_depth);
  rigid.after_flip = read_treatment(*table, "after_flip", rigid.after_flip);
  rigid.after_fall = read_treatment(*table, "after_fall", rigid.after_fall);
  table->finish();
}

void read_vehicle_figures(TableReader& root, std::vector<VehicleFigureSpec>& figures) {
  auto table = root.table("vehicle_figures");
  if (!table) return;
  for (const TomlValue* item : table->unknown()) {
    if (!is_variable_name(item->key)) {
      root.reading().complain(
          {root.where().file, item->line},
          concat("vehicle_figures must have names of letters, digits and _, got ",
                 quote(item->key)));
      continue;
    }
    VehicleFigureSpec figure{item->key, 0, {root.where().file, item->line}};
    table->number(item->key, figure.value);
    std::erase_if(figures, [&](const VehicleFigureSpec& o) { return o.name == figure.name; });
    figures.push_back(std::move(figure));
  }
}

void read_traffic(TableReader& root, std::optional<TrafficSpec>& traffic) {
  auto table = root.table("traffic");
  if (!table) return;
  TrafficSpec read = traffic.value_or(TrafficSpec{});
  read.where = table->where();
  table->whole("vehicles", read.vehicles), table->whole("walkers", read.walkers);
  table->whole("parked", read.parked);
  table->texts("kinds", read.kinds);
  auto mode = static_cast<std::size_t>(read.mode);
  table->choice("mode", traffic_modes(), mode);
  read.mode = static_cast<TrafficMode>(mode);
  table->whole("seed", read.seed);
  table->finish();
  traffic = std::move(read);
}

/// What a level may take from another file: what is not written stays as it is.
void read_setting(TableReader& root, LevelSpec& spec) {
  static constexpr std::array<std::string_view, 2> kPhysics{"planar", "rigid"};
  auto physics = static_cast<std::size_t>(spec.physics);
  root.choice("physics", kPhysics, physics);
  spec.physics = static_cast<PhysicsKind>(physics);
  root.text("vehicle", spec.vehicle);
  root.texts("doors", spec.papers.doors);
  read_vehicle_figures(root, spec.vehicle_figures);
  read_clock(root, spec.clock);
  read_ground(root, spec.ground);
  read_sun(root, spec.scene.sun);
  read_sky(root, spec.scene.sky);
  read_picture(root, spec.scene.picture);
  read_weather(root, spec.scene);
  read_rigid(root, spec.physics, spec.rigid);
  read_traffic(root, spec.traffic);
}

void read_head(TableReader& root, LevelSpec& spec) {
  if (root.require("title")) root.text("title", spec.papers.title);
  root.text("description", spec.papers.description);
  root.text("help", spec.papers.help);
  root.text("code", spec.papers.code);
  root.whole("cars", spec.cars);
  root.whole("capacity", spec.capacity);
  read_setting(root, spec);
}

void read_all_variables(TableReader& root) {
  const TomlValue* variables = root.take("variables");
  if (variables != nullptr && variables->kind != TomlKind::Table)
    root.refuse(*variables, "variables", "variables", "be a table");
  else if (variables != nullptr)
    read_variables(root, *variables);
  refuse_unknown_settings(root.reading(), root.where().file);
}

// --- the body -----------------------------------------------------------------------------------

struct Entry {
  const TomlValue* table{};
  std::size_t kind{};  // pieces first, then things
};

std::string_view kind_name(std::size_t kind) {
  const auto pieces = piece_kinds();
  return kind < pieces.size() ? pieces[kind] : thing_kinds()[kind - pieces.size()].name;
}

// TOML groups tables by name; their lines bring back the order in which they were written.
std::vector<Entry> collect_entries(TableReader& root) {
  std::vector<Entry> entries;
  for (std::size_t kind = 0; kind < piece_kinds().size() + thing_kinds().size(); ++kind) {
    const std::string_view name = kind_name(kind);
    if (name == "view" && root.label() == "trial") continue;  // there it is how the page looks
    const TomlValue* list = root.take(name);
    if (list == nullptr) continue;
    const std::string must = concat("be written [[", name, "]]");
    if (list->kind != TomlKind::Array) {
      root.refuse(*list, name, std::string(name), must);
      continue;
    }
    for (const TomlValue& table : list->items) {
      if (table.kind == TomlKind::Table)
        entries.push_back({&table, kind});
      else
        root.refuse(table, name, std::string(name), must);
    }
  }
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.table->line, a.table->column) < std::tie(b.table->line, b.table->column);
  });
  return entries;
}

/// One after the other, so that a level written anew has the same sum.
double sum_of_points(std::span<const TaskSpec> tasks, double sum = 0) {
  for (const TaskSpec& task : tasks) sum += task.points;
  return sum;
}

constexpr std::string_view kPartHolds = "a part must have only pieces, triggers and places, got ";

void read_entries(TableReader& root) {
  for (const Entry& entry : collect_entries(root)) {
    const SourceLine where{root.where().file, entry.table->line};
    const std::string_view kind = kind_name(entry.kind);
    const std::size_t pieces = piece_kinds().size();
    Reading& reading = root.reading();
    if (++reading.tables > kMaxTables) {
      reading.complain(where, concat("a level must have at most ", kMaxTables,
                                     " pieces and things in all its parts, got more"));
      reading.full = true;
      return;
    }
    if (reading.part && entry.kind >= pieces && !belongs_in_part(kind)) {
      reading.complain(where, concat(kPartHolds, quote(kind)));
      continue;
    }
    // the points of all trials are known without the files that only one of them includes
    if (kind == "task" && where.file != reading.files.front()) {
      reading.complain(where, "a task must stand in the level itself, got one in another file");
      continue;
    }
    TableReader table(reading, *entry.table, where, std::string(kind));
    if (entry.kind < pieces)
      read_piece(table, entry.kind);
    else
      thing_kinds()[entry.kind - pieces].read(table);
    if (reading.full) return;
  }
}

void refuse_unknown(TableReader& root, bool included) {
  Reading& reading = root.reading();
  for (const TomlValue* item : root.unknown()) {
    if (reading.crowded()) return;
    const SourceLine where{root.where().file, item->line};
    const std::string found = quote(item->key) + did_you_mean(item->key, root.known());
    if (item->kind == TomlKind::Array && !item->items.empty() &&
        item->items[0].kind == TomlKind::Table) {
      reading.complain({where.file, item->items[0].line},
                       concat("a piece must be of a known kind, got ", found));
    } else if (reading.part) {
      reading.complain(where, concat(kPartHolds, found));
    } else if (included) {
      reading.complain(where,
                       concat("an included file must have only pieces and things, got ", found));
    } else {
      reading.complain(where, concat("a level must have known keys only, got ", found));
    }
  }
}

// --- files --------------------------------------------------------------------------------------

class FileReader {
 public:
  explicit FileReader(Reading& reading) : reading_(reading) {
    reading.read_part = [this](const SourceLine& from, const std::string& name) {
      return read_part(from, name);
    };
  }

  void read_level_file(std::string_view text, const std::string& file) {
    open_.push_back(std::filesystem::path(file).lexically_normal().string());
    reading_.files.push_back(file);
    const auto parsed = parse(text, file);
    if (!parsed) return;
    if (parsed->items.empty()) {
      return reading_.complain({file, 1}, "a level must have format and title, got an empty file");
    }
    TableReader root(reading_, *parsed, {file, 1}, "");
    if (!read_format(root)) return;
    const Trials trials = find_trials(root);
    read_all_variables(root);
    const auto like = read_like(root);
    read_head(root, reading_.spec);
    if (like) read_inherited(*like);
    read_body(root, false);
    read_trials(root, trials);
    finish(root);
  }

 private:
  std::optional<TomlValue> parse(std::string_view text, const std::string& file) {
    auto parsed = parse_toml(text);
    if (parsed) return std::move(*parsed);
    reading_.complain({file, parsed.error().line}, parsed.error().message);
    return std::nullopt;
  }

  void read_body(TableReader& root, bool included) {
    read_includes(root);
    read_entries(root);
    refuse_unknown(root, included);
  }

  // --- a file to be like ---

  struct Like {
    std::string path;
    TomlValue table;
  };

  /// The head of the file that the level is like, into the spec.
  std::optional<Like> read_like(TableReader& root) {
    std::string name;
    root.text("like", name);
    if (name.empty()) return std::nullopt;
    Opened file = open(root.where().file, name, "is like");
    if (!file.must.empty()) {
      root.refuse("like", concat("must ", file.must, ", got ", quote(name)));
      return std::nullopt;
    }
    auto parsed = parse(file.text, file.path);
    if (!parsed) return std::nullopt;
    Like like{file.path, std::move(*parsed)};
    TableReader other(reading_, like.table, {file.path, 1}, "");
    if (other.take("format") != nullptr && !read_format(other)) return std::nullopt;
    read_setting(other, reading_.spec);
    other.take("include");
    for (const TomlValue* item : other.unknown())
      reading_.complain({file.path, item->line},
                        concat("a file to be like must have only keys of a head, got ",
                               quote(item->key), did_you_mean(item->key, other.known())));
    reading_.lines.inherit(root.where(), other.where());
    return like;
  }

  void read_inherited(const Like& like) {
    open_.push_back(like.path);
    TableReader root(reading_, like.table, {like.path, 1}, "");
    read_includes(root);
    open_.pop_back();
  }

  // --- trials ---

  struct Trials {
    std::vector<const TomlValue*> tables;
    std::size_t chosen{};
  };

  /// The trials of a level; of a list the variable `trial` chooses one.
  Trials find_trials(TableReader& root) {
    Trials trials;
    const TomlValue* found = root.take("trial");
    if (found == nullptr) return trials;
    if (found->kind == TomlKind::Table) return {{found}, 0};
    constexpr std::string_view kMust = "be written [trial] or [[trial]]";
    if (found->kind != TomlKind::Array || found->items.empty()) {
      root.refuse(*found, "trial", "trial", kMust);
      return trials;
    }
    for (const TomlValue& table : found->items)
      if (table.kind == TomlKind::Table)
        trials.tables.push_back(&table);
      else
        root.refuse(table, "trial", "trial", kMust);
    if (trials.tables.size() > kMaxTrials) {
      reading_.complain(root.where(), concat("a level must have at most ", kMaxTrials,
                                             " trials, got ", trials.tables.size()));
      return {};
    }
    if (!trials.tables.empty()) trials.chosen = choose(root.where().file, trials.tables.size());
    return trials;
  }

  std::size_t choose(const std::string& file, std::size_t count) {
    keep_variable(reading_, {file, 1}, "trial", 1);
    const double number = reading_.variables.find("trial")->second;
    for (std::size_t i = 0; i < count; ++i)
      if (number == static_cast<double>(i + 1)) return i;
    reading_.complain({file, 0},
                      concat("trial must be from 1 to ", count, ", got ", figure(number)));
    return 0;
  }

  void read_trials(TableReader& root, const Trials& trials) {
    LevelSpec& spec = reading_.spec;
    const double shared = sum_of_points(spec.tasks);
    for (std::size_t i = 0; i < trials.tables.size() && !reading_.full; ++i) {
      const TomlValue& written = *trials.tables[i];
      TableReader table(reading_, written, {root.where().file, written.line}, "trial");
      TrialSpec trial = read_trial(table);
      const std::size_t before = spec.tasks.size();
      if (i == trials.chosen)
        read_chosen(table);
      else
        read_tasks_only(table);
      trial.points = sum_of_points(std::span(spec.tasks).subspan(before), shared);
      if (i == trials.chosen)
        spec.papers.trial = trial;
      else
        spec.tasks.resize(before);
      spec.papers.trials.push_back(std::move(trial));
      table.finish();
    }
  }

  /// What stands in the trial joins what the level has; its starts take the place of the level's.
  void read_chosen(TableReader& table) {
    std::vector<StartSpec>& starts = reading_.spec.starts;
    const auto before = static_cast<std::ptrdiff_t>(starts.size());
    read_includes(table);
    read_entries(table);
    if (static_cast<std::ptrdiff_t>(starts.size()) > before)
      starts.erase(starts.begin(), starts.begin() + before);
  }

  /// Of a trial that was not chosen: for its points.
  void read_tasks_only(TableReader& table) {
    table.take("include");
    for (const Entry& entry : collect_entries(table)) {
      if (kind_name(entry.kind) != "task") continue;
      TableReader task(reading_, *entry.table, {table.where().file, entry.table->line}, "task");
      read_task(task);
    }
  }

  // --- included files and parts ---

  void read_includes(TableReader& root) {
    const TomlValue* list = root.take("include");
    if (list == nullptr) return;
    if (list->kind != TomlKind::Array) {
      return root.refuse(*list, "include", "include", "be an array of file names");
    }
    for (const TomlValue& name : list->items) {
      if (name.kind != TomlKind::String) {
        root.refuse(name, "include", "include", "hold file names in quotes");
      } else {
        include(root.where().file, name);
      }
    }
  }

  void include(const std::string& from, const TomlValue& name) {
    const Opened file = open(from, name.text, "includes");
    if (!file.must.empty())
      return reading_.complain({from, name.line},
                               concat("include must ", file.must, ", got ", quote(name.text)));
    open_.push_back(file.path);
    if (const auto parsed = parse(file.text, file.path)) {
      TableReader root(reading_, *parsed, {file.path, 1}, "");
      read_body(root, true);
    }
    open_.pop_back();
  }

  /// A file that another one names, or what must hold of its name.
  struct Opened {
    std::string path, text, must;
  };
  Opened open(const std::string& from, const std::string& name, std::string_view verb) {
    const auto path = path_beside(from, name);
    const auto refuse = [](std::string must) { return Opened{{}, {}, std::move(must)}; };
    if (!path) return refuse("name a file in the level's folder");
    if (std::find(open_.begin(), open_.end(), *path) != open_.end())
      return refuse(concat("not lead back to a file that ", verb, " it"));
    if (open_.size() > kMaxDepth) return refuse(concat("nest at most ", kMaxDepth, " deep"));
    if (verb == "places" && parts_.contains(*path)) return {*path, {}, {}};
    if (reading_.files.size() >= kMaxFiles)
      return refuse(concat("name at most ", kMaxFiles - 1, " files in all"));
    auto text = read_file(*path, kTomlLimit);
    if (!text && text.error().code == ErrorCode::NotFound) return refuse("name an existing file");
    if (!text) return refuse("name a readable file of at most 1 MiB");
    reading_.files.push_back(*path);
    return {*path, std::move(*text), {}};
  }

  std::string read_part(const SourceLine& from, const std::string& name) {
    Opened file = open(from.file, name, "places");
    if (!file.must.empty()) return file.must;
    // a part stands in many places: it is parsed once
    auto known = parts_.find(file.path);
    if (known == parts_.end()) known = parts_.emplace(file.path, parse(file.text, file.path)).first;
    if (!known->second) return {};
    open_.push_back(file.path);
    TableReader root(reading_, *known->second, {file.path, 1}, "");
    if (root.take("format") == nullptr || read_format(root)) {
      read_entries(root);
      refuse_unknown(root, true);
    }
    open_.pop_back();
    return {};
  }

  void finish(TableReader& root) {
    LevelSpec& spec = reading_.spec;
    if (spec.starts.empty()) {
      spec.starts.push_back({.where = root.where(),
                             .pose = {spec.ground.center.x, spec.ground.center.y, 0},
                             .vehicle = {}});
    }
    if (reading_.full) return;
    for (Problem& problem : check_level(spec, root.where(), reading_.lines)) {
      reading_.complain(problem.where, std::move(problem.message), std::move(problem.field));
    }
  }

  Reading& reading_;
  std::vector<std::string> open_;  // files being read, each named by the one before
  std::map<std::string, std::optional<TomlValue>> parts_;
};

// By file in the order of opening, then by line; copies of a piece and places of a part
// complain once.
void sort_problems(Reading& reading) {
  const auto rank = [&](const Problem& p) {
    return std::find(reading.files.begin(), reading.files.end(), p.where.file);
  };
  std::stable_sort(reading.problems.begin(), reading.problems.end(),
                   [&](const Problem& a, const Problem& b) {
                     return std::tuple(rank(a), a.where.line) < std::tuple(rank(b), b.where.line);
                   });
  std::set<std::string> said;
  std::erase_if(reading.problems, [&](const Problem& p) { return !said.insert(p.text()).second; });
}

}  // namespace

std::span<const std::string_view> traffic_modes() {
  static constexpr std::array<std::string_view, 2> kModes{"calm", "lively"};
  return kModes;
}

std::span<const std::string_view> upset_treatments() {
  static constexpr std::array<std::string_view, 3> kTreatments{"report", "freeze", "reset"};
  return kTreatments;
}

LevelReading read_level_text(std::string_view text, const std::string& file, std::uint64_t seed,
                             const LevelSettings& settings) {
  Reading reading;
  reading.settings = &settings;
  const std::filesystem::path path(file);
  reading.spec.name = path.stem().string();
  // gradings stand in a folder of their collection
  const bool grading = path.parent_path().filename() == kTrialsFolder;
  const std::filesystem::path folder =
      grading ? path.parent_path().parent_path() : path.parent_path();
  reading.spec.papers.collection = folder.filename().string();
  reading.spec.seed = seed;
  try {
    FileReader(reading).read_level_file(text, file);
    sort_problems(reading);
  } catch (const std::exception& error) {  // memory, or a file system that fails in a new way
    reading.problems.push_back(
        {{file, 0}, concat("level must be readable, got \"", error.what(), '"')});
  }
  return {std::move(reading.spec), std::move(reading.problems)};
}

LevelReading read_level(const std::string& path, std::uint64_t seed,
                        const LevelSettings& settings) {
  const auto text = read_file(path, kTomlLimit);
  if (text) return read_level_text(*text, path, seed, settings);
  // the file's errors begin with its path, which a problem says anyway
  return {.spec = {}, .problems = {{{path, 0}, text.error().message.substr(path.size() + 2)}}};
}

}  // namespace paddock
