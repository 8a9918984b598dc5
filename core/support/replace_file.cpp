#include "core/support/replace_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace lw {
namespace {

std::string reasonOf(int error) { return std::strerror(error ? error : EIO); }

// The number of the error; 0: everything was written.
int writeAll(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t n = ::write(file, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    content.remove_prefix(static_cast<size_t>(n));
  }
  return 0;
}

std::string writeInPlace(const std::string& path, std::string_view content) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return reasonOf(errno);
  int error = writeAll(file, content);
  if (::close(file) != 0 && error == 0) error = errno;
  return error == 0 ? "" : reasonOf(error);
}

// Opens the new file for this process alone; -1: errno says why not.
int openAlone(const std::string& path) {
  for (;;) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (file < 0) return -1;
    (void)::flock(file, LOCK_EX);  // some file systems know no locks
    struct stat opened{};
    struct stat there{};
    if (::fstat(file, &opened) == 0 && ::stat(path.c_str(), &there) == 0 && opened.st_dev == there.st_dev &&
        opened.st_ino == there.st_ino)
      return file;
    ::close(file);  // another process has renamed or removed it meanwhile
  }
}

}  // namespace

std::string replaceFile(const std::string& path, std::string_view content) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path target = fs::canonical(path, ignored);
  const std::string place = ignored ? path : target.string();
  struct stat old{};
  const bool exists = ::stat(place.c_str(), &old) == 0;
  if (exists && !S_ISREG(old.st_mode)) return writeInPlace(place, content);
  const fs::path parts(place);
  const std::string fresh = (parts.parent_path() / ("." + parts.filename().string() + ".lw-new")).string();
  const int file = openAlone(fresh);
  if (file < 0 && ((exists && (errno == EACCES || errno == EPERM)) || errno == ENAMETOOLONG))
    return writeInPlace(place, content);
  if (file < 0) return reasonOf(errno);
  int error = ::ftruncate(file, 0) == 0 ? 0 : errno;  // what a process that was killed has left
  if (exists) (void)::fchmod(file, old.st_mode & 07777);
  if (error == 0) error = writeAll(file, content);
  if (error == 0 && ::fsync(file) != 0) error = errno;
  if (error == 0 && std::rename(fresh.c_str(), place.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(fresh.c_str());
  ::close(file);
  return error == 0 ? "" : reasonOf(error);
}

}  // namespace lw
