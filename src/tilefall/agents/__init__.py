"""Agents: whoever chooses a move."""

from tilefall.agents.agent import Agent, Limit, UnknownName
from tilefall.agents.catalog import agent

__all__ = ["Agent", "Limit", "UnknownName", "agent"]
