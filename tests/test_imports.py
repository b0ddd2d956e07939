"""The house's rules that can be read from its sources: what may import what, and how long a file may be.

Imports go down only (handlers, infra, core); the core is pure; one place each speaks to AWS and to Telegram.
"""

import ast
import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LINES = 260

# No clock, randomness or I/O: what is not here needs a reason before it comes in.
PURE = [
    *["__future__", "abc", "array", "base64", "bisect", "collections", "core", "dataclasses", "enum", "fractions"],
    *["functools", "hashlib", "hmac", "itertools", "json", "math", "operator", "pydantic", "re", "statistics"],
    *["string", "struct", "textwrap", "types", "typing", "unicodedata"],
]
ITS_OWN = {
    "core/proof.py": ["argparse", "io", "pathlib", "sys"],  # also a command, which reads the file that it is given
    "core/tables.py": ["pathlib", "sys"],  # reads the numbers that lie beside it
}
PACKAGES = ["PIL", "boto3", "botocore", "core", "handlers", "httpx", "infra", "pydantic", "regex", "telegram"]
AWS = ["infra/clients.py", "infra/item_store.py", "infra/queue.py", "infra/secret_store.py"]
TELEGRAM = ["infra/courier.py", "handlers/introduction.py"]


def sources(*folders: str) -> list[str]:
    return sorted(str(path.relative_to(ROOT)) for folder in folders for path in (ROOT / folder).rglob("*.py"))


def is_local(source: str) -> bool:
    return source.startswith("infra/local/")


def imports(source: str) -> set[str]:
    """The dotted names that a file imports anywhere in it: `a` of `import a`, `a.b` of `from a import b`."""
    names: set[str] = set()
    for node in ast.walk(ast.parse((ROOT / source).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source} imports by a relative name"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def comes_from(name: str, packages: Iterable[str]) -> bool:
    return any(f"{name}.".startswith(f"{package}.") for package in packages)


def offenders(files: list[str], is_wrong: Callable[[str, str], bool]) -> list[str]:
    return [f"{file} imports {name}" for file in files for name in sorted(imports(file)) if is_wrong(file, name)]


def test_the_core_is_pure() -> None:
    def is_impure(file: str, name: str) -> bool:
        return not comes_from(name, PURE + ITS_OWN.get(file, []))

    assert offenders(sources("core"), is_impure) == []


def test_imports_go_down_only() -> None:
    """The local stack reaches the handlers by name alone, as a Lambda runtime does."""
    assert offenders(sources("infra"), lambda _, name: comes_from(name, ["handlers", "tests"])) == []
    assert offenders(sources("core"), lambda _, name: comes_from(name, ["infra", "handlers", "tests"])) == []
    assert offenders(sources("handlers"), lambda _, name: comes_from(name, ["tests"])) == []


def test_nothing_that_ships_imports_the_local_stack() -> None:
    shipped = [file for file in sources("core", "infra", "handlers") if not is_local(file)]
    assert offenders(shipped, lambda _, name: comes_from(name, ["infra.local"])) == []


def test_what_ships_imports_only_what_the_requirements_hold() -> None:
    def is_unknown(_: str, name: str) -> bool:
        package = name.split(".")[0]
        return package not in sys.stdlib_module_names and package not in PACKAGES and not is_for_types(package)

    def is_for_types(package: str) -> bool:
        return package.startswith("mypy_boto3_")

    shipped = [file for file in sources("core", "infra", "handlers") if not is_local(file)]
    assert offenders(shipped, is_unknown) == []


def test_only_the_table_and_the_queue_speak_to_aws() -> None:
    others = [file for file in sources("infra", "handlers") if file not in AWS and not is_local(file)]
    assert offenders(others, lambda _, name: comes_from(name, ["boto3", "botocore"])) == []


def test_only_the_courier_and_setup_speak_to_telegram() -> None:
    others = [file for file in sources("core", "infra", "handlers") if file not in TELEGRAM]
    assert offenders(others, lambda _, name: comes_from(name, ["telegram"])) == []


@pytest.mark.parametrize(
    "function, package",
    [("webhook", "telegram"), ("webhook", "httpx"), ("webhook", "PIL"), ("webhook", "core.tables"), ("deliver", "PIL")],
)
def test_a_function_starts_without_what_it_seldom_needs(function: str, package: str) -> None:
    show = f"import json, sys, handlers.{function}; print(json.dumps(sorted(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", show], cwd=ROOT, capture_output=True, text=True, check=True)
    assert package not in json.loads(run.stdout)


def test_a_file_can_be_read_at_a_sitting() -> None:
    lengths = {file: (ROOT / file).read_bytes().count(b"\n") for file in sources("core", "infra", "handlers")}
    assert {file: length for file, length in lengths.items() if length > LINES} == {}
