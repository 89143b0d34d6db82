"""Agents: whoever chooses a move."""

from tilefall.agents.agent import Agent, Limit
from tilefall.agents.catalog import UnknownName, agent

__all__ = ["Agent", "Limit", "UnknownName", "agent"]
