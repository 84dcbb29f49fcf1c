#include "paddock/world/opendrive/reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace paddock {
namespace {

constexpr std::size_t kMaxProblems = 1000;  // more help nobody
constexpr std::size_t kMaxLeftOut = 500;    // kinds; a file may make up names without end
constexpr std::size_t kMaxCopies = 1'000'000;
constexpr std::string_view kOwn = "paddock.";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// Of an attribute whose value says that there is nothing.
bool says_nothing(std::string_view value) {
  if (value.empty() || value == "-1" || value == "none" || value == "false") return true;
  const auto number = number_in(value);
  return number && *number == 0;
}

bool contains(std::initializer_list<std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::optional<double> number_in(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

void OpenDriveReader::complain_at(const SourceLine& at, std::string message) {
  if (reading_.problems.size() < kMaxProblems)
    reading_.problems.push_back({at, std::move(message)});
}

double OpenDriveReader::number(const XmlElement& element, std::string_view name, double low,
                               double high) {
  const std::string* value = element.attribute(name);
  if (value == nullptr) {
    complain(element, "must have ", name, ", got none");
    return 0;
  }
  const auto got = number_in(*value);
  if (got && *got >= low && *got <= high) return *got;
  complain(element, name, " must be a number from ", figure(low), " to ", figure(high), ", got ",
           quote(*value));
  return 0;
}

double OpenDriveReader::number_or(const XmlElement& element, std::string_view name, double fallback,
                                  double low, double high) {
  const std::string* value = element.attribute(name);
  if (value == nullptr || trimmed(*value).empty()) return fallback;
  return number(element, name, low, high);
}

int OpenDriveReader::whole(const XmlElement& element, std::string_view name) {
  constexpr double kMost = 1000;
  const double value = number(element, name, -kMost, kMost);
  if (value != std::floor(value)) complain(element, name, " must be a whole number, got ", value);
  return static_cast<int>(value);
}

std::string OpenDriveReader::text(const XmlElement& element, std::string_view name) {
  const std::string* value = element.attribute(name);
  if (value == nullptr || value->empty()) {
    complain(element, "must have ", name, ", got ", value == nullptr ? "none" : "an empty one");
    return {};
  }
  return *value;
}

std::string OpenDriveReader::text_or(const XmlElement& element, std::string_view name,
                                     std::string_view fallback) {
  const std::string* value = element.attribute(name);
  return value != nullptr ? *value : std::string(fallback);
}

std::optional<double> OpenDriveReader::speed(const XmlElement& element, std::string_view name,
                                             std::string_view unit_otherwise) {
  const std::string* value = element.attribute(name);
  const auto got = value != nullptr ? number_in(*value) : std::nullopt;
  if (!got) return {};
  const std::string unit = text_or(element, "unit", unit_otherwise);
  double factor = 1;
  if (unit == "km/h")
    factor = 1 / 3.6;
  else if (unit == "mph")
    factor = 0.44704;
  else if (unit != "m/s" && !unit.empty())
    complain(element, "unit must be m/s, km/h or mph, got ", quote(unit));
  const double speed = *got * factor;
  if (speed >= 0 && speed <= 1000) return speed;
  complain(element, name, " must be a speed of 0 to 1000 m/s, got ", speed);
  return 0;
}

std::optional<std::string> OpenDriveReader::own_data(const XmlElement& element,
                                                     std::string_view code) const {
  for (const XmlElement& child : element.children) {
    if (child.name != "userData") continue;
    const std::string* its = child.attribute("code");
    if (its == nullptr || !its->starts_with(kOwn) || its->substr(kOwn.size()) != code) continue;
    if (const std::string* value = child.attribute("value")) return *value;
  }
  return {};
}

bool OpenDriveReader::may_copy(const SourceLine& at, std::size_t things) {
  copies_ += things;
  if (copies_ <= kMaxCopies) return true;
  complain_at(at, concat("repeats more than ", kMaxCopies, " things said before"));
  return false;
}

void OpenDriveReader::leave_out(const SourceLine& at, const std::string& what) {
  auto found = index_.find(what);
  if (found == index_.end()) {
    if (index_.size() >= kMaxLeftOut) return;
    found = index_.emplace(what, reading_.left_out.size()).first;
    reading_.left_out.push_back({what, 0, at.line});
  }
  ++reading_.left_out[found->second].count;
}

void OpenDriveReader::unread(const XmlElement& element,
                             std::initializer_list<std::string_view> attributes,
                             std::initializer_list<std::string_view> children) {
  for (const XmlAttribute& each : element.attributes) {
    if (!contains(attributes, each.name) && !says_nothing(each.value))
      leave_out(element, concat(each.name.substr(0, 40), " of <", element.name, '>'));
  }
  for (const XmlElement& child : element.children) {
    const std::string* code = child.name == "userData" ? child.attribute("code") : nullptr;
    const bool own = code != nullptr && code->starts_with(kOwn);
    if (!own && !contains(children, child.name))
      leave_out(child, concat('<', child.name.substr(0, 40), "> in <", element.name, '>'));
  }
}

}  // namespace paddock
