// Foreign code in programs is compiled, and files are run by Python, only if the user has allowed exactly this text;
// texts are identified by their SHA-256.
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
  CodeConsent consent() const;  // the current one; safe on any thread
  bool allows(const PrimFunc& function) const;
  bool ask(const PrimFunc& function);  // true: the user has to answer first
  void answer(bool allowed);           // the answer to requested()
  // Of files that Python runs. What is allowed as C is not allowed as Python.
  bool allowsPython(const std::string& text) const;
  void allowPython(const std::string& text);
  void withdraw();  // ends a question whose subject is no longer shown

 Q_SIGNALS:
  void requested(const QString& what, const QString& code);  // empty `code`: the question has ended
  void allowed(const QString& hash);                         // remember the answer
  void granted();                                            // what needed the answer can continue
  void denied();

 private:
  std::set<QString> allowed_;
  std::string asked_;  // the text of the question; empty: none
};

}  // namespace lw
