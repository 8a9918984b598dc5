// Compiles hand-built lowered functions and calls them in this process.
#pragma once

#include <gtest/gtest.h>

#include "backends/cpu/cpu.h"
#include "backends/runner/elf_loader.h"
#include "backends/runner/runtime.h"
#include "core/ir/ops.h"

namespace lw::test {

struct LoadedKernel {
  CpuModule module;
  std::optional<LoadedObject> object;
  int (*entry)(void**, int64_t*) = nullptr;

  int call(std::vector<void*> buffers, std::vector<int64_t> scalars = {}, int threads = 1) const {
    buffers.push_back(nullptr);
    scalars.push_back(0);
    return KernelThreads(threads).call(entry, buffers.data(), scalars.data());
  }
};

inline LoadedKernel compileAndLoad(const PrimFunc& func, const CpuOptions& options = {}) {
  LoadedKernel kernel;
  auto module = compileForCpu(func, options);
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : toText(module.error()));
  if (!module.ok()) return kernel;
  kernel.module = std::move(*module);
  auto object = LoadedObject::load(kernel.module.object, findKernelSymbol);
  EXPECT_TRUE(object.ok()) << (object.ok() ? "" : toText(object.error()));
  if (!object.ok()) return kernel;
  kernel.object = std::move(*object);
  kernel.entry = reinterpret_cast<int (*)(void**, int64_t*)>(kernel.object->find(kernel.module.symbol));
  EXPECT_NE(kernel.entry, nullptr);
  return kernel;
}

// A function over the given buffers.
inline PrimFunc function(std::vector<Buffer> buffers, Stmt body, std::vector<Var> scalars = {}) {
  PrimFunc func("main", std::move(body));
  for (const Buffer& buffer : buffers) {
    Var handle(buffer->name + "_handle", dtype::Handle());
    func.params.push_back(handle);
    func.buffers.emplace_back(handle, buffer);
  }
  for (const Var& scalar : scalars) func.params.push_back(scalar);
  return func;
}

inline Stmt loop(const Var& var, Expr extent, Stmt body, ForKind kind = ForKind::Serial) {
  return For{.var = var, .min = 0, .extent = std::move(extent), .kind = kind, .body = std::move(body)};
}
inline Stmt store(const Buffer& buffer, std::vector<Expr> indices, Expr value) {
  return BufferStore{buffer, std::move(indices), std::move(value)};
}
inline Expr load(const Buffer& buffer, std::vector<Expr> indices) { return BufferLoad{buffer, std::move(indices)}; }
inline Expr callTo(const std::string& op, std::vector<Expr> args) {
  const DataType type = args[0].dtype();
  return Call{type, op, std::move(args)};
}

// How often `word` stands in `text`.
inline int times(const std::string& text, const std::string& word) {
  int found = 0;
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++found;
  return found;
}

template <class T>
struct alignas(64) Lane64 {
  T value[64 / sizeof(T)];
};

// 64-byte aligned storage.
template <class T>
class Array {
 public:
  explicit Array(size_t count) : count_(count), data_((count * sizeof(T) + 63) / 64 + 1) {}
  T* data() { return reinterpret_cast<T*>(data_.data()); }
  T& operator[](size_t i) { return data()[i]; }
  size_t size() const { return count_; }

 private:
  size_t count_;
  std::vector<Lane64<T>> data_;
};

}  // namespace lw::test
