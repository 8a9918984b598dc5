"""What a search found: the fastest schedule of each program."""

from ..ir.compare import structural_equal


class Record:
    """A schedule with its time in milliseconds."""

    def __init__(self, schedule, ms, mod):
        self.schedule, self.ms, self.mod = schedule, ms, mod

    @property
    def trace(self):
        return self.schedule.trace


class Database:
    """Records of searches."""

    def __init__(self, *_args, **_options):
        self._records = []

    def add(self, record):
        self._records.append(record)

    def best(self, mod):
        """The fastest record of a program; None: there is none."""
        found = [r for r in self._records if structural_equal(r.mod, mod)]
        return min(found, key=lambda r: r.ms) if found else None

    def query_schedule(self, mod, target=None, workload_name=""):
        found = self.best(mod)
        return None if found is None else found.schedule

    def get_all_tuning_records(self):
        return list(self._records)

    def __len__(self):
        return len(self._records)

    _open = []

    def __enter__(self):
        Database._open.append(self)
        return self

    def __exit__(self, *_):
        Database._open.pop()
        return False


JSONDatabase = MemoryDatabase = Database
