"""Skeleton: modules that have the names a course gave them; the referee stands behind them."""
