#include "tests/graph_kernels/kernel_cases.h"

namespace lw {
namespace {

std::string tensors(std::initializer_list<std::pair<const char*, const char*>> list) {
  std::string text;
  for (const auto& [name, shape] : list)
    text += (text.empty() ? "" : ", ") + std::string(name) + ": R.Tensor((" + shape + "), \"float32\")";
  return text;
}

std::string convolved(const char* data, const char* weight, const std::string& call) {
  return tensors({{"x", data}, {"w", weight}}) + "|" + call;
}

void addConvolutions(std::vector<KernelCase>& cases) {
  for (const std::string& text : {
           convolved("1, 3, 8, 8", "4, 3, 3, 3", "R.nn.conv2d(x, w)"),
           convolved("2, 3, 8, 7", "4, 3, 3, 3", "R.nn.conv2d(x, w, strides=[2, 1], padding=[1, 1, 1, 1])"),
           convolved("1, 3, 9, 9", "4, 3, 3, 3", "R.nn.conv2d(x, w, padding=[0, 1, 2, 1], dilation=[2, 2])"),
           convolved("1, 4, 6, 6", "6, 2, 3, 3", "R.nn.conv2d(x, w, padding=[1, 1, 1, 1], groups=2)"),
           convolved("1, 4, 6, 6", "8, 1, 3, 3", "R.nn.conv2d(x, w, padding=[1, 1, 1, 1], groups=4)"),
           convolved("1, 6, 7, 3", "3, 3, 3, 4",
                     "R.nn.conv2d(x, w, padding=[1, 1, 1, 1], data_layout=\"NHWC\", kernel_layout=\"HWIO\")"),
           convolved("1, 6, 7, 3", "4, 3, 3, 3",
                     "R.nn.conv2d(x, w, data_layout=\"NHWC\", kernel_layout=\"OIHW\", out_layout=\"NCHW\")"),
           convolved("1, 6, 7, 4", "3, 3, 2, 6",
                     "R.nn.conv2d(x, w, groups=2, data_layout=\"NHWC\", kernel_layout=\"HWIO\")"),
           convolved("1, 3, 5, 5", "2, 3, 1, 1", "R.nn.conv2d(x, w, strides=[2, 2])"),
           convolved("\"n\", 3, 5, 5", "2, 3, 3, 3", "R.nn.conv2d(x, w, padding=[1, 1, 1, 1])"),
           convolved("1, 4, 5, 6", "4, 3, 3, 2", "R.nn.conv2d_transpose(x, w)"),
           convolved("1, 4, 5, 6", "4, 3, 3, 4",
                     "R.nn.conv2d_transpose(x, w, strides=[2, 3], padding=[1, 0, 1, 2], output_padding=[1, 2])"),
           convolved("1, 4, 5, 6", "4, 3, 2, 3", "R.nn.conv2d_transpose(x, w, strides=[2, 3])"),
           convolved("2, 3, 5, 1", "3, 2, 2, 2",
                     "R.nn.conv2d_transpose(x, w, strides=[2, 2], data_layout=\"NCHW\", out_layout=\"NHWC\")"),
           convolved("1, 4, 5, 5", "4, 3, 3, 3", "R.nn.conv2d_transpose(x, w, groups=2, dilation=[2, 1])"),
           convolved("2, 3, 5", "3, 2, 4", "R.nn.conv1d_transpose(x, w, strides=[2], padding=[1, 1])"),
           convolved("1, 2, 3, 3, 2", "2, 3, 2, 2, 2", "R.nn.conv3d_transpose(x, w, strides=[2, 1, 1])"),
           convolved("2, 3, 9", "4, 3, 3", "R.nn.conv1d(x, w, strides=[2], padding=[1, 1])"),
           convolved("2, 9, 3", "3, 3, 4", "R.nn.conv1d(x, w, data_layout=\"NWC\", kernel_layout=\"WIO\")"),
           convolved("1, 2, 4, 5, 6", "3, 2, 2, 2, 3", "R.nn.conv3d(x, w, padding=[1, 0, 1, 0, 0, 1])"),
       }) {
    const size_t bar = text.find('|');
    cases.push_back({text.substr(0, bar), text.substr(bar + 1)});
  }
}

void addPools(std::vector<KernelCase>& cases) {
  const std::string picture = tensors({{"x", "1, 2, 7, 8"}}), row = tensors({{"x", "1, 2, 9"}}),
                    last = tensors({{"x", "1, 6, 6, 3"}}), box = tensors({{"x", "1, 2, 4, 5, 6"}});
  for (const char* op : {"max_pool2d", "avg_pool2d"}) {
    const std::string name = "R.nn." + std::string(op);
    cases.push_back({picture, name + "(x, pool_size=[2, 2], strides=[2, 2])"});
    cases.push_back({picture, name + "(x, pool_size=[3, 3], strides=[2, 2], padding=[1, 1, 1, 1])"});
    cases.push_back({picture, name + "(x, pool_size=[3, 2], strides=[2, 3], padding=[1, 0, 1, 0], ceil_mode=True)"});
    cases.push_back({picture, name + "(x, pool_size=[2, 2], dilation=[2, 2], padding=[1, 1, 1, 1])"});
    cases.push_back({last, name + "(x, pool_size=[3, 3], padding=[1, 1, 1, 1], layout=\"NHWC\")"});
  }
  cases.push_back({picture, "R.nn.avg_pool2d(x, pool_size=[3, 3], padding=[1, 1, 1, 1], count_include_pad=True)"});
  cases.push_back({tensors({{"x", "\"n\", 2, 7, 8"}}), "R.nn.max_pool2d(x, pool_size=[2, 2], strides=[2, 2])"});
  cases.push_back({tensors({{"x", "1, 2, 4, 4"}}),  // minus infinities in a border of them
                   "R.nn.max_pool2d(R.log(R.subtract(x, x)), pool_size=[3, 3], padding=[1, 1, 1, 1])"});
  cases.push_back(
      {"x: R.Tensor((1, 2, 6, 6), \"int32\")", "R.nn.max_pool2d(x, pool_size=[2, 2], padding=[1, 1, 1, 1])"});
  for (const char* op : {"max_pool", "avg_pool"}) {
    cases.push_back({row, "R.nn." + std::string(op) + "1d(x, pool_size=[3], strides=[2], padding=[1, 1])"});
    cases.push_back({box, "R.nn." + std::string(op) + "3d(x, pool_size=[2, 2, 3], strides=[1, 2, 2])"});
  }
  cases.push_back({picture, "R.nn.adaptive_avg_pool2d(x, output_size=[1, 1])"});
  cases.push_back({picture, "R.nn.adaptive_avg_pool2d(x, output_size=[3, 4])"});
  cases.push_back({picture, "R.nn.adaptive_avg_pool2d(x, output_size=[5, 3])"});
  cases.push_back({last, "R.nn.adaptive_avg_pool2d(x, output_size=[2, 4], layout=\"NHWC\")"});
  cases.push_back({row, "R.nn.adaptive_avg_pool1d(x, output_size=[4])"});
  cases.push_back({box, "R.nn.adaptive_avg_pool3d(x, output_size=[2, 2, 4])"});
}

void addNorms(std::vector<KernelCase>& cases) {
  const std::string weights = ", g: R.Tensor((6,), \"float32\"), b: R.Tensor((6,), \"float32\")";
  const std::string rows = tensors({{"x", "2, 4, 6"}}), picture = tensors({{"x", "2, 6, 3, 4"}});
  cases.push_back({rows, "R.nn.softmax(x)"});
  cases.push_back({rows, "R.nn.softmax(x, axis=1)", "-200..200"});
  cases.push_back({rows, "R.nn.log_softmax(x, axis=-1)", "-200..200"});
  cases.push_back({tensors({{"x", "\"n\", \"m\""}}), "R.nn.softmax(x, axis=0)"});
  cases.push_back({rows + weights, "R.nn.layer_norm(x, g, b, axes=[-1])"});
  cases.push_back({rows + weights, "R.nn.layer_norm(x, g, b, axes=[-1], epsilon=0.1, center=False)"});
  cases.push_back({rows + ", g: R.Tensor((4, 6), \"float32\"), b: R.Tensor((4, 6), \"float32\")",
                   "R.nn.layer_norm(x, g, b, axes=[1, 2])"});
  cases.push_back({tensors({{"x", "\"n\", 6"}}) + weights, "R.nn.layer_norm(x, g, b, axes=[-1])"});
  cases.push_back({rows + ", g: R.Tensor((6,), \"float32\")", "R.nn.rms_norm(x, g, axes=[-1], epsilon=0.01)"});
  cases.push_back({picture + weights, "R.nn.group_norm(x, g, b, num_groups=3, channel_axis=1, axes=[2, 3])"});
  cases.push_back(
      {picture + weights, "R.nn.group_norm(x, g, b, num_groups=2, channel_axis=1, axes=[2, 3], scale=False)"});
  cases.push_back({tensors({{"x", "2, 3, 4, 6"}}) + weights,
                   "R.nn.group_norm(x, g, b, num_groups=3, channel_axis=-1, axes=[1, 2])"});
  cases.push_back({picture + weights, "R.nn.instance_norm(x, g, b, channel_axis=1, axes=[2, 3])"});
  const std::string moments = weights + ", m: R.Tensor((6,), \"float32\"), v: R.Tensor((6,), \"float32\")";
  cases.push_back({picture + moments, "R.nn.batch_norm(x, g, b, m, v, axis=1)", "0.5..2"});
  cases.push_back({rows + moments, "R.nn.batch_norm(x, g, b, m, v, axis=-1, epsilon=0.01, scale=False)", "0.5..2"});
  cases.push_back({picture + moments, "R.nn.batch_norm(x, g, b, m, v, axis=1)[0]", "0.5..2"});
  cases.push_back({rows, "R.nn.dropout(x, rate=0.5)"});
}

void addProducts(std::vector<KernelCase>& cases) {
  const auto product = [&](const char* a, const char* b) {
    cases.push_back({tensors({{"a", a}, {"b", b}}), "R.matmul(a, b)"});
  };
  product("4, 5", "5, 6");
  product("2, 4, 5", "5, 6");
  product("2, 1, 4, 5", "3, 5, 6");
  product("5,", "5, 6");
  product("4, 5", "5,");
  product("5,", "5,");
  product("2, 4, 5", "5,");
  product("5,", "2, 5, 3");
  product("\"n\", 5", "5, \"m\"");
  cases.push_back(
      {"a: R.Tensor((3, 4), \"int8\"), b: R.Tensor((4, 5), \"int8\")", "R.matmul(a, b, out_dtype=\"int32\")"});
  cases.push_back({tensors({{"x", "3, 5"}, {"w", "4, 5"}}), "R.linear(x, w)"});
  cases.push_back({tensors({{"x", "2, 3, 5"}, {"w", "4, 5"}, {"b", "4,"}}), "R.linear(x, w, b)"});
  cases.push_back({tensors({{"x", "3, 5"}, {"w", "5,"}}), "R.linear(x, w)"});
  cases.push_back({tensors({{"a", "3,"}, {"b", "4,"}}), "R.outer(a, b)"});
  cases.push_back({tensors({{"a", "2, 3, 4"}, {"b", "2, 4, 5"}}), "R.einsum((a, b), subscripts=\"bij,bjk->bik\")"});
  cases.push_back({tensors({{"a", "3, 4"}}), "R.einsum((a,), subscripts=\"ij->ji\")"});
  cases.push_back({tensors({{"a", "3, 4"}, {"b", "4, 5"}}), "R.einsum((a, b), subscripts=\"ij,jk\")"});
}

}  // namespace

std::vector<KernelCase> layerCases() {
  std::vector<KernelCase> cases;
  addConvolutions(cases);
  addPools(cases);
  addNorms(cases);
  addProducts(cases);
  const std::string heads = tensors({{"q", "2, 5, 3, 4"}, {"k", "2, 6, 3, 4"}, {"v", "2, 6, 3, 7"}});
  cases.push_back({heads, "R.nn.attention(q, k, v)"});
  cases.push_back({heads, "R.nn.attention(q, k, v, scale=0.3, causal_mask=\"TopLeft\")"});
  cases.push_back({heads, "R.nn.attention(q, k, v, causal_mask=\"BottomRight\")"});
  cases.push_back({heads + ", b: R.Tensor((2, 1, 5, 6), \"float32\")", "R.nn.attention(q, k, v, b)"});
  cases.push_back({heads + ", b: R.Tensor((2, 3, 5, 6), \"float32\")", "R.nn.attention_bias(q, k, v, b)"});
  for (const char* mask : {"TopLeft", "BottomRight"})
    for (const int window : {1, 3, 9})
      cases.push_back({heads, "R.nn.attention(q, k, v, causal_mask=\"" + std::string(mask) +
                                  "\", window_size=" + std::to_string(window) + ")"});
  const std::string likelihoods = ", t: R.Tensor((3, 2), \"int64\"), w: R.Tensor((4,), \"float32\")";
  for (const char* how : {"mean", "sum", "none"}) {
    const std::string by = ", reduction=\"" + std::string(how) + "\"";
    cases.push_back({tensors({{"x", "3, 4, 2"}}) + likelihoods, "R.nn.nll_loss(x, t, w" + by + ")", "t=0..3"});
    cases.push_back({tensors({{"x", "3, 4"}}) + ", t: R.Tensor((3,), \"int32\")",
                     "R.nn.nll_loss(x, t" + by + ", ignore_index=2)", "t=0..3"});
  }
  const std::string pair = tensors({{"x", "3, 4"}, {"y", "3, 4"}});
  cases.push_back({pair, "R.nn.cross_entropy_with_logits(x, y)"});
  cases.push_back({tensors({{"x", "4,"}, {"y", "4,"}}), "R.nn.cross_entropy_with_logits(x, y)"});
  return cases;
}

}  // namespace lw
