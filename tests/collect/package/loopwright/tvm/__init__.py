"""Takes the place of the real package in tests of the C++ side."""
