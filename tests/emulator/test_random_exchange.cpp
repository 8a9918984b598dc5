// Random kernels whose threads exchange values through shared memory, in loops, under conditions that all threads
// share, and across values that each thread keeps. A model in this file computes each statement for all threads before
// the next one; the interpreter, code for the processor and the emulator have to compute the same, and the emulator
// finds nothing. Random steps on such kernels, with a block around each statement, either are refused or change no
// result. LW_RANDOM_EXCHANGE=N makes N kernels (the default is 30), LW_RANDOM_SEED=N begins with that seed,
// LW_RANDOM_MINUTES=N ends after that time.
#include <chrono>
#include <functional>
#include <map>
#include <random>

#include "core/schedule/all_primitives.h"
#include "core/text/print/printer.h"
#include "passes/split_at_barriers.h"
#include "tests/cpu/kernel_fixture.h"
#include "tests/emulator/gpu_fixture.h"
#include "tests/random/drawn_step.h"

namespace lw {
namespace {

using namespace lw::test;

// The memory of one block of threads.
struct BlockState {
  std::vector<int32_t> shared[2], local[2], input, result;
  std::vector<std::vector<int32_t>> lets;
  std::vector<int> loops;
  int32_t flag = 0;
};

int32_t wrapped(int64_t v) { return static_cast<int32_t>(static_cast<uint32_t>(static_cast<uint64_t>(v))); }

struct ModelExpr {
  std::string text;
  std::function<int32_t(const BlockState&, int)> value;  // of a thread
};
struct Place {
  std::string text;
  std::function<int(const BlockState&, int)> at;  // of a thread
};

class ExchangeMaker {
 public:
  // `blocks`: each statement that stores is in a block, so that steps can refer to it.
  explicit ExchangeMaker(unsigned seed, bool blocks = false) : random_(seed), inBlocks_(blocks) {
    nx_ = number(3, 20), ny_ = maybe(40) ? number(2, 3) : 1, blocks_ = number(1, 3);
    threads_ = nx_ * ny_;
  }

  std::string program() {
    const std::string n = std::to_string(threads_), b = std::to_string(blocks_);
    std::string text = "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(F: T.Buffer((" + b +
                       ",), \"int32\"), A: T.Buffer((" + b + ", " + n + "), \"int32\"), C: T.Buffer((" + b + ", " + n +
                       "), \"int32\")):\n";
    const std::string memory[] = {"S0 = T.alloc_buffer((" + n + ",), \"int32\", scope=\"shared\")",
                                  "S1 = T.alloc_buffer((" + n + ",), \"int32\", scope=\"shared\")",
                                  "L = T.alloc_buffer((2,), \"int32\", scope=\"local\")"};
    text_.clear();
    indent_ = 1;
    const bool outside = maybe(40);
    if (outside)
      for (const std::string& m : memory) line(m);
    line("for bx in T.thread_binding(" + b + ", thread=\"blockIdx.x\"):"), ++indent_;
    if (ny_ > 1) line("for ty in T.thread_binding(" + std::to_string(ny_) + ", thread=\"threadIdx.y\"):"), ++indent_;
    line("for tx in T.thread_binding(" + std::to_string(nx_) + ", thread=\"threadIdx.x\"):"), ++indent_;
    if (!outside)
      for (const std::string& m : memory) line(m);
    thread_ = ny_ > 1 ? "(ty * " + std::to_string(nx_) + " + tx)" : "tx";
    const auto input = [](const BlockState& s, int t) { return s.input[static_cast<size_t>(t)]; };
    run_ = [](BlockState&) {};
    add(store(0, own(), {"A[bx, " + thread_ + "]", input}));
    add(store(1, own(), {"A[bx, " + thread_ + "] * 3", [=](const BlockState& s, int t) {
                           return wrapped(int64_t{3} * input(s, t));
                         }}));
    add(keep(0, {"A[bx, " + thread_ + "]", input})), add(keep(1, constant(number(-5, 5))));
    add(write(constant(0)));
    body(number(3, 7), 0, true);
    add(write(sum(read(0), sum(kept(0), result()))));
    return text + text_;
  }
  // Of all blocks, in order.
  void model(std::vector<BlockState>& blocks) const {
    for (BlockState& s : blocks) run_(s);
  }
  int blocks() const { return blocks_; }
  int threads() const { return threads_; }

 private:
  using Step = std::function<void(BlockState&)>;
  int number(int low, int high) { return std::uniform_int_distribution(low, high)(random_); }
  bool maybe(int percent) { return number(1, 100) <= percent; }
  void line(const std::string& s) { text_ += std::string(static_cast<size_t>(indent_) * 4, ' ') + s + "\n"; }
  void storing(std::string s) {
    if (!inBlocks_) return line(s);
    line("with T.block(\"s" + std::to_string(statements_++) + "\"):"), ++indent_;
    line("vb = T.axis.spatial(" + std::to_string(blocks_) + ", bx)");
    line("vt = T.axis.spatial(" + std::to_string(threads_) + ", " + thread_ + ")");
    const std::pair<std::string, std::string> values[] = {{thread_, "vt"}, {"bx", "vb"}};
    for (const auto& [from, to] : values)
      for (size_t at = 0; (at = s.find(from, at)) != std::string::npos; at += to.size()) s.replace(at, from.size(), to);
    line(s), --indent_;
  }
  void add(Step step) {
    run_ = [before = std::move(run_), step = std::move(step)](BlockState& s) { before(s), step(s); };
  }
  // The steps that `inside` adds, as one.
  Step steps(const std::function<void()>& inside) {
    Step outer = std::exchange(run_, [](BlockState&) {});
    inside();
    return std::exchange(run_, std::move(outer));
  }

  static ModelExpr constant(int value) {
    return {"T.int32(" + std::to_string(value) + ")", [value](const BlockState&, int) { return value; }};
  }
  static ModelExpr sum(const ModelExpr& a, const ModelExpr& b) {
    return {"(" + a.text + " + " + b.text + ")",
            [a = a.value, b = b.value](const BlockState& s, int t) { return wrapped(int64_t{a(s, t)} + b(s, t)); }};
  }
  Place own() const {
    return {thread_, [](const BlockState&, int t) { return t; }};
  }
  // A permutation of the threads.
  Place place() {
    const int n = threads_, c = number(1, n - 1), kind = number(0, loops_ > 0 ? 3 : 2);
    const std::string count = std::to_string(n);
    if (kind == 0) return own();
    if (kind == 1)
      return {std::to_string(n - 1) + " - " + thread_, [n](const BlockState&, int t) { return n - 1 - t; }};
    if (kind == 2)
      return {"(" + thread_ + " + " + std::to_string(c) + ") % " + count,
              [n, c](const BlockState&, int t) { return (t + c) % n; }};
    const int loop = number(0, loops_ - 1);
    return {"(" + thread_ + " + k" + std::to_string(loop) + ") % " + count,
            [n, loop](const BlockState& s, int t) { return (t + s.loops[static_cast<size_t>(loop)]) % n; }};
  }
  ModelExpr readAt(int which, const Place& p) const {
    return {"S" + std::to_string(which) + "[" + p.text + "]",
            [which, at = p.at](const BlockState& s, int t) { return s.shared[which][static_cast<size_t>(at(s, t))]; }};
  }
  ModelExpr read(int which) { return readAt(which, place()); }
  static ModelExpr kept(int which) {
    return {"L[" + std::to_string(which) + "]",
            [which](const BlockState& s, int t) { return s.local[which][static_cast<size_t>(t)]; }};
  }
  ModelExpr result() const {
    return {"C[bx, " + thread_ + "]", [](const BlockState& s, int t) { return s.result[static_cast<size_t>(t)]; }};
  }
  // `except`: shared memory that it does not read.
  ModelExpr value(int except = -1) {
    ModelExpr e = kept(number(0, 1));
    if (maybe(70)) {
      const int which = except >= 0 ? 1 - except : number(0, 1);
      e = sum(e, read(which));
    }
    if (maybe(30)) e = sum(e, result());
    if (loops_ > 0 && maybe(40)) {
      const int loop = number(0, loops_ - 1);
      e = sum(e, {"k" + std::to_string(loop),
                  [loop](const BlockState& s, int) { return s.loops[static_cast<size_t>(loop)]; }});
    }
    if (lets_ > 0 && maybe(60)) {
      const int let = number(0, lets_ - 1);
      e = sum(e, {"x" + std::to_string(let), [let](const BlockState& s, int t) {
                    return s.lets[static_cast<size_t>(let)][static_cast<size_t>(t)];
                  }});
    }
    return e;
  }

  // All threads compute their values, then all of them store.
  static Step forAll(const std::function<int32_t(const BlockState&, int)>& value,
                     std::function<int32_t&(BlockState&, int)> target,
                     std::function<bool(const BlockState&, int)> which = {}) {
    return [=](BlockState& s) {
      const int n = static_cast<int>(s.input.size());
      std::vector<int32_t> values;
      for (int t = 0; t < n; ++t) values.push_back(!which || which(s, t) ? value(s, t) : 0);
      for (int t = 0; t < n; ++t)
        if (!which || which(s, t)) target(s, t) = values[static_cast<size_t>(t)];
    };
  }
  Step store(int which, const Place& p, const ModelExpr& e) {
    storing("S" + std::to_string(which) + "[" + p.text + "] = " + e.text);
    return forAll(e.value, [which, at = p.at](BlockState& s, int t) -> int32_t& {
      return s.shared[which][static_cast<size_t>(at(s, t))];
    });
  }
  Step keep(int which, const ModelExpr& e, const std::function<bool(const BlockState&, int)>& some = {}) {
    storing("L[" + std::to_string(which) + "] = " + e.text);
    return forAll(
        e.value, [which](BlockState& s, int t) -> int32_t& { return s.local[which][static_cast<size_t>(t)]; }, some);
  }
  Step write(const ModelExpr& e, const std::function<bool(const BlockState&, int)>& some = {}) {
    storing("C[bx, " + thread_ + "] = " + e.text);
    return forAll(e.value, [](BlockState& s, int t) -> int32_t& { return s.result[static_cast<size_t>(t)]; }, some);
  }

  void body(int statements, int depth, bool top = false) {
    for (int i = 0; i < statements; ++i) statement(depth, top);
  }
  void statement(int depth, bool top) {
    const int kind = number(0, depth < 3 ? 13 : 7);
    if (kind <= 3) {
      const int which = number(0, 1);
      const Place p = place();
      ModelExpr e = value(which);
      if (maybe(30)) e = sum(e, readAt(which, p));
      return add(store(which, p, e));
    }
    if (kind == 4) return add(keep(number(0, 1), value()));
    if (kind == 5 || kind == 6) return add(write(value()));
    if (kind == 7) return sync();
    if (kind == 8 || kind == 9) return loop(depth);
    if (kind == 10) return flagged(depth);
    if (kind == 11) return some(depth);
    if (kind == 12 || !top) return let(depth);
    return some(depth);
  }
  void sync() {
    if (maybe(50)) line("T.tvm_storage_sync(\"shared\")");
    add(write(value()));
  }
  void loop(int depth) {
    const int count = number(1, 4);
    const size_t at = static_cast<size_t>(loops_);
    line("for k" + std::to_string(loops_) + " in range(" + std::to_string(count) + "):");
    ++indent_, ++loops_;
    const Step inside = steps([&] { body(number(1, 3), depth + 1); });
    --indent_, --loops_;
    add([=](BlockState& s) {
      for (int k = 0; k < count; ++k) {
        s.loops.resize(at + 1);
        s.loops[at] = k;
        inside(s);
      }
    });
  }
  // A condition that all threads of a block share.
  void flagged(int depth) {
    const bool odd = loops_ > 0 && maybe(50);
    const size_t loop = static_cast<size_t>(std::max(0, loops_ - 1));
    line(odd ? "if k" + std::to_string(loop) + " % 2 == 0:" : "if F[bx] > 0:");
    ++indent_;
    const Step yes = steps([&] { body(number(1, 2), depth + 1); });
    --indent_;
    Step no = [](BlockState&) {};
    if (maybe(40)) {
      line("else:"), ++indent_;
      no = steps([&] { body(number(1, 2), depth + 1); });
      --indent_;
    }
    add([=](BlockState& s) { (odd ? s.loops[loop] % 2 == 0 : s.flag > 0) ? yes(s) : no(s); });
  }
  // A condition that differs from thread to thread, around work of each thread alone.
  void some(int) {
    const int most = number(1, threads_);
    line("if " + thread_ + " < " + std::to_string(most) + ":"), ++indent_;
    const auto which = [most](const BlockState&, int t) { return t < most; };
    add(maybe(50) ? keep(number(0, 1), value(), which) : write(value(), which));
    --indent_;
  }
  void let(int depth) {
    const ModelExpr e = value();
    const size_t at = static_cast<size_t>(lets_);
    line("with T.LetStmt(" + e.text + ") as x" + std::to_string(lets_) + ":");
    add([at, value = e.value](BlockState& s) {
      s.lets.resize(at + 1);
      s.lets[at].clear();
      for (int t = 0; t < static_cast<int>(s.input.size()); ++t) s.lets[at].push_back(value(s, t));
    });
    ++indent_, ++lets_;
    body(number(1, 3), depth + 1);
    --indent_, --lets_;
  }

  std::mt19937 random_;
  bool inBlocks_ = false;
  int nx_ = 1, ny_ = 1, blocks_ = 1, threads_ = 1, statements_ = 0;
  int indent_ = 1, loops_ = 0, lets_ = 0;
  std::string thread_, text_;
  Step run_;
};

std::vector<Argument> modelled(const ExchangeMaker& maker, std::vector<Argument> arguments) {
  NDArray &flags = std::get<NDArray>(arguments[0]), &input = std::get<NDArray>(arguments[1]),
          &result = std::get<NDArray>(arguments[2]);
  std::vector<BlockState> blocks(static_cast<size_t>(maker.blocks()));
  const auto threads = static_cast<size_t>(maker.threads());
  for (size_t b = 0; b < blocks.size(); ++b) {
    blocks[b].flag = static_cast<int32_t>(flags.getDouble(static_cast<int64_t>(b)));
    for (auto* memory :
         {&blocks[b].shared[0], &blocks[b].shared[1], &blocks[b].local[0], &blocks[b].local[1], &blocks[b].result})
      memory->assign(threads, 0);
    for (size_t t = 0; t < threads; ++t)
      blocks[b].input.push_back(static_cast<int32_t>(input.getDouble(static_cast<int64_t>(b * threads + t))));
  }
  maker.model(blocks);
  for (size_t b = 0; b < blocks.size(); ++b)
    for (size_t t = 0; t < threads; ++t) result.set(static_cast<int64_t>(b * threads + t), blocks[b].result[t]);
  return arguments;
}

std::vector<Argument> compiled(const PrimFunc& f, std::vector<Argument> arguments) {
  const test::LoadedKernel kernel = test::compileAndLoad(lowerForCpu(f), {.optLevel = 1});
  std::vector<void*> buffers;
  std::vector<std::vector<std::max_align_t>> aligned;  // copies, 64-byte aligned by hand
  std::vector<std::byte*> at;
  for (const Argument& a : arguments) {
    const std::vector<std::byte>& data = std::get<NDArray>(a).data;
    aligned.emplace_back(data.size() / sizeof(std::max_align_t) + 8);
    auto place = reinterpret_cast<uintptr_t>(aligned.back().data());
    at.push_back(reinterpret_cast<std::byte*>((place + 63) / 64 * 64));
    std::copy(data.begin(), data.end(), at.back());
    buffers.push_back(at.back());
  }
  EXPECT_EQ(kernel.entry ? kernel.call(buffers) : 1, 0);
  for (size_t i = 0; i < arguments.size(); ++i) {
    std::vector<std::byte>& data = std::get<NDArray>(arguments[i]).data;
    std::copy(at[i], at[i] + data.size(), data.begin());
  }
  return arguments;
}

void expectEqual(const std::vector<Argument>& got, const std::vector<Argument>& right, const std::string& what) {
  for (size_t i = 0; i < got.size(); ++i) {
    const NDArray &a = std::get<NDArray>(got[i]), &b = std::get<NDArray>(right[i]);
    const Mismatch m = compareArrays(a, b, 0, 0);
    EXPECT_EQ(m.count, 0) << "argument " << i << " is " << m.got << ", not " << m.expected << ", " << what;
  }
}

int exchangeNumber(const char* variable, int usual) {
  const char* text = std::getenv(variable);
  return text ? std::atoi(text) : usual;
}
Result<std::vector<Argument>> exchangeArguments(const PrimFunc& f, int seed) {
  return makeArguments(f,
                       {.ranges = {{"F", {ValueRange::Kind::Between, 0, 1}}, {"A", {ValueRange::Kind::Between, -9, 9}}},
                        .seed = static_cast<uint64_t>(seed)});
}

TEST(RandomExchange, EveryTargetComputesStatementAfterStatement) {
  const auto number = exchangeNumber;
  const int wanted = number("LW_RANDOM_EXCHANGE", 30), from = number("LW_RANDOM_SEED", 0);
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(number("LW_RANDOM_MINUTES", 600));
  int divided = 0, seed = from;
  for (; seed < from + wanted && std::chrono::steady_clock::now() < end; ++seed) {
    ExchangeMaker maker(static_cast<unsigned>(seed));
    const std::string text = maker.program(), what = "seed " + std::to_string(seed) + "\n" + text;
    const SourceFile file = readProgram("random.py", text);
    ASSERT_FALSE(file.hasErrors()) << file.diagnostics.front().message << "\n" << what;
    const PrimFunc f = *file.select("");
    const Result<std::vector<Argument>> arguments = exchangeArguments(f, seed);
    ASSERT_TRUE(arguments.ok());
    const std::vector<Argument> right = modelled(maker, *arguments);
    const Result<PrimFunc> split = splitAtBarriers(f);
    ASSERT_TRUE(split.ok()) << toText(split.error()) << "\n" << what;
    divided += !split->body.sameAs(f.body);
    std::vector<Argument> interpreted = *arguments;
    const Status ok = interpret(f, interpreted);
    ASSERT_TRUE(ok.ok()) << toText(ok.error()) << "\n" << what << print(*split).text;
    expectEqual(interpreted, right, "interpreted, " + what + print(*split).text);
    expectEqual(compiled(f, *arguments), right, "compiled, " + what + print(*split).text);
    const Result<GpuProgram> program = lowerForGpu(f, defaultGpuDevice());
    ASSERT_TRUE(program.ok()) << toText(program.error()) << "\n" << what;
    std::vector<Argument> emulated = *arguments;
    const Result<EmulatorReport> report = emulate(*program, f, emulated);
    ASSERT_TRUE(report.ok()) << toText(report.error()) << "\n" << what << print(program->lowered).text;
    ASSERT_TRUE(report->clean()) << textOf(*report) << "\n" << what << print(program->lowered).text;
    expectEqual(emulated, right, "emulated, " + what + print(program->lowered).text);
    if (HasFailure()) return;
  }
  std::printf("  seeds %d to %d: %d kernels divided\n", from, seed - 1, divided);
  EXPECT_GT(divided, (seed - from) / 2);
}

TEST(RandomExchange, StepsChangeNoResult) {
  const int wanted = exchangeNumber("LW_RANDOM_EXCHANGE", 30), from = exchangeNumber("LW_RANDOM_SEED", 0);
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(exchangeNumber("LW_RANDOM_MINUTES", 600));
  std::map<std::string, int> applied;
  int steps = 0, refused = 0, seed = from;
  for (; seed < from + wanted && std::chrono::steady_clock::now() < end; ++seed) {
    ExchangeMaker maker(static_cast<unsigned>(seed), true);
    const std::string text = maker.program();
    const SourceFile file = readProgram("random.py", text);
    ASSERT_FALSE(file.hasErrors()) << file.diagnostics.front().message << "\n" << text;
    const PrimFunc f = *file.select("");
    const Result<std::vector<Argument>> arguments = exchangeArguments(f, seed);
    ASSERT_TRUE(arguments.ok());
    const std::vector<Argument> right = modelled(maker, *arguments);
    std::mt19937_64 random(static_cast<uint64_t>(seed));
    for (int round = 0; round < 8; ++round) {
      Schedule schedule{Snapshot(f)};
      std::string what = "seed " + std::to_string(seed) + "\n" + text;
      for (int tries = 0; tries < 16; ++tries) {
        const Primitive& primitive = *allPrimitives()[random() % allPrimitives().size()];
        if (primitive.query || primitive.name.starts_with("unsafe")) continue;
        const std::optional<Arguments> args = drawnArguments(schedule.program(), primitive, random);
        if (!args) continue;
        if (!schedule.apply(primitive, *args)) {
          ++refused;
          continue;
        }
        ++steps, ++applied[primitive.name];
        const PrimFunc& now = schedule.program().function();
        what += "\n" + primitive.name + " gives\n" + print(now).text;
        std::vector<Argument> interpreted = *arguments;
        const Status ok = interpret(now, interpreted);
        ASSERT_TRUE(ok.ok()) << toText(ok.error()) << "\n" << what;
        expectEqual(interpreted, right, what);
        if (HasFailure()) return;
      }
    }
  }
  std::string summary;
  for (const auto& [name, n] : applied) summary += " " + name + ":" + std::to_string(n);
  std::printf("  seeds %d to %d: %d steps, %d refused:%s\n", from, seed - 1, steps, refused, summary.c_str());
  EXPECT_GT(steps, 4 * (seed - from));
}

}  // namespace
}  // namespace lw
