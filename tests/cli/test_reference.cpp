// What scripts/reference writes from the descriptions: man pages and completions.
#include "core/support/json.h"

#include "tests/cli/cli_fixture.h"

namespace lw::test {
namespace {

using nlohmann::json;

class Reference : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    const std::string command = LW_SOURCE_DIR "/scripts/reference " + folder.string() +
                                " 9.8.7 " LW_BINARY_DIR "/bin/lw " LW_BINARY_DIR "/bin/lw-runner";
    ASSERT_EQ(std::system(command.c_str()), 0);
  }
  std::string written(const std::string& name) const { return slurp((folder / name).string()); }
  // What bash offers for the words, of which the last is not complete.
  std::string offered(const std::string& program, const std::string& words) const {
    const std::string script =
        file("complete.sh", ". " + (folder / "bash" / program).string() + "\nCOMP_WORDS=(" + words +
                                ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n" + "$(complete -p " + program +
                                " | sed 's/.*-F \\([^ ]*\\).*/\\1/')\necho \"${COMPREPLY[*]}\"\n");
    FILE* pipe = popen(("bash " + script + " 2>&1").c_str(), "r");
    char buffer[4096];
    const size_t length = fread(buffer, 1, sizeof buffer, pipe);
    pclose(pipe);
    return {buffer, length};
  }
};

TEST_F(Reference, ManPagesHaveEveryCommandAndOption) {
  const std::string page = written("man/lw.1");
  EXPECT_THAT(page, testing::HasSubstr("\"Loopwright 9.8.7\""));
  const json described = json::parse(lw("--describe").out);
  ASSERT_GE(described["commands"].size(), 17u);
  const auto escaped = [](const std::string& name) {
    std::string text;
    for (const char c : name) text += c == '-' ? "\\-" : std::string(1, c);
    return text;
  };
  for (const json& command : described["commands"]) {
    const size_t begin = page.find(".SS \\fBlw " + escaped(command["name"].get<std::string>()) + "\\fR");
    ASSERT_NE(begin, std::string::npos) << command["name"];
    const std::string part = page.substr(begin, page.find(".S", begin + 3) - begin);
    for (const json& option : command["options"])
      EXPECT_THAT(part, testing::HasSubstr(escaped(option["name"].get<std::string>()))) << command["name"];
  }
  EXPECT_THAT(page, testing::HasSubstr("a kernel gave a wrong result, crashed or timed out"));
  EXPECT_THAT(page, testing::Not(testing::HasSubstr(std::getenv("HOME")))) << "defaults below the home folder";
  EXPECT_THAT(written("man/lw-runner.1"), testing::HasSubstr("\\fB\\-\\-min\\-ms\\fR \\fIX\\fR"));
}

TEST_F(Reference, BashCompletesCommandsOptionsAndValues) {
  EXPECT_EQ(offered("lw", "lw ru"), "run\n");
  EXPECT_EQ(offered("lw", "lw run --thr"), "--threads\n");
  EXPECT_EQ(offered("lw", "lw cost --thr"), "\n") << "an option of another command";
  EXPECT_EQ(offered("lw", "lw run --target gp"), "gpu-emulator\n");
  EXPECT_EQ(offered("lw", "lw run " LW_SOURCE_DIR "/READ"), LW_SOURCE_DIR "/README.md\n");
  EXPECT_EQ(offered("lw-runner", "lw-runner --target o"), "opencl\n");
}

TEST_F(Reference, OtherShellsHaveEveryCommand) {
  const json all = json::parse(lw("--describe").out);
  for (const char* name : {"zsh/_lw", "fish/lw.fish"}) {
    const std::string text = written(name);
    for (const json& command : all["commands"])
      EXPECT_THAT(text, testing::HasSubstr(command["name"].get<std::string>())) << name;
    EXPECT_THAT(text, testing::HasSubstr("gpu-emulator")) << name;
  }
}

}  // namespace
}  // namespace lw::test
