#include "app/shared/follow/place.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>

#include "app/shared/errors.h"
#include "backends/process/fd.h"

namespace lw::follow {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRemedy = "set XDG_RUNTIME_DIR to a folder that only you may enter, as a login does";

// Why the folder is not this user's alone; nothing: it is.
std::optional<Message> openToOthers(const std::string& path) {
  struct stat found = {};
  if (lstat(path.c_str(), &found) != 0) return say("{0}: {1}", Snippet(path), Snippet(std::strerror(errno)));
  if (!S_ISDIR(found.st_mode)) return say("{0} is no folder", Snippet(path));
  if (found.st_uid != geteuid()) return say("{0} is of another user", Snippet(path));
  if ((found.st_mode & 0077) != 0) return say("others may enter {0}", Snippet(path));
  return std::nullopt;
}

Result<sockaddr_un> addressOf(const std::string& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path)
    return explain(err::kFollowSocket(path, say("its path is too long")), kRemedy);
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return address;
}

Explanation failed(const std::string& path) {
  return explain(err::kFollowSocket(path, Message(Snippet(std::strerror(errno)))), kRemedy);
}

}  // namespace

Result<std::string> folder() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  if (!runtime || *runtime != '/') return explain(err::kFollowNoFolder(say("XDG_RUNTIME_DIR is not set")), kRemedy);
  if (const auto why = openToOthers(runtime)) return explain(err::kFollowNoFolder(*why), kRemedy);
  std::string path = runtime;
  for (const char* name : {"/loopwright", "/sessions"}) {
    path += name;
    if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return failed(path);
    if (const auto why = openToOthers(path)) return explain(err::kFollowNoFolder(*why), kRemedy);
  }
  return path;
}

Result<int> listenAt(const std::string& path) {
  const Result<sockaddr_un> address = addressOf(path);
  if (!address) return address.error();
  Fd made(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!made) return failed(path);
  if (bind(made.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0) return failed(path);
  if (chmod(path.c_str(), 0600) != 0 || listen(made.get(), 8) != 0) {
    const Explanation why = failed(path);
    unlink(path.c_str());
    return why;
  }
  return made.release();
}

// A socket that nobody listens at any more, because its process was killed, is removed.
Result<int> connectTo(const std::string& path) {
  const Result<sockaddr_un> address = addressOf(path);
  if (!address) return address.error();
  Fd made(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!made) return failed(path);
  if (connect(made.get(), reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0) {
    const bool dead = errno == ECONNREFUSED;
    const Explanation why =
        explain(err::kFollowGone(path, Snippet(std::strerror(errno))), "the session may have ended");
    if (dead) unlink(path.c_str());
    return why;
  }
  if (!sameUser(made.get())) return explain(err::kFollowStranger(path), "only sessions of your own can be followed");
  return made.release();
}

bool sameUser(int socket) {
  ucred other = {};
  socklen_t size = sizeof other;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &other, &size) == 0 && other.uid == geteuid();
}

std::vector<std::string> announced() {
  std::vector<std::string> found;
  const Result<std::string> place = folder();
  if (!place) return found;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(*place, error))
    if (entry.is_socket(error)) found.push_back(entry.path().string());
  std::ranges::sort(found);
  return found;
}

}  // namespace lw::follow
