// The small helper functions of exported C; each is written only if it is used. Private to backends/c.
#pragma once

#include <set>
#include <string>

namespace lw::c {

class Helpers {
 public:
  // The name of the helper for this C type: use("floordiv", "int32_t") -> "lw_floordiv_i32".
  std::string use(const std::string& what, const std::string& type);
  // The helper that reinterprets the bits of one type as another.
  std::string useBits(const std::string& from, const std::string& to);
  void add(const Helpers& other) { used_.insert(other.used_.begin(), other.used_.end()); }
  bool empty() const { return used_.empty(); }
  std::string text() const;  // in a fixed order

 private:
  std::set<std::pair<std::string, std::string>> used_;
};

}  // namespace lw::c
