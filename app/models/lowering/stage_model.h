// The stages of a program from the schedule to machine code, as the lowered pane lists them. Texts of machine code are
// generated on demand.
#pragma once

#include <QAbstractListModel>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/text/source_map.h"
#include "core/text/text_language.h"

namespace lw {

struct CodeText;

// A part of a stage's text, and the loop or block that it came from.
struct TaggedSpan {
  Span span;
  LoopId loop;
  BlockId block;
  std::string buffer;
  bool computes = true;  // for a statement: has floating-point operations
};

// The program that a stage's text was printed from.
struct StageProgram {
  PrimFunc function;
  SourceMap map;
};

// Assembly as generated, from which the costs of its lines are computed.
struct MachineText {
  std::string text, cpu, features;
  std::vector<int> lines;  // for each line of the stage, its line number in `text`
};

// Notes beside the line numbers.
struct LineNotes {
  std::string about;               // what the notes show
  std::vector<std::string> lines;  // one for each line; empty: there are none
};

enum class StageGroup : uint8_t { Schedule, Passes, MachineCode };

struct StageText {
  std::string name, help, text;
  TextLanguage language = TextLanguage::Script;
  bool changed = true;  // differs from the previous stage
  std::vector<TaggedSpan> tags;
  std::vector<int> depth;  // of every line, in loops of the code itself; empty: given by the indentation
  std::shared_ptr<const StageProgram> program = {};  // nullptr: machine code
  bool ready = true;                                 // false: the text is not generated yet
  std::shared_ptr<const MachineText> machine = {};   // of assembly whose costs are not computed yet
  std::vector<LineNotes> notes = {};                 // operations, bytes and footprint; for assembly: cycles
  bool refusal = false;                              // the text says why there is no code
  const CodeText* code = nullptr;                    // how machine code is generated
  std::string label = {};                            // shown in the list; empty: the name
  StageGroup group = StageGroup::Passes;
  const LineNotes* notesFor(size_t metric) const {
    return notes.empty() ? nullptr : &notes[std::min(metric, notes.size() - 1)];
  }
};

using Stages = std::vector<std::shared_ptr<const StageText>>;
const StageText* stageNamed(const Stages& stages, const std::string& name);  // nullptr: there is none

class StageModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { kChanged = Qt::UserRole + 1, kGroup };  // kGroup: its title, for the first stage of a group
  using QAbstractListModel::QAbstractListModel;
  void setStages(Stages stages);
  void setHideUnchanged(bool hide);
  std::shared_ptr<const StageText> stage(int row) const;   // nullptr: no such row
  std::shared_ptr<const StageText> before(int row) const;  // the previous stage, hidden or not; nullptr: none
  int rowOf(const std::string& name) const;                // -1: not found
  // The row that is shown first: the scheduled program, or the result of the passes on a whole model.
  int firstShown() const;
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  void filter();
  Stages stages_;
  std::vector<int> shown_;
  bool hideUnchanged_ = false;
};

}  // namespace lw
