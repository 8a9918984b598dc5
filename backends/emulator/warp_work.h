// Counts what the warps of a block execute, as a compiler would have them do it: instructions, and which accesses a
// thread makes again to an element that is still in one of its registers. Private to backends/emulator.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "backends/emulator/instructions.h"

namespace lw::emulator {

class WarpWork {
 public:
  WarpWork(const Stmt& body, int64_t threads, int warpSize);
  // True: the thread has the element in a register, or stores it again before anyone can have seen the earlier value.
  bool staysInRegister(int64_t thread, const ElementAccess& access);
  void store(int64_t thread, const void* site);
  void iteration(int64_t thread, const For* loop);
  void touch(const ElementAccess& access);  // of global memory, by any thread
  void barrier();                           // the threads of each warp are in step, and see each other's stores
  void endBlock();
  GpuWork work;

 private:
  struct Kept {
    const void* memory;
    int64_t element;
    bool stored;
  };
  struct Site {
    const GpuInstructions* each;
    std::vector<int32_t> times;  // by thread, since the last barrier
  };
  struct Sectors {
    size_t number;  // in work.memories
    std::vector<uint8_t> seen;
    std::vector<int64_t> list;
  };
  void execute(int64_t thread, const void* key, const GpuInstructions* each);

  InstructionTable table_;
  int warpSize_;
  std::vector<std::vector<Kept>> kept_;  // by thread, the latest first
  std::unordered_map<const void*, std::unique_ptr<Site>> sites_;
  std::vector<Site*> order_;  // of the sites, as they were reached first
  const void* lastKey_ = nullptr;
  Site* last_ = nullptr;
  std::unordered_map<const void*, Sectors> sectors_;  // by memory
};

}  // namespace lw::emulator
