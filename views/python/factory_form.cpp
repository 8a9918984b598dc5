#include "views/python/factory_form.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>

namespace lw {
namespace {

constexpr const char* kTypes[] = {"float16", "float32", "float64", "int8", "int32", "int64", "uint8", "bool"};

bool isBool(const MadeParameter& p) { return p.type == "bool" || p.fallback == "True" || p.fallback == "False"; }

bool isType(const MadeParameter& p) {
  if (!p.text) return false;
  for (const char* type : kTypes)
    if (p.fallback.mid(1, p.fallback.size() - 2) == QLatin1String(type)) return true;
  return p.name.endsWith(QLatin1String("dtype"));
}

QString withoutQuotes(const QString& text) {
  return text.size() > 1 && (text.front() == '"' || text.front() == '\'') ? text.mid(1, text.size() - 2) : text;
}

}  // namespace

QString FactoryForm::Row::text() const { return (choice ? choice->currentText() : line->text()).trimmed(); }

FactoryForm::FactoryForm(const std::vector<MadeParameter>& parameters, QWidget* parent) : QWidget(parent) {
  setObjectName("factoryForm");
  auto* lines = new QFormLayout(this);
  lines->setContentsMargins(0, 0, 0, 4);
  lines->setHorizontalSpacing(14);
  lines->setVerticalSpacing(8);
  lines->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  for (const MadeParameter& parameter : parameters) {
    Row& row = rows_.emplace_back(Row{parameter});
    auto* name = new QLabel(parameter.type.isEmpty() ? parameter.name : parameter.name + ": " + parameter.type, this);
    name->setObjectName("mono");
    lines->addRow(name, addRow(row));
  }
  if (parameters.empty()) lines->addRow(new QLabel(tr("It takes no parameters."), this));
}

QWidget* FactoryForm::addRow(Row& row) {
  const MadeParameter& p = row.parameter;
  const QString begin = p.text ? withoutQuotes(p.value) : p.value;
  if (isBool(p) || isType(p)) {
    row.choice = new QComboBox(this);
    if (isBool(p)) {
      row.choice->addItems({"True", "False"});
    } else {
      row.choice->setEditable(true);
      for (const char* type : kTypes) row.choice->addItem(QString::fromLatin1(type));
    }
    row.choice->setCurrentText(begin.isEmpty() ? withoutQuotes(p.fallback) : begin);
    row.choice->setAccessibleName(p.name);
    connect(row.choice, &QComboBox::currentTextChanged, this, &FactoryForm::changed);
    return row.choice;
  }
  row.line = new QLineEdit(begin, this);
  row.line->setProperty("class", "code");
  row.line->setAccessibleName(p.name);
  row.line->setPlaceholderText(p.fallback.isEmpty() ? tr("A value, such as %1").arg(p.text ? "float32" : "128")
                                                    : withoutQuotes(p.fallback));
  row.line->setToolTip(p.text ? tr("A text; quotes may be left out") : tr("A value, as written in Python"));
  connect(row.line, &QLineEdit::textChanged, this, &FactoryForm::changed);
  connect(row.line, &QLineEdit::returnPressed, this, &FactoryForm::finished);
  return row.line;
}

std::vector<std::pair<QString, QString>> FactoryForm::values() const {
  std::vector<std::pair<QString, QString>> all;
  for (const Row& row : rows_) {
    const QString text = row.text();
    const bool isDefault = !row.parameter.fallback.isEmpty() &&
                           (text == row.parameter.fallback || text == withoutQuotes(row.parameter.fallback));
    all.emplace_back(row.parameter.name, isDefault ? QString() : text);
  }
  return all;
}

QString FactoryForm::missing() const {
  for (const Row& row : rows_)
    if (row.text().isEmpty() && row.parameter.fallback.isEmpty() && !row.parameter.name.startsWith('*'))
      return row.parameter.name;
  return {};
}

std::vector<QWidget*> FactoryForm::fields() const {
  std::vector<QWidget*> all;
  for (const Row& row : rows_) all.push_back(row.choice ? static_cast<QWidget*>(row.choice) : row.line);
  return all;
}

QString FactoryForm::fieldWithKeys() const {
  const std::vector<QWidget*> all = fields();
  for (size_t i = 0; i < all.size(); ++i)
    if (const QWidget* keys = focusWidget(); keys && (keys == all[i] || all[i]->isAncestorOf(keys)))
      return rows_[i].parameter.name;
  return {};
}

void FactoryForm::goTo(const QString& parameter) const {
  for (size_t i = 0; i < rows_.size(); ++i)
    if (rows_[i].parameter.name == parameter) return fields()[i]->setFocus();
}

QLineEdit* FactoryForm::editor(const QString& parameter) const {
  for (const Row& row : rows_)
    if (row.parameter.name == parameter) return row.line;
  return nullptr;
}

}  // namespace lw
