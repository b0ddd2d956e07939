"""Deliberate faults for the test of the checker: each is put between the handlers and the outside, never into them."""

from __future__ import annotations

from typing import Any

from tests.soak.peril import Peril


def client(fault: str | None, client: Any, peril: Peril) -> Any:
    """The client that the table gets."""
    return client


def courier(fault: str | None, courier: Any) -> Any:
    """The courier that deliver gets."""
    return courier
