// yaml-cpp's events, gathered into our tree as they come. Its own node graph is not used: aliases
// make it cyclic or exponentially large. Its exceptions end here.
#include "paddock/io/yaml.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace paddock {
namespace {

/// A rule of ours that the text breaks; thrown through the parser, caught below.
struct Refusal {
  int line{};
  std::string message;
};

class TreeBuilder : public YAML::EventHandler {
 public:
  YamlValue take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { add_scalar(mark, ""); }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                const std::string& value) override {
    add_scalar(mark, value);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    throw Refusal{line_of(mark), "aliases are not accepted"};
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    open(mark, YamlKind::List);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    open(mark, YamlKind::Map);
  }
  void OnMapEnd() override { close(); }

 private:
  /// A list or map whose end has not come yet, and in a map the key that waits for its value.
  struct Open {
    YamlValue value;
    std::string key;
    bool has_key{};
  };

  static int line_of(const YAML::Mark& mark) { return mark.line + 1; }

  void add_scalar(const YAML::Mark& mark, const std::string& text) {
    if (!open_.empty() && open_.back().value.kind == YamlKind::Map && !open_.back().has_key) {
      if (open_.back().value.find(text) != nullptr) {
        throw Refusal{line_of(mark),
                      concat("a key may stand once in a map, got \"", text, "\" again")};
      }
      open_.back().key = text;
      open_.back().has_key = true;
      return;
    }
    place({.kind = YamlKind::Scalar, .line = line_of(mark), .key = {}, .text = text, .items = {}});
  }

  void open(const YAML::Mark& mark, YamlKind kind) {
    if (open_.size() >= kYamlDepth) {
      throw Refusal{line_of(mark), concat("may be nested at most ", kYamlDepth, " deep")};
    }
    if (!open_.empty() && open_.back().value.kind == YamlKind::Map && !open_.back().has_key) {
      throw Refusal{line_of(mark), "a key must be a plain word"};
    }
    open_.push_back(
        {{.kind = kind, .line = line_of(mark), .key = {}, .text = {}, .items = {}}, {}});
  }

  void close() {
    YamlValue done = std::move(open_.back().value);
    open_.pop_back();
    place(std::move(done));
  }

  void place(YamlValue value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return;
    }
    Open& parent = open_.back();
    value.key = std::exchange(parent.key, {});
    parent.has_key = false;
    parent.value.items.push_back(std::move(value));
  }

  YamlValue root_;
  std::vector<Open> open_;
};

}  // namespace

const YamlValue* YamlValue::find(std::string_view name) const {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const YamlValue& v) { return v.key == name; });
  return kind == YamlKind::Map && found != items.end() ? &*found : nullptr;
}

Result<YamlValue> parse_yaml(std::string_view text) {
  if (text.size() > kYamlLimit) {
    return fail(ErrorCode::Limit, "YAML may have at most ", kYamlLimit, " bytes, got ",
                text.size());
  }
  try {
    std::istringstream stream{std::string(text)};
    YAML::Parser parser(stream);
    TreeBuilder tree;
    parser.HandleNextDocument(tree);
    return tree.take();
  } catch (const Refusal& refusal) {
    return fail(ErrorCode::Invalid, "line ", refusal.line, ": ", refusal.message);
  } catch (const YAML::Exception& wrong) {
    return fail(ErrorCode::Invalid, "line ", wrong.mark.line + 1, ": ", wrong.msg);
  }
}

}  // namespace paddock
