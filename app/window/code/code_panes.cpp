#include "app/window/code/code_panes.h"

#include <QApplication>
#include <QMenu>
#include <algorithm>

namespace lw {

CodePanes::CodePanes(QObject* parent) : QObject(parent) {
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
    for (const Text& text : texts_)
      if (now && text.frame->isAncestorOf(now)) last_ = text.frame;
  });
  soon_.setSingleShot(true);
  soon_.setInterval(0);
  connect(&soon_, &QTimer::timeout, this, &CodePanes::showPins);
  connect(&pins_, &Pins::changed, this, &CodePanes::showPins);
}

void CodePanes::add(CodeFrame* frame, std::function<CodeContent()> content) {
  texts_.push_back({frame, std::move(content)});
  connect(frame, &QObject::destroyed, this, [this, frame] {
    std::erase_if(texts_, [frame](const Text& t) { return t.frame == frame; });
    if (last_ == frame) last_ = nullptr;
  });
  CodeView* view = frame->view();
  view->setZoom(zoom_);
  view->form()->setCompact(compact_);
  connect(view, &CodeView::zoomed, this, &CodePanes::setZoom);  // also emitted for the wheel
  view->setExplain([this, frame](int offset) {
    const Text* text = find(frame);
    return text ? meaningAt(*text, offset).html() : QString();
  });
  connect(view, &QsciScintilla::textChanged, this, [this] {
    if (!pins_.all().empty()) soon_.start();
  });
  connect(view, &CodeView::menuAboutToShow, this, [this, frame](QMenu* menu, int offset) {
    const Text* text = find(frame);
    const CodeContent content = text->content();
    const std::string name = nameAt(content, frame->view()->plainCode(), offset);
    menu->addSeparator();
    QAction* pinning = menu->addAction(pins_.holds(name) ? tr("Unpin %1").arg(QString::fromStdString(name))
                                                         : tr("Pin %1 in every text").arg(QString::fromStdString(name)),
                                       this, [this, name] { pin(name); });
    pinning->setVisible(!name.empty());
    menu->addAction(tr("Find…"), frame->findBar(), &FindBar::open);
    menu->addAction(tr("Fold all"), frame->view(), [frame] { frame->view()->folds()->foldAll(true); });
    menu->addAction(tr("Unfold all"), frame->view(), [frame] { frame->view()->folds()->foldAll(false); });
  });
}

const CodePanes::Text* CodePanes::find(const CodeFrame* frame) const {
  for (const Text& text : texts_)
    if (text.frame == frame) return &text;
  return nullptr;
}

CodeFrame* CodePanes::current() const {
  if (last_ && last_->isVisible()) return last_;
  for (const Text& text : texts_)
    if (text.frame->isVisible()) return text.frame;
  return nullptr;
}

bool CodePanes::zoom(const QWidget* keys, int by) {
  if (std::none_of(texts_.begin(), texts_.end(),
                   [keys](const Text& text) { return text.frame == keys || text.frame->isAncestorOf(keys); }))
    return false;
  setZoom(by == 0 ? 0 : zoom_ + by);
  return true;
}

void CodePanes::setZoom(int zoom) {
  zoom_ = std::clamp(zoom, kLeastCodeZoom, kMostCodeZoom);
  for (const Text& text : texts_) text.frame->view()->setZoom(zoom_);
}

void CodePanes::setCompact(bool compact) {
  compact_ = compact;
  for (const Text& text : texts_) text.frame->view()->form()->setCompact(compact);
  if (!pins_.all().empty()) showPins();
}

void CodePanes::find() {
  if (CodeFrame* frame = current()) frame->findBar()->open();
}

void CodePanes::findNext(int direction) {
  if (CodeFrame* frame = current()) frame->findBar()->step(direction);
}

void CodePanes::fold(bool folded) {
  if (CodeFrame* frame = current()) frame->view()->folds()->foldAtCursor(folded);
}

void CodePanes::foldAll(bool folded) {
  if (CodeFrame* frame = current()) frame->view()->folds()->foldAll(folded);
}

// ---- meanings ----

MeaningText CodePanes::meaningAt(const Text& text, int offset) const {
  const std::optional<Meaning> meaning = meaningIn(text.content(), offset);
  if (!meaning) return {};
  MeaningText words = meaningText(*meaning);
  const QString steps = steps_ && meaning->loop.valid() ? steps_(meaning->loop) : QString();
  if (!steps.isEmpty()) words.facts.emplace_back(tr("made by"), steps);
  return words;
}

void CodePanes::explainAtCursor() {
  const Text* text = find(current());
  if (!text) return;
  const bool known = text->frame->view()->explainAtCursor();
  Q_EMIT told(known ? meaningAt(*text, text->frame->view()->offset()).line()
                    : tr("Nothing to describe: put the cursor on a name in the source, the scheduled program or a "
                         "lowered stage"));
}

// ---- pins ----

void CodePanes::pinAtCursor() {
  const Text* text = find(current());
  if (!text) return;
  const std::string name = nameAt(text->content(), text->frame->view()->plainCode(), text->frame->view()->offset());
  if (name.empty()) return Q_EMIT told(tr("Nothing to pin: put the cursor on a variable or a buffer"));
  pin(name);
}

void CodePanes::pin(const std::string& name) {
  pins_.toggle(name);
  Q_EMIT told(pins_.holds(name)
                  ? tr("%1 is pinned: it is marked in every text until you unpin it").arg(QString::fromStdString(name))
                  : tr("%1 is no longer pinned").arg(QString::fromStdString(name)));
}

void CodePanes::showPins() {
  std::vector<bool> seen(pins_.all().size(), false);
  for (const Text& text : texts_) {
    const CodeContent content = text.content();
    const std::string code = pins_.all().empty() ? std::string() : text.frame->view()->plainCode();
    std::vector<CodeMarks::PinPlaces> marks;
    for (size_t i = 0; i < pins_.all().size(); ++i) {
      const Pin& pin = pins_.all()[i];
      marks.push_back({pin.look, placesOf(content, code, pin.name)});
      seen[i] = seen[i] || !marks.back().places.empty();
    }
    text.frame->view()->marks()->showPins(marks);
  }
  pins_.setSeen(seen);
}

}  // namespace lw
