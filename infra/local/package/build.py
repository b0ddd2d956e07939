"""Makes the Lambda package: core, handlers, infra without infra/local, and the pinned requirements, as wheels for the
function's own processor and Python whatever this machine's are. With a Python 3.13 at hand it is compiled as well.

    python3 build.py arm64|x86_64 [FOLDER]

It needs nothing but Python 3.9 or newer with pip. The requirements are kept in .aws-sam, for the next function; without
a folder they are fetched, and nothing else is made.
"""

from __future__ import annotations

import fcntl
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
RUNTIME = "3.13"
SHIPPED = ("core", "handlers", "infra")
# Where the function's own code will be: tracebacks show it, and what is built does not depend on where.
TASK = "/var/task"
# botocore describes some 400 services. Those that infra/clients.py makes a client for are a tenth of the package.
SERVICES = ("dynamodb", "secretsmanager", "sqs")
# Pillow reads and writes dozens of formats. The pictures are PNGs; these files are a third of it, and it does without.
UNUSED_FORMATS = (
    *("PIL/_avif.*", "PIL/_imagingcms.*", "PIL/_imagingtk.*", "PIL/_webp.*"),
    *("pillow.libs/lib" + name + "*" for name in ("avif", "lcms2", "sharpyuv", "webp")),
)


def build(architecture: str, folder: Path) -> None:
    """Fill the folder with the package."""
    _check(architecture, ROOT / "samconfig.toml")
    shutil.copytree(_requirements(architecture), folder, dirs_exist_ok=True, copy_function=_link_or_copy)
    for name in SHIPPED:
        shutil.copytree(ROOT / name, folder / name, ignore=_ignored)
    _compile(folder, SHIPPED)


def _check(architecture: str, samconfig: Path) -> None:
    """`sam deploy --guided` notes the architecture for the next `sam deploy`; `sam build` does not see that note."""
    noted = re.findall(r"Architecture=\W*(\w+)", samconfig.read_text() if samconfig.exists() else "")
    if noted and architecture not in noted:
        sys.exit(
            "samconfig.toml deploys to " + noted[0] + ", and this package would be for " + architecture + ": run "
            "sam build --parameter-overrides Architecture=" + noted[0]
        )


def _link_or_copy(source: str, target: str) -> None:
    """Nobody writes to requirements, so four packages may share them."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy(source, target)


def _ignored(folder: str, names: list[str]) -> set[str]:
    local = {"local"} if Path(folder) == ROOT / "infra" else set()
    return local | {name for name in names if name == "__pycache__" or name.endswith((".pyc", ".po", ".pot"))}


def _requirements(architecture: str) -> Path:
    """A folder with the requirements for an architecture; it is made once for each requirements.txt and compiler."""
    wheels = Path(__file__).with_name(architecture) / "wheels.txt"
    content = [(ROOT / "requirements.txt").read_bytes(), wheels.read_bytes(), Path(__file__).read_bytes()]
    digest = hashlib.sha256(b"\0".join([*content, str(_compiler() is None).encode()])).hexdigest()
    kept = ROOT / ".aws-sam" / "requirements"
    kept.mkdir(parents=True, exist_ok=True)
    place = kept / (architecture + "-" + digest[:16])
    with (kept / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            for former in kept.glob(architecture + "-*"):
                shutil.rmtree(former)
            with tempfile.TemporaryDirectory(dir=kept) as made:
                _install(wheels.read_text().split(), Path(made) / "new")
                (Path(made) / "new").rename(place)
    return place


def _install(platforms: list[str], target: Path) -> None:
    pip = [*_pip(), "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    wheels = ["--target", str(target), "--only-binary=:all:", "--implementation", "cp", "--python-version", RUNTIME]
    for platform in platforms:
        wheels += ["--platform", platform]
    wheels += ["--no-deps", "--requirement", str(ROOT / "requirements.txt")]
    subprocess.run([*pip, *wheels], check=True, env={**os.environ, "PIP_ROOT_USER_ACTION": "ignore"})
    _leave_out_what_is_not_used(target)
    _compile(target, ["."])


def _leave_out_what_is_not_used(target: Path) -> None:
    services = (target / "botocore" / "data").glob("*/")
    for unused in [target / "bin", *target.glob("*/tests"), *(path for path in services if path.name not in SERVICES)]:
        if unused.is_dir():
            shutil.rmtree(unused)
    for pattern in UNUSED_FORMATS:
        for unused in target.glob(pattern):
            unused.unlink()
    _shorten(target / "botocore" / "data")


def _shorten(data: Path) -> None:
    """Each cold start parses these: of a megabyte of endpoints one part in sixty is needed, and of the descriptions of
    services all but the prose.
    """
    endpoints = json.loads((data / "endpoints.json").read_text())
    for partition in endpoints["partitions"]:
        services = partition["services"]
        partition["services"] = {name: services[name] for name in SERVICES if name in services}
    (data / "endpoints.json").write_text(json.dumps(endpoints))
    for path in data.glob("*/*/service-2.json.gz"):
        described = json.loads(gzip.decompress(path.read_bytes()), object_hook=_without_prose)
        path.write_bytes(gzip.compress(json.dumps(described).encode(), mtime=0))


def _without_prose(described: dict[str, object]) -> dict[str, object]:
    """A member may have that name: its description is no text."""
    return {name: value for name, value in described.items() if name != "documentation" or not isinstance(value, str)}


def _pip() -> list[str]:
    for python in (sys.executable, shutil.which("python" + RUNTIME), shutil.which("python3")):
        if python and subprocess.run([python, "-m", "pip", "--version"], capture_output=True).returncode == 0:
            return [python, "-m", "pip"]
    sys.exit("sam build needs Python 3 with pip (on Debian: apt-get install python3-pip).")


@cache
def _compiler() -> str | None:
    """A Python of the function's own version: no other can compile for it."""
    pyenv = Path(os.environ.get("PYENV_ROOT", str(Path.home() / ".pyenv"))) / "versions"
    show = "import sys; sys.exit('%d.%d' % sys.version_info[:2] != " + repr(RUNTIME) + ")"
    for python in [sys.executable, *map(str, sorted(pyenv.glob(RUNTIME + "*/bin/python"))), "python" + RUNTIME]:
        path = shutil.which(python)
        if path and subprocess.run([path, "-c", show], capture_output=True).returncode == 0:
            return path
    return None


def _compile(folder: Path, names: Iterable[str]) -> None:
    """Hashed, not dated: the package is the same whenever it is made. Unchecked: the runtime reads no source."""
    python = _compiler()
    if python is None:
        print("There is no Python " + RUNTIME + " here to compile with: the functions will start more slowly.")
        return
    options = ["-q", "--invalidation-mode", "unchecked-hash", "-s", str(folder), "-p", TASK]
    subprocess.run([python, "-m", "compileall", *options, *[str(folder / name) for name in names]], check=True)


if __name__ == "__main__":
    if sys.argv[2:]:
        build(sys.argv[1], Path(sys.argv[2]))
    else:
        _requirements(sys.argv[1])
