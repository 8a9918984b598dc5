# {name}: all threads update the result, or one.
#: let atomic
if sch.get({atomic}) == 1:
    #: let parts loops
    {loops} = sch.get_loops({block})
    sch.atomic({block})
    part, _ = sch.split({outermost}, [{parts}, None])
    sch.parallel(part)
