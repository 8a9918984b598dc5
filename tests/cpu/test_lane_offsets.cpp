// Loads whose lanes are a known number of elements apart: one load and a shuffle, which never reads beyond the elements
// of the program.
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "backends/cpu/lane_offsets.h"
#include "tests/cpu/kernel_fixture.h"

namespace lw {
namespace {

using namespace lw::test;

Expr many(const Expr& e, int lanes) { return Broadcast{e, static_cast<int16_t>(lanes)}; }
Expr ramp(const Expr& base, int stride, int lanes) { return Ramp{base, Expr(stride), static_cast<int16_t>(lanes)}; }
Expr raw(BinaryOp op, const Expr& a, const Expr& b) { return rawBinary(op, a, b); }

struct Form {
  const char* name;
  std::function<Expr(const Var&, int)> index;       // of a variable and the number of lanes
  std::function<int64_t(int64_t, int, int)> place;  // its value: of the variable, the lane, and the number of lanes
};

std::vector<Form> forms() {
  using B = BinaryOp;
  return {
      {"i + lane // 4",
       [](const Var& i, int n) { return raw(B::Add, many(i, n), raw(B::FloorDiv, ramp(0, 1, n), many(4, n))); },
       [](int64_t i, int lane, int) { return i + lane / 4; }},
      {"i + lane % 4",
       [](const Var& i, int n) { return raw(B::Add, many(i, n), raw(B::FloorMod, ramp(0, 1, n), many(4, n))); },
       [](int64_t i, int lane, int) { return i + lane % 4; }},
      {"(i * 16 + lane) // 8",
       [](const Var& i, int n) { return raw(B::FloorDiv, ramp(raw(B::Mul, i, 16), 1, n), many(8, n)); },
       [](int64_t i, int lane, int) { return i * 2 + lane / 8; }},
      {"(i * 16 + lane) % 8 * 2",
       [](const Var& i, int n) {
         return raw(B::Mul, raw(B::FloorMod, ramp(raw(B::Mul, i, 16), 1, n), many(8, n)), many(2, n));
       },
       [](int64_t, int lane, int) { return lane % 8 * 2; }},
      {"i + (lane - 5) // 3 + 2",
       [](const Var& i, int n) {
         const Expr third = raw(B::FloorDiv, ramp(-5, 1, n), many(3, n));
         return raw(B::Add, raw(B::Add, third, many(i, n)), many(2, n));
       },
       [](int64_t i, int lane, int) { return i + (lane + 1) / 3; }},
      {"i + 2 * lane", [](const Var& i, int n) { return ramp(i, 2, n); },
       [](int64_t i, int lane, int) { return i + 2 * lane; }},
      {"i + 2 * (n - 1) - 2 * lane", [](const Var& i, int n) { return ramp(raw(B::Add, i, 2 * (n - 1)), -2, n); },
       [](int64_t i, int lane, int n) { return i + 2 * (n - 1) - 2 * lane; }},
      {"i + 3 - lane // 4",
       [](const Var& i, int n) {
         return raw(B::Sub, many(raw(B::Add, i, (n - 1) / 4), n), raw(B::FloorDiv, ramp(0, 1, n), many(4, n)));
       },
       [](int64_t i, int lane, int n) { return i + (n - 1) / 4 - lane / 4; }},
      {"i + lane // 2 * 3",
       [](const Var& i, int n) {
         return raw(B::Add, many(i, n), raw(B::Mul, raw(B::FloorDiv, ramp(0, 1, n), many(2, n)), many(3, n)));
       },
       [](int64_t i, int lane, int) { return i + lane / 2 * 3; }},
      {"(i + lane) // 4, where nothing is known of i",
       [](const Var& i, int n) { return raw(B::FloorDiv, ramp(i, 1, n), many(4, n)); },
       [](int64_t i, int lane, int) { return (i + lane) / 4; }},
  };
}

// An array whose first and last byte are at the ends of mapped memory.
class Guarded {
 public:
  enum class End { First, Last };
  Guarded(size_t bytes, End end) : page_(static_cast<size_t>(sysconf(_SC_PAGESIZE))) {
    const size_t inside = (bytes + page_ - 1) / page_ * page_;
    size_ = inside + 2 * page_;
    start_ = static_cast<char*>(mmap(nullptr, size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    EXPECT_NE(static_cast<void*>(start_), MAP_FAILED);
    EXPECT_EQ(mprotect(start_ + page_, inside, PROT_READ | PROT_WRITE), 0);
    data_ = start_ + page_ + (end == End::First ? 0 : inside - bytes);
  }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;
  ~Guarded() { munmap(start_, size_); }
  char* data() const { return data_; }

 private:
  size_t page_, size_ = 0;
  char *start_ = nullptr, *data_ = nullptr;
};

constexpr int kSteps = 5;

PrimFunc programOf(const Form& form, DataType type, int lanes, int64_t elements) {
  const Var i("i");
  const Buffer from = makeBuffer("from", {Expr(elements)}, type), to = makeBuffer("to", {kSteps * lanes}, type);
  return function({from, to},
                  loop(i, kSteps, store(to, {ramp(i * lanes, 1, lanes)}, load(from, {form.index(i, lanes)}))));
}

TEST(LaneOffsets, ElementsAreThoseOfTheProgram) {
  for (const Form& form : forms())
    for (const int lanes : {4, 16})
      for (const DataType type : {dtype::Int(8), dtype::Float(16), dtype::Float(64)}) {
        int64_t most = 0;
        for (int64_t i = 0; i < kSteps; ++i)
          for (int lane = 0; lane < lanes; ++lane) most = std::max(most, form.place(i, lane, lanes));
        const auto size = static_cast<size_t>(type.bytes());
        const LoadedKernel kernel =
            compileAndLoad(programOf(form, type, lanes, most + 1), {.argumentAlignment = static_cast<int>(size)});
        Array<char> to(size * static_cast<size_t>(kSteps * lanes));
        for (const auto end : {Guarded::End::First, Guarded::End::Last}) {
          const Guarded from(size * static_cast<size_t>(most + 1), end);
          for (size_t k = 0; k < size * static_cast<size_t>(most + 1); ++k)
            from.data()[k] = static_cast<char>(k * 37 + 1);
          ASSERT_EQ(kernel.call({from.data(), to.data()}), 0);
          for (int64_t i = 0; i < kSteps; ++i)
            for (int lane = 0; lane < lanes; ++lane) {
              const auto place = static_cast<size_t>(form.place(i, lane, lanes));
              ASSERT_EQ(std::memcmp(to.data() + (i * lanes + lane) * static_cast<int64_t>(size),
                                    from.data() + place * size, size),
                        0)
                  << form.name << ", " << lanes << " lanes of " << toString(type) << ": " << i << ", " << lane;
            }
        }
      }
}

std::string assemblyOf(const Form& form, DataType type, int lanes) {
  const auto module = compileForCpu(programOf(form, type, lanes, 1000), {.asmText = true, .cpu = "x86-64-v4"});
  EXPECT_TRUE(module.ok());
  return module ? module->asmText : "";
}

TEST(LaneOffsets, NothingIsLoadedLaneByLane) {
  std::vector<Form> known = forms();
  known.pop_back();
  for (const Form& form : known)
    for (const DataType type : {dtype::Int(8), dtype::Float(16), dtype::Int32}) {
      const std::string text = assemblyOf(form, type, 16);
      EXPECT_EQ(times(text, "vpinsr") + times(text, "gather") + times(text, "vinsertps"), 0)
          << form.name << ", " << toString(type) << '\n'
          << text;
    }
}

TEST(LaneOffsets, AreKnownOfSumsAndQuotients) {
  const Var i("i"), k("k");
  const auto offsets = [](const Expr& e) {
    const auto lanes = cpu::laneOffsets(e);
    return lanes ? lanes->offsets : std::vector<int64_t>{-1};
  };
  using B = BinaryOp;
  EXPECT_EQ(offsets(raw(B::FloorDiv, ramp(raw(B::Mul, i, 4), 1, 8), many(4, 8))),
            (std::vector<int64_t>{0, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(offsets(raw(B::FloorDiv, ramp(raw(B::Add, raw(B::Mul, i, 4), 3), 1, 4), many(4, 4))),
            (std::vector<int64_t>{0, 1, 1, 1}));
  EXPECT_EQ(offsets(raw(B::FloorDiv, ramp(i, 1, 4), many(4, 4))), (std::vector<int64_t>{-1})) << "i may be 3";
  EXPECT_EQ(offsets(raw(B::Mul, ramp(0, 1, 4), many(i, 4))), (std::vector<int64_t>{-1})) << "i may be anything";
  EXPECT_EQ(offsets(Expr(Ramp{i, Expr(k), 4})), (std::vector<int64_t>{-1}));
  EXPECT_EQ(offsets(Expr(Cast{dtype::Int64.withLanes(4), raw(B::FloorMod, ramp(-2, 1, 4), many(3, 4))})),
            (std::vector<int64_t>{1, 2, 0, 1}));
}

}  // namespace
}  // namespace lw
