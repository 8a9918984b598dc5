// Loads a relocatable x86-64 ELF object (what LLVM writes for a kernel) into this process, without a linker: maps its
// sections, applies the relocations of position-independent code and looks up what it does not define.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/support/result.h"

namespace lw {

class LoadedObject {
 public:
  using Resolver = std::function<void*(const std::string& symbol)>;  // nullptr: not known

  // Fails with elf.malformed, elf.unsupported (which relocation or section) or elf.unresolved (which functions).
  static Result<LoadedObject> load(std::string_view bytes, const Resolver& resolve);
  LoadedObject(LoadedObject&& other) noexcept;
  LoadedObject& operator=(LoadedObject&& other) noexcept;
  ~LoadedObject();

  void* find(std::string_view symbol) const;  // a global symbol the object defines; nullptr: none
  uintptr_t codeBegin() const { return reinterpret_cast<uintptr_t>(image_); }
  uintptr_t codeEnd() const { return codeBegin() + codeBytes_; }

 private:
  friend class ObjectReader;
  LoadedObject() = default;
  char* image_ = nullptr;
  size_t imageBytes_ = 0, codeBytes_ = 0;
  std::vector<std::pair<std::string, void*>> symbols_;
};

}  // namespace lw
