// Messages over a pipe: one JSON text a line. A line that is too long is read past without being kept.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>

namespace lw::serve {

class LineReader {
 public:
  // `most`: bytes of a line. `watched`: the descriptor that answers are written to; -1: none.
  LineReader(int from, int watched, size_t most) : from_(from), watched_(watched), most_(most) {}

  struct Line {
    std::string text;  // without its end
    bool tooLong = false;
  };
  // Waits for a line. Nothing: the client closed the pipe, or nobody reads `watched` any more.
  std::optional<Line> next();

 private:
  bool fill();  // reads more; false: the end
  int from_, watched_;
  size_t most_;
  std::string kept_;
  size_t searched_ = 0;    // bytes of kept_ without a line end
  bool skipping_ = false;  // inside a line that is too long
};

// Writes whole messages, from any thread.
class LineWriter {
 public:
  explicit LineWriter(int to) : to_(to) {}
  void write(std::string line) { writeBytes(std::move(line += '\n')); }
  void writeBytes(std::string_view bytes);
  bool gone() const { return gone_; }  // nobody reads any more

 private:
  int to_;
  std::mutex mutex_;
  std::atomic<bool> gone_ = false;
};

}  // namespace lw::serve
