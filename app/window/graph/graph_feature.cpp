#include "app/window/graph/graph_feature.h"

#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QToolButton>
#include <algorithm>

#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/document/document_text.h"
#include "app/models/program/selection_model.h"
#include "app/models/support/job_runner.h"
#include "app/models/support/services.h"
#include "app/services/models/model_plan.h"
#include "app/services/models/model_runs.h"
#include "app/window/code/code_feature.h"
#include "app/window/graph/model_controls.h"
#include "app/window/layouts/layouts_feature.h"
#include "app/window/loop_tree/loop_tree_feature.h"
#include "app/window/picture_export.h"
#include "app/window/window_context.h"
#include "core/graph/graph.h"
#include "core/text/tir/parser.h"
#include "views/graph/graph_accessible.h"
#include "views/graph/graph_panel.h"
#include "views/widgets/pane.h"

namespace lw {
namespace {

// Of the window's width, in hundredths, when the pane opens: beside kernels, and for a graph without any.
constexpr int kShare = 34, kShareAlone = 46;

QString qualified(const std::string& module, const std::string& function) {
  return QString::fromStdString(module.empty() ? function : module + "." + function);
}

// The class with the kernels of a graph; nullptr: the graph is outside of classes.
const Module* moduleNamed(const SourceFile& file, const std::string& name) {
  const auto found =
      std::find_if(file.modules.begin(), file.modules.end(), [&](const Module& m) { return m.name == name; });
  return found == file.modules.end() ? nullptr : &*found;
}

// The indentation of a line belongs to the statement in it.
int statementAt(const std::string& text, int offset) {
  const size_t line = offset == 0 ? std::string::npos : text.rfind('\n', size_t(offset) - 1);
  const size_t first = text.find_first_not_of(' ', line == std::string::npos ? 0 : line + 1);
  return first == std::string::npos || text[first] == '\n' ? offset : std::max(offset, int(first));
}

}  // namespace

GraphFeature::GraphFeature(WindowContext& window) : Feature(window) {
  QAccessible::installFactory(graphAccessible);  // before the view exists; installing it twice has no effect
  panel_ = new GraphPanel;
  controls_ = new ModelControls(window, *panel_);
  controls_->setParent(this);
  buildPane();
  addMenus();
  setHelp("graph", panel_);
  addKeys(tr("Graph"), {{tr("↓ ↑"), tr("Go to a node that uses the value, or to its first operand")},
                        {tr("← →"), tr("Go to the node beside it")},
                        {tr("Enter"), tr("Open the kernel or the function that is called")},
                        {QStringLiteral("F"), tr("Fit the graph into the pane")},
                        {QStringLiteral("+ −"), tr("Zoom")},
                        {QStringLiteral("/"), tr("Find operators, values, shapes")},
                        {tr("Esc"), tr("Select nothing")}});
}

GraphView* GraphFeature::view() const { return panel_->view(); }

void GraphFeature::buildPane() {
  pane_ = new Pane("graph", tr("Graph"), panel_);
  functions_ = new QComboBox;
  functions_->setObjectName("graphFunctions");
  functions_->setAccessibleName(tr("Graph function"));
  functions_->setToolTip(tr("The graph function that is shown"));
  functions_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  functions_->setFocusPolicy(Qt::TabFocus);
  functions_->hide();
  pane_->header()->addRight(functions_);
  weights_ = pane_->header()->addTool(tr("Weights"), tr("Show weights as nodes of their own"));
  weights_->setObjectName("graphWeights");
  weights_->setCheckable(true);
  addPane(pane_, PaneRow::Top, 0, 0);
}

void GraphFeature::addMenus() {
  export_ = addAction(MenuSection::FileExchange, tr("Export the &graph as a picture…"), "", [this] {
    exportPicture(window_, tr("Export the graph as a picture"),
                  [this](const QString& path) { return view()->exportPicture(path); });
  });
  run_ = addAction(MenuSection::RunState, tr("Run the &model"), "F6", [this] {
    if (hasGraph()) showPane();
    services_.get<ModelRuns>()->run();
  });
  cancel_ = addAction(MenuSection::RunState, tr("Cancel the run of the m&odel"), "Shift+F6",
                      [this] { services_.get<ModelRuns>()->cancel(); });
  parameters_ =
      addAction(MenuSection::RunState, tr("&Parameters of the model…"), "", [this] { controls_->openParameters(); });
  undoFusion_ = addAction(MenuSection::RunState, tr("&Undo the last fusion by hand"), "",
                          [this] { services_.get<ModelRuns>()->undoFusion(); });
  drafts_ = addAction(MenuSection::RunState, tr("&Schedule kernels without steps by the cost model"), "", [this] {
    window_.settings().setValue("modelDrafts", drafts_->isChecked());
    services_.get<ModelRuns>()->setDrafts(drafts_->isChecked());
  });
  drafts_->setCheckable(true);
  drafts_->setObjectName("modelDrafts");
  addAction(MenuSection::ViewPlaces, tr("&Graph"), "Alt+G", [this] {
    showPane();
    view()->setFocus();
  });
}

void GraphFeature::showPane() {
  openedByItself_ = false;
  if (!pane_->isVisible()) window_.feature<LayoutsFeature>().layouts().show(QStringLiteral("Model"));
}

void GraphFeature::connectFeatures() {
  connect(services_.get<Document>(), &Document::replaced, this, &GraphFeature::forget);
  connect(services_.get<DocumentText>(), &DocumentText::parsed, this, &GraphFeature::followText);
  connect(services_.get<DocumentFiles>(), &DocumentFiles::loaded, this, &GraphFeature::openByItself);
  connect(pane_, &QDockWidget::visibilityChanged, this, [this](bool visible) {
    if (visible) showFunction();
  });
  connect(functions_, &QComboBox::currentIndexChanged, this, [this] {
    current_ = false;
    showFunction();
  });
  connect(weights_, &QToolButton::toggled, this, [this](bool shown) {
    window_.settings().setValue("graphWeights", shown);
    view()->setWeightsShown(shown);
  });
  connect(view(), &GraphView::arrangementRequested, this, &GraphFeature::arrangeInBackground);
  connect(view(), &GraphView::picked, this, &GraphFeature::select);
  connect(view(), &GraphView::activated, this, &GraphFeature::open);
  connect(window_.feature<CodeFeature>().written(), &CodeView::offsetPicked, this, &GraphFeature::selectAt);
  connect(services_.get<SelectionModel>(), &SelectionModel::selected, this, [this] {
    if (!services_.get<SelectionModel>()->current().empty()) view()->setCurrent(-1, false);
  });
}

void GraphFeature::restore() {
  const bool shown = window_.settings().value("graphWeights", false).toBool();
  weights_->setChecked(shown);
  drafts_->setChecked(window_.settings().value("modelDrafts", true).toBool());
  services_.get<ModelRuns>()->setDrafts(drafts_->isChecked());
  view()->setWeightsShown(shown);
}

void GraphFeature::start() { followText(); }

void GraphFeature::setTheme(const Theme& theme) {
  panel_->setTheme(theme);
  showInSource(false);
}

void GraphFeature::refreshActions() {
  const ModelRuns& models = *services_.get<ModelRuns>();
  export_->setEnabled(view()->hasPicture());
  run_->setEnabled(hasGraph() && !models.running());
  cancel_->setEnabled(models.running());
  parameters_->setEnabled(models.hasModel() && !models.running());
  undoFusion_->setEnabled(!models.fused().empty());
}

void GraphFeature::saveLayout(QJsonObject& layout) const { controls_->saveLayout(layout); }
void GraphFeature::restoreLayout(const QJsonObject& layout) { controls_->restoreLayout(layout); }

bool GraphFeature::zoom(QWidget* keys, int by) {
  if (keys != view()) return false;
  view()->zoomBy(by);
  return true;
}

// ---- contents ----

void GraphFeature::forget() {
  source_.reset();
  names_.clear();
  current_ = false;
  functions_->clear();
  view()->setOutline(nullptr);
  services_.get<JobRunner>()->drop(Channel::GraphLayout);
  arranging_ = outdated_ = false;
}

void GraphFeature::followText() {
  const Session* session = services_.get<Document>()->session();
  const std::shared_ptr<const SourceFile> source = session ? session->sharedSource() : nullptr;
  giveTreeRoom();
  if (source && source == source_) return showEmptyText();  // another function, or warnings
  QStringList names;
  if (source)
    for (const auto& graph : source->graphs)
      for (const graph::Function& f : graph->functions) names << qualified(graph->module, f.name);
  // A graph with errors in its text keeps its last picture while it is being typed.
  outdated_ = source && source->hasErrors() && view()->hasPicture() && !names.contains(functions_->currentText());
  if (outdated_) return showState();
  source_ = source;
  names_ = names;
  listFunctions();
  current_ = false;
  showFunction();
}

void GraphFeature::listFunctions() {
  const QString before = functions_->currentText();
  const QSignalBlocker quiet(functions_);
  functions_->clear();
  functions_->addItems(names_);
  const auto main = std::find_if(names_.begin(), names_.end(), [](const QString& name) {
    return name == QLatin1String("main") || name.endsWith(QLatin1String(".main"));
  });
  const int kept = int(names_.indexOf(before));
  functions_->setCurrentIndex(kept >= 0 ? kept : main != names_.end() ? int(main - names_.begin()) : 0);
  functions_->setVisible(names_.size() > 1);
}

// The pane opens with a file that has a graph, and closes with the next one that has none. A graph without kernels has
// no loops: it gets the room of their pane. A session has its own layout.
void GraphFeature::openByItself() {
  giveTreeRoom();
  if (!services_.get<Document>()->session()->layout.empty()) return;
  if (hasGraph() && !pane_->isVisible()) {
    Pane* tree = window_.feature<LoopTreeFeature>().pane();
    if (!services_.get<Document>()->hasProgram() && tree->isVisible()) {
      tree->hide();
      tookTreeRoom_ = true;
    }
    openedByItself_ = true;
    pane_->show();
    shareRow();
  } else if (!hasGraph() && openedByItself_) {
    openedByItself_ = false;
    pane_->hide();
  }
}

// Every pane of the row gets its share: if only the graph's width were set, another pane could be left without any.
void GraphFeature::shareRow() {
  const bool kernels = services_.get<Document>()->hasProgram();
  const std::pair<const char*, int> shares[] = {{"source", kernels ? 22 : 28},
                                                {"graph", kernels ? kShare : kShareAlone},
                                                {"tree", 19},
                                                {"lowered", kernels ? 25 : 26},
                                                {"inspector", 14}};
  QList<QDockWidget*> docks;
  QList<int> widths;
  for (const auto& [name, share] : shares) {
    auto* dock = window_.window()->findChild<Pane*>(QLatin1String(name), Qt::FindDirectChildrenOnly);
    if (!dock || !dock->isVisible() || dock->isFloating()) continue;
    docks << dock;
    widths << (dock->isFolded() ? dock->width() : window_.window()->width() * share / 100);
  }
  window_.window()->resizeDocks(docks, widths, Qt::Horizontal);
}

void GraphFeature::giveTreeRoom() {
  if (tookTreeRoom_ && services_.get<Document>()->hasProgram()) {
    tookTreeRoom_ = false;
    window_.feature<LoopTreeFeature>().pane()->show();
  }
}

std::shared_ptr<const graph::Outline> GraphFeature::shownOutline() const {
  if (source_)
    for (const auto& graph : source_->graphs)
      for (const graph::Function& f : graph->functions)
        if (qualified(graph->module, f.name) == functions_->currentText())
          return std::make_shared<const graph::Outline>(
              graph::outlineOf(f, graph.get(), moduleNamed(*source_, graph->module)));
  return nullptr;
}

// While nobody sees the pane, nothing is laid out.
void GraphFeature::showFunction() {
  if (current_ || !pane_->isVisible()) return;
  current_ = true;
  const QString name = functions_->currentText();
  const std::shared_ptr<const graph::Outline> outline = shownOutline();
  view()->setOutline(outline);
  ChosenModel model;
  if (outline && !source_->hasErrors())
    model = {source_, name.contains('.') ? name.section('.', 0, -2).toStdString() : std::string(),
             name.section('.', -1).toStdString(), outline};
  services_.get<ModelRuns>()->show(std::move(model));
  showEmptyText();
}

void GraphFeature::arrangeInBackground(std::shared_ptr<const GraphDrawing> drawing) {
  arranging_ = true;
  showState();
  services_.get<JobRunner>()->run<GraphArrangement>(
      Channel::GraphLayout, [drawing](const Stop& stop) { return arrange(*drawing, stop); },
      [this, drawing](GraphArrangement places) {
        arranging_ = false;
        if (places.complete) view()->setArrangement(drawing, std::move(places));
        showState();
        window_.refreshActions();
      });
}

void GraphFeature::showEmptyText() {
  if (!source_ || source_->source.text.empty())
    view()->setEmptyText(tr("No graph"),
                         tr("Open a .py file with an @R.function (Ctrl+O): its operators and kernels are shown here"));
  else if (source_->hasErrors())
    view()->setEmptyText(tr("The source has errors"),
                         tr("Errors are underlined and listed under Problems; click one to go to its place"));
  else
    view()->setEmptyText(
        tr("No graph"), tr("This file has no @R.function. The graph of a model has its operators and kernels as nodes, "
                           "with the shapes of their results"));
  showState();
}

void GraphFeature::showState() {
  PaneHeader* header = pane_->header();
  if (arranging_) return header->setState(tr("Laying out…"));
  if (!view()->hasPicture()) return header->setState({});
  if (outdated_) return header->setState(tr("⚠ Text before the errors"));
  header->setState(tr("%1 nodes").arg(view()->drawing()->outline->nodes.size()));
}

// ---- selection ----

bool GraphFeature::textIsCurrent() const {
  return source_ && view()->hasPicture() && source_->source.text == services_.get<DocumentText>()->content();
}

void GraphFeature::select(int node) {
  if (node >= 0 && !services_.get<SelectionModel>()->current().empty()) services_.get<SelectionModel>()->select({});
  if (node >= 0) window_.feature<CodeFeature>().showScheduled(false);
  showInSource(true);
}

void GraphFeature::showInSource(bool revealIt) {
  if (!textIsCurrent() || !services_.get<SelectionModel>()->current().empty()) return;
  std::vector<Span> spans;
  if (view()->current() >= 0) spans.push_back(view()->drawing()->outline->nodes[size_t(view()->current())].span);
  std::erase_if(spans, [](const Span& span) { return !span.valid(); });
  window_.feature<CodeFeature>().written()->highlight(spans, revealIt);
}

// A place in another graph function shows that function.
void GraphFeature::selectAt(int offset) {
  if (!source_ || source_->source.text != services_.get<DocumentText>()->content()) return;
  offset = statementAt(source_->source.text, offset);
  for (const auto& graph : source_->graphs)
    for (const graph::Function& f : graph->functions) {
      if (offset < f.span.begin || offset >= f.span.end) continue;
      const QString name = qualified(graph->module, f.name);
      if (functions_->currentText() != name) return functions_->setCurrentText(name);
      if (!textIsCurrent()) return;
      const int node = view()->drawing()->outline->nodeAt(offset);
      if (!services_.get<SelectionModel>()->current().empty()) services_.get<SelectionModel>()->select({});
      view()->setCurrent(node, true);
      return showInSource(false);
    }
}

// ---- opening ----

void GraphFeature::open(int node) {
  const graph::OutlineNode& n = view()->drawing()->outline->nodes[size_t(node)];
  const QString shown = functions_->currentText(), label = QString::fromStdString(n.label);
  const QString module = shown.contains('.') ? shown.section('.', 0, 0) : QString();
  const QString name = qualified(module.toStdString(), n.callee);
  if (n.callee.empty() || names_.contains(name)) {
    if (!n.callee.empty()) return functions_->setCurrentText(name);
    if (n.kind == graph::OutlineNode::Kind::Operator)
      window_.say(tr("%1 is an operator: the file has no kernel for it").arg(label));
    else if (n.kind == graph::OutlineNode::Kind::Library)
      window_.say(tr("%1 is a registered function: its code is not in the file").arg(label));
    return;
  }
  openKernel(name);
}

void GraphFeature::openKernel(const QString& name) {
  if (!services_.get<Document>()->functionNames().contains(name))
    return window_.say(tr("Cannot open %1: the file has no @T.prim_func of this name without errors").arg(name));
  for (const char* pane : {"tree", "lowered"})
    if (auto* dock = window_.window()->findChild<Pane*>(QLatin1String(pane), Qt::FindDirectChildrenOnly)) dock->show();
  services_.get<Document>()->chooseFunction(name);
  if (textIsCurrent())
    for (const MappedRange& range : source_->map.ranges())
      if (range.kind == MappedRange::Kind::Function && source_->ownerOf(range.span) == name.toStdString()) {
        window_.feature<CodeFeature>().written()->goTo(range.span.begin);
        break;
      }
  window_.say(tr("%1 is shown in the other panes").arg(name));
}

}  // namespace lw
