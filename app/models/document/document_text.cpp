#include "app/models/document/document_text.h"

#include <QFile>

#include "core/session/session.h"

namespace lw {

bool DocumentText::modified() const { return savedHash_.empty() ? !text_.empty() : savedHash_ != hashOf(text_); }

bool DocumentText::changedOnDisk() const {
  QFile file(path_);
  if (path_.isEmpty() || savedHash_.empty() || !file.exists()) return false;
  const QByteArray now = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  return hashOf(now.toStdString()) != savedHash_;
}

}  // namespace lw
