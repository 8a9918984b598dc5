#include "views/python/made_dialog.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QStyledItemDelegate>
#include <algorithm>

#include "views/code/code_view.h"
#include "views/widgets/wrapping_label.h"

namespace lw {
namespace {

using Kind = MadeEntry::Kind;

constexpr QSize kDialogSize(980, 620);
constexpr int kMostFormHeight = 220;
constexpr int kEntryRole = Qt::UserRole + 1;  // its number in the list of entries; -1: a heading

constexpr int kFactRole = Qt::UserRole + 2;
constexpr int kRowHeight = 26, kHeadingHeight = 28, kInset = 8, kGap = 12, kRound = 4;

// The name in the type of code, and the fact at the right, in dim letters.
class MadeRows : public QStyledItemDelegate {
 public:
  explicit MadeRows(QListWidget* list) : QStyledItemDelegate(list), theme(loadTheme("dark")) {}
  Theme theme;

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
    return {60, index.data(kEntryRole).toInt() < 0 ? kHeadingHeight : kRowHeight};
  }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect row = option.rect.adjusted(kInset, 0, -kInset, 0);
    const QString name = index.data().toString();
    if (index.data(kEntryRole).toInt() < 0) {
      painter->setFont(interfaceFont(11));
      painter->setPen(theme.dim);
      painter->drawText(row.adjusted(0, 0, 0, -4), Qt::AlignBottom,
                        QFontMetrics(painter->font()).elidedText(name, Qt::ElideRight, row.width()));
      painter->restore();
      return;
    }
    if (option.state & QStyle::State_Selected) {
      painter->setPen(Qt::NoPen);
      painter->setBrush(theme.selection);
      painter->drawRoundedRect(option.rect.adjusted(0, 1, 0, -1), kRound, kRound);
    }
    const QFont code = codeFont(12.5), words = interfaceFont(12);
    const QString fact = index.data(kFactRole).toString();
    const int wanted = QFontMetrics(code).horizontalAdvance(name);
    const int room = std::max(row.width() / 3, row.width() - wanted - kGap);
    const QString shown = QFontMetrics(words).elidedText(fact, Qt::ElideRight, room);
    const int right = QFontMetrics(words).horizontalAdvance(shown);
    painter->setFont(words);
    painter->setPen(theme.dim);
    painter->drawText(row, Qt::AlignVCenter | Qt::AlignRight, shown);
    painter->setFont(code);
    painter->setPen(theme.text);
    painter->drawText(row, Qt::AlignVCenter,
                      QFontMetrics(code).elidedText(name, Qt::ElideRight, row.width() - right - kGap));
    painter->restore();
  }
};

}  // namespace

MadeDialog::MadeDialog(QWidget* parent)
    : QDialog(parent),
      filter_(new QLineEdit(this)),
      list_(new QListWidget(this)),
      heading_(new QLabel(this)),
      scroll_(new QScrollArea(this)),
      preview_(new CodeView(this)),
      wrong_(new WrappingLabel("graphRunFailure", this)),
      said_(new WrappingLabel("dim", this)),
      interpreter_(new QPushButton(tr("Choose Python…"), this)),
      open_(new QPushButton(tr("Open"), this)),
      stop_(new QPushButton(tr("Stop"), this)),
      close_(new QPushButton(tr("Close"), this)),
      theme_(loadTheme("dark")) {
  setObjectName("madeDialog");
  resize(kDialogSize);
  filter_->setPlaceholderText(tr("Find a program, a schedule or a factory…"));
  filter_->setAccessibleName(tr("Find a program, a schedule or a factory"));
  filter_->setClearButtonEnabled(true);
  filter_->installEventFilter(this);
  list_->setAccessibleName(tr("Programs, schedules and factories"));
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setItemDelegate(new MadeRows(list_));
  heading_->setObjectName("operatorSummary");
  heading_->setWordWrap(true);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setFocusPolicy(Qt::NoFocus);
  preview_->setReadOnly(true);
  preview_->setObjectName("madePreview");
  preview_->setAccessibleName(tr("Preview"));
  open_->setProperty("class", "primary");
  open_->setDefault(true);
  wrong_->hide();
  interpreter_->hide();
  interpreter_->setToolTip(tr("Choose the interpreter that runs the file"));
  interpreter_->setAutoDefault(false);
  close_->setAutoDefault(false);
  stop_->setAutoDefault(false);
  layOut();
  connect(filter_, &QLineEdit::textChanged, this, &MadeDialog::applyFilter);
  connect(list_, &QListWidget::currentRowChanged, this, &MadeDialog::showEntry);
  connect(list_, &QListWidget::itemDoubleClicked, this, &MadeDialog::choose);
  connect(open_, &QPushButton::clicked, this, &MadeDialog::choose);
  connect(stop_, &QPushButton::clicked, this, &MadeDialog::stopRequested);
  connect(interpreter_, &QPushButton::clicked, this, &MadeDialog::interpreterRequested);
  connect(close_, &QPushButton::clicked, this, &QDialog::reject);
}

void MadeDialog::layOut() {
  auto* left = new QVBoxLayout;
  left->addWidget(filter_);
  left->addWidget(list_, 1);
  auto* right = new QVBoxLayout;
  right->addWidget(heading_);
  right->addWidget(scroll_);
  right->addWidget(wrong_);
  right->addWidget(preview_, 1);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(18);
  columns->addLayout(left, 2);
  columns->addLayout(right, 4);
  auto* bottom = new QHBoxLayout;
  bottom->setSpacing(8);
  bottom->addWidget(said_, 1);
  bottom->addStretch(0);
  for (QPushButton* button : {interpreter_, stop_, close_, open_}) bottom->addWidget(button, 0, Qt::AlignBottom);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(16, 16, 16, 14);
  rows->setSpacing(12);
  rows->addLayout(columns, 1);
  rows->addLayout(bottom);
  for (QBoxLayout* side : {left, right}) side->setSpacing(10);
}

void MadeDialog::addHeading(const QString& text) {
  auto* row = new QListWidgetItem(text, list_);
  row->setFlags(Qt::NoItemFlags);
  row->setData(kEntryRole, -1);
}

void MadeDialog::setEntries(const QString& file, std::vector<MadeEntry> entries, const QString& said, bool packages) {
  const MadeEntry before = isVisible() && current() ? *current() : MadeEntry{};
  const QString field = form_ ? form_->fieldWithKeys() : QString();
  setWindowTitle(tr("Made by %1").arg(file));
  entries_ = std::move(entries);
  about_ = said;
  interpreter_->setVisible(packages);
  fillList();
  filter_->clear();
  applyFilter();
  for (const MadeEntry& entry : entries_)
    if (entry.kind == before.kind && entry.name == before.name) select(entry.kind, entry.number);
  if (form_ && !field.isEmpty()) form_->goTo(field);
}

void MadeDialog::fillList() {
  failure_.clear();
  const QSignalBlocker quiet(list_);
  list_->clear();
  std::optional<Kind> last;
  for (size_t i = 0; i < entries_.size(); ++i) {
    const MadeEntry& entry = entries_[i];
    if (last != entry.kind) {
      const auto count = std::count_if(entries_.begin(), entries_.end(),
                                       [&](const MadeEntry& other) { return other.kind == entry.kind; });
      const QString number = QString::number(count);
      switch (entry.kind) {
        case Kind::Program:
          addHeading(tr("Programs (%1)").arg(number));
          break;
        case Kind::Schedule:
          addHeading(tr("Schedules (%1)").arg(number));
          break;
        case Kind::Factory:
          addHeading(tr("Factories: functions that make programs (%1)").arg(number));
          break;
        case Kind::Output:
          addHeading(tr("Output"));
          break;
      }
      last = entry.kind;
    }
    auto* row = new QListWidgetItem(entry.name, list_);
    row->setData(kEntryRole, int(i));
    row->setData(kFactRole, entry.fact);
    row->setData(Qt::AccessibleTextRole, entry.name + QStringLiteral(", ") + entry.fact);
    row->setToolTip(entry.name + QStringLiteral(" — ") + entry.fact);
  }
}

// A heading without visible rows below it is hidden.
void MadeDialog::applyFilter() {
  const QString wanted = filter_->text().trimmed();
  QListWidgetItem* heading = nullptr;
  int first = -1;
  for (int i = 0; i < list_->count(); ++i) {
    QListWidgetItem* row = list_->item(i);
    const int entry = row->data(kEntryRole).toInt();
    if (entry < 0) {
      heading = row;
      heading->setHidden(true);
      continue;
    }
    const bool hit = entries_[size_t(entry)].name.contains(wanted, Qt::CaseInsensitive);
    row->setHidden(!hit);
    if (!hit) continue;
    if (heading) heading->setHidden(false);
    if (first < 0) first = i;
  }
  const QListWidgetItem* now = list_->currentItem();
  if (!now || now->isHidden()) list_->setCurrentRow(first);
  showEntry();
}

void MadeDialog::select(Kind kind, int number) {
  for (int i = 0; i < list_->count(); ++i) {
    const int entry = list_->item(i)->data(kEntryRole).toInt();
    if (entry >= 0 && entries_[size_t(entry)].kind == kind && entries_[size_t(entry)].number == number)
      return list_->setCurrentRow(i);
  }
}

const MadeEntry* MadeDialog::current() const {
  const QListWidgetItem* row = list_->currentItem();
  const int entry = row ? row->data(kEntryRole).toInt() : -1;
  return entry < 0 || size_t(entry) >= entries_.size() ? nullptr : &entries_[size_t(entry)];
}

void MadeDialog::showEntry() {
  const MadeEntry* entry = current();
  failure_.clear();
  form_ = nullptr;
  heading_->setText(entry ? entry->heading : QString());
  preview_->setCode(entry ? entry->preview : std::string());
  preview_->goToStart();
  const bool isFactory = entry && entry->kind == Kind::Factory;
  scroll_->setVisible(isFactory);
  if (isFactory) {
    form_ = new FactoryForm(entry->parameters);
    scroll_->setWidget(form_);
    form_->installEventFilter(this);
    fitForm();
    connect(form_, &FactoryForm::changed, this, [this] {
      failure_.clear();
      showButtons();
    });
    connect(form_, &FactoryForm::finished, this, &MadeDialog::choose);
    setTabOrder(filter_, list_);
    QWidget* before = list_;
    for (QWidget* field : form_->fields()) {
      setTabOrder(before, field);
      before = field;
    }
    setTabOrder(before, preview_);
  }
  showButtons();
}

void MadeDialog::fitForm() {
  if (!form_) return;
  const int wanted = form_->sizeHint().height() + 2;
  scroll_->setVerticalScrollBarPolicy(wanted > kMostFormHeight ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
  scroll_->setFixedHeight(std::min(kMostFormHeight, wanted));
}

void MadeDialog::showButtons() {
  const MadeEntry* entry = current();
  const bool isFactory = entry && entry->kind == Kind::Factory;
  const QString missing = form_ ? form_->missing() : QString();
  open_->setText(isFactory ? tr("Call and open") : tr("Open"));
  open_->setEnabled(entry && entry->kind != Kind::Output && missing.isEmpty() && busy_.isEmpty());
  stop_->setVisible(!busy_.isEmpty());
  const QString needed = missing.isEmpty() ? QString() : tr("%1 needs a value.").arg(missing);
  const QString wrong = failure_.isEmpty() ? QString() : QStringLiteral("✗ ") + failure_;
  wrong_->setWords(isFactory && busy_.isEmpty() ? wrong : QString());
  said_->setWords(!busy_.isEmpty()                 ? busy_
                  : !wrong.isEmpty() && !isFactory ? wrong
                  : !needed.isEmpty()              ? needed
                                                   : about_);
}

void MadeDialog::setBusy(const QString& what) {
  busy_ = what;
  showButtons();
}

void MadeDialog::say(const QString& text) {
  failure_ = text;
  showButtons();
}

QString MadeDialog::words() const { return said_->text(); }

QString MadeDialog::failure() const { return wrong_->isVisible() ? wrong_->text() : QString(); }

void MadeDialog::choose() {
  const MadeEntry* entry = current();
  if (form_ && !form_->missing().isEmpty()) return form_->goTo(form_->missing());
  if (!entry || !open_->isEnabled()) return;
  switch (entry->kind) {
    case Kind::Program:
      return Q_EMIT programChosen(entry->number);
    case Kind::Schedule:
      return Q_EMIT scheduleChosen(entry->number);
    case Kind::Factory:
      return Q_EMIT callRequested(entry->number, form_->values());
    case Kind::Output:
      return;
  }
}

// Up and down move in the list while a name is typed.
bool MadeDialog::eventFilter(QObject* watched, QEvent* event) {
  // The sizes of the style come after those of a form that was made before the dialog was visible.
  if (watched == form_ && event->type() == QEvent::LayoutRequest) fitForm();
  if (watched == filter_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      choose();
      return true;
    }
    if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
      QCoreApplication::sendEvent(list_, event);
      return true;
    }
  }
  return QDialog::eventFilter(watched, event);
}

void MadeDialog::setTheme(const Theme& theme) {
  theme_ = theme;
  preview_->setTheme(theme);
  static_cast<MadeRows*>(list_->itemDelegate())->theme = theme;
  list_->viewport()->update();
}

}  // namespace lw
