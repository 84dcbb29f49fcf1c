#include "paddock/io/file.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace paddock {
namespace {

class File : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) / (std::string("paddock_") + test->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

TEST_F(File, WrittenBytesAreReadBackWhole) {
  const std::string bytes("one\0two\r\n\xff", 10);

  ASSERT_TRUE(write_file(path("a"), bytes));

  EXPECT_EQ(read_file(path("a")).value(), bytes);
}

TEST_F(File, WritingReplacesAndLeavesNothingElseBehind) {
  ASSERT_TRUE(write_file(path("a"), "a longer text"));
  ASSERT_TRUE(write_file(path("a"), "short"));

  EXPECT_EQ(read_file(path("a")).value(), "short");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(File, LimitIsTheLargestSizeThatIsRead) {
  ASSERT_TRUE(write_file(path("a"), std::string(100, 'x')));

  EXPECT_TRUE(read_file(path("a"), 100));
  const auto tight = read_file(path("a"), 99);
  ASSERT_FALSE(tight);
  EXPECT_EQ(tight.error().code, ErrorCode::Limit);
}

TEST_F(File, MissingFileIsNotFound) {
  const auto missing = read_file(path("none"));

  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
}

TEST_F(File, FolderIsRefused) {
  const auto folder = read_file(folder_.string());

  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().code, ErrorCode::Io);
}

TEST_F(File, DeviceIsRefused) { EXPECT_FALSE(read_file("/dev/zero", 10)); }

TEST_F(File, WritingIntoAMissingFolderFailsWithAReason) {
  const auto written = write_file(path("none/a"), "x");

  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("must be writable, got"), std::string::npos);
}

}  // namespace
}  // namespace paddock
