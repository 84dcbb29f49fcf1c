// Ctrl-C and SIGTERM as something to look at, for verbs that have something to end or to say.
#pragma once

namespace paddock {

/// From now on they do not end the process.
void catch_interrupts();
/// One of them has come.
bool interrupted();
/// What a process that one of them ended exits with, by the custom of shells: 130 after Ctrl-C.
int interrupted_status();

}  // namespace paddock
