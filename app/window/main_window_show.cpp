// What the window shows of the workbench's state, and the steps that are asked of it.
#include <QFileInfo>
#include <QMenu>
#include <QSplitter>
#include <algorithm>
#include <functional>

#include "app/services/kernel_facts.h"
#include "app/services/state_labels.h"
#include "app/services/step_preview.h"
#include "app/window/actions.h"
#include "app/window/main_window.h"
#include "app/window/samples.h"
#include "core/analysis/dataflow.h"
#include "core/ir/ops.h"
#include "core/schedule/all_primitives.h"
#include "core/schedule/support/provenance.h"
#include "core/script/composite.h"
#include "views/dataflow/dataflow_view.h"
#include "views/palette/primitive_bar.h"
#include "views/translation/translate_messages.h"
#include "views/widgets/lock_icon.h"
#include "views/widgets/step_line.h"

namespace lw {
namespace {

const QString kOpenLink = QStringLiteral("lw:open"), kSampleLink = QStringLiteral("lw:sample");
constexpr int kRecentLinks = 4;

QColor colorOf(const Theme& t, const LoopTreeNode& node) {
  if (node.kind == LoopTreeNode::Kind::Block) return t.accent;
  switch (node.forKind) {
    case ForKind::Serial:
      return node.reduce ? t.reduce : t.serial;
    case ForKind::Parallel:
    case ForKind::ThreadBinding:
      return t.parallel;
    case ForKind::Vectorized:
      return t.vectorized;
    case ForKind::Unrolled:
      return t.unrolled;
  }
  return t.serial;
}

QString joined(const std::vector<std::string>& names) {
  QStringList list;
  for (const std::string& n : names) list << QString::fromStdString(n);
  return list.join(", ");
}

}  // namespace

namespace {

// Made of tensor expressions: the text has no function of this name that is written out.
bool builtFromTensors(const SourceFile& file, const std::string& function) {
  if (function.find('.') != std::string::npos) return false;
  return std::none_of(file.syntax.body.begin(), file.syntax.body.end(), [&](const py::Stmt& s) {
    const auto* def = s->as<py::FunctionDef>();
    return def && def->name == function && !def->decorators.empty();
  });
}

}  // namespace

// The graph takes the height it needs, at most two fifths of the pane.
void MainWindow::showDataflow() {
  const Workspace& shown = workbench_.session()->workspace();
  const bool wanted = shown.source && builtFromTensors(*shown.source, workbench_.session()->function());
  const bool appears = wanted && dataflow_->isHidden();
  if (wanted) dataflow_->setFlow(dataflowOf(workbench_.schedule().program().function(workbench_.shownFunction())));
  dataflow_->setVisible(wanted);
  if (!appears) return;
  auto* both = qobject_cast<QSplitter*>(dataflow_->parentWidget());
  const int height = std::min(dataflow_->sizeHint().height(), both->height() * 2 / 5);
  both->setSizes({height, std::max(1, both->height() - height)});
}

void MainWindow::showTitle() {
  const QString session = workbench_.sessionPath();
  const QString source = workbench_.path().isEmpty() ? tr("no file") : QFileInfo(workbench_.path()).fileName();
  const QString file = session.isEmpty() ? source : QFileInfo(session).fileName();
  QString text = session.isEmpty() ? source : tr("%1: %2").arg(file, source);
  text += workbench_.modified() ? tr(" (edited)") : QString();
  if (workbench_.functionNames().size() > 1) text += tr(" — %1").arg(workbench_.function());
  if (workbench_.hasProgram()) {
    const std::vector<int> path = workbench_.shownPath();
    const int here = int(workbench_.history().pathTo(workbench_.history().current()).size()) - 1;
    const std::string& name = workbench_.history().node(path.back()).name;
    if (!name.empty()) text += tr(" — variant “%1”").arg(QString::fromStdString(name));
    if (path.size() > 1) text += tr(" (step %1 of %2)").arg(here).arg(path.size() - 1);
  }
  title_->setText(text);
  setWindowTitle(tr("%1 — Loopwright").arg(file));
}

void MainWindow::showProgram() {
  if (std::exchange(shownDocument_, workbench_.document()) != workbench_.document())
    for (QToolButton* lock : {sourceLock_, loweredLock_, treeLock_}) lock->setChecked(false);
  runButton_->setEnabled(workbench_.hasProgram() && !workbench_.worker()->busy(Worker::kRun));
  if (!workbench_.hasProgram() || !workbench_.hasViews()) return showNoProgram();
  showScheduledText();
  showTree();
  if (!loweredLock_->isChecked()) lowered_->setBlocks(signsOf(workbench_.views().tree));
  showNames();
}

void MainWindow::showBadges() {
  const auto report = workbench_.emulated();
  if (!treeLock_->isChecked()) tree_->setBadges(report ? emulatedBadges(*report) : TreeBadges());
}

void MainWindow::showTree() {
  if (treeLock_->isChecked()) return;
  tree_->setTree(workbench_.views().tree);
  showBadges();
  showDataflow();
  tree_->setConflict({}, {});
}

void MainWindow::showNames() {
  QStringList loops, blocks;
  for (const LoopTreeNode& node : workbench_.views().tree.nodes) {
    if (node.loop.valid()) loops << QString::fromStdString(node.name);
    if (node.block.valid()) blocks << QString::fromStdString(node.name);
  }
  stepLine_->setNames(loops, blocks, workbench_.composites());
}

// A locked pane keeps its text, and with it what the text was printed from.
void MainWindow::showScheduledText() {
  if (sourceLock_->isChecked()) return;
  scheduledViews_ = workbench_.sharedViews();
  if (const OtherState* other = workbench_.comparison())
    scheduled_->setCompared(other->printed, workbench_.views().printed.text);
  else
    scheduled_->setCode(workbench_.views().printed.text);
  const BlockSigns signs = signsOf(workbench_.views().tree);
  scheduled_->setSigns(signedLines(workbench_.views().printed.text, workbench_.views().printed.map, signs),
                       signs.names);
  showWrittenSigns(signs);
  showBreakpoints();
}

// While the text is not what was read, nothing is claimed of it anew; what is there moves with its lines.
void MainWindow::showWrittenSigns(const BlockSigns& signs) {
  if (!workbench_.source() || written_->code() != workbench_.source()->source.text) return;
  std::multimap<BlockId, BlockId> shown;  // by their ids in the source
  for (const auto& [block, number] : signs.numbers)
    if (const BlockId there = workbench_.inSource(block); there.valid()) shown.emplace(there, block);
  std::vector<std::pair<Span, BlockId>> places;
  for (const MappedRange& range : workbench_.source()->map.ranges()) {
    if (range.kind != MappedRange::Kind::Block) continue;
    const auto [first, last] = shown.equal_range(range.block);
    for (auto it = first; it != last; ++it) places.emplace_back(range.span, it->second);
  }
  written_->setSigns(signedLines(workbench_.source()->source.text, std::move(places), signs), signs.names);
}

void MainWindow::showBusy() {
  if (!workbench_.worker()->busy()) {
    busySoon_.stop();
    busy_->setText(background_);
  } else if (!busySoon_.isActive()) {
    busySoon_.start();
  }
}

void MainWindow::showComparison() {
  const OtherState* other = workbench_.comparison();
  compared_->setVisible(other);
  diff_->setVisible(!other);
  if (other) compared_->setText(tr("against %1  ✕").arg(other->label));
  if (workbench_.hasProgram() && workbench_.hasViews()) {
    showScheduledText();
    showSelection();
  }
  if (!loweredLock_->isChecked()) lowered_->setOther(other ? other->stages : Stages());
  showTrace();
}

// Nothing of the file before may stay.
void MainWindow::showNoProgram() {
  for (QToolButton* lock : {sourceLock_, loweredLock_, treeLock_}) lock->setChecked(false);
  scheduledViews_.reset();
  tree_->setTree({});
  dataflow_->hide();
  scheduled_->setCode({});
  lowered_->setStages({}, {});
  loweredPane_->header()->setState({});
  inspector_->setContent({});
  showTrace();
  bar_->setNoProgram(tr("there is no program"));
  const SourceFile* source = workbench_.source();
  if (!source || workbench_.text().empty())
    tree_->setEmptyText(tr("no program"),
                        tr("open a .py file with a @T.prim_func (Ctrl+O), drop one here, or type one "
                           "into the source pane"),
                        startLinks());
  else if (source->hasErrors())
    tree_->setEmptyText(tr("the source has errors"), tr("they are underlined, and listed under Problems with their "
                                                        "places; a click there goes to the place"));
  else
    tree_->setEmptyText(tr("no function"), tr("this file has no @T.prim_func to schedule"));
}

// What there is to open at a first start, and what was open before.
QString MainWindow::startLinks() const {
  const auto link = [this](const QString& where, const QString& words) {
    return QStringLiteral("<a href='%1' style='color:%3; text-decoration:none'>%2</a>")
        .arg(where.toHtmlEscaped(), words.toHtmlEscaped(), theme_.accent.name());
  };
  QStringList links{link(kOpenLink, tr("Open a file…"))};
  if (!samplesFolder().isEmpty()) links << link(kSampleLink, tr("Open a sample…"));
  const QStringList recent = settings_->value("recent").toStringList().mid(0, kRecentLinks);
  for (const QString& file : recent) links << link(file, QFileInfo(file).fileName());
  return QStringLiteral("<p align='center' style='line-height:150%'>%1</p>").arg(links.join(QStringLiteral("<br>")));
}

void MainWindow::followStartLink(const QString& link) {
  if (link == kOpenLink) return actions_->openDialog();
  if (link == kSampleLink) return void(actions_->samples()->popup(QCursor::pos()));
  openFile(link);
}

void MainWindow::showSelection() {
  if (!workbench_.hasProgram() || !workbench_.hasViews()) return;
  const LinkedSelection& selection = workbench_.selection();
  if (!treeLock_->isChecked()) {
    tree_->setSelection(selection, !tree_->hasFocus());
    dataflow_->setSelection(selection, !dataflow_->hasFocus());
  }
  if (!sourceLock_->isChecked() && scheduledViews_) {
    scheduled_->highlight(spansOf(scheduledViews_->printed.map, selection), true);
    const bool current = !workbench_.modified() || written_->code() == workbench_.source()->source.text;
    if (current)
      written_->highlight(spansOf(workbench_.source()->map, {workbench_.selectionInSource(), selection.buffer}), true);
  }
  if (!loweredLock_->isChecked())
    lowered_->setSelection(withDescendants(workbench_.schedule().program(), selection.nodes), selection.buffer,
                           !workbench_.stagesAwaited());
  inspector_->setContent(inspectorContent());
}

void MainWindow::showOffers() {
  bar_->setOffers(workbench_.offers());
  inspector_->setContent(inspectorContent());
}

InspectorContent MainWindow::contentOfMany() const {
  InspectorContent content;
  const Selection& nodes = workbench_.selection().nodes;
  const Snapshot& program = workbench_.schedule().program();
  QStringList loops, blocks;
  double iterations = 1;
  for (const LoopId loop : nodes.loops) {
    loops << QString::fromStdString(program.loop(loop).var.name());
    const std::optional<int64_t> extent = asInt(program.loop(loop).extent);
    iterations = extent ? iterations * double(*extent) : 0;
  }
  for (const BlockId block : nodes.blocks) blocks << QString::fromStdString(program.block(block).name);
  content.title = (loops + blocks).join(", ");
  content.chip = blocks.isEmpty()  ? tr("%1 loops").arg(loops.size())
                 : loops.isEmpty() ? tr("%1 blocks").arg(blocks.size())
                                   : tr("%1 nodes").arg(loops.size() + blocks.size());
  content.chipColor = theme_.accent;
  content.sentence = loops.size() > 1 ? tr("reorder puts them into the order in which they were picked; fuse makes one "
                                           "of those that stand in each other")
                                      : tr("steps that take several take these");
  if (loops.size() > 1) content.facts.emplace_back(tr("in this order"), loops.join(" → "));
  if (loops.size() > 1 && iterations > 0) content.facts.emplace_back(tr("iterations together"), countText(iterations));
  content.offers = workbench_.offers();
  return content;
}

InspectorContent MainWindow::inspectorContent() const {
  InspectorContent content;
  if (!workbench_.hasProgram() || !workbench_.hasViews()) return content;
  const LinkedSelection& selection = workbench_.selection();
  const LoopTree& tree = workbench_.views().tree;
  const int index = selection.loop().valid() ? tree.find(selection.loop()) : tree.find(selection.block());
  if (index < 0) return content;
  if (selection.nodes.loops.size() + selection.nodes.blocks.size() > 1) return contentOfMany();
  const LoopTreeNode& node = tree.nodes[size_t(index)];
  content.title = QString::fromStdString(node.name);
  content.chipColor = colorOf(theme_, node);
  const Schedule& schedule = workbench_.schedule();
  content.made = stepsOf(node.loop.valid()    ? stepsBehind(schedule, node.loop)
                         : node.block.valid() ? stepsBehind(schedule, node.block)
                                              : std::vector<int>());
  if (node.kind == LoopTreeNode::Kind::Loop) {
    content.chip = chipText(node);
    content.sentence =
        tr("%1 iterations, %2").arg(QString::fromStdString(node.extent), node.reduce ? tr("reduction") : tr("spatial"));
    QStringList blocks;
    int loops = 0;
    const Selection below = withDescendants(schedule.program(), {{node.loop}, {}});
    for (const BlockId b : below.blocks) blocks << QString::fromStdString(schedule.program().name(b));
    loops = int(below.loops.size()) - 1;
    content.facts = {{tr("operations"), tr("%1 %").arg(node.flopShare * 100, 0, 'f', node.flopShare > 0.1 ? 0 : 1)},
                     {tr("touches"), workingSet(node.cost, tree.caches)},
                     {tr("FLOP/byte"), QString::number(node.cost.intensity(), 'g', 3)},
                     {tr("blocks"), blocks.join(", ")},
                     {tr("inner loops"), QString::number(loops)}};
  } else {
    content.chip = tr("block");
    content.sentence = node.init.empty() ? tr("a block") : tr("a reduction with its first value");
    if (!node.statement.empty()) content.facts.emplace_back(tr("computes"), QString::fromStdString(node.statement));
    if (!node.init.empty()) content.facts.emplace_back(tr("first"), QString::fromStdString(node.init));
    if (!node.predicate.empty()) content.facts.emplace_back(tr("where"), QString::fromStdString(node.predicate));
    if (!node.reads.empty()) content.facts.emplace_back(tr("reads"), joined(node.reads));
    if (!node.writes.empty()) content.facts.emplace_back(tr("writes"), joined(node.writes));
  }
  for (auto& fact : launchFacts(tree, index)) content.facts.push_back(std::move(fact));
  if (const auto report = workbench_.emulated())
    for (auto& fact : emulatedFacts(tree, index, *report)) content.facts.push_back(std::move(fact));
  content.offers = workbench_.offers();
  return content;
}

void MainWindow::showTrace() {
  variantTips_.clear();
  if (!workbench_.hasProgram()) {
    tracePane_->header()->setSwitches({});
    trace_->setRows({}, 0);
    tracePane_->header()->setState({});
    showBranches();
    return;
  }
  const History& history = workbench_.history();
  const std::vector<int> path = workbench_.shownPath();
  std::vector<TraceRow> rows;
  int current = 0;
  for (size_t i = 0; i < path.size(); ++i) {
    const History::Node& node = history.node(path[i]);
    TraceRow row;
    row.node = path[i];
    row.call = i == 0 ? tr("as written") : QString::fromStdString(node.title);
    if (i > 0) row.change = changeBetween(history.node(path[i - 1]).schedule.program(), node.schedule.program());
    if (history.isComposed(path[i]))
      for (const TitledState& step : statesOf(node.schedule, history.node(node.parent).schedule.stepCount()))
        row.steps.push_back(QString::fromStdString(step.title));
    row.note = QString::fromStdString(node.note);
    row.remark = row.note.section('\n', 0, 0);
    row.bookmark = node.bookmark;
    row.off = node.off;
    if (node.off) row.change = tr("switched off");
    if (!row.note.isEmpty()) row.change += QStringLiteral(" ✎");
    if (!node.lost.empty()) {
      row.change = tr("refused");
      row.check = TraceRow::Check::Failed;
      row.note = QString::fromStdString(node.lost) + (row.note.isEmpty() ? QString() : "\n\n" + row.note);
    }
    if (path[i] == history.current()) current = int(i);
    row.compared = workbench_.compared() == path[i];
    if (const RunRow* run = workbench_.runs()->of(path[i])) {
      if (!isEmulated(*run)) row.ms = run->medianMs;
      row.check = !run->error.isEmpty() ? TraceRow::Check::Failed
                  : !run->checked       ? TraceRow::Check::None
                  : run->ok             ? TraceRow::Check::Good
                                        : TraceRow::Check::Wrong;
      row.checkWords = checkWords(*run);
    } else if (const Workbench::Untimed* untimed = workbench_.untimed(path[i])) {
      row.untimed = untimed->tooSlow ? tr("> %1 s").arg(workbench_.quickTimeout()) : QStringLiteral("–");
      row.untimedWhy =
          untimed->tooSlow
              ? tr("not timed in passing: it did not end within %1 s. Run waits for it.").arg(workbench_.quickTimeout())
              : tr("not timed in passing: %1").arg(inWords(untimed->why));
    }
    rows.push_back(std::move(row));
  }
  for (size_t i = 0; i < rows.size(); ++i) rows[i].ahead = int(i) > int(history.pathTo(history.current()).size()) - 1;
  trace_->setRows(std::move(rows), current);

  int shown = -1;
  QStringList variants;
  const std::vector<Branch> branches = branchesOf(history);
  for (const int tip : history.variants()) {
    if (tip == 0) continue;  // nothing was done yet
    const QString name = QString::fromStdString(history.node(tip).name);
    variants << (name.isEmpty() ? variantOf(branches, tip) : name);
    if (tip == path.back()) shown = int(variantTips_.size());
    variantTips_.push_back(tip);
  }
  tracePane_->header()->setSwitches(variants);
  if (shown >= 0) tracePane_->header()->setSwitch(shown);
  showBranches();
  tracePane_->header()->setState(path.size() < 2    ? tr("no steps yet")
                                 : path.size() == 2 ? tr("1 step")
                                                    : tr("%1 steps").arg(path.size() - 1));
  showTitle();
  actions_->refresh();
}

void MainWindow::showProblems() {
  const std::vector<Problem> all = workbench_.problems();
  problems_->setProblems(all);
  resultsPane_->header()->setSwitchText(switchOf(kProblemsPage),
                                        all.empty() ? tr("Problems") : tr("Problems (%1)").arg(all.size()));
  const auto errors = std::count_if(all.begin(), all.end(), [](const Problem& p) {
    return p.span.valid() && p.severity == Problem::Severity::Error;
  });
  const bool before = workbench_.hasProgram() && errors > 0 && !workbench_.session()->fits();
  treePane_->header()->setState(before ? tr("⚠ text before errors") : QString());
  const bool nothing = workbench_.source() && !workbench_.hasProgram();
  if (errors == 0 && nothing)
    sourcePane_->header()->setState(tr("✗ no function"), theme_.reduce);
  else if (errors == 0)
    sourcePane_->header()->setState(workbench_.source() ? tr("✓ no problems") : QString());
  else
    sourcePane_->header()->setState(errors == 1 ? tr("✗ 1 error") : tr("✗ %1 errors").arg(errors), theme_.reduce);
}

void MainWindow::showPreview(const std::shared_ptr<const StepPreview>& preview) {
  if (!form_->isVisible() || form_->primitive() != preview->primitive) return;
  if (preview->legal)
    form_->preview()->showChange(preview->before, preview->after, preview->change);
  else
    form_->preview()->showNothing(tr("no result: refused"));
  if (!treeLock_->isChecked()) tree_->setMarks(preview->marks);
}

// ---- texts ----

// A locked pane keeps what it has.
std::set<std::string> MainWindow::stageWish(std::optional<int> node) const {
  std::set<std::string> names;
  const auto add = [&names](const LoweredView* view) { names.merge(view->wantedStages()); };
  if (!loweredLock_->isChecked() && (!node || node == workbench_.compared())) add(lowered_);
  for (const ExtraPane* pane : extras_->all())
    if (pane->lowered() && pane->node() == node) add(pane->lowered());
  return names;
}

QString MainWindow::shownStep() const {
  if (!workbench_.hasProgram()) return {};
  const int step = int(workbench_.history().pathTo(workbench_.history().current()).size()) - 1;
  return step == 0 ? tr("as written") : tr("step %1").arg(step);
}

// What the panes missed while they were locked is shown when they are not any more.
void MainWindow::connectLocks() {
  connect(sourceLock_, &QToolButton::toggled, this, [this](bool locked) {
    showLock(*sourceLock_, shownStep());
    if (locked || !workbench_.hasProgram() || !workbench_.hasViews()) return;
    showScheduledText();
    showSelection();
  });
  connect(treeLock_, &QToolButton::toggled, this, [this](bool locked) {
    showLock(*treeLock_, shownStep());
    if (locked || !workbench_.hasProgram() || !workbench_.hasViews()) return;
    showTree();
    showSelection();
  });
  connect(loweredLock_, &QToolButton::toggled, this, [this](bool locked) {
    showLock(*loweredLock_, shownStep());
    if (locked || !workbench_.hasProgram() || !workbench_.hasViews()) return;
    showComparison();
    workbench_.refreshStages();
  });
}

// Of the pane that has the keys, or of the one with the text that had them last.
void MainWindow::lockPane() {
  if (tree_->hasFocus()) return treeLock_->toggle();
  const CodeFrame* frame = codePanes_.current();
  for (QToolButton* lock : findChildren<QToolButton*>(QStringLiteral("lockPane"))) {
    const auto* pane = qobject_cast<Pane*>(lock->parentWidget()->parentWidget());
    if (frame && pane && pane->isAncestorOf(frame)) return lock->toggle();
  }
}

void MainWindow::openPane(ExtraPane::Kind kind) {
  extras_->open(kind, kind == ExtraPane::Kind::Lowered ? loweredPane_ : sourcePane_);
}

CodeContent MainWindow::contentOf(const CodeView* view) const {
  CodeContent content;
  if (view == written_) {
    const SourceFile* source = workbench_.source();
    if (!source || source->source.text != workbench_.text() || written_->plainCode() != workbench_.text())
      return content;
    content.map = &source->map;
    for (const PrimFunc& f : source->functions) content.functions.push_back(&f);
    for (const Module& module : source->modules)
      for (const PrimFunc& f : module.functions) content.functions.push_back(&f);
  } else if (view == scheduled_) {
    if (!scheduledViews_) return content;
    content.map = &scheduledViews_->printed.map;
    content.functions = {&scheduledViews_->function};
  } else if (const StageText* stage = lowered_->shownStage()) {
    content.language = stage->language;
    if (!stage->program) return content;
    content.map = &stage->program->map;
    content.functions = {&stage->program->function};
  }
  return content;
}

void MainWindow::pickInWritten(int offset) {
  const SourceFile* source = workbench_.source();
  if (!source || source->source.text != workbench_.text()) return;
  if (const MappedRange* range = source->map.scopeAt(offset))
    workbench_.selectFromSource(range->kind == MappedRange::Kind::Loop ? range->loop : LoopId{}, range->block);
}

void MainWindow::pickInScheduled(int offset) {
  if (!scheduledViews_) return;
  const LinkedSelection picked = selectionAt(scheduledViews_->printed.map, offset);
  if (!picked.empty()) workbench_.select(picked);
}

// ---- steps ----

void MainWindow::openForm(const Primitive& primitive, const QPoint& at) {
  if (!workbench_.hasProgram() || !workbench_.hasViews()) return say(tr("no program: open a file first"));
  const StepOffer* offer = workbench_.offer(primitive.name);
  const bool known = offer && !offer->args.empty();
  form_->setVectors(vectorLanes_, theme_.vectorized);
  form_->open(primitive, workbench_.views().choices, offer ? offer->candidates : std::vector<Candidate>{},
              known ? offer->args : argumentsFor(primitive, workbench_.selection().nodes), at);
  if (offer) workbench_.checkCandidates(primitive, offer->candidates);
}

// A step that needs no more than the selection is applied at once; others ask.
void MainWindow::stepRequested(const Primitive& primitive, const QPoint& at) {
  const StepOffer* offer = workbench_.offer(primitive.name);
  const bool list = takesSeveralLoops(primitive);
  const bool asks = primitive.params.size() > 1 || (offer && offer->candidates.size() > 1) ||
                    (list && workbench_.selection().nodes.loops.size() < 2);
  if (!asks && offer && (offer->state == StepOffer::State::Legal || offer->state == StepOffer::State::Undecided))
    return workbench_.applyStep(primitive, offer->args);
  openForm(primitive, at);
}

// What the right button selects is offered a moment later.
void MainWindow::openStepMenu(const QPoint& globalPosition) {
  if (workbench_.offersKnown() || !workbench_.hasProgram()) return showStepMenu(globalPosition);
  delete findChild<QObject*>(QStringLiteral("menuThatWaits"));
  auto* once = new QObject(this);
  once->setObjectName("menuThatWaits");
  const auto open = [this, once, globalPosition] {
    once->deleteLater();
    showStepMenu(globalPosition);
  };
  connect(&workbench_, &Workbench::offersChanged, once, open, Qt::SingleShotConnection);
}

// What can be done with the selection first; then everything, by group.
void MainWindow::showStepMenu(const QPoint& globalPosition) {
  constexpr size_t kFirst = 10;
  QMenu menu(this);
  const auto add = [&](QMenu& to, const StepOffer& offer) {
    QAction* action =
        to.addAction(QString::fromStdString(offer.primitive->name), this,
                     [this, p = offer.primitive, globalPosition] { stepRequested(*p, mapFromGlobal(globalPosition)); });
    const bool told = offer.state == StepOffer::State::Refused || offer.state == StepOffer::State::Undecided;
    action->setToolTip(told ? reasonWords(offer.reason) : inWords(offer.primitive->summary));
    if (offer.state == StepOffer::State::Refused) action->setText(action->text() + tr("   — refused"));
  };
  for (const StepOffer* offer : firstOffers(kFirst)) add(menu, *offer);
  menu.addSeparator();
  const auto addGroup = [&](const QString& title, const std::function<bool(const StepOffer&)>& belongs) {
    QMenu* group = nullptr;
    for (const StepOffer& offer : workbench_.offers()) {
      if (offer.state == StepOffer::State::NothingSelected || !belongs(offer)) continue;
      if (!group) group = menu.addMenu(title);
      group->setToolTipsVisible(true);
      add(*group, offer);
    }
  };
  for (const Group group : stepGroups())
    addGroup(groupName(group),
             [&](const StepOffer& o) { return o.primitive->group == group && !isComposite(*o.primitive); });
  addGroup(tr("Composites"), [](const StepOffer& o) { return isComposite(*o.primitive); });
  menu.setToolTipsVisible(true);
  if (!menu.isEmpty()) menu.exec(globalPosition);
}

// Those that take all of several selected loops, then the legal ones, the usual ones before others.
std::vector<const StepOffer*> MainWindow::firstOffers(size_t most) const {
  const bool many = workbench_.selection().nodes.loops.size() > 1;
  const auto takesAll = [&](const StepOffer& o) { return many && takesSeveralLoops(*o.primitive); };
  std::vector<const StepOffer*> first;
  for (const StepOffer& offer : workbench_.offers()) {
    const bool legal = offer.state == StepOffer::State::Legal && offer.primitive->group != Group::Sampling;
    if (offer.state != StepOffer::State::NothingSelected && (legal || takesAll(offer))) first.push_back(&offer);
  }
  std::stable_sort(first.begin(), first.end(), [&](const StepOffer* a, const StepOffer* b) {
    return std::pair(!takesAll(*a), rankOf(*a->primitive)) < std::pair(!takesAll(*b), rankOf(*b->primitive));
  });
  first.resize(std::min(first.size(), most));
  return first;
}

void MainWindow::stepKey(QChar key) {
  for (const Primitive* p : allPrimitives())
    if (p->traits.key && key == QLatin1Char(p->traits.key)) {
      const int node = tree_->tree().find(workbench_.selection().loop());
      const QRect rect = node >= 0 ? tree_->rectOf(workbench_.selection().loop()) : QRect(0, 0, 40, 20);
      return stepRequested(*p, tree_->viewport()->mapTo(this, rect.bottomLeft() + QPoint(40, 4)));
    }
}

void MainWindow::typeStep() {
  tracePane_->show();
  stepLine_->edit()->setFocus();
}

void MainWindow::askForStep() {
  if (!workbench_.hasProgram()) return say(tr("no program: open a file first"));
  palette_->open(workbench_.offers(), workbench_.composites());
}

}  // namespace lw
