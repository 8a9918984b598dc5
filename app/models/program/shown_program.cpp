#include "app/models/program/shown_program.h"
