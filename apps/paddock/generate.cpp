// paddock generate: a level file from a generator or from another tool's map.
#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "paddock/io/file.h"
#include "paddock/io/toml.h"
#include "paddock/world/generate/generate.h"
#include "paddock/world/import/ros_map.h"
#include "paddock/world/level.h"
#include "paddock/world/opendrive/opendrive.h"

namespace paddock {
namespace {

void print_generators() {
  for (const Generator& generator : generators()) {
    fmt::print("{}: {}\n", generator.kind, generator.about);
    for (const GeneratorParam& p : generator.params)
      fmt::print("  {:<16} {:<8} {} to {}: {}\n", p.name, p.fallback, p.low, p.high, p.about);
  }
  fmt::print("\nFor example: paddock generate oval width=2.4 --seed 7 -o my-oval.toml\n");
}

/// The generator's defaults with the settings of the command line; nothing after a complaint.
std::optional<std::vector<double>> read_settings(const Generator& generator,
                                                 const std::vector<std::string>& settings) {
  std::vector<double> values;
  for (const GeneratorParam& p : generator.params) values.push_back(p.fallback);
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    const std::string name = setting.substr(0, equals);
    std::size_t i = 0;
    while (i < generator.params.size() && generator.params[i].name != name) ++i;
    if (equals == std::string::npos || i == generator.params.size()) {
      complain(fmt::format("{} takes name=value with the names of paddock generate, got \"{}\"",
                           generator.kind, setting));
      return std::nullopt;
    }
    const GeneratorParam& p = generator.params[i];
    const char* last = setting.data() + setting.size();
    const auto [end, error] = std::from_chars(setting.data() + equals + 1, last, values[i]);
    const bool whole =
        !p.whole || values[i] == static_cast<double>(static_cast<std::int64_t>(values[i]));
    if (error != std::errc{} || end != last || !(values[i] >= p.low && values[i] <= p.high) ||
        !whole) {
      complain(fmt::format("{} must be a {}number from {} to {}, got \"{}\"", name,
                           p.whole ? "whole " : "", p.low, p.high, setting.substr(equals + 1)));
      return std::nullopt;
    }
  }
  return values;
}

int deliver(const LevelSpec& spec, const std::string& output) {
  const std::string text = write_level(spec);
  if (text.size() > kTomlLimit)
    return complain(
        fmt::format("a level may have {} bytes, and this one needs {}", kTomlLimit, text.size()));
  if (output.empty()) {
    fmt::print("{}", text);
    return kOk;
  }
  const auto written = write_file(output, text);
  if (!written) return complain(written.error().message);
  fmt::print("Written: {}\nLook at it: paddock shot {} -o level.png\n", output, output);
  return kOk;
}

}  // namespace

int generate_level(const GenerateOptions& options) {
  if (options.kind.empty()) {
    print_generators();
    return kOk;
  }
  const Generator* generator = find_generator(options.kind);
  if (generator == nullptr) {
    std::string kinds;
    for (const Generator& g : generators()) kinds += concat(kinds.empty() ? "" : ", ", g.kind);
    return complain(
        fmt::format("there is no generator \"{}\". Generators: {}", options.kind, kinds));
  }
  const auto values = read_settings(*generator, options.settings);
  if (!values) return kUsage;
  LevelSpec spec;
  spec.papers.title = fmt::format("Generated {} {}", options.kind, options.seed);
  spec.papers.description = concat(generator->about);
  spec.seed = options.seed;
  const auto made = generator->make(*values, options.seed, spec);
  if (!made) return complain(made.error().message);
  return deliver(spec, options.output);
}

int import_map(const ImportOptions& options) {
  const LevelReading reading = import_ros_map(options.map);
  for (const Problem& problem : reading.problems) complain(problem.text());
  if (!reading.ok()) return kFailed;
  return deliver(reading.spec, options.output);
}

int import_roads(const ImportOptions& options) {
  const OpenDriveImport import = import_opendrive(options.map);
  for (const Problem& problem : import.level.problems) complain(problem.text());
  if (!import.level.ok()) return kFailed;
  if (!import.left_out.empty()) fmt::print(stderr, "Left out, or taken more simply:\n");
  for (const LeftOut& each : import.left_out) fmt::print(stderr, "  {}\n", each.text());
  return deliver(import.level.spec, options.output);
}

}  // namespace paddock
