// The page beside Python: a server in this process whose one room shows an environment that Python
// steps, or the newest policy of a training. The server has threads of its own, none of which calls
// Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <future>
#include <thread>

#include "apps/paddock/page.h"
#include "paddock/protocols/web/server.h"
#include "paddock/rooms/rooms.h"
#include "paddock/watch/training_play.h"
#include "python/bindings/raise.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace paddock {
namespace {

constexpr Nanos kLook = 50'000'000;  // between two looks for Ctrl-C

/// The server and its room.
class PageServer {
 public:
  static Result<std::unique_ptr<PageServer>> open(const std::string& levels,
                                                  const std::string& recordings,
                                                  const std::string& name, StageOptions stage,
                                                  std::shared_ptr<EventLoop> loop) {
    std::unique_ptr<PageServer> server(new PageServer);
    web::DoorOptions options;
    options.web.host = "127.0.0.1";
    options.web.port = 0;
    options.levels_folder = levels;
    options.recordings_folder = recordings;
    options.page = page_files();
    auto door = web::Door::open(options, server->context_, {});
    if (!door) return tl::unexpected(door.error());
    server->door_ = std::move(*door);
    std::promise<Result<void>> opening;
    auto room =
        server->rooms_.open({.name = "",
                             .level = name,
                             .keep = true,
                             .stage = std::move(stage),
                             .loop = std::move(loop)},
                            [&](Result<void> result) { opening.set_value(std::move(result)); });
    if (!room) return tl::unexpected(room.error());
    if (auto opened = opening.get_future().get(); !opened) return tl::unexpected(opened.error());
    server->room_ = (*room)->name();
    server->thread_ = std::thread([door = server->door_.get()] { door->run(); });
    return server;
  }
  ~PageServer() {
    if (!thread_.joinable()) return;
    door_->stop();
    thread_.join();
  }
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;

  std::string address() const {
    return concat("http://127.0.0.1:", door_->port(), "/#room=", room_);
  }
  /// False when somebody closed the room on the page.
  bool has_room() const { return rooms_.find(room_) != nullptr; }

 private:
  PageServer() = default;
  Rooms rooms_;
  DoorContext context_{.rooms = rooms_, .admission = nullptr};
  std::unique_ptr<web::Door> door_;
  std::string room_;
  std::thread thread_;
};

/// Python goes on meanwhile; a ValueError and the like when it does not open.
std::unique_ptr<PageServer> open_server(const Batch& batch, const std::string& levels,
                                        const std::string& recordings, StageOptions stage,
                                        std::shared_ptr<EventLoop> loop) {
  auto server = [&] {
    const nb::gil_scoped_release others_may_run;
    return PageServer::open(levels, recordings, batch.shape().name, std::move(stage),
                            std::move(loop));
  }();
  return value_or_raise(std::move(server));
}

/// Shows world 0 of a batch.
class EnvironmentPage {
 public:
  static std::unique_ptr<EnvironmentPage> open(const Batch& batch, const std::string& levels,
                                               const std::string& recordings) {
    auto page = std::make_unique<EnvironmentPage>();
    page->view_ = std::make_shared<EnvironmentView>(batch.view(0), batch.shape(), "your program");
    page->server_ = open_server(batch, levels, recordings, EnvironmentView::stage_of(page->view_),
                                page->view_->loop());
    return page;
  }

  std::string address() const { return server_->address(); }

  /// The latest step, or without actions the episode that begins. Waits as long as the room takes
  /// to show it, which is real time unless somebody changed its pace. Ctrl-C is heard.
  void show(const Batch& batch, const std::vector<float>& actions) {
    const WorldView world = batch.view(0);
    const auto size = static_cast<std::size_t>(batch.shape().agents * batch.shape().action_size);
    if (!actions.empty() && actions.size() != size)
      raise({ErrorCode::Invalid, concat("actions must hold ", size, " numbers")});
    for (bool shown = false; !shown;) {
      {
        const nb::gil_scoped_release others_may_run;
        shown = actions.empty() ? view_->begin(world, kLook) : view_->step(world, actions, kLook);
        if (!shown && !server_->has_room()) return;
      }
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
    }
  }

  void close() {
    const nb::gil_scoped_release others_may_run;
    server_.reset();
  }

 private:
  std::shared_ptr<EnvironmentView> view_;  // shared with the room
  std::unique_ptr<PageServer> server_;
};

/// Shows the newest policy of a training in world 0 of a batch of its own, and the curve.
class TrainingPage {
 public:
  static std::unique_ptr<TrainingPage> open(
      Batch& batch, const std::vector<std::pair<std::string, std::string>>& channels,
      std::int64_t steps, const std::string& levels, const std::string& recordings) {
    auto page = std::make_unique<TrainingPage>();
    TrainingStatus status{.task = batch.shape().name, .of = steps};
    for (const auto& [name, unit] : channels) status.channels.push_back({name, unit});
    page->play_ = std::make_unique<TrainingPlay>(batch, std::move(status));
    page->server_ =
        open_server(batch, levels, recordings, page->play_->stage(), page->play_->loop());
    return page;
  }

  std::string address() const { return server_->address(); }
  void set_policy(const std::string& text) {
    auto policy = value_or_raise(read_policy(text, "the policy"));
    value_or_raise(play_->set_policy(std::make_shared<const PolicyParams>(std::move(policy))));
  }
  void set_progress(std::int64_t steps, double rate) { play_->set_progress(steps, rate); }
  void add_point(std::vector<double> values) {
    value_or_raise(play_->add_point(std::move(values)));
  }
  void close() {
    const nb::gil_scoped_release others_may_run;
    play_.reset();
    server_.reset();
  }

 private:
  std::unique_ptr<TrainingPlay> play_;
  std::unique_ptr<PageServer> server_;
};

}  // namespace

void bind_page(nb::module_& m) {
  nb::class_<EnvironmentPage>(m, "EnvironmentPage", "A page that shows an environment.")
      .def_static("open", EnvironmentPage::open, nb::kw_only(), "batch"_a, "levels"_a,
                  "recordings"_a, "Starts the server on any free port of this machine.")
      .def_prop_ro("address", &EnvironmentPage::address)
      .def("show", &EnvironmentPage::show, "batch"_a, "actions"_a,
           "Shows the step that these actions took, or with none the episode that begins; waits as "
           "long as that takes.")
      .def("close", &EnvironmentPage::close, "Stops the server; nothing else may follow.");
  nb::class_<TrainingPage>(m, "TrainingPage", "A page that shows a training.")
      .def_static("open", TrainingPage::open, nb::kw_only(), "batch"_a.noconvert(), "channels"_a,
                  "steps"_a, "levels"_a, "recordings"_a, nb::keep_alive<0, 1>(),
                  "Starts the server on any free port of this machine; the batch is the page's "
                  "own from here on.")
      .def_prop_ro("address", &TrainingPage::address)
      .def("set_policy", &TrainingPage::set_policy, "text"_a,
           "Drives from the next episode on; the text of a policy file.")
      .def("set_progress", &TrainingPage::set_progress, "steps"_a, "rate"_a,
           "Steps so far, and steps a second.")
      .def("add_point", &TrainingPage::add_point, "values"_a, "One number a channel.")
      .def("close", &TrainingPage::close, "Stops the server; nothing else may follow.");
}

}  // namespace paddock
