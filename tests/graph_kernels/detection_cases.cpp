// Calls of operators of object detection, and gradients.
#include "tests/graph_kernels/kernel_cases.h"

namespace lw {
namespace {

std::string tensor(const char* name, const std::string& shape, const char* type = "float32") {
  return std::string(name) + ": R.Tensor((" + shape + "), \"" + type + "\")";
}

void addSuppressions(std::vector<KernelCase>& cases) {
  for (const char* how : {"", ", score_threshold=0.5", ", score_threshold=1, id_index=-1, score_index=0"}) {
    cases.push_back({tensor("x", "2, 9, 6"), "R.vision.get_valid_counts(x" + std::string(how) + ")"});
    cases.push_back({tensor("x", "\"n\", 7, 5"), "R.vision.get_valid_counts(x" + std::string(how) + ")", "-2..3"});
  }
  const std::string params = tensor("x", "2, 10, 6") + ", " + tensor("i", "2, 10", "int32");
  for (const char* range : {"x=0..3", "x=-3..9"})
    for (const char* how : {"", ", return_indices=False", ", return_indices=False, invalid_to_bottom=True",
                            ", force_suppress=True", ", iou_threshold=0.1, id_index=-1", ", iou_threshold=0.0",
                            ", top_k=4, return_indices=False", ", max_output_size=2, iou_threshold=0.9",
                            ", top_k=7, max_output_size=3, force_suppress=True, iou_threshold=0.2",
                            ", coord_start=0, score_index=5, id_index=4, iou_threshold=0.25"})
      cases.push_back(
          {params,
           "R.vision.non_max_suppression(x, R.const([10, 7], \"int32\"), R.argsort(i, axis=1)" + std::string(how) + ")",
           range});
  for (const char* range : {"x=0..3", "x=0..9", "uniform"})
    for (const char* how :
         {"", ", return_indices=False", ", score_threshold=0.4, return_indices=False, id_index=-1",
          ", iou_threshold=0.9, force_suppress=True", ", top_k=6, max_output_size=4, id_index=-1, iou_threshold=1.0",
          ", coord_start=0, score_index=5, id_index=4, iou_threshold=0.7, invalid_to_bottom=True, "
          "return_indices=False"})
      cases.push_back({params,
                       "R.vision.non_max_suppression(x, R.const([10, 7], \"int32\"), R.argsort(i, axis=1), "
                       "soft_nms_sigma=0.5" +
                           std::string(how) + ")",
                       range});
  const std::string boxes = tensor("b", "2, 9, 4") + ", " + tensor("s", "2, 3, 9");
  for (const char* format : {"onnx", "tensorflow"})
    for (const char* range : {"b=0..4", "0..4"})
      for (const char* limits : {"R.const(3, \"int64\"), R.const(0.5, \"float32\"), R.const(0.0, \"float32\")",
                                 "R.const([9], \"int64\"), R.const([0.2], \"float32\"), R.const([0.25], \"float32\")",
                                 "R.const(0, \"int64\"), R.const(0.5, \"float32\"), R.const(0.0, \"float32\")"})
        cases.push_back({boxes,
                         "R.vision.all_class_non_max_suppression(b, s, " + std::string(limits) + ", output_format=\"" +
                             format + "\")",
                         range});
  cases.push_back(
      {tensor("b", "1, \"m\", 4") + ", " + tensor("s", "1, 2, \"m\"") + ", " + tensor("t", "1"),
       "R.vision.all_class_non_max_suppression(b, s, R.const(4, \"int64\"), t, R.const(0.1, \"float32\"))"});
}

void addRegions(std::vector<KernelCase>& cases) {
  const std::string box = tensor("c", "2, 3, 5") + ", " + tensor("d", "2, 20") + ", " + tensor("a", "1, 5, 4");
  for (const char* how :
       {"", ", clip=True", ", threshold=0.4, keep_background=False", ", variances=[0.1, 0.1, 0.2, 0.2]"})
    cases.push_back({box, "R.vision.multibox_transform_loc(c, d, a" + std::string(how) + ")"});
  // The number of the picture is 0, the corners are anywhere.
  const std::string rois = "R.concat((R.zeros(R.shape([4, 1]), dtype=\"float32\"), r), axis=1)";
  const std::string params = tensor("x", "1, 3, 6, 7") + ", " + tensor("r", "4, 4"),
                    last = tensor("x", "1, 6, 7, 3") + ", " + tensor("r", "4, 4");
  for (const char* how :
       {", pooled_size=[2, 3], spatial_scale=1.0", ", pooled_size=[3, 3], spatial_scale=0.5, sample_ratio=2",
        ", pooled_size=[2, 2], spatial_scale=0.7, aligned=True",
        ", pooled_size=[1, 2], spatial_scale=1.0, sample_ratio=3, mode=\"max\""}) {
    cases.push_back({params, "R.vision.roi_align(x, " + rois + how + ")", "r=-1..8"});
    cases.push_back({last, "R.vision.roi_align(x, " + rois + how + ", layout=\"NHWC\")", "r=0..6"});
  }
  for (const char* how : {", pooled_size=[2, 3], spatial_scale=1.0", ", pooled_size=[4, 4], spatial_scale=0.5"})
    cases.push_back({params, "R.vision.roi_pool(x, " + rois + how + ")", "r=-2..9"});
}

void addGradients(std::vector<KernelCase>& cases) {
  for (const char* reduction : {"none", "sum", "mean"}) {
    const bool each = std::string(reduction) == "none";
    const std::string end = ", reduction=\"" + std::string(reduction) + "\"";
    const std::string batch = tensor("g", each ? "4, 2" : "") + ", " + tensor("x", "4, 5, 2") + ", " +
                              tensor("t", "4, 2", "int64"),
                      one = tensor("g", "") + ", " + tensor("x", "5") + ", " + tensor("t", "", "int64");
    cases.push_back({batch, "R.grad.nll_loss_backward(g, x, t" + end + ")", "t=0..4"});
    cases.push_back(
        {batch + ", " + tensor("w", "5"), "R.grad.nll_loss_backward(g, x, t, w" + end + ", ignore_index=2)", "t=0..4"});
    cases.push_back({one, "R.grad.nll_loss_backward(g, x, t" + end + ")", "t=0..4"});
  }
  const std::string small = tensor("g", "2, 3, 3, 4") + ", " + tensor("x", "2, 3, 7, 8");
  for (const char* op : {"max", "avg"}) {
    const std::string name = "R.grad." + std::string(op) + "_pool2d_backward(g, x, ";
    cases.push_back({small, name + "pool_size=[2, 2], strides=[2, 2])"});
    cases.push_back({small, name + "pool_size=[2, 2], strides=[2, 2])", "x=0..2"});  // equal ones
    cases.push_back({tensor("g", "1, 2, 4, 4") + ", " + tensor("x", "1, 2, 7, 8"),
                     name + "pool_size=[3, 3], strides=[2, 2], padding=[1, 1, 1, 1])"});
    cases.push_back({tensor("g", "1, 2, 4, 3") + ", " + tensor("x", "1, 2, 7, 8"),
                     name + "pool_size=[3, 2], strides=[2, 3], padding=[1, 0, 1, 0], ceil_mode=True)"});
    cases.push_back({tensor("g", "1, 5, 5, 2") + ", " + tensor("x", "1, 5, 5, 2"),
                     name + "pool_size=[3, 3], padding=[1, 1, 1, 1], layout=\"NHWC\", count_include_pad=True)"});
    cases.push_back({tensor("g", "\"n\", 2, 3, 3") + ", " + tensor("x", "\"n\", 2, 5, 5"),
                     name + "pool_size=[2, 2], dilation=[2, 2])"});
  }
}

}  // namespace

std::vector<KernelCase> detectionCases() {
  std::vector<KernelCase> cases;
  addSuppressions(cases);
  addRegions(cases);
  addGradients(cases);
  return cases;
}

}  // namespace lw
