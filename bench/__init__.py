"""Measurements: ratios against yardsticks of the same run, so that the machine's speed drops out.

A measurement is a module of this package with a `measure(quick)` that yields lines to print. `make bench` runs them
all, `make bench ARGS="--quick presses"` takes a rough look at one.
"""
