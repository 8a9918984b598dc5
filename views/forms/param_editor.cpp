#include "views/forms/param_editor.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QStyledItemDelegate>
#include <algorithm>

#include "app/models/text/translate_messages.h"
#include "core/script/schedule_script.h"

namespace lw {
namespace {

constexpr int kListRow = 23;

template <class T>
T* named(T* widget, const Param& param) {
  widget->setObjectName("param_" + QString::fromStdString(param.name));
  widget->setAccessibleName(QString::fromStdString(param.name));
  widget->setToolTip(inWords(param.help));
  return widget;
}

class TextEditor : public ParamEditor {
 public:
  TextEditor(const Param& param, QWidget* parent, bool list)
      : ParamEditor(parent), edit_(named(new QLineEdit(parent), param)), type_(param.type), list_(list) {
    edit_->setProperty("class", "code");
    edit_->setPlaceholderText(type_ == ParamType::Factors    ? tr("None, 16")
                              : type_ == ParamType::Ints     ? tr("1, 2")
                              : type_ == ParamType::IndexMap ? tr("lambda i, j: (j, i)")
                              : type_ == ParamType::RangeMap ? tr("lambda i, j: ((i, i + 2), j)")
                              : type_ == ParamType::PadValue ? tr("0, or lambda i, j: i + j")
                                                             : QString());
    connect(edit_, &QLineEdit::textChanged, this, &ParamEditor::changed);
  }
  QWidget* widget() const override { return edit_; }
  StepValue value() const override {
    const QString text = edit_->text().trimmed();
    if (list_) return valueFromText(text.startsWith('[') ? text : "[" + text + "]");
    if (type_ == ParamType::String) return text.toStdString();
    if (text.startsWith("lambda"))
      if (Result<StepValue> map = stepValueFromText(text.toStdString())) return *map;
    return text.isEmpty() ? StepValue() : valueFromText(text);
  }
  void setValue(const StepValue& value) override {
    QString text = QString::fromStdString(toText(value));
    if (list_ && text.startsWith('[')) text = text.mid(1, text.size() - 2);
    if (const auto* s = value.as<std::string>()) text = type_ == ParamType::String ? QString::fromStdString(*s) : text;
    if (value.isNone() && type_ != ParamType::Annotation) text.clear();
    edit_->setText(text);
  }

 private:
  QLineEdit* edit_;
  ParamType type_;
  bool list_;
};

class FlagEditor : public ParamEditor {
 public:
  FlagEditor(const Param& param, QWidget* parent)
      : ParamEditor(parent),
        box_(named(new QCheckBox(inWords(param.flag.empty() ? param.help : param.flag), parent), param)) {
    connect(box_, &QCheckBox::toggled, this, &ParamEditor::changed);
  }
  QWidget* widget() const override { return box_; }
  StepValue value() const override { return box_->isChecked(); }
  void setValue(const StepValue& value) override { box_->setChecked(value.as<bool>() && *value.as<bool>()); }

 private:
  QCheckBox* box_;
};

// Indents inner loops in the list; the closed box shows the name only.
class IndentDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    option->text.prepend(QString(index.data(Qt::UserRole).toInt(), ' '));
  }
};

// A choice of one value; also accepts free text if the type allows it.
class ChoiceEditor : public ParamEditor {
 public:
  ChoiceEditor(const Param& param, QWidget* parent, std::vector<std::pair<QString, StepValue>> choices, bool free)
      : ParamEditor(parent), box_(named(new QComboBox(parent), param)), choices_(std::move(choices)), free_(free) {
    box_->setEditable(free);
    box_->setItemDelegate(new IndentDelegate(box_));
    fill();
    connect(box_, &QComboBox::currentTextChanged, this, &ParamEditor::changed);
    connect(box_, &QComboBox::currentIndexChanged, this, &ParamEditor::changed);
  }
  QWidget* widget() const override { return box_; }
  StepValue value() const override {
    if (free_) return box_->currentText().trimmed().toStdString();
    const int at = box_->currentIndex();
    return at >= 0 && at < int(choices_.size()) ? choices_[size_t(at)].second : StepValue();
  }
  void setValue(const StepValue& value) override {
    for (size_t i = 0; i < choices_.size(); ++i)
      if (equal(choices_[i].second, value)) return box_->setCurrentIndex(int(i));
    if (const auto* text = value.as<std::string>()) {
      if (free_)
        box_->setEditText(QString::fromStdString(*text));
      else
        box_->setCurrentIndex(box_->findText(QString::fromStdString(*text)));
    }
  }
  void setChoices(std::vector<std::pair<QString, StepValue>> choices) {
    choices_ = std::move(choices);
    fill();
  }

 private:
  void fill() {
    const QSignalBlocker quiet(box_);
    box_->clear();
    for (const auto& [text, value] : choices_) {
      const QString name = text.trimmed();
      box_->addItem(name, int(text.size() - name.size()));
    }
  }
  QComboBox* box_;
  std::vector<std::pair<QString, StepValue>> choices_;
  bool free_;
};

class BufferEditor : public ChoiceEditor {
 public:
  BufferEditor(const Param& param, QWidget* parent, const FormContext& context)
      : ChoiceEditor(param, parent, {}, false), buffers_(context.buffers), type_(param.type) {}
  void setBlock(BlockId block) override {
    std::vector<std::pair<QString, StepValue>> choices;
    for (const FormContext::BlockBuffers& b : buffers_) {
      if (b.block != block) continue;
      if (type_ == ParamType::BufferSlot) {
        addSlots(choices, "read", b.reads);
        addSlots(choices, "write", b.writes);
        continue;
      }
      const auto& names = type_ == ParamType::WriteIndex ? b.writes : b.reads;
      for (size_t i = 0; i < names.size(); ++i) choices.emplace_back(QString::fromStdString(names[i]), int64_t(i));
    }
    setChoices(std::move(choices));
  }

 private:
  static void addSlots(std::vector<std::pair<QString, StepValue>>& choices, const char* access,
                       const std::vector<std::string>& names) {
    for (size_t i = 0; i < names.size(); ++i)
      choices.emplace_back(QString("%1 %2").arg(access, QString::fromStdString(names[i])),
                           StepValue(StepValue::List{access, int64_t(i)}));
  }
  std::vector<FormContext::BlockBuffers> buffers_;
  ParamType type_;
};

// An ordered choice of several values: the checked ones, in the shown order; rows are moved by dragging or with
// Alt+Up/Down.
class ListEditor : public ParamEditor {
 public:
  ListEditor(const Param& param, QWidget* parent, std::vector<std::pair<QString, StepValue>> choices)
      : ParamEditor(parent), list_(named(new QListWidget(parent), param)), choices_(std::move(choices)) {
    list_->setDragDropMode(QAbstractItemView::InternalMove);
    list_->setMinimumHeight(std::min<int>(8, std::max<int>(3, int(choices_.size()))) * kListRow + 8);
    list_->setMaximumHeight(8 * kListRow + 8);
    list_->installEventFilter(this);
    order({});
    connect(list_, &QListWidget::itemChanged, this, &ParamEditor::changed);
    connect(list_->model(), &QAbstractItemModel::rowsMoved, this, &ParamEditor::changed);
  }
  QWidget* widget() const override { return list_; }
  bool wide() const override { return true; }
  StepValue value() const override {
    StepValue::List chosen;
    for (int i = 0; i < list_->count(); ++i)
      if (list_->item(i)->checkState() == Qt::Checked)
        chosen.push_back(choices_[size_t(list_->item(i)->data(Qt::UserRole).toInt())].second);
    return chosen;
  }
  void setValue(const StepValue& value) override {
    if (const auto* chosen = value.as<StepValue::List>()) order(*chosen);
    Q_EMIT changed();
  }

 protected:
  bool eventFilter(QObject* object, QEvent* event) override {
    if (event->type() == QEvent::KeyPress) {
      const auto* key = static_cast<QKeyEvent*>(event);
      const int by = key->key() == Qt::Key_Up ? -1 : key->key() == Qt::Key_Down ? 1 : 0, at = list_->currentRow();
      if (key->modifiers() & Qt::AltModifier && by != 0 && at >= 0 && at + by >= 0 && at + by < list_->count()) {
        list_->insertItem(at + by, list_->takeItem(at));
        list_->setCurrentRow(at + by);
        Q_EMIT changed();
        return true;
      }
    }
    return ParamEditor::eventFilter(object, event);
  }

 private:
  // Puts the chosen values first, in their order, and then the others in program order.
  void order(const StepValue::List& chosen) {
    const QSignalBlocker quiet(list_);
    list_->clear();
    const auto add = [this](size_t i, bool checked) {
      // Without indentation, because the chosen order is independent of the nesting.
      auto* item = new QListWidgetItem(checked ? choices_[i].first.trimmed() : choices_[i].first, list_);
      item->setSizeHint({0, kListRow});
      item->setData(Qt::UserRole, int(i));
      item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemIsDragEnabled);
      item->setCheckState(checked ? Qt::Checked : Qt::Unchecked);
    };
    std::vector<bool> used(choices_.size());
    for (const StepValue& v : chosen)
      for (size_t i = 0; i < choices_.size(); ++i)
        if (!used[i] && equal(choices_[i].second, v)) used[i] = true, add(i, true);
    for (size_t i = 0; i < choices_.size(); ++i)
      if (!used[i]) add(i, false);
    list_->setCurrentRow(0);
  }

  QListWidget* list_;
  std::vector<std::pair<QString, StepValue>> choices_;
};

template <class Id>
void addChoices(std::vector<std::pair<QString, StepValue>>& to, const std::vector<FormContext::Choice<Id>>& from) {
  for (const auto& choice : from)
    to.emplace_back(QString(choice.depth * 2, ' ') + QString::fromStdString(choice.name), StepValue(choice.id));
}

std::vector<std::pair<QString, StepValue>> usualValues(ParamType type) {
  std::vector<std::pair<QString, StepValue>> choices;
  for (const std::string_view text : infoOf(type).usual)
    choices.emplace_back(QString::fromUtf8(text.data(), qsizetype(text.size())), StepValue(std::string(text)));
  return choices;
}

// Splits at commas outside of brackets and strings.
QStringList topLevelParts(const QString& text) {
  QStringList parts;
  int depth = 0, from = 0;
  QChar quote;
  for (int i = 0; i < text.size(); ++i) {
    const QChar c = text[i];
    if (!quote.isNull())
      quote = c == quote ? QChar() : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (c == '[' || c == '(')
      ++depth;
    else if (c == ']' || c == ')')
      --depth;
    else if (c == ',' && depth == 0)
      parts << text.mid(from, i - from), from = i + 1;
  }
  if (!text.mid(from).trimmed().isEmpty()) parts << text.mid(from);
  return parts;
}

}  // namespace

StepValue valueFromText(const QString& typed) {
  const QString text = typed.trimmed();
  if (text == "None") return {};
  if (text == "True" || text == "False") return text == "True";
  bool ok = false;
  if (const qlonglong number = text.toLongLong(&ok); ok) return int64_t(number);
  if (const double number = text.toDouble(&ok); ok) return number;
  const int n = int(text.size());
  if (n >= 2 && (text[0] == '"' || text[0] == '\'') && text[n - 1] == text[0]) return text.mid(1, n - 2).toStdString();
  if (n >= 2 && ((text[0] == '[' && text[n - 1] == ']') || (text[0] == '(' && text[n - 1] == ')'))) {
    StepValue::List list;
    for (const QString& part : topLevelParts(text.mid(1, n - 2))) list.push_back(valueFromText(part));
    return list;
  }
  return text.toStdString();
}

ParamEditor* makeEditor(const Param& param, const FormContext& context, QWidget* parent) {
  std::vector<std::pair<QString, StepValue>> choices;
  switch (param.type) {
    case ParamType::Loop:
      addChoices(choices, context.loops);
      return new ChoiceEditor(param, parent, choices, false);
    case ParamType::Block:
      addChoices(choices, context.blocks);
      return new ChoiceEditor(param, parent, choices, false);
    case ParamType::LoopOrBlock:
      addChoices(choices, context.loops);
      addChoices(choices, context.blocks);
      return new ChoiceEditor(param, parent, choices, false);
    case ParamType::Loops:
      addChoices(choices, context.loops);
      return new ListEditor(param, parent, choices);
    case ParamType::Blocks:
      addChoices(choices, context.blocks);
      for (auto& [name, block] : choices)
        name = name.trimmed();  // without indentation, which has no meaning in a list with check boxes
      return new ListEditor(param, parent, choices);
    case ParamType::Bool:
      return new FlagEditor(param, parent);
    case ParamType::Access:
      return new ChoiceEditor(param, parent, usualValues(param.type), false);
    case ParamType::Scope:
    case ParamType::ThreadAxis:
      return new ChoiceEditor(param, parent, usualValues(param.type), true);
    case ParamType::ReadIndex:
    case ParamType::WriteIndex:
    case ParamType::BufferSlot:
      return new BufferEditor(param, parent, context);
    case ParamType::Function:
      choices.emplace_back(QObject::tr("the current function"), StepValue());
      for (const std::string& name : context.functions)
        choices.emplace_back(QString::fromStdString(name), StepValue(name));
      return new ChoiceEditor(param, parent, choices, false);
    case ParamType::Factors:
    case ParamType::Ints:
    case ParamType::Numbers:
      return new TextEditor(param, parent, true);
    case ParamType::Int:
    case ParamType::String:
    case ParamType::Annotation:
    case ParamType::IndexMap:
    case ParamType::PadValue:
    case ParamType::RangeMap:
      return new TextEditor(param, parent, false);
  }
  return nullptr;
}

}  // namespace lw
