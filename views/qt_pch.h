// The precompiled header of the views and the window. Sources still include what they use.
#pragma once

#include <QtWidgets>

#include "core/help/help.h"
#include "core/session/session.h"
#include "core/text/print/printer.h"
