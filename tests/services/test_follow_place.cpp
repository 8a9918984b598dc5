// Where sessions and windows meet: only sockets of the same user, in a folder of the user's own.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <cstdlib>
#include <filesystem>

#include "app/shared/follow/place.h"
#include "backends/process/fd.h"

namespace lw {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class FollowPlace : public testing::Test {
 protected:
  void SetUp() override { setenv("XDG_RUNTIME_DIR", runtime_.path().toLocal8Bit().constData(), 1); }
  void TearDown() override { unsetenv("XDG_RUNTIME_DIR"); }
  std::string at(const std::string& name) const { return runtime_.path().toStdString() + "/" + name; }
  QTemporaryDir runtime_;
};

TEST_F(FollowPlace, IsClosedToOthers) {
  const Result<std::string> folder = follow::folder();
  ASSERT_TRUE(folder) << toText(folder.error());
  struct stat found = {};
  ASSERT_EQ(stat(folder->c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777, 0700u);
  ASSERT_EQ(chmod(folder->c_str(), 0711), 0);
  EXPECT_THAT(follow::folder().error().message, HasSubstr("others may enter " + *folder));
  EXPECT_EQ(follow::folder().error().kind, "follow.no-folder");
  unsetenv("XDG_RUNTIME_DIR");
  EXPECT_THAT(follow::folder().error().message, HasSubstr("XDG_RUNTIME_DIR is not set"));
  EXPECT_THAT(follow::announced(), IsEmpty());
}

TEST_F(FollowPlace, SocketsAreFound) {
  const std::string path = *follow::folder() + "/1-a";
  const Fd listening(*follow::listenAt(path));
  EXPECT_THAT(follow::announced(), ElementsAre(path));
  const Result<int> there = follow::connectTo(path);
  ASSERT_TRUE(there) << toText(there.error());
  const Fd connected(*there);
  EXPECT_TRUE(follow::sameUser(connected.get()));
  EXPECT_NE(fcntl(connected.get(), F_GETFD) & FD_CLOEXEC, 0);
  EXPECT_FALSE(follow::listenAt(path)) << "the path is taken";
}

TEST_F(FollowPlace, WhatAKilledSessionLeftIsRemoved) {
  const std::string path = *follow::folder() + "/1-a";
  close(*follow::listenAt(path));
  const Result<int> none = follow::connectTo(path);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, "follow.gone");
  EXPECT_THAT(none.error().message, HasSubstr("no session answers at " + path));
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_EQ(follow::connectTo(path).error().kind, "follow.gone");
  EXPECT_EQ(follow::connectTo(at(std::string(200, 'n'))).error().kind, "follow.socket");
}

// A socket of another user in a folder that both can enter.
TEST_F(FollowPlace, AnotherUserIsRefused) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  constexpr uid_t kNobody = 65534;
  const std::string path = at("socket");
  ASSERT_EQ(chmod(runtime_.path().toLocal8Bit().constData(), 0777), 0);
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    const bool changed = setuid(kNobody) == 0;
    const Result<int> listening = follow::listenAt(path);
    (void)!write(ready[1], changed && listening ? "y" : "n", 1);
    pause();
    _exit(0);
  }
  char answer = 0;
  ASSERT_EQ(read(ready[0], &answer, 1), 1);
  EXPECT_EQ(answer, 'y');
  const Result<int> stranger = follow::connectTo(path);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  close(ready[0]), close(ready[1]);
  ASSERT_FALSE(stranger);
  EXPECT_EQ(stranger.error().kind, "follow.another-user");
  EXPECT_THAT(stranger.error().message, HasSubstr("is of another user"));
}

}  // namespace
}  // namespace lw
