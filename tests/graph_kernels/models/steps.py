# Operators whose kernels go step by step: what sorts, scans, looks for boxes, and changes elements that indices name.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Module:
    @R.function
    def main(
        x: R.Tensor((12, 20), "float32"),
        boxes: R.Tensor((1, 12, 4), "float32"),
        scores: R.Tensor((1, 3, 12), "float32"),
        picture: R.Tensor((1, 2, 6, 6), "float32"),
        regions: R.Tensor((2, 4), "float32"),
        matrix: R.Tensor((1, 2, 3), "float32"),
    ):
        sums = R.cumsum(R.nn.relu(R.sort(x, axis=1)), axis=1)
        greatest = R.topk(R.add(sums, x), k=3, axis=1, ret_type="values")
        middle = R.median(x, axis=0)
        median = middle[0]
        order = R.argsort(median, dtype="int64")
        scattered = R.scatter_nd(median, R.expand_dims(order, axis=1), R.cumsum(median), reduction="add")
        put = R.index_put(x, (R.const([0, -1, 3], "int64"), R.take(order, R.const([0, 1, 2], "int64"))), R.const([1, 2, 3], "float32"))
        bucket = R.bucketize(put, R.sort(scattered))
        kept = R.vision.all_class_non_max_suppression(
            boxes, scores, R.const(5, "int64"), R.const(0.4, "float32"), R.const(0.2, "float32")
        )
        places = kept[0]
        count = kept[1]
        numbered = R.concat((R.zeros(R.shape([2, 1]), dtype="float32"), R.multiply(regions, R.const(6, "float32"))), axis=1)
        aligned = R.vision.roi_align(picture, numbered, pooled_size=[2, 2], spatial_scale=1.0, sample_ratio=2)
        pooled = R.nn.max_pool2d(picture, pool_size=[2, 2], strides=[2, 2])
        gradient = R.grad.max_pool2d_backward(pooled, picture, pool_size=[2, 2], strides=[2, 2])
        sampled = R.image.grid_sample(R.add(gradient, picture), R.image.affine_grid(matrix, R.shape([5, 4])))
        return (greatest, scattered, bucket, places, count, aligned, sampled)
