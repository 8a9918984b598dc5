// Programs in the spirit of public bug reports about tensor compilers (tests/golden/reports): what each command does,
// and that it ends soon. Other tests look at the causes.
#include <vector>

#include "tests/cli/cli_fixture.h"

namespace lw {
namespace {

using ::testing::HasSubstr;

struct Report {
  const char* command;  // with @ before the name of a program
  int code;
  const char* says;  // in what it prints, or in its errors
};

class Reports : public test::Cli, public testing::WithParamInterface<Report> {};

TEST_P(Reports, AreHandled) {
  const Report& report = GetParam();
  std::string command = report.command;
  for (size_t at; (at = command.find('@')) != std::string::npos;)
    command.replace(at, 1, LW_SOURCE_DIR "/tests/golden/reports/");
  const test::Outcome r = lw(command);
  EXPECT_EQ(r.code, report.code) << command << "\n" << r.out << r.err;
  EXPECT_THAT(r.out + r.err, HasSubstr(report.says)) << command;
}

constexpr const char* kOk = "ok, max error 0";

const Report kWrittenTwice[] = {
    {"run @signatures.py:square --do 'split(\"O.i\",[None,4])' --do 'reorder(\"O.i_1\",\"O.i_0\")'", 1,
     "O(i_0=0, i_1=3) and O(i_0=1, i_1=1) both write O[9]"},
    {"run @signatures.py:prod --do 'reorder(\"O.j\",\"O.i\")'", 1, "O(i=0, j=1) and O(i=1, j=0) both write O[0]"},
    {"run @signatures.py:prod --do 'unroll_and_jam(\"O.i\", 2)'", 1, "both write O["},
    {"run @signatures.py:prod --do 'parallel(\"O.i\")'", 1, "O(i=0, j=0) and O(i=1, j=0) both write O[0]"},
    {"run @signatures.py:shl --do 'parallel(\"O.i\")'", 1, "both write O["},
    {"run @signatures.py:shl --do 'vectorize(\"O.j\")' --repeat 1", 0, kOk},
    {"run @signatures.py:chain --do 'parallel(\"A.i\")'", 1, "depend on each other"},
    {"run @signatures.py:chain_t --do 'parallel(\"A.i\")'", 1, "depend on each other"},
    {"check @signatures.py", 0, "v of block O is marked spatial, but its iterations depend on each other"},
};
INSTANTIATE_TEST_SUITE_P(WrittenTwice, Reports, testing::ValuesIn(kWrittenTwice));

const char* const kOnlySome = "inside a condition, which not all threads of a block execute in the same way";
const Report kThreads[] = {
    {"run @threads.py:carried", 0, kOk},
    {"run @threads.py:carried --target gpu-emulator", 0, kOk},
    {"run @threads.py:uniform", 0, kOk},
    {"run @threads.py:uniform --target gpu-emulator", 0, kOk},
    {"run @threads.py:while_thread", 0, kOk},
    {"run @threads.py:while_thread --target gpu-emulator", 0, kOk},
    {"run @threads.py:part48", 1, kOnlySome},
    {"run @threads.py:masked", 1, kOnlySome},
    {"run @threads.py:else33", 1, kOnlySome},
    {"apply @cross_thread.py:pool --do 'set_scope(\"S\",0,\"shared\")' --do 'bind(\"S.c\",\"blockIdx.x\")'", 1,
     "block \"O\" reads S_shared outside of the kernel of loop c"},
    {"run @cross_thread.py:pool --script @cross_thread.py:t128 --target gpu-emulator", 0, "ok, max error"},
    {"run @cross_thread.py:pool --script @cross_thread.py:t32_local --target gpu-emulator", 0, "ok, max error"},
    {"run @cross_thread.py:pool --script @cross_thread.py:rf_t --target gpu-emulator", 0, "ok, max error"},
    {"apply @cross_thread.py:pool --script @cross_thread.py:t32", 1, "threadIdx.x has the extent 32"},
    {"apply @reduction_starts.py:prod2 --script @reduction_starts.py:cross", 1, "it starts at T.float32(2.0)"},
    {"apply @reduction_starts.py:sum7 --script @reduction_starts.py:cross", 1, "it starts at 7"},
    {"apply @reduction_starts.py:bias_init --script @reduction_starts.py:cross", 1, "it starts at B[vi]"},
    {"run @reduction_starts.py:max5 --script @reduction_starts.py:cross --target gpu-emulator", 0, kOk},
    {"run @reduction_starts.py:umin --script @reduction_starts.py:cross --target gpu-emulator", 0, kOk},
    {"lower @unrolled.py --script @unrolled.py:unr --stage llvm", 0, "define "},
    {"lower @unrolled.py --script @unrolled.py:unr3 --stage llvm", 0, "define "},
};
INSTANTIATE_TEST_SUITE_P(Threads, Reports, testing::ValuesIn(kThreads));

const Report kSizes[] = {
    {"run @negative_extents.py --script @negative_extents.py:s_fuse", 0, kOk},
    {"run @negative_extents.py --script @negative_extents.py:s_split", 0, kOk},
    {"run @negative_extents.py --script @negative_extents.py:s_gpu2 --target gpu-emulator", 0, kOk},
    {"run @negative_extents.py --script @negative_extents.py:s_cache --bind h=2 --bind w=9", 0, kOk},
    {"run @negative_extents.py --script @negative_extents.py:s_gpu --target gpu-emulator --bind h=9 --bind w=9", 0,
     kOk},
    {"run @empty_rows.py", 0, kOk},
    {"run @empty_rows.py --script @empty_rows.py:dec", 0, kOk},
    {"run @empty_rows.py --script @empty_rows.py:dec0", 0, kOk},
    {"run @empty_rows.py --script @empty_rows.py:rfo", 0, kOk},
    {"run @empty_rows.py --script @empty_rows.py:gpu --target gpu-emulator", 0, kOk},
    {"run @empty_rows.py --script @empty_rows.py:cw", 0, kOk},
    {"run @empty_sum.py", 0, kOk},
    {"run @no_rows.py", 0, kOk},
    {"run @no_rows.py --target gpu-emulator", 0, kOk},
    {"run @no_columns.py --bind m=0", 0, kOk},
    {"run @no_columns.py --bind m=0 --target gpu-emulator", 0, kOk},
};
INSTANTIATE_TEST_SUITE_P(Sizes, Reports, testing::ValuesIn(kSizes));

const Report kLegality[] = {
    {"apply @chain.py:chain3 --do 'split(\"R.i\",[16,None])' --do 'compute_at(\"Q\",\"R.i_0\")' --do "
     "'parallel(\"R.i_0\")'",
     0, "in T.parallel(16)"},
    {"apply @chain.py:chain3 --do 'split(\"R.i\",[16,None])' --do 'parallel(\"R.i_0\")' --do "
     "'compute_at(\"Q\",\"R.i_0\")'",
     0, "in T.parallel(16)"},
    {"run @tensor_intrinsics_units.py:mm --script @tensor_intrinsics_units.py:unit", 0, "ok, max error"},
    {"check @tensor_intrinsics.py", 0, "no errors"},
    {"run @convolutions.py:bigger --do 'reverse_compute_at(\"O\",\"S.c\")'", 0, "ok, max error"},
    {"apply @blockize.py:overlap2 --do 'blockize(\"C.kh\")'", 1, "v0 is f // 18 + kh"},
    {"apply @long_chain.py --script @long_chain.py:inl9", 0, "T.reads(A[v:v + 21])"},
};
INSTANTIATE_TEST_SUITE_P(Legality, Reports, testing::ValuesIn(kLegality));

const Report kLanguage[] = {
    {"run @conditional_expression.py", 0, kOk},
    {"run @helper.py", 0, kOk},
    {"run @conditions.py:mods --input nonsense=1..3", 2, "nonsense"},
    {"run @conditions.py:mods --bind zz=3", 2, "zz"},
};
INSTANTIATE_TEST_SUITE_P(Language, Reports, testing::ValuesIn(kLanguage));

}  // namespace
}  // namespace lw
