// A folder of recordings.
#include "paddock/record/recordings.h"

#include <gtest/gtest.h>

#include <chrono>
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

TEST(Recordings, AreReadOnceAndAgainWhenTheyHaveChanged) {
  const Folder folder;
  const Recordings recordings(folder.path);
  const std::string first = *recordings.new_path("first", "ring");
  record_ring(first, 100);
  ASSERT_EQ(recordings.list().size(), 1u);

  // whatever a file that looks the same holds by now, it is not read again
  const auto time = std::filesystem::last_write_time(first);
  const std::string bytes = *read_file(first);
  ASSERT_TRUE(write_file(first, std::string(bytes.size(), 'x')));
  std::filesystem::last_write_time(first, time);
  EXPECT_EQ(recordings.list().size(), 1u);
  std::filesystem::last_write_time(first, time + std::chrono::seconds(1));
  EXPECT_TRUE(recordings.list().empty());

  record_ring(*recordings.new_path("second", "ring"), 200);
  ASSERT_EQ(recordings.list().size(), 1u);
  EXPECT_DOUBLE_EQ(recordings.list()[0].duration, 2);
  std::filesystem::remove(folder.path + "/second.paddock");
  EXPECT_TRUE(recordings.list().empty());
}

TEST(Recordings, AThousandAreListed) {
  const Folder folder;
  const Recordings recordings(folder.path);
  const std::string first = *recordings.new_path("first", "ring");
  record_ring(first, 3000);
  for (int i = 1; i < 1000; ++i)
    std::filesystem::copy_file(first, folder.path + "/" + std::to_string(i) + ".paddock");
  const auto seconds = [&](const auto& work) {
    const auto began = std::chrono::steady_clock::now();
    EXPECT_EQ(work(), 1000u);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  };

  const double whole = seconds([&] {
    std::size_t read = 0;
    for (const auto& file : std::filesystem::directory_iterator(folder.path))
      if (const auto all = read_recording(file.path().string()))
        read += read_level_text(all->head.text, "no_folder/tracks/ring.toml", 1).ok() ? 1 : 0;
    return read;
  });
  const double cold = seconds([&] { return recordings.list().size(); });
  const double again = seconds([&] { return recordings.list().size(); });

  std::printf("1000 recordings: read whole %.3f s, listed %.3f s, again %.3f s\n", whole, cold,
              again);
}

TEST(Recordings, AreListedTheSameByTheirEndsAsByAllOfThem) {
  const Folder folder;
  const Recordings recordings(folder.path);
  const std::string path = *recordings.new_path("", "ring");
  record_ring(path, 2500);
  const std::string bytes = *read_file(path);

  for (const std::size_t size :
       {bytes.size(), bytes.size() - 1, bytes.size() / 2, bytes.size() / 8}) {
    ASSERT_TRUE(write_file(path, bytes.substr(0, size)));
    const auto all = read_recording(path);
    const auto ends = read_outline(path);
    ASSERT_EQ(all.has_value(), ends.has_value()) << size;
    if (!all) continue;
    EXPECT_EQ(ends->head, all->head);
    EXPECT_EQ(ends->begin, all->checkpoints.front().snapshot.state.tick);
    EXPECT_EQ(ends->end, all->end);
    EXPECT_EQ(ends->complete, all->complete);
  }
}

/// A stage that is recorded into `recordings`.
struct RecordedStage {
  Stage stage{ring_stage(2)};
  OpenLog log;
  explicit RecordedStage(const Recordings& recordings)
      : log([&recordings](Session& session, const std::string& name) {
          return recordings.record(name, ring_head(session.spec), session);
        }) {
    EXPECT_TRUE(stage.start(0));
  }
};

TEST(RecordingsQuota, RefusesToBeginOneMoreAndSaysWhatToDo) {
  const Folder folder;
  const Recordings few(folder.path, {.bytes = 2'000'000'000, .files = 1});
  RecordedStage first(few), second(few);
  ASSERT_TRUE(first.stage.record(first.log, ""));

  const auto refused = second.stage.record(second.log, "");

  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::Limit);
  EXPECT_NE(refused.error().message.find("delete some"), std::string::npos);
  const Recordings small(folder.path, {.bytes = 100, .files = 100});
  RecordedStage third(small);
  EXPECT_EQ(third.stage.record(third.log, "").error().code, ErrorCode::Limit);
  EXPECT_EQ(few.list().size(), 1u);  // nothing was deleted
}

TEST(RecordingsQuota, EndsARecordingThatReachesItAndSaysSo) {
  const Folder folder;
  const Recordings small(folder.path, {.bytes = 40'000, .files = 100});
  RecordedStage recorded(small);
  Stage& stage = recorded.stage;
  const auto watching = std::make_shared<Watching>();
  stage.subscribe(watching);
  ASSERT_TRUE(stage.record(recorded.log, "short"));
  ASSERT_EQ(stage.status()->recording, "short.paddock");

  stage.set_pace({.paused = false, .factor = 100});
  run_stage(stage, 0, 20'000'000'000);

  EXPECT_EQ(stage.status()->recording, "");
  std::string said;
  for (const auto& frame : watching->frames)
    for (const StageEvent& event : frame->events)
      if (event.kind == EventKind::RecordingEnded) said += event.text;
  EXPECT_NE(said.find("short.paddock"), std::string::npos) << said;
  ASSERT_EQ(small.list().size(), 1u);
  EXPECT_TRUE(small.list()[0].complete);
  EXPECT_LT(small.list()[0].bytes, 80'000u);
  EXPECT_EQ(stage.record(recorded.log, "").error().code, ErrorCode::Limit);
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
