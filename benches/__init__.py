"""Benchmarks: each asserts the answer that it times, and refuses a build that is not what users get."""
