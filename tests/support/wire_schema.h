// paddock/protocols/web/wire.json with what each door adds to it by a wire.json of its own, and
// what it says of a text: the one description of the messages between server and page, as
// docs/protocols/web.md explains it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "paddock/io/json.h"

namespace paddock {

class WireSchema {
 public:
  struct Field {
    std::string name;
    bool needed{};
    const Json* type{};
  };

  /// Read once from the tree.
  static const WireSchema& get();

  /// What is wrong with a text message of the server, with the place in it; empty: nothing.
  std::string check_server(std::string_view text) const;
  /// The same of the body of an HTTP answer.
  std::string check_http(std::string_view path, std::string_view body) const;

  /// Messages of one side, "client" or "server", by their types.
  const Json& messages(std::string_view side) const { return *schema_.find(side); }
  const Json& type_named(std::string_view name) const { return *schema_.find("types")->find(name); }
  /// The table of binary frames.
  const Json& frames() const { return *schema_.find("frames"); }
  std::vector<Field> fields_of(const Json& type) const;
  /// Values that `type` allows, those at its bounds among them; of an object the one with what it
  /// needs first.
  std::vector<Json> good_values(const Json& type) const;
  /// Values beside `type`, each wrong in one thing.
  std::vector<Json> bad_values(const Json& type) const;

 private:
  explicit WireSchema(Json schema) : schema_(std::move(schema)) {}
  const Json& resolved(const Json& type) const;
  std::string check(const Json& type, const Json& value, const std::string& at) const;
  std::string check_object(const Json& type, const Json& value, const std::string& at,
                           std::string_view tag) const;

  Json schema_;
};

}  // namespace paddock
