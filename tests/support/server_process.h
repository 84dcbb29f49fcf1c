// The built command as a child process that serves.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace paddock {

class ServerProcess {
 public:
  /// Starts it and reads what it prints up to the address.
  ServerProcess(const std::string& binary, std::vector<std::string> arguments);
  /// Asks it to stop, and waits.
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  std::uint16_t port() const { return port_; }
  int pid() const { return pid_; }
  const std::string& address() const { return address_; }
  const std::string& said() const { return said_; }

  /// Sends the signal and waits; the exit code, or -1 when it died of the signal.
  int stop(int signal);
  /// Resident memory in kilobytes.
  long memory_kb() const;
  /// Seconds of processor time it has used.
  double processor_seconds() const;

 private:
  int pid_{-1};
  std::FILE* out_{};
  std::uint16_t port_{};
  std::string address_, said_;
};

/// A path in the system's folder for such things, of this process's own.
std::string scratch_path(const std::string& name);

}  // namespace paddock
