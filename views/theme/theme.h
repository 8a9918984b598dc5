// The colours, fonts and style sheet of the window. A theme is a file of tokens (resources/themes/*.json); everything
// that paints asks the theme for a token by meaning, never for a literal colour.
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>
#include <QStringList>

namespace lw {

struct Theme {
  QString name;
  bool dark = true;
  QColor window, panel, raised, hairline, text, dim;
  QColor selection, selectionEdge;  // the only blue: of nothing but what is selected
  QColor serial, parallel, vectorized, unrolled, reduce, block, buffer;
  QColor link, focus, bar;    // of words to click, of what has the keys, and of lengths that stand for figures
  QColor data;                // of curves, heat, accesses and marks
  QColor primary, onPrimary;  // of the button that goes on, and of its words
  QColor codeKeyword, codeString, codeNumber, codeName;
};

// "dark" or "light"; an unknown name gives dark. `safe`: kinds and results have colours that are distinct for all
// common forms of colour blindness.
Theme loadTheme(const QString& name, bool safe = false);
QStringList themeNames();

QPalette paletteOf(const Theme& theme);
QString styleSheetOf(const Theme& theme);

// Strong words in rich text. Not <b>, which requests a heavier weight than the fonts have, so that Qt would synthesize
// one.
QString strongWords(const QString& words);
QFont interfaceFont(int pixels = 13, QFont::Weight weight = QFont::Normal);
QFont codeFont(qreal pixels = 12.5, QFont::Weight weight = QFont::Normal);

// A colour between the two; `share` is the share of the second.
QColor blend(const QColor& first, const QColor& second, qreal share);

}  // namespace lw
