#include "bench/machine.h"

#include <cstdlib>
#include <fstream>
#include <thread>

#include "bench/commit.h"  // written by the build

namespace paddock {

std::string machine_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

std::string compiler_name() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

std::string commit_name() { return PADDOCK_COMMIT; }

bool machine_is_busy() {
  double load = 0;
  return getloadavg(&load, 1) == 1 &&
         load > static_cast<double>(std::thread::hardware_concurrency()) - 1;
}

}  // namespace paddock
