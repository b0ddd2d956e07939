"""What is in the Lambda package: what runs on arm64 under Python 3.13, compiled, and nothing else."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import zipfile
from email.parser import Parser
from pathlib import Path
from types import ModuleType
from typing import Any

import botocore
import pytest
from botocore.loaders import Loader
from botocore.regions import EndpointResolver

from tests.deploy.package import MAKEFILE, ROOT, build

OWN = ("core", "handlers", "infra")
MAGIC = (3571).to_bytes(2, "little") + b"\r\n"
UNCHECKED_HASH = (1).to_bytes(4, "little")
AARCH64 = 183
PARTITIONS = ("aws", "aws-cn", "aws-us-gov")

pytestmark = pytest.mark.real("sam")


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("package"), "WebhookFunction", "arm64")


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def tracked(*folders: str) -> set[str]:
    listed = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(listed.stdout.split())


def own(package: Path) -> set[str]:
    return {name for name in files(package) if name.startswith(OWN) and not name.endswith(".pyc")}


def test_it_holds_what_runs_and_no_local_stack(package: Path) -> None:
    shipped = {
        file for file in tracked(*OWN) if not file.startswith("infra/local/") and not file.endswith((".po", ".pot"))
    }
    assert shipped - own(package) == set()
    assert not (package / "infra" / "local").exists()
    assert [*package.rglob("*.po"), *package.rglob("*.pot")] == []


def test_it_holds_no_tests_and_no_documents(package: Path) -> None:
    names = {path.name for path in package.rglob("*")}
    assert names & {"tests", "test", "README.md", "conftest.py", "Makefile", "template.yaml"} == set()


def test_everything_beside_the_bot_is_a_pinned_requirement(package: Path) -> None:
    pins = dict(re.findall(r"^([\w.-]+)==([\w.]+)$", (ROOT / "requirements.txt").read_text(), re.MULTILINE))
    found = [Parser().parsestr(path.read_text()) for path in package.glob("*.dist-info/METADATA")]
    assert {distribution["Name"].lower().replace("_", "-"): distribution["Version"] for distribution in found} == pins


def test_no_file_at_the_top_comes_from_elsewhere(package: Path) -> None:
    records = "".join(path.read_text() for path in package.glob("*.dist-info/RECORD"))
    known = {line.split(",")[0].split("/")[0] for line in records.splitlines()} | {*OWN, "__pycache__"}
    assert {path.name for path in package.iterdir()} - known == set()


def test_its_wheels_are_for_the_functions_processor_and_python(package: Path) -> None:
    wheels = "".join(path.read_text() for path in package.glob("*.dist-info/WHEEL"))
    compiled = [tag for tag in re.findall(r"^Tag: (.*)$", wheels, re.MULTILINE) if not tag.endswith("-none-any")]
    assert compiled
    assert [tag for tag in compiled if not re.fullmatch(r"cp313-cp313-manylinux\w*_aarch64", tag)] == []


def test_its_libraries_are_for_the_functions_processor(package: Path) -> None:
    libraries = list(package.rglob("*.so"))
    assert libraries
    for library in libraries:
        header = library.read_bytes()[:20]
        assert int.from_bytes(header[18:20], "little") == AARCH64, library
        assert ".cpython-313-" in library.name


@pytest.mark.real("python3.13")
def test_every_module_is_compiled_for_python_3_13_and_never_looked_at_again(package: Path) -> None:
    for source in package.rglob("*.py"):
        compiled = source.parent / "__pycache__" / f"{source.stem}.cpython-313.pyc"
        assert compiled.exists(), source
        assert compiled.read_bytes()[:8] == MAGIC + UNCHECKED_HASH, source


def test_it_says_nothing_of_the_machine_that_made_it(package: Path) -> None:
    marks = [str(ROOT).encode(), str(package).encode()]
    assert [name for name, content in files(package).items() if any(mark in content for mark in marks)] == []


def test_it_is_the_same_for_every_function_so_that_it_is_uploaded_once(package: Path, tmp_path: Path) -> None:
    assert files(build(tmp_path, "DeliverFunction", "arm64")) == files(package)


def test_each_aws_service_that_the_bot_uses_can_be_spoken_to(package: Path) -> None:
    services = set(re.findall(r'_client\("(\w+)"\)', (package / "infra" / "clients.py").read_text()))
    data = package / "botocore" / "data"
    assert {path.name for path in data.iterdir() if path.is_dir()} == services
    assert all(list((data / service).rglob("service-2.json*")) for service in services)


def test_aws_is_spoken_to_as_by_the_whole_botocore(package: Path) -> None:
    """In every region the same endpoints; and every operation as it was, but for the prose."""
    whole, shipped = (Path(botocore.__file__).parent / "data", package / "botocore" / "data")
    for service in ("dynamodb", "secretsmanager", "sqs"):
        for kind in ("service-2", "endpoint-rule-set-1"):
            described = [Loader([str(data)], include_default_search_paths=False) for data in (whole, shipped)]
            one, other = (without_prose(loader.load_service_model(service, kind)) for loader in described)
            assert one == other
    resolvers = [EndpointResolver(json.loads((data / "endpoints.json").read_text())) for data in (whole, shipped)]
    for service in ("dynamodb", "secretsmanager", "sqs"):
        regions = {partition: resolvers[0].get_available_endpoints(service, partition) for partition in PARTITIONS}
        for partition, names in regions.items():
            for name in names:
                one, other = (resolver.construct_endpoint(service, name, partition) for resolver in resolvers)
                assert one == other


def without_prose(described: Any) -> Any:
    if isinstance(described, dict):
        kept = {name: value for name, value in described.items() if (name, type(value)) != ("documentation", str)}
        return {name: without_prose(value) for name, value in kept.items()}
    return [without_prose(value) for value in described] if isinstance(described, list) else described


def test_it_is_small(package: Path, tmp_path: Path) -> None:
    """In megabytes: what a function unpacks, and what is uploaded."""
    content = files(package)
    with zipfile.ZipFile(tmp_path / "package.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    assert sum(map(len, content.values())) < 52e6
    assert (tmp_path / "package.zip").stat().st_size < 17e6


@pytest.fixture
def rule() -> ModuleType:
    """What the makefile rule runs."""
    spec = importlib.util.spec_from_file_location("build", MAKEFILE.with_name("build.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_machine_without_that_python_ships_sources_and_says_so(
    rule: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rule, "RUNTIME", "9.9")
    rule._compile(tmp_path, ["."])
    assert "There is no Python 9.9 here to compile with" in capsys.readouterr().out


def test_a_package_for_another_processor_than_is_deployed_to_is_refused(rule: ModuleType, tmp_path: Path) -> None:
    samconfig = tmp_path / "samconfig.toml"
    rule._check("arm64", samconfig)
    samconfig.write_text(r'''parameter_overrides = "Dashboard=\"off\" Architecture=\"x86_64\""''')
    rule._check("x86_64", samconfig)
    with pytest.raises(SystemExit, match=r"run sam build --parameter-overrides Architecture=x86_64$"):
        rule._check("arm64", samconfig)
