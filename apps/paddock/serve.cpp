// paddock alone: the server with its page and every door; paddock serve DOOR: one door.
#include "apps/paddock/serve.h"

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
#include "paddock/protocols/doors.h"

namespace paddock {
namespace {

constexpr int kPortTries = 20;

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

/// Doors of programs speak IPv4: the same machine, or all of its networks, as that writes them.
std::string ipv4_of(const std::string& host) {
  if (host == "localhost" || host == "::1") return "127.0.0.1";
  return host == "::" ? "0.0.0.0" : host;
}

std::string page_address(const WebOptions& options, std::uint16_t port, const std::string& token) {
  std::string host = options.host;
  if (host == "0.0.0.0" || host == "::") host = reachable_address();
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  std::string address = fmt::format("http://{}:{}/", host, port);
  if (!token.empty()) address += "?token=" + token;
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

std::string recordings_folder(const std::string& asked) {
  const auto from = [](const char* variable, const char* rest) -> std::string {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0' ? std::string(value) + rest : std::string();
  };
  for (const std::string& folder :
       {asked, from("PADDOCK_RECORDINGS", ""), from("XDG_DATA_HOME", "/paddock/recordings"),
        from("HOME", "/.local/share/paddock/recordings")})
    if (!folder.empty()) return folder;
  return "recordings";
}

// --- Server -------------------------------------------------------------------------------------

Server::Server(ServeOptions options)
    : options_(std::move(options)),
      rooms_(std::make_unique<Rooms>()),
      context_{.rooms = *rooms_,
               .admission = std::make_shared<Admission>(),
               .host = ipv4_of(options_.host),
               .recordings = recordings_folder(options_.recordings),
               .options = options_.doors,
               .find_level = find_level,
               .stop = [this] { stop(); }} {}

Server::~Server() {
  doors_.clear();
  page_.reset();
  rooms_.reset();  // their threads use the context
}

Result<void> Server::open_page() {
  web_.host = options_.host;
  web_.port = static_cast<std::uint16_t>(options_.port);
  web_.port_tries = options_.port == 0 ? 1 : kPortTries;
  web_.token = options_.token;
  web_.view_token = options_.view_token;
  web_.stop_on_signals = options_.stop_on_signals;
  if (web_.token.empty() && !is_loopback(web_.host)) web_.token = draw_token();
  if (!web_.token.empty() && web_.token == web_.view_token)
    return fail(ErrorCode::Invalid, "--view-token must be another than --token");
  web::DoorOptions page;
  page.web = web_;
  page.levels_folder = levels_folder();
  page.recordings_folder = context_.recordings;
  page.recordings_quota = {options_.recordings_quota.at(0), options_.recordings_quota.at(1)};
  page.page = page_files();
  page.page_folder = options_.page;
  auto opened = web::Door::open(page, context_, all_doors());
  if (!opened) return tl::unexpected(opened.error());
  page_ = std::move(*opened);
  page_->on_stop([this] {
    for (const auto& door : doors_) door->stop();
  });
  return {};
}

Result<void> Server::open_door(const DoorPlan& plan) {
  auto opened = plan.open(context_);
  if (!opened) return tl::unexpected(opened.error());
  doors_.push_back(std::move(*opened));
  return {};
}

void Server::announce(const std::string& place) const {
  const std::uint16_t port = page_->port();
  if (options_.port != 0 && port != options_.port)
    fmt::print("Port {} is taken; this server uses {}.\n", options_.port, port);
  if (!is_loopback(web_.host))
    fmt::print(
        "Anybody who has the address below can watch and drive: it holds the token.\n"
        "Programs on another machine are let in once somebody has opened it there.\n");
  if (page_files().empty() && options_.page.empty())
    fmt::print("The page was not built into this binary; see the address below.\n");
  if (!web_.view_token.empty())
    fmt::print("To watch only: {}\n", page_address(web_, port, web_.view_token) + place);
  const std::string address = page_address(web_, port, web_.token) + place;
  fmt::print("Recordings: {}\nPaddock is ready; Ctrl-C stops it. Open\n{}\n", context_.recordings,
             address);
  std::fflush(stdout);
  if (options_.open) open_browser(address);
}

// --- the verbs ----------------------------------------------------------------------------------

namespace {

/// Says what the plan says and opens it, where there is something to open.
Result<void> open_beside_page(Server& server, const DoorKind& door) {
  const auto plan = door.plan({}, server.context(), false);
  if (!plan) return tl::unexpected(plan.error());
  fmt::print("{}", plan->said);
  return plan->open ? server.open_door(*plan) : Result<void>();
}

}  // namespace

int serve(const ServeOptions& options) {
  Server server(options);
  if (const auto opened = server.open_page(); !opened) return complain(opened.error().message);
  for (const DoorKind* door : all_doors()) {
    if (options.only_web || door->plan == nullptr) continue;
    if (const auto opened = open_beside_page(server, *door); !opened)
      complain(fmt::format("the {} door stays shut: {}", door->name, opened.error().message));
  }
  server.announce("");
  server.run();
  return kOk;
}

int serve_door(const DoorKind& door, const OptionValues& values, const ServeOptions& options) {
  Server server(options);
  const auto plan = door.plan(values, server.context(), true);
  if (!plan) return complain(plan.error().message);
  fmt::print("{}", plan->said);
  if (!plan->open) return kOk;
  if (const auto opened = server.open_page(); !opened) return complain(opened.error().message);
  if (const auto opened = server.open_door(*plan); !opened) return complain(opened.error().message);
  server.announce("");
  server.run();
  return kOk;
}

}  // namespace paddock
