#include "app/window/help/shortcut_sheet.h"

#include <QMenu>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace lw {
namespace {

constexpr QSize kSize(980, 680);

// In languages whose letters are not on the keys, a menu's letter follows the name in parentheses: "文件(&F)".
QString plain(QString text) {
  static const QRegularExpression letter(QStringLiteral("\\s*\\(&[A-Za-z0-9]\\)"));
  text = text.section('\t', 0, 0).remove(letter);
  text.remove(QStringLiteral("…"));
  for (int at = 0; (at = int(text.indexOf('&', at))) >= 0; ++at) text.remove(at, 1);
  return text;
}

// A submenu is a separate group.
void collect(const QMenu& menu, const QString& title, std::vector<KeyGroup>& groups) {
  std::vector<std::pair<QString, QString>> keys;
  std::vector<KeyGroup> below;
  for (const QAction* action : menu.actions()) {
    const QVariant own = action->property(kPlainName);
    const QString name = plain(own.isValid() ? own.toString() : action->text());
    if (const QMenu* inner = action->menu()) {
      collect(*inner, name, below);
      continue;
    }
    QStringList texts;
    for (const QKeySequence& key : action->shortcuts()) texts << key.toString(QKeySequence::NativeText);
    // Keys that a pane handles itself follow a tab in the text.
    if (texts.isEmpty() && action->text().contains('\t')) texts << action->text().section('\t', 1);
    if (!texts.isEmpty()) keys.emplace_back(texts.join(QStringLiteral(", ")), name);
  }
  if (!keys.empty()) groups.push_back({title, std::move(keys)});
  groups.insert(groups.end(), below.begin(), below.end());
}

QString table(const KeyGroup& group, const Theme& theme) {
  QString html = QStringLiteral(
                     "<p style='color:%1; font-size:11px; font-weight:600; margin:14px 0 4px 0'>%2</p><table "
                     "cellspacing='0' cellpadding='3'>")
                     .arg(theme.dim.name(), group.title.toUpper().toHtmlEscaped());
  for (const auto& [key, what] : group.keys)
    html += QStringLiteral(
                "<tr><td style='padding-right:14px; color:%3' align='right'><nobr>%1</nobr></td><td>%2</td></tr>")
                .arg(key.toHtmlEscaped(), what.toHtmlEscaped(), theme.focus.name());
  return html + QStringLiteral("</table>");
}

}  // namespace

std::vector<KeyGroup> keysOf(const QMenuBar& bar) {
  std::vector<KeyGroup> groups;
  for (const QAction* action : bar.actions())
    if (action->menu()) collect(*action->menu(), plain(action->text()), groups);
  return groups;
}

ShortcutSheet::ShortcutSheet(QWidget* parent) : QDialog(parent), page_(new QTextBrowser(this)) {
  setObjectName("shortcutSheet");
  setWindowTitle(tr("Keys"));
  resize(kSize);
  page_->setFrameShape(QFrame::NoFrame);
  page_->setAccessibleName(tr("Keys"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(14, 14, 14, 14);
  column->addWidget(page_);
}

// Columns of about the same length, in the order of the menus.
void ShortcutSheet::openSheet(const std::vector<KeyGroup>& groups, const Theme& theme) {
  constexpr int kColumns = 3;
  size_t rows = 0;
  for (const KeyGroup& group : groups) rows += group.keys.size() + 2;
  QStringList columns{QString()};
  size_t used = 0;
  for (const KeyGroup& group : groups) {
    if (used > 0 && used + group.keys.size() / 2 > rows / kColumns && columns.size() < kColumns) {
      columns << QString();
      used = 0;
    }
    columns.back() += table(group, theme);
    used += group.keys.size() + 2;
  }
  QString html = QStringLiteral("<table width='100%'><tr>");
  for (const QString& column : columns)
    html += QStringLiteral("<td valign='top' width='%1%'>%2</td>").arg(100 / kColumns).arg(column);
  page_->setHtml(html + QStringLiteral("</tr></table>"));
  show();
  raise();
  page_->setFocus();
}

}  // namespace lw
