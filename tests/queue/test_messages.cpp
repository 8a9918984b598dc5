// Addresses of queues, and what is sent through them, without a server.
#include <gtest/gtest.h>

#include "backends/queue/errors.h"
#include "backends/queue/protocol.h"
#include "backends/queue/worker_class.h"
#include "backends/runner/errors.h"
#include "backends/tune/errors.h"
#include "tests/errors/expect_error.h"
#include "tests/queue/support/trials.h"

namespace lw {
namespace {

TEST(QueueAddress, IsReadFromAUrl) {
  const WithVariable password("LW_QUEUE_PASSWORD", "from outside");
  const QueueAddress a = QueueAddress::parse("amqps://me:a%40b@example.org:99/my%2Fhost").value();
  EXPECT_TRUE(a.tls);
  EXPECT_EQ(a.user, "me");
  EXPECT_EQ(a.password, "a@b");
  EXPECT_EQ(a.host, "example.org");
  EXPECT_EQ(a.port, 99);
  EXPECT_EQ(a.vhost, "my/host");
  EXPECT_EQ(a.shown(), "amqps://me@example.org:99/my/host");
  const QueueAddress b = QueueAddress::parse("amqps://me@example.org").value();
  EXPECT_EQ(b.password, "from outside");
  EXPECT_EQ(b.port, 5671);
  EXPECT_EQ(b.vhost, "/");
  const QueueAddress c = QueueAddress::parse("amqp://[::1]").value();
  EXPECT_EQ(c.host, "::1");
  EXPECT_EQ(c.user, "guest");
  EXPECT_EQ(c.port, 5672);
  EXPECT_EQ(c.shown(), "amqp://guest@[::1]:5672");
}

TEST(QueueAddress, SaysWhatIsWrongWithoutThePassword) {
  const auto refused = [](const char* url, const char* message) {
    expectError(QueueAddress::parse(url), err::kQueueUrl, message);
  };
  refused("http://me:secret@host",
          "'http://me@host' is not the address of a queue: it does not begin with amqps:// or amqp://");
  refused("amqps://me:secret@host:port",
          "'amqps://me@host:port' is not the address of a queue: the port is not a number of 1 to 65535");
  refused("amqps://me:secret@", "'amqps://me@' is not the address of a queue: it names no host");
  refused("amqps://me:%zz@host",
          "'amqps://me@host' is not the address of a queue: an escape is not % and two hexadecimal digits");
  refused("amqps://me:secret@[::1", "'amqps://me@[::1' is not the address of a queue: ']' is missing");
  expectError(QueueAddress::parse("amqp://me:secret@example.org"), err::kQueuePlain,
              "amqp:// would send the password and the kernels to example.org without encryption");
}

TrialJob someJob() {
  TrialJob job;
  job.search = "s1";
  job.number = 7;
  job.measuredOn = "cpu on it";
  job.options.threads = 3;
  job.options.maxSeconds = 0.25;
  job.trials.push_back(test::kernelTrial(4, "sleep_20ms"));
  job.trials.push_back(test::kernelTrial(5, "hang"));
  job.trials[0].call = {{1, 2}, {1}, {{"T", {4, 5}, 80, 160, false}}};
  job.trials[1].code.failures = {"an assertion"};
  job.trials[0].call.packing = PackingCall{test::kernelTrial(0, "hang").code, {3}, {0, 2}, {{"W_global", 640}}};
  return job;
}

TEST(QueueProtocol, AJobComesBackAsItWas) {
  const TrialJob sent = someJob();
  const Result<TrialJob> job = decodeJob(encodeJob(sent));
  ASSERT_TRUE(job.ok()) << job.error().message;
  EXPECT_EQ(job->search, "s1");
  EXPECT_EQ(job->number, 7);
  EXPECT_EQ(job->measuredOn, "cpu on it");
  EXPECT_EQ(job->options.threads, 3);
  EXPECT_EQ(job->options.maxSeconds, 0.25);
  ASSERT_EQ(job->trials.size(), 2u);
  EXPECT_EQ(job->trials[0].number, 4);
  EXPECT_EQ(job->trials[0].code.object, sent.trials[0].code.object);
  EXPECT_EQ(job->trials[0].call.scalars, (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(job->trials[0].call.restored, std::vector<int>{1});
  EXPECT_EQ(job->trials[0].call.needs.at(0).shape, (std::vector<int64_t>{4, 5}));
  ASSERT_TRUE(job->trials[0].call.packing && !job->trials[1].call.packing);
  const PackingCall &packing = *job->trials[0].call.packing, &packed = *sent.trials[0].call.packing;
  EXPECT_EQ(packing.code.object, packed.code.object);
  EXPECT_EQ(packing.code.symbol, packed.code.symbol);
  EXPECT_EQ(packing.scalars, packed.scalars);
  EXPECT_EQ(packing.weights, packed.weights);
  ASSERT_EQ(packing.packed.size(), 1u);
  EXPECT_EQ(packing.packed[0].name, "W_global");
  EXPECT_EQ(packing.packed[0].bytes, 640u);
  EXPECT_EQ(job->trials[1].code.object, sent.trials[1].code.object);
  EXPECT_EQ(job->trials[1].code.failures, std::vector<std::string>{"an assertion"});
}

TEST(QueueProtocol, AKernelOfADeviceIsItsDescription) {
  TrialJob sent = someJob();
  sent.trials[0].code.object.clear();
  sent.trials[0].device = R"({"api":"opencl","code":"kernel"})";
  const std::string bytes = encodeJob(sent);
  const Result<TrialJob> job = decodeJob(bytes);
  ASSERT_TRUE(job.ok()) << job.error().message;
  EXPECT_EQ(job->trials[0].device, sent.trials[0].device);
  EXPECT_EQ(job->trials[0].code.object, "");
  EXPECT_EQ(job->trials[1].device, "");
  EXPECT_EQ(job->trials[1].code.object, sent.trials[1].code.object);
  for (const size_t missing : {size_t{1}, sent.trials[1].code.object.size() + 1})
    EXPECT_FALSE(decodeJob(bytes.substr(0, bytes.size() - missing)).ok()) << missing;
}

TEST(QueueProtocol, DamagedJobsAreRefused) {
  const std::string whole = encodeJob(someJob());
  const auto refused = [](const std::string& bytes, const std::string& message) {
    const Result<TrialJob> job = decodeJob(bytes);
    ASSERT_FALSE(job.ok());
    EXPECT_EQ(job.error().kind, err::kQueueMessage.id);
    EXPECT_TRUE(job.error().message.starts_with(message)) << job.error().message;
  };
  refused("", "a message at the queue cannot be read: the description is incomplete");
  refused("99999999\n{}", "a message at the queue cannot be read: the description is incomplete");
  refused("2\n{}", "a message at the queue cannot be read: [json.exception");
  refused(whole.substr(0, whole.size() - 1),
          "a message at the queue cannot be read: the code of a kernel is incomplete");
  TrialJob none = someJob();
  none.trials.clear();
  refused(encodeJob(none), "a message at the queue cannot be read: there are no candidates in it");
  for (size_t length = 0; length < 200; ++length) EXPECT_FALSE(decodeJob(whole.substr(0, length)).ok()) << length;
}

TEST(QueueProtocol, ErrorsOfAWorkerAreTypedAgain) {
  JobResult sent{3, "box:1", "cpu", {}};
  sent.results.push_back({3, tune::Outcome::Wrong, err::kTuneWrong("B", "0", "1", "2", 4), {}, 1.5});
  sent.results.push_back({4, tune::Outcome::Crashed, err::kSymbolMissing("main"), {}, 0});
  sent.results.push_back({5, tune::Outcome::Measured, {}, {0.5, 0.25}, 2});
  const Result<JobResult> result = decodeResult(encodeResult(sent));
  ASSERT_TRUE(result.ok()) << result.error().message;
  ASSERT_EQ(result->results.size(), 3u);
  EXPECT_EQ(result->results[0].why->reason.sentence, err::kTuneWrong.sentence);
  EXPECT_EQ(result->results[0].why->message, "B[0] is 1, but should be 2; 4 elements differ");
  EXPECT_EQ(result->results[1].why->reason.sentence, err::kSymbolMissing.sentence);
  EXPECT_EQ(result->results[2].ms, (std::vector<double>{0.5, 0.25}));
  EXPECT_EQ(result->results[2].outcome, tune::Outcome::Measured);
  EXPECT_FALSE(decodeResult("{}").ok());
  EXPECT_FALSE(decodeStarted("[]").ok());
}

TEST(QueueClass, IsNamedByProcessorDeviceAndThreads) {
  const WorkerClass own = ownClass("cpu", 2);
  EXPECT_TRUE(checkClassName(own.name)) << own.name;
  EXPECT_TRUE(own.name.starts_with("cpu-")) << own.name;
  EXPECT_TRUE(own.name.ends_with("-2")) << own.name;
  EXPECT_NE(own.name, ownClass("cpu", 1).name);
  const WorkerClass device = ownClass("opencl", 1, R"({"name":"Bead Board [64]","version":"OpenCL 9"})");
  EXPECT_TRUE(checkClassName(device.name)) << device.name;
  EXPECT_TRUE(device.name.starts_with("opencl-")) << device.name;
  EXPECT_TRUE(device.name.ends_with("-bead-board-64-1")) << device.name;
  EXPECT_EQ(measuredOn(device), "opencl on Bead Board [64]");
  EXPECT_EQ(measuredOn(own), "cpu on " + own.processor.model);
  expectError(Result<int>(checkClassName("a.b").error()), err::kQueueClassName,
              "'a.b' is not a class of workers: a name has at most 100 letters, digits, '-' and '_'");
}

}  // namespace
}  // namespace lw
