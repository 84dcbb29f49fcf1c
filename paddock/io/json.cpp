// The writer is ours; nlohmann's parser (and its escaping of strings) stays in this file.
#include "paddock/io/json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace paddock {
namespace {

using Library = nlohmann::json;

std::string quoted(const std::string& text) {
  return Library(text).dump(-1, ' ', false, Library::error_handler_t::replace);
}

void new_line(std::string& out, int indent, int depth) {
  if (indent <= 0) return;
  out += '\n';
  out.append(static_cast<std::size_t>(indent) * static_cast<std::size_t>(depth), ' ');
}

void write(std::string& out, const Json& json, int indent, int depth) {
  switch (json.kind()) {
    case JsonKind::Null:
      out += "null";
      return;
    case JsonKind::Bool:
      out += json.truth() ? "true" : "false";
      return;
    case JsonKind::Int:
      append_part(out, json.integer());
      return;
    case JsonKind::String:
      out += quoted(json.text());
      return;
    case JsonKind::Double:
      if (std::isfinite(json.number()))
        append_part(out, json.number());
      else
        out += "null";
      return;
    case JsonKind::Array:
    case JsonKind::Object:
      break;
  }
  const bool object = json.is(JsonKind::Object);
  out += object ? '{' : '[';
  for (std::size_t i = 0; i < json.items().size(); ++i) {
    if (i > 0) out += indent > 0 ? "," : ", ";
    new_line(out, indent, depth + 1);
    if (object) out += quoted(json.keys()[i]) + ": ";
    write(out, json.items()[i], indent, depth + 1);
  }
  if (!json.items().empty()) new_line(out, indent, depth);
  out += object ? '}' : ']';
}

// Receives the parser's events, so that depth is checked before anything is built.
class Builder : public nlohmann::json_sax<Library> {
 public:
  Json root;
  std::string problem;

  bool null() override { return place(Json()); }
  bool boolean(bool truth) override { return place(Json(truth)); }
  bool number_integer(number_integer_t whole) override { return place(Json(whole)); }
  bool number_unsigned(number_unsigned_t whole) override { return place(Json(whole)); }
  bool number_float(number_float_t number, const string_t&) override { return place(Json(number)); }
  bool string(string_t& text) override { return place(Json(std::move(text))); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    open_.back().next_key = std::move(name);
    return true;
  }
  bool parse_error(std::size_t at, const std::string&, const Library::exception& error) override {
    // the library's text begins with its own number in brackets
    const std::string_view text = error.what();
    const std::size_t bracket = text.find("] ");
    problem = concat("text must be JSON, got \"",
                     bracket == text.npos ? text : text.substr(bracket + 2), "\" at byte ", at);
    return false;
  }

 private:
  struct Open {
    Json json;
    std::string next_key;
  };

  bool open(Json json) {
    if (open_.size() >= kJsonDepth) {
      problem = concat("text must nest at most ", kJsonDepth, " deep, got more");
      return false;
    }
    open_.push_back({std::move(json), {}});
    return true;
  }
  bool close() {
    Json done = std::move(open_.back().json);
    open_.pop_back();
    return place(std::move(done));
  }
  bool place(Json json) {
    if (open_.empty()) {
      root = std::move(json);
    } else if (Open& parent = open_.back(); parent.json.is(JsonKind::Object)) {
      parent.json.append(std::move(parent.next_key), std::move(json));
    } else {
      parent.json.add(std::move(json));
    }
    return true;
  }

  std::vector<Open> open_;
};

}  // namespace

Json& Json::add(Json item) {
  if (kind_ == JsonKind::Null) kind_ = JsonKind::Array;
  items_.push_back(std::move(item));
  return *this;
}

Json& Json::append(std::string key, Json value) {
  if (kind_ == JsonKind::Null) kind_ = JsonKind::Object;
  keys_.push_back(std::move(key));
  items_.push_back(std::move(value));
  return *this;
}

Json& Json::set(std::string_view key, Json value) {
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    if (keys_[i] == key) {
      items_[i] = std::move(value);
      return *this;
    }
  }
  return append(std::string(key), std::move(value));
}

double Json::number() const {
  return kind_ == JsonKind::Int ? static_cast<double>(integer_) : number_;
}

const Json* Json::find(std::string_view key) const {
  for (std::size_t i = keys_.size(); i-- > 0;) {
    if (keys_[i] == key) return &items_[i];
  }
  return nullptr;
}

std::string to_text(const Json& json, int indent) {
  std::string out;
  write(out, json, indent, 0);
  return out;
}

Result<Json> parse_json(std::string_view text) {
  Builder builder;
  try {
    if (Library::sax_parse(text.begin(), text.end(), &builder)) return std::move(builder.root);
  } catch (const std::exception& error) {
    builder.problem = concat("text must be JSON, got \"", error.what(), '"');
  }
  return fail(ErrorCode::Invalid, builder.problem);
}

}  // namespace paddock
