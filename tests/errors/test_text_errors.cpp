// What the parsers say of a line that is wrong: a case for each sentence.
#include <set>

#include "core/text/errors.h"
#include "core/text/tir/parser.h"
#include "tests/errors/cases.h"

namespace lw {
namespace {

const std::string kHead =
    "from tvm.script import tir as T\n\n\n@T.prim_func\ndef main(A: T.Buffer((8, 8), \"float32\"), p: T.handle, n: "
    "T.int32):\n";

struct Case {
  const char* body;  // of main; a text that begins with "#" is the whole file
  const char* message;
};

const Case kCases[] = {
    {"    B = T.match_buffer()", "T.match_buffer needs a handle or a region, and a shape"},
    {"    q = T.handle()\n    B = T.match_buffer(q, (8,), \"float32\")", "q is not a parameter of the function"},
    {"    B = T.match_buffer(p, (8,), \"float32\")\n    C = T.match_buffer(p, (8,), \"float32\")",
     "the parameter p is matched twice"},
    {"    m = T.int32(8)\n    B = T.match_buffer(p, (m,), \"float32\")",
     "the size m of the parameter p is a variable that a statement of the function defines"},
    {"    B = T.match_buffer(n, (8,), \"float32\")", "the parameter to match must be a T.handle"},
    {"    t = T.env_thread()", "T.env_thread needs the name of the thread"},
    {"    B = T.alloc_buffer((8,), bytes=3)", "T.alloc_buffer has no argument named 'bytes'"},
    {"    B = T.alloc_buffer((8,), \"float32\", shape=(8,))", "the argument shape of T.alloc_buffer is given twice"},
    {"    B = T.alloc_buffer()", "T.alloc_buffer needs the argument 'shape'"},
    {"    A[0, 0] = T.Cast(\"float32\")", "T.Cast takes a type and a value"},
    {"    A[0, 0] = T.max_value()", "T.max_value takes a type"},
    {"    A[0, 0] = T.Let(1.0)", "T.Let takes a body and one variable"},
    {"    A[0, 0] = T.exp(A[0, 0], base=2)", "T.exp has no argument named 'base'"},
    {"    for i in T.grid(8, step=2):\n        A[i, i] = T.float32(0)", "T.grid has no argument named step"},
    {"    for i in T.grid():\n        A[0, 0] = T.float32(0)", "T.grid needs at least one extent"},
    {"    for i in T.thread_binding(8):\n        A[i, i] = T.float32(0)", "T.thread_binding needs a thread"},
    {"    for i in T.serial(8, thread=\"threadIdx.x\"):\n        A[i, i] = T.float32(0)",
     "T.serial has no argument named thread"},
    {"    T.func_attr()", "T.func_attr needs one map"},
    {"    for i in range(8):\n        T.func_attr({\"a\": 1})", "T.func_attr must be directly in the function"},
    {"    with T.block(\"b\"):\n        T.where()\n        A[0, 0] = T.float32(0)", "T.where needs one condition"},
    {"    with T.block(\"b\"):\n        T.where(n > 0)\n        T.where(n > 1)\n        A[0, 0] = T.float32(0)",
     "this block already has a T.where"},
    {"    with T.block(\"b\"):\n        T.reads(A[0, 0])\n        T.reads(A[0, 0])\n        A[0, 0] = T.float32(0)",
     "this block already has a T.reads"},
    {"    with T.block(\"b\"):\n        T.block_attr()\n        A[0, 0] = T.float32(0)", "T.block_attr needs one map"},
    {"    with T.block(\"b\"):\n        v = T.axis.spatial((0, 1, 2), 0)\n        A[v, 0] = T.float32(0)",
     "the domain of an axis is an extent or (first, end)"},
    {"    for i in range(8):\n        with T.block(\"b\"):\n            v, w = T.axis.remap(\"SS\", [i])\n            "
     "A[v, w] = "
     "T.float32(0)",
     "T.axis.remap has 2 kinds and 1 loop variables"},
    {"    for i in range(8):\n        with T.block(\"b\"):\n            v = T.axis.remap(\"X\", [i])\n            A[v, "
     "v] = "
     "T.float32(0)",
     "the kind of an axis is S or R here, not 'X'"},
    {"    v = T.axis.spatial(8, 0)\n    A[v, v] = T.float32(0)", "T.axis must be directly in a block"},
    {"    with T.block(\"b\"):\n        v = T.axis.spatial(1.5, 0)\n        A[v, 0] = T.float32(0)",
     "the extent of an axis must be an integer"},
    {"    try:\n        A[0, 0] = T.float32(0)\n    A[0, 1] = T.float32(0)",
     "`try` has neither `except` nor `finally`"},
    {"    T.reads(A[0, 0])", "T.reads must be directly in a block"},
    {"    with T.init():\n        A[0, 0] = T.float32(0)", "T.init() must be directly in a block"},
    {"    with T.block(\"b\"):\n        with T.init():\n            A[0, 0] = T.float32(0)\n        with T.init():\n   "
     "         "
     "A[0, 0] = T.float32(0)\n        A[0, 0] = T.float32(0)",
     "this block already has a T.init()"},
    {"    with T.block(\"b\"):\n        T.init()\n        A[0, 0] = T.float32(0)",
     "T.init() must be used as `with T.init():`"},
    {"    with T.block(\"b\") as b:\n        A[0, 0] = T.float32(0)", "a block has no `as`"},
    {"    with n:\n        A[0, 0] = T.float32(0)", "this cannot open a scope in a prim_func"},
    {"    for i in n:\n        A[i, i] = T.float32(0)", "a loop of a prim_func cannot iterate over this"},
    {"    for A[0, 0] in range(8):\n        A[0, 0] = T.float32(0)", "a loop needs a name for its variable"},
    {"    for i in range(0, 8, 0):\n        A[i, i] = T.float32(0)", "the step of a loop cannot be 0"},
    {"    n.x = 3", "nothing can be assigned to this in a prim_func"},
    {"    A[0, 0]: T.float32 = 1", "only a name can have a type"},
    {"    f(n) = 3", "nothing can be assigned to this expression"},
    {"    x: n = 3", "expected a data type, found"},
    {"    A[0, 0] = T.Cast(\"float7x\", 1)", "'float7x' is not a data type"},
    {"    A[0, 0] = A", "the buffer A is used as a value"},
    {"    x = T.alloc_buffer((8.5,), \"float32\")", "the size of a dimension must be an integer"},
    {"    x = T.alloc_buffer((-8,), \"float32\")", "the size of a dimension is negative"},
    {"    x = T.decl_buffer((8,), \"float32\", data=n)", "data= needs a pointer, such as B.data"},
    {"    x = T.decl_buffer((8,), \"float32\", strides=3)", "strides= needs a tuple"},
    {"    x = T.decl_buffer((8,), \"float32\", strides=(8, 1))", "there are 2 strides for 1 dimensions"},
    {"    T.alloc_buffer((8,), \"float32\")", "this allocation has no name"},
    {"    n + 1", "this expression has no effect"},
    {"    n[0] = 3", "only elements of buffers can be assigned"},
    {"    A[0, 0] = n[0]", "cannot be indexed"},
    {"    with T.block(\"b\"):\n        T.reads(n)\n        A[0, 0] = T.float32(0)", "expected a region of a buffer"},
    {"    A[0, 0:8:n] = T.float32(0)", "must be a constant integer"},
    {"    A[0:4, 0] = T.float32(0)", "only the last index of A can be a slice here"},
    {"    else:\n        A[0, 0] = T.float32(0)", "`else` has no `if` before it"},
    {"    A[0, 0] = T.Broadcast(A[0, 0], 1)", "a vector has from 2 to 4096 lanes, not 1"},
    {"    A[0, 0] = -p", "a pointer cannot be negated"},
    {"    A[0, 0] = A[0, 0] & A[0, 0]", "bitwise operators do not take type float32"},
    {"    A[0, 0] = n / 2", "'/' of integers is ambiguous"},
    {"    A[0, 0] = n // 0", "division by zero"},
    {"    A[0, 0] = A[0, 0] @ A[0, 0]", "'@' is not supported in a prim_func"},
    {"    A[0, 0] = 1.0 if p else 2.0", "a condition"},
    {"    if n in A:\n        A[0, 0] = T.float32(0)", "a prim_func does not support `in` and `is`"},
    {"    A[0, 0] = A.size", "a buffer has no attribute 'size'"},
    {"    A[0, 0] = T.sqroot(A[0, 0])", "T.sqroot is not known"},
    {"    A[0, 0] = B[0]", "'B' is not defined"},
    {"    a, b = n", "cannot unpack"},
    {"    a, b = 1, 2, 3", "3 values for 2 names"},
    {"    def inner():\n        pass", "a function inside a prim_func is not supported"},
    {"    class Inner:\n        pass", "a class inside a prim_func is not supported"},
    {"    A[0] = T.float32(0)", "A has 2 dimensions, but 1 index is given"},
    {"    A[n % 2.5, 0] = T.float32(0)", "an index must be an integer"},
    {"    x = A[0, 0", "'[' is never closed"},
    {"    x = \"abc", "this string is never closed"},
    {"    x = 3 $ 4", "unexpected '$'"},
    {"    x = [a for a in b for c in d]", "a comprehension may have only one `for`"},
    {"    for i in range(8)\n        A[i, i] = T.float32(0)", "expected ':' at the end of the"},
    {"    for i in range(8):\n    A[i, i] = T.float32(0)", "expected an indented block after the"},
    {"    x = 3\n      y = 4", "this line is indented more than its block"},
    {"    x = 3 +", "expected"},
    {"    async def f():\n        pass", "is not part of the accepted language"},
    {"    for i in range(8):\n        pass\n    else:\n        pass",
     "`else` of a `for` loop is not part of the accepted language"},
    {"# whole\nfrom tvm.script import tir as T\n\n@T.prim_func\ndef f(*a):\n    pass\n",
     "a prim_func cannot have variable parameters"},
    {"# whole\nfrom tvm.script import tir as T\n\n@T.prim_func\ndef f(a: T.int32 = 3):\n    pass\n",
     "parameters of a prim_func cannot have default values"},
    {"# whole\nfrom tvm.script import tir as T\n\n@T.prim_func\ndef f(a):\n    pass\n", "the parameter a has no type"},
    {"# whole\nfrom tvm.script import tir as T\n\n@T.prim_func\ndef f(a: 3):\n    pass\n",
     "this is not the type of a parameter"},
    {"# whole\nfrom tvm.script import tir as T\n\n@T.prim_func\ndef f(a: T.int32, a: T.int32):\n    pass\n",
     "there are two parameters named a"},
    {"# whole\nfrom tvm.script import tir as T\n\n@T.prim_func\ndef f(a: T.int32):\n    pass\n\n@T.prim_func\ndef f(a: "
     "T.int32):\n    pass\n",
     "there are two functions named f"},
    {"# whole\nfrom tvm.script import tir as T\n\n@T.other\ndef f(a: T.int32):\n    pass\n",
     "the decorator @T.other is not known"},
};

TEST(TextErrors, SayWhatIsWrong) {
  std::set<std::string_view> known;
  for (const ErrorKind* kind : textErrors()) known.insert(kind->sentence);
  for (const Case& c : kCases) {
    const bool whole = c.body[0] == '#';
    const SourceFile file = parseSource("case.py", whole ? std::string(c.body) : kHead + c.body + "\n");
    bool said = false;
    std::string all;
    for (const Diagnostic& d : file.diagnostics) {
      all += d.message + "\n";
      said = said || d.message.find(c.message) != std::string::npos;
      EXPECT_TRUE(known.contains(d.reason.sentence)) << d.kind << ": " << d.message;
      EXPECT_EQ(d.reason.text(), d.message);
      EXPECT_EQ(d.remedy.text(), d.hint);
    }
    EXPECT_TRUE(said) << c.body << "\nwanted: " << c.message << "\nsaid: " << all;
  }
}

// As the body of main; a text that begins with "#" is the whole file.
const ErrorCase kText[] = {
    {"A[0, 0] = T.Let(A[0, 0], where={3: 1.0})", err::kLetNeedsVariable, "T.Let needs a variable", "3"},
    {"with T.block(\"b\"):\n"
     "    v = T.axis.remap(\"S\", 3)",
     err::kRemapArguments, "T.axis.remap needs a list of loop variables", "3"},
    {"with T.block(\"b\"):\n"
     "    v = T.axis.remap(\"S\", [n])",
     err::kRemapVariables, "T.axis.remap takes variables of loops only", "[n]"},
    {"for i in T.vectorized(8):\n"
     "    continue",
     err::kLeavesTogether, "a loop whose iterations run together cannot be left or continued", "continue"},
    {"break", err::kLeavesNoLoop, "there is no loop around this statement to leave", "break"},
    {"for i in range(0, 8, 0):\n"
     "    A[0, i] = 1.0",
     err::kLoopStepIsZero, "the step of a loop cannot be 0", "range(0, 8, 0)"},
    {"@T.inline\n"
     "def twice(v):\n"
     "    twice(v)\n"
     "twice(n)",
     err::kInlineTooDeep, "the inline function twice is called in itself", "twice(v)"},
    {"A[0, 0] = T.llvm_lookup_intrinsic_id()", err::kTakesOneArgument, "T.llvm_lookup_intrinsic_id takes one argument",
     "T.llvm_lookup_intrinsic_id()"},
    {"A[0, 0] = A.access_ptr(\"x\")", err::kAccessMask, "the access must be \"r\", \"w\" or \"rw\"",
     "A.access_ptr(\"x\")"},
    {"A[0, 9223372036854775807 + 1] = 1.0", err::kResultTooWide, "9223372036854775807 + 1 does not fit into 64 bits",
     "9223372036854775807 + 1"},
    {"A[0, 0] = 1.5 << 2", err::kOperatorDoesNotTakeBoth, "`<<` does not take a float and an integer", "1.5 << 2"},
    {"A[0, 0] = ~1.5", err::kUnaryDoesNotTake, "`~` does not take a float", "~1.5"},
    {"A[0, 0] = 1 // 0", err::kDividesByZero, "division by zero: 1 // 0", "1 // 0"},
    {"A[0, 0] = 0.0 ** -1", err::kZeroToNegativePower, "0.0 cannot be raised to the negative power -1.0", "0.0 ** -1"},
    {"A[0, 0] = round(9223372036854775807, -1)", err::kRoundedTooWide,
     "round(9223372036854775807, -1) does not fit into 64 bits", "round(9223372036854775807, -1)"},
    {"A[0, 0] = int(float(\"inf\"))", err::kInfinityToInteger, "inf has no integer value", "int(float(\"inf\"))"},
    {"A[0, 0] = int(float(\"nan\"))", err::kNanToInteger, "nan has no integer value", "int(float(\"nan\"))"},
    {"A[0, 0] = 10.0 ** 400", err::kFloatOverflow, "10.0 ** 400.0 is too large for a float", "10.0 ** 400"},
    {"A[0, 0] = round(1.7e308, -308)", err::kRoundedOverflow, "round(1.7e+308, -308) is too large for a float",
     "round(1.7e308, -308)"},
    {"A[0, 0] = (-8) ** 0.5", err::kComplexResult, "-8.0 ** 0.5 is a complex number, which is not supported",
     "(-8) ** 0.5"},
    {"A[0, 0] = 1 << -1", err::kNegativeShift, "1 << -1: the shift count is negative", "1 << -1"},
    {"# whole\n"
     "from tvm.script import tir as T\n"
     "\n"
     "\n"
     "def f(x):\n"
     "    return x % 0\n"
     "\n"
     "\n"
     "@T.prim_func\n"
     "def main(A: T.Buffer((4,), \"int32\")):\n"
     "    A[0] = f(3)\n",
     err::kHelperFailed, "f, line 6: division by zero: 3 % 0", "f(3)"},
    {"# whole\n"
     "from tvm.script import ir as I\n"
     "from tvm.script import tir as T\n"
     "\n"
     "\n"
     "@T.prim_func\n"
     "def f(a: T.Buffer):\n"
     "    pass\n",
     err::kBufferNeedsShape, "T.Buffer needs a shape", "T.Buffer"},
    {"# whole\n"
     "from tvm.script import ir as I\n"
     "from tvm.script import tir as T\n"
     "\n"
     "\n"
     "class C:\n"
     "    @T.prim_func\n"
     "    def f(a: T.int32):\n"
     "        pass\n",
     err::kClassIsNoModule, "the class C is not a module", "C"},
    {"# whole\n"
     "from tvm.script import ir as I\n"
     "from tvm.script import tir as T\n"
     "\n"
     "\n"
     "@I.ir_module\n"
     "class C:\n"
     "    def f(a: T.int32):\n"
     "        pass\n",
     err::kNoDecorator, "the function f of the module has no decorator", "f"},
    {"x = f\"{n\"", err::kFStringNeverClosed, "this '{' of the f-string is never closed", "{n"},
    {"x = f\"{}\"", err::kFStringEmptyHole, "an f-string needs an expression between '{' and '}'", "{}"},
    {"x = f\"n}\"", err::kFStringSingleBrace, "a single '}' in an f-string", "}"},
    {"A[0, A.shape[5]] = 1.0", err::kListIndex, "index 5 of a list of 2", "A.shape[5]"},
    {"A[0, 0] = T.grid(8)", err::kCannotStandInExpression, "T.grid cannot be used in an expression", "T.grid"},
    {"A[0, 0] = T.float32()", err::kVariableNeedsName, "T.float32() makes a variable and needs a name", "T.float32()"},
    {"B = T.match_buffer(A[0:4, 0:4], (4, 4), \"float32\")", err::kRegionMatchedOutsideBlock,
     "a region can be matched only directly in a block", "T.match_buffer(A[0:4, 0:4], (4, 4), \"flo"},
    {"# whole\n"
     "from tvm.script import ir as I\n"
     "from tvm.script import tir as T\n"
     "\n"
     "\n"
     "n = 1\n"
     "if True:\n"
     "    n = 2\n",
     err::kStatementAtTop, "this statement is not allowed at the top level of a file", "if True:"},
    {"# whole\n"
     "from tvm.script import ir as I\n"
     "from tvm.script import tir as T\n"
     "\n"
     "\n"
     "@I.ir_module\n"
     "class C:\n"
     "    3 + 4\n",
     err::kStatementInModule, "this statement is not allowed in a module", "3 + 4"},
    {"T.decl_buffer((8,), \"float32\")", err::kBufferHasNoName, "this buffer has no name",
     "T.decl_buffer((8,), \"float32\")"},
    {"with T.LetStmt(3):\n"
     "    A[0, 0] = 1.0",
     err::kLetHasNoVariable, "this let has no variable", "T.LetStmt(3)"},
    {"n[0] = 3", err::kAssignedToNoElement, "only elements of buffers can be assigned, not an expression of type int32",
     "n"},
    {"with T.block(\"b\"):\n"
     "    T.reads(n)",
     err::kExpectedRegion, "expected a region of a buffer, found an expression of type int32", "n"},
    {"# whole\n"
     "from tvm.script import ir as I\n"
     "from tvm.script import tir as T\n"
     "\n"
     "\n"
     "N = unknown(3)\n"
     "\n"
     "\n"
     "@T.prim_func\n"
     "def f(A: T.Buffer((8,), \"float32\")):\n"
     "    A[N] = 1.0\n",
     err::kNotConstant, "the value of N is not a number known here", "N"},
    {"x = 0b12", err::kNumberUnreadable, "'0b12' is not a number", "0b12"},
    {"x = 99999999999999999999", err::kIntegerTooWide,
     "the integer 99999999999999999999 does not fit into 64 signed bits", "99999999999999999999"},
    {"with T.block(\"b\"):\n"
     "    T.evaluate(T.call_extern(\"int32\", \"f\", A.data))",
     err::kOpaqueAccess,
     "the regions that block \"b\" reads and writes cannot be determined, because A is accessed through its pointer",
     "with T.block"},
    {"with T.block(\"b\"):\n"
     "    B = T.match_buffer(A[0, 0:8], (1, 1, 8), \"float32\")",
     err::kMatchedRank, "B has 3 dimensions, but its source A has only 2", "T.match_buffer(A[0, 0:8], (1, 1, 8), \"fl"},
    {"A[0, 0:n] = A[0, 0:n]", err::kSliceLengthNotConstant,
     "a slice that is used as a value needs a constant length from 1 to 4096", "A[0, 0:n]"},
    {"A[0, 0:n:2] = A[0, 0:4]", err::kSliceStepNotConstant,
     "a slice with a step needs a constant, positive length and step", "0:n:2"},
    {"B = T.alloc_buffer((10000,), \"float32\")\n"
     "B[0:10000:2] = T.Broadcast(T.float32(0), 4)",
     err::kTooManyLanes, "a vector has at most 4096 lanes", "0:10000:2"},
    {nested(202), err::kBlocksTooDeep, "blocks are nested more than 200 levels deep",
     "                                        "},
    {"for " + numbered(65) + " in T.grid(1" + repeated(", 1", 64) + "):\n    A[0, 0] = 1.0", err::kGridTooDeep,
     "more than 64 loops in one T.grid", "T.grid(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, "},
    {"x = n" + repeated(" < n", 402), err::kTooManyComparisons, "more than 400 comparisons in one expression",
     "n < n < n < n < n < n < n < n < n < n < "},
    {"x = n" + repeated(" and n", 402), err::kTooManyConditions, "more than 400 conditions in one expression",
     "n and n and n and n and n and n and n an"},
    {repeated("x: T.int32 = n\n", 402), err::kStatementsTooDeep, "statements are nested more than 400 levels deep",
     "x: T.int32 = n"},
    {"x = n" + repeated(" + n", 402), err::kExpressionTooDeep, "this expression has more than 400 levels",
     "n + n + n + n + n + n + n + n + n + n + "},
    {"A[0, 0:4] = T.Broadcast(p, 4)", err::kNeedsNumberHasType, "T.Broadcast takes a number, but this has type handle",
     "T.Broadcast(p, 4)"},
    {"A[0, 0] = T.exp(p)", err::kNeedsNumbers, "T.exp takes numbers, but this is an expression of type handle",
     "T.exp(p)"},
    {"if p:\n"
     "    A[0, 0] = 1.0",
     err::kConditionType, "a condition must be true or false, but this has type handle", "p"},
    {"A[0, 0] = T.Cast(\"float32\", \"abc\")", err::kCannotCast, "a value of type string cannot be cast to float32",
     "T.Cast(\"float32\", \"abc\")"},
    {"A[0, 0] = p", err::kStoredTypeDiffers,
     "a value of type handle cannot be stored in A, where elements of type float32 are written", "A[0, 0] = p"},
    {"T.func_attr(3)", err::kExpectedMap, "expected a map from names to values, found the number 3", "3"},
    {"A[0, 0] = [1, 2]", err::kExpectedValue, "expected a value, found a list", "[1, 2]"},
    {"T.launch_thread(3, 8)", err::kExpectedThreadName, "expected the name of a thread, found the number 3", "3"},
    {"with T.block(\"b\"):\n"
     "    v = T.axis.spatial((0, 1.5), 0)",
     err::kAxisDomainType, "the domain of an axis must be of integers", "(0, 1.5)"},
    {"with T.block(\"b\"):\n"
     "    v = T.axis.spatial(1.5, 0)",
     err::kAxisExtentNotInteger, "the extent of an axis must be an integer, not the number 1.5", "1.5"},
    {"B = T.alloc_buffer((8.5,), \"float32\")", err::kSizeNotInteger,
     "the size of a dimension must be an integer, not the number 8.5", "(8.5,)"},
    {"with T.block(\"b\"):\n"
     "    v = T.axis.spatial(8, 1.5)",
     err::kAxisValueNotInteger, "the value of an axis must be an integer, but this has type float32", "1.5"},
    {"A[0, 0] = p + p", err::kPointerArithmetic, "there is no arithmetic on pointers", "p + p"},
    {"A[0, 0] = T.max(p, p)", err::kPointerArithmetic, "there is no arithmetic on pointers", "T.max(p, p)"},
    {"A[0, 0] = T.max_value(\"handle\")", err::kNoSuchValueOfType, "type handle has no such value",
     "T.max_value(\"handle\")"},
    {"A[0, len(3)] = 1.0", err::kNotAnArgument, "this is not an argument of len", "len(3)"},
    {"A[0, slice(3)] = 1.0", err::kCannotBeCalledInPrimFunc, "slice cannot be called in an expression of a prim_func",
     "slice"},
    {"A[0, 0] = 1.0 + \"a\"", err::kTypeMisfit, "values of type float32 and string cannot be combined", "1.0 + \"a\""},
    {"T.func_attr({\"a\": T.exp})", err::kBadAnnotationValue, "the function T.exp cannot be the value of an annotation",
     "{\"a\": T.exp}"},
    {"A[0, 0:8:n] = 1.0", err::kMustBeConstantInteger,
     "the step of a slice must be a constant integer, not an expression of type int32", "n"},
    {"with T.block(\"b\"):\n"
     "    v = T.axis.remap(3, [n])",
     err::kMustBeString, "the kinds of the axes must be a string, not the number 3", "3"},
    {"for i in range(1.5):\n"
     "    A[0, 0] = 1.0",
     err::kMustBeInteger, "the bound of a loop must be an integer, not the number 1.5", "1.5"},
    {"for i, j in T.grid(8):\n"
     "    A[0, 0] = 1.0",
     err::kUnpackCount, "1 loop for 2 variables", "i, j"},
    {"x ^= 3", err::kUnsupportedOperator, "'^=' is not part of the accepted language", "^="},
    {"x := 3", err::kUnsupportedOperator, "':=' is not part of the accepted language", ":="},
    {"with T.block(\"b\"), T.init():\n"
     "    A[0, 0] = 1.0",
     err::kWithAfterBlock, "nothing can follow T.block in one `with`", "T.init()"},
    {"# whole\n"
     "from tvm.script import ir as I\n"
     "from tvm.script import tir as T\n"
     "\n"
     "\n"
     "@T.prim_func\n"
     "def f(**a):\n"
     "    pass\n",
     err::kKeywordParameters, "parameters collected by ** are not part of the accepted language", "**"},
    {"T.buffer_store(A, 1.0, [0, 0])", err::kWriteStoreAsAssignment, "write the store as an assignment",
     "T.buffer_store(A, 1.0, [0, 0])"},
    {"B = T.alloc_buffer((8,), \"float32\", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)",
     err::kTakesAtMostArgumentsGiven, "T.alloc_buffer takes at most 14 arguments, but 15 are given", "13"},
    {"A[0, 0] = T.max(1.0)", err::kTakesArguments, "T.max takes 2 arguments, 1 is given", "T.max(1.0)"},
    {"A[0, 0] = T.max_value()", err::kTakesType, "T.max_value takes a type", "T.max_value()"},
    {"A[0, 0] = T.exp(1.0, 2.0)", err::kFunctionTakesArguments, "T.exp takes 1 argument, 2 are given",
     "T.exp(1.0, 2.0)"},
    {"x = \x01", err::kBadByte, "unexpected byte 0x01", "\x01"},
    {"A[0, 0] = T.Cast(n, 1)", err::kExpectedDataType, "expected a data type, found an expression of type int32", "n"},
    {"# whole\n"
     "from tvm.script import tir as T\n"
     "\n"
     "\n"
     "@T.prim_func\n"
     "def f(a):\n"
     "    pass\n",
     err::kParameterHasNoType, "the parameter a has no type", "a"},
    {"x: T.int32", err::kVariableHasNoValue, "the variable x has no value", "x: T.int32"},
    {"A[0, 0] = n[0]", err::kCannotBeIndexed, "an expression of type int32 cannot be indexed", "n"},
    {"B = T.decl_buffer((8,), \"float32\", strides=(8, 1))", err::kStrideCount, "there are 2 strides for 1 dimensions",
     "(8, 1)"},
    {"A[0, 0:4] = A.vload([0], \"float32x4\")", err::kHasIndices, "A has 2 dimensions, but vload has 1 indices",
     "A.vload([0], \"float32x4\")"},
    {"A[0] = 1.0", err::kIndexCount, "A has 2 dimensions, but 1 index is given", "A[0]"},
    {"A[T.Ramp(0, 1, 4), 0] = 1.0", err::kVectorIndexNotLast, "only the last index of A can be a vector",
     "A[T.Ramp(0, 1, 4), 0]"},
    {"x: T.float32x4 = A[0, 0]", err::kAssignedTypeDiffers,
     "a value of type float32 is assigned to x of type float32x4", "A[0, 0]"},
    {"A[0, 0] = T.sqroot(A[0, 0])", err::kUnknownFunction, "T.sqroot is not known", "T.sqroot"},
    {"a, b = 1, 2, 3", err::kValuesForNames, "3 values for 2 names", "a, b"},
    {"a, b = n", err::kCannotUnpack, "cannot unpack an expression of type int32", "a, b"},
};

TEST(TextErrors, SayWhatIsWrongWordForWord) {
  for (const ErrorCase& c : kText) {
    const std::string text = c.input.starts_with("#") ? c.input : kHead + indented(c.input);
    const SourceFile file = parseSource("case.py", text);
    std::vector<Explanation> said;
    for (const Diagnostic& d : file.diagnostics) said.push_back(explanationOf(d));
    expectError(c, said, text);
  }
}

TEST(TextErrors, AFileWithoutAProgramIsRefused) {
  const SourceFile file = parseSource("case.py", "x = 3\n");
  const Result<PrimFunc> selected = file.select("");
  ASSERT_FALSE(selected);
  expectError({"x = 3", err::kNoPrimFunc, "case.py has no function marked @T.prim_func", ""}, {selected.error()}, "");
}

}  // namespace
}  // namespace lw
