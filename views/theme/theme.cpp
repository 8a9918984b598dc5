#include "views/theme/theme.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include "views/theme/bundled_fonts.h"

namespace lw {
namespace {

struct ColorToken {
  const char* name;
  QColor Theme::* color;
};

constexpr ColorToken kTokens[] = {{"window", &Theme::window},
                                  {"panel", &Theme::panel},
                                  {"raised", &Theme::raised},
                                  {"hairline", &Theme::hairline},
                                  {"text", &Theme::text},
                                  {"dim", &Theme::dim},
                                  {"selection", &Theme::selection},
                                  {"selectionEdge", &Theme::selectionEdge},
                                  {"serial", &Theme::serial},
                                  {"parallel", &Theme::parallel},
                                  {"vectorized", &Theme::vectorized},
                                  {"unrolled", &Theme::unrolled},
                                  {"reduce", &Theme::reduce},
                                  {"block", &Theme::block},
                                  {"buffer", &Theme::buffer},
                                  {"link", &Theme::link},
                                  {"focus", &Theme::focus},
                                  {"bar", &Theme::bar},
                                  {"data", &Theme::data},
                                  {"primary", &Theme::primary},
                                  {"onPrimary", &Theme::onPrimary},
                                  {"codeKeyword", &Theme::codeKeyword},
                                  {"codeString", &Theme::codeString},
                                  {"codeNumber", &Theme::codeNumber},
                                  {"codeName", &Theme::codeName}};

QByteArray readResource(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

QStringList themeNames() { return {"dark", "light"}; }

Theme loadTheme(const QString& name, bool safe) {
  const QString known = themeNames().contains(name) ? name : QStringLiteral("dark");
  const QJsonObject json = QJsonDocument::fromJson(readResource(":/themes/" + known + ".json")).object();
  Theme theme;
  theme.name = known;
  theme.dark = json["dark"].toBool(true);
  const QJsonObject others = safe ? json["safe"].toObject() : QJsonObject();
  for (const ColorToken& token : kTokens) {
    const QLatin1String name(token.name);
    theme.*token.color = QColor((others.contains(name) ? others[name] : json[name]).toString());
  }
  return theme;
}

QPalette paletteOf(const Theme& t) {
  QPalette p;
  p.setColor(QPalette::Window, t.window);
  p.setColor(QPalette::WindowText, t.text);
  p.setColor(QPalette::Base, t.panel);
  p.setColor(QPalette::AlternateBase, t.raised);
  p.setColor(QPalette::Text, t.text);
  p.setColor(QPalette::Button, t.raised);
  p.setColor(QPalette::ButtonText, t.text);
  p.setColor(QPalette::BrightText, t.reduce);
  p.setColor(QPalette::PlaceholderText, t.dim);
  p.setColor(QPalette::Highlight, t.selection);
  p.setColor(QPalette::HighlightedText, t.text);
  p.setColor(QPalette::Link, t.link);
  p.setColor(QPalette::LinkVisited, t.focus);  // of what has the keys: text shows no visited links
  p.setColor(QPalette::ToolTipBase, t.raised);
  p.setColor(QPalette::ToolTipText, t.text);
  for (const auto role : {QPalette::Light, QPalette::Midlight, QPalette::Mid, QPalette::Dark})
    p.setColor(role, t.hairline);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    p.setColor(QPalette::Disabled, role, blend(t.dim, t.panel, 0.35));
  return p;
}

QString styleSheetOf(const Theme& theme) {
  QString sheet = QString::fromUtf8(readResource(":/themes/style.qss"));
  for (const ColorToken& token : kTokens)
    sheet.replace("@" + QString::fromLatin1(token.name) + "@", (theme.*token.color).name());
  sheet.replace("@mono@", QLatin1String(kCodeFamily));
  sheet.replace("@shade@", theme.dark ? "dark" : "light");  // of icons that are image files
  sheet.replace("@faint@", blend(theme.dim, theme.panel, 0.38).name());
  sheet.replace("@hover@", blend(theme.raised, theme.text, 0.08).name());
  sheet.replace("@primaryHover@", blend(theme.primary, theme.text, 0.15).name());
  return sheet;
}

QString strongWords(const QString& words) {
  return QStringLiteral("<span style='font-weight:600'>%1</span>").arg(words.toHtmlEscaped());
}

QFont interfaceFont(int pixels, QFont::Weight weight) {
  QFont font(QString::fromLatin1(kInterfaceFamily));
  font.setPixelSize(pixels);
  font.setWeight(weight);
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

QFont codeFont(qreal pixels, QFont::Weight weight) {
  QFont font(QString::fromLatin1(kCodeFamily));
  font.setPointSizeF(pixels * 0.75);  // 96 dots per inch is Qt's logical resolution
  font.setWeight(weight);
  font.setStyleHint(QFont::Monospace);
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

QColor blend(const QColor& first, const QColor& second, qreal share) {
  const auto mix = [share](int a, int b) { return qRound(a + (b - a) * share); };
  return {mix(first.red(), second.red()), mix(first.green(), second.green()), mix(first.blue(), second.blue())};
}

}  // namespace lw
