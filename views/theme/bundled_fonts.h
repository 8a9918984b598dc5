// The window's own fonts. They have families of their own names, so that they are taken, and not what happens to be
// installed under the name; and no ligatures: what stands there is what was written, and to look for them takes as long
// as all else of laying out a word.
#pragma once

#include <QByteArray>
#include <QString>

namespace lw {

inline constexpr const char *kInterfaceFamily = "_nter", *kCodeFamily = "_etBrains Mono";

// A font file (OpenType; Microsoft and Adobe, "OpenType Specification" 1.9, "Organization of an OpenType font") without
// its table of substitutions, and with another family name of the same length. What is no such file stays as it is.
QByteArray ownFont(QByteArray file, const QByteArray& family, const QByteArray& own);
void loadFonts();
// Of pictures as text: what others read has the names under which the fonts are known, what the window paints its own.
QByteArray withKnownFamilies(QByteArray svg);
QByteArray withOwnFamilies(QByteArray svg);

}  // namespace lw
