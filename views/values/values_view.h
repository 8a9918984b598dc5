// The values of buffers: a slice as a table beside its heat map, with a summary of the whole array.
#pragma once

#include <QWidget>

#include "views/values/heat_map.h"
#include "views/widgets/wrapping_label.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QSpinBox;
class QSplitter;
class QTableView;
class QToolButton;

namespace lw {

class ValuesView : public QWidget {
  Q_OBJECT

 public:
  explicit ValuesView(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  // Keeps the chosen buffer if there is one of the same name.
  void setValues(ShownValues values);
  void setEmptyText(const QString& text);
  // The sources of values; the first is chosen.
  void setSources(const QStringList& sources);
  void setSource(int source);
  QComboBox* sources() const { return sources_; }
  void setBelow(QWidget* widget);   // below the table
  void setBeside(QWidget* widget);  // to the right of the heat map
  void choose(const QString& buffer);
  ValuesModel* model() const { return model_; }
  QTableView* table() const { return table_; }
  HeatMap* heat() const { return heat_; }
  QComboBox* buffers() const { return buffers_; }
  const ShownValues& values() const { return values_; }

 Q_SIGNALS:
  void sourceChosen(int source);
  void bufferChosen(const QString& name);
  void elementChosen(const QString& buffer, qint64 element);  // the cell at the cursor; -1: none
  void saveRequested();                                       // save the chosen buffer as .npy

 private:
  void buildTop(class QVBoxLayout* column);
  QToolButton* addTool(const QString& name, const QString& text, const QString& tip);
  void showChosen();
  void showSlices();
  void showSummary();
  void goTo(int row, int column);
  void tellElement();
  void goToElement(std::optional<int64_t> flat);
  void copy();

  Theme theme_;
  ValuesModel* model_;
  QWidget* content_;
  QSplitter* both_;
  QComboBox *sources_, *buffers_, *modes_;
  QHBoxLayout *slices_, *tools_;
  std::vector<QSpinBox*> leading_;
  QTableView* table_;
  HeatMap* heat_;
  WrappingLabel* summary_;
  QLabel* empty_;
  QToolButton *first_, *worst_, *copy_, *save_;
  ShownValues values_;
};

}  // namespace lw
