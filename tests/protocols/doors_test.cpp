// The table of doors as a whole.
#include "paddock/protocols/doors.h"

#include <gtest/gtest.h>

#include <set>

namespace paddock {
namespace {

TEST(Doors, HaveNamesOfTheirOwnAndSaySomethingOfThemselves) {
  std::set<std::string_view> names, options;
  for (const DoorKind* door : all_doors()) {
    EXPECT_TRUE(names.insert(door->name).second) << door->name;
    EXPECT_FALSE(door->about.empty()) << door->name;
    EXPECT_FALSE(door->doctor.empty()) << door->name;
    for (const DoorOption& option : door->server_options) {
      EXPECT_TRUE(options.insert(option.name).second) << option.name;
      EXPECT_TRUE(option.name.starts_with(door->name)) << option.name;
      EXPECT_FALSE(option.about.empty()) << option.name;
    }
  }
}

}  // namespace
}  // namespace paddock
