// All texts of the window: finds the text that a menu command applies to, explains names, and keeps the names that are
// pinned in all of them.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <vector>

#include "views/code/code_content.h"
#include "views/code/code_frame.h"
#include "views/names/meaning_text.h"
#include "views/names/pins.h"

namespace lw {

class CodePanes : public QObject {
  Q_OBJECT

 public:
  explicit CodePanes(QObject* parent = nullptr);
  // `content`: returns what the text was printed from; called on each use.
  void add(CodeFrame* frame, std::function<CodeContent()> content);
  // The text that has the focus; otherwise the visible one that had it last, or the first visible one.
  CodeFrame* current() const;
  // Zooms all texts if one of them has the focus; 0: to the actual size. Returns false if none has it.
  bool zoom(const QWidget* keys, int by);
  void setCompact(bool compact);  // all texts, also those that are added later
  void find();
  void findNext(int direction);
  void fold(bool folded);
  void foldAll(bool folded);

  // Sets the function that says which steps made and changed a loop, for tooltips; empty: as in the source.
  void setSteps(std::function<QString(LoopId)> steps) { steps_ = std::move(steps); }
  void explainAtCursor();
  void pinAtCursor();
  Pins* pins() { return &pins_; }
  const Pins* pins() const { return &pins_; }

 Q_SIGNALS:
  void told(const QString& text);  // for the status line

 private:
  struct Text {
    CodeFrame* frame;
    std::function<CodeContent()> content;
  };
  const Text* find(const CodeFrame* frame) const;
  MeaningText meaningAt(const Text& text, int offset) const;
  void pin(const std::string& name);
  void showPins();

  std::vector<Text> texts_;
  void setZoom(int zoom);
  CodeFrame* last_ = nullptr;
  int zoom_ = 0;
  bool compact_ = false;
  std::function<QString(LoopId)> steps_;
  Pins pins_;
  QTimer soon_;  // several texts change at once
};

}  // namespace lw
