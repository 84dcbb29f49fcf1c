// One sink for everything the library has to say; the application sets it. Silent until then.
#pragma once

#include <functional>
#include <string_view>

namespace paddock {

enum class LogLevel { Info, Warning, Error };
using LogSink = std::function<void(LogLevel, std::string_view)>;

/// Replaces the sink. Call once, before other threads start.
void set_log_sink(LogSink sink);

void log(LogLevel level, std::string_view message);

}  // namespace paddock
