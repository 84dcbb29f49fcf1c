#include "paddock/io/shell_script.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>

namespace paddock {
namespace {

TEST(ShellScript, IsRunByItsName) {
  const std::string folder = testing::TempDir();
  const auto path = write_script(folder, "seven", "#!/bin/sh\nexit 7\n");
  ASSERT_TRUE(path.has_value());
  EXPECT_EQ(WEXITSTATUS(std::system(path->c_str())), 7);
}

TEST(ShellScript, WithoutItsFolderIsAnError) {
  EXPECT_FALSE(write_script(testing::TempDir() + "/nowhere", "seven", "#!/bin/sh\n").has_value());
}

TEST(ShellScript, StartsThisProgram) {
  EXPECT_TRUE(std::filesystem::is_regular_file(own_binary()));
}

}  // namespace
}  // namespace paddock
