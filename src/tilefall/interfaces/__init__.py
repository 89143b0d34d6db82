"""Interfaces: how people see and play the games."""
