// lw-runner --confined: runs a program of others, such as an interpreter of Python, with few rights and for as long as
// the program that asked for it lives.
#pragma once

#include <string_view>

namespace lw {

// lw-runner --confined [--read PATH]... [--write PATH]... [--execute PATH]... [--variable NAME=VALUE]... [--folder
// PATH]
//           [--memory BYTES] [--file BYTES] [--unconfined] -- PROGRAM [ARGUMENT]...
// The program sees these variables and no others, and the descriptors 0 to 2. Descriptor 3 of lw-runner is a socket:
// when its other end is shut down for writing, the program gets SIGINT; when it closes, the program and all that it
// started are ended; when the program ends, so is the rest, and one line says how on the socket: "exit N", "signal N",
// "unconfined" (nothing was started: this system cannot confine it) or "start REASON" (it cannot be started).
constexpr std::string_view kConfinedOption = "--confined";
constexpr int kLifeline = 3;

int confinedMain(int count, char** words);

}  // namespace lw
