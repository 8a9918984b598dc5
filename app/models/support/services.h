// The services behind the window by their types, so that who needs one includes its header and no other.
#pragma once

namespace lw {

class Services {
 public:
  template <class S>
  S* get() const;  // of the types that app/services/workbench.cpp lists; another one does not link

 protected:
  Services() = default;
  ~Services() = default;
  Services(const Services&) = delete;
  Services& operator=(const Services&) = delete;
};

}  // namespace lw
