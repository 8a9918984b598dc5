// TVM's files of tuning records: what is written has TVM's form and comes back, and lines that cannot be read are left
// out with the reason.
#include <gmock/gmock.h>

#include <fstream>

#include "core/schedule/program.h"
#include "core/support/base64.h"
#include "core/trace/trace.h"
#include "core/tune/records/record_files.h"
#include "tests/tune/record_cases.h"

namespace lw::tune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kProgram = R"(from tvm.script import tir as T


@T.prim_func
def twice(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float16")):
    for i, j in T.grid(64, 32):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = T.cast(A[vi, vj] * T.float32(2), "float16")
)";

Snapshot program() { return programOf(parseSource("twice.py", kProgram), "")->snapshot; }

Record splitBy(int factor, std::vector<double> ms) {
  Schedule schedule(program());
  EXPECT_TRUE(schedule.workOn("main").ok());
  const StepValue block = *schedule.apply("get_block", {"B", "main"});
  const StepValue loops = *schedule.apply("get_loops", {block});
  const Result<StepValue> split =
      schedule.apply("split", {loops.as<StepValue::List>()->at(1), StepValue::List{StepValue(), factor}, true, false});
  EXPECT_TRUE(split.ok()) << toText(split.error());
  Record r = measured(factor, std::move(ms));
  r.trial.trace = toJson(traceOf(schedule));
  return r;
}

class RecordFilesOf : public RecordFolder {
 protected:
  std::string contents(const char* name) const {
    std::ifstream in(folder / name);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const char* name, const std::string& text) const { std::ofstream(folder / name) << text; }
  int add(const Record& record, Dialect dialect = Dialect::Classic) const {
    const std::optional<FileRecord> line = toFileRecord(record, "llvm", program().function(), dialect);
    EXPECT_TRUE(line.has_value());
    const Result<int> added = addToRecordFiles(folder.string(), workloadOf(program(), dialect), {*line});
    EXPECT_TRUE(added.ok()) << toText(added.error());
    return *added;
  }
};

TEST_F(RecordFilesOf, TheTvmFormAreWritten) {
  EXPECT_EQ(add(splitBy(8, {0.5, 0.25})), 1);
  const std::string record = contents("database_tuning_record.json"), workload = contents("database_workload.json");
  EXPECT_THAT(record,
              testing::StartsWith(R"([0,[[[["GetBlock",[],["B","main"],["b0"]],["GetLoops",["b0"],[],["l1","l2"]],)"
                                  R"(["Split",["l2","None",8],)"));
  EXPECT_THAT(record, testing::EndsWith(R"(,[0.0005,0.00025],{"kind":"llvm","tag":"AMD EPYC","num-cores":2},)"
                                        R"([["TENSOR","float32",[64,32]],["TENSOR","float16",[64,32]]]]])"
                                        "\n"));
  EXPECT_THAT(workload, testing::MatchesRegex("\\[\"[0-9]+\",\"[A-Za-z0-9+/]+=*\"\\]\n"));
  add(splitBy(4, {1}), Dialect::Tvm);
  EXPECT_THAT(contents("database_tuning_record.json"), HasSubstr("\n[1,[[[[\"GetSBlock\""));
}

TEST_F(RecordFilesOf, WhatIsWrittenComesBack) {
  add(splitBy(8, {0.5, 0.25}));
  add(splitBy(4, {1}));
  EXPECT_EQ(add(splitBy(8, {0.5, 0.25})), 0) << "the line is in the file";
  const Result<RecordFiles> files = readRecordFiles(folder.string());
  ASSERT_TRUE(files.ok()) << toText(files.error());
  EXPECT_THAT(files->unreadable, ElementsAre());
  ASSERT_EQ(files->workloads.size(), 1u);
  EXPECT_EQ(files->workloads[0].program, printedText(program()));
  ASSERT_EQ(files->records.size(), 2u);
  const FileRecord& line = files->records[0];
  EXPECT_EQ(line.workload, 0);
  EXPECT_EQ(line.kind + "|" + line.processor + "|" + std::to_string(line.threads), "llvm|AMD EPYC|2");
  EXPECT_EQ(line.arguments, argumentsOf(program().function()));
  const Record record = fromFileRecord(line);
  EXPECT_EQ(record.trial.outcome, Outcome::Measured);
  EXPECT_THAT(record.trial.ms, ElementsAre(0.5, 0.25));
  const Result<Schedule> again = replay(program(), *traceFromJson(record.trial.trace));
  ASSERT_TRUE(again.ok()) << toText(again.error());
  EXPECT_EQ(toJson(traceOf(*again)), splitBy(8, {}).trial.trace);
}

TEST_F(RecordFilesOf, RecordsWithoutTimesAreNotWritten) {
  EXPECT_FALSE(toFileRecord(splitBy(8, {}), "llvm", program().function(), Dialect::Classic).has_value());
  Record crashed = splitBy(8, {1});
  crashed.trial.outcome = Outcome::Crashed;
  EXPECT_FALSE(toFileRecord(crashed, "llvm", program().function(), Dialect::Classic).has_value());
}

TEST_F(RecordFilesOf, SymbolicShapesHaveNoArguments) {
  const SourceFile file = parseSource("s.py",
                                      "from tvm.script import tir as T\n\n\n@T.prim_func\n"
                                      "def scale(a: T.handle, n: T.int32):\n"
                                      "    A = T.match_buffer(a, (n,), \"float32\")\n"
                                      "    for i in range(n):\n"
                                      "        A[i] = A[i] * T.float32(3)\n");
  EXPECT_FALSE(argumentsOf(programOf(file, "")->snapshot.function()).has_value());
}

// As TVM writes them: its own graph of the program, postprocessors, failures as 1e10 seconds, more fields of targets.
TEST_F(RecordFilesOf, TvmsOwnFilesAreRead) {
  write("database_workload.json", "[\"123\", \"" + encodeBase64("{\"root_index\": 1}") + "\"]\n");
  const std::string trace =
      R"([[["GetBlock", [], ["B", "main"], ["b0"]], ["GetLoops", ["b0"], [], ["l1", "l2"]], ["EnterPostproc", [], [], []]], []])";
  write("database_tuning_record.json",
        "[0, [" + trace + R"(, [1e10], {"kind": "llvm", "tag": ""}, [["TENSOR", "float32", [64]]]]])" + "\n[0, [" +
            trace + R"(, [0.001], {"kind": "cuda", "tag": "", "arch": "sm_80", "keys": ["cuda", "gpu"]}, null]])" +
            "\n[0, [" + trace + R"(, null, null, null]])" + "\n");
  const Result<RecordFiles> files = readRecordFiles(folder.string());
  ASSERT_TRUE(files.ok()) << toText(files.error());
  EXPECT_THAT(files->unreadable, ElementsAre());
  EXPECT_EQ(files->workloads.at(0).hash + "|" + files->workloads.at(0).program, "123|");
  ASSERT_EQ(files->records.size(), 3u);
  EXPECT_THAT(files->records[0].seconds, ElementsAre());
  EXPECT_EQ(files->records[0].arguments->at(0).dtype, "float32");
  EXPECT_THAT(files->records[1].seconds, ElementsAre(0.001));
  EXPECT_EQ(files->records[1].kind + " " + files->records[1].processor, "cuda sm_80");
  EXPECT_FALSE(files->records[1].arguments.has_value());
  EXPECT_EQ(files->records[2].kind, "");
}

TEST_F(RecordFilesOf, LinesThatCannotBeReadAreLeftOut) {
  add(splitBy(8, {1}));
  const std::string good = contents("database_tuning_record.json");
  write("database_tuning_record.json", "[0, [\n" + good + "[7," + good.substr(3) +
                                           "\n{\"a\": 1}\n[0,[[[[\"Unheard\",[],[],[]]],[]],[1],null,null]]\n" +
                                           "[0,[[[],[]],[\"soon\"],null,null]]\n");
  write("database_workload.json", contents("database_workload.json") + "[\"1\", \"no base64!\"]\n");
  const Result<RecordFiles> files = readRecordFiles(folder.string());
  ASSERT_TRUE(files.ok()) << toText(files.error());
  EXPECT_EQ(files->records.size(), 1u);
  const std::string records = path("database_tuning_record.json");
  std::vector<std::string> why;
  for (const Explanation& e : files->unreadable) why.push_back(e.message);
  EXPECT_THAT(
      why,
      ElementsAre(
          "line 2 of " + path("database_workload.json") + " cannot be used: it should be [hash, program in base64]",
          "line 1 of " + records + " cannot be used: it should be [workload, [trace, seconds, target, arguments]]",
          "line 3 of " + records + " cannot be used: there is no workload 7, only 2",
          "line 5 of " + records + " cannot be used: it should be [workload, [trace, seconds, target, arguments]]",
          "line 6 of " + records + " cannot be used: instruction 0 is of the unknown kind \"Unheard\"",
          "line 7 of " + records + " cannot be used: it should be [workload, [trace, seconds, target, arguments]]"));
}

TEST_F(RecordFilesOf, FoldersThatCannotBeUsedAreNamed) {
  const Result<RecordFiles> nothing = readRecordFiles(path("nothing"));
  ASSERT_FALSE(nothing.ok());
  EXPECT_EQ(nothing.error().message,
            "cannot read the records in " + path("nothing/database_workload.json") + ": No such file or directory");
  EXPECT_EQ(nothing.error().hint, "the folder should have database_workload.json and database_tuning_record.json");
  write("file", "text");
  const Result<int> below = addToRecordFiles(path("file") + "/deep", workloadOf(program(), Dialect::Classic), {});
  ASSERT_FALSE(below.ok());
  EXPECT_EQ(below.error().message, "cannot write the records to " + path("file") + "/deep: Not a directory");
}

TEST(Base64, IsThatOfRfc4648) {
  for (const auto& [bytes, text] : {std::pair{"", ""},
                                    {"f", "Zg=="},
                                    {"fo", "Zm8="},
                                    {"foo", "Zm9v"},
                                    {"foob", "Zm9vYg=="},
                                    {"fooba", "Zm9vYmE="},
                                    {"foobar", "Zm9vYmFy"}}) {
    EXPECT_EQ(encodeBase64(bytes), text);
    EXPECT_EQ(decodeBase64(text), bytes);
  }
  EXPECT_EQ(decodeBase64(encodeBase64("\xff\xfe\x7f\x80")), "\xff\xfe\x7f\x80");
  for (const char* wrong : {"Zg=", "Zg", "Z!==", "Z===", "===="})
    EXPECT_FALSE(decodeBase64(wrong).has_value()) << wrong;
}

}  // namespace
}  // namespace lw::tune
