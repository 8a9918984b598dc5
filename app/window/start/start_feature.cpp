#include "app/window/start/start_feature.h"

#include <QApplication>
#include <QDir>
#include <QStatusBar>

#include "app/models/document/change_queue.h"
#include "app/models/document/document.h"
#include "app/models/document/document_files.h"
#include "app/models/schedule/history_editor.h"
#include "app/models/schedule/steps.h"
#include "app/models/support/job_runner.h"
#include "app/models/support/services.h"
#include "app/window/code/code_feature.h"
#include "app/window/documents/documents_feature.h"
#include "app/window/documents/samples.h"
#include "app/window/help/help_feature.h"
#include "app/window/lecture/lecture_feature.h"
#include "app/window/operators/operators_feature.h"
#include "app/window/window_context.h"

namespace lw {
namespace {

// The program of "New from text".
constexpr const char* kFirstText = R"(from tvm.script import tir as T


@T.prim_func
def add_one(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j in T.grid(1024, 1024):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(1)
)";

}  // namespace

StartFeature::StartFeature(WindowContext& window) : Feature(window), pictures_([this] { drawTrees(); }) {
  addAction(
      MenuSection::FileOpen, tr("S&tart page"), "",
      [this] {
        asked_ = true;
        showPage();
      },
      -1);
  window.window()->installEventFilter(this);
}

void StartFeature::connectFeatures() {
  connect(services_.get<Document>(), &Document::replaced, this, [this] {
    asked_ = false;
    hidePage();
  });
  connect(services_.get<JobRunner>(), &JobRunner::busyChanged, this, &StartFeature::follow);
}

// A file that is being opened keeps the page away, so that it does not flash up.
void StartFeature::follow() {
  if (services_.get<Document>()->session() || services_.get<JobRunner>()->busy(Channel::Open)) return;
  if (window_.window()->isVisible()) showPage();
}

void StartFeature::showPage() {
  if (!page_) build();
  if (page_->isVisible()) return;
  page_->setRecent(window_.settings().value("recent").toStringList());
  keysBefore_ = QApplication::focusWidget();
  place();
  page_->show();
  page_->raise();
  page_->tourButton()->setFocus();
  pictures_.request();
}

void StartFeature::hidePage() {
  if (!page_ || !page_->isVisible()) return;
  services_.get<JobRunner>()->cancel(Channel::Pictures);
  const bool keys = page_->isAncestorOf(QApplication::focusWidget());
  page_->hide();
  QWidget* to = keysBefore_ ? keysBefore_.data() : window_.feature<CodeFeature>().written();
  if (keys) to->setFocus();
}

void StartFeature::build() {
  std::vector<SampleWords> words;
  for (const StartSample& sample : startSamples()) words.push_back(sample.words);
  if (samplesFolder().isEmpty()) words.clear();
  page_ = new StartPage(words, window_.window());
  page_->setTheme(window_.theme());
  auto& documents = window_.feature<DocumentsFeature>();
  connect(page_, &StartPage::tourRequested, this, [this] { window_.feature<HelpFeature>().startTour(); });
  connect(page_, &StartPage::openRequested, &documents, [&documents] { documents.openDialog(); });
  connect(page_, &StartPage::operatorRequested, this,
          [this] { window_.feature<OperatorsFeature>().newFromOperator(); });
  connect(page_, &StartPage::textRequested, this, [this] {
    keysBefore_ = window_.feature<CodeFeature>().written();
    services_.get<DocumentFiles>()->openText(kFirstText);
  });
  connect(page_, &StartPage::fileRequested, &documents,
          [&documents](const QString& path) { documents.openOrImport(path); });
  connect(page_, &StartPage::sampleRequested, this, &StartFeature::openSample);
  connect(page_, &StartPage::leaveRequested, this, [this] {
    if (asked_ || !services_.get<Document>()->session()) hidePage();
    asked_ = false;
  });
}

// Below the line of the title, down to the status bar.
void StartFeature::place() {
  const QMainWindow* window = window_.window();
  const QWidget* title = window->findChild<QWidget*>("topBar");
  const int top = title->mapTo(window, QPoint(0, title->height())).y();
  page_->setGeometry(0, top, window->width(), window->statusBar()->y() - top);
}

// One after the other, so that the first pictures are shown at once.
void StartFeature::drawTrees() {
  if (drawn_ || services_.get<JobRunner>()->busy(Channel::Pictures) || !page_ || !page_->isVisible() ||
      page_->cards().empty())
    return;
  services_.get<JobRunner>()->runTelling<bool>(
      Channel::Pictures,
      [this, folder = samplesFolder()](const Stop& stop, const JobRunner::Tell& tell) {
        const std::vector<StartSample> samples = startSamples();
        for (size_t i = 0; i < samples.size() && !stop(); ++i) {
          auto tree = std::make_shared<LoopTree>(
              treeOfSample(QDir(folder).filePath(samples[i].file), samples[i].schedule, stop));
          tell([this, i, tree] { page_->setTree(int(i), *tree); });
        }
        return !stop();
      },
      [this](bool all) { drawn_ = all; });
}

void StartFeature::openSample(int sample) {
  const StartSample chosen = startSamples().at(size_t(sample));
  const QString path = QDir(samplesFolder()).filePath(chosen.file);
  const bool lecture = chosen.kind == StartSample::Kind::Lecture;
  if (lecture)
    connect(services_.get<Steps>(), &Steps::applied, this, &StartFeature::beginLecture, Qt::SingleShotConnection);
  services_.get<DocumentFiles>()->open(path, lecture ? chosen.schedule : QString());
}

// From the first state on.
void StartFeature::beginLecture() {
  services_.get<HistoryEditor>()->goTo(0);
  services_.get<Document>()->changes()->run([this] { window_.feature<LectureFeature>().begin(); });
}

bool StartFeature::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Show) {
    if (!window_.window()->focusWidget()) window_.feature<CodeFeature>().written()->setFocus();
    follow();
  }
  if (event->type() == QEvent::Resize && page_ && page_->isVisible())
    QMetaObject::invokeMethod(this, [this] { place(); }, Qt::QueuedConnection);
  return Feature::eventFilter(watched, event);
}

void StartFeature::setTheme(const Theme& theme) {
  if (page_) page_->setTheme(theme);
}

}  // namespace lw
