#include "paddock/protocols/carla/launcher.h"

#include <charconv>
#include <string_view>

#include "paddock/io/shell_script.h"

namespace paddock::carla {
namespace {

/// What follows "-name=" or "--name="; none when this is another option.
std::optional<std::string_view> value_of(std::string_view argument, std::string_view name) {
  while (argument.starts_with('-')) argument.remove_prefix(1);
  if (!argument.starts_with(name) || argument.substr(name.size(), 1) != "=") return std::nullopt;
  return argument.substr(name.size() + 1);
}

Result<int> number_of(std::string_view argument, std::string_view text, int low, int high) {
  int number = 0;
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (wrong == std::errc{} && end == text.data() + text.size() && number >= low && number <= high)
    return number;
  return fail(ErrorCode::Invalid, argument, " must be a number from ", low, " to ", high);
}

Result<std::string> map_of(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  if (name == "Town01" || name == "Town02") return std::string(name);
  return fail(ErrorCode::NotFound, "there is no map ", path, ": CARLA 0.8 has Town01 and Town02");
}

Result<void> take(std::string_view argument, CarlaCall& call) {
  if (!argument.starts_with('-')) {
    auto map = map_of(argument);
    if (!map) return tl::unexpected(map.error());
    call.map = std::move(*map);
    return {};
  }
  for (const std::string_view name : {"carla-world-port", "world-port"})
    if (const auto value = value_of(argument, name)) {
      const auto port = number_of(argument, *value, 1, 65533);
      if (!port) return tl::unexpected(port.error());
      call.port = static_cast<std::uint16_t>(*port);
      return {};
    }
  if (const auto value = value_of(argument, "fps")) {
    const auto fps = number_of(argument, *value, 1, 200);
    if (!fps) return tl::unexpected(fps.error());
    call.fps = *fps;
    return {};
  }
  if (const auto value = value_of(argument, "carla-settings"))
    call.settings = *value;
  else if (argument == "-benchmark")
    call.benchmark = true;
  else
    call.passed_over.emplace_back(argument);
  return {};
}

}  // namespace

Result<CarlaCall> parse_carla_call(std::span<const std::string> arguments) {
  CarlaCall call;
  for (const std::string& argument : arguments)
    if (const auto taken = take(argument, call); !taken) return tl::unexpected(taken.error());
  return call;
}

Result<std::string> write_carla_launcher(const std::string& folder) {
  return write_script(folder, "CarlaUE4.sh",
                      concat("#!/bin/sh\n"
                             "# Starts Paddock where scripts start CARLA 0.8.\n"
                             "# PADDOCK_CARLA may hold more options of paddock serve carla.\n"
                             "exec '",
                             own_binary(), "' serve carla $PADDOCK_CARLA -- \"$@\"\n"));
}

}  // namespace paddock::carla
