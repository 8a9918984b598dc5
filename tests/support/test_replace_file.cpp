#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include "core/support/replace_file.h"

namespace lw {
namespace {

namespace fs = std::filesystem;

class ReplaceFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("lw_replace_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  static std::string contents(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  // Visible and hidden files.
  long files() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }
  fs::path folder_;
};

TEST_F(ReplaceFile, WritesNewAndOldFiles) {
  EXPECT_EQ(replaceFile(at("a"), "one"), "");
  EXPECT_EQ(contents(at("a")), "one");
  ASSERT_EQ(::chmod(at("a").c_str(), 0640), 0);
  EXPECT_EQ(replaceFile(at("a"), std::string("\0two", 4)), "");
  EXPECT_EQ(contents(at("a")), std::string("\0two", 4));
  struct stat now{};
  ASSERT_EQ(::stat(at("a").c_str(), &now), 0);
  EXPECT_EQ(now.st_mode & 0777, 0640u) << "the permissions are those of the old file";
  EXPECT_EQ(replaceFile(at("a"), ""), "");
  EXPECT_EQ(contents(at("a")), "");
  EXPECT_EQ(files(), 1);
  EXPECT_EQ(replaceFile("/dev/null", "gone"), "");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(ReplaceFile, LinksRemain) {
  ASSERT_EQ(replaceFile(at("target"), "one"), "");
  fs::create_symlink("target", at("link"));
  EXPECT_EQ(replaceFile(at("link"), "two"), "");
  EXPECT_TRUE(fs::is_symlink(at("link")));
  EXPECT_EQ(contents(at("target")), "two");
}

TEST_F(ReplaceFile, SaysWhyNot) {
  EXPECT_EQ(replaceFile(at("no/such/folder"), "x"), std::strerror(ENOENT));
  EXPECT_EQ(replaceFile(folder_.string(), "x"), std::strerror(EISDIR));
  EXPECT_EQ(files(), 0);
}

TEST_F(ReplaceFile, WhoeverWritesLastWrites) {
  std::vector<std::thread> writers;
  for (char c = 'a'; c < 'g'; ++c)
    writers.emplace_back([this, c] {
      for (int i = 0; i < 20; ++i) EXPECT_EQ(replaceFile(at("shared"), std::string(200'000, c)), "");
    });
  for (std::thread& writer : writers) writer.join();
  const std::string last = contents(at("shared"));
  ASSERT_EQ(last.size(), 200'000u);
  EXPECT_EQ(last, std::string(200'000, last[0]));
  EXPECT_EQ(files(), 1);
}

// The file is whole after every end of the process, and what it has left is used up by the next one.
TEST_F(ReplaceFile, ProcessesAreKilledWhileTheyWrite) {
  ASSERT_EQ(replaceFile(at("kept"), std::string(300'000, 'a')), "");
  for (int i = 0; i < 40; ++i) {
    const pid_t child = ::fork();
    if (child == 0)
      for (char c = 'b';; c = c == 'z' ? 'b' : static_cast<char>(c + 1))
        if (!replaceFile(at("kept"), std::string(300'000, c)).empty()) ::_exit(1);
    ::usleep(static_cast<useconds_t>(1000 + i * 137));
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    const std::string now = contents(at("kept"));
    ASSERT_EQ(now.size(), 300'000u);
    ASSERT_EQ(now, std::string(300'000, now[0]));
    ASSERT_LE(files(), 2);
  }
  EXPECT_EQ(replaceFile(at("kept"), "end"), "");
  EXPECT_EQ(contents(at("kept")), "end");
  EXPECT_EQ(files(), 1);
}

}  // namespace
}  // namespace lw
