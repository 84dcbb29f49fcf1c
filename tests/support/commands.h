// The command as scripts call it.
#pragma once

#include <string>
#include <string_view>

#include "paddock/io/json.h"

namespace paddock {

struct Outcome {
  int code{};
  std::string out;
};

Outcome run_script(const std::string& script);
Outcome call(const std::string& arguments);

/// Of a call that must work.
Json json_from(const std::string& arguments);
std::string text_at(const Json& json, std::string_view key);

/// A file name of this process's own.
std::string scratch_file(const std::string& name);

}  // namespace paddock
