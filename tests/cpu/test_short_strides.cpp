// Vectors whose lanes are two to four elements apart: they are loaded as a whole, without a load for each lane, and no
// element is read before the first lane or behind the last.
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "tests/cpu/kernel_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

constexpr int kLanes[] = {4, 7, 8, 14, 16, 32};
constexpr int kSize = 256;

// to[lane] = from[first + lane * stride], of the lanes below n where there is an n.
PrimFunc copyOf(int lanes, int stride, DataType type, const Var& first, const Var* n) {
  const auto width = static_cast<int16_t>(lanes);
  const Buffer a = makeBuffer("A", {kSize}, type), b = makeBuffer("B", {kSize}, type);
  const Stmt copy = store(b, {Ramp{Expr(0), Expr(1), width}}, load(a, {Ramp{first, Expr(stride), width}}));
  if (!n) return function({a, b}, copy, {first});
  const Expr below = lt(Ramp{Expr(0), Expr(1), width}, Broadcast{Expr(*n), width});
  return function({a, b}, IfThenElse{below, copy}, {first, *n});
}

// An array that ends with its page, behind which nothing may be read.
template <class T>
class AtTheEnd {
 public:
  AtTheEnd() : page_(static_cast<size_t>(sysconf(_SC_PAGESIZE))) {
    memory_ = static_cast<char*>(mmap(nullptr, 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(memory_ + page_, page_, PROT_NONE);
    data_ = reinterpret_cast<T*>(memory_ + page_) - kSize;
    for (int i = 0; i < kSize; ++i) data_[i] = static_cast<T>(3 + i * 7 % 101);
  }
  ~AtTheEnd() { munmap(memory_, 2 * page_); }
  T* data() { return data_; }
  T operator[](int i) const { return data_[i]; }

 private:
  size_t page_;
  char* memory_;
  T* data_;
};

// The last lane is the last element of the page.
template <class T>
void expectValues(int lanes, int stride, DataType type, bool masked) {
  const Var first("first"), n("n");
  const LoadedKernel kernel = compileAndLoad(copyOf(lanes, stride, type, first, masked ? &n : nullptr));
  AtTheEnd<T> from;
  for (int count = masked ? 0 : lanes; count <= lanes; ++count) {
    const int begin = count == 0 ? kSize : kSize - (count - 1) * stride - 1;
    Array<T> to(kSize);
    for (int i = 0; i < kSize; ++i) to[static_cast<size_t>(i)] = T(1);
    std::vector<int64_t> scalars{begin};
    if (masked) scalars.push_back(count);
    ASSERT_EQ(kernel.call({from.data(), to.data()}, scalars), 0);
    for (int lane = 0; lane < kSize; ++lane)
      ASSERT_EQ(to[static_cast<size_t>(lane)], lane < count ? from[begin + lane * stride] : T(1))
          << count << " of " << lanes << " lanes, stride " << stride << ", at " << lane;
  }
}

TEST(ShortStrides, ValuesAreThoseOfTheProgram) {
  for (const bool masked : {false, true})
    for (const int lanes : kLanes)
      for (const int stride : {2, 3, 4, 5}) {
        expectValues<float>(lanes, stride, dtype::Float32, masked);
        expectValues<int8_t>(lanes, stride, dtype::Int(8), masked);
        expectValues<double>(lanes, stride, dtype::Float(64), masked);
      }
}

TEST(ShortStrides, NoLaneIsLoadedByItself) {
  for (const int stride : {2, 3, 4}) {
    const auto module =
        compileForCpu(copyOf(16, stride, dtype::Float32, Var("first"), nullptr), {.asmText = true, .cpu = "x86-64-v4"});
    ASSERT_TRUE(module.ok()) << toText(module.error());
    EXPECT_EQ(times(module->asmText, "gather") + times(module->asmText, "vmovss") + times(module->asmText, "insertps"),
              0)
        << module->asmText;
  }
}

}  // namespace
}  // namespace lw
