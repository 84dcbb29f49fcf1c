#include "paddock/core/log.h"

#include <utility>

namespace paddock {
namespace {
LogSink& sink() {
  static LogSink current;
  return current;
}
}  // namespace

void set_log_sink(LogSink next) { sink() = std::move(next); }

void log(LogLevel level, std::string_view message) {
  if (sink()) sink()(level, message);
}

}  // namespace paddock
