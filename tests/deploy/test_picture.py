"""The match card, drawn by the built package alone: what it ships is enough, and looks the same as here."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.deploy.package import HERE, build
from tests.handlers.chat.test_picture import FONTS, ROOT, drawn_alone
from tests.real_parts import require

OF_THE_RUNTIME = ("libc.", "libdl.", "libgcc_s.", "libm.", "libpthread.", "librt.", "libutil.")
# Pillow takes this one where it finds it, for scripts that are written from right to left; the card never asks for it.
NOT_NEEDED = "libfribidi."

pytestmark = [pytest.mark.real("sam"), pytest.mark.real("python3.13")]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("package"), "DeliverFunction", HERE)


def test_the_package_draws_with_its_own_fonts_and_libraries(package: Path) -> None:
    files = drawn_alone(str(require("python3.13")), package)["files"]
    fonts = {Path(file).name for file in files if file.endswith(FONTS)}
    assert fonts == {"medium.otf", "bold.otf", "figures.otf"}
    others = [Path(file) for file in files if not file.startswith(str(package))]
    assert [file for file in others if file.suffix in FONTS] == []
    libraries = [file.name for file in others if ".so" in file.name and "lib-dynload" not in file.parts]
    assert [name for name in libraries if not name.startswith((*OF_THE_RUNTIME, NOT_NEEDED))] == []


def test_the_package_draws_the_same_picture_as_this_repository(package: Path) -> None:
    python = str(require("python3.13"))
    assert drawn_alone(python, package)["digest"] == drawn_alone(sys.executable, ROOT)["digest"]
