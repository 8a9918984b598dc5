// The bundled fonts. Their families are renamed, so that installed fonts of the same name are not used instead. They
// have no ligatures: texts are shown as written, and looking up ligatures takes as long as the rest of the layout of a
// word.
#pragma once

#include <QByteArray>
#include <QString>

namespace lw {

inline constexpr const char *kInterfaceFamily = "_nter", *kCodeFamily = "_etBrains Mono";

// Returns a font file (OpenType; Microsoft and Adobe, "OpenType Specification" 1.9, "Organization of an OpenType font")
// without its table of substitutions and with another family name of the same length. Returns any other file unchanged.
QByteArray ownFont(QByteArray file, const QByteArray& family, const QByteArray& own);
void loadFonts();
// For pictures as text: files for other programs use the published names of the fonts, and the window uses its own.
QByteArray withKnownFamilies(QByteArray svg);
QByteArray withOwnFamilies(QByteArray svg);

}  // namespace lw
