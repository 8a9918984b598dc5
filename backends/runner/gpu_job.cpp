#include "backends/runner/gpu_job.h"
#include <algorithm>

#include "backends/runner/errors.h"

#include "core/support/json.h"
#include "core/support/text.h"

namespace lw {
namespace {

// The bytes of a number as the kernel takes it: its low bytes, or a float.
std::string bytesOf(const nlohmann::json& number) {
  const auto size = number.value("bytes", size_t{4});
  const auto raw = [](const auto& value, size_t bytes) {
    return std::string(reinterpret_cast<const char*>(&value), bytes);
  };
  if (!number.contains("float")) return raw(number.value("int", int64_t{0}), std::min(size, sizeof(int64_t)));
  const auto value = number.at("float").get<double>();
  return size == sizeof(float) ? raw(static_cast<float>(value), sizeof(float)) : raw(value, sizeof value);
}

GpuTensor tensorOf(const nlohmann::json& j) {
  GpuTensor tensor{.memory = j.at("memory").get<int>(),
                   .elementBytes = j.at("element").get<int64_t>(),
                   .swizzle = j.value("swizzle", int64_t{0})};
  for (const nlohmann::json& d : j.at("dims")) {
    tensor.sizes.push_back(d.at("size").get<uint64_t>());
    tensor.strides.push_back(d.at("stride").get<uint64_t>());
    tensor.box.push_back(d.at("box").get<uint32_t>());
  }
  return tensor;
}

GpuStep stepOf(const nlohmann::json& j) {
  GpuStep step;
  step.kernel = j.at("kernel").get<std::string>();
  for (size_t d = 0; d < 3; ++d) {
    step.grid[d] = j.at("grid").at(d).get<size_t>();
    step.block[d] = j.at("block").at(d).get<size_t>();
  }
  for (const nlohmann::json& a : j.at("arguments")) {
    GpuStep::Argument argument;
    argument.memory = a.value("memory", -1);
    if (a.contains("tensor"))
      argument.tensor = tensorOf(a.at("tensor"));
    else if (argument.memory < 0)
      argument.value = bytesOf(a);
    step.arguments.push_back(std::move(argument));
  }
  return step;
}

}  // namespace

Status requireDeviceMemory(const std::vector<GpuMemoryNeed>& needs, const GpuDeviceInfo& device) {
  size_t all = 0;
  const GpuMemoryNeed* most = nullptr;
  for (const GpuMemoryNeed& n : needs) {
    all += n.bytes;
    if (!most || n.bytes > most->bytes) most = &n;
  }
  if (!most) return success();
  std::string shape = join(most->shape, [&](const int64_t extent) { return std::to_string(extent); });
  shape = "(" + shape + (most->shape.size() == 1 ? ",)" : ")");
  if (device.maxAllocation > 0 && most->bytes > static_cast<size_t>(device.maxAllocation))
    return explain(err::kGpuAllocation(most->name, shape, most->bytes, device.name, device.maxAllocation),
                   "use smaller sizes, or another device");
  if (device.memory > 0 && all > static_cast<size_t>(device.memory))
    return explain(err::kGpuMemory(most->name, shape, most->bytes, all, device.name, device.memory),
                   "use smaller sizes, or another device");
  return success();
}

Result<GpuJob> GpuJob::load(const nlohmann::json& description) {
  try {
    GpuJob job;
    for (const nlohmann::json& m : description.at("memories"))
      job.memories_.push_back({m.value("parameter", -1), m.value("bytes", size_t{0}), m.value("name", ""),
                               m.value("shape", std::vector<int64_t>())});
    for (const nlohmann::json& s : description.at("steps")) job.steps_.push_back(stepOf(s));
    Result<std::unique_ptr<GpuDriver>> driver =
        openGpu(description.at("api").get<std::string>(), description.value("device", 0));
    if (!driver) return std::move(driver).error();
    job.driver_ = std::move(*driver);
    if (Status s = job.driver_->build(description.at("code").get<std::string>()); !s) return s.error();
    return job;
  } catch (const nlohmann::json::exception& e) {
    return err::kGpuDescription(e.what());
  }
}

Status GpuJob::prepare(const std::vector<GpuHostBuffer>& buffers) {
  std::vector<size_t> sizes;
  std::vector<GpuMemoryNeed> needs;
  for (Memory& m : memories_) {
    if (m.parameter >= static_cast<int>(buffers.size())) return err::kGpuBuffers(m.parameter + 1, buffers.size());
    if (m.parameter >= 0) m.bytes = buffers[static_cast<size_t>(m.parameter)].bytes;
    sizes.push_back(m.bytes);
    needs.push_back({m.name, m.shape, m.bytes});
  }
  if (Status s = requireDeviceMemory(needs, driver_->info()); !s) return s;
  return driver_->allocate(sizes);
}

Result<double> GpuJob::run(const std::vector<GpuHostBuffer>& buffers, int64_t loops, bool download, int first,
                           int last) {
  const auto count = static_cast<int>(steps_.size());
  const int begin = std::clamp(first, 0, count), end = last < 0 ? count : std::clamp(last, begin, count);
  const std::vector<GpuStep> steps(steps_.begin() + begin, steps_.begin() + end);
  const bool fresh = !allocated_;
  if (fresh)
    if (Status s = prepare(buffers); !s) return s.error();
  allocated_ = true;
  const auto each = [&](auto&& f) -> Status {
    for (size_t i = 0; i < memories_.size(); ++i)
      if (memories_[i].parameter >= 0)
        if (Status s = f(static_cast<int>(i), buffers[static_cast<size_t>(memories_[i].parameter)]); !s) return s;
    return success();
  };
  const Status up = each([&](int memory, const GpuHostBuffer& b) {
    return fresh || b.upload ? driver_->write(memory, b.data, b.bytes) : success();
  });
  if (!up) return up.error();
  Result<double> ns = driver_->run(steps, loops);
  if (!ns) return ns;
  const Status down = each([&](int memory, const GpuHostBuffer& b) {
    return download && b.result ? driver_->read(memory, b.data, b.bytes) : success();
  });
  if (!down) return down.error();
  return ns;
}

nlohmann::json gpuDevicesJson() {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& [api, open] : gpuApis())
    for (int device = 0;; ++device) {
      Result<std::unique_ptr<GpuDriver>> driver = open(device);
      if (!driver) {
        if (device == 0) list.push_back({{"api", api}, {"error", driver.error().message}});
        break;
      }
      const GpuDeviceInfo i = (*driver)->info();
      list.push_back({{"api", i.api},
                      {"name", i.name},
                      {"version", i.version},
                      {"multiprocessors", i.multiprocessors},
                      {"memory", i.memory},
                      {"max_allocation", i.maxAllocation},
                      {"shared_memory", i.sharedMemory},
                      {"max_threads", i.maxThreads},
                      {"float64", i.float64},
                      {"float16", i.float16}});
    }
  return list;
}

}  // namespace lw
