// What HTTP serves: the page, the lists, levels and vehicles as pictures and glTF, recordings. Any
// thread.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "paddock/net/web_server.h"
#include "paddock/record/recordings.h"
#include "paddock/rooms/rooms.h"
#include "paddock/world/level_files.h"
#include "paddock/world/texture_cache.h"

namespace paddock::web {

/// A file of the page, built into the binary.
struct PageFile {
  std::string_view path;  // "/index.html"; packed ones end in ".gz"
  std::string_view bytes;
};

/// Best times are kept beside recordings.
inline constexpr std::string_view kBestTimesFile = "best_times.sqlite";

/// The level of that name; of "trials/NAME" the grading of level NAME.
Result<LevelFile> find_level_file(const std::string& folder, const std::string& name);

struct ContentSources {
  std::string levels_folder;
  std::span<const PageFile> page;
  std::string page_folder;  // not empty: the page is read from here instead
  const Rooms* rooms{};
  const Recordings* recordings{};
  std::string best_times;  // file
  bool token{};
};

class Content {
 public:
  explicit Content(ContentSources sources) : sources_(std::move(sources)) {}
  HttpResponse respond(const HttpRequest& request);
  /// The page itself is shown to everybody; what is simulated is not.
  static bool is_public(std::string_view path);
  /// Pictures for the menu, drawn when first asked for.
  static bool can_wait(std::string_view path);

 private:
  using Bytes = std::shared_ptr<const std::string>;
  struct Kept {
    std::string key;
    Bytes bytes;
    std::string etag;
  };

  HttpResponse page(const HttpRequest& request) const;
  HttpResponse levels() const;
  HttpResponse best_times() const;
  HttpResponse level(const HttpRequest& request);
  /// A level in no collection that some room shows; null when none does.
  std::shared_ptr<const World> shown_level(std::string_view name, std::uint64_t seed,
                                           std::string_view settings) const;
  HttpResponse vehicle(const HttpRequest& request);
  HttpResponse recording(const HttpRequest& request) const;
  /// What `make` gives for `key`, kept for the next time.
  HttpResponse kept(const std::string& key, std::string type,
                    const std::function<Result<std::string>()>& make);

  const ContentSources sources_;
  TextureCache textures_;
  std::mutex mutex_;
  std::deque<Kept> kept_;  // what was asked for last comes first
  std::size_t kept_bytes_{};
};

}  // namespace paddock::web
