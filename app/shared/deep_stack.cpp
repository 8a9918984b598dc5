#include "app/shared/deep_stack.h"

#include <pthread.h>

namespace lw {
namespace {

constexpr size_t kStackBytes = size_t{512} << 20;

struct Task {
  const std::function<int()>& function;
  int result = 0;
};

void* run(void* context) {
  auto* task = static_cast<Task*>(context);
  task->result = task->function();
  return nullptr;
}

}  // namespace

int withDeepStack(const std::function<int()>& function) {
  Task task{function};
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  const bool started =
      pthread_attr_setstacksize(&attributes, kStackBytes) == 0 && pthread_create(&thread, &attributes, run, &task) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) return function();  // the address space is limited
  pthread_join(thread, nullptr);
  return task.result;
}

}  // namespace lw
