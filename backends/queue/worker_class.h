// A class of workers: machines whose times can be compared, with one queue of trials for all of them. The first worker
// of a class describes its processor, and its device if the kernels are for one, at the server, for those who compile.
#pragma once

#include "backends/queue/connection.h"
#include "backends/target/processor.h"

namespace lw {

struct WorkerClass {
  std::string name;
  Processor processor;
  int threads = 1;          // of a kernel
  std::string target = {};  // whose kernels they run
  std::string device = {};  // of such a target, as lw-runner describes it; empty: kernels run on the processor
};

// The class of this machine for kernels of a target with so many threads, named by all of these.
WorkerClass ownClass(std::string_view target, int threads, const std::string& device = {});
Status checkClassName(const std::string& name);
// Describes the class at the server. Refused where it was described with another processor, device or number of
// threads.
Status announceClass(QueueConnection& connection, const QueueAddress& address, const WorkerClass& own);
// As a worker described it; the own class need not be described. Empty name: the own class, with the device of this
// machine that has the number `device`. Refused if the class is for another target.
Result<WorkerClass> findClass(const QueueAddress& address, const std::string& name, std::string_view target,
                              int threads, const std::string& device = {});
// "MODEL (CPU), kernels on 2 threads", or "DEVICE (VERSION) at MODEL".
std::string toText(const WorkerClass& workers);
// What its times are of: "opencl on DEVICE", "cpu on MODEL".
std::string measuredOn(const WorkerClass& workers);
// The name of what measures: the device, or the processor.
std::string measuringDevice(const WorkerClass& workers);

}  // namespace lw
