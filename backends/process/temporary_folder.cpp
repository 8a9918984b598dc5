#include "backends/process/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "backends/process/errors.h"

namespace lw {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(std::string path) : path_(std::move(path)) {}
TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

Result<TemporaryFolder> TemporaryFolder::make() {
  const auto refused = [](const std::string& place, const std::string& why) {
    return explain(err::kNoTemporaryFolder(place, why), "set TMPDIR to a writable folder");
  };
  std::error_code error;
  const fs::path place = fs::temp_directory_path(error);
  if (error) {
    const char* named = std::getenv("TMPDIR");
    return refused(named ? named : "/tmp", error.message());
  }
  std::string path = (place / "loopwright-XXXXXX").string();
  if (!mkdtemp(path.data())) return refused(place.string(), std::strerror(errno));
  return TemporaryFolder(std::move(path));
}

}  // namespace lw
