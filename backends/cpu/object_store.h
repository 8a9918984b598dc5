// A store of compiled objects in files: an unchanged kernel is not compiled again, in this process or a later one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lw {

// $XDG_CACHE_HOME/loopwright/objects, or ~/.cache.
std::string objectFolder();
// Part of a key: tells the builds of this program apart, whose passes and rules may differ.
std::string programBuild();

class ObjectStore {
 public:
  static constexpr int64_t kUsualBytes = int64_t{256} << 20;
  // `limit`: total size of all files in bytes; the least recently used ones are removed first.
  explicit ObjectStore(std::string folder, int64_t limit = kUsualBytes) : folder_(std::move(folder)), limit_(limit) {}

  // A name for the input of the code generator: equal keys mean equal objects. `parts` are code and settings in any
  // form.
  static std::string keyOf(std::initializer_list<std::string_view> parts);
  // Nothing if the object is not in the store or its file is damaged.
  std::optional<std::string> find(const std::string& key) const;
  // Failing to write is no error; the object is then not stored.
  void keep(const std::string& key, const std::string& object) const;

 private:
  std::string fileOf(const std::string& key) const;
  void tidyUp() const;

  std::string folder_;
  int64_t limit_;
};

}  // namespace lw
