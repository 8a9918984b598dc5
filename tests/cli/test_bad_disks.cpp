// lw with a home that several processes share, that is damaged, or that is no folder: a run gives its result all the
// same. A file that cannot be written is an error that says so. LW_PROCESSES=N sets the number of processes (the
// default is 6), all of which then also measure the peaks of the machine.
#include <cstdlib>
#include <vector>

#include "tests/cli/cli_fixture.h"

namespace {

using namespace lw::test;
using testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* kDoubled = R"(from tvm.script import tir as T


@T.prim_func
def doubled(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32")):
    for i in range(64):
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi] * T.float32(2)


def reference(A, B):
    B[:] = A * 2
)";

class BadDisks : public Cli {
 protected:
  // A command of the shell in a home of its own; both streams are in `out`.
  Outcome shell(const std::string& command) const {
    const std::string home = (folder / "home").string();
    FILE* pipe = popen(("export HOME=" + home + " XDG_CACHE_HOME=" + home + "/cache XDG_DATA_HOME=" + home +
                        "/data; LW=" LW_BINARY_DIR "/bin/lw; { " + command + "; } 2>&1")
                           .c_str(),
                       "r");
    Outcome result;
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) result.out.append(buffer, n);
    const int status = pclose(pipe);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    return result;
  }
  // The home knows the peaks of the machine, which take seconds of all cores to measure.
  void givePeaks(const std::string& program) const {
    const char* cache = std::getenv("XDG_CACHE_HOME");
    const fs::path usual =
        (cache ? fs::path(cache) : fs::path(std::getenv("HOME")) / ".cache") / "loopwright/peaks.json";
    if (!fs::exists(usual)) lw("run " + program + " --repeat 1");
    fs::create_directories(folder / "home/cache/loopwright");
    fs::copy_file(usual, folder / "home/cache/loopwright/peaks.json");
  }
  std::vector<fs::path> cached() const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder / "home/cache/loopwright/objects"))
      if (entry.is_regular_file()) files.push_back(entry.path());
    return files;
  }
};

TEST_F(BadDisks, ManyProcessesShareOneCache) {
  const char* wanted = std::getenv("LW_PROCESSES");
  const int count = wanted ? std::atoi(wanted) : 6;
  const std::string program = file("doubled.py", kDoubled);
  if (!wanted) givePeaks(program);
  const Outcome all = shell("for i in $(seq " + std::to_string(count) + "); do { $LW run " + program +
                            " --repeat 1 >/dev/null 2>&1; echo code $?; } & done; wait");
  size_t right = 0;
  for (size_t at = all.out.find("code 0\n"); at != std::string::npos; at = all.out.find("code 0\n", at + 1)) ++right;
  EXPECT_EQ(right, static_cast<size_t>(count)) << all.out;
  EXPECT_EQ(cached().size(), 1u) << "one program is compiled to one object, and nothing else is left";
}

TEST_F(BadDisks, AFileWithFlippedBitsIsNotUsed) {
  const std::string program = file("doubled.py", kDoubled);
  ASSERT_EQ(shell("$LW run " + program + " --threads 1 --repeat 1").code, 0);
  ASSERT_FALSE(cached().empty());
  for (const size_t step : {97u, 1009u}) {
    for (const fs::path& path : cached()) {
      std::string bytes = slurp(path);
      for (size_t i = step / 2; i < bytes.size(); i += step) bytes[i] = static_cast<char>(bytes[i] ^ (1 << (i % 8)));
      std::ofstream(path, std::ios::binary) << bytes;
    }
    const Outcome run = shell("$LW run " + program + " --threads 1 --repeat 1");
    EXPECT_EQ(run.code, 0) << run.out;
  }
}

TEST_F(BadDisks, AFullDiskIsSaid) {
  const std::string program = file("doubled.py", kDoubled), result = (folder / "out.c").string();
  const std::string full = "trap '' XFSZ; ulimit -f 0; ";  // every write to a file fails
  const Outcome written = shell(full + "$LW export " + program + " --format c -o " + result);
  EXPECT_EQ(written.code, 1);
  EXPECT_THAT(written.out, HasSubstr("cannot write " + result));
  EXPECT_FALSE(fs::exists(result)) << "nothing is left of a file that could not be written";
  file("out.c", "older");
  for (const char* command : {"$LW export ", "$LW apply "}) {
    EXPECT_EQ(shell(full + command + program + " -o " + result).code, 1) << command;
    EXPECT_EQ(slurp(result), "older") << command;
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 2 + fs::exists(folder / "home"));
  const Outcome tuned = shell(full + "$LW tune " + program + " --trials 2");
  EXPECT_EQ(tuned.code, 1) << tuned.out;
  EXPECT_THAT(tuned.out, HasSubstr("error: "));
}

TEST_F(BadDisks, AHomeThatIsAFileIsNoObstacle) {
  file("home", "");
  const Outcome run = shell("$LW run " + file("doubled.py", kDoubled) + " --threads 1 --repeat 1");
  EXPECT_EQ(run.code, 0) << run.out;
}

}  // namespace
