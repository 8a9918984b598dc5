// Objects compiled before, kept in files: an unchanged kernel is not compiled twice, in this process or a later one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lw {

// $XDG_CACHE_HOME/loopwright/objects, or ~/.cache.
std::string objectFolder();

class ObjectStore {
 public:
  static constexpr int64_t kUsualBytes = int64_t{256} << 20;
  // `limit`: of all files together, in bytes; those not used for longest go first.
  explicit ObjectStore(std::string folder, int64_t limit = kUsualBytes) : folder_(std::move(folder)), limit_(limit) {}

  // Names what the code generator is given: equal keys, equal objects. `parts` are code and settings in any form.
  static std::string keyOf(std::initializer_list<std::string_view> parts);
  // Nothing where there is none or its file is damaged.
  std::optional<std::string> find(const std::string& key) const;
  // What cannot be written is not kept; that is no error.
  void keep(const std::string& key, const std::string& object) const;

 private:
  std::string fileOf(const std::string& key) const;
  void tidyUp() const;

  std::string folder_;
  int64_t limit_;
};

}  // namespace lw
