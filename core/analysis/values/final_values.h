// The final value of an element, after all its writers ran, if it is a function of the element alone: written by one
// store whose indices determine its iters (core/analysis/tables/determined.h), or by an init and an update that runs
// through the same reduction for every element.
#pragma once

#include <memory>

#include "core/analysis/tables/statements.h"

namespace lw::analysis {

// All writers of a buffer.
struct WriterGroup {
  static constexpr int kReduced = -1, kFixed = -2, kTold = -3;
  bool usable = false;
  size_t main = 0;  // statement: the only store, or the update
  std::optional<size_t> init;
  // Per part of main's key: the index that is equal to it, kTold where the indices determine it in another way, kFixed
  // where no loop changes it, else kReduced.
  std::vector<int> dimensions;
  size_t outerLoops = 0;  // of main: every iteration of these loops runs whole reductions
};

class FinalValues {
 public:
  explicit FinalValues(const Statements& program) : program_(program) {}

  // The writer whose final value the read sees in every execution.
  struct Source {
    const void* memory = nullptr;
    std::optional<size_t> writer;  // none: nobody writes the buffer
  };
  std::optional<Source> sourceOf(size_t reader, const Touch& read);
  // The same for a reader that runs several times per key, of which only the last run counts (see lastOf): the writer
  // whose final value that run reads.
  std::optional<Source> lastSourceOf(size_t reader, const Touch& read);

  const WriterGroup& groupOf(const void* data);
  // Do all executions of the statement with the same key compute the same value?
  bool isFunctionOfKey(size_t statement);
  // For a store that is repeated by loops that are not in its key, where the last repetition computes a value
  // determined by the key, and readers outside of these loops see no other value: how many of the loops such a reader
  // may share. nullopt: the statement is no such store.
  std::optional<size_t> lastOf(size_t statement);
  // Does the key determine the value that the statement leaves behind?
  bool leavesFunctionOfKey(size_t statement) { return isFunctionOfKey(statement) || lastOf(statement).has_value(); }
  const Knowledge& at(size_t statement);
  // Per part, the values of the reduced parts of main's key, if the reduction runs through them in ascending order.
  std::optional<std::vector<std::pair<int64_t, int64_t>>> ascendingReduction(const WriterGroup& group) const;

 private:
  WriterGroup makeGroup(const void* data);
  bool isReduction(WriterGroup& group);
  bool initComesFirst(const Statement& init, const Statement& update, const WriterGroup& group,
                      const std::vector<IterDomain>& reduced);
  bool computeIsFunction(size_t statement);
  std::optional<size_t> computeLast(size_t statement);
  bool repeatsOnly(const Statement& s, size_t loop) const;

  const Statements& program_;
  std::map<const void*, WriterGroup> groups_;
  std::map<size_t, std::unique_ptr<Knowledge>> known_;
  std::map<size_t, bool> functions_;  // an entry is false while it is being computed
  std::map<size_t, std::optional<size_t>> lasts_;
};

}  // namespace lw::analysis
