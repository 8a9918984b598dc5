#include "app/services/program/deferred_release.h"

#include <QThreadPool>
#include <utility>

namespace lw {

void DeferredRelease::add(std::shared_ptr<const void> value) {
  values_.push_back(std::move(value));
  afterPainting_.request();
}

void DeferredRelease::release() {
  QThreadPool::globalInstance()->start([values = std::exchange(values_, {})] {});
}

}  // namespace lw
