#include "tests/support/wire_schema.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "paddock/io/file.h"

namespace paddock {
namespace {

constexpr double kMostWhole = 9007199254740992;  // 2^53, as far as JavaScript counts

bool is_number(const Json& value) { return value.is(JsonKind::Int) || value.is(JsonKind::Double); }

bool is_color(const Json& value) {
  const std::string& text = value.text();
  return text.size() == 7 && text[0] == '#' &&
         text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
}

/// A type as the name of its kind: "string" and the like, or the key that says it.
std::string kind_of(const Json& type) {
  if (type.is(JsonKind::String)) return type.text();
  for (const char* kind : {"string", "number", "whole", "enum", "list", "map", "union", "fields"})
    if (type.find(kind) != nullptr) return kind;
  return "nothing";
}

/// [low, high] of a type that has bounds, or of all numbers.
std::pair<double, double> bounds_of(const Json& type, std::string_view key) {
  const Json* bounds = type.is(JsonKind::Object) ? type.find(key) : nullptr;
  if (bounds == nullptr) return {-HUGE_VAL, HUGE_VAL};
  return {bounds->items()[0].number(), bounds->items()[1].number()};
}

std::string check_size(const Json& type, const Json& value, const std::string& at) {
  const auto [low, high] = bounds_of(type, "size");
  const auto size = static_cast<double>(value.items().size());
  if (size >= low && size <= high) return "";
  return concat(at, " must have ", low, " to ", high, " elements, got ", size);
}

Json text_of(double size) { return Json(std::string(static_cast<std::size_t>(size), 'x')); }

Json whole_or_number(double value) {
  if (value == std::floor(value) && std::fabs(value) <= kMostWhole)
    return Json(static_cast<std::int64_t>(value));
  return Json(value);
}

Json with(Json object, std::string_view field, const Json& value) {
  object.set(field, value);
  return object;
}

Json without(const Json& object, std::string_view field) {
  Json rest = Json::object();
  for (std::size_t i = 0; i < object.keys().size(); ++i)
    if (object.keys()[i] != field) rest.set(object.keys()[i], object.items()[i]);
  return rest;
}

Json read_description(const std::filesystem::path& file) {
  const auto text = read_file(file.string());
  auto json = text ? parse_json(*text) : tl::unexpected(text.error());
  if (!json) {
    std::fprintf(stderr, "%s: %s\n", file.c_str(), json.error().message.c_str());
    std::abort();
  }
  return std::move(*json);
}

/// The page's description with what each door adds to it: types, and a member of DoorStatus.
Json read_schema() {
  const std::filesystem::path protocols(PADDOCK_SOURCE_DIR "/paddock/protocols");
  std::set<std::filesystem::path> doors;  // in the order of their names
  for (const auto& folder : std::filesystem::directory_iterator(protocols))
    if (folder.path().filename() != "web" && exists(folder.path() / "wire.json"))
      doors.insert(folder.path() / "wire.json");
  Json schema = read_description(protocols / "web/wire.json");
  Json types = *schema.find("types");
  Json members = Json::object();
  for (const std::filesystem::path& file : doors) {
    const Json door = read_description(file);
    const Json& own = *door.find("types");
    for (std::size_t i = 0; i < own.keys().size(); ++i) types.set(own.keys()[i], own.items()[i]);
    members.set(door.find("door")->text(),
                Json::object().set("with", "PeerStatus").set("fields", *door.find("status")));
  }
  types.set("DoorStatus", with(*types.find("DoorStatus"), "of", members));
  return with(std::move(schema), "types", types);
}

}  // namespace

const WireSchema& WireSchema::get() {
  static const WireSchema schema(read_schema());
  return schema;
}

const Json& WireSchema::resolved(const Json& type) const {
  if (!type.is(JsonKind::String)) return type;
  const Json* named = schema_.find("types")->find(type.text());
  return named == nullptr ? type : resolved(*named);
}

std::vector<WireSchema::Field> WireSchema::fields_of(const Json& type) const {
  std::vector<Field> fields;
  if (const Json* base = type.find("with")) fields = fields_of(resolved(*base));
  const Json& own = *type.find("fields");
  for (std::size_t i = 0; i < own.keys().size(); ++i) {
    std::string name = own.keys()[i];
    const bool needed = name.back() != '?';
    if (!needed) name.pop_back();
    fields.push_back({std::move(name), needed, &own.items()[i]});
  }
  return fields;
}

// --- checking -----------------------------------------------------------------------------------

std::string WireSchema::check_server(std::string_view text) const {
  const auto json = parse_json(text);
  if (!json || !json->is(JsonKind::Object)) return "a message must be a JSON object";
  const Json* type = json->find("type");
  if (type == nullptr || !type->is(JsonKind::String)) return "a message must have a type";
  const Json* message = messages("server").find(type->text());
  if (message == nullptr) return concat("wire.json has no message \"", type->text(), "\"");
  const Json* id = json->find("id");
  const std::string wrong = id == nullptr ? "" : check(Json("Id"), *id, "id");
  if (!wrong.empty()) return concat(type->text(), ": ", wrong);
  return check_object(*message, without(*json, "id"), type->text(), "type");
}

std::string WireSchema::check_http(std::string_view path, std::string_view body) const {
  const Json* type = schema_.find("http")->find(path);
  if (type == nullptr) return concat("wire.json has no answer of ", path);
  const auto json = parse_json(body);
  if (!json) return concat(path, " is no JSON");
  return check(*type, *json, std::string(path));
}

std::string WireSchema::check_object(const Json& type, const Json& value, const std::string& at,
                                     std::string_view tag) const {
  const std::vector<Field> fields = fields_of(type);
  for (const Field& field : fields) {
    const Json* found = value.find(field.name);
    if (found == nullptr && field.needed) return concat(at, ".", field.name, " is missing");
    if (found == nullptr) continue;
    if (auto wrong = check(*field.type, *found, concat(at, ".", field.name)); !wrong.empty())
      return wrong;
  }
  if (type.find("open") != nullptr) return "";
  for (const std::string& key : value.keys())
    if (key != tag && std::none_of(fields.begin(), fields.end(),
                                   [&](const Field& field) { return field.name == key; }))
      return concat(at, ".", key, " is not in wire.json");
  return "";
}

std::string WireSchema::check(const Json& given, const Json& value, const std::string& at) const {
  const Json& type = resolved(given);
  const std::string kind = kind_of(type);
  const auto must = [&](bool holds, std::string_view rule) {
    return holds ? std::string() : concat(at, " must be ", rule, ", got ", to_text(value, 0));
  };
  if (kind == "boolean") return must(value.is(JsonKind::Bool), "true or false");
  if (kind == "color") return must(is_color(value), "#rrggbb");
  if (kind == "string") {
    const auto [low, high] = bounds_of(type, kind);
    const auto size = static_cast<double>(value.text().size());
    return must(
        value.is(JsonKind::String) && size >= low && size <= high,
        type.is(JsonKind::String) ? "a text" : concat("a text of ", low, " to ", high, " bytes"));
  }
  if (kind == "number" || kind == "whole") {
    const auto [low, high] = bounds_of(type, kind);
    const double number = value.number();
    const bool whole = kind == "number" || number == std::floor(number);
    return must(is_number(value) && whole && number >= low && number <= high,
                concat("a ", kind, " from ", low, " to ", high));
  }
  if (kind == "enum") {
    const auto values = type.find("enum")->items();
    return must(std::find(values.begin(), values.end(), value) != values.end(),
                to_text(*type.find("enum"), 0));
  }
  if (kind == "list" || kind == "map") {
    if (!value.is(kind == "list" ? JsonKind::Array : JsonKind::Object)) return must(false, kind);
    std::string wrong = check_size(type, value, at);
    for (std::size_t i = 0; wrong.empty() && i < value.items().size(); ++i)
      wrong = check(*type.find(kind), value.items()[i], concat(at, "[", i, "]"));
    return wrong;
  }
  if (!value.is(JsonKind::Object)) return must(false, "an object");
  if (kind == "fields") return check_object(type, value, at, "");
  if (kind != "union") return concat("wire.json has no type ", to_text(given, 0));
  const std::string& tag = type.find("union")->text();
  const Json* which = value.find(tag);
  const Json* branch = which == nullptr ? nullptr : type.find("of")->find(which->text());
  if (branch == nullptr) return must(false, concat("one of wire.json's, by its ", tag));
  return check_object(*branch, value, concat(at, " ", which->text()), tag);
}

// --- values for tests ---------------------------------------------------------------------------

std::vector<Json> WireSchema::good_values(const Json& given) const {
  const Json& type = resolved(given);
  const std::string kind = kind_of(type);
  if (kind == "boolean") return {Json(true), Json(false)};
  if (kind == "color") return {Json("#0a10FF")};
  if (kind == "string") {
    if (type.is(JsonKind::String)) return {Json("a")};
    const auto [low, high] = bounds_of(type, kind);
    return {text_of(std::max(1.0, low)), text_of(high)};
  }
  if (kind == "number" || kind == "whole") {
    if (type.is(JsonKind::String)) return {Json(0), Json(-2)};
    const auto [low, high] = bounds_of(type, kind);
    return {whole_or_number(low), whole_or_number(high)};
  }
  if (kind == "enum") {
    const auto values = type.find("enum")->items();
    return {values.begin(), values.end()};
  }
  std::vector<Json> values;
  if (kind == "list" || kind == "map") {
    const Json item = good_values(*type.find(kind)).front();
    const auto [low, high] = bounds_of(type, "size");
    for (const double size : {std::max(0.0, low), std::isfinite(high) ? high : 64.0}) {
      Json value = kind == "list" ? Json::array() : Json::object();
      for (int i = 0; i < static_cast<int>(size); ++i)
        if (kind == "list")
          value.add(item);
        else
          value.set(concat("v", i), item);
      values.push_back(std::move(value));
    }
    return values;
  }
  Json least = Json::object();
  for (const Field& field : fields_of(type))
    if (field.needed) least.set(field.name, good_values(*field.type).front());
  values.push_back(least);
  for (const Field& field : fields_of(type))
    for (const Json& value : good_values(*field.type))
      values.push_back(with(least, field.name, value));
  return values;
}

std::vector<Json> WireSchema::bad_values(const Json& given) const {
  const Json& type = resolved(given);
  const std::string kind = kind_of(type);
  if (kind == "boolean") return {Json(1), Json("true"), Json()};
  if (kind == "color") return {Json("#12345"), Json("red"), Json(7)};
  if (kind == "enum") return {Json("no_such"), Json(7), Json()};
  std::vector<Json> values{Json(), Json(true)};
  if (kind == "string") {
    const auto [low, high] = bounds_of(type, kind);
    if (low > 0) values.push_back(text_of(low - 1));
    if (high < HUGE_VAL) values.push_back(text_of(high + 1));
    values.push_back(Json(7));
    return values;
  }
  values.push_back(Json("text"));
  if (kind == "number" || kind == "whole") {
    const auto [low, high] = bounds_of(type, kind);
    const auto beyond = [&](double bound, double step) {
      return kind == "number"                 ? std::nextafter(bound, bound + step * HUGE_VAL)
             : std::fabs(bound) >= kMostWhole ? 2 * bound
                                              : bound + step;
    };
    if (std::isfinite(low)) values.push_back(whole_or_number(beyond(low, -1)));
    if (std::isfinite(high)) values.push_back(whole_or_number(beyond(high, 1)));
    if (kind == "whole") values.push_back(Json(low + 0.5));
    return values;
  }
  if (kind == "list" || kind == "map") {
    const std::vector<Json> sound = good_values(type);
    const auto add = [&](Json value, const Json& item) {
      if (kind == "list")
        value.add(item);
      else
        value.set("one_more", item);
      values.push_back(std::move(value));
    };
    const Json item = good_values(*type.find(kind)).front();
    if (std::isfinite(bounds_of(type, "size").second)) add(sound.back(), item);
    if (bounds_of(type, "size").first > 0)
      values.push_back(kind == "list" ? Json::array() : Json::object());
    for (const Json& wrong : bad_values(*type.find(kind))) {
      Json value = kind == "list" ? Json::array() : Json::object();
      const auto least = std::max<std::size_t>(1, sound.front().items().size());
      for (std::size_t i = 1; i < least; ++i) value.add(item);
      add(std::move(value), wrong);
    }
    return values;
  }
  const Json least = good_values(type).front();
  for (const Field& field : fields_of(type)) {
    if (field.needed) values.push_back(without(least, field.name));
    for (const Json& wrong : bad_values(*field.type))
      values.push_back(with(least, field.name, wrong));
  }
  return values;
}

}  // namespace paddock
