"""Golden files of screens: `pytest tests/handlers/chat --update-screens` writes them anew; then read the difference."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "screens"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-screens", action="store_true", help="write tests/screens anew")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a rendering with its golden file, or write it."""

    def compare(name: str, rendering: str) -> None:
        path = FOLDER / f"{name}.txt"
        if request.config.getoption("--update-screens", default=False):
            path.write_text(rendering, encoding="utf-8")
        assert path.is_file(), f"no golden file for {name}: run with --update-screens"
        assert rendering == path.read_text(encoding="utf-8")

    return compare
