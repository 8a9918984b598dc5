"""Matrix products on a CPU."""


def tile_vectorise_unroll(sch, block, tile_m=64, tile_n=64, unroll_k=4):
    """Tile a matrix product for the CPU: parallel tiles, vectorised rows, an unrolled reduction.

    The rows of tiles run in parallel, each row of a tile is one vector, and unroll_k steps of the reduction are written
    out. The start values get loops of their own. Sizes need not divide the loops.

    block: a product with the loops i, j and k, and nothing around them
    tile_m: rows of a tile
    tile_n: columns of a tile, which is the length of the vectors
    unroll_k: steps of the reduction that are written out
    """
    loops = sch.get_loops(block)
    assert len(loops) == 3, "the block has " + str(len(loops)) + " loops; a matrix product has three: i, j, k"
    i, j, k = loops
    io, ii = sch.split(i, factors=[None, tile_m])
    jo, ji = sch.split(j, factors=[None, tile_n])
    ko, ki = sch.split(k, factors=[None, unroll_k])
    sch.reorder(io, jo, ko, ii, ki, ji)
    sch.parallel(io)
    init = sch.decompose_reduction(block, ko)
    sch.vectorize(sch.get_loops(init)[-1])
    sch.vectorize(ji)
    sch.unroll(ki)
