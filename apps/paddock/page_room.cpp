#include "apps/paddock/page_room.h"

#include <filesystem>
#include <future>

#include "paddock/record/recorder.h"

namespace paddock {
namespace {

/// Has `work` done on the room's own thread, and waits for how it went.
Result<void> on_room(Room& room, const std::function<Result<void>(Stage&)>& work) {
  std::promise<Result<void>> done;
  if (!room.post([&](Stage& stage, Nanos) { done.set_value(work(stage)); }))
    return fail(ErrorCode::Invalid, "the room is over");
  return done.get_future().get();
}

}  // namespace

OpenLog recording_to(const std::string& file, const std::string& level) {
  return [=, runs = 0](Session& session, const std::string&) mutable -> Result<RunLog> {
    auto head = recording_head(level, session.spec);
    if (!head) return tl::unexpected(head.error());
    std::filesystem::path path = file;
    if (++runs > 1)
      path.replace_filename(concat(path.stem().string(), "-", runs, path.extension().string()));
    auto recorder = Recorder::begin(path.string(), std::move(*head), session);
    if (!recorder) return tl::unexpected(recorder.error());
    return log_to(std::move(*recorder), path.filename().string());
  };
}

Result<PageRoom> open_page_room(const ServeOptions& page, const std::string& level,
                                StageOptions stage, std::shared_ptr<EventLoop> loop) {
  PageRoom shown{.server = std::make_unique<Server>(page), .room = nullptr};
  if (auto opened = shown.server->open_page(); !opened) return tl::unexpected(opened.error());
  std::promise<Result<void>> opening;
  auto room = shown.server->rooms().open(
      {.name = "",
       .level = level,
       .keep = true,
       .stage = std::move(stage),
       .loop = std::move(loop)},
      [&](Result<void> result) { opening.set_value(std::move(result)); });
  if (!room) return tl::unexpected(room.error());
  shown.room = *room;
  if (auto opened = opening.get_future().get(); !opened) return tl::unexpected(opened.error());
  return shown;
}

Result<PageRoom> open_page_room(const RunOptions& options, const std::string& level,
                                StageOptions stage, std::shared_ptr<EventLoop> loop) {
  ServeOptions page;
  page.port = options.page_port;
  auto shown = open_page_room(page, std::filesystem::path(level).stem().string(), std::move(stage),
                              std::move(loop));
  if (!shown || options.record.empty()) return shown;
  const auto recorded = on_room(*shown->room, [&](Stage& running) {
    return running.record(recording_to(options.record, level), "");
  });
  if (!recorded) return tl::unexpected(recorded.error());
  return shown;
}

void announce(const PageRoom& shown) { shown.server->announce("#room=" + shown.room->name()); }

}  // namespace paddock
