// What the interpreter of schedule functions says of a line that is wrong.
#include "core/script/composite.h"
#include "core/script/errors.h"
#include "core/script/schedule_script.h"
#include "core/script/typed_step.h"
#include "core/text/errors.h"
#include "core/text/tir/parser.h"
#include "tests/errors/cases.h"

namespace lw {
namespace {

const std::string kProgram =
    "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(A: T.Buffer((8, 8), \"float32\"), B: T.Buffer((8, 8), "
    "\"float32\")):\n    for i, j in T.grid(8, 8):\n        with T.block(\"B\"):\n            vi, vj = "
    "T.axis.remap(\"SS\", [i, j])\n            B[vi, vj] = A[vi, vj]\n\n\n";

ScriptRun runOf(const std::string& schedule, const script::Limits& limits = {}) {
  const SourceFile file = parseSource("case.py", kProgram + schedule);
  return interpretSchedule(file, "schedule", Schedule(Snapshot(file.functions.at(0))), limits);
}

// As the body of def schedule(sch):
const ErrorCase kScript[] = {
    {"from tvm.contrib import clang\n"
     "clang.create_llvm()",
     err::kCreateLlvmArguments, "create_llvm takes a text in C, and at most output=", "clang.create_llvm()"},
    {"from tvm.contrib import utils\n"
     "utils.tempdir().relpath(3)",
     err::kRelpathNeedsName, "relpath takes the name of a file", "utils.tempdir().relpath(3)"},
    {"sch.func_working_on()", err::kAttributeCannotBeCalled, "'func_working_on' is a string and cannot be called",
     "sch.func_working_on()"},
    {"blocked_reduction(\"i\")", err::kFirstArgumentNoSchedule,
     "the first argument of blocked_reduction must be the schedule", "blocked_reduction(\"i\")"},
    {"blocked_reduction(sch, lambda i: i)", err::kCompositeTakesNoFunction,
     "a composite takes no function as an argument", "blocked_reduction(sch, lambda i: i)"},
    {"def f(a):\n"
     "    return a\n"
     "f(1, a=2)",
     err::kGivenTwice, "f: 'a' is given twice", "f(1, a=2)"},
    {"try:\n"
     "    sch.split(1)\n"
     "except ValueError:\n"
     "    pass",
     err::kHandlerUnknown,
     "whether `except ValueError` catches this error is not known here: split needs the argument 'factors': extents, "
     "outermost first; None: whatever remains",
     "ValueError"},
    {"raise", err::kNothingToRaise, "there is no error here that `raise` could pass on", "raise"},
    {"sch.seed()", err::kMethodArgumentCount, "seed takes an integer", "sch.seed()"},
    {"sch.remove_rv()", err::kMethodArgumentCount, "remove_rv takes a handle", "sch.remove_rv()"},
    {"x = f\"{3:abc}\"", err::kFormatUnknown, "the format 'abc' is not understood", "3"},
    {"x = f\"{'a':d}\"", err::kFormatMisfit, "the format 'd' does not apply to a string", "'a'"},
    {"sch.transform_layout(\"B\", \"A\", lambda i, j: [(i, j, 1)])", err::kRangeMapParts,
     "a range has a start and an end, not 3 values", "lambda i, j: [(i, j, 1)]"},
    {"sch.transform_layout(\"B\", \"A\", lambda " + numbered(65) + ": 0)", err::kIndexMapTooLong,
     "an index map has at most 64 inputs", "lambda i0, i1, i2, i3, i4, i5, i6, i7, i"},
    {"sch.transform_layout(\"B\", \"A\", lambda i, j: (i / 2, j))", err::kBlockIndexNoNumber,
     "indices are integers, which do not take `/`", "i / 2"},
    {"sch.transform_layout(\"B\", \"A\", lambda *i, j: j)", err::kCollectedInputsNotLast,
     "the collected inputs of an index map must come last", "*i"},
    {"[].pop()", err::kPopListEmpty, "pop: the list is empty", "[].pop()"},
    {"x = {\"a\": 1}[\"b\"]", err::kDictHasNoKey, "the dict has no key 'b'", "{\"a\": 1}[\"b\"]"},
    {"{}.pop(3)", err::kDictHasNoKey, "the dict has no key 3", "{}.pop(3)"},
    {"d = {}\n"
     "for i in range(10001):\n"
     "    d.setdefault(i, 0)\n"
     "d[0] = 1",
     err::kDictTooLarge, "a dict of more than 10000 entries is too large", "d[0]"},
    {"def f(n):\n    return " + repeated("not ", 60) + "f(n)\nf(1)", err::kCallsTooDeep,
     "expressions and calls are nested too deeply", "not not not not not not not not not not "},
    {"x = \"a\".replace(\"a\", \"b\" * 1001)", err::kReplacementTooLong, "replace: the new text is too long",
     "\"a\".replace(\"a\", \"b\" * 1001)"},
    {"x = 0\n"
     "for i in range(30):\n"
     "    x = [x]\n"
     "sch.annotate(\"B\", \"key\", x)",
     err::kArgumentTooDeep, "the argument is nested too deeply", "x"},
    {"for i in range(30):\n"
     "    x = \"a\" * 2000000",
     err::kTooManyItems, "the function made more than 50000000 list items in total", "\"a\" * 2000000"},
    {"x = abs(-9223372036854775807 - 1)", err::kAbsoluteOverflow, "the absolute value does not fit into 64 bits",
     "abs(-9223372036854775807 - 1)"},
    {"x = dict(**3)", err::kUnpackNeedsDict, "`**` needs a dict, not an integer", "**3"},
    {"x = dict(**{1: 2})", err::kUnpackedKeysNoStrings, "the keys of a dict after `**` are strings, not an integer",
     "**{1: 2}"},
    {"x = 3 in \"abc\"", err::kInStringNeedsString, "`in` a string needs a string, not an integer", "3 in \"abc\""},
    {"sch.get(3)", err::kGetNeedsHandle, "get takes a handle, not an integer", "sch.get(3)"},
    {"x = \",\".join([1])", err::kJoinTakesStringsNot, "join takes strings, not an integer", "\",\".join([1])"},
    {"sch.remove_rv(3)", err::kRemoveRvNeedsHandle, "remove_rv takes a handle, not an integer", "sch.remove_rv(3)"},
    {"sch.seed(\"a\")", err::kSeedNoNumber, "seed takes an integer, not a string", "sch.seed(\"a\")"},
    {"sch.annotate(\"B\", \"key\", {1: 2})", err::kDictKeysNoStrings,
     "the keys of a dict are strings here, not an integer", "{1: 2}"},
    {"x = -sch", err::kUnaryDoesNotTake, "`-` does not take the schedule", "-sch"},
    {"sch.work_on(3)", err::kWorkOnNeedsName, "work_on takes the name of a function", "sch.work_on(3)"},
    {"sch.transform_layout(\"B\", \"A\", lambda i, j: (i, T.int8(300)))", err::kScriptTypeMisfit,
     "the constant 300 is not a value of type int8", "T.int8(300)"},
    {"x = len(3)", err::kHasNoLength, "an integer has no length", "len(3)"},
    {"x = [1, 2][1.5]", err::kNeedsInteger, "an index takes an integer, not a float (1.5)", "[1, 2][1.5]"},
    {"x = range(\"a\")", err::kNeedsInteger, "range takes an integer, not a string", "range(\"a\")"},
    {"x = T.all()", err::kScriptNeedsConditions, "tvm.script.tir.all takes at least one condition", "T.all()"},
    {"x = T.any(3)", err::kTakesConditionsNot, "tvm.script.tir.any takes conditions, not an integer", "T.any(3)"},
    {"x = [1, 2][0, 1]", err::kTakesOneIndexNot, "a list takes one index, not 2", "[1, 2][0, 1]"},
    {"*a, *b = [1, 2]", err::kSeveralStars, "only one name may collect the rest", "*b"},
    {"a, b = [1, 2, 3]", err::kScriptUnpackCount, "2 names for 3 values", "a, b"},
    {"a, b, *c = [1]", err::kScriptUnpackMore, "2 names or more for 1 value", "a, b, *c"},
    {"x = *[1, 2]", err::kStarMisplaced, "`*` may only be used in lists, tuples, calls and targets", "*[1, 2]"},
    {"with sch:\n"
     "    pass",
     err::kWithUnsupported, "`with` is not supported here", "with sch:"},
    {"sch.x = 3", err::kAssignedAttribute, "attributes cannot be assigned", "sch.x"},
    {"class C:\n"
     "    pass",
     err::kClassInsideFunction, "classes cannot be defined inside a function", "class C:"},
    {"x = isinstance(3, 4)", err::kIsinstanceTypes, "isinstance takes int, float, str, bool, list, tuple or dict",
     "isinstance(3, 4)"},
    {"x = [1, 2]\n"
     "x[0:1] = [3]",
     err::kAssignedSlice, "only single elements of a list can be assigned", "x[0:1]"},
    {"*a = [1]", err::kBadScriptTarget, "this cannot be assigned to", "*a"},
    {"sch.x += 1", err::kNotChangedInPlace, "this cannot be changed in place", "sch.x"},
    {"x = []\n"
     "x.append(x)",
     err::kListIntoItself, "a list cannot be put into itself", "x.append(x)"},
    {"x = dict([[1, 2, 3]])", err::kDictNeedsPairs, "dict needs pairs of key and value", "dict([[1, 2, 3]])"},
    {"x = round(\"a\")", err::kRoundNeedsNumber, "round takes a number, not a string", "round(\"a\")"},
    {"x = [1, 2][::0]", err::kSliceStepZero, "the step of a slice is 0", "[1, 2][::0]"},
    {"x = range(0, 8, 0)", err::kRangeStepZero, "the step of range is 0", "range(0, 8, 0)"},
    {"x = list(zip([1], [1, 2], strict=True))", err::kZipLengths, "zip: the lists have different lengths",
     "zip([1], [1, 2], strict=True)"},
    {"x = int(1e300)", err::kNoIntegerValue, "1e+300 does not fit into a 64-bit integer", "int(1e300)"},
    {"x = int(\"abc\")", err::kNotAnInteger, "'abc' is not an integer", "int(\"abc\")"},
    {"x = float(\"abc\")", err::kNotANumber, "'abc' is not a number", "float(\"abc\")"},
    {"x = max([])", err::kExtremeOfNothing, "max of an empty list", "max([])"},
    {"x = [1].index(2)", err::kNotInList, "index: 2 is not in the list", "[1].index(2)"},
    {"x = round(1e300)", err::kNoIntegerValue, "1e+300 does not fit into a 64-bit integer", "round(1e300)"},
    {"x = len()", err::kFunctionArgumentCount, "len takes 1 argument, but 0 were given", "len()"},
    {"x = sum(1, 2, 3)", err::kFunctionArgumentCount, "sum takes 1 to 2 arguments, but 3 were given", "sum(1, 2, 3)"},
    {"def f(a):\n"
     "    return a\n"
     "f(1, 2)",
     err::kFunctionArgumentCount, "f takes 1 argument, but 2 were given", "f(1, 2)"},
    {"x = [1].pop(5)", err::kIndexOutOfRange, "index 5 is out of range for 1 item", "[1].pop(5)"},
    {"x = range(3)[5]", err::kIndexOutOfRange, "index 5 is out of range for 3 items", "range(3)[5]"},
    {"x = [1]\n"
     "x[5] = 2",
     err::kIndexOutOfRange, "index 5 is out of range for 1 item", "x[5]"},
    {"x = -(-9223372036854775807 - 1)", err::kNegativeOverflow,
     "the negative of -9223372036854775808 does not fit into 64 bits", "-(-9223372036854775807 - 1)"},
    {"x = 9223372036854775807 + 1", err::kResultTooWide, "9223372036854775807 + 1 does not fit into 64 bits",
     "9223372036854775807 + 1"},
    {"x = 3 < \"a\"", err::kNoOrder, "an integer and a string cannot be ordered", "3 < \"a\""},
    {"x = 3 + \"a\"", err::kOperatorDoesNotTakeBoth, "`+` does not take an integer and a string", "3 + \"a\""},
    {"x = 3[0]", err::kValueCannotBeIndexed, "an integer cannot be indexed", "3[0]"},
    {"x = len(sch)", err::kHasNoItems, "the schedule has no items", "len(sch)"},
    {"for x in sch:\n"
     "    pass",
     err::kHasNoItems, "the schedule has no items", "sch"},
    {"x = (1, 2)\n"
     "x[0] = 3",
     err::kCannotBeChanged, "a tuple cannot be changed", "x[0]"},
    {"x = \"a\".nothing()", err::kHasNoMethod, "a string has no method 'nothing'", "nothing"},
    {"def f(a):\n"
     "    return a\n"
     "f(1, b=2)",
     err::kHasNoParameterNamed, "f has no parameter named 'b'", "f(1, b=2)"},
    {"def f(a):\n"
     "    return f(a)\n"
     "f(1)",
     err::kTooManyCalls, "calls are nested more than 100 deep", "f(a)"},
    {"assert 1 == 2, \"one is two\"", err::kAssertionFailedWith, "the assertion failed: one is two",
     "assert 1 == 2, \"one is two\""},
    {"x = 1 // 0", err::kDividesByZero, "division by zero: 1 // 0", "1 // 0"},
};

TEST(ScriptErrors, SayWhatIsWrong) {
  for (const ErrorCase& c : kScript) {
    const std::string function = "def schedule(sch):\n" + indented(c.input);
    const ScriptRun run = runOf(function);
    if (!run.error) {
      ADD_FAILURE() << c.input << " is accepted";
      continue;
    }
    expectError(c, {*run.error}, kProgram + function);
  }
}

TEST(ScriptErrors, AFunctionNeedsAParameterForTheSchedule) {
  const ErrorCase c{"def schedule():\n    pass\n", err::kNoScheduleParameter,
                    "schedule has no parameter for the schedule", "schedule"};
  expectError(c, {*runOf(c.input).error}, kProgram + c.input);
}

TEST(ScriptErrors, ACompositeIsNoStep) {
  const SourceFile file = parseSource("case.py", kProgram);
  const Composite composite = libraryComposites().front();
  const Result<Checked> checked = composite.form->check(Snapshot(file.functions.at(0)), {});
  ASSERT_FALSE(checked);
  expectError({"", err::kCompositeIsNoStep, "a composite is not a single step", ""}, {checked.error()}, "");
}

// Steps as they are typed.
const ErrorCase kTyped[] = {
    {"c i", err::kSeveralStepsNamed, "several steps contain the name 'c'", "c"},
    {"Q.split(i, 4)", err::kNothingNamed, "'Q' is neither a loop nor a block", "Q"},
    {"split(i, 4) twice", err::kTextAfterStep, "'twice' follows the step", "twice"},
};

TEST(ScriptErrors, TypedStepsSayWhatIsWrong) {
  const Schedule schedule(Snapshot(parseSource("case.py", kProgram).functions.at(0)));
  for (const ErrorCase& c : kTyped) {
    const TypedStep step = readTypedStep(c.input, {schedule});
    ASSERT_TRUE(step.error) << c.input;
    expectError(c, {*step.error}, c.input);
  }
}

// A failed allocation ends the function, not the program.
TEST(ScriptErrors, EndWhereMemoryEnds) {
  script::Limits limits;
  limits.cancelled = []() -> bool { throw std::bad_alloc(); };
  const ScriptRun run = runOf("def schedule(sch):\n    while True:\n        pass\n", limits);
  ASSERT_TRUE(run.error);
  expectError({"", err::kOutOfMemory, "there is not enough memory for what the function builds", ""}, {*run.error}, "");
}

}  // namespace
}  // namespace lw
