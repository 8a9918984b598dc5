// Binds the parameters of a model to the arrays of a .npz file, and its symbolic sizes to numbers. A table compares
// what the model takes with what the file has.
#pragma once

#include <QDialog>
#include <QString>
#include <map>
#include <vector>

#include "app/models/graph/parameters_found.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace lw {

class WrappingLabel;

class ParametersDialog : public QDialog {
  Q_OBJECT

 public:
  // `sizes`: names of symbolic sizes with their numbers, or empty texts.
  ParametersDialog(const QString& model, const QString& path, const std::vector<std::pair<QString, QString>>& sizes,
                   QWidget* parent);
  void setFound(const ParametersFound& found);
  QString path() const;
  std::map<QString, qint64> sizes() const;  // those that are numbers
  QTableWidget* table() const { return table_; }
  QString error() const;

 Q_SIGNALS:
  void changed();  // another file or size: setFound() is called with what follows

 private:
  void addFile(const QString& path);
  void addSizes(const std::vector<std::pair<QString, QString>>& sizes);
  void buildTable();

  QLineEdit* file_;
  QTableWidget* table_;
  WrappingLabel* error_;
  QPushButton* bind_;
  std::vector<std::pair<QString, QLineEdit*>> sizes_;
};

}  // namespace lw
