// Every file of tests/malformed is one mistake; expected.txt says what must be said about it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "paddock/io/file.h"
#include "paddock/world/level.h"

namespace paddock {
namespace {

const std::string kFolder = std::string(PADDOCK_SOURCE_DIR) + "/tests/malformed/";

using Messages = std::map<std::string, std::vector<std::string>>;  // by file

Messages expected_messages() {
  Messages messages;
  std::istringstream lines(read_file(kFolder + "expected.txt").value());
  for (std::string line; std::getline(lines, line);) {
    const std::size_t tab = line.find('\t');
    messages[line.substr(0, tab)].push_back(line.substr(tab + 1));
  }
  return messages;
}

std::vector<std::string> malformed_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".toml") names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> messages_about(const std::string& name) {
  std::vector<std::string> messages;
  for (const Problem& problem : read_level(kFolder + name, 7).problems) {
    messages.push_back(problem.text().substr(kFolder.size()));
  }
  return messages;
}

TEST(MalformedLevels, EveryFileIsAnsweredWithItsMessage) {
  const Messages expected = expected_messages();

  for (const std::string& name : malformed_files()) {
    ASSERT_TRUE(expected.count(name)) << name << " is missing in expected.txt";
    EXPECT_EQ(messages_about(name), expected.at(name)) << name;
  }
}

TEST(MalformedLevels, EveryExpectationHasItsFileAndNoTwoAreAlike) {
  std::set<std::string> texts;
  const auto files = malformed_files();
  for (const auto& [name, messages] : expected_messages()) {
    EXPECT_TRUE(std::binary_search(files.begin(), files.end(), name)) << name;
    for (const std::string& message : messages) {
      const std::string text = message.substr(message.find(": ") + 2);
      EXPECT_TRUE(texts.insert(text).second) << text;
    }
  }
  EXPECT_GE(texts.size(), 50u);
}

// cut at every byte, a good level is either still good or answered with a message
TEST(MalformedLevels, LevelCutShortNeverCrashes) {
  const std::string whole =
      "format = 1\ntitle = \"Yard\"\n[variables]\nn = { whole = [2, 5] }\n[[wall]]\n"
      "points = [[0, 0], [\"$n\", 0]]\n[[cone]]\nat = [1, 1]\nrepeat = { count = \"$n\", step = "
      "[1, 0] }\n";
  ASSERT_TRUE(read_level_text(whole, "yard.toml", 1).ok());

  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto reading = read_level_text(whole.substr(0, size), "yard.toml", 1);
    for (const Problem& problem : reading.problems) EXPECT_FALSE(problem.message.empty());
  }
}

}  // namespace
}  // namespace paddock
