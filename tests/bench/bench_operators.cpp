// The kernels of samples/kernels side by side with oneDNN, one thread.
//   scripts/bench [rounds]      writes tests/bench/RESULTS.md
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <oneapi/dnnl/dnnl.hpp>
#include <sstream>

#include "backends/runner/peak_kernels.h"
#include "tests/bench/side_by_side.h"

extern "C" void omp_set_num_threads(int threads);

namespace lw::bench {
namespace {

using dnnl::memory;
using Dims = memory::dims;
using Tag = memory::format_tag;

memory::desc floats(const Dims& dims, Tag tag) { return {dims, memory::data_type::f32, tag}; }

int64_t elements(const Dims& dims) {
  int64_t n = 1;
  for (const int64_t d : dims) n *= d;
  return n;
}

// One call after the other, each of a primitive with its arguments.
class Peer {
 public:
  memory at(const memory::desc& desc, const Memory& data) const { return memory(desc, engine_, data.data); }
  memory fresh(const memory::desc& desc) const { return memory(desc, engine_); }
  const dnnl::engine& engine() const { return engine_; }
  void add(const dnnl::primitive& primitive, std::unordered_map<int, memory> arguments) {
    calls_.emplace_back(primitive, std::move(arguments));
  }
  void copy(const memory& from, const memory& to) {
    add(dnnl::reorder(from, to), {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}});
  }
  void copyNow(memory from, memory to) {
    dnnl::reorder(from, to).execute(stream_, from, to);
    stream_.wait();
  }
  void run() {
    for (const auto& [primitive, arguments] : calls_) primitive.execute(stream_, arguments);
    stream_.wait();
  }

 private:
  dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream_{engine_};
  std::vector<std::pair<dnnl::primitive, std::unordered_map<int, memory>>> calls_;
};

struct Operator {
  const char* name;
  double flops;  // 0: bound by memory, counted in bytes
  std::vector<Dims> inputs, outputs;
  void (*peer)(Peer&, const std::vector<Memory>&);  // buffers as the kernel has them
};

// Sources and results lie as NCHW; oneDNN chooses its own layouts, with weights laid out beforehand, and moves the rest
// each time.
void convolution(Peer& p, const Dims& x, const Dims& w, const Dims& y, int64_t padding,
                 const std::vector<Memory>& data) {
  const Tag weights = w.size() == 5 ? Tag::goihw : Tag::oihw;
  const dnnl::convolution_forward::desc desc(dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
                                             floats(x, Tag::any), floats(w, Tag::any), floats(y, Tag::any), {1, 1},
                                             {padding, padding}, {padding, padding});
  const dnnl::convolution_forward::primitive_desc chosen(desc, p.engine());
  const memory w0 = p.at(floats(w, weights), data[1]), w1 = p.fresh(chosen.weights_desc()),
               x1 = p.fresh(chosen.src_desc()), y1 = p.fresh(chosen.dst_desc());
  p.copyNow(w0, w1);
  p.copy(p.at(floats(x, Tag::nchw), data[0]), x1);
  p.add(dnnl::convolution_forward(chosen), {{DNNL_ARG_SRC, x1}, {DNNL_ARG_WEIGHTS, w1}, {DNNL_ARG_DST, y1}});
  p.copy(y1, p.at(floats(y, Tag::nchw), data[2]));
}

const Operator kOperators[] = {
    {"conv2d",
     2.0 * 64 * 56 * 56 * 64 * 9,
     {{64, 56, 56}, {64, 64, 3, 3}},
     {{64, 56, 56}},
     [](Peer& p, const std::vector<Memory>& d) {
       convolution(p, {1, 64, 56, 56}, {64, 64, 3, 3}, {1, 64, 56, 56}, 1, d);
     }},
    {"conv2d_1x1",
     2.0 * 128 * 28 * 28 * 256,
     {{256, 28, 28}, {128, 256}},
     {{128, 28, 28}},
     [](Peer& p, const std::vector<Memory>& d) {
       convolution(p, {1, 256, 28, 28}, {128, 256, 1, 1}, {1, 128, 28, 28}, 0, d);
     }},
    {"depthwise",
     0,
     {{128, 58, 66}, {128, 3, 3}},
     {{128, 56, 64}},
     [](Peer& p, const std::vector<Memory>& d) {
       convolution(p, {1, 128, 58, 66}, {128, 1, 1, 3, 3}, {1, 128, 56, 64}, 0, d);
     }},
    {"softmax",
     0,
     {{2048, 1024}},
     {{2048, 1024}},
     [](Peer& p, const std::vector<Memory>& d) {
       const memory::desc rows = floats({2048, 1024}, Tag::ab);
       const dnnl::softmax_forward::primitive_desc chosen({dnnl::prop_kind::forward_inference, rows, 1}, p.engine());
       p.add(dnnl::softmax_forward(chosen), {{DNNL_ARG_SRC, p.at(rows, d[0])}, {DNNL_ARG_DST, p.at(rows, d[1])}});
     }},
    {"layer_norm",
     0,
     {{2048, 1024}, {1024}, {1024}},
     {{2048, 1024}},
     [](Peer& p, const std::vector<Memory>& d) {
       const memory::desc rows = floats({2048, 1024}, Tag::ab), row = floats({1024}, Tag::a);
       const auto flags = dnnl::normalization_flags::use_scale | dnnl::normalization_flags::use_shift;
       const dnnl::layer_normalization_forward::primitive_desc chosen(
           {dnnl::prop_kind::forward_inference, rows, 1e-5f, flags}, p.engine());
       p.add(dnnl::layer_normalization_forward(chosen), {{DNNL_ARG_SRC, p.at(rows, d[0])},
                                                         {DNNL_ARG_SCALE, p.at(row, d[1])},
                                                         {DNNL_ARG_SHIFT, p.at(row, d[2])},
                                                         {DNNL_ARG_DST, p.at(rows, d[3])}});
     }},
    {"transpose",
     0,
     {{2048, 2048}},
     {{2048, 2048}},
     [](Peer& p, const std::vector<Memory>& d) {
       p.copy(p.at(floats({2048, 2048}, Tag::ab), d[0]), p.at(floats({2048, 2048}, Tag::ba), d[1]));
     }},
    {"sums",
     0,
     {{2048, 4096}},
     {{2048}, {4096}},
     [](Peer& p, const std::vector<Memory>& d) {
       const memory::desc all = floats({2048, 4096}, Tag::ab);
       for (const auto& [to, dims] : {std::pair{1, Dims{2048, 1}}, {2, Dims{1, 4096}}}) {
         const memory::desc sums = floats(dims, Tag::ab);
         const dnnl::reduction::primitive_desc chosen({dnnl::algorithm::reduction_sum, all, sums, 0, 0}, p.engine());
         p.add(dnnl::reduction(chosen), {{DNNL_ARG_SRC, p.at(all, d[0])}, {DNNL_ARG_DST, p.at(sums, d[size_t(to)])}});
       }
     }},
    {"elementwise",
     0,
     {{2048, 2048}, {2048}},
     {{2048, 2048}},
     [](Peer& p, const std::vector<Memory>& d) {
       const memory::desc all = floats({2048, 2048}, Tag::ab), row = floats({1, 2048}, Tag::ab);
       dnnl::post_ops then;
       then.append_eltwise(1, dnnl::algorithm::eltwise_swish, 1, 0);
       then.append_eltwise(1, dnnl::algorithm::eltwise_clip, -0.25f, std::numeric_limits<float>::max());
       dnnl::primitive_attr attributes;
       attributes.set_post_ops(then);
       const dnnl::binary::primitive_desc chosen({dnnl::algorithm::binary_add, all, row, all}, attributes, p.engine());
       p.add(dnnl::binary(chosen),
             {{DNNL_ARG_SRC_0, p.at(all, d[0])}, {DNNL_ARG_SRC_1, p.at(row, d[1])}, {DNNL_ARG_DST, p.at(all, d[2])}});
     }},
};

Row time(const Operator& op, int rounds) {
  const Kernel kernel =
      build(contents(std::string(LW_SOURCE_DIR "/samples/kernels/") + op.name + ".py"),
            [](const SourceFile& file, Schedule s) { return interpretSchedule(file, "schedule", s); });
  std::vector<Memory> ours, theirs;
  std::vector<void*> buffers;
  double bytes = 0;
  for (const auto* list : {&op.inputs, &op.outputs}) {
    for (const Dims& dims : *list) {
      ours.emplace_back(static_cast<size_t>(elements(dims)) * 4);
      theirs.emplace_back(ours.back().bytes);
      bytes += static_cast<double>(ours.back().bytes);
      if (list == &op.inputs) {
        fill<float>(ours.back(), 1);
        fill<float>(theirs.back(), 1);
      }
      buffers.push_back(ours.back().data);
    }
  }
  Peer peer;
  op.peer(peer, theirs);
  const auto error = [&] {
    double most = 0;
    for (size_t i = op.inputs.size(); i < ours.size(); ++i)
      most = std::max(most, difference<float>(ours[i], theirs[i]));
    return most;
  };
  return compare({.name = op.name,
                  .work = op.flops > 0 ? op.flops : bytes,
                  .kernel = kernel,
                  .buffers = buffers,
                  .theirs = [&] { peer.run(); },
                  .error = error,
                  .allowed = 1e-4},
                 rounds);
}

// Products of narrow numbers, on processors that multiply several of them at a time, and on others after conversion to
// floats.
struct Narrow {
  const char *name, *feature, *otherwise;  // the sample, what it needs, and the one for processors without
  memory::data_type from, to;
  int bytes;
  void (*fill)(const Memory&);
  double (*difference)(const Memory&, const Memory&);
  double allowed;
};

const Narrow kNarrow[] = {
    {"hardware/int8_matmul", "+avx512vnni", nullptr, memory::data_type::s8, memory::data_type::s32, 1,
     [](const Memory& m) { fill<int8_t>(m, 127); }, difference<int32_t>, 0},
    {"hardware/bfloat16_matmul", "+avx512bf16", "kernels/bfloat16", memory::data_type::bf16, memory::data_type::f32, 2,
     [](const Memory& m) {
       const Memory floats(2 * m.bytes);
       fill<float>(floats, 1);
       for (size_t i = 0; i < m.bytes / 2; ++i)
         m.as<uint16_t>()[i] = static_cast<uint16_t>(std::bit_cast<uint32_t>(floats.as<float>()[i]) >> 16);
     },
     difference<float>, 1e-4},
};

std::optional<Row> time(const Narrow& kind, int rounds) {
  const bool multiplies = hostCpuFeatures().find(kind.feature) != std::string::npos;
  if (!multiplies && !kind.otherwise) return std::nullopt;
  constexpr int64_t n = 1024;
  const std::string name = multiplies ? kind.name : kind.otherwise;
  std::string program = contents(std::string(LW_SOURCE_DIR "/samples/") + name + ".py");
  if (const size_t at = program.find("N = 256"); at != std::string::npos) program.replace(at, 7, "N = 1024");
  const Kernel kernel =
      build(program, [](const SourceFile& file, Schedule s) { return interpretSchedule(file, "schedule", s); });
  const size_t size = static_cast<size_t>(n * n);
  const Memory a(size * static_cast<size_t>(kind.bytes)), b(a.bytes), ours(size * 4), theirs(size * 4);
  kind.fill(a);
  kind.fill(b);
  const memory::desc narrow({n, n}, kind.from, Tag::ab), sums({n, n}, kind.to, Tag::ab);
  Peer peer;
  const dnnl::matmul::primitive_desc chosen({narrow, narrow, sums}, peer.engine());
  peer.add(dnnl::matmul(chosen), {{DNNL_ARG_SRC, peer.at(narrow, a)},
                                  {DNNL_ARG_WEIGHTS, peer.at(narrow, b)},
                                  {DNNL_ARG_DST, peer.at(sums, theirs)}});
  return compare({.name = name.substr(name.find('/') + 1),
                  .work = 2.0 * n * n * n,
                  .kernel = kernel,
                  .buffers = {a.data, b.data, ours.data},
                  .theirs = [&] { peer.run(); },
                  .error = [&] { return kind.difference(ours, theirs); },
                  .allowed = kind.allowed},
                 rounds);
}

std::string report(const std::vector<Row>& rows, const std::vector<Row>& narrow, const PeakKernelResults& peak) {
  std::ostringstream out;
  char line[240];
  std::snprintf(line, sizeof line, "%.1f GFLOP/s and %.1f GB/s of memory (triad), one thread.\n\n", peak.gflops32,
                peak.memoryGbps);
  out << "\n# Kernels beside oneDNN\n\nThe samples of samples/kernels and oneDNN " << DNNL_VERSION_MAJOR << "."
      << DNNL_VERSION_MINOR
      << " on the same arrays, one thread, as above. Convolutions of oneDNN move\nsource and result to its layouts and "
         "back; its weights are laid out beforehand. Bytes are those that have to be read or written once.\n"
      << line
      << "| kernel | ours ms | oneDNN ms | GFLOP/s | GB/s | of the roof | times as fast | schedule, lower, compile ms "
         "|\n|---|---|---|---|---|---|---|---|\n";
  for (size_t i = 0; i < rows.size(); ++i) {
    const Row& r = rows[i];
    const bool flops = kOperators[i].flops > 0;
    const double rate = r.work / r.ourMs * 1e-6;
    char figures[80];
    if (flops)
      std::snprintf(figures, sizeof figures, "%.1f | | %.0f %%", rate, 100 * rate / peak.gflops32);
    else
      std::snprintf(figures, sizeof figures, "| %.1f | %.0f %%", rate, 100 * rate / peak.memoryGbps);
    std::snprintf(line, sizeof line, "| %s | %.3f | %.3f | %s | %.2f (%.2f to %.2f) | %.0f |\n", r.name.c_str(),
                  r.ourMs, r.theirMs, figures, r.ratio.median, r.ratio.medianLow, r.ratio.medianHigh, r.prepareMs);
    out << line;
  }
  for (const Row& r : narrow) {
    std::snprintf(line, sizeof line, "| %s 1024 | %.3f | %.3f | %.1f | | | %.2f (%.2f to %.2f) | %.0f |\n",
                  r.name.c_str(), r.ourMs, r.theirMs, r.work / r.ourMs * 1e-6, r.ratio.median, r.ratio.medianLow,
                  r.ratio.medianHigh, r.prepareMs);
    out << line;
  }
  std::snprintf(line, sizeof line, "\nGeometric mean of the floats: %.2f times as fast.\n", geometricMean(rows, 0));
  out << line;
  return out.str();
}

}  // namespace
}  // namespace lw::bench

int main(int argc, char** argv) {
  using namespace lw;
  using namespace lw::bench;
  const int rounds = argc > 1 ? std::max(5, std::atoi(argv[1])) : 21;
  omp_set_num_threads(1);
  std::vector<Row> rows;
  for (const Operator& op : kOperators) rows.push_back(time(op, rounds));
  std::vector<Row> narrow;
  for (const Narrow& kind : kNarrow)
    if (std::optional<Row> row = time(kind, rounds)) narrow.push_back(*row);
  const std::string text = report(rows, narrow, runPeakKernels(1, {}));
  std::fputs(text.c_str(), stdout);
  if (argc > 2) std::ofstream(argv[2], std::ios::app) << text;
}
