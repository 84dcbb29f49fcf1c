#include "paddock/protocols/racecar/settings.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "paddock/stage/pad.h"

namespace paddock::racecar {
namespace {

tl::unexpected<Error> wrong_value(std::string_view name, std::string_view values,
                                  std::string_view got) {
  return fail(ErrorCode::Invalid, name, " must be ", values, ", got \"", got, "\"");
}

Result<void> change(CourseSenses& senses, std::string_view name, std::string_view value) {
  if (name == "realism") {
    if (value != "real" && value != "ideal") return wrong_value(name, "real or ideal", value);
    senses.realism = value == "real";
  } else if (name == "hide_cars") {
    if (value != "true" && value != "false") return wrong_value(name, "true or false", value);
    senses.hide_cars = value == "true";
  } else if (name == "depth") {
    if (value != "low" && value != "moderate" && value != "high")
      return wrong_value(name, "low, moderate or high", value);
    senses.depth = value == "low"        ? DepthDetail::Low
                   : value == "moderate" ? DepthDetail::Moderate
                                         : DepthDetail::High;
  } else {
    return fail(ErrorCode::NotFound, "programs of the robot car have no setting \"", name,
                "\"; there are realism, hide_cars and depth");
  }
  return {};
}

}  // namespace

Result<PressAt> parse_press(std::string_view text) {
  const std::size_t at = text.find('@');
  const std::string_view name = text.substr(0, at);
  const auto found = std::find(kPadButtonNames.begin(), kPadButtonNames.end(), name);
  PressAt press;
  std::string_view number = at == std::string_view::npos ? "" : text.substr(at + 1);
  if (number.ends_with('s')) number.remove_suffix(1);
  const auto [end, wrong] =
      std::from_chars(number.data(), number.data() + number.size(), press.seconds);
  if (found == kPadButtonNames.end() || wrong != std::errc{} ||
      end != number.data() + number.size() || !(press.seconds >= 0))
    return fail(ErrorCode::Invalid,
                "a press must be a button (A B X Y LB RB LJOY RJOY START BACK), "
                "@ and seconds, as \"A@2s\", got \"",
                text, "\"");
  press.button = static_cast<Button>(found - kPadButtonNames.begin());
  return press;
}

Result<CourseSenses> with_settings(CourseSenses senses, const PeerSettings& settings) {
  for (const auto& [name, value] : settings)
    if (auto changed = change(senses, name, value); !changed)
      return tl::unexpected(changed.error());
  return senses;
}

}  // namespace paddock::racecar
