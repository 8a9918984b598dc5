"""Products and one decoder layer of llama.cpp, by the libraries that the package llama-cpp-python holds."""

import ctypes
import os

import numpy as np

F32, Q4_0, Q8_0 = 0, 2, 8  # ggml's numbers of types
BYTES_OF_32 = {Q4_0: 18, Q8_0: 34}  # a block of 32 weights


class InitParams(ctypes.Structure):
    """struct ggml_init_params"""

    _fields_ = [("mem_size", ctypes.c_size_t), ("mem_buffer", ctypes.c_void_p), ("no_alloc", ctypes.c_bool)]


def libraries():
    """ggml's base library and its processor's part."""
    import llama_cpp  # pylint: disable=import-outside-toplevel

    folder = os.path.join(os.path.dirname(llama_cpp.__file__), "lib")
    base = ctypes.CDLL(os.path.join(folder, "libggml-base.so"), mode=ctypes.RTLD_GLOBAL)
    cpu = ctypes.CDLL(os.path.join(folder, "libggml-cpu.so"), mode=ctypes.RTLD_GLOBAL)
    for name in ("ggml_init", "ggml_new_tensor_2d", "ggml_mul_mat", "ggml_new_graph", "ggml_get_data"):
        getattr(base, name).restype = ctypes.c_void_p
    base.ggml_quantize_chunk.restype = ctypes.c_size_t
    return base, cpu


class Product:
    """weights (outputs, terms) of a type of ggml times rows of x (rows, terms)."""

    def __init__(self, weights, x, kind):
        self.base, self.cpu = libraries()
        outputs, terms = weights.shape
        memory = outputs * terms // 32 * BYTES_OF_32[kind] + x.nbytes + 4 * outputs * len(x) + (64 << 20)
        ctx = ctypes.c_void_p(self.base.ggml_init(InitParams(memory, None, False)))
        two = lambda type_, a, b: ctypes.c_void_p(self.base.ggml_new_tensor_2d(ctx, type_, ctypes.c_int64(a), ctypes.c_int64(b)))
        a, b = two(kind, terms, outputs), two(F32, terms, len(x))
        data = lambda t: ctypes.c_void_p(self.base.ggml_get_data(t))
        floats = np.ascontiguousarray(weights, np.float32)
        self.base.ggml_quantize_chunk(kind, floats.ctypes.data_as(ctypes.c_void_p), data(a), ctypes.c_int64(0), ctypes.c_int64(outputs),
                                      ctypes.c_int64(terms), None)
        ctypes.memmove(data(b), x.ctypes.data, x.nbytes)
        y = ctypes.c_void_p(self.base.ggml_mul_mat(ctx, a, b))
        self.graph = ctypes.c_void_p(self.base.ggml_new_graph(ctx))
        self.base.ggml_build_forward_expand(self.graph, y)
        self.ctx, self.shape, self.result = ctx, (len(x), outputs), data(y)

    def __call__(self, threads=1):
        if self.cpu.ggml_graph_compute_with_ctx(self.ctx, self.graph, threads):
            raise SystemExit("ggml failed")

    def values(self):
        """The results of the last call."""
        count = self.shape[0] * self.shape[1]
        return np.ctypeslib.as_array(ctypes.cast(self.result, ctypes.POINTER(ctypes.c_float)), (count,)).reshape(self.shape).copy()


def write_layer(path, width, heads, groups, inner, most):
    """A model of one layer with random weights of 4 bits and a vocabulary of 256."""
    import gguf  # pylint: disable=import-outside-toplevel

    random = np.random.default_rng(1)
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_block_count(1)
    writer.add_context_length(most)
    writer.add_embedding_length(width)
    writer.add_feed_forward_length(inner)
    writer.add_head_count(heads)
    writer.add_head_count_kv(groups)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(width // heads)
    writer.add_vocab_size(256)
    writer.add_tokenizer_model("no_vocab")
    size = width // heads
    quantised = gguf.GGMLQuantizationType.Q4_0

    def floats(name, *shape):
        writer.add_tensor(name, random.uniform(0.5, 1.5, shape).astype(np.float32))

    def bits(name, outputs, terms):
        weights = random.uniform(-0.05, 0.05, (outputs, terms)).astype(np.float32)
        writer.add_tensor("blk.0." + name + ".weight", gguf.quants.quantize(weights, quantised), raw_dtype=quantised)

    floats("token_embd.weight", 256, width)
    floats("output_norm.weight", width)
    floats("output.weight", 256, width)
    floats("blk.0.attn_norm.weight", width)
    floats("blk.0.ffn_norm.weight", width)
    bits("attn_q", width, width)
    bits("attn_k", groups * size, width)
    bits("attn_v", groups * size, width)
    bits("attn_output", width, width)
    bits("ffn_gate", inner, width)
    bits("ffn_up", inner, width)
    bits("ffn_down", width, inner)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


class Layer:
    """Decodes one token after `known` others."""

    def __init__(self, path, known, most, threads):
        import llama_cpp  # pylint: disable=import-outside-toplevel

        self.c = llama_cpp
        llama_cpp.llama_backend_init()
        self.quiet = llama_cpp.llama_log_callback(lambda level, text, data: None)
        llama_cpp.llama_log_set(self.quiet, ctypes.c_void_p())
        model = llama_cpp.llama_model_load_from_file(path.encode(), llama_cpp.llama_model_default_params())
        if not model:
            raise SystemExit("llama.cpp cannot read the layer")
        options = llama_cpp.llama_context_default_params()
        options.n_ctx, options.n_batch, options.n_threads, options.n_threads_batch = most, most, threads, threads
        self.ctx = llama_cpp.llama_init_from_model(model, options)
        self.known = known
        if known:
            self.decode(list(np.arange(known) % 256))

    def decode(self, tokens):
        """These tokens after those that are known."""
        array = (self.c.llama_token * len(tokens))(*[int(t) for t in tokens])
        if self.c.llama_decode(self.ctx, self.c.llama_batch_get_one(array, len(tokens))):
            raise SystemExit("llama.cpp failed")

    def __call__(self):
        self.decode([7])
        self.c.llama_memory_seq_rm(self.c.llama_get_memory(self.ctx), 0, self.known, -1)
