// Why a model could not be read: every problem, to be read and copied, and fields for the sizes that it leaves open.
#pragma once

#include <QDialog>
#include <map>

#include "app/models/graph/model_report.h"
#include "views/theme/theme.h"

class QLineEdit;
class QPushButton;

namespace lw {

class ProblemsView;

class RefusalDialog : public QDialog {
  Q_OBJECT

 public:
  RefusalDialog(const ModelRefusal& refusal, const Theme& theme, QWidget* parent);
  ProblemsView* problems() const { return problems_; }
  QPushButton* copyButton() const { return copy_; }
  QPushButton* openButton() const { return open_; }  // nullptr: the model leaves no sizes open
  const std::vector<std::pair<QString, QLineEdit*>>& sizes() const { return sizes_; }
  QString advice() const { return advice_; }

 Q_SIGNALS:
  void openRequested(const QString& file, const std::map<std::string, int64_t>& sizes);

 private:
  void addSizes(class QVBoxLayout* rows);
  void openAgain();

  ModelRefusal refusal_;
  QString advice_;
  ProblemsView* problems_;
  QPushButton *copy_, *open_ = nullptr;
  std::vector<std::pair<QString, QLineEdit*>> sizes_;
};

}  // namespace lw
