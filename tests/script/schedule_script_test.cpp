// Schedule functions, typed steps and Python traces on small programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "core/ir/ops.h"
#include "core/script/schedule_script.h"
#include "core/text/python/python_parser.h"
#include "core/trace/trace.h"

namespace lw {
namespace {

using testing::HasSubstr;

// Two nests `for i, j: B = A + 1` and `for i, j: C = B + 1` over 32 x 24.
PrimFunc twoNests() {
  PrimFunc f("two", Evaluate{0});
  const Buffer a = makeBuffer("A", {32, 24}, dtype::Float32), b = makeBuffer("B", {32, 24}, dtype::Float32),
               c = makeBuffer("C", {32, 24}, dtype::Float32);
  const Var pa("A", dtype::Handle()), pc("C", dtype::Handle());
  f.params = {pa, pc};
  f.buffers = {{pa, a}, {pc, c}};
  const BlockId root = f.freshBlock();
  const auto nest = [&](const char* name, const Buffer& from, const Buffer& to) -> Stmt {
    const Var i("i"), j("j"), vi("vi"), vj("vj");
    Block block(f.freshBlock(), name, BufferStore{to, {vi, vj}, BufferLoad{from, {vi, vj}} + 1});
    block.iters = {{vi, {0, 32}, IterKind::Spatial}, {vj, {0, 24}, IterKind::Spatial}};
    block.bindings = {i, j};
    block.reads = {{from, {{vi, 1}, {vj, 1}}}};
    block.writes = {{to, {{vi, 1}, {vj, 1}}}};
    const LoopId outer = f.freshLoop(), inner = f.freshLoop();
    return For{outer, i, 0, 32, ForKind::Serial, "", {}, For{inner, j, 0, 24, ForKind::Serial, "", {}, block}};
  };
  const Stmt first = nest("B", a, b), second = nest("C", b, c);
  Block whole(root, "root", sequence({first, second}));
  whole.allocs = {b};
  f.body = whole;
  return f;
}
Schedule start() { return Schedule{Snapshot(twoNests())}; }

SourceFile fileOf(const std::string& text) {
  SourceFile file;
  file.source = makeSource("schedules.py", text);
  py::ParseResult parsed = py::parseModule(file.source);
  file.syntax = parsed.module;
  file.diagnostics = file.unread = parsed.diagnostics;
  return file;
}
ScriptRun runText(const std::string& text, const char* function = "schedule") {
  return interpretSchedule(fileOf(text), function, start());
}

// What a schedule function prints, or its error.
std::string printed(const std::string& body) {
  std::string text = "def schedule(sch):\n", line;
  for (const char c : body + "\n")
    if (c == '\n')
      text += "    " + line + "\n", line.clear();
    else
      line += c;
  const ScriptRun run = runText(text);
  std::string all;
  for (const std::string& one : run.output) all += one + "; ";
  return all + (run.error ? run.error->kind + ": " + run.error->message : "");
}

TEST(ScheduleScript, ARefusedStepCanBeCaught) {
  const ScriptRun run = runText(
      "def schedule(sch):\n    i, j = sch.get_loops('C')\n    try:\n        sch.reorder(i, i)\n        "
      "sch.vectorize(i)\n    except Exception as e:\n        print('caught', e)\n        sch.vectorize(j)\n"
      "    else:\n        sch.parallel(i)\n    finally:\n        print('end')\n");
  ASSERT_FALSE(run.error) << toText(*run.error);
  ASSERT_EQ(run.output.size(), 2u);
  EXPECT_THAT(run.output[0], HasSubstr("caught "));
  EXPECT_EQ(run.output[1], "end");
  EXPECT_EQ(run.schedule.stepCount(), 3);  // get_block, get_loops and vectorize
  EXPECT_EQ(run.schedule.step(2).primitive->name, "vectorize");
}

TEST(ScheduleScript, TryFollowsPython) {
  EXPECT_EQ(printed("try:\n    print(1)\nexcept Exception:\n    print(2)\nelse:\n    print(3)\nfinally:\n    print(4)"),
            "1; 3; 4; ");
  EXPECT_EQ(printed("try:\n    [][0]\n    print(1)\nexcept:\n    print(2)\nprint(3)"), "2; 3; ");
  EXPECT_EQ(printed("try:\n    try:\n        [][0]\n    finally:\n        print(1)\nexcept Exception:\n    print(2)"),
            "1; 2; ");
  EXPECT_EQ(printed("def f():\n    try:\n        return 1\n    finally:\n        print(2)\nprint(f())"), "2; 1; ");
  EXPECT_EQ(printed("def f():\n    try:\n        return 1\n    finally:\n        return 3\nprint(f())"), "3; ");
  EXPECT_EQ(
      printed("for n in range(3):\n    try:\n        if n == 1:\n            continue\n        if n == 2:\n            "
              "break\n        print(n)\n    finally:\n        print('f', n)"),
      "0; f 0; f 1; f 2; ");
  EXPECT_EQ(printed("try:\n    assert False, 'no'\nexcept Exception as e:\n    print(e)\n    raise"),
            "the assertion failed: no; script.assert: the assertion failed: no");
  EXPECT_EQ(printed("try:\n    sch.split(1)\nexcept tvm.tir.ScheduleError:\n    print(1)"),
            printed("try:\n    sch.split(1)\nexcept (ScheduleError, Refused):\n    print(1)"));
  EXPECT_EQ(printed("try:\n    [][0]\nexcept ScheduleError:\n    print(1)"),
            "script.index: index 0 is out of range for 0 items");  // not of a step
  EXPECT_EQ(printed("try:\n    raise ValueError('x')\nfinally:\n    print(1)"),
            "1; script.assert: the assertion failed: x");
}

TEST(ScheduleScript, CallsThatEndWithAnErrorAreClosed) {
  const std::string body =
      "def part(s, loop, n):\n    o, i = s.split(loop, [None, n])\n    s.vectorize(o)\n    s.vectorize(i)\n"
      "for block in ['B', 'C']:\n    try:\n        part(sch, sch.get_loops(block)[1], 8)\n    except Exception:\n      "
      "  "
      "print('caught')\npart(sch, sch.get_loops('C')[0], 4)";
  std::string text = "def schedule(sch):\n", line;
  for (const char c : body + "\n")
    if (c == '\n')
      text += "    " + line + "\n", line.clear();
    else
      line += c;
  const ScriptRun run = runText(text);
  int end = 0;
  for (const StepGroup& group : run.groups) {  // in order and disjoint
    EXPECT_GE(group.first, end) << group.title;
    end = group.first + group.count;
  }
  EXPECT_LE(end, run.schedule.stepCount());
}

TEST(ScheduleScript, LimitsAreNotCaught) {
  EXPECT_THAT(printed("while True:\n    try:\n        while True:\n            pass\n    except:\n        print(1)"),
              testing::StartsWith("script.limit: stopped after"));
  EXPECT_THAT(printed("def f():\n    try:\n        f()\n    finally:\n        f()\nf()"),
              testing::StartsWith("script.limit: "));
}

// Whatever a text or a number is, a trace has it in one line that Python reads.
TEST(ScheduleScript, TextsAndNumbersOfAnyKindSurviveTraces) {
  const ScriptRun run = runText(
      "def schedule(sch):\n    b = sch.get_block('B')\n"
      "    sch.annotate(b, 'note', \"a\\rb\\r\\nc\\td'\\\"\\\\e\\x01\\x00\\u20ac\")\n"
      "    sch.annotate(b, 'most', float('inf'))\n    sch.annotate(b, 'least', -1e400)\n");
  ASSERT_FALSE(run.error) << toText(*run.error);
  const std::string python = toPython(traceOf(run.schedule));
  EXPECT_THAT(python, HasSubstr(R"("a\rb\r\nc\td'\"\\e\x01\x00)"));
  EXPECT_THAT(python, HasSubstr("float(\"inf\")"));
  EXPECT_EQ(python.find('\r'), std::string::npos);
  const ScriptRun again = runText(python, "apply_trace");
  ASSERT_FALSE(again.error) << toText(*again.error) << python;
  EXPECT_EQ(toPython(traceOf(again.schedule)), python);
  EXPECT_THAT(toCpp(traceOf(run.schedule)), HasSubstr(R"(a\015b\015\012c\011d'\"\\e\001\000)"));
}

TEST(ScheduleScript, TextsSurviveJson) {
  const ScriptRun run = runText(
      "def schedule(sch):\n    b = sch.get_block('B')\n    sch.annotate(b, 'note', "
      "\"a\\rb\\n'\\\"\\\\e\\x01\\u20ac\")\n");
  ASSERT_FALSE(run.error) << toText(*run.error);
  const Result<Trace> read = traceFromJson(toJson(traceOf(run.schedule)));
  ASSERT_TRUE(read.ok()) << toText(read.error());
  EXPECT_EQ(toPython(*read), toPython(traceOf(run.schedule)));
}

std::vector<std::string> loopNames(const Schedule& s, const char* block) {
  std::vector<std::string> names;
  for (const LoopId loop : s.program().loopsAbove(s.program().blocksNamed(block, 0).front()))
    names.push_back(s.program().name(loop));
  return names;
}

TEST(ScheduleScript, RunsAFunctionWithHelpersAndDefaults) {
  const ScriptRun run = runText(
      "FACTOR = 8\n\n\ndef tile(sch, name, factor=FACTOR):\n    i, j = sch.get_loops(sch.get_block(name))\n    io, ii "
      "= sch.split(i, factors=[None, factor])\n"
      "    sch.reorder(io, j, ii)\n    return io, j, ii\n\n\ndef schedule(tir_sch, jfactor=4):\n    for name in ['B', "
      "'C']:\n        io, *_ = tile(tir_sch, name, factor=jfactor)\n"
      "        tir_sch.parallel(io)\n    tir_sch.mod.show()\n    print(tir_sch.get(io).extent)\n    return tir_sch\n");
  ASSERT_FALSE(run.error) << toText(*run.error);
  EXPECT_EQ(loopNames(run.schedule, "B"), (std::vector<std::string>{"i_0", "j", "i_1"}));
  EXPECT_EQ(run.output, std::vector<std::string>{"8"});
  EXPECT_EQ(run.stepSpans.size(), static_cast<size_t>(run.schedule.stepCount()));
  EXPECT_EQ(run.schedule.stepCount(), 10);
}

TEST(ScheduleScript, BlocksMayBeGivenByName) {
  const ScriptRun run = runText(
      "def schedule(sch):\n    i, j = sch.get_loops('C')\n    sch.vectorize(loop=j)\n    assert sch.get_sblock('B') is "
      "not None\n");
  ASSERT_FALSE(run.error) << toText(*run.error);
}

TEST(ScheduleScript, ARefusedStepSaysWhereAndKeepsWhatWasDone) {
  const std::string text =
      "def schedule(sch):\n    i, j = sch.get_loops('C')\n    io, ii = sch.split(i, [None, 8])\n    sch.split(j, [5, "
      "4])\n";
  const ScriptRun run = runText(text);
  ASSERT_TRUE(run.error);
  EXPECT_EQ(run.error->message, "the factors of loop j cover 20 of its 24 iterations");
  EXPECT_EQ(run.error->kind, "split.covers-less");
  EXPECT_EQ(text.substr(static_cast<size_t>(run.error->span.begin),
                        static_cast<size_t>(run.error->span.end - run.error->span.begin)),
            "sch.split(j, [5, 4])");
  EXPECT_EQ(run.schedule.stepCount(), 3);
}

TEST(ScheduleScript, MistakesAreNamed) {
  const auto error = [](const std::string& text, const char* name = "schedule") {
    const ScriptRun run = runText(text, name);
    return run.error ? run.error->message + " | " + run.error->hint : std::string("accepted");
  };
  EXPECT_EQ(error("def schedule(sch):\n    sch.splitt(1)\n"),
            "there is no step named 'splitt' | did you mean 'split'?");
  EXPECT_THAT(error("def schedule(sch):\n    sch.get_block('Q')\n"), HasSubstr("Q"));
  EXPECT_THAT(error("def schedule(sch):\n    sch.split(sch.get_loops('C')[0], [None, 8], facters=2)\n"),
              HasSubstr("facters"));
  EXPECT_EQ(error("def schedule(sch):\n    a, b, c = sch.get_loops('C')\n"),
            "3 names for 2 values | name as many as there are");
  EXPECT_EQ(error("def naive(sch):\n    pass\ndef tiled(sch):\n    pass\n", ""),
            "the file has several schedule functions | choose one of: naive, tiled");
  EXPECT_EQ(error("def naive(sch):\n    pass\ndef tiled(sch):\n    pass\n", "tild"),
            "the file has no function named 'tild' | did you mean 'tiled'? There are: naive, tiled");
  EXPECT_EQ(error("x = 1\n"), "the file has no schedule function named 'schedule' | write def schedule(sch): ...");
  EXPECT_EQ(error("def schedule(sch, n):\n    pass\n"),
            "schedule: no value for the parameter 'n' | pass it, or give the parameter a default");
  EXPECT_EQ(
      error("def schedule(sch):\n    sch.reorder(print)\n"),
      "a function cannot be an argument of a step | steps take loops, blocks, numbers, strings, lists and lambdas");
  EXPECT_THAT(
      error("def schedule(sch):\n    i, j = sch.get_loops('C')\n    sch.split(i, [None, 8])\n    sch.parallel(i)\n"),
      HasSubstr("consumed it"));
  EXPECT_NE(error("def schedule(sch):\n    sch.parallel(sch.get_loops('C')[0])\n    x = = 3\n"), "accepted")
      << "a function with unreadable lines must not run";
}

TEST(ScheduleScript, NothingIsDecidedBySizesThatAreNotKnown) {
  const Var n("n"), i("i"), vi("vi"), pa("A", dtype::Handle());
  const Buffer a = makeBuffer("A", {n}, dtype::Float32);
  PrimFunc f("sized", Evaluate{0});
  f.params = {pa, n};
  f.buffers = {{pa, a}};
  Block root(f.freshBlock(), "root", Evaluate{0}),
      block(f.freshBlock(), "A", BufferStore{a, {vi}, makeFloat(dtype::Float32, 1)});
  block.iters = {{vi, {0, n}, IterKind::Spatial}};
  block.bindings = {i};
  block.writes = {{a, {{vi, 1}}}};
  root.body = For{f.freshLoop(), i, 0, n, ForKind::Serial, "", {}, block};
  f.body = root;
  const ScriptRun run = interpretSchedule(
      fileOf("def schedule(sch):\n    i, = sch.get_loops('A')\n    tile = min(8, sch.get(i).extent)\n"), "schedule",
      Schedule{Snapshot(f)});
  ASSERT_TRUE(run.error);
  EXPECT_THAT(run.error->message, HasSubstr("whether (n < 8) holds is not known while the script runs"));
  EXPECT_THAT(run.error->hint, HasSubstr("decide by constants"));
}

TEST(ScheduleScript, BringsACKernelAlong) {
  const std::string kernel =
      "def kernel():\n    code = \"\"\"\n      int f(void) { return 0; }\n    \"\"\"\n    from tvm.contrib import "
      "clang, utils\n\n    temp = utils.tempdir()\n"
      "    return clang.create_llvm(code, output=temp.relpath(\"t.ll\"))\n\n\n";
  const ScriptRun run = runText(
      kernel +
      "def schedule(sch):\n    i, j = sch.get_loops('C')\n    sch.annotate(i, 'pragma_import_llvm', kernel())\n");
  ASSERT_FALSE(run.error) << toText(*run.error);
  const Snapshot& program = run.schedule.program();
  const For& loop = program.loop(program.loopsAbove(program.blocksNamed("C", 0).front()).front());
  EXPECT_EQ(std::get<std::string>(loop.annotations.at("pragma_import_llvm").value),
            "\n      int f(void) { return 0; }\n    ");
  EXPECT_FALSE(runText("import tvm\n\n\ndef schedule(sch):\n    sch.annotate(sch.get_loops('C')[0], 'k', "
                       "tvm.contrib.clang.create_llvm(['int x;']))\n")
                   .error);
  const auto error = [](const std::string& call) {
    const ScriptRun refused = runText("from tvm.contrib import clang\n\n\ndef schedule(sch):\n    " + call + "\n");
    return refused.error ? refused.error->message : std::string("accepted");
  };
  EXPECT_EQ(error("clang.create_llvm(3)"), "create_llvm takes a text in C, not an integer");
  EXPECT_EQ(error("clang.create_llvm('', options=['-O3'])"), "create_llvm: options cannot be chosen here");
  EXPECT_THAT(error("clang.find_clang()"), HasSubstr("find_clang"));
}

TEST(StepValue, ReadsIndexMapsAsTyped) {
  const auto text = [](const std::string& typed) {
    const Result<StepValue> value = stepValueFromText(typed);
    return value ? toText(*value) : value.error().message;
  };
  EXPECT_EQ(text("lambda i, j: (j // 4, i + 1, j % 4)"), "lambda i, j: (j // 4, i + 1, j % 4,)");
  EXPECT_EQ(text("lambda i, j: (i, j ^ (i % 8))"), "lambda i, j: (i, T.bitwise_xor(j, i % 8),)");
  EXPECT_EQ(text("lambda i: T.float32(0.5)"), "lambda i: (T.float32(0.5),)");
  EXPECT_EQ(text("lambda i: T.min(i, 7)"), "lambda i: (T.min(i, 7),)");
  EXPECT_EQ(text("[None, 8]"), "[None, 8]");
  EXPECT_EQ(text("lambda i: 'x'"), "an index map returns indices, not a string");
  const Result<StepValue> ranges = stepValueFromText("lambda i, j: ((i, i + 2), j)");
  ASSERT_TRUE(ranges.ok());
  ASSERT_TRUE(ranges->as<IndexMap>());
  EXPECT_TRUE(ranges->as<IndexMap>()->ranges);
  EXPECT_EQ(ranges->as<IndexMap>()->final.size(), 4u) << "a single index is a range as well where there is a pair";
}

// The wider of two types is the result type, as in programs; numbers are int32 if they fit.
TEST(StepValue, TypesOperandsAsPrograms) {
  const auto text = [](const std::string& typed) {
    const Result<StepValue> value = stepValueFromText(typed);
    if (!value) return value.error().message;
    const Result<StepValue> again = stepValueFromText(toText(*value));
    return again && toText(*again) == toText(*value)
               ? toText(*value)
               : "read again: " + (again ? toText(*again) : again.error().message);
  };
  EXPECT_EQ(text("lambda i: T.int8(3) + i"), "lambda i: (3 + i,)");
  EXPECT_EQ(text("lambda i: T.int64(3) + i"), "lambda i: (3 + i,)");
  EXPECT_EQ(text("lambda i: i + 3000000000"), "lambda i: (T.Cast(\"int64\", i) + T.int64(3000000000),)");
  EXPECT_EQ(text("lambda i: T.max(T.int64(i), T.int64(7)) % 2"),
            "lambda i: (T.max(T.Cast(\"int64\", i), T.int64(7)) % T.int64(2),)");
  EXPECT_EQ(text("lambda i: T.uint32(-1) + i"), "the constant -1 is not a value of type uint32");
  EXPECT_EQ(text("lambda i: T.float64(0.1)"), "lambda i: (T.float64(0.10000000000000001),)");
  EXPECT_EQ(text("T.int8(300)"), "the constant 300 is not a value of type int8");
}

TEST(TypedStep, NamesLoopsBlocksAndHandles) {
  const ScriptRun run = interpretStep("split(C.i, [None, 8])", start());
  ASSERT_FALSE(run.error) << toText(*run.error);
  EXPECT_EQ(loopNames(run.schedule, "C"), (std::vector<std::string>{"i_0", "i_1", "j"}));
  const ScriptRun next = interpretStep("parallel(i_0)", run.schedule);
  ASSERT_FALSE(next.error) << toText(*next.error);
  const ScriptRun handle = interpretStep("sch.vectorize(l2)", run.schedule);
  ASSERT_FALSE(handle.error) << toText(*handle.error);
  const ScriptRun several = interpretStep("io, ii = split('B.i', [4, None])\nreorder(ii, io)", start());
  ASSERT_FALSE(several.error) << toText(*several.error);
  EXPECT_EQ(loopNames(several.schedule, "B"), (std::vector<std::string>{"i_1", "i_0", "j"}));
}

TEST(TypedStep, SaysWhatIsAmbiguousOrUnknown) {
  const auto error = [](const char* text) {
    const ScriptRun run = interpretStep(text, start());
    EXPECT_EQ(run.schedule.stepCount(), 0) << text;
    return run.error ? run.error->message + " | " + run.error->hint : std::string("accepted");
  };
  EXPECT_EQ(error("split(i, [None, 8])"), "2 loops are named \"i\" | say which: \"B.i\", \"C.i\"");
  EXPECT_EQ(error("split(k, [None, 8])"), "the name 'k' is not known here | loops: i, j; blocks: root, B, C");
  EXPECT_EQ(error("splt(C.i, [None, 8])"), "the name 'splt' is not known here | loops: i, j; blocks: root, B, C");
  EXPECT_THAT(error("split(C.i, [None, 8]"), HasSubstr("never closed"));
  EXPECT_EQ(error(""), "no step is given | write it like split(i, [None, 8])");
  EXPECT_EQ(error("3 + 4"),
            "'3 + 4' is not a step | write it like split(i, [None, 8]); `lw primitives` lists the steps");
  EXPECT_THAT(error("parallel(l7)"), HasSubstr("l7 is not a handle of this schedule"));
}

TEST(PythonTrace, Runs) {
  const char* text =
      "from tvm import tir\ndef apply_trace(sch: tir.Schedule) -> None:\n    b0 = sch.get_block(name=\"C\", "
      "func_name=\"main\")\n    l1, l2, = sch.get_loops(block=b0)\n"
      "    l3, l4 = sch.split(loop=l1, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)\n    "
      "sch.enter_postproc()\n";
  const ScriptRun run = interpretTracePython(makeSource("t.trace.py", text), start());
  ASSERT_FALSE(run.error) << toText(*run.error);
  EXPECT_EQ(run.schedule.stepCount(), 4) << "enter_postproc is a mark in the trace";
  const ScriptRun none = interpretTracePython(makeSource("t.trace.py", "x = 1\n"), start());
  ASSERT_TRUE(none.error);
  EXPECT_EQ(none.error->message, "the trace has no function apply_trace");
}

// In a loop of a function that another one calls: the first time counts, with the variables of that call.
TEST(ScheduleScript, ABreakpointEndsARunWithItsVariables) {
  const std::string text =
      "def tile(sch, name):\n    i, j = sch.get_loops(sch.get_block(name))\n    io, ii = sch.split(i, [None, 8])\n"
      "    sch.parallel(io)\ndef schedule(sch):\n    for n in ['C', 'B']:\n        tile(sch, n)\n";
  script::Breakpoint place{static_cast<int>(text.find("sch.parallel"))};
  script::Limits limits;
  limits.breakpoint = &place;
  const ScriptRun run = interpretSchedule(fileOf(text), "schedule", start(), limits);
  ASSERT_TRUE(place.reached);
  ASSERT_TRUE(run.error);
  EXPECT_EQ(run.error->message, "stopped on request");
  EXPECT_EQ(loopNames(run.schedule, "C"), (std::vector<std::string>{"i_0", "i_1", "j"}));
  EXPECT_EQ(loopNames(run.schedule, "B"), (std::vector<std::string>{"i", "j"}));
  std::map<std::string, std::string> values;
  for (const auto& [name, value] : place.variables) {
    const auto* loop = value.as<LoopRv>();
    const Result<LoopId> id = loop ? run.schedule.resolve(*loop) : Result<LoopId>(kInlined);
    values[name] = loop && id ? run.schedule.program().name(*id) : toText(value);
  }
  EXPECT_EQ(values["io"], "i_0");
  EXPECT_EQ(values["ii"], "i_1");
  EXPECT_EQ(values["j"], "j");
  EXPECT_EQ(values["name"], "\"C\"");
  script::Breakpoint nowhere{static_cast<int>(text.size())};
  limits.breakpoint = &nowhere;
  EXPECT_FALSE(interpretSchedule(fileOf(text), "schedule", start(), limits).error);
  EXPECT_FALSE(nowhere.reached);
}

TEST(ScheduleScript, MutatedFunctionsNeverCrashOrHang) {
  const std::string program =
      "def tile(sch, name, f=8):\n    i, j = sch.get_loops(sch.get_block(name))\n    io, ii = sch.split(i, "
      "factors=[None, f])\n    sch.reorder(io, j, ii)\n    return io, j, ii\n"
      "def schedule(sch):\n    for n in ['B', 'C']:\n        a, *b = tile(sch, n, 4)\n        sch.annotate(a, 'k', "
      "{'x': [1, 2.5, None]})\n    k = sch.fuse(a, b[0])\n    sch.parallel(k)\n";
  std::mt19937 random(11);
  script::Limits few;
  few.steps = 20'000;
  int accepted = 0;
  for (int i = 0; i < 1500; ++i) {
    std::string text = program;
    for (int n = 1 + static_cast<int>(random() % 3); n > 0; --n) {
      const size_t at = random() % text.size();
      if (random() % 2)
        text.erase(at, 1 + random() % 4);
      else
        text.insert(at, text.substr(random() % text.size(), 1 + random() % 10));
    }
    accepted += !interpretSchedule(fileOf(text), "schedule", start(), few).error;
  }
  EXPECT_GT(accepted, 10);
}

}  // namespace
}  // namespace lw
