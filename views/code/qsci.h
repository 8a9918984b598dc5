// QScintilla's headers use `signals` and `slots`, which QT_NO_KEYWORDS takes away.
#pragma once

#include <QObject>
#define signals Q_SIGNALS
#define slots Q_SLOTS
#include <Qsci/qscicommandset.h>
#include <Qsci/qscilexercustom.h>
#include <Qsci/qsciscintilla.h>
#undef signals
#undef slots
