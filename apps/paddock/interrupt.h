// Ctrl-C and SIGTERM as something to look at, for verbs that have programs to end.
#pragma once

namespace paddock {

/// From now on they do not end the process.
void catch_interrupts();
/// One of them has come.
bool interrupted();

}  // namespace paddock
