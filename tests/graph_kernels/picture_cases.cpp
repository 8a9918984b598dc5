// Calls of operators on pictures, and of attention over sequences of different lengths.
#include "tests/graph_kernels/kernel_cases.h"

namespace lw {

std::vector<KernelCase> pictureCases() {
  std::vector<KernelCase> cases;
  const std::string picture = "x: R.Tensor((1, 2, 5, 4), \"float32\")", last = "x: R.Tensor((1, 4, 3, 2), \"float32\")";
  const std::string box = "x: R.Tensor((1, 2, 3, 5, 4), \"float32\")";
  for (const char* mode : {"half_pixel", "asymmetric", "align_corners"}) {
    const std::string how = ", coordinate_transformation_mode=\"" + std::string(mode) + "\"";
    cases.push_back({picture, "R.image.resize2d(x, R.shape([7, 10])" + how + ")"});
    cases.push_back({last, "R.image.resize2d(x, R.shape([2, 5]), layout=\"NHWC\"" + how + ")"});
    cases.push_back({box, "R.image.resize3d(x, R.shape([5, 3, 7])" + how + ")"});
    cases.push_back({"x: R.Tensor((1, 3, 5, 4, 2), \"float32\")",
                     "R.image.resize3d(x, R.shape([1, 5, 8]), layout=\"NDHWC\"" + how + ")"});
    cases.push_back({"x: R.Tensor((1, 1, 3, 5, 4), \"int32\")",
                     "R.image.resize3d(x, R.shape([6, 5, 2]), method=\"nearest_neighbor\"" + how + ")"});
    for (const char* rounding : {"", "floor", "ceil", "round_prefer_floor", "round_prefer_ceil"})
      cases.push_back(
          {picture, "R.image.resize2d(x, R.shape([10, 3]), method=\"nearest_neighbor\", rounding_method=\"" +
                        std::string(rounding) + "\"" + how + ")"});
  }
  const std::string cubic = ", method=\"cubic\"";
  for (const char* mode : {"half_pixel", "asymmetric", "align_corners"})
    for (const char* more : {"", ", cubic_alpha=-0.5", ", cubic_exclude=1"}) {
      const std::string how = cubic + ", coordinate_transformation_mode=\"" + mode + "\"" + more;
      cases.push_back({picture, "R.image.resize2d(x, R.shape([7, 10])" + how + ")"});
      cases.push_back({last, "R.image.resize2d(x, R.shape([2, 5]), layout=\"NHWC\"" + how + ")"});
      cases.push_back({"x: R.Tensor((1, 1, 3, 4, 2), \"float32\")",
                       "R.image.resize3d(x, R.shape([5, 3, 4])" + how + ", out_dtype=\"float64\")"});
    }
  for (const char* corners : {"True", "False"}) {
    const std::string how = ", align_corners=" + std::string(corners);
    cases.push_back({"x: R.Tensor((2, 2, 3), \"float32\")", "R.image.affine_grid(x, R.shape([4, 5])" + how + ")"});
    cases.push_back(
        {"x: R.Tensor((\"n\", 3, 4), \"float32\")", "R.image.affine_grid(x, R.shape([2, 1, 3])" + how + ")"});
    for (const char* method : {"bilinear", "nearest"})
      for (const char* outside : {"zeros", "border", "reflection"}) {
        const std::string all = ", method=\"" + std::string(method) + "\", padding_mode=\"" + outside + "\"" + how;
        const std::string wide = "R.multiply(g, R.const(2.7, \"float32\"))";  // beyond the picture
        cases.push_back({"x: R.Tensor((2, 3, 5, 4), \"float32\"), g: R.Tensor((2, 2, 3, 6), \"float32\")",
                         "R.image.grid_sample(x, " + wide + all + ")"});
        cases.push_back({"x: R.Tensor((1, 2, 3, 5, 1), \"float32\"), g: R.Tensor((1, 3, 2, 3, 4), \"float32\")",
                         "R.image.grid_sample(x, " + wide + all + ", layout=\"NCDHW\")"});
      }
  }
  const std::string
      own =
          "q: R.Tensor((1, 10, 2, 4), \"float32\"), k: R.Tensor((1, 10, 2, 4), \"float32\"), v: R.Tensor((1, "
          "10, 2, 4), \"float32\")",
      others =
          "q: R.Tensor((1, 7, 2, 4), \"float32\"), k: R.Tensor((1, 12, 2, 4), \"float32\"), v: R.Tensor((1, "
          "12, 2, 4), \"float32\")";
  const std::string starts = "R.const([0, 2, 7, 10], \"int32\"), R.const(5, \"int32\")";
  for (const char* how : {"", ", causal_mask=\"TopLeft\"", ", causal_mask=\"BottomRight\"", ", scale=0.3",
                          ", causal_mask=\"TopLeft\", window_size=2", ", causal_mask=\"BottomRight\", window_size=3"}) {
    cases.push_back({own, "R.nn.attention_var_len(q, k, v, " + starts + std::string(how) + ")"});
    cases.push_back({others,
                     "R.nn.attention_var_len(q, k, v, R.const([0, 3, 7], \"int32\"), R.const(4, \"int32\"), "
                     "R.const([0, 5, 12], \"int32\"), R.const(7, \"int32\")" +
                         std::string(how) + ")"});
  }
  return cases;
}

}  // namespace lw
