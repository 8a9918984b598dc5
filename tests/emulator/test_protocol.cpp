// Every interleaving of two threads of each GPU sample is searched: no load may see different writes, and with any
// barrier, wait or group of copies left out, or a wait that leaves one more group in flight, one does.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "backends/emulator/protocol.h"
#include "tests/emulator/gpu_samples.h"
#include "tests/emulator/named_program.h"
#include "tests/emulator/phased_program.h"

namespace lw {
namespace {

using namespace lw::test;
using ::testing::HasSubstr;
namespace fs = std::filesystem;
using Kind = ProtocolStep::Kind;

std::string textOf(const ProtocolReport& report) {
  std::string text;
  for (const GpuFinding& f : report.findings) text += f.explanation.message + "\n";
  return text;
}

Protocol protocolOf(const std::string& text, const std::string& schedule) {
  const Scheduled s = scheduledBy(text, schedule);
  const Result<GpuProgram> program = lowerForGpu(s.scheduled, defaultGpuDevice());
  const Result<std::vector<Argument>> arguments = makeArguments(s.source, inputsFromComments(text));
  EXPECT_TRUE(program.ok() && arguments.ok()) << schedule;
  if (!program || !arguments) return {};
  Result<Protocol> protocol = recordProtocol(*program, s.scheduled, *arguments);
  EXPECT_TRUE(protocol.ok()) << (protocol.ok() ? "" : toText(protocol.error()));
  return protocol ? *std::move(protocol) : Protocol();
}

// The faults that were planted in a protocol, all of which are found.
struct Planted {
  std::map<Kind, int> found;  // by the operation
  // Groups of copies that may be one with the next: without the end of such a group every thread waits for the same
  // copies at the same places, so that the program is the same.
  int same = 0;

  int all() const {
    return std::accumulate(found.begin(), found.end(), 0, [](int sum, const auto& f) { return sum + f.second; });
  }
};

Planted expectEveryFaultFound(const Protocol& protocol, const std::string& what) {
  using How = ProtocolFault::How;
  Planted planted;
  for (size_t i = 0; i < protocol.operations.size(); ++i)
    for (const How how : {How::LeftOut, How::More, How::Twice, How::Flipped}) {
      const Kind kind = protocol.operations[i].kind;
      if (!applies(how, kind)) continue;
      const ProtocolReport broken = checkProtocol(protocol, ProtocolFault{i, how}, {.findings = 1});
      if (broken.changed == 0) {
        EXPECT_TRUE(kind == Kind::Commit || (kind == Kind::Wait && how == How::More))
            << what << ": without operation " << i << ", kind " << static_cast<int>(kind) << ", all is the same";
        ++planted.same;
        continue;
      }
      ++planted.found[kind];
      EXPECT_FALSE(broken.clean()) << what << ": fault " << static_cast<int>(how) << " of operation " << i << ", kind "
                                   << static_cast<int>(kind);
    }
  return planted;
}

class ProtocolOfSample : public ::testing::TestWithParam<fs::path> {};

TEST_P(ProtocolOfSample, EveryInterleavingIsRightAndEveryFaultIsFound) {
  const std::string text = textOfGpuSample(GetParam());
  const SourceFile file = readProgram("sample.py", text);
  for (const std::string& name : file.scheduleFunctions()) {
    const Protocol protocol = protocolOf(text, name);
    const ProtocolReport report = checkProtocol(protocol);
    EXPECT_TRUE(report.clean()) << name << ": " << textOf(report);
    EXPECT_TRUE(report.complete) << name;
    Planted planted = expectEveryFaultFound(protocol, name);
    std::printf(
        "  %s:%s: %zu scenarios, %ld states; found: %d barriers, %d named, %d groups, %d waits; %d groups may be "
        "one with the next\n",
        GetParam().stem().c_str(), name.c_str(), protocol.scenarios.size(), static_cast<long>(report.states),
        planted.found[Kind::Barrier], planted.found[Kind::Named], planted.found[Kind::Commit],
        planted.found[Kind::Wait], planted.same);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ProtocolOfSample, ::testing::ValuesIn(gpuSamples()), nameOfGpuSample);

size_t operationOf(const Protocol& protocol, Kind kind) {
  const auto found = std::find_if(protocol.operations.begin(), protocol.operations.end(),
                                  [&](const Protocol::Place& p) { return p.kind == kind; });
  EXPECT_NE(found, protocol.operations.end());
  return static_cast<size_t>(found - protocol.operations.begin());
}

// A producer, consumers, and barriers with phases between them.
TEST(Protocol, PhasesAreRightAndEveryFaultIsFound) {
  const SourceFile file = readProgram("phased.py", phasedProgram());
  ASSERT_FALSE(file.hasErrors()) << file.diagnostics.front().message;
  const PrimFunc f = *file.select("");
  const Result<GpuProgram> program = lowerForGpu(f, defaultGpuDevice());
  ASSERT_TRUE(program.ok()) << toText(program.error());
  const Result<Protocol> protocol = recordProtocol(*program, f, *makeArguments(f, {}));
  ASSERT_TRUE(protocol.ok()) << toText(protocol.error());
  const ProtocolReport report = checkProtocol(*protocol);
  EXPECT_TRUE(report.clean()) << textOf(report);
  EXPECT_TRUE(report.complete);
  EXPECT_GT(report.states, 100);
  const int planted = expectEveryFaultFound(*protocol, "phased").all();
  EXPECT_GE(planted, 15);
  std::printf("  %zu scenarios, %ld states; all of %d faults found\n", protocol->scenarios.size(),
              static_cast<long>(report.states), planted);
  using How = ProtocolFault::How;
  const auto found = [&](Kind kind, How how) {
    return textOf(checkProtocol(*protocol, ProtocolFault{operationOf(*protocol, kind), how}, {.findings = 1}));
  };
  EXPECT_THAT(found(Kind::Init, How::LeftOut), HasSubstr("before it is initialised"));
  EXPECT_THAT(found(Kind::Init, How::More), HasSubstr("waits for ever at phase 0 of barrier 0: 1 arrivals"));
}

// Left out, of one more thread, or reached once more by one thread.
TEST(Protocol, NamedBarriersAreRightAndEveryFaultIsFound) {
  const PrimFunc f = *readProgram("named.py", namedProgram()).select("");
  const Result<Protocol> protocol = recordProtocol(*splitHostDevice(f), f, *makeArguments(f, {}));
  ASSERT_TRUE(protocol.ok()) << toText(protocol.error());
  const ProtocolReport report = checkProtocol(*protocol);
  EXPECT_TRUE(report.clean()) << textOf(report);
  EXPECT_TRUE(report.complete);
  Planted planted = expectEveryFaultFound(*protocol, "named");
  EXPECT_EQ(planted.found[Kind::Named], 6);
  EXPECT_EQ(planted.all(), 6);
  using How = ProtocolFault::How;
  const auto found = [&](How how) {
    return textOf(checkProtocol(*protocol, ProtocolFault{operationOf(*protocol, Kind::Named), how}, {.findings = 1}));
  };
  EXPECT_THAT(found(How::LeftOut), HasSubstr("no barrier orders the two"));
  EXPECT_THAT(found(How::More), HasSubstr("waits for ever at the named barrier 1: 1 arrivals are missing"));
}

// What such a run leaves out was not visited.
TEST(Protocol, IsIncompleteWhereThreadsWaitForEver) {
  std::string text = phasedProgram();
  const std::string wait = "T.evaluate(T.ptx_wait_barrier(2 + i % 2, (i // 2 + 1) % 2))";
  text.replace(text.find(wait), wait.size(), "T.evaluate(0)");
  const SourceFile file = readProgram("phased.py", text);
  const PrimFunc f = *file.select("");
  const Result<GpuProgram> program = lowerForGpu(f, defaultGpuDevice());
  ASSERT_TRUE(program.ok()) << toText(program.error());
  const Result<Protocol> protocol = recordProtocol(*program, f, *makeArguments(f, {}));
  ASSERT_TRUE(protocol.ok()) << toText(protocol.error());
  EXPECT_FALSE(checkProtocol(*protocol).complete);
}

// One tile for two rounds of copies: its memory is used again.
std::string tiles(const std::string& between) {
  return R"(from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2, 64), "float32"), C: T.Buffer((2, 64), "float32")):
    for t in T.thread_binding(64, thread="threadIdx.x"):
        S = T.allocate([64], "float32", "shared")
        S_1 = T.Buffer((64,), data=S, scope="shared")
        for i in range(2):
            with T.attr(0, "async_scope", 1):
                S_1[t] = A[i, t]
            with T.attr(0, "async_wait", 0):
)" + between +
         R"(                C[i, t] = S_1[63 - t]
)";
}

ProtocolReport checked(const std::string& text, const std::optional<ProtocolFault>& fault = {}) {
  const SourceFile file = readProgram("tiles.py", text);
  EXPECT_FALSE(file.hasErrors()) << (file.diagnostics.empty() ? "" : file.diagnostics.front().message);
  const PrimFunc f = *file.select("");
  const Result<GpuProgram> program = splitHostDevice(f);
  const Result<std::vector<Argument>> arguments = makeArguments(f, {});
  EXPECT_TRUE(program.ok() && arguments.ok());
  const Result<Protocol> protocol = recordProtocol(*program, f, *arguments);
  EXPECT_TRUE(protocol.ok()) << (protocol.ok() ? "" : toText(protocol.error()));
  return protocol ? checkProtocol(*protocol, fault) : ProtocolReport();
}

TEST(Protocol, NamesTheTwoEvents) {
  const std::string barrier = "                T.evaluate(T.tvm_storage_sync(\"shared\"))\n";
  const std::string reused = textOf(checked(tiles(barrier)));
  EXPECT_THAT(reused, HasSubstr("thread (0, 0, 0) may read S[63] before a copy that thread (63, 0, 0) starts or after "
                                "it: no barrier orders the two"));
  EXPECT_THAT(textOf(checked(tiles(""))), HasSubstr("may read S["));
}

TEST(Protocol, TellsAMissingWaitFromMemoryThatIsUsedTooEarly) {
  const std::string text = smallerProduct(contents(LW_SOURCE_DIR "/samples/gpu/matmul.py"), 64, 40);
  const Protocol protocol = protocolOf(text, "pipelined");
  const ProtocolReport wait = checkProtocol(protocol, ProtocolFault{operationOf(protocol, Kind::Wait)});
  ASSERT_FALSE(wait.clean());
  EXPECT_EQ(wait.findings[0].kind, GpuFinding::Kind::UnderWay);
  EXPECT_THAT(wait.findings[0].explanation.message, HasSubstr("starts is complete: it does not wait for it"));
  EXPECT_THAT(wait.findings[0].explanation.hint, HasSubstr("wait for the group of the copy"));
}

// The first thread leaves out a barrier that the second one reaches.
TEST(Protocol, FindsThreadsThatWaitForEver) {
  Protocol protocol;
  protocol.operations.push_back({Kind::Barrier, {}, "C"});
  protocol.accesses.push_back({Kind::Store, {}, "B"});
  protocol.accesses.push_back({Kind::Load, {}, "C"});
  ProtocolScenario scenario;
  scenario.threads[1].thread = {33, 0, 0};
  scenario.element = "B[0]";
  scenario.steps[0] = {{Kind::Store, 0, 0}, {Kind::Barrier, 0, 0}};
  scenario.steps[1] = {{Kind::Barrier, 0, 0}, {Kind::Load, 1, 0}};
  protocol.scenarios = {scenario};
  EXPECT_TRUE(checkProtocol(protocol).clean());
  EXPECT_THAT(textOf(checkProtocol(protocol, ProtocolFault{0})),
              HasSubstr("thread (33, 0, 0) in block C may read B[0] before or after thread (0, 0, 0) in block B writes "
                        "it: no barrier orders the two"));
  protocol.scenarios[0].steps[0].pop_back();
  const ProtocolReport report = checkProtocol(protocol);
  EXPECT_THAT(textOf(report), HasSubstr("thread (33, 0, 0) in block C waits at a barrier for ever: thread (0, 0, 0) "
                                        "has ended"));
  EXPECT_FALSE(checkProtocol(protocol, {}, {.states = 1}).complete);
}

}  // namespace
}  // namespace lw
