"""The rules of Russian preferans as a pure reducer: no clock, no chance, no people, no input or output.

Read `rules` first (what may be done now, and what then happens), then the module of a phase.
"""
