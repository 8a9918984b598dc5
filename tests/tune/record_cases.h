// Records and a folder for the tests of the store.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "core/tune/records.h"

namespace lw::tune {

// A folder that goes away with its content.
class RecordFolder : public testing::Test {
 protected:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() / ("lw_records_" + std::to_string(getpid()));
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  std::string path(const std::string& name = "tuning.db") const { return (folder / name).string(); }

  std::filesystem::path folder;
};

inline RecordKey someKey() { return {"3f", "cpu", "AMD EPYC", 2, "", "llvm 19.1.7", ""}; }

inline Record measured(int factor, std::vector<double> ms) {
  Record r{.key = someKey(), .function = "matmul", .space = "5e", .machine = "box", .trial = {}};
  r.trial.decisions = {{"rows", 2}, {"i", StepValue::List{16, factor}}};
  r.trial.trace = "[[[\"Split\", [\"l1\", " + std::to_string(factor) + "], [1], [\"l3\"]]], []]";
  r.trial.outcome = Outcome::Measured;
  r.trial.ms = std::move(ms);
  r.trial.compileMs = 12.5;
  r.trial.expectedMs = 0.75;
  r.trial.when = "2026-11-21T10:20:30Z";
  return r;
}

}  // namespace lw::tune
