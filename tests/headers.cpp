// Only carries the headers of pch.h.
