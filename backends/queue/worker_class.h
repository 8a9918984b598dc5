// A class of workers: machines whose times can be compared, with one queue of trials for all of them. The first worker
// of a class describes its processor at the server, for those who compile for it.
#pragma once

#include "backends/queue/connection.h"
#include "backends/target/processor.h"

namespace lw {

struct WorkerClass {
  std::string name;
  Processor processor;
  int threads = 1;  // of a kernel
};

// The class of this machine for kernels of a target with so many threads, named by all three.
WorkerClass ownClass(std::string_view target, int threads);
Status checkClassName(const std::string& name);
// Describes the class at the server. Refused where it was described with another processor or number of threads.
Status announceClass(QueueConnection& connection, const QueueAddress& address, const WorkerClass& own);
// As a worker described it; the own class need not be described. Empty name: the own class.
Result<WorkerClass> findClass(const QueueAddress& address, const std::string& name, std::string_view target,
                              int threads);

}  // namespace lw
