#include "apps/paddock/interrupt.h"

#include <signal.h>

#include <initializer_list>

namespace paddock {
namespace {
volatile sig_atomic_t came = 0;  // the signal's number; the one thing a handler may touch
}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int number) { came = number; };
  for (const int number : {SIGINT, SIGTERM}) sigaction(number, &action, nullptr);
}

bool interrupted() { return came != 0; }

int interrupted_status() { return 128 + static_cast<int>(came); }

}  // namespace paddock
