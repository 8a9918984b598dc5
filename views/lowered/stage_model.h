// The stages that a program passes on its way to machine code, as the lowered pane lists them. Texts of machine code
// are made when somebody looks at them.
#pragma once

#include <QAbstractListModel>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/text/source_map.h"
#include "views/code/code_lexer.h"

namespace lw {

struct CodeText;

// A part of a stage's text and what it came from.
struct TaggedSpan {
  Span span;
  LoopId loop;
  BlockId block;
  std::string buffer;
  bool computes = true;  // of a statement: it has operations of floating point
};

// What a stage's text was printed from.
struct StageProgram {
  PrimFunc function;
  SourceMap map;
};

// Assembly as the code generator wrote it: what its lines cost is found out from this.
struct MachineText {
  std::string text, cpu, features;
  std::vector<int> lines;  // of each line of the stage, the number here
};

// What stands beside the numbers of the lines.
struct LineNotes {
  std::string about;               // what the notes are
  std::vector<std::string> lines;  // one for each line; empty: there are none
};

struct StageText {
  std::string name, help, text;
  CodeLexer::Language language = CodeLexer::Language::Script;
  bool changed = true;  // it differs from the stage before
  std::vector<TaggedSpan> tags;
  std::vector<int> depth;  // of every line, in loops of the code itself; empty: the text says it by its indentation
  std::shared_ptr<const StageProgram> program = {};  // nullptr: machine code
  bool ready = true;                                 // false: the text is not made yet
  std::shared_ptr<const MachineText> machine = {};   // of assembly whose lines are not priced yet
  std::vector<LineNotes> notes = {};                 // operations, bytes and footprint; of assembly: cycles
  bool refusal = false;                              // the text says why there is none
  const CodeText* code = nullptr;                    // of machine code, how it is made
  std::string label = {};                            // what the list shows; empty: the name
  const LineNotes* notesFor(size_t metric) const {
    return notes.empty() ? nullptr : &notes[std::min(metric, notes.size() - 1)];
  }
};

using Stages = std::vector<std::shared_ptr<const StageText>>;
const StageText* stageNamed(const Stages& stages, const std::string& name);  // nullptr: there is none

class StageModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { kChanged = Qt::UserRole + 1 };
  using QAbstractListModel::QAbstractListModel;
  void setStages(Stages stages);
  void setHideUnchanged(bool hide);
  std::shared_ptr<const StageText> stage(int row) const;  // nullptr: no such row
  std::shared_ptr<const StageText> before(
      int row) const;                        // the stage that this one was made from, hidden or not; nullptr: none
  int rowOf(const std::string& name) const;  // -1: not there
  int lastProgram() const;  // the row of what the passes came to, before machine code; 0: there is none
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  void filter();
  Stages stages_;
  std::vector<int> shown_;
  bool hideUnchanged_ = false;
};

}  // namespace lw
