// What a server refuses, and one that is not there: each says what to do.
#include <gmock/gmock.h>

#include "core/support/json.h"

#include "backends/queue/errors.h"
#include "backends/queue/protocol.h"
#include "backends/queue/search_link.h"
#include "backends/queue/worker.h"
#include "tests/errors/expect_error.h"
#include "tests/queue/support/shared_server.h"

namespace lw {
namespace {

using test::server;

Explanation refusal(const QueueAddress& address) {
  Result<QueueConnection> opened = QueueConnection::open(address);
  if (!opened) return opened.error();
  const Status declared = declareClass(*opened, "refused");
  EXPECT_FALSE(declared) << "nothing is refused";
  return declared ? Explanation() : declared.error();
}

void expectRefusal(const QueueAddress& address, const ErrorKind& kind, const std::string& message,
                   const std::string& hint) {
  const Explanation e = refusal(address);
  EXPECT_EQ(e.kind, kind.id);
  EXPECT_EQ(e.message, message);
  EXPECT_THAT(e.hint, testing::HasSubstr(hint));
  EXPECT_THAT(e.message + e.hint, testing::Not(testing::HasSubstr("secret")));
}

TEST(QueueRefusals, AServerThatIsNotThere) {
  QueueAddress address = server().address();
  address.port = test::freePort();
  const std::string shown = "amqp://lw@127.0.0.1:" + std::to_string(address.port);
  expectRefusal(address, err::kQueueUnreachable, shown + " cannot be reached: Connection refused",
                "check host and port");
}

TEST(QueueRefusals, AWrongPassword) {
  QueueAddress address = server().address();
  address.password = "secret?";
  expectRefusal(address, err::kQueueLogin, address.shown() + " refuses the name or the password of user 'lw'",
                "LW_QUEUE_PASSWORD");
}

TEST(QueueRefusals, AVirtualHostWithoutPermission) {
  QueueAddress address = server().address();
  address.user = "stranger";
  expectRefusal(address, err::kQueueVhost,
                address.shown() +
                    " does not let user 'stranger' use the virtual host '/': NOT_ALLOWED - access to "
                    "vhost '/' refused for user 'stranger'",
                "rabbitmqctl set_permissions");
  address.user = "lw";
  address.vhost = "none";
  EXPECT_EQ(refusal(address).kind, err::kQueueVhost.id);
}

TEST(QueueRefusals, AUserWhoMayOnlyRead) {
  QueueAddress address = server().address();
  address.user = "reader";
  const Explanation e = refusal(address);
  EXPECT_EQ(e.kind, err::kQueuePermission.id);
  EXPECT_THAT(e.message,
              testing::StartsWith(address.shown() + " does not allow this to user 'reader': ACCESS_REFUSED"));
  EXPECT_THAT(e.hint, testing::HasSubstr("rabbitmqctl set_permissions -p / reader"));
}

TEST(QueueRefusals, CertificatesThatDoNotFit) {
  QueueAddress address = server().address();
  address.tls = true;
  address.host = "localhost";  // as the certificate says
  address.port = server().tlsPort();
  address.authorities = "/no/such/file";
  const std::string begin = "there is no encrypted connection to " + address.shown() + ": ";
  expectRefusal(address, err::kQueueTls, begin + "there are no certificates in /no/such/file", "");
  address.authorities = "";  // of the system, which does not know the test's
  const WithVariable system("SSL_CERT_FILE", "/etc/ssl/certs/ca-certificates.crt");
  const Explanation unknown = refusal(address);
  EXPECT_EQ(unknown.kind, err::kQueueTls.id);
  EXPECT_THAT(unknown.hint, testing::HasSubstr("--ca"));
  address.authorities = server().authorities();
  EXPECT_TRUE(QueueConnection::open(address).ok());
  address.port = server().port();
  EXPECT_EQ(refusal(address).kind, err::kQueueTls.id) << refusal(address).message;
}

TEST(QueueRefusals, AnotherQueueOfTheSameName) {
  Result<QueueConnection> opened = QueueConnection::open(server().address());
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  ASSERT_TRUE(opened->declareQueue(trialsQueue("occupied"), {}));
  const Status refused = declareClass(*opened, "occupied");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, err::kQueueRefused.id);
  EXPECT_THAT(refused.error().message, testing::HasSubstr(" refuses a request: PRECONDITION_FAILED"));
}

TEST(QueueRefusals, AClassOfAnotherProcessor) {
  WorkerClass other = test::freshClass();
  Result<QueueConnection> opened = QueueConnection::open(server().address());
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  expectError(findClass(server().address(), other.name, "cpu", 1), err::kQueueNoClass,
              "no worker of the class '" + other.name + "' was ever connected to " + server().address().shown());
  ASSERT_TRUE(declareClass(*opened, other.name));
  other.processor.model = "Abacus 3000";
  other.processor.cpu = "abacus";
  ASSERT_TRUE(announceClass(*opened, server().address(), other));
  ASSERT_TRUE(announceClass(*opened, server().address(), other)) << "a second worker of the class";
  const Result<WorkerClass> found = findClass(server().address(), other.name, "cpu", 1);
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_EQ(found->processor.cpu, "abacus");
  EXPECT_EQ(found->processor.features, other.processor.features);
  WorkerOptions worker;
  worker.address = server().address();
  worker.workerClass = other.name;
  const Result<int64_t> ran = runWorker(worker);
  ASSERT_FALSE(ran.ok());
  EXPECT_EQ(ran.error().kind, err::kQueueProcessor.id);
  EXPECT_THAT(ran.error().message, testing::StartsWith("the class '" + other.name +
                                                       "' is of workers with Abacus 3000 (abacus), kernels on 1 "
                                                       "thread, but this is "));
}

// The virtual host lets a queue of trials have two messages, and no worker takes any.
TEST(QueueRefusals, AFullQueueEndsTheSearchAfterAWhile) {
  QueueAddress address = server().address();
  address.vhost = "small";
  tune::QueueRunnerOptions options = test::runnerOptions(address, test::freshClass());
  options.patienceSeconds = 0.5;
  std::mutex mutex;
  std::vector<Explanation> notices;
  options.notice = [&](const Explanation& why) {
    const std::lock_guard lock(mutex);
    notices.push_back(why);
  };
  const auto said = [&] {
    const std::lock_guard lock(mutex);
    return notices.size();
  };
  auto runner = tune::QueueRunner::start(test::trialProgram(), test::trialFunction("twice"), options);
  ASSERT_TRUE(runner.ok()) << runner.error().message;
  // The server takes some more than the limit when they come all at once.
  for (int i = 0; said() == 0; ++i) {
    (*runner)->submitBuilt(test::kernelTrial(i, "sleep_20ms"));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_FALSE((*runner)->next());
  const std::string message =
      "the queue loopwright.trials." + options.workers.name + " at " + address.shown() + " is full";
  ASSERT_TRUE((*runner)->failure());
  EXPECT_EQ((*runner)->failure()->kind, err::kQueueFull.id);
  EXPECT_EQ((*runner)->failure()->message, message);
  EXPECT_THAT((*runner)->failure()->hint, testing::HasSubstr("start workers of its class"));
  const std::lock_guard lock(mutex);
  ASSERT_FALSE(notices.empty());
  EXPECT_EQ(notices.front().message, message);
}

TEST(QueueRefusals, AFullQueueThatWorkersEmptyTakesAllTrials) {
  QueueAddress address = server().address();
  address.vhost = "small";
  tune::QueueRunnerOptions options = test::runnerOptions(address, test::freshClass());
  std::atomic<bool> full = false;
  options.notice = [&](const Explanation& why) { full = full || why.kind == err::kQueueFull.id; };
  auto runner = tune::QueueRunner::start(test::trialProgram(), test::trialFunction("twice"), options);
  ASSERT_TRUE(runner.ok()) << runner.error().message;
  int trials = 0;
  for (; !full; ++trials) {
    (*runner)->submitBuilt(test::kernelTrial(trials, "sleep_20ms"));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  test::WorkerProcess worker(test::workerOptions(server().url() + "/small", options.workers));
  std::set<int> numbers;
  for (int i = 0; i < trials; ++i) {
    const std::optional<tune::TrialResult> result = (*runner)->next();
    ASSERT_TRUE(result);
    EXPECT_EQ(result->outcome, tune::Outcome::Measured);
    EXPECT_TRUE(numbers.insert(result->number).second);
  }
  EXPECT_FALSE((*runner)->next());
}

TEST(QueueRefusals, ASearchWithoutWorkersSaysSoAndCanBeStopped) {
  tune::QueueRunnerOptions options = test::runnerOptions(server().address(), test::freshClass());
  options.idleSeconds = 0.2;
  std::atomic<bool> stop = false;
  std::mutex mutex;
  Explanation said;
  options.stop = [&] { return stop.load(); };
  options.notice = [&](const Explanation& why) {
    const std::lock_guard lock(mutex);
    said = why;
    stop = true;
  };
  auto runner = tune::QueueRunner::start(test::trialProgram(), test::trialFunction("twice"), options);
  ASSERT_TRUE(runner.ok()) << runner.error().message;
  (*runner)->submitBuilt(test::kernelTrial(0, "sleep_20ms"));
  EXPECT_FALSE((*runner)->next());
  EXPECT_FALSE((*runner)->failure());
  EXPECT_EQ(said.message,
            "no worker of the class '" + options.workers.name + "' takes trials at " + options.address.shown());
}

TEST(QueueRefusals, AServerThatStaysAwayEndsTheSearch) {
  auto proxy = std::make_unique<test::TcpProxy>(server().port());
  QueueAddress address = server().address();
  address.port = proxy->port();
  tune::QueueRunnerOptions options = test::runnerOptions(address, test::freshClass());
  options.patienceSeconds = 0.3;
  std::mutex mutex;
  std::vector<std::string> notices;
  options.notice = [&](const Explanation& why) {
    const std::lock_guard lock(mutex);
    notices.push_back(why.message);
  };
  auto runner = tune::QueueRunner::start(test::trialProgram(), test::trialFunction("twice"), options);
  ASSERT_TRUE(runner.ok()) << runner.error().message;
  (*runner)->submitBuilt(test::kernelTrial(0, "sleep_20ms"));
  proxy.reset();
  EXPECT_FALSE((*runner)->next());
  ASSERT_TRUE((*runner)->failure());
  EXPECT_EQ((*runner)->failure()->kind, err::kQueueUnreachable.id);
  const std::lock_guard lock(mutex);
  ASSERT_FALSE(notices.empty());
  EXPECT_THAT(notices.front(), testing::StartsWith("the connection to " + address.shown() + " was lost: "));
}

TEST(QueueRefusals, InputsThatNoMessageHolds) {
  SearchLinkOptions options;
  options.address = server().address();
  options.workerClass = "large";
  const auto started = SearchLink::start(options, std::string(size_t{121} << 20, '.'));
  ASSERT_FALSE(started.ok());
  EXPECT_EQ(started.error().message,
            "inputs and expected results take 121 MiB, but a message may take at most 120 MiB");
}

}  // namespace
}  // namespace lw
