// PADDOCK_BINARY is the file to call.
#include "tests/support/commands.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>

namespace paddock {

Outcome run_script(const std::string& script) {
  Outcome outcome;
  FILE* pipe = popen(script.c_str(), "r");
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    outcome.out.append(buffer.data(), n);
  outcome.code = WEXITSTATUS(pclose(pipe));
  return outcome;
}

Outcome call(const std::string& arguments) {
  return run_script(std::string(PADDOCK_BINARY) + " " + arguments);
}

Json json_from(const std::string& arguments) {
  const Outcome outcome = call(arguments);
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  auto json = parse_json(outcome.out);
  EXPECT_TRUE(json) << outcome.out;
  return json ? *json : Json();
}

std::string text_at(const Json& json, std::string_view key) {
  const Json* found = json.find(key);
  return found != nullptr ? found->text() : "(missing)";
}

std::string scratch_file(const std::string& name) {
  return (std::filesystem::path(testing::TempDir()) / (std::to_string(getpid()) + name)).string();
}

}  // namespace paddock
