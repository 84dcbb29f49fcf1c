// The web door as the command opens it, for every verb that shows a page.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "apps/paddock/verbs.h"
#include "paddock/core/tick.h"
#include "paddock/protocols/web/server.h"

namespace paddock {

/// Where recordings and best times are kept: `asked`, else PADDOCK_RECORDINGS, else where the
/// system keeps a user's data.
std::string recordings_folder(const std::string& asked);

/// The web door as the options say, open; `web` is what it was opened with.
Result<std::unique_ptr<web::Door>> open_web(const ServeOptions& options, WebOptions& web);

/// Says where the page is, last what a program would read; `place` follows the address.
void announce(const ServeOptions& options, const WebOptions& web, std::uint16_t port,
              const std::string& place);

/// Keeps times of races that are the best of their level in a file of `folder`, under the name
/// `user`; true when they are. What cannot be written is logged.
std::function<bool(const std::string& level, const std::vector<Nanos>& times)> keep_times_in(
    std::string folder, std::string user);

}  // namespace paddock
