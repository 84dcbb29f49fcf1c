// Small pieces of HTTP that need no socket.
#include <algorithm>

#include "paddock/net/web_server.h"

namespace paddock {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

Result<std::string> percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
    if (high < 0 || low < 0 || (high == 0 && low == 0))
      return fail(ErrorCode::Invalid, "an escape in the address is cut short or stands for zero");
    decoded += static_cast<char>(16 * high + low);
    i += 2;
  }
  return decoded;
}

std::string HttpRequest::parameter(std::string_view name) const {
  std::string_view rest = query;
  while (!rest.empty()) {
    const std::size_t end = rest.find('&');
    const std::string_view pair = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    const std::size_t equals = pair.find('=');
    if (pair.substr(0, equals) != name || equals == std::string_view::npos) continue;
    const auto value = percent_decoded(pair.substr(equals + 1));
    return value ? *value : "";
  }
  return "";
}

HttpResponse plain_answer(int status, std::string sentence) {
  HttpResponse response;
  response.status = status;
  response.body = std::make_shared<const std::string>(std::move(sentence) + "\n");
  return response;
}

std::string_view host_of_origin(std::string_view origin) {
  for (const std::string_view scheme : {"http://", "https://"})
    if (origin.starts_with(scheme)) {
      const std::string_view host = origin.substr(scheme.size());
      return host.find('/') == std::string_view::npos ? host : std::string_view{};
    }
  return {};
}

bool same_host(std::string_view a, std::string_view b) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return small(x) == small(y); });
}

std::string_view without_port(std::string_view host) {
  if (host.starts_with('[')) return host.substr(1, host.find(']') - 1);
  return host.substr(0, host.find(':'));
}

bool is_loopback(std::string_view host) {
  if (host == "localhost" || host == "::1") return true;
  // digits and dots alone: 127.evil.example is somebody else's name
  return host.starts_with("127.") && std::all_of(host.begin(), host.end(), [](char c) {
           return c == '.' || (c >= '0' && c <= '9');
         });
}

}  // namespace paddock
