// Loads a relocatable x86-64 ELF object (LLVM's output for a kernel) into this process without a linker: maps its
// sections, applies the relocations of position-independent code and resolves undefined symbols. It also loads an `ar`
// archive of such objects, each of which may refer to those before it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/support/result.h"

namespace lw {

class LoadedObject {
 public:
  using Resolver = std::function<void*(const std::string& symbol)>;  // nullptr: not known

  struct Range {
    uintptr_t begin = 0, end = 0;
  };

  // Fails with elf.malformed, elf.unsupported (which relocation or section) or elf.unresolved (which functions).
  static Result<LoadedObject> load(std::string_view bytes, const Resolver& resolve);
  LoadedObject(LoadedObject&& other) noexcept;
  LoadedObject& operator=(LoadedObject&& other) noexcept;
  ~LoadedObject();

  void* find(std::string_view symbol) const;  // a global symbol the object defines; nullptr: none
  std::vector<Range> code() const;

 private:
  friend class ObjectReader;
  LoadedObject() = default;
  char* image_ = nullptr;
  size_t imageBytes_ = 0, codeBytes_ = 0;
  std::vector<std::pair<std::string, void*>> symbols_;
  std::vector<LoadedObject> others_;  // of an archive
};

}  // namespace lw
