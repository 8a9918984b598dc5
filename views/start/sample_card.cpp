#include "views/start/sample_card.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLinearGradient>
#include <QPainter>
#include <QVBoxLayout>

#include "views/loop_tree/loop_tree_painter.h"

namespace lw {
namespace {

constexpr int kPictureHeight = 124, kRadius = 8;
constexpr qreal kTreeWidth = 430;  // of the drawn tree, before it is made smaller
constexpr qreal kMostScale = 0.75;

}  // namespace

SamplePicture::SamplePicture(QWidget* parent) : QWidget(parent), theme_(loadTheme("dark")) {
  setFixedHeight(kPictureHeight);
  setAttribute(Qt::WA_TransparentForMouseEvents);
}

void SamplePicture::setTree(LoopTree tree) {
  tree_ = std::move(tree);
  drawn_ = {};
  update();
}

void SamplePicture::setTheme(const Theme& theme) {
  theme_ = theme;
  drawn_ = {};
  update();
}

void SamplePicture::draw(QPixmap& to) const {
  to.fill(theme_.panel);
  QPainter painter(&to);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing | QPainter::SmoothPixmapTransform);
  const qreal scale = std::min(kMostScale, width() / kTreeWidth);
  painter.save();
  painter.scale(scale, scale);
  const TreeStyle style(theme_);
  const TreeLayout layout = layoutTree(tree_, style, width() / scale, -1);
  const LoopTreePainter nodes(tree_, style, layout, TreeMetric::Operations);
  for (size_t i = 0; i < tree_.nodes.size(); ++i) {
    if (layout.boxes[i].frame.top() * scale > height()) continue;
    nodes.paint(painter, int(i), layout.boxes[i], {});
  }
  painter.restore();
  if (layout.size.height() * scale <= height()) return;
  QLinearGradient fade(0, height() - 36, 0, height());  // the picture ends before the tree does
  QColor clear = theme_.panel;
  clear.setAlpha(0);
  fade.setColorAt(0, clear);
  fade.setColorAt(1, theme_.panel);
  painter.fillRect(QRect(0, height() - 36, width(), 36), fade);
}

void SamplePicture::paintEvent(QPaintEvent*) {
  if (tree_.nodes.empty()) return;
  const QSize size = this->size() * devicePixelRatioF();
  if (drawn_.size() != size) {
    drawn_ = QPixmap(size);
    drawn_.setDevicePixelRatio(devicePixelRatioF());
    draw(drawn_);
  }
  QPainter(this).drawPixmap(0, 0, drawn_);
}

SampleCard::SampleCard(const SampleWords& words, QWidget* parent)
    : QAbstractButton(parent), theme_(loadTheme("dark")), picture_(new SamplePicture(this)) {
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setAccessibleName(words.title);
  setAccessibleDescription(words.teaches + ". " + words.reaches);
  const auto label = [this](const QString& text) {
    auto* made = new QLabel(text, this);
    made->setWordWrap(true);
    made->setTextFormat(Qt::PlainText);
    made->setAttribute(Qt::WA_TransparentForMouseEvents);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // as wide as the card, whose width the page sets
    policy.setHeightForWidth(true);
    made->setSizePolicy(policy);
    return made;
  };
  kind_ = label(words.kind), title_ = label(words.title);
  teaches_ = label(words.teaches), reaches_ = label(words.reaches);
  kind_->setWordWrap(false);
  kind_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 10, 12, 12);
  column->setSpacing(4);
  column->addWidget(picture_);
  auto* head = new QHBoxLayout;
  head->addWidget(title_, 1);
  head->addWidget(kind_, 0, Qt::AlignTop);
  column->addSpacing(4);
  column->addLayout(head);
  column->addWidget(teaches_);
  column->addWidget(reaches_);
  column->addStretch(1);
}

void SampleCard::setTheme(const Theme& theme) {
  theme_ = theme;
  picture_->setTheme(theme);
  title_->setFont(interfaceFont(14, QFont::DemiBold));
  const auto set = [&](QLabel* label, int pixels, const QColor& ink) {
    label->setFont(interfaceFont(pixels));
    label->setStyleSheet(QStringLiteral("color: %1").arg(ink.name()));
  };
  set(kind_, 11, theme.focus);
  set(teaches_, 12, theme.text);
  set(reaches_, 12, theme.dim);
  update();
}

void SampleCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool lit = hasFocus() || underMouse() || isDown();
  painter.setPen(QPen(lit ? theme_.focus : theme_.hairline, hasFocus() ? 2 : 1));
  painter.setBrush(theme_.panel);
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), kRadius, kRadius);
}

void SampleCard::enterEvent(QEnterEvent* event) {
  QAbstractButton::enterEvent(event);
  update();
}

void SampleCard::leaveEvent(QEvent* event) {
  QAbstractButton::leaveEvent(event);
  update();
}

void SampleCard::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
  QAbstractButton::keyPressEvent(event);
}

}  // namespace lw
