#include "paddock/protocols/web/server.h"

namespace paddock::web {
namespace {

constexpr Nanos kHelloWithin = 10'000'000'000;
constexpr Nanos kForever = 3'600'000'000'000;

}  // namespace

Door::Door(const DoorOptions& options, const DoorContext& context,
           std::span<const DoorKind* const> doors)
    : shared_(context),
      recordings_(options.recordings_folder, options.recordings_quota),
      levels_folder_(options.levels_folder),
      content_({.levels_folder = options.levels_folder,
                .page = options.page,
                .page_folder = options.page_folder,
                .rooms = &context.rooms,
                .recordings = &recordings_,
                .best_times = concat(options.recordings_folder, "/", kBestTimesFile),
                .token = !options.web.token.empty()}),
      context_{
          .rooms = context.rooms,
          .recordings = recordings_,
          .find_level = [folder = levels_folder_](const std::string& name) -> Result<std::string> {
            auto level = find_level_file(folder, name);
            if (!level) return tl::unexpected(level.error());
            return level->path;
          },
          .run_aside = [this](std::function<void()> work) { web_->run_aside(std::move(work)); },
          .token = !options.web.token.empty(),
          .join_doors =
              [&context, doors](const JoinRequest& request, const Session& session,
                                EventLoop& loop) {
                return join_doors(doors, context, request, session, loop);
              }} {}

Door::~Door() {
  clients_.clear();
  shared_.rooms.close_all("the server stops");
  shared_.rooms.wait_for_closed(kForever);  // those that people opened use recordings and levels
}

Result<std::unique_ptr<Door>> Door::open(const DoorOptions& options, const DoorContext& context,
                                         std::span<const DoorKind* const> doors) {
  std::unique_ptr<Door> door(new Door(options, context, doors));
  auto web = WebServer::listen(options.web, door->callbacks());
  if (!web) return tl::unexpected(web.error());
  door->web_ = std::move(*web);
  return door;
}

WebCallbacks Door::callbacks() {
  return {.respond = [this](const HttpRequest& request) { return content_.respond(request); },
          .can_wait = Content::can_wait,
          .is_public = Content::is_public,
          .opened = [this](SocketId socket, WebAccess access,
                           std::string_view address) { opened(socket, access, address); },
          .text =
              [this](SocketId socket, std::string_view text) {
                const auto client = clients_.find(socket);
                if (client == clients_.end()) return;
                client->second.peer->receive(text);
                flush(socket);
              },
          .closed = [this](SocketId socket) { clients_.erase(socket); },
          .every_second = [this] { every_second(); },
          .stopping = [this] { stopping(); }};
}

void Door::stopping() {
  if (on_stop_) on_stop_();
  shared_.rooms.close_all("the server stops");
}

void Door::opened(SocketId socket, WebAccess access, std::string_view address) {
  if (access == WebAccess::Full && shared_.admission) shared_.admission->admit(address);
  const auto wake = [this, socket] { web_->post([this, socket] { flush(socket); }); };
  clients_[socket] = {
      std::make_unique<Peer>(context_, static_cast<ClientId>(socket),
                             access == WebAccess::Full ? Access::Full : Access::View, wake),
      steady_now()};
}

void Door::flush(SocketId socket) {
  const auto client = clients_.find(socket);
  if (client == clients_.end()) return;
  const auto waits = [&](std::uint32_t stream) { return web_->waits(socket, stream); };
  for (Outgoing& out : client->second.peer->collect(steady_now(), waits)) {
    switch (out.kind) {
      case Outgoing::Kind::Text:
        web_->send_text(socket, std::move(out.text));
        break;
      case Outgoing::Kind::Frame:
        web_->send_frame(socket, out.stream, std::move(out.bytes));
        break;
      case Outgoing::Kind::Close:
        web_->close(socket, out.code, out.text);
        break;
    }
  }
}

void Door::every_second() {
  const std::vector<RoomLine> lines = room_lines(shared_.rooms);
  std::string text = encode_list({}, "rooms", rooms_json(lines));
  const bool changed = text != rooms_text_;
  rooms_text_ = std::move(text);
  const Nanos now = steady_now();
  std::vector<SocketId> sockets;
  for (const auto& [socket, client] : clients_) sockets.push_back(socket);
  for (const SocketId socket : sockets) {
    const auto found = clients_.find(socket);
    if (found == clients_.end()) continue;
    Client& client = found->second;
    if (!client.peer->greeted() && now - client.since > kHelloWithin) {
      web_->close(socket, 1008, "say hello within ten seconds");
      continue;
    }
    if (changed) client.peer->send_rooms(lines);
    flush(socket);
  }
}

}  // namespace paddock::web
