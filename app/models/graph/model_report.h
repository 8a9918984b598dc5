// What is known of a model beside its text: the report of its import, and why one could not be read.
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <vector>

#include "app/models/document/problems_model.h"

namespace lw {

struct ModelReport {
  QString file;           // its path; empty: the model was not read from a model's file
  QString producer;       // that wrote the file
  int64_t version = 0;    // of ONNX's operators; 0: not known
  int64_t fileBytes = 0;  // 0: not known
  int64_t nodes = 0;      // of the file, or of the graph
  int64_t calls = 0;      // of the function
  int64_t folded = 0;     // nodes that were carried out while the file was read
  int64_t parameters = 0, parameterBytes = 0;
  std::vector<std::pair<QString, int64_t>> operators;  // the most frequent first
  QStringList recognised;                              // chains that are replaced by an operator: "2 gelu"
  QStringList inputs, outputs;                         // "x (n, 3) float32"
  QStringList sizes;                                   // "n = 16": numbers that the file was read with
  QString text() const;                                // to be copied
};

struct ModelRefusal {
  QString file, summary;
  std::vector<Problem> problems;                   // one for each node that cannot be read
  std::vector<std::pair<QString, QString>> sizes;  // symbolic sizes, with the numbers that they had; empty: none
  QStringList wanted;                              // inputs whose values decide shapes
  QString text() const;                            // to be copied
};

// Of one output of a run, beside what the exporter of the model computed.
struct OutputDifference {
  QString name, shape;
  int64_t count = 0, beyond = 0;     // elements; those that are out of tolerance
  double largest = 0, relative = 0;  // of the differences; relative: to the largest expected value
  QString at;                        // where it is: "[0, 3]"; empty: there is no difference
  double got = 0, expected = 0;      // there
  QString problem;                   // why it was not compared; empty: it was
  bool right() const { return problem.isEmpty() && beyond == 0; }
};

}  // namespace lw
