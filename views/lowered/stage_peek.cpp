#include "views/lowered/stage_peek.h"

#include <QEvent>
#include <QScrollBar>

namespace lw {
namespace {

constexpr int kCloseMs = 150;

}  // namespace

StagePeek::StagePeek(QListView& dots, QWidget& view) : QObject(&view), dots_(dots), names_(new QListView(&dots)) {
  names_->setObjectName("stagePeek");
  names_->setModel(dots_.model());
  names_->setSelectionModel(dots_.selectionModel());
  names_->setItemDelegate(dots_.itemDelegate());
  names_->setFocusPolicy(Qt::NoFocus);  // keys stay where they are
  names_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  names_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  names_->setAccessibleName(tr("Names of the stages"));
  names_->hide();
  close_.setSingleShot(true);
  close_.setInterval(kCloseMs);
  connect(&close_, &QTimer::timeout, names_, &QWidget::hide);
  connect(dots_.verticalScrollBar(), &QScrollBar::valueChanged, names_->verticalScrollBar(), &QScrollBar::setValue);
  connect(names_->verticalScrollBar(), &QScrollBar::valueChanged, dots_.verticalScrollBar(), &QScrollBar::setValue);
  dots_.viewport()->installEventFilter(this);
  names_->viewport()->installEventFilter(this);
}

void StagePeek::setAllowed(bool allowed) {
  allowed_ = allowed;
  if (!allowed) names_->hide();
}

bool StagePeek::eventFilter(QObject* object, QEvent* event) {
  if (event->type() == QEvent::Enter) open();
  if (event->type() == QEvent::Leave) close_.start();
  if (object == dots_.viewport() && (event->type() == QEvent::Resize || event->type() == QEvent::Hide)) names_->hide();
  return QObject::eventFilter(object, event);
}

void StagePeek::open() {
  close_.stop();
  if (!allowed_ || names_->isVisible() || dots_.model()->rowCount() == 0) return;
  QWidget* window = dots_.window();
  if (names_->parentWidget() != window) names_->setParent(window);
  QRect place(dots_.mapTo(window, QPoint()), QSize(kWidth, dots_.height()));
  if (place.right() > window->rect().right()) place.moveRight(window->rect().right());
  names_->setGeometry(place & window->rect());
  names_->verticalScrollBar()->setValue(dots_.verticalScrollBar()->value());
  names_->show();
  names_->raise();
}

}  // namespace lw
