// What lw says of a command line that is wrong, and its exit code: a case for each sentence.
#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using testing::HasSubstr;

struct Case {
  const char* arguments;  // FILE: a program with one function, scale(A, n)
  int code;
  const char* message;
  const char* hint;
};

const Case kCases[] = {
    {"export FILE --format object", 2, "format object is binary: name the output file with -o",
     "for example -o kernel.o"},
    {"export FILE --format nothing", 2, "there is no format 'nothing'", "known: "},
    {"course FOLDER --language fr", 2, "--language is en or zh_CN, not 'fr'", "leave it out for English"},
    {"run FILE --by-hand FILE --do x", 2, "--by-hand cannot be combined with --do", "leave one of them out"},
    {"legal FILE --at nothing", 1, "there is no loop or block named \"nothing\"", "the blocks are "},
    {"run FILE --interleavings --target cpu", 2, "--interleavings cannot be combined with --target cpu",
     "the emulator visits the interleavings of threads: --target gpu-emulator"},
    {"lower FILE --stage nothing", 2, "target cpu has no stage 'nothing'", "`--stage list` shows them"},
    {"lower FILE --target nothing --stage tir", 4, "there is no pipeline for target 'nothing'", "known: cpu"},
    {"primitives nothing", 1, "there is no primitive named \"nothing\"", "`lw primitives` lists them"},
    {"print FILE --dialect nothing", 2, "--dialect is classic or tvm, not 'nothing'", ""},
    {"equal FILE", 2, "equal takes two programs, not 1", "lw equal FILE[:FUNC] FILE[:FUNC]"},
    {"same FILE FILE --bind n", 2, "--bind takes NAME=VALUE, not 'n'", "for example --bind n=128"},
    {"same FILE FILE --bind n=many", 2, "--bind takes NAME=VALUE, not 'n=many'", "the value must be an integer"},
    {"same FILE FILE --input A", 2, "--input takes NAME=VALUE, not 'A'", "for example --input A=positive"},
    {"cost FILE --bind n", 2, "--bind takes NAME=VALUE, not 'n'", "for example --bind n=128"},
    {"cost FILE --bind m=3", 2, "scale has no size named m", "its sizes and scalar parameters are n"},
    {"run FILE --bind zz=3", 2, "scale has no size named zz", "its sizes and scalar parameters are n"},
    {"run FILE --input nonsense=1..3", 2, "scale has no input named nonsense", "its inputs are A, n"},
    {"run FILE --input A=1..3 --input *=0..1 --bind q=3", 2, "scale has no size named q", ""},
    {"same FILE FILE --input C=1..3", 2, "scale has no input named C", "its inputs are A, n"},
    {"same FILE FILE --bind k=3", 2, "scale has no size named k", ""},
    {"tune FILE --bind m=3", 2, "", "has no size named m"},
    {"best FILE --bind m=3", 2, "scale has no size named m", ""},
    {"run FILE --bind n", 2, "--bind takes NAME=VALUE, not 'n'", "for example --bind n=128"},
    {"run FILE --input =positive", 2, "--input takes NAME=VALUE, not '=positive'", "for example --input A=positive"},
    {"run FILE --reference other", 2, "--reference takes auto, numpy or none, not 'other'", ""},
    {"tune FILE --target gpu-emulator --queue amqp://127.0.0.1:1", 2,
     "workers of a queue measure, but times for 'gpu-emulator' are modelled",
     "leave out --queue, or choose a target of a device"},
    {"tune FILE --target opencl --queue amqp://127.0.0.1:1 --host user@box", 2,
     "--host cannot be combined with --queue", "start `lw worker` on that machine"},
    {"tune FILE --target opencl --queue amqp://127.0.0.1:1 --device 1 --class c", 2,
     "--device cannot be combined with --class", "the workers of a class have one device each"},
    {"worker --queue amqp://127.0.0.1:1 --target gpu-emulator", 2,
     "workers of a queue measure, but times for 'gpu-emulator' are modelled",
     "leave out --queue, or choose a target of a device"},
    {"worker --queue amqp://127.0.0.1:1 --target opencl --threads 2", 2,
     "--threads cannot be combined with --target opencl", "leave out --threads"},
    {"worker --queue amqp://127.0.0.1:1 --device 1", 2, "--device cannot be combined with --target cpu",
     "name the target of the device"},
    {"tune FILE --target nothing", 2, "target 'nothing' is not available here: there is no such target",
     "`lw devices`"},
    {"tune FILE --host user@box", 2, "a remote machine runs the targets cuda and opencl, not cpu", "`lw worker`"},
    {"tune FILE --target gpu-emulator --bind n=8", 1, "no rule writes a search space for scale", "gpu-elements: "},
    {"serve --seconds many", 2, "--seconds takes an integer, not 'many'", ""},
    {"serve --mcp --trials 0", 2, "--trials takes an integer from 1 to 1000000000, not 0", ""},
    {"serve --root nothing", 2, "cannot read nothing: it is no folder", "name a folder"},
    {"tune FILE --model all", 2, "--model takes off, draft or learned, not 'all'", ""},
    {"tune FILE --search all", 2, "--search takes evolution, beam or random, not 'all'", ""},
    {"tune FILE --trials -3", 2, "--trials takes an integer from 1 to 1000000, not -3", ""},
    {"tune FILE --trials 0", 2, "--trials takes an integer from 1 to 1000000, not 0", ""},
    {"tune FILE --trials many", 2, "--trials takes an integer, not 'many'", ""},
    {"tune FILE --seconds -1", 2, "--seconds takes an integer from 0 to 10000000, not -1", ""},
    {"tune FILE --seed -1", 2, "--seed takes an integer from 0 to 9223372036854775807, not -1", ""},
    {"tune FILE --threads -1", 2, "--threads takes an integer from 0 to 1024, not -1", ""},
    {"same FILE FILE --runs 0", 2, "--runs takes an integer from 1 to 1000000, not 0", ""},
    {"explain FILE --do 'inline(x)' --proof-limit 0", 2, "--proof-limit takes an integer from 1 to 1000, not 0", ""},
    {"apply FILE --proof-limit 1001", 2, "--proof-limit takes an integer from 1 to 1000, not 1001", ""},
    {"tune FILE --workers 0", 2, "--workers takes an integer from 1 to ", "each candidate is measured on its own"},
    {"tune FILE --workers 2 --threads 4", 2, "--workers cannot be combined with --threads 4",
     "kernels of several threads are measured one at a time: leave out --workers"},
    {"tune FILE --workers 100000", 2, "--workers takes an integer from 1 to ", " cores, and each candidate"},
    {"tune FILE --workers 2 --queue amqp://127.0.0.1:1", 2, "--workers cannot be combined with --queue",
     "start workers of the queue by `lw worker`"},
    {"tune FILE --space FILE:nothing", 1, "the file has no schedule function named 'nothing'",
     "write def nothing(sch)"},
    {"tune OTHER", 1, "no rule writes a search space for other", ""},
    {"same FILE OTHER", 1, "the functions cannot be compared: scale has 2 parameters, other has 1", ""},
};

TEST_F(Cli, WrongCommandLinesAreSaid) {
  const std::string head = "from tvm.script import tir as T\n\n\n@T.prim_func\n";
  const std::string program = file("program.py", head +
                                                     "def scale(a: T.handle, n: T.int32):\n"
                                                     "    A = T.match_buffer(a, (n,), \"float32\")\n"
                                                     "    for i in range(n):\n"
                                                     "        with T.block(\"A\"):\n"
                                                     "            vi = T.axis.spatial(n, i)\n"
                                                     "            A[vi] = A[vi] * T.float32(3)\n"),
                    other = file("other.py", head +
                                                 "def other(A: T.Buffer((8,), \"float32\")):\n"
                                                 "    for i in range(8):\n"
                                                 "        A[i] = T.float32(3)\n");
  for (const Case& c : kCases) {
    std::string arguments = c.arguments;
    for (const auto& [word, path] : {std::pair{"FILE", program}, {"OTHER", other}})
      for (size_t at; (at = arguments.find(word)) != std::string::npos;)
        arguments.replace(at, std::string(word).size(), path);
    const Outcome r = lw(arguments);
    EXPECT_EQ(r.code, c.code) << c.arguments;
    EXPECT_THAT(r.err, HasSubstr(std::string("error: ") + c.message)) << c.arguments;
    EXPECT_THAT(r.err, HasSubstr(c.hint)) << c.arguments;
  }
}

}  // namespace
