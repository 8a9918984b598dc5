// What keeps a kernel from anything but computing: rights on files (Landlock), a filter of system calls (seccomp) and
// limits. Each of them stays until the process ends, and holds for threads that are started later.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace lw {

// What this system has. Programs that are built with sanitizers have neither: those need files and memory of their own.
struct Confinement {
  bool calls = false;  // seccomp, with one filter for all threads
  bool files = false;  // Landlock
};
Confinement possibleConfinement();

// Before code of others is loaded, by the thread that starts all others: files can be read where the system and this
// program have their libraries, or anywhere, and not be written or executed; no connections.
bool restrictFiles(bool readAnywhere);

// For a program of others that needs files: folders (with what they contain) and files. Connections are refused as
// above. A path that does not exist gives no right.
struct FileRights {
  std::vector<std::string> read, write, execute;  // what may be written may be read, and so may what is executed
};
bool restrictFiles(const FileRights& rights);

enum class Calls {
  Loading,        // while libraries that the user named are loaded: files are read, threads are started
  Kernels,        // memory, time, waiting, the socket of channel.h, printing
  KernelThreads,  // and starting threads
};
// Other system calls raise SIGSYS in the thread that makes them.
bool filterCalls(Calls allowed);

// For a program of others, such as an interpreter of Python: files are left to restrictFiles, threads can be started,
// and programs by posix_spawn; the calls that connect, fork, or change what files are (owner, mode, times) fail with
// EPERM, unknown ones with ENOSYS, so that the program can say what went wrong. Holds for all that it starts.
bool filterProgramCalls();

// `bytes`: of memory beyond what the process has now.
void limitResources(size_t bytes);

// In a handler of SIGSYS: the C library reads this file for a choice of its own when it frees memory, and goes on
// without it.
bool isLibraryProbe(int call, const char* path);

}  // namespace lw
