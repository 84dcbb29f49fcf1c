// One function for each type a level file can hold.
#include "paddock/world/level_table.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "paddock/core/angle.h"

namespace paddock {
namespace {

constexpr std::size_t kMaxProblems = 1000;  // more help nobody, and bound what a bad file can cost
constexpr double kMaxWhole = 1e9;           // fits an int

std::optional<Color> parse_color(std::string_view text) {
  if (text.size() != 7 || text[0] != '#') return std::nullopt;
  unsigned value = 0;
  for (const char c : text.substr(1)) {
    const bool digit = c >= '0' && c <= '9';
    const char lower = static_cast<char>(c | 0x20);
    if (!digit && (lower < 'a' || lower > 'f')) return std::nullopt;
    value = value * 16 + static_cast<unsigned>(digit ? c - '0' : lower - 'a' + 10);
  }
  return Color{static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
               static_cast<std::uint8_t>(value)};
}

std::string element(const std::string& path, std::size_t index) {
  return concat(path, '[', index, ']');
}

}  // namespace

void Reading::complain(const SourceLine& where, std::string message, std::string field) {
  if (!crowded()) problems.push_back({where, std::move(message), std::move(field)});
}

bool Reading::crowded() const { return problems.size() >= kMaxProblems; }

TableReader::TableReader(Reading& reading, const TomlValue& table, SourceLine thing,
                         std::string label, std::string prefix)
    : reading_(reading),
      table_(table),
      thing_(std::move(thing)),
      label_(std::move(label)),
      prefix_(std::move(prefix)) {}

std::string TableReader::path_of(std::string_view key) const {
  return label_.empty() ? std::string(key) : concat(label_, '.', key);
}

const TomlValue* TableReader::take(std::string_view key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.push_back(key);
  const TomlValue* value = table_.find(key);
  if (value != nullptr) reading_.lines.add(thing_, concat(prefix_, key), value->line);
  return value;
}

bool TableReader::require(std::string_view key) {
  if (take(key) != nullptr) return true;
  refuse(key, "must be given, got nothing");
  return false;
}

void TableReader::refuse(std::string_view key, std::string_view message) {
  const TomlValue* value = table_.find(key);
  const int line = value != nullptr ? value->line : std::max(1, table_.line);
  reading_.complain({thing_.file, line}, concat(path_of(key), ' ', message), path_of(key));
  reading_.lines.spoil(thing_, concat(prefix_, key));
}

void TableReader::refuse(const TomlValue& value, std::string_view key, const std::string& path,
                         std::string_view must) {
  reading_.complain({thing_.file, value.line},
                    concat(path, " must ", must, ", got ", describe(value)), path);
  reading_.lines.spoil(thing_, concat(prefix_, key));
}

void TableReader::leave_out(std::string_view key, std::string_view why) {
  if (const TomlValue* value = take(key))
    refuse(key, concat("must be left out ", why, ", got ", describe(*value)));
}

std::optional<double> TableReader::number_of(const TomlValue& value, std::string_view key,
                                             const std::string& path) {
  const bool sum = value.kind == TomlKind::String && value.text.find('$') != std::string::npos;
  if (sum) {
    const auto result = evaluate(value.text, reading_.variables);
    if (result) return *result;
    reading_.complain({thing_.file, value.line}, concat(path, ' ', result.error().message));
    reading_.lines.spoil(thing_, concat(prefix_, key));
    return std::nullopt;
  }
  if (value.kind != TomlKind::Integer && value.kind != TomlKind::Float) {
    refuse(value, key, path, "be a number");
    return std::nullopt;
  }
  if (!std::isfinite(value.number)) {
    refuse(value, key, path, "be a finite number");
    return std::nullopt;
  }
  return value.number;
}

void TableReader::number(std::string_view key, double& into) {
  const TomlValue* value = take(key);
  if (value == nullptr) return;
  if (const auto number = number_of(*value, key, path_of(key))) into = *number;
}

void TableReader::number(std::string_view key, std::optional<double>& into) {
  if (take(key) == nullptr) return;
  double value = 0;
  number(key, value);
  if (!reading_.lines.spoiled(thing_, concat(prefix_, key))) into = value;
}

void TableReader::whole(std::string_view key, int& into) {
  const TomlValue* value = take(key);
  if (value == nullptr) return;
  const auto number = number_of(*value, key, path_of(key));
  if (!number) return;
  if (*number != std::floor(*number)) {
    refuse(*value, key, path_of(key), "be a whole number");
  } else if (std::fabs(*number) > kMaxWhole) {
    refuse(*value, key, path_of(key), "be a whole number below 1000000000");
  } else {
    into = static_cast<int>(*number);
  }
}

void TableReader::text(std::string_view key, std::string& into) {
  const TomlValue* value = take(key);
  if (value == nullptr) return;
  if (value->kind == TomlKind::String)
    into = value->text;
  else
    refuse(*value, key, path_of(key), "be a text in quotes");
}

void TableReader::texts(std::string_view key, std::vector<std::string>& into) {
  const TomlValue* list = take(key);
  if (list == nullptr) return;
  into.clear();
  const auto is_text = [](const TomlValue& item) { return item.kind == TomlKind::String; };
  if (list->kind != TomlKind::Array ||
      !std::all_of(list->items.begin(), list->items.end(), is_text))
    return refuse(*list, key, path_of(key), "be an array of names in quotes");
  for (const TomlValue& item : list->items) into.push_back(item.text);
}

void TableReader::truth(std::string_view key, bool& into) {
  const TomlValue* value = take(key);
  if (value == nullptr) return;
  if (value->kind == TomlKind::Boolean)
    into = value->truth;
  else
    refuse(*value, key, path_of(key), "be true or false");
}

bool TableReader::numbers(const TomlValue& value, std::string_view key, const std::string& path,
                          std::span<double> into) {
  static constexpr std::array<std::string_view, 3> kMust{
      "be two numbers [x, y]", "be three numbers [x, y, z]", "be four numbers [w, x, y, z]"};
  if (value.kind != TomlKind::Array || value.items.size() != into.size()) {
    refuse(value, key, path, kMust[into.size() - 2]);
    return false;
  }
  bool good = true;
  for (std::size_t i = 0; i < into.size(); ++i) {
    const auto number = number_of(value.items[i], key, element(path, i));
    if (number) into[i] = *number;
    good = good && number;
  }
  return good;
}

void TableReader::vec2(std::string_view key, Vec2& into) {
  const TomlValue* value = take(key);
  std::array<double, 2> n{};
  if (value != nullptr && numbers(*value, key, path_of(key), n)) into = {n[0], n[1]};
}

void TableReader::vec3(std::string_view key, Vec3& into) {
  const TomlValue* value = take(key);
  std::array<double, 3> n{};
  if (value != nullptr && numbers(*value, key, path_of(key), n)) into = {n[0], n[1], n[2]};
}

void TableReader::quat(std::string_view key, Quat& into) {
  const TomlValue* value = take(key);
  std::array<double, 4> n{};
  if (value != nullptr && numbers(*value, key, path_of(key), n)) into = {n[0], n[1], n[2], n[3]};
}

bool TableReader::place_of(const TomlValue& value, std::string_view key, const std::string& path,
                           Vec3& into) {
  std::array<double, 3> n{};
  const std::size_t count = value.items.size();
  if (value.kind != TomlKind::Array || count < 2 || count > 3) {
    refuse(value, key, path, "be a place [x, y] or [x, y, z]");
    return false;
  }
  if (!numbers(value, key, path, std::span(n).first(count))) return false;
  into = {n[0], n[1], n[2]};
  return true;
}

void TableReader::place(std::string_view key, Vec3& into) {
  const TomlValue* value = take(key);
  if (value != nullptr) place_of(*value, key, path_of(key), into);
}

void TableReader::places(std::string_view key, std::vector<Vec3>& into) {
  const TomlValue* value = take(key);
  if (value == nullptr) return;
  if (value->kind != TomlKind::Array || value->items.empty()) {
    return refuse(*value, key, path_of(key), "be places [[x, y], ...]");
  }
  for (std::size_t i = 0; i < value->items.size(); ++i) {
    Vec3 at;
    if (!place_of(value->items[i], key, element(path_of(key), i), at)) return;
    into.push_back(at);
  }
}

void TableReader::rows(std::string_view key, std::string_view must,
                       std::vector<std::array<double, 4>>& into) {
  const TomlValue* value = take(key);
  if (value == nullptr) return;
  if (value->kind != TomlKind::Array || value->items.empty())
    return refuse(*value, key, path_of(key), must);
  for (std::size_t i = 0; i < value->items.size(); ++i) {
    const TomlValue& row = value->items[i];
    const std::string path = element(path_of(key), i);
    if (row.kind != TomlKind::Array || row.items.size() < 2 || row.items.size() > 4)
      return refuse(row, key, path, must);
    std::array<double, 4>& numbers_of_row = into.emplace_back();
    if (!numbers(row, key, path, std::span(numbers_of_row).first(row.items.size()))) return;
  }
}

bool TableReader::points_of(const TomlValue& value, std::string_view key, const std::string& path,
                            std::vector<Vec2>& into) {
  if (value.kind != TomlKind::Array) {
    refuse(value, key, path, "be points [[x, y], ...]");
    return false;
  }
  into.reserve(value.items.size());
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    std::array<double, 2> n{};
    // one complaint for a list: what is wrong with one point is mostly wrong with all
    if (!numbers(value.items[i], key, element(path, i), n)) return false;
    into.push_back({n[0], n[1]});
  }
  return true;
}

void TableReader::points(std::string_view key, std::vector<Vec2>& into) {
  const TomlValue* value = take(key);
  if (value != nullptr) points_of(*value, key, path_of(key), into);
}

void TableReader::loops(std::string_view key, std::vector<std::vector<Vec2>>& into) {
  const TomlValue* value = take(key);
  if (value == nullptr) return;
  if (value->kind != TomlKind::Array) {
    return refuse(*value, key, path_of(key), "be loops of points [[[x, y], ...], ...]");
  }
  for (std::size_t i = 0; i < value->items.size(); ++i) {
    points_of(value->items[i], key, element(path_of(key), i), into.emplace_back());
  }
}

void TableReader::angle(std::string_view key, double& into) {
  // keys are remembered by view, so the long form needs a home: the few angles there are
  static constexpr std::array<std::string_view, 5> kDegrees{"yaw_deg", "pitch_deg", "roll_deg",
                                                            "azimuth_deg", "elevation_deg"};
  const auto long_form = std::find_if(kDegrees.begin(), kDegrees.end(), [&](std::string_view name) {
    return name.substr(0, name.size() - 4) == key;
  });
  angle(key, *long_form, into);
}

void TableReader::angle(std::string_view key, std::string_view in_degrees, double& into) {
  const TomlValue* written = take(in_degrees);
  number(key, into);
  if (written == nullptr) return;
  if (take(key) != nullptr)
    return refuse(in_degrees, concat("must be alone, got ", key, " as well"));
  reading_.lines.add(thing_, concat(prefix_, key), written->line);
  const auto number = number_of(*written, key, path_of(in_degrees));
  if (number && std::fabs(*number) > 720) {
    return refuse(*written, key, path_of(in_degrees), "be between -720 and 720");
  }
  if (number) into = radians(*number);
}

void TableReader::color_of(const TomlValue& value, std::string_view key, const std::string& path,
                           std::optional<Color>& into) {
  const bool is_text = value.kind == TomlKind::String;
  const auto color = is_text ? parse_color(value.text) : std::nullopt;
  if (is_text && value.text == "part" && reading_.part)
    into = reading_.part->color;
  else if (color)
    into = color;
  else
    refuse(value, key, path, "be a colour \"#rrggbb\"");
}

void TableReader::color_by_number(std::string_view key, std::optional<Color>& into) {
  auto choice = table(key);
  const TomlValue* colors = choice->require("from") ? choice->take("from") : nullptr;
  double number = 0;
  if (choice->require("of")) choice->number("of", number);
  choice->finish();
  if (colors == nullptr || reading_.lines.spoiled(thing_, concat(prefix_, key, ".of"))) return;
  const std::string path = concat(path_of(key), ".from");
  if (colors->kind != TomlKind::Array || colors->items.empty())
    return refuse(*colors, key, path, "be an array of colours");
  const double last = static_cast<double>(colors->items.size() - 1);
  const double index = std::nearbyint(number);
  if (!(index >= 0 && index <= last))
    return choice->refuse("of",
                          concat("must be between 0 and ", figure(last), ", got ", figure(number)));
  std::optional<Color> chosen = into;
  for (std::size_t i = 0; i < colors->items.size(); ++i) {
    std::optional<Color> color;
    color_of(colors->items[i], key, element(path, i), color);
    if (i == static_cast<std::size_t>(index)) chosen = color;
  }
  into = chosen;
}

void TableReader::color(std::string_view key, std::optional<Color>& into) {
  const TomlValue* value = take(key);
  if (value == nullptr) return;
  if (value->kind == TomlKind::Table)
    color_by_number(key, into);
  else
    color_of(*value, key, path_of(key), into);
}

bool TableReader::present() {
  double number = 1;
  this->number("when", number);
  return number != 0;
}

void TableReader::choice(std::string_view key, std::span<const std::string_view> words,
                         std::size_t& into) {
  const TomlValue* value = take(key);
  if (value == nullptr) return;
  const auto found = std::find(words.begin(), words.end(), value->text);
  if (value->kind == TomlKind::String && found != words.end()) {
    into = static_cast<std::size_t>(found - words.begin());
    return;
  }
  std::string list;
  for (const auto word : words) list += concat(list.empty() ? "" : ", ", word);
  const std::string guess =
      value->kind == TomlKind::String ? did_you_mean(value->text, words) : std::string();
  refuse(key, concat("must be one of ", list, ", got ", describe(*value), guess));
}

std::optional<TableReader> TableReader::table(std::string_view key) {
  const TomlValue* value = take(key);
  if (value == nullptr) return std::nullopt;
  if (value->kind != TomlKind::Table) {
    refuse(*value, key, path_of(key), "be a table");
    return std::nullopt;
  }
  return TableReader(reading_, *value, thing_, path_of(key), concat(prefix_, key, '.'));
}

void TableReader::tables(std::string_view key, const std::function<void(TableReader&)>& read) {
  const TomlValue* value = take(key);
  if (value == nullptr) return;
  constexpr std::string_view kMust = "be tables [{ ... }, ...]";
  if (value->kind != TomlKind::Array || value->items.empty())
    return refuse(*value, key, path_of(key), kMust);
  for (std::size_t i = 0; i < value->items.size(); ++i) {
    const std::string path = element(path_of(key), i);
    if (value->items[i].kind != TomlKind::Table) return refuse(value->items[i], key, path, kMust);
    TableReader each(reading_, value->items[i], thing_, path,
                     concat(element(concat(prefix_, key), i), '.'));
    read(each);
    each.finish();
  }
}

std::vector<const TomlValue*> TableReader::unknown() const {
  std::vector<const TomlValue*> list;
  for (const TomlValue& item : table_.items) {
    if (std::find(known_.begin(), known_.end(), item.key) == known_.end()) list.push_back(&item);
  }
  return list;
}

void TableReader::finish() {
  for (const TomlValue* item : unknown()) {
    if (reading_.crowded()) return;
    reading_.complain({thing_.file, item->line},
                      concat(label_, " must have known keys only, got ", quote(item->key),
                             did_you_mean(item->key, known_)));
  }
}

}  // namespace paddock
