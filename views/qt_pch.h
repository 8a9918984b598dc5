// Precompiled: what most views and the window include. Sources still name what they use.
#pragma once

#include <QtWidgets>

#include "core/help/help.h"
#include "core/session/session.h"
#include "core/text/print/printer.h"
