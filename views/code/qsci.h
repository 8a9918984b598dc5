// Includes QScintilla's headers, which use `signals` and `slots`; QT_NO_KEYWORDS disables these.
#pragma once

#include <QObject>
#define signals Q_SIGNALS
#define slots Q_SLOTS
#include <Qsci/qscicommandset.h>
#include <Qsci/qscilexercustom.h>
#include <Qsci/qsciscintilla.h>
#undef signals
#undef slots
