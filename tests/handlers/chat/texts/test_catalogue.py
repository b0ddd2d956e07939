"""Catalogues can be dropped in, and no words are anywhere else."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

import handlers.chat
from core.match import DAY
from handlers.chat.texts import Texts
from handlers.chat.texts.catalogue import names

CHAT = Path(handlers.chat.__file__).parent
TEXTS = sorted((CHAT / "texts").glob("*.py"))
WORDLESS = [*sorted((CHAT / "screens").glob("*.py")), CHAT / "keyboards.py", CHAT / "callback_data.py"]


def drop_in(folder: Path, language: str, rules: str, days: tuple[str, ...]) -> None:
    """A compiled catalogue, where gettext looks for it."""
    catalogue = Catalog(locale=language)
    catalogue.add("Rules", rules)
    catalogue.add(("{count} day", "{count} days"), days)
    path = folder / language / "LC_MESSAGES" / "7776.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalogue)


def test_a_catalogue_is_used_as_soon_as_it_is_there(tmp_path: Path) -> None:
    drop_in(tmp_path, "pt_BR", rules="Regras", days=("{count} dia", "{count} de dias", "{count} dias"))
    texts = Texts("pt-br", tmp_path)
    assert texts.button_rules() == "Regras"
    assert (texts.pace(DAY), texts.pace(3 * DAY)) == ("1 dia", "3 dias")


def test_what_a_catalogue_lacks_is_read_in_english(tmp_path: Path) -> None:
    drop_in(tmp_path, "pt_BR", rules="Regras", days=("{count} dia", "{count} de dias", "{count} dias"))
    assert Texts("pt-br", tmp_path).button_cancel() == "Cancel"


def test_a_region_reads_its_language_where_it_has_no_catalogue_of_its_own(tmp_path: Path) -> None:
    drop_in(tmp_path, "de", rules="Regeln", days=("{count} Tag", "{count} Tage"))
    assert Texts("de-AT", tmp_path).button_rules() == "Regeln"


@pytest.mark.parametrize("language", ["", "en", "xx", "../../etc", "a/b", "\u202e", "de\x00", "x" * 500, "zh-hans-cn"])
def test_an_unknown_language_reads_english(language: str, tmp_path: Path) -> None:
    assert Texts(language, tmp_path).button_rules() == "Rules"


@pytest.mark.parametrize(
    "tag, folders",
    [
        ("en", ["en"]),
        ("pt-br", ["pt_BR", "pt"]),
        ("PT_br", ["pt_BR", "pt"]),
        ("pt", ["pt", "pt_BR"]),
        ("pt-pt", ["pt_PT", "pt", "pt_BR"]),
        ("es-419", ["es_419", "es"]),
        ("zh-hans", ["zh_Hans", "zh"]),
    ],
)
def test_a_language_tag_names_the_folders_to_look_in(tag: str, folders: list[str]) -> None:
    assert names(tag) == folders


@pytest.mark.parametrize(
    "tag, spoken",
    [
        *(("es-419", "es"), ("pt", "pt-br"), ("pt-pt", "pt-br"), ("de-at", "de"), ("uk-ua", "uk"), ("ru", "ru")),
        *(("en-gb", "en"), ("fr", "en"), ("zh-hans", "en"), ("", "en")),
    ],
)
def test_each_reader_gets_the_nearest_language_that_is_spoken(tag: str, spoken: str) -> None:
    assert Texts(tag).start() == Texts(spoken).start()
    assert (Texts(tag).start() == Texts("en").start()) == (spoken == "en")


@pytest.mark.parametrize("language", ["ru", "uk"])
def test_a_count_has_one_of_three_forms_where_the_language_has_three(language: str) -> None:
    def day(count: int) -> str:
        return Texts(language).pace(count * DAY).removeprefix(f"{count} ")

    one, few, many = ({day(count) for count in counts} for counts in ((1, 21, 101), (2, 4, 22), (5, 11, 14, 111)))
    assert [len(form) for form in (one, few, many)] == [1, 1, 1]
    assert len(one | few | many) == 3


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_tools_can_find_every_msgid(path: Path) -> None:
    for call in _calls(path):
        for message in call.args[: 1 if call.func.attr == "_" else 2]:  # type: ignore[attr-defined]
            assert isinstance(message, ast.Constant)
            assert isinstance(message.value, str), f"{path.name}:{call.lineno}"
            assert not re.search(r"\{\}|%s", message.value), "a translator moves words: name each placeholder"


@pytest.mark.parametrize("path", WORDLESS, ids=lambda path: path.stem)
def test_only_texts_hold_words_that_a_player_reads(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    read = {id(node) for parent in ast.walk(tree) if _is_unread(parent) for node in ast.walk(parent)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in read:
            assert not re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}", node.value), node.value


def _is_unread(node: ast.AST) -> bool:
    """Docstrings, and the words of an error, which programmers read."""
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_docstring or isinstance(node, ast.Raise)


def _calls(path: Path) -> list[ast.Call]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [
        node
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("_", "ngettext", "pgettext")
    ]
