// A controller of one's own as a child of this process: a line is said to it, a line comes back.
// POSIX stays inside controller_process.cpp.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "paddock/core/error.h"

namespace paddock {

/// It ends with this object.
class ControllerProcess {
 public:
  /// Where Python or our part in it is not found the error says what to do.
  static Result<std::unique_ptr<ControllerProcess>> start(const std::string& python,
                                                          const std::string& file);
  ~ControllerProcess();
  ControllerProcess(const ControllerProcess&) = delete;
  ControllerProcess& operator=(const ControllerProcess&) = delete;

  /// False when it has ended, or takes nothing more.
  bool say(std::string_view line);
  /// A line that came within the time; nothing: not yet.
  std::optional<std::string> hear(int patience_ms);
  /// It says nothing any more: it has ended, or closed its end of the line.
  bool over() const { return over_; }
  /// "status 1", "signal 9"; empty while it runs.
  const std::string& how_it_ended();

 private:
  ControllerProcess() = default;

  int pid_{};
  int to_{-1}, from_{-1};
  std::string heard_;  // of the line that is under way
  std::string how_;
  bool over_{};
};

}  // namespace paddock
