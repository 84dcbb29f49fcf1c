// Real rooms and clients in them that wait for answers, without sockets.
#pragma once

#include <gtest/gtest.h>

#include <condition_variable>
#include <filesystem>

#include "paddock/protocols/web/peer.h"
#include "tests/support/recordings.h"
#include "tests/support/wire_schema.h"

namespace paddock::web {

struct TalkFolder {
  std::string path = scratch_path("peer");
  ~TalkFolder() { std::filesystem::remove_all(path); }
};

/// Real rooms for clients that wait for answers.
struct Talk {
  TalkFolder folder;
  Rooms rooms;
  Recordings recordings{folder.path};
  PeerContext context{
      .rooms = rooms,
      .recordings = recordings,
      .find_level = [](const std::string& name) -> Result<std::string> {
        const std::string stem = name.substr(name.rfind('/') + 1);
        if (stem == "simplesim")
          return std::string(PADDOCK_SOURCE_DIR "/levels/playground/simplesim.toml");
        if (stem == "oval") return std::string(PADDOCK_SOURCE_DIR "/levels/tracks/oval.toml");
        if (stem == "edit" || stem == "lamps")
          return concat(PADDOCK_SOURCE_DIR "/tests/protocols/web/", stem, ".toml");
        if (stem == "block")
          return std::string(PADDOCK_SOURCE_DIR "/docs/examples/pieces/block.toml");
        return fail(ErrorCode::NotFound, "there is no level \"", name, "\"");
      },
      .run_aside = [](std::function<void()> work) { work(); }};
  ~Talk() {
    rooms.close_all("the test is over");
    rooms.wait_for_closed(20'000'000'000);
  }
};

struct Client {
  std::mutex mutex;
  std::condition_variable more;
  bool woken{};
  Nanos now{1'000'000'000};
  Peer peer;
  std::vector<Outgoing> kept;
  bool bodies_wait{};                   // a frame of theirs waits for the socket
  bool socket_waits{};                  // nothing goes out
  std::vector<BodiesMessage> bodies{};  // all that came
  std::vector<ServerFrame> readings{};  // of sensors, likewise

  Client(Talk& talk, ClientId id, Access access = Access::Full)
      : peer(talk.context, id, access, [this] {
          const std::lock_guard lock(mutex);
          woken = true;
          more.notify_all();
        }) {}

  void collect() {
    now += 200'000'000;
    const auto waits = [&](std::uint32_t stream) {
      return socket_waits || (bodies_wait && stream == kBodiesStream);
    };
    for (Outgoing& out : peer.collect(now, waits)) {
      if (out.kind == Outgoing::Kind::Frame && out.stream == kBodiesStream)
        bodies.push_back(std::get<BodiesMessage>(*decode_frame(*out.bytes)));
      else if (out.kind == Outgoing::Kind::Frame && out.stream != 0)
        readings.push_back(*decode_frame(*out.bytes));
      if (out.kind == Outgoing::Kind::Text) {
        EXPECT_EQ(WireSchema::get().check_server(out.text), "") << out.text;
      }
      kept.push_back(std::move(out));
    }
  }
  /// Until there is something to collect, or for a moment.
  void wait() {
    std::unique_lock lock(mutex);
    more.wait_for(lock, std::chrono::milliseconds(10), [&] { return woken; });
    woken = false;
  }
  /// Collects until it holds.
  bool wait_until(const std::function<bool()>& holds) {
    for (int round = 0; round < 2000; ++round) {
      collect();
      if (holds()) return true;
      wait();
    }
    return false;
  }
  /// The next text of that type, waiting for it.
  std::optional<Json> receive(std::string_view type) {
    for (int round = 0; round < 2000; ++round) {
      collect();
      for (std::size_t i = 0; i < kept.size(); ++i) {
        if (kept[i].kind != Outgoing::Kind::Text) continue;
        auto json = parse_json(kept[i].text);
        if (!json || json->find("type")->text() != type) continue;
        kept.erase(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        return *json;
      }
      wait();
    }
    return std::nullopt;
  }
  std::optional<ServerFrame> see(std::uint32_t stream) {
    for (int round = 0; round < 2000; ++round) {
      collect();
      for (std::size_t i = 0; i < kept.size(); ++i) {
        if (kept[i].kind != Outgoing::Kind::Frame || kept[i].stream != stream) continue;
        const auto frame = decode_frame(*kept[i].bytes);
        kept.erase(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        return frame ? std::optional(*frame) : std::nullopt;
      }
      wait();
    }
    return std::nullopt;
  }
  std::optional<Json> ask(std::string_view text, std::string_view type) {
    peer.receive(text);
    return receive(type);
  }
  bool hello(std::string_view key = "") {
    const std::string key_field = key.empty() ? "" : concat(R"(,"key":")", key, R"(")");
    return ask(concat(R"({"type":"hello","version":1)", key_field, "}"), "welcome").has_value();
  }
  std::string code(std::string_view text) {
    const auto error = ask(text, "error");
    return error ? error->find("code")->text() : "(no error)";
  }
};

inline constexpr std::string_view kOpen =
    R"({"type":"open","id":2,"level":"oval","vehicles":[{"driver":"person"},{"driver":"route"}]})";

}  // namespace paddock::web
