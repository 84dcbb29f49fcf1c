#include "apps/paddock/interrupt.h"

#include <signal.h>

#include <initializer_list>

namespace paddock {
namespace {
volatile sig_atomic_t came = 0;  // the one thing a handler may touch
}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = [](int) { came = 1; };
  for (const int number : {SIGINT, SIGTERM}) sigaction(number, &action, nullptr);
}

bool interrupted() { return came != 0; }

}  // namespace paddock
