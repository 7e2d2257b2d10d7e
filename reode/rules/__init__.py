"""Deterministic fixes: one file, one rule, with its cases."""
