// Code that programs bring along is compiled only where a person allowed that very text; texts are known by their
// SHA-256.
#pragma once

#include <QObject>
#include <QStringList>
#include <set>

#include "backends/cpu/foreign_code.h"

namespace lw {

class CodeApproval : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;
  void setAllowed(const QStringList& hashes);
  CodeConsent consent() const;  // as things are now; safe on any thread
  bool allows(const PrimFunc& function) const;
  bool ask(const PrimFunc& function);  // true: a person has to answer first
  void answer(bool allowed);           // to requested()
  void withdraw();                     // what the question is about is no longer shown

 Q_SIGNALS:
  void requested(const QString& what, const QString& code);  // empty code: no longer
  void allowed(const QString& hash);                         // to be remembered
  void granted();                                            // what was asked for can go on
  void denied();

 private:
  std::set<QString> allowed_;
  std::string asked_;  // the text of the question; empty: none
};

}  // namespace lw
