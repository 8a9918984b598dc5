def one(loops):
    return sch.fuse(*loops) if len(loops) > 1 else loops[0]
