#include "apps/paddock/print.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "apps/paddock/verbs.h"

namespace paddock {
namespace {
constexpr double kRefresh = 0.1;  // s between two drawings of a bar
constexpr int kBarWidth = 28;
}  // namespace

void print_table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c == widths.size()) widths.push_back(0);
      widths[c] = std::max(widths[c], row[c].size());
    }
  const bool colour = isatty(STDOUT_FILENO) != 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line;
    for (std::size_t c = 0; c < rows[r].size(); ++c)
      line += c + 1 == rows[r].size() ? rows[r][c] : fmt::format("{:<{}}  ", rows[r][c], widths[c]);
    if (r == 0 && colour) line = "\033[2m" + line + "\033[0m";
    fmt::print("{}\n", line);
  }
}

void print_json(const Json& json) { fmt::print("{}\n", to_text(json, 2)); }

int complain(std::string_view message) {
  fmt::print(stderr, "paddock: {}\n", message);
  return kFailed;
}

double now_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

ProgressBar::ProgressBar(std::string_view what, std::string_view unit, std::int64_t total)
    : what_(what),
      unit_(unit),
      total_(total),
      began_(now_seconds()),
      shown_(began_),
      visible_(isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() {
  if (visible_) fmt::print(stderr, "\r\033[K");
}

void ProgressBar::show(std::int64_t done) {
  if (!visible_ || total_ <= 0) return;
  const double now = now_seconds();
  if (now - shown_ < kRefresh) return;
  shown_ = now;
  const double part = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
  const double rate = static_cast<double>(done) / (now - began_);
  const double left = rate > 0 ? static_cast<double>(total_ - done) / rate : 0;
  const auto filled = static_cast<std::size_t>(part * kBarWidth);
  fmt::print(stderr, "\r{}  {:<{}}  {:3.0f} %  {:.0f} {}/s  {:.0f} s left\033[K", what_,
             std::string(filled, '='), kBarWidth, 100 * part, rate, unit_, left);
}

std::string lap_time(std::int64_t nanos) {
  const std::int64_t ms = nanos / 1'000'000;
  return fmt::format("{}:{:02}.{:03}", ms / 60'000, ms / 1000 % 60, ms % 1000);
}

std::string hash_text(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

}  // namespace paddock
