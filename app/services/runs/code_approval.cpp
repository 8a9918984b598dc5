#include "app/services/runs/code_approval.h"

#include <QCryptographicHash>
#include <algorithm>
#include <utility>

namespace lw {
namespace {

QString codeHash(const std::string& text) {
  return QString::fromLatin1(
      QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256).toHex());
}

QString pythonHash(const std::string& text) { return codeHash("# Python\n" + text); }

}  // namespace

void CodeApproval::setAllowed(const QStringList& hashes) { allowed_ = {hashes.begin(), hashes.end()}; }

CodeConsent CodeApproval::consent() const {
  return [allowed = allowed_](const std::string& text) { return allowed.contains(codeHash(text)); };
}

bool CodeApproval::allows(const PrimFunc& function) const {
  const std::vector<std::string> texts = foreignCode(function);
  return std::all_of(texts.begin(), texts.end(),
                     [this](const std::string& text) { return allowed_.contains(codeHash(text)); });
}

bool CodeApproval::ask(const PrimFunc& function) {
  for (const std::string& text : foreignCode(function)) {
    if (allowed_.contains(codeHash(text))) continue;
    asked_ = text;
    Q_EMIT requested(QString::fromStdString(describeCode(text)), QString::fromStdString(text));
    return true;
  }
  return false;
}

bool CodeApproval::allowsPython(const std::string& text) const { return allowed_.contains(pythonHash(text)); }

void CodeApproval::allowPython(const std::string& text) {
  if (const QString hash = pythonHash(text); allowed_.insert(hash).second) Q_EMIT allowed(hash);
}

void CodeApproval::withdraw() {
  if (asked_.empty()) return;
  asked_.clear();
  Q_EMIT requested({}, {});
}

void CodeApproval::answer(bool allowed) {
  const std::string text = std::exchange(asked_, {});
  Q_EMIT requested({}, {});
  if (text.empty()) return;
  if (!allowed) return Q_EMIT denied();
  allowed_.insert(codeHash(text));
  Q_EMIT this->allowed(codeHash(text));
  Q_EMIT granted();
}

}  // namespace lw
