#include "views/start/start_page.h"

#include <QApplication>
#include <QFileInfo>
#include <QKeyEvent>
#include <QVBoxLayout>
#include <algorithm>

namespace lw {
namespace {

constexpr int kSideWidth = 290, kLeastCard = 262, kGap = 12;

}  // namespace

StartPage::StartPage(const std::vector<SampleWords>& samples, QWidget* parent) : QWidget(parent) {
  setObjectName("startPage");
  setAccessibleName(tr("Start page"));
  setAttribute(Qt::WA_StyledBackground);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(28, 20, 18, 0);
  row->setSpacing(28);
  buildSide();
  row->addWidget(side_);
  auto* right = new QVBoxLayout;
  right->setSpacing(10);
  samplesTitle_ = new QLabel(tr("Samples, challenges and lectures"), this);
  right->addWidget(samplesTitle_);
  scroll_ = new QScrollArea(this);
  scroll_->setObjectName("startScroll");
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setFocusPolicy(Qt::NoFocus);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setWidgetResizable(true);
  auto* inside = new QWidget;
  grid_ = new QGridLayout(inside);
  grid_->setContentsMargins(0, 0, 8, 16);
  grid_->setSpacing(kGap);
  for (size_t i = 0; i < samples.size(); ++i) {
    auto* card = new SampleCard(samples[i], inside);
    card->setObjectName(QStringLiteral("card_%1").arg(i));
    connect(card, &SampleCard::clicked, this, [this, i] { Q_EMIT sampleRequested(int(i)); });
    cards_.push_back(card);
  }
  scroll_->setWidget(inside);
  right->addWidget(scroll_, 1);
  row->addLayout(right, 1);
}

void StartPage::buildSide() {
  side_ = new QWidget(this);
  side_->setFixedWidth(kSideWidth);
  sideColumn_ = new QVBoxLayout(side_);
  sideColumn_->setContentsMargins(0, 0, 0, 16);
  sideColumn_->setSpacing(6);
  const auto label = [this](const QString& text) {
    auto* made = new QLabel(text, side_);
    made->setWordWrap(true);
    sideColumn_->addWidget(made);
    return made;
  };
  name_ = label(QStringLiteral("Loopwright"));
  about_ = label(
      tr("Transform the loops of a tensor program step by step. After every step you see whether the result is still "
         "right and how fast it runs."));
  sideColumn_->addSpacing(10);
  tour_ = new QPushButton(tr("Take the tour"), side_);
  tour_->setObjectName("startTour");
  tour_->setProperty("class", "primary");
  tour_->setMinimumHeight(32);
  connect(tour_, &QPushButton::clicked, this, &StartPage::tourRequested);
  sideColumn_->addWidget(tour_);
  tourWords_ = label(tr("Six steps by mouse on a small matrix product, timed beside NumPy's."));
  sideColumn_->addSpacing(14);
  open_ = addLink(tr("Open…"), QStringLiteral("Ctrl+O"), tr("Open a program or a session"));
  operator_ = addLink(tr("New from operator…"), QStringLiteral("Ctrl+N"),
                      tr("Choose an operator and its sizes; the program is written for you"));
  text_ = addLink(tr("New from text"), {}, tr("Start with a small program in the editor, and change or replace it"));
  connect(open_, &QPushButton::clicked, this, &StartPage::openRequested);
  connect(operator_, &QPushButton::clicked, this, &StartPage::operatorRequested);
  connect(text_, &QPushButton::clicked, this, &StartPage::textRequested);
  sideColumn_->addSpacing(14);
  recentTitle_ = label(tr("Recent files"));
  recentColumn_ = new QVBoxLayout;
  recentColumn_->setSpacing(4);
  sideColumn_->addLayout(recentColumn_);
  sideColumn_->addStretch(1);
}

QPushButton* StartPage::addLink(const QString& text, const QString& keys, const QString& tip) {
  auto* link = new QPushButton(keys.isEmpty() ? text : QStringLiteral("%1   %2").arg(text, keys), side_);
  link->setProperty("class", "link");
  link->setToolTip(tip);
  link->setCursor(Qt::PointingHandCursor);
  sideColumn_->addWidget(link, 0, Qt::AlignLeft);
  return link;
}

void StartPage::setTheme(const Theme& theme) {
  name_->setFont(interfaceFont(24, QFont::DemiBold));
  about_->setFont(interfaceFont(13));
  for (QLabel* title : {recentTitle_, samplesTitle_}) title->setFont(interfaceFont(14, QFont::DemiBold));
  for (QLabel* dim : {about_, tourWords_}) {
    dim->setStyleSheet(QStringLiteral("color: %1").arg(theme.dim.name()));
  }
  tourWords_->setFont(interfaceFont(12));
  for (SampleCard* card : cards_) card->setTheme(theme);
}

void StartPage::setRecent(const QStringList& files) {
  for (QPushButton* link : recent_) link->hide(), link->deleteLater();
  recent_.clear();
  recentTitle_->setVisible(!files.isEmpty());
  for (const QString& file : files) {
    auto* link = new QPushButton(side_);
    const QString name = QFileInfo(file).fileName();
    link->setText(link->fontMetrics().elidedText(name, Qt::ElideMiddle, kSideWidth - 20).replace('&', "&&"));
    link->setAccessibleName(name);
    link->setProperty("class", "link");
    link->setToolTip(file);
    link->setCursor(Qt::PointingHandCursor);
    connect(link, &QPushButton::clicked, this, [this, file] { Q_EMIT fileRequested(file); });
    recentColumn_->addWidget(link, 0, Qt::AlignLeft);
    recent_.push_back(link);
  }
}

void StartPage::setTree(int sample, LoopTree tree) { cards_.at(size_t(sample))->picture()->setTree(std::move(tree)); }

// As many columns as fit.
void StartPage::arrange() {
  const int room = width() - kSideWidth - 28 - 28 - 18 - 8;
  const int columns = std::clamp((room + kGap) / (kLeastCard + kGap), 1, std::max(1, int(cards_.size())));
  if (columns == columns_) return;
  for (SampleCard* card : cards_) grid_->removeWidget(card);
  for (int i = 0; i < std::max(columns, columns_); ++i) grid_->setColumnStretch(i, i < columns ? 1 : 0);
  columns_ = columns;
  for (int i = 0; i < int(cards_.size()); ++i) grid_->addWidget(cards_[size_t(i)], i / columns, i % columns);
  grid_->setRowStretch((int(cards_.size()) + columns - 1) / columns, 1);
}

void StartPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

std::vector<QWidget*> StartPage::inOrder() const {
  std::vector<QWidget*> all{tour_, open_, operator_, text_};
  all.insert(all.end(), recent_.begin(), recent_.end());
  all.insert(all.end(), cards_.begin(), cards_.end());
  return all;
}

// The panes below the page are not reached.
bool StartPage::focusNextPrevChild(bool next) {
  const std::vector<QWidget*> all = inOrder();
  const auto at = std::find(all.begin(), all.end(), QApplication::focusWidget());
  const auto count = static_cast<std::ptrdiff_t>(all.size());
  const std::ptrdiff_t now = at == all.end() ? (next ? -1 : 0) : at - all.begin();
  QWidget* to = all[size_t((now + (next ? 1 : count - 1)) % count)];
  to->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
  if (std::find(cards_.begin(), cards_.end(), to) != cards_.end()) scroll_->ensureWidgetVisible(to);
  return true;
}

void StartPage::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Escape:
      return Q_EMIT leaveRequested();
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (auto* button = qobject_cast<QPushButton*>(QApplication::focusWidget())) return button->click();
      break;
    case Qt::Key_Down:
      return void(focusNextPrevChild(true));
    case Qt::Key_Up:
      return void(focusNextPrevChild(false));
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace lw
