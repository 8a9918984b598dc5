// The source pane: an editor for the program as written, and the program as scheduled. The feature also connects all
// texts of the window, for search, folding, pins and tooltips.
#pragma once

#include <QPointer>

#include "app/models/program/block_signs.h"
#include "app/window/code/code_panes.h"
#include "app/window/code/origin_text.h"
#include "app/window/feature.h"
#include "views/code/code_view.h"

class QStackedWidget;

namespace lw {

class PaneLock;
class PinLegend;
struct ProgramViews;

class CodeFeature : public Feature {
  Q_OBJECT

 public:
  explicit CodeFeature(WindowContext& window);
  CodeView* written() const { return written_; }
  CodeView* scheduled() const { return scheduled_; }
  CodePanes* texts() { return &texts_; }
  Pane* pane() const { return pane_; }
  QAction* compactAction() const { return compact_; }
  void showScheduled(bool scheduled);                     // the switch of the pane
  CodeView* original() const { return origin_->view(); }  // the file that Python ran
  void showOriginal();
  void goToProblem(const Span& span, bool inOrigin);

  void connectFeatures() override;
  void start() override;
  void setTheme(const Theme& theme) override;
  void refreshActions() override;
  void saveLayout(QJsonObject& layout) const override;
  void restoreLayout(const QJsonObject& layout) override;
  bool zoom(QWidget* keys, int by) override { return texts_.zoom(keys, by); }

 Q_SIGNALS:
  void scheduledTextShown();
  void compactToggled();

 private:
  void buildPane();
  void addCompact();
  void addEditMenu();
  void addClipboardMenu();
  void addTextMenus();
  void showProgram();
  void showScheduledText();
  void showWrittenSigns(const BlockSigns& signs);
  void showComparison();
  void showSelection();
  void showState();
  void showOrigin();
  void showDiagnostics();
  void showText(int number);
  void pickInWritten(int offset);
  void pickInScheduled(int offset);
  CodeContent contentOfWritten() const;
  CodeContent contentOfScheduled() const;

  CodePanes texts_;
  CodeView *written_, *scheduled_;
  OriginText* origin_;
  QStackedWidget* sources_;
  Pane* pane_;
  PaneLock* lock_;
  PinLegend* pinLegend_;
  QPointer<QWidget> keys_;  // had the focus last, apart from menus
  QAction *undo_, *redo_, *compact_;
  std::shared_ptr<const ProgramViews> scheduledViews_;  // of the text of the scheduled program
};

}  // namespace lw
