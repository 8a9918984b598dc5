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

}  // namespace
}  // namespace lw
