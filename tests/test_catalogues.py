"""How a language's catalogue is brought up to the sources: no words are lost, and none are guessed."""

from __future__ import annotations

from tests.catalogues import PlainCatalog, bring_up, compiled, template, words, written


def sources(*msgids: str) -> PlainCatalog:
    catalogue = PlainCatalog()
    for msgid in msgids:
        catalogue.add(msgid)
    return catalogue


def german(**translations: str) -> PlainCatalog:
    catalogue = PlainCatalog(locale="de")
    for msgid, string in translations.items():
        catalogue.add(msgid, string)
    return catalogue


def translations(catalogue: PlainCatalog) -> dict[str, str]:
    return {str(message.id): words(message)[0] for message in catalogue if message.id}


def test_a_new_msgid_is_untranslated_however_like_an_old_one_it_is() -> None:
    catalogue = german(Rules="Regeln", Privacy="Datenschutz")
    bring_up(catalogue, sources("Rule", "Privacy"))
    assert translations(catalogue) == {"Rule": "", "Privacy": "Datenschutz"}


def test_the_words_of_a_msgid_that_went_stay_until_nothing_is_untranslated() -> None:
    catalogue = german(Rules="Regeln")
    bring_up(catalogue, sources("Rule"))
    assert "Regeln" in written(catalogue).decode()
    catalogue["Rule"].string = "Regel"
    bring_up(catalogue, sources("Rule"))
    assert "Regeln" not in written(catalogue).decode()


def test_a_msgid_that_comes_back_has_its_words_again() -> None:
    catalogue = german(Rules="Regeln")
    bring_up(catalogue, sources("Rule"))
    bring_up(catalogue, sources("Rule", "Rules"))
    assert translations(catalogue) == {"Rule": "", "Rules": "Regeln"}


def test_bringing_up_once_more_changes_nothing() -> None:
    catalogue = german(Rules="Regeln")
    bring_up(catalogue, template())
    before = written(catalogue), compiled(catalogue)
    bring_up(catalogue, template())
    assert (written(catalogue), compiled(catalogue)) == before
