// paddock alone: the server with its page.
#include <fmt/format.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <spawn.h>
#include <sys/wait.h>

#include <arpa/inet.h>
#include <cstdlib>
#include <random>

#include "apps/paddock/level_files.h"
#include "apps/paddock/page.h"
#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "paddock/protocols/web/server.h"

namespace paddock {
namespace {

constexpr int kPortTries = 20;

/// PADDOCK_RECORDINGS, else where the system keeps a user's data.
std::string recordings_folder() {
  const auto from = [](const char* variable, const char* rest) -> std::string {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0' ? std::string(value) + rest : std::string();
  };
  for (const std::string& folder :
       {from("PADDOCK_RECORDINGS", ""), from("XDG_DATA_HOME", "/paddock/recordings"),
        from("HOME", "/.local/share/paddock/recordings")})
    if (!folder.empty()) return folder;
  return "recordings";
}

std::string draw_token() {
  std::random_device system;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", system(), system(), system(), system());
}

/// An address of this machine that others can reach, else the name for any.
std::string reachable_address() {
  std::string found = "0.0.0.0";
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return found;
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
    char text[INET_ADDRSTRLEN];
    const auto* address = reinterpret_cast<const sockaddr_in*>(one->ifa_addr);
    inet_ntop(AF_INET, &address->sin_addr, text, sizeof text);
    if (!is_loopback(text)) {
      found = text;
      break;
    }
  }
  freeifaddrs(all);
  return found;
}

std::string page_address(const WebOptions& options, std::uint16_t port) {
  std::string host = options.host;
  if (host == "0.0.0.0" || host == "::") host = reachable_address();
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  std::string address = fmt::format("http://{}:{}/", host, port);
  if (!options.token.empty()) address += "?token=" + options.token;
  return address;
}

void open_browser(std::string address) {
  std::string command = "xdg-open";
  char* arguments[] = {command.data(), address.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, command.c_str(), nullptr, nullptr, arguments, environ) != 0)
    complain("no browser could be opened (xdg-open is missing); open the address yourself");
}

}  // namespace

int serve(const ServeOptions& options) {
  web::DoorOptions door_options;
  WebOptions& web = door_options.web;
  web.host = options.host;
  web.port = static_cast<std::uint16_t>(options.port);
  web.port_tries = options.port == 0 ? 1 : kPortTries;
  web.token = options.token;
  web.stop_on_signals = true;
  if (web.token.empty() && !is_loopback(web.host)) web.token = draw_token();
  door_options.levels_folder = levels_folder();
  door_options.recordings_folder =
      options.recordings.empty() ? recordings_folder() : options.recordings;
  door_options.page = page_files();
  door_options.page_folder = options.page;

  const auto door = web::Door::open(door_options);
  if (!door) return complain(door.error().message);
  const std::uint16_t port = (*door)->port();
  if (options.port != 0 && port != options.port)
    fmt::print("Port {} is taken; this server uses {}.\n", options.port, port);
  if (!is_loopback(web.host))
    fmt::print("Anybody who has the address below can watch and drive: it holds the token.\n");
  if (page_files().empty() && options.page.empty())
    fmt::print("The page was not built into this binary; see the address below.\n");
  const std::string address = page_address(web, port);
  fmt::print("Recordings: {}\nPaddock is ready; Ctrl-C stops it. Open\n{}\n",
             door_options.recordings_folder, address);
  std::fflush(stdout);
  if (options.open) open_browser(address);
  (*door)->run();
  return kOk;
}

}  // namespace paddock
