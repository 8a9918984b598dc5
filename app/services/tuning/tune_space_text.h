// The text of the space that the choices name, computed when somebody looks at it: rules take a moment to write one.
#pragma once

#include <QObject>
#include <QString>

namespace lw {

class Document;
class JobRunner;
class Tuning;

class TuneSpaceText : public QObject {
  Q_OBJECT

 public:
  TuneSpaceText(const Document& document, Tuning& tuning, JobRunner& jobs);
  const QString& text() const { return text_; }    // empty: not known yet, or there is none
  const QString& error() const { return error_; }  // why there is none
  void request();                                  // computes the text unless it is known
  void followState();                              // another state is shown

 Q_SIGNALS:
  void changed();

 private:
  void forget();
  const Document& document_;
  Tuning& tuning_;
  JobRunner& jobs_;
  QString text_, error_;
  bool asked_ = false;
};

}  // namespace lw
