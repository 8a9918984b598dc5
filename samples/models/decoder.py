"""A layer of a decoder as Llama has it (Touvron et al., 2023): RMS norms, projections with weights of 4 bits, rotary
embedding (Su et al., 2021), attention of grouped queries (Ainslie et al., 2023) over caches of keys and values that the
layer writes into, and a SiLU gate. `n` tokens come in one call, one when text is generated; `total` are known after it.

    lw run samples/models/decoder.py --kernels
    lw export samples/models/decoder.py --bind n=1 --bind 'total<=64' --format shared -o decoder.so

With WIDTH, HEADS, GROUPS, INNER and MOST = 4096, 32, 8, 11008, 2048 it is a layer of a model of 7 billion weights."""
# bind: n=3, total=20
# inputs: *=-1..1, qkv_scale=0.005..0.01, output_scale=0.005..0.01, gate_scale=0.005..0.01, up_scale=0.005..0.01, down_scale=0.005..0.01, attention_gain=0.5..1.5, feed_gain=0.5..1.5
import numpy as np
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

WIDTH, HEADS, GROUPS, INNER, MOST = 128, 4, 2, 352, 64
SIZE = WIDTH // HEADS  # of a head
HALF = SIZE // 2
SHARED = HEADS // GROUPS  # heads that share keys and values
QKV = (HEADS + 2 * GROUPS) * SIZE


@I.ir_module
class Decoder:
    @T.prim_func
    def rotate_queries(rows: T.handle, cosine: T.handle, sine: T.handle, rotated: T.handle):
        """Pairs of values turn by angles that grow with the position."""
        T.func_attr({"tir.noalias": True})
        n, total = T.int64(), T.int64()
        X = T.match_buffer(rows, (n, QKV), "float32")
        C = T.match_buffer(cosine, (total, HALF), "float32")
        S = T.match_buffer(sine, (total, HALF), "float32")
        Y = T.match_buffer(rotated, (n, HEADS, SIZE), "float32")
        for i, h, s, d in T.grid(n, HEADS, 2, HALF):
            with T.block("rotated"):
                vi, vh, vs, vd = T.axis.remap("SSSS", [i, h, s, d])
                Y[vi, vh, vs * HALF + vd] = (
                    X[vi, vh * SIZE + vs * HALF + vd] * C[total - n + vi, vd]
                    + X[vi, vh * SIZE + (1 - vs) * HALF + vd]
                    * S[total - n + vi, vd]
                    * T.if_then_else(vs == 0, T.float32(-1), T.float32(1))
                )

    @T.prim_func
    def append_keys(cache: T.handle, rows: T.handle, cosine: T.handle, sine: T.handle):
        """Into the cache, at the positions of the new tokens."""
        T.func_attr({"tir.noalias": True})
        n, total = T.int64(), T.int64()
        K = T.match_buffer(cache, (GROUPS, MOST, SIZE), "float16")
        X = T.match_buffer(rows, (n, QKV), "float32")
        C = T.match_buffer(cosine, (total, HALF), "float32")
        S = T.match_buffer(sine, (total, HALF), "float32")
        assert n <= total and total <= MOST, "the new tokens fit into the cache"
        for i, g, s, d in T.grid(n, GROUPS, 2, HALF):
            with T.block("keys"):
                vi, vg, vs, vd = T.axis.remap("SSSS", [i, g, s, d])
                K[vg, total - n + vi, vs * HALF + vd] = T.cast(
                    X[vi, (HEADS + vg) * SIZE + vs * HALF + vd] * C[total - n + vi, vd]
                    + X[vi, (HEADS + vg) * SIZE + (1 - vs) * HALF + vd]
                    * S[total - n + vi, vd]
                    * T.if_then_else(vs == 0, T.float32(-1), T.float32(1)),
                    "float16",
                )

    @T.prim_func
    def append_values(cache: T.handle, rows: T.handle, total: T.int64):
        T.func_attr({"tir.noalias": True})
        n = T.int64()
        V = T.match_buffer(cache, (GROUPS, MOST, SIZE), "float16")
        X = T.match_buffer(rows, (n, QKV), "float32")
        assert n <= total and total <= MOST, "the new tokens fit into the cache"
        for i, g, d in T.grid(n, GROUPS, SIZE):
            with T.block("values"):
                vi, vg, vd = T.axis.remap("SSS", [i, g, d])
                V[vg, total - n + vi, vd] = T.cast(X[vi, (HEADS + GROUPS + vg) * SIZE + vd], "float16")

    @T.prim_func
    def scores(queries: T.handle, cache: T.handle, scores: T.handle):
        """Of each query with the keys up to its own position; -1e30 beyond."""
        T.func_attr({"tir.noalias": True})
        n, total = T.int64(), T.int64()
        Q = T.match_buffer(queries, (n, HEADS, SIZE), "float32")
        K = T.match_buffer(cache, (GROUPS, MOST, SIZE), "float16")
        S = T.match_buffer(scores, (HEADS, n, total), "float32")
        P = T.alloc_buffer((HEADS, n, total), "float32")
        assert n <= total and total <= MOST, "the new tokens fit into the cache"
        for h, i, t, d in T.grid(HEADS, n, total, SIZE):
            with T.block("products"):
                vh, vi, vt, vd = T.axis.remap("SSSR", [h, i, t, d])
                with T.init():
                    P[vh, vi, vt] = T.float32(0)
                P[vh, vi, vt] = P[vh, vi, vt] + Q[vi, vh, vd] * T.cast(K[vh // SHARED, vt, vd], "float32")
        for h, i, t in T.grid(HEADS, n, total):
            with T.block("masked"):
                vh, vi, vt = T.axis.remap("SSS", [h, i, t])
                S[vh, vi, vt] = T.if_then_else(
                    vt <= total - n + vi, P[vh, vi, vt] * T.float32(SIZE**-0.5), T.float32(-1e30)
                )

    @T.prim_func
    def mix(shares: T.handle, cache: T.handle, mixed: T.handle):
        T.func_attr({"tir.noalias": True})
        n, total = T.int64(), T.int64()
        P = T.match_buffer(shares, (HEADS, n, total), "float32")
        V = T.match_buffer(cache, (GROUPS, MOST, SIZE), "float16")
        Y = T.match_buffer(mixed, (n, HEADS, SIZE), "float32")
        assert n <= total and total <= MOST, "the new tokens fit into the cache"
        for h, i, d, t in T.grid(HEADS, n, SIZE, total):
            with T.block("mixed"):
                vh, vi, vd, vt = T.axis.remap("SSSR", [h, i, d, t])
                with T.init():
                    Y[vi, vh, vd] = T.float32(0)
                Y[vi, vh, vd] = Y[vi, vh, vd] + P[vh, vi, vt] * T.cast(V[vh // SHARED, vt, vd], "float32")

    @R.function
    def main(
        x: R.Tensor(("n", WIDTH), "float32"),
        cosine: R.Tensor(("total", HALF), "float32"),
        sine: R.Tensor(("total", HALF), "float32"),
        keys: R.Tensor((GROUPS, MOST, SIZE), "float16"),
        values: R.Tensor((GROUPS, MOST, SIZE), "float16"),
        attention_gain: R.Tensor((WIDTH,), "float32"),
        qkv_words: R.Tensor((QKV, WIDTH // 32, 16, 1), "uint8"),
        qkv_scale: R.Tensor((QKV, WIDTH // 32, 1), "float16"),
        output_words: R.Tensor((WIDTH, WIDTH // 32, 16, 1), "uint8"),
        output_scale: R.Tensor((WIDTH, WIDTH // 32, 1), "float16"),
        feed_gain: R.Tensor((WIDTH,), "float32"),
        gate_words: R.Tensor((INNER, WIDTH // 32, 16, 1), "uint8"),
        gate_scale: R.Tensor((INNER, WIDTH // 32, 1), "float16"),
        up_words: R.Tensor((INNER, WIDTH // 32, 16, 1), "uint8"),
        up_scale: R.Tensor((INNER, WIDTH // 32, 1), "float16"),
        down_words: R.Tensor((WIDTH, INNER // 32, 16, 1), "uint8"),
        down_scale: R.Tensor((WIDTH, INNER // 32, 1), "float16"),
    ) -> R.Tensor(("n", WIDTH), "float32"):
        R.func_attr({"num_input": 5})
        n, total = T.int64(), T.int64()
        with R.dataflow():
            normed = R.nn.rms_norm(x, attention_gain, axes=[-1])
            # Two weights in a byte, minus 8, times the scale of 32.
            qkv_fields = R.concat((R.bitwise_and(qkv_words, R.const(15, "uint8")), R.right_shift(qkv_words, R.const(4, "uint8"))), axis=3)
            qkv_steps = R.subtract(R.astype(R.reshape(qkv_fields, (QKV, WIDTH // 32, 32)), "float32"), R.const(8.0, "float32"))
            qkv_weights = R.reshape(R.multiply(qkv_steps, R.astype(qkv_scale, "float32")), (QKV, WIDTH))
            qkv = R.matmul(normed, R.permute_dims(qkv_weights))
            queries = R.call_tir(Decoder.rotate_queries, (qkv, cosine, sine), R.Tensor((n, HEADS, SIZE), "float32"))
            keys_now = R.call_tir_inplace(
                Decoder.append_keys, (keys, qkv, cosine, sine), [0], R.Tensor((GROUPS, MOST, SIZE), "float16")
            )
            values_now = R.call_tir_inplace(
                Decoder.append_values, (values, qkv), [0], R.Tensor((GROUPS, MOST, SIZE), "float16"), tir_vars=R.shape([total])
            )
            products = R.call_tir(Decoder.scores, (queries, keys_now), R.Tensor((HEADS, n, total), "float32"))
            shares = R.nn.softmax(products, axis=-1)
            mixed = R.call_tir(Decoder.mix, (shares, values_now), R.Tensor((n, HEADS, SIZE), "float32"))
            attended = R.reshape(mixed, (n, WIDTH))
            # Two weights in a byte, minus 8, times the scale of 32.
            output_fields = R.concat((R.bitwise_and(output_words, R.const(15, "uint8")), R.right_shift(output_words, R.const(4, "uint8"))), axis=3)
            output_steps = R.subtract(R.astype(R.reshape(output_fields, (WIDTH, WIDTH // 32, 32)), "float32"), R.const(8.0, "float32"))
            output_weights = R.reshape(R.multiply(output_steps, R.astype(output_scale, "float32")), (WIDTH, WIDTH))
            output = R.matmul(attended, R.permute_dims(output_weights))
            between = R.add(x, output)
            fed = R.nn.rms_norm(between, feed_gain, axes=[-1])
            # Two weights in a byte, minus 8, times the scale of 32.
            gate_fields = R.concat((R.bitwise_and(gate_words, R.const(15, "uint8")), R.right_shift(gate_words, R.const(4, "uint8"))), axis=3)
            gate_steps = R.subtract(R.astype(R.reshape(gate_fields, (INNER, WIDTH // 32, 32)), "float32"), R.const(8.0, "float32"))
            gate_weights = R.reshape(R.multiply(gate_steps, R.astype(gate_scale, "float32")), (INNER, WIDTH))
            gate = R.matmul(fed, R.permute_dims(gate_weights))
            # Two weights in a byte, minus 8, times the scale of 32.
            up_fields = R.concat((R.bitwise_and(up_words, R.const(15, "uint8")), R.right_shift(up_words, R.const(4, "uint8"))), axis=3)
            up_steps = R.subtract(R.astype(R.reshape(up_fields, (INNER, WIDTH // 32, 32)), "float32"), R.const(8.0, "float32"))
            up_weights = R.reshape(R.multiply(up_steps, R.astype(up_scale, "float32")), (INNER, WIDTH))
            up = R.matmul(fed, R.permute_dims(up_weights))
            inside = R.multiply(R.nn.silu(gate), up)
            # Two weights in a byte, minus 8, times the scale of 32.
            down_fields = R.concat((R.bitwise_and(down_words, R.const(15, "uint8")), R.right_shift(down_words, R.const(4, "uint8"))), axis=3)
            down_steps = R.subtract(R.astype(R.reshape(down_fields, (WIDTH, INNER // 32, 32)), "float32"), R.const(8.0, "float32"))
            down_weights = R.reshape(R.multiply(down_steps, R.astype(down_scale, "float32")), (WIDTH, INNER))
            down = R.matmul(inside, R.permute_dims(down_weights))
            y = R.add(between, down)
            R.output(y)
        return y


def weights(words, scale):
    fields = np.reshape(np.concatenate((words & 15, words >> 4), axis=3), (scale.shape[0], scale.shape[1], 32))
    return np.reshape((fields.astype("float32") - 8) * scale.astype("float32"), (scale.shape[0], 32 * scale.shape[1]))


def turned(rows, cosine, sine):
    low, high = rows[:, :, :HALF], rows[:, :, HALF:]
    return np.concatenate((low * cosine - high * sine, high * cosine + low * sine), axis=2)


def reference(
    x, cosine, sine, keys, values, attention_gain, qkv_words, qkv_scale, output_words, output_scale, feed_gain, gate_words,
    gate_scale, up_words, up_scale, down_words, down_scale
):
    n, total = x.shape[0], cosine.shape[0]
    normed = x / np.sqrt(np.mean(x * x, axis=1, keepdims=True) + 1e-5) * attention_gain
    rows = np.reshape(normed @ weights(qkv_words, qkv_scale).T, (n, HEADS + 2 * GROUPS, SIZE))
    angles = np.reshape(cosine[total - n :], (n, 1, HALF)), np.reshape(sine[total - n :], (n, 1, HALF))
    queries = turned(rows[:, :HEADS], angles[0], angles[1])
    keys[:, total - n : total] = np.transpose(turned(rows[:, HEADS : HEADS + GROUPS], angles[0], angles[1]), (1, 0, 2))
    values[:, total - n : total] = np.transpose(rows[:, HEADS + GROUPS :], (1, 0, 2))
    mixed = np.zeros((n, HEADS, SIZE), dtype="float32")
    for h in range(HEADS):
        products = queries[:, h] @ keys[h // SHARED, :total].T * SIZE**-0.5
        later = np.arange(total) > np.reshape(total - n + np.arange(n), (n, 1))
        shares = np.exp(np.where(later, -1e30, products - np.max(products, axis=1, keepdims=True)))
        mixed[:, h] = shares / np.sum(shares, axis=1, keepdims=True) @ values[h // SHARED, :total]
    between = x + np.reshape(mixed, (n, WIDTH)) @ weights(output_words, output_scale).T
    fed = between / np.sqrt(np.mean(between * between, axis=1, keepdims=True) + 1e-5) * feed_gain
    gate = fed @ weights(gate_words, gate_scale).T
    inside = gate / (1 + np.exp(-gate)) * (fed @ weights(up_words, up_scale).T)
    return between + inside @ weights(down_words, down_scale).T
