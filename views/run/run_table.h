// All runs as a table, one row for each.
#pragma once

#include <QTableView>

namespace lw {

class RunModel;

class RunTable : public QTableView {
  Q_OBJECT

 public:
  explicit RunTable(RunModel* model, QWidget* parent = nullptr);
};

}  // namespace lw
