#include "app/models/document/document_files.h"

namespace lw {

DocumentFiles::~DocumentFiles() = default;

}  // namespace lw
