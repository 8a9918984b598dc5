#include "app/serve/protocol/framing.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace lw::serve {

bool LineReader::fill() {
  pollfd both[] = {{from_, POLLIN, 0}, {watched_, 0, 0}};  // POLLERR is reported without being asked for
  for (;;) {
    if (poll(both, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    if (both[1].revents & (POLLERR | POLLNVAL)) return false;
    if (both[0].revents) break;
  }
  char bytes[1 << 16];
  ssize_t count = 0;
  do count = read(from_, bytes, sizeof bytes);
  while (count < 0 && errno == EINTR);
  if (count <= 0) return false;
  kept_.append(bytes, static_cast<size_t>(count));
  return true;
}

std::optional<LineReader::Line> LineReader::next() {
  for (;;) {
    const size_t end = kept_.find('\n', searched_);
    if (end != std::string::npos) {
      Line line{kept_.substr(0, end), skipping_ || end > most_};
      kept_.erase(0, end + 1);
      searched_ = 0;
      skipping_ = false;
      if (line.tooLong) line.text.clear();
      if (line.text.ends_with('\r')) line.text.pop_back();
      return line;
    }
    searched_ = kept_.size();
    if (kept_.size() > most_) {
      skipping_ = true;
      kept_.clear();
      searched_ = 0;
    }
    if (fill()) continue;
    if (kept_.empty() || skipping_) return std::nullopt;
    Line last{std::move(kept_)};  // a client that ends without a line end
    kept_.clear();
    searched_ = 0;
    return last;
  }
}

void LineWriter::writeBytes(std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  for (size_t done = 0; done < bytes.size() && !gone_;) {
    const ssize_t count = ::write(to_, bytes.data() + done, bytes.size() - done);
    if (count > 0)
      done += static_cast<size_t>(count);
    else if (errno != EINTR)
      gone_ = true;
  }
}

}  // namespace lw::serve
