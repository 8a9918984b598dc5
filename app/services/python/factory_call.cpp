#include "app/services/python/factory_call.h"

#include <QStringList>
#include <algorithm>

#include "core/support/quote.h"

namespace lw {
namespace {

bool isQuoted(const QString& text) {
  return text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
}

// At the commas outside of brackets and strings.
QStringList partsOf(const QString& arguments) {
  QStringList parts;
  QString part;
  int depth = 0;
  QChar quote;
  for (int i = 0; i < arguments.size(); ++i) {
    const QChar c = arguments[i];
    part += c;
    if (!quote.isNull()) {
      if (c == '\\' && i + 1 < arguments.size())
        part += arguments[++i];
      else if (c == quote)
        quote = QChar();
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (QStringLiteral("([{").contains(c)) {
      ++depth;
    } else if (QStringLiteral(")]}").contains(c)) {
      --depth;
    } else if (c == ',' && depth == 0) {
      part.chop(1);
      parts << part.trimmed();
      part.clear();
    }
  }
  if (!part.trimmed().isEmpty()) parts << part.trimmed();
  return parts;
}

}  // namespace

bool takesText(const Factory::Parameter& parameter) {
  if (parameter.defaultValue && isQuoted(QString::fromStdString(*parameter.defaultValue))) return true;
  return !parameter.defaultValue && (parameter.annotation == "str" || parameter.name == "dtype");
}

QString factoryCall(const Factory& factory, const FactoryValues& values) {
  QStringList arguments;
  for (const Factory::Parameter& parameter : factory.parameters) {
    const QString name = QString::fromStdString(parameter.name);
    for (const auto& [given, text] : values) {
      const QString value = text.trimmed();
      if (given != name || value.isEmpty()) continue;
      static const QString kWord = QStringLiteral("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-. ");
      const bool isWord = std::all_of(value.begin(), value.end(), [](QChar c) { return kWord.contains(c); });
      const QString written = takesText(parameter) && isWord && value != "None"
                                  ? QString::fromStdString(quoted(value.toStdString()))
                                  : value;
      arguments << (name.startsWith('*') ? written : name + '=' + written);
    }
  }
  return QString::fromStdString(factory.name) + '(' + arguments.join(QStringLiteral(", ")) + ')';
}

FactoryValues valuesOfCall(const QString& call) {
  FactoryValues values;
  const int open = int(call.indexOf('('));
  if (open < 0 || !call.endsWith(')')) return values;
  for (const QString& part : partsOf(call.mid(open + 1, call.size() - open - 2))) {
    const int equals = int(part.indexOf('='));
    if (equals <= 0) continue;
    const QString value = part.mid(equals + 1).trimmed();
    values.emplace_back(part.left(equals).trimmed(), value);
  }
  return values;
}

}  // namespace lw
