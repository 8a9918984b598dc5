// Precompiled: what nearly every view includes. Sources still name what they use.
#pragma once

#include <QtWidgets>
