// The small functions that exported C needs, each written only where it is used. Private to backends/c.
#pragma once

#include <set>
#include <string>

namespace lw::c {

class Helpers {
 public:
  // The name of the function for this C type: use("floordiv", "int32_t") -> "lw_floordiv_i32".
  std::string use(const std::string& what, const std::string& type);
  // Of a conversion of the bits of one type to another.
  std::string useBits(const std::string& from, const std::string& to);
  void add(const Helpers& other) { used_.insert(other.used_.begin(), other.used_.end()); }
  bool empty() const { return used_.empty(); }
  std::string text() const;  // in an order that does not depend on the program

 private:
  std::set<std::pair<std::string, std::string>> used_;
};

}  // namespace lw::c
