#include "views/graph/graph_panel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "views/graph/graph_drag.h"
#include "views/graph/graph_memory_view.h"
#include "views/graph/graph_run_bar.h"

namespace lw {

GraphPanel::GraphPanel(QWidget* parent)
    : QWidget(parent),
      run_(new GraphRunBar(this)),
      view_(new GraphView(this)),
      drag_(new GraphDrag(view_)),
      memory_(new GraphMemoryView(this)),
      bar_(new QWidget(this)),
      edit_(new QLineEdit(bar_)),
      count_(new QLabel(bar_)) {
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(run_);
  rows->addWidget(view_, 1);
  rows->addWidget(memory_);
  rows->addWidget(bar_);
  memory_->hide();
  run_->hide();
  buildBar();
  setFocusProxy(view_);
  connect(view_, &GraphView::searchRequested, this, &GraphPanel::openSearch);
  connect(view_, &GraphView::picked, this, &GraphPanel::showCount);
  connect(view_, &GraphView::shown, this, &GraphPanel::showCount);
  connect(view_, &GraphView::shown, this, [this] {
    const GraphDrawing* drawing = view_->drawing();
    memory_->setContent(drawing ? drawing->outline : nullptr,
                        drawing ? drawing->figures.memory : std::vector<GraphMemory>());
  });
  connect(view_, &GraphView::currentChanged, memory_, &GraphMemoryView::setCurrent);
  connect(memory_, &GraphMemoryView::picked, view_, &GraphView::pick);
}

void GraphPanel::buildBar() {
  bar_->setObjectName("findBar");
  bar_->setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(bar_);
  row->setContentsMargins(8, 5, 6, 3);
  row->setSpacing(3);
  edit_->setObjectName("graphFind");
  edit_->setProperty("class", "code");
  edit_->setPlaceholderText(tr("Operator, value, shape or kind"));
  edit_->setAccessibleName(tr("Find in the graph"));
  edit_->setMinimumWidth(60);
  edit_->installEventFilter(this);
  count_->setObjectName("findCount");
  row->addWidget(edit_, 1);
  row->addWidget(count_);
  const auto button = [&](const QString& text, const QString& tip, auto act) {
    auto* made = new QToolButton(bar_);
    made->setProperty("class", "quiet");
    made->setText(text);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    connect(made, &QToolButton::clicked, this, act);
    row->addWidget(made);
  };
  button(QStringLiteral("↑"), tr("Previous node (Shift+Enter)"), [this] { view_->stepFound(-1); });
  button(QStringLiteral("↓"), tr("Next node (Enter)"), [this] { view_->stepFound(1); });
  button(QStringLiteral("✕"), tr("Close (Esc)"), [this] { closeSearch(); });
  connect(edit_, &QLineEdit::textChanged, this, [this](const QString& text) {
    view_->setQuery(text);
    view_->stepFound(0);
    showCount();
  });
  bar_->hide();
}

void GraphPanel::setTheme(const Theme& theme) {
  view_->setTheme(theme);
  memory_->setTheme(theme);
}

QString GraphPanel::countText() const { return count_->text(); }

void GraphPanel::openSearch() {
  if (!view_->hasPicture()) return;
  bar_->show();
  view_->setQuery(edit_->text());
  showCount();
  edit_->setFocus();
  edit_->selectAll();
}

void GraphPanel::closeSearch() {
  bar_->hide();
  view_->setQuery({});
  view_->setFocus();
}

void GraphPanel::showCount() {
  const std::vector<int>& found = view_->found();
  const bool nothing = found.empty() && !edit_->text().trimmed().isEmpty();
  const auto at = std::lower_bound(found.begin(), found.end(), view_->current());
  const bool on = at != found.end() && *at == view_->current();
  count_->setText(edit_->text().trimmed().isEmpty() ? QString()
                  : nothing                         ? tr("No node")
                  : on                              ? tr("%1 of %2").arg(at - found.begin() + 1).arg(found.size())
                                                    : tr("%1 nodes").arg(found.size()));
  count_->setProperty("missing", nothing);
  count_->style()->unpolish(count_);
  count_->style()->polish(count_);
}

bool GraphPanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched != edit_ || (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride))
    return QWidget::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool next = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter || key->key() == Qt::Key_F3;
  if (!next && key->key() != Qt::Key_Escape) return QWidget::eventFilter(watched, event);
  event->accept();
  if (event->type() == QEvent::ShortcutOverride) return true;  // the key press follows
  if (next)
    view_->stepFound(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
  else
    closeSearch();
  return true;
}

}  // namespace lw
