// File names that a shell would read otherwise: each reaches the file, and nothing is started by them.
#include <regex>

#include "backends/process/process.h"
#include "tests/cli/cli_fixture.h"

namespace lw {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr const char* kNames[] = {
    "with space",
    "it's",
    "say \"yes\"",
    "$(touch started)",
    "`touch started`",
    "a;touch started",
    "-dash",
    "--json",
    "b&touch started",
    "c|touch started",
    "new\nline",
    "*",
    "~",
    "$HOME",
    "back\\slash",
    "%s%n",
    "名字",
};

class FileNames : public test::Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    before_ = fs::current_path();
    fs::current_path(folder);  // leading dashes are dashes only in a relative name
  }
  void TearDown() override {
    fs::current_path(before_);
    Cli::TearDown();
  }
  static test::Outcome run(std::vector<std::string> words) {
    words.insert(words.begin(), LW_BINARY_DIR "/bin/lw");
    const Result<ProcessResult> done = runProcess(words, {.timeoutSeconds = 120});
    if (!done) return {-1, "", done.error().message};
    return {done->code, done->out, done->err};
  }
  static std::string at(const std::string& name, const char* ending) {
    return (name.front() == '-' ? "./" : "") + name + ending;
  }
  fs::path before_;
};

TEST_F(FileNames, ReachTheFile) {
  const std::string sample = test::slurp(LW_SOURCE_DIR "/samples/kernels/transpose.py");
  ASSERT_FALSE(sample.empty());
  const std::string text = std::regex_replace(sample, std::regex("\\b2048\\b"), "64");
  for (const std::string name : kNames) {
    SCOPED_TRACE(name);
    const std::string program = at(name, ".py"), library = at(name, ".so"), arrays = at(name, ".npz"),
                      trace = at(name, ".json");
    std::ofstream(program) << text;
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"check", program},
          {"apply", program, "--trace-json", trace},
          {"run", program, "--repeat", "1", "--reference", "numpy", "--save", arrays},
          {"export", program, "--format", "shared", "-o", library}}) {
      const test::Outcome r = run(words);
      EXPECT_EQ(r.code, 0) << words[0] << ": " << r.err;
    }
    for (const std::string& made : {library, arrays, trace}) EXPECT_TRUE(fs::exists(made)) << made;
    EXPECT_FALSE(fs::exists("started"));
  }
}

TEST_F(FileNames, HostsAreNamesOnly) {
  const std::string program = LW_SOURCE_DIR "/samples/kernels/transpose.py";
  for (const std::string host : {"-oProxyCommand=touch started", "a$(touch started)", "b;touch started",
                                 "c`touch started`", "d|e", "f&g", "h'i", "j\"k", "l m", "n\no", "p>q"}) {
    const test::Outcome r = run({"run", program, "--target", "cpu", "--host=" + host});
    EXPECT_NE(r.code, 0) << host;
    EXPECT_THAT(r.err, HasSubstr("is not a host")) << host;
  }
  EXPECT_FALSE(fs::exists("started"));
}

}  // namespace
}  // namespace lw
