"""Makes the Lambda package as SAM does: by the makefile rule, in a copy of the architecture's folder."""

from __future__ import annotations

import platform
import subprocess
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
MAKEFILE = ROOT / "infra" / "local" / "package" / "Makefile"
HERE = {"x86_64": "x86_64", "aarch64": "arm64", "arm64": "arm64"}[platform.machine()]
"""This machine's architecture, as Lambda calls it."""


def build(folder: Path, function: str, architecture: str) -> Path:
    place, package = folder / architecture, folder / "package"
    place.mkdir(parents=True)
    package.mkdir()
    rule = ["make", "--silent", f"--makefile={MAKEFILE}", f"build-{function}", f"ARTIFACTS_DIR={package}"]
    subprocess.run(rule, cwd=place, check=True, capture_output=True)
    return package
