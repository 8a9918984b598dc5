// The precompiled header of the models and the services. Sources still include what they use.
#pragma once

#include <QtCore>

#include "core/session/session.h"
#include "core/text/print/printer.h"
