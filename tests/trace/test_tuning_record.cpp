// Records of TVM's tuning databases: the fastest one is taken, and what is wrong is told with its line.
#include <gtest/gtest.h>

#include "core/trace/tuning_record.h"

namespace lw {
namespace {

std::string record(int workload, int factor, const std::string& seconds) {
  const std::string trace =
      R"([[["GetBlock", [], ["C", "main"], ["b0"]], ["GetLoops", ["b0"], [], ["l1", "l2"]], ["Split", ["l1", "None", )" +
      std::to_string(factor) + R"(], [1], ["l3", "l4"]], ["EnterPostproc", [], [], []]], []])";
  return "[" + std::to_string(workload) + ", [" + trace + ", " + seconds +
         R"(, {"kind": "llvm", "num-cores": 4}, [["TENSOR", "float32", [64, 64]]]]])";
}

int64_t factorOf(const ReadTrace& read) {
  return *read.trace.instructions.at(2).args.at(1).as<StepValue::List>()->at(1).as<int64_t>();
}

TEST(TuningRecord, TheFastestOfADatabaseIsTaken) {
  const Result<ReadTrace> read =
      readTraceText(record(0, 4, "[0.002]") + "\n" + record(0, 8, "[0.0004, 0.0006]") + "\n\n" +
                    record(0, 16, "[10000000000.0]") + "\n" + record(0, 32, "null") + "\n");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(factorOf(*read), 8);
  EXPECT_EQ(read->line, 2);
  EXPECT_EQ(read->origin(), "the fastest of 4 tuning records, 0.5 ms on llvm");
}

TEST(TuningRecord, OneRecordMayStandAlone) {
  const Result<ReadTrace> read = readTraceText(record(3, 4, "[0.002]"));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(factorOf(*read), 4);
  EXPECT_EQ(read->origin(), "a tuning record, 2 ms on llvm");
  const std::string bare = record(3, 6, "[0.001]");
  const Result<ReadTrace> inner = readTraceText(bare.substr(4, bare.size() - 5));
  ASSERT_TRUE(inner.ok()) << inner.error().message;
  EXPECT_EQ(factorOf(*inner), 6);
}

TEST(TuningRecord, ATraceStaysATrace) {
  const Result<ReadTrace> read = readTraceText("[[[\"GetBlock\", [], [\"C\", \"main\"], [\"b0\"]]],\n []]\n");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->trace.instructions.size(), 1u);
  EXPECT_EQ(read->origin(), "");
}

TEST(TuningRecord, DefectsAreToldWithTheirLine) {
  const Result<ReadTrace> broken = readTraceText(record(0, 4, "[0.002]") + "\n[0, [\n");
  ASSERT_FALSE(broken.ok());
  EXPECT_EQ(broken.error().message, "line 2 of the tuning database is not a record: it is not JSON");
  const Result<ReadTrace> other = readTraceText(record(0, 4, "[0.002]") + "\n{\"a\": 1}\n");
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(
      other.error().message,
      "line 2 of the tuning database is not a record: it should be [workload, [trace, seconds, target, arguments]]");
  const Result<ReadTrace> failed = readTraceText(record(0, 4, "[1e10]") + "\n" + record(0, 8, "[1e10]"));
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().message, "none of the 2 records of the tuning database has a measured time");
  EXPECT_FALSE(readTraceText("hello").ok());
}

}  // namespace
}  // namespace lw
