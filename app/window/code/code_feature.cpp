#include "app/window/code/code_feature.h"

#include <QAction>
#include <QApplication>
#include <QJsonArray>
#include <QMenu>
#include <QMenuBar>
#include <QShortcut>
#include <QStackedWidget>
#include <algorithm>
#include <map>
#include <tuple>

#include "app/models/document/document.h"
#include "app/models/document/document_text.h"
#include "app/models/document/messages.h"
#include "app/models/lowering/other_state.h"
#include "app/models/lowering/state_comparison.h"
#include "app/models/program/selection_model.h"
#include "app/models/program/shown_program.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/support/services.h"
#include "app/services/python/python_runs.h"
#include "app/services/schedule/loop_steps.h"
#include "app/window/help/shortcut_sheet.h"
#include "app/window/pane_lock.h"
#include "app/window/window_context.h"
#include "views/names/pin_legend.h"
#include "views/widgets/compact_icon.h"

namespace lw {
namespace {

constexpr int kWritten = 0, kScheduled = 1, kOriginal = 2;  // of the texts of the pane

}  // namespace

CodeFeature::CodeFeature(WindowContext& window) : Feature(window) {
  addCompact();
  buildPane();
  pinLegend_ = new PinLegend(texts_.pins());
  addToStatus(pinLegend_, 0);
  addEditMenu();
  addTextMenus();
  addTourStop(1, pane_, tr("The program"),
              tr("The text is on the left: as written, which you can edit, and as scheduled. Ctrl+O opens a file; you "
                 "can also drop a file on the window."));
}

// One switch for all texts.
void CodeFeature::addCompact() {
  compact_ = addAction(MenuSection::ViewTexts, tr("&Compact code"), "", {}, 1);
  compact_->setCheckable(true);
  compact_->setChecked(window_.settings().value("compactCode", true).toBool());
  compact_->setToolTip(
      tr("Compact code: narrow indentation, long lines wrapped, and what a block reads and writes in its header line"));
  texts_.setCompact(compact_->isChecked());
  connect(compact_, &QAction::toggled, this, [this](bool on) {
    window_.settings().setValue("compactCode", on);
    texts_.setCompact(on);
    showSelection();
    Q_EMIT scheduledTextShown();
    Q_EMIT compactToggled();
  });
}

void CodeFeature::buildPane() {
  written_ = new CodeView;
  written_->setAccessibleName(tr("Source as written"));
  scheduled_ = new CodeView;
  scheduled_->setReadOnly(true);
  scheduled_->setAccessibleName(tr("Scheduled program"));
  sources_ = new QStackedWidget;
  for (CodeView* view : {written_, scheduled_}) {
    auto* frame = new CodeFrame(view);
    sources_->addWidget(frame);
    texts_.add(frame, [this, view] { return view == written_ ? contentOfWritten() : contentOfScheduled(); });
  }
  origin_ =
      new OriginText(*services_.get<Document>(), *services_.get<DocumentText>(), *services_.get<PythonRuns>(), this);
  sources_->addWidget(origin_->frame());
  texts_.add(origin_->frame(), [] { return CodeContent(); });
  pane_ = new Pane("source", tr("Source"), sources_);
  pane_->header()->addSwitch(tr("Written"));
  pane_->header()->addSwitch(tr("Scheduled"));
  addCompactSwitch(*pane_->header(), *compact_);
  lock_ = new PaneLock(*pane_->header(), *services_.get<Document>(), *services_.get<ShownProgram>());
  addPane(pane_, PaneRow::Top, 31, 26);
}

void CodeFeature::addEditMenu() {
  // In the editor, the same keys undo typing; elsewhere they undo steps.
  undo_ = addAction(MenuSection::EditUndo, tr("&Undo"), "Ctrl+Z", [this] {
    if (written_->hasFocus())
      written_->undo();
    else
      services_.get<HistoryEditor>()->undo();
  });
  const QList<QKeySequence> redoKeys{QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")};
  redo_ = addAction(MenuSection::EditUndo, tr("&Redo"), redoKeys, [this] {
    if (written_->hasFocus())
      written_->redo();
    else
      services_.get<HistoryEditor>()->redo();
  });
  undo_->setProperty(kPlainName, undo_->text());  // the shortcut sheet shows this name and not the current step
  addClipboardMenu();
  addAction(MenuSection::EditFind, tr("&Find…"), "Ctrl+F", [this] { texts_.find(); });
  addAction(MenuSection::EditFind, tr("Find &next"), "F3", [this] { texts_.findNext(1); });
  addAction(MenuSection::EditFind, tr("Find pre&vious"), "Shift+F3", [this] { texts_.findNext(-1); });
  addAction(MenuSection::EditNames, tr("&Pin the name at the cursor"), "Ctrl+M", [this] { texts_.pinAtCursor(); });
  addAction(MenuSection::EditNames, tr("Remove &all pins"), "", [this] { texts_.pins()->clear(); });
}

// The keys work in the widget with the focus, which may also be a line of text or a table.
void CodeFeature::addClipboardMenu() {
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
    if (now && !qobject_cast<QMenuBar*>(now) && !qobject_cast<QMenu*>(now)) keys_ = now;
  });
  const std::tuple<QString, const char*, QKeySequence::StandardKey> entries[] = {
      {tr("Cu&t\tCtrl+X"), "cut", QKeySequence::Cut},
      {tr("&Copy\tCtrl+C"), "copy", QKeySequence::Copy},
      {tr("P&aste\tCtrl+V"), "paste", QKeySequence::Paste},
      {tr("&Select all\tCtrl+A"), "selectAll", QKeySequence::SelectAll}};
  for (const auto& [title, slot, key] : entries)
    addAction(MenuSection::EditClipboard, title, "", [this, slot = slot, key = key] {
      if (!keys_) return;
      if (keys_->metaObject()->indexOfMethod((QByteArray(slot) + "()").constData()) >= 0) {
        QMetaObject::invokeMethod(keys_, slot);
        return;
      }
      for (QShortcut* shortcut : keys_->findChildren<QShortcut*>())
        if (shortcut->key() == QKeySequence(key)) return Q_EMIT shortcut->activated();
    });
}

void CodeFeature::addTextMenus() {
  // The folding keys work in the text that has the focus.
  QMenu* folding = addMenu(MenuSection::ViewTexts, tr("&Folding"), 1);
  folding->addAction(tr("&Fold at the cursor\tAlt+Left"), this, [this] { texts_.fold(true); });
  folding->addAction(tr("&Unfold at the cursor\tAlt+Right"), this, [this] { texts_.fold(false); });
  folding->addAction(tr("Fold &all\tAlt+Home"), this, [this] { texts_.foldAll(true); });
  folding->addAction(tr("U&nfold all\tAlt+End"), this, [this] { texts_.foldAll(false); });
  addAction(MenuSection::ViewPlaces, tr("Source as &written"), "Alt+1",
            [this] { showScheduled(false), written_->setFocus(); });
  addAction(MenuSection::ViewPlaces, tr("&Scheduled program"), "Alt+2",
            [this] { showScheduled(true), scheduled_->setFocus(); });
  addAction(
      MenuSection::HelpPages, tr("&Describe the name at the cursor"), "Ctrl+F1", [this] { texts_.explainAtCursor(); },
      1);
}

void CodeFeature::connectFeatures() {
  texts_.setSteps([this](LoopId loop) {
    return services_.get<Document>()->hasProgram() ? stepsOf(services_.get<Document>()->history(), loop) : QString();
  });
  connect(&texts_, &CodePanes::told, &window_, &WindowContext::say);
  connect(pane_->header(), &PaneHeader::switched, sources_, &QStackedWidget::setCurrentIndex);
  connect(written_, &CodeView::edited, this, [this] { services_.get<DocumentText>()->edit(written_->code()); });
  connect(written_, &CodeView::offsetPicked, this, &CodeFeature::pickInWritten);
  connect(scheduled_, &CodeView::offsetPicked, this, &CodeFeature::pickInScheduled);
  connect(origin_->view(), &CodeView::offsetPicked, this, [this](int offset) {
    if (const std::optional<int> there = origin_->inProgram(offset)) pickInWritten(*there);
  });
  connect(services_.get<Document>(), &Document::replaced, this, [this] {
    for (CodeView* text : {written_, scheduled_, origin_->view()}) text->goToStart();
    showOrigin();
  });
  connect(services_.get<PythonRuns>(), &PythonRuns::followed, this, &CodeFeature::showState);
  connect(services_.get<PythonRuns>(), &PythonRuns::ended, this, &CodeFeature::showDiagnostics);
  connect(services_.get<PythonRuns>(), &PythonRuns::replaced, this, [this] {
    origin_->follow();
    showDiagnostics();
    showSelection();
  });
  connect(services_.get<Document>(), &Document::fileChanged, this, [this] {
    if (written_->code() != services_.get<DocumentText>()->content())
      written_->setCode(services_.get<DocumentText>()->content());
  });
  connect(services_.get<DocumentText>(), &DocumentText::parsed, this, &CodeFeature::showDiagnostics);
  connect(services_.get<ShownProgram>(), &ShownProgram::changed, this, &CodeFeature::showProgram);
  connect(services_.get<StateComparison>(), &StateComparison::changed, this, &CodeFeature::showComparison);
  connect(services_.get<SelectionModel>(), &SelectionModel::changed, this, &CodeFeature::showSelection);
  connect(services_.get<Messages>(), &Messages::problemsChanged, this, &CodeFeature::showState);
  connect(lock_, &PaneLock::unlocked, this, [this] {
    showScheduledText();
    showSelection();
  });
}

void CodeFeature::start() { showProgram(); }

void CodeFeature::setTheme(const Theme& theme) {
  for (CodeView* view : {written_, scheduled_, origin_->view()}) view->setTheme(theme);
  pinLegend_->setTheme(theme);
  showSelection();
  showState();
}

// Never disables undo while the editor may have typing to undo.
void CodeFeature::refreshActions() {
  const bool can = services_.get<Document>()->hasProgram() && services_.get<Document>()->history().canUndo();
  undo_->setText(
      can ? tr("&Undo %1")
                .arg(QString::fromStdString(
                    services_.get<Document>()->history().node(services_.get<Document>()->history().current()).title))
          : tr("&Undo"));
}

void CodeFeature::saveLayout(QJsonObject& layout) const {
  QJsonArray names;
  for (const Pin& pin : texts_.pins()->all()) names.append(QString::fromStdString(pin.name));
  layout["pins"] = names;
}

void CodeFeature::restoreLayout(const QJsonObject& layout) {
  if (!layout.contains("pins")) return;
  texts_.pins()->clear();
  for (const auto& name : layout["pins"].toArray()) texts_.pins()->toggle(name.toString().toStdString());
}

void CodeFeature::showScheduled(bool scheduled) { showText(scheduled ? kScheduled : kWritten); }

void CodeFeature::showOriginal() { showText(origin_->exists() ? kOriginal : kWritten); }

void CodeFeature::showText(int number) {
  const bool keys = sources_->currentWidget()->hasFocus();
  sources_->setCurrentIndex(number);
  pane_->header()->setSwitch(number);
  if (keys) sources_->currentWidget()->setFocus();
}

void CodeFeature::goToProblem(const Span& span, bool inOrigin) {
  const std::optional<Span> there = inOrigin && origin_->exists() ? std::optional(span) : origin_->fromProgram(span);
  CodeView* view = there ? origin_->view() : written_;
  showText(there ? kOriginal : kWritten);
  view->goTo(there ? there->begin : span.begin);
  view->setFocus();
}

// ---- contents ----

// A program that Python made is first shown in the file that Python ran.
void CodeFeature::showOrigin() {
  origin_->follow();
  const int shown = sources_->currentIndex();
  QStringList titles{tr("Written"), tr("Scheduled")};
  if (origin_->exists()) titles << origin_->title();
  pane_->header()->setSwitches(titles);
  if (origin_->exists() && shown == kWritten)
    showOriginal();
  else
    showText(shown == kOriginal && !origin_->exists() ? kWritten : shown);
  origin_->goToProgram();
}

void CodeFeature::showDiagnostics() {
  std::vector<Diagnostic> all = services_.get<DocumentText>()->diagnostics();
  origin_->showDiagnostics(all);
  const Session* session = services_.get<Document>()->session();
  if (session && !origin_->exists()) {
    const std::string& file = session->origin ? session->origin->file : session->path();
    for (Diagnostic& d : services_.get<PythonRuns>()->errorsIn(file, services_.get<DocumentText>()->content()))
      all.push_back(std::move(d));
  }
  written_->setDiagnostics(all);
}

void CodeFeature::showProgram() {
  if (services_.get<Document>()->hasProgram() && services_.get<ShownProgram>()->hasViews()) return showScheduledText();
  scheduledViews_.reset();
  scheduled_->setCode({});
}

// A locked pane keeps its text and the program that was printed.
void CodeFeature::showScheduledText() {
  if (lock_->locked()) return;
  scheduledViews_ = services_.get<ShownProgram>()->sharedViews();
  if (const OtherState* other = services_.get<StateComparison>()->state())
    scheduled_->setCompared(other->printed, services_.get<ShownProgram>()->views().printed.text);
  else
    scheduled_->setCode(services_.get<ShownProgram>()->views().printed.text);
  const BlockSigns signs = signsOf(services_.get<ShownProgram>()->views().tree);
  scheduled_->signs()->set(signedLines(services_.get<ShownProgram>()->views().printed.text,
                                       services_.get<ShownProgram>()->views().printed.map, signs),
                           signs.names);
  showWrittenSigns(signs);
  Q_EMIT scheduledTextShown();
}

// While the text has not been parsed, the existing signs move with their lines and no new ones are set.
void CodeFeature::showWrittenSigns(const BlockSigns& signs) {
  if (!services_.get<Document>()->source() || written_->code() != services_.get<Document>()->source()->source.text)
    return;
  std::multimap<BlockId, BlockId> shown;  // by their ids in the source
  for (const auto& [block, number] : signs.numbers)
    if (const BlockId there = services_.get<SelectionModel>()->inSource(block); there.valid())
      shown.emplace(there, block);
  std::vector<std::pair<Span, BlockId>> places;
  for (const MappedRange& range : services_.get<Document>()->source()->map.ranges()) {
    if (range.kind != MappedRange::Kind::Block) continue;
    const auto [first, last] = shown.equal_range(range.block);
    for (auto it = first; it != last; ++it) places.emplace_back(range.span, it->second);
  }
  written_->signs()->set(signedLines(services_.get<Document>()->source()->source.text, std::move(places), signs),
                         signs.names);
}

void CodeFeature::showComparison() {
  if (!services_.get<Document>()->hasProgram() || !services_.get<ShownProgram>()->hasViews()) return;
  showScheduledText();
  showSelection();
}

void CodeFeature::showSelection() {
  if (!services_.get<Document>()->hasProgram() || !services_.get<ShownProgram>()->hasViews() || lock_->locked() ||
      !scheduledViews_)
    return;
  const LinkedSelection& selection = services_.get<SelectionModel>()->current();
  scheduled_->highlight(spansOf(scheduledViews_->printed.map, selection), true);
  const bool current = !services_.get<DocumentText>()->modified() ||
                       written_->code() == services_.get<Document>()->source()->source.text;
  if (!current) return;
  const std::vector<Span> spans = spansOf(services_.get<Document>()->source()->map,
                                          {services_.get<SelectionModel>()->inSource(), selection.buffer});
  written_->highlight(spans, true);
  origin_->highlight(spans);
}

void CodeFeature::showState() {
  const std::vector<Problem> all = services_.get<Messages>()->problems();
  const auto errors = std::count_if(all.begin(), all.end(), [](const Problem& p) {
    return p.span.valid() && p.severity == Problem::Severity::Error;
  });
  PaneHeader* header = pane_->header();
  if (errors > 0)
    header->setState(errors == 1 ? tr("✗ 1 error") : tr("✗ %1 errors").arg(errors), window_.theme().reduce);
  else if (services_.get<Document>()->source() && !services_.get<Document>()->hasProgram() &&
           !services_.get<Document>()->source()->graphs.empty())
    header->setState(tr("✓ A graph without kernels"));
  else if (services_.get<PythonRuns>()->need() && !services_.get<Document>()->hasProgram())
    header->setState(tr("Read only"));
  else if (services_.get<Document>()->source() && !services_.get<Document>()->hasProgram())
    header->setState(tr("✗ No function"), window_.theme().reduce);
  else
    header->setState(services_.get<Document>()->source() ? tr("✓ No problems") : QString());
}

// ---- selection, and contents of the texts ----

void CodeFeature::pickInWritten(int offset) {
  const SourceFile* source = services_.get<Document>()->source();
  if (!source || source->source.text != services_.get<DocumentText>()->content()) return;
  if (const MappedRange* range = source->map.scopeAt(offset))
    services_.get<SelectionModel>()->selectFromSource(range->kind == MappedRange::Kind::Loop ? range->loop : LoopId{},
                                                      range->block);
}

void CodeFeature::pickInScheduled(int offset) {
  if (!scheduledViews_) return;
  const LinkedSelection picked = selectionAt(scheduledViews_->printed.map, offset);
  if (!picked.empty()) services_.get<SelectionModel>()->select(picked);
}

CodeContent CodeFeature::contentOfWritten() const {
  CodeContent content;
  const SourceFile* source = services_.get<Document>()->source();
  if (!source || source->source.text != services_.get<DocumentText>()->content() ||
      written_->plainCode() != services_.get<DocumentText>()->content())
    return content;
  content.map = &source->map;
  for (const PrimFunc& f : source->functions) content.functions.push_back(&f);
  for (const Module& module : source->modules)
    for (const PrimFunc& f : module.functions) content.functions.push_back(&f);
  return content;
}

CodeContent CodeFeature::contentOfScheduled() const {
  CodeContent content;
  if (!scheduledViews_) return content;
  content.map = &scheduledViews_->printed.map;
  content.functions = {&scheduledViews_->function};
  return content;
}

}  // namespace lw
