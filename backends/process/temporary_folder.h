// A folder for files of other programs, removed with its content.
#pragma once

#include <string>

#include "core/support/result.h"

namespace lw {

class TemporaryFolder {
 public:
  static Result<TemporaryFolder> make();  // in $TMPDIR, or where the system has such folders
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  explicit TemporaryFolder(std::string path);
  std::string path_;
};

}  // namespace lw
