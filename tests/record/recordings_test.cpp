// A folder of recordings.
#include "paddock/record/recordings.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "paddock/io/file.h"
#include "tests/support/recordings.h"

namespace paddock {
namespace {

struct Folder {
  std::string path = scratch_path("recordings");
  ~Folder() { std::filesystem::remove_all(path); }
};

TEST(Recordings, AreListedWithWhatPeopleWantToKnow) {
  const Folder folder;
  const Recordings recordings(folder.path);
  EXPECT_TRUE(recordings.list().empty());
  const auto path = recordings.new_path("", "ring");
  ASSERT_TRUE(path);
  record_ring(*path, 250);
  EXPECT_NE(*recordings.new_path("", "ring"), *path);
  ASSERT_TRUE(write_file(folder.path + "/broken.paddock", "nothing"));

  const auto list = recordings.list();

  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].name, "ring-0001.paddock");
  EXPECT_EQ(list[0].level, "tracks/ring");
  EXPECT_EQ(list[0].vehicles, 2u);
  EXPECT_DOUBLE_EQ(list[0].duration, 2.5);
  EXPECT_TRUE(list[0].complete);
  EXPECT_TRUE(recordings.find("ring-0001.paddock"));
}

TEST(Recordings, NamesNeverLeaveTheFolder) {
  const Folder folder;
  const Recordings recordings(folder.path);
  for (const char* name : {"../x.paddock", "/etc/passwd", "..", ".hidden.paddock", "a/b.paddock",
                           "", "a\\b.paddock", "a\nb.paddock"}) {
    EXPECT_FALSE(recordings.find(name)) << name;
    EXPECT_TRUE(*name == '\0' || !recordings.new_path(name, "ring")) << name;
  }
  EXPECT_TRUE(recordings.new_path("final", "ring"));
}

}  // namespace
}  // namespace paddock
