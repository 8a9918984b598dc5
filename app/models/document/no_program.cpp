#include "app/models/document/no_program.h"

#include <QCoreApplication>

#include "app/models/document/document.h"

namespace lw {
namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(lw::NoProgram)
};

}  // namespace

QString noProgramWords(const Document& document) {
  const SourceFile* source = document.source();
  if (!source) return Texts::tr("No program: open a file first");
  if (!source->graphs.empty())
    return Texts::tr("This model has no kernel of its own to schedule; its graph is in the pane Graph (Alt+G)");
  if (source->hasErrors()) return Texts::tr("No program: the source has errors, which are listed under Problems");
  return Texts::tr("No program: this file has no @T.prim_func");
}

}  // namespace lw
