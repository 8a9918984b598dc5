"""Matrix products on a CPU."""


def tile_vectorise_unroll(sch, block, tile_m=64, tile_n=64, unroll_k=4):
    """Tile a matrix product for the CPU: parallel tiles, vectorised rows, an unrolled reduction.

    The rows of tiles run in parallel, each row of a tile is one vector, and unroll_k steps of the reduction are written
    out. The start values get loops of their own. Sizes need not divide the loops.

    block: a matrix product in the loops i, j and k, not inside other loops
    tile_m: rows of a tile
    tile_n: columns of a tile, which is the length of the vectors
    unroll_k: unrolled steps of the reduction
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


def rows_at_a_time(height, most, tile_rows):
    # A multiple of tile_rows, at most `most`, that leaves the least to be filled up.
    most = max(tile_rows, min(most, (height + tile_rows - 1) // tile_rows * tile_rows) // tile_rows * tile_rows)
    rows = most
    for fewer in range(most, most * 3 // 4, -tile_rows):
        if (height + fewer - 1) // fewer * fewer < (height + rows - 1) // rows * rows:
            rows = fewer
    return rows


def gebp(sch, block, rows=128, columns=0, tile_rows=0, steps=2048, transposed=False):
    """Pack panels on the fly and keep tiles of the result in registers.

    The blocking of Goto and van de Geijn, as the libraries of matrix products do it. A tile of tile_rows x columns of the result
    stays in vector registers during the reduction, four steps of which are written out. The right factor is copied into panels of
    `columns` columns, each contiguous, the left one, `rows` rows at a time, into the second-level cache. Sizes need not divide: the
    copies are filled with zeros.

    block: a matrix product in the loops i, j and k, not inside other loops; its first operand is the left factor
    rows: maximum number of rows of the left factor at a time; at most 512 KiB
    columns: columns of a tile; 0: four vectors (64 of float32, 32 of float64), or fewer where that needs less padding
    tile_rows: rows of a tile; 0: as many as fit in registers, or up to a third fewer where that needs less padding
    steps: maximum number of steps of the reduction at a time
    transposed: the right factor is read as B[j, k]
    """
    loops = sch.get_loops(block)
    assert len(loops) == 3, "the block has " + str(len(loops)) + " loops; a matrix product has three: i, j, k"
    i, j, k = loops
    assert rows > 0 and columns >= 0 and steps > 0, "rows and steps must be at least 1, columns 0 or more"
    height, width, depth = sch.get(i).extent, sch.get(j).extent, sch.get(k).extent
    vector = 8 if sch.get(block).writes[0].buffer.dtype == "float64" else 16
    pair = 2 * vector
    if columns == 0:
        # Four vectors share what an element of the left factor costs; two are a tenth slower.
        columns = 2 * pair
        if (width + columns - 1) // columns * columns * 10 > (width + pair - 1) // pair * pair * 11:
            columns = pair
        if width < columns:
            # A single panel may end with half a vector: none after it would begin in the middle of a cache line.
            columns = (width + vector // 2 - 1) // (vector // 2) * (vector // 2)
    # A panel takes at most 256 KiB, a quarter of a second-level cache.
    steps = max(1, min(steps, 2048 * pair // columns))
    parts = (depth + steps - 1) // steps
    steps = (depth + parts - 1) // parts
    # Four steps written out take fewer instructions for each multiply-add. Short sums are not worth filling up.
    together = 4 if steps % 4 == 0 or steps > 128 else 1
    steps = (steps + together - 1) // together * together
    most = max(1, min(rows, 4096 * pair // steps))
    if tile_rows == 0:
        # 6 x 4 or 13 x 2 sums, the vectors of the right factor and an element of the left one have room in 32 registers. The more rows, the fewer
        # loads for each multiply-add; what is filled up is copied once more.
        vectors = (columns + vector - 1) // vector
        room = max(1, min(13, 31 // vectors - 1))
        least = 0
        for count in range(room, max(0, room * 2 // 3 - 1), -1):
            several = rows_at_a_time(height, most, count)
            filled = (height + several - 1) // several * several
            cost = filled * (100 + 60 // count)
            if filled != height:
                cost = cost * (depth + 12) // depth
            if tile_rows == 0 or cost < least:
                least = cost
                tile_rows = count
    rows = rows_at_a_time(height, most, tile_rows)
    if width * depth <= 256 * pair:
        # All of the right factor stays in the first-level cache: the rows of one tile at a time.
        rows = tile_rows
    # The right factor does not fit into the second-level cache: the next panel is asked for while one is used.
    ahead = width > 4 * pair and width * depth > 131072
    # Each panel is used for these rows alone: the second-level cache holds the few that are copied and used, and then the next ones.
    group = 0
    if height <= rows and ahead and parts == 1:
        panels = (width + columns - 1) // columns
        group = max(1, min(4096 * pair // (columns * steps), panels))
        while panels % group != 0:
            group -= 1
    padded_left = height % rows != 0 or depth % steps != 0
    padded_right = width % columns != 0 or depth % steps != 0
    if padded_left or padded_right:
        sch.pad_einsum(block, [rows, columns, steps])
    left = sch.cache_read(block, 0, "global")
    right = sch.cache_read(block, 1, "global")
    if padded_left:
        sch.compute_inline(sch.get_producers(left)[0])
    if padded_right:
        sch.compute_inline(sch.get_producers(right)[0])
    if not transposed:
        sch.transform_layout(right, ("write", 0), lambda k, n: (n // columns, k, n % columns))
        *_, line = sch.get_loops(right)
        _, lanes = sch.split(line, [None, columns])
        sch.vectorize(lanes)
    i, j, k = sch.get_loops(block)
    io, im, ii = sch.split(i, [None, rows // tile_rows, tile_rows])
    jo, ji = sch.split(j, [None, columns])
    outer = []
    if group > 0:
        jc, jo = sch.split(jo, [None, group])
    if parts > 1:
        start, k = sch.split(k, [None, steps])
        outer = [start]
    inner = [k]
    if together > 1:
        inner = sch.split(k, [None, together])
        sch.unroll(inner[1])
        sch.annotate(inner[1], "pragma_unroll_explicit", 0)  # by the code generator: the lowered program stays short
    if group > 0:
        sch.reorder(jc, io, jo, im, *inner, ii, ji)
        sch.compute_at(right, jc)
        if not transposed:
            *_, line = sch.get_loops(right)  # compute_at made new loops, so the vectors have to be made again
            _, lanes = sch.split(line, [None, columns])
            sch.vectorize(lanes)
    else:
        sch.reorder(*outer, io, jo, im, *inner, ii, ji)
    if transposed and not padded_right and width % vector == 0 and depth % vector == 0:
        # Squares as wide as a vector are turned in registers. Loops change places before the layout does: that is easily seen to be right.
        *_, line, element = sch.get_loops(right)
        lines, line = sch.split(line, [None, vector])
        elements, element = sch.split(element, [None, vector])
        sch.reorder(lines, elements, element, line)
        sch.unroll(element)
        sch.vectorize(line)
    if transposed:
        sch.transform_layout(right, ("write", 0), lambda n, k: (n // columns, k, n % columns))
    start = (outer + inner)[0]
    init = sch.decompose_reduction(block, start)
    *_, init_rows, init_columns = sch.get_loops(init)
    sch.unroll(init_rows)
    if together > 1:
        sch.annotate(init_rows, "pragma_unroll_explicit", 0)
    sch.vectorize(init_columns)
    sch.unroll(ii)
    sch.vectorize(ji)
    if group == 0 and width * depth > 32768 * pair:
        # Past the caches, all panels at once: a store through the caches first reads the line, and 4 MiB would evict what they hold. Groups of
        # panels meant to stay in the third-level cache were read again before they were overwritten: mm_exp_mm took 97 ms in place of 95 on a Zen 4.
        sch.annotate(right, "pragma_stream_stores", 1)
    sch.parallel(jc if group > 0 else io)
    if ahead and group == 0 and rows // tile_rows != 3:  # thirds of a line take arithmetic that leaves the sums no registers
        panel = sch.get(right).writes[0].buffer.name
        sch.prefetch(panel, jo, 1, [im, inner[0]])
    if padded_left or width > 4 * pair:
        # Rows a power of two apart would fall on the same few sets of the cache; half a vector more spreads them.
        sch.compute_at(left, io)
        sch.storage_align(left, 0, 0, pair, vector)
    else:
        sch.compute_inline(left)
    if height % rows != 0 or width % columns != 0:
        sch.reverse_compute_at(sch.get_consumers(block)[0], io)


def gebp_dot(sch, block, intrin: str, numbers=4, rows=128, tile_rows=0, vectors=4):
    """gebp for narrow numbers, with an instruction that multiplies several of each operand and adds the products to 16 sums.

    Panels of the right factor are packed on the fly: `numbers` rows of 16 columns, which the instruction reads at once, lie next to each
    other. tile_rows x vectors vectors of sums stay in registers during the reduction, and the left factor, `rows` rows at a time, in
    the second-level cache. Sizes need not divide: the copies are filled with zeros.

    block: a matrix product in the loops i, j and k, not inside other loops; its first operand is the left factor
    intrin: name of the tensor intrinsic: 16 sums, `numbers` of the left factor, 16 times `numbers` of the right one
    numbers: products per sum: 4 of int8, 2 of bfloat16
    rows: maximum number of rows of the left factor at a time; at most 512 KiB
    tile_rows: rows of a tile; 0: as many as fit, or up to a third fewer where that needs less padding
    vectors: vectors of sums in each row of a tile, which share the load of an element of the left factor
    """
    loops = sch.get_loops(block)
    assert len(loops) == 3, "the block has " + str(len(loops)) + " loops; a matrix product has three: i, j, k"
    i, j, k = loops
    assert rows > 0 and tile_rows >= 0 and vectors > 0 and numbers > 0, "rows, vectors and numbers must be at least 1, tile_rows 0 or more"
    height, width, depth = sch.get(i).extent, sch.get(j).extent, sch.get(k).extent
    most = max(1, min(rows, 131072 * numbers // depth))
    if tile_rows == 0:
        # 6 x 4 sums, four vectors of the right factor and an element of the left one have room in 32 registers.
        room = max(1, 31 // vectors - 1)
        least = 0
        for count in range(room, max(0, room * 2 // 3 - 1), -1):
            together = rows_at_a_time(height, most, count)
            cost = (height + together - 1) // together * together * (120 + 180 // count)  # rows as filled up; the fewer in a tile, the more loads
            if tile_rows == 0 or cost < least:
                least = cost
                tile_rows = count
    rows = rows_at_a_time(height, most, tile_rows)
    columns = 16 * vectors
    # The right factor, of more than a mebibyte, does not stay in the second-level cache: the next panel is asked for while one is used. Thirds of
    # a line take arithmetic.
    ahead = width > columns and width * depth > 262144 * numbers and rows // tile_rows != 3
    padded_left = height % rows != 0 or depth % numbers != 0
    padded_right = width % columns != 0 or depth % numbers != 0
    if padded_left or padded_right:
        sch.pad_einsum(block, [rows, columns, numbers])
    left = sch.cache_read(block, 0, "global")
    right = sch.cache_read(block, 1, "global")
    if padded_left:
        sch.compute_inline(sch.get_producers(left)[0])
    if padded_right:
        sch.compute_inline(sch.get_producers(right)[0])
    # So many rows of the right factor at a time: their numbers go side by side.
    row, column = sch.get_loops(right)
    steps, few = sch.split(row, [None, numbers])
    panel, lane = sch.split(column, [None, columns])
    sch.reorder(panel, steps, lane, few)
    sch.unroll(few)
    sch.parallel(panel)
    sch.transform_layout(right, ("write", 0), lambda k, n: (n // columns, k // numbers, n % columns // 16, n % 16 * numbers + k % numbers))
    i, j, k = sch.get_loops(block)
    io, im, ii = sch.split(i, [None, rows // tile_rows, tile_rows])
    jo, jv, ji = sch.split(j, [None, vectors, 16])
    ko, ki = sch.split(k, [None, numbers])
    sch.reorder(io, jo, im, ko, ii, jv, ji, ki)
    sch.parallel(io)
    sch.compute_at(left, io)
    # Rows a power of two apart would fall on the same few sets of the cache.
    sch.storage_align(left, 0, 0, 16 * numbers, 8 * numbers)
    init = sch.decompose_reduction(block, ko)
    if ahead:
        sch.prefetch(sch.get(right).writes[0].buffer.name, jo, 1, [im, ko])
    *_, init_rows, init_vectors, lanes = sch.get_loops(init)
    sch.unroll(init_rows)
    sch.unroll(init_vectors)
    sch.vectorize(lanes)
    if height % rows != 0 or width % columns != 0:
        sch.reverse_compute_at(sch.get_consumers(block)[0], im)
    sch.tensorize(ji, intrin)
    sch.unroll(ii)
    sch.unroll(jv)
