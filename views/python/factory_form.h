// A line for each parameter of a factory.
#pragma once

#include <QWidget>
#include <utility>
#include <vector>

#include "views/python/made_entry.h"

class QComboBox;
class QLineEdit;

namespace lw {

class FactoryForm : public QWidget {
  Q_OBJECT

 public:
  explicit FactoryForm(const std::vector<MadeParameter>& parameters, QWidget* parent = nullptr);
  std::vector<std::pair<QString, QString>> values() const;  // as typed; those left at their default are empty
  QString missing() const;                                  // the first parameter that needs a value; empty: none
  void goTo(const QString& parameter) const;                // gives it the keys
  QString fieldWithKeys() const;                            // the parameter; empty: none
  std::vector<QWidget*> fields() const;                     // in the order of the parameters
  QLineEdit* editor(const QString& parameter) const;        // nullptr: there is none, or it has a list of choices

 Q_SIGNALS:
  void changed();
  void finished();  // Return was pressed

 private:
  struct Row {
    MadeParameter parameter;
    QLineEdit* line = nullptr;
    QComboBox* choice = nullptr;
    QString text() const;
  };
  QWidget* addRow(Row& row);
  std::vector<Row> rows_;
};

}  // namespace lw
