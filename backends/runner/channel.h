// The protocol between the app and lw-runner: a Unix socket that keeps message boundaries. A message is one JSON
// document and may carry a file descriptor (an anonymous memory file with code or data).
//
// Requests are handled in order; each is answered by {"ok": true, ...} or {"error": kind, "message": ..., "hint": ...}:
//   {"do": "hello", "threads"}                              -> pid, calls, files: what confinement.h can do
//   {"do": "library", "path"}                               loads a shared library with functions for kernels
//   {"do": "kernel", "symbol", "bytes"} + fd                -> kernel (number), code (pairs of addresses)
//   {"do": "buffer", "name", "bytes", "alignment"} + fd     -> buffer (number), address; the fd holds the data
//   {"do": "run", "kernel", "buffers", "scalars", "threads", "loops", "restore"}
//                                                           -> code, ns (all loops together)
//   {"do": "fetch", "buffer"}                               copies the data to the second half of its fd
//   {"do": "fill", "buffer"}                                copies the first half of its fd to the data
//   {"do": "drop", "buffer"}
//   {"do": "peaks", "threads", "caches"}                    -> gflops32, gflops64, cache_gbps, memory_gbps
//   {"do": "devices"}                                       -> devices of the OpenCL and CUDA drivers
//   {"do": "gpu", "bytes"} + fd                             -> kernel (number); the fd holds input of GpuJob::load()
//   {"do": "gpu_run", "kernel", "buffers", "restore", "loops", "download"}
//                                                           -> ns
// A kernel that crashes sends {"crash": signal, "address", "write", "ip"} as its last message.
#pragma once

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "backends/process/fd.h"

namespace lw {

constexpr int kRunnerSocket = 3;  // in the child
constexpr size_t kLongestMessage = 64 << 10;

bool sendMessage(int socket, const nlohmann::json& message, int fd = -1);

enum class Received { Message, Closed, TimedOut, Malformed };
// Waits until `deadline` (without one, for ever).
Received receiveMessage(int socket, nlohmann::json& message, Fd& fd,
                        std::optional<std::chrono::steady_clock::time_point> deadline = {});

// An anonymous file of `bytes` in memory; invalid if memory is short.
Fd makeMemoryFile(const char* name, size_t bytes);

}  // namespace lw
