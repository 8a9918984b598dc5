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

// to[lane] = from[first + lane * stride], of the lanes below n.
PrimFunc copyOf(int lanes, int stride, DataType type, const Expr& first, const Var* n) {
  const auto width = static_cast<int16_t>(lanes);
  const Buffer a = makeBuffer("A", {200}, type), b = makeBuffer("B", {200}, type);
  const Stmt copy = store(b, {Ramp{Expr(0), Expr(1), width}}, load(a, {Ramp{first, Expr(stride), width}}));
  if (!n) return function({a, b}, copy);
  const Expr below = lt(Ramp{Expr(0), Expr(1), width}, Broadcast{Expr(*n), width});
  return function({a, b}, IfThenElse{below, copy}, {*n});
}

// `elements` at the end of a page, behind which nothing may be read.
template <class T>
class AtTheEnd {
 public:
  explicit AtTheEnd(size_t elements) : page_(static_cast<size_t>(sysconf(_SC_PAGESIZE))) {
    memory_ = static_cast<char*>(mmap(nullptr, 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(memory_ + page_, page_, PROT_NONE);
    data_ = reinterpret_cast<T*>(memory_ + page_) - elements;
    for (size_t i = 0; i < elements; ++i) data_[i] = static_cast<T>(3 + i * 7 % 101);
  }
  ~AtTheEnd() { munmap(memory_, 2 * page_); }
  T* data() { return data_; }
  T operator[](size_t i) const { return data_[i]; }

 private:
  size_t page_;
  char* memory_;
  T* data_;
};

template <class T>
void expectValues(int lanes, int stride, DataType type, bool masked) {
  const Var n("n");
  const LoadedKernel kernel = compileAndLoad(copyOf(lanes, stride, type, 0, masked ? &n : nullptr));
  for (int count = masked ? 0 : lanes; count <= lanes; ++count) {
    AtTheEnd<T> from(static_cast<size_t>(count == 0 ? 0 : (count - 1) * stride + 1));
    std::vector<T> to(200, T(1));
    ASSERT_EQ(kernel.call({from.data(), to.data()}, masked ? std::vector<int64_t>{count} : std::vector<int64_t>()), 0);
    for (int lane = 0; lane < 200; ++lane)
      ASSERT_EQ(to[static_cast<size_t>(lane)], lane < count ? from[static_cast<size_t>(lane * stride)] : T(1))
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
        compileForCpu(copyOf(16, stride, dtype::Float32, 1, nullptr), {.asmText = true, .cpu = "x86-64-v4"});
    ASSERT_TRUE(module.ok()) << toText(module.error());
    EXPECT_EQ(times(module->asmText, "gather") + times(module->asmText, "vmovss") + times(module->asmText, "insertps"),
              0)
        << module->asmText;
  }
}

}  // namespace
}  // namespace lw
