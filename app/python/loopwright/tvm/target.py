"""tvm.target: a target by name. What Loopwright compiles for is decided by the program: threads of a GPU or none."""

_GPUS = {"cuda", "nvidia", "opencl", "vulkan", "metal", "rocm", "gpu", "nvptx", "webgpu"}


class _Kind:
    def __init__(self, name):
        self.name = name

    def __str__(self):
        return self.name

    __repr__ = __str__


class Target:
    """A target such as "llvm", "cuda" or {"kind": "llvm", "num-cores": 4}."""

    _current = []

    def __init__(self, target="llvm", host=None):
        if isinstance(target, Target):
            target = target.options
        if isinstance(target, dict):
            options = dict(target)
        else:
            words = str(target).split()
            options = {"kind": words[0] if words else "llvm"}
            for word in words[1:]:
                key, _, value = word.lstrip("-").partition("=")
                options[key] = int(value) if value.isdigit() else value or True
        name = options.get("kind", "llvm")
        if "/" in str(name):  # a model of a device: nvidia/geforce-rtx-3090-ti
            options["tag"], name = name, "cuda" if str(name).startswith("nvidia") else "llvm"
        options["kind"] = name
        self.options, self.kind, self.host = options, _Kind(str(name)), host
        self.attrs = {k: v for k, v in options.items() if k != "kind"}
        if self.is_gpu:
            for key, value in {"max_threads_per_block": 1024, "max_shared_memory_per_block": 49152, "thread_warp_size": 32,
                               "max_num_threads": 1024, "arch": "sm_80"}.items():
                self.attrs.setdefault(key, value)
        self.keys = ["cuda", "gpu"] if self.is_gpu else ["cpu"]

    @property
    def is_gpu(self):
        return self.kind.name in _GPUS

    arch = property(lambda self: self.attrs.get("arch", ""))
    max_num_threads = property(lambda self: int(self.attrs.get("max_num_threads", 1024)))
    max_shared_memory_per_block = property(lambda self: int(self.attrs.get("max_shared_memory_per_block", 49152)))
    thread_warp_size = property(lambda self: int(self.attrs.get("thread_warp_size", 32)))
    tag = property(lambda self: self.options.get("tag", ""))
    mcpu = property(lambda self: self.attrs.get("mcpu", ""))

    def get_target_device_type(self):
        return 2 if self.is_gpu else 1

    def with_host(self, host):
        return Target(self.options, host)

    def export(self):
        return dict(self.options)

    @staticmethod
    def current(allow_none=True):
        """The target of the innermost `with`."""
        if Target._current:
            return Target._current[-1]
        if allow_none:
            return None
        raise ValueError("no target is set: with tvm.target.Target(...)")

    @staticmethod
    def from_device(dev):
        from .runtime.arrays import device

        return Target(device(dev).type if device(dev).type != "cpu" else "llvm")

    def __enter__(self):
        Target._current.append(self)
        return self

    def __exit__(self, *_):
        Target._current.pop()
        return False

    def __eq__(self, other):
        return isinstance(other, Target) and self.options == other.options

    def __hash__(self):
        return hash(str(self))

    def __str__(self):
        rest = " ".join(f"-{k}={v}" for k, v in self.attrs.items() if k in self.options)
        return f"{self.kind.name} {rest}".strip()

    def __repr__(self):
        return str(self.options)


def create(target):
    return Target(target)


def cuda(model="unknown", arch=None, options=None):
    return Target("cuda")


def llvm(options=None):
    return Target("llvm")


def arm_cpu(model="unknown", options=None):
    return Target("llvm")


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    from .missing import absent

    return absent("target", name, globals())
