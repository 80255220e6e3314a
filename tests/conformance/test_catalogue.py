"""A game is four files and one line: each in the catalogue has its rules, drawing, tests and page.

The page, docs/games/<id>.md, has a heading in capitals for each section of the game's sheet
(`### PLACEMENT RULE`). Each of these sections is named where it is put into code and where it is
tested, so that whoever reads the sheet finds the way.
"""

import random
import re
from pathlib import Path

from quincunx import GAMES, Board, Game
from quincunx.testing import random_game
from tests.games.facts import facts_of
from tests.marks import each_game

ROOT = Path(__file__).resolve().parents[2]

#: What a heading in capitals may say that is not a section of the sheets' rules.
NOT_RULES = {"AUTHOR'S NOTE", "DESIGN NOTES", "FAQ"}


def module_of(game: Game) -> str:
    return game.id.replace("-", "_")


def page_of(game: Game) -> Path:
    return ROOT / "docs" / "games" / f"{game.id}.md"


def rules_of(game: Game) -> list[Path]:
    return [ROOT / "cpp" / "games" / f"{module_of(game)}.{suffix}" for suffix in ("hpp", "cpp")]


def own_tests(game: Game) -> Path:
    return ROOT / "tests" / "games" / f"test_{module_of(game)}.py"


def site_of(game: Game) -> str:
    """Where the sheet is from, if it is from anywhere."""
    known = facts_of(game).info
    return (known and known.site) or ""


def words(*paths: Path) -> str:
    """The text of files in one line, without the marks of C++ and Python comments."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    return " ".join(re.sub(r"^\s*(?://|#)", " ", text, flags=re.MULTILINE).split())


def sections(game: Game) -> list[str]:
    """The sections of the game's sheet, as the headings of its page have them."""
    text = page_of(game).read_text(encoding="utf-8").replace("’", "'")
    headings = re.findall(r"^#{2,3} +(.+?) *#*$", text, flags=re.MULTILINE)
    return [name for name in headings if name == name.upper() and name not in NOT_RULES]


def test_catalogue__readme_shows_games_that_there_are_in_menu_order() -> None:
    """Not all of them: README is about what is released, and a new game begins without it."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    headings = next(line for line in readme.splitlines() if line.startswith("| ["))
    linked = re.findall(r"\[(.+?)\]\(docs/games/(.+?)\.md\)", headings)
    assert linked
    assert linked == [(game.name, game.id) for game in GAMES if (game.name, game.id) in linked]


def test_catalogue__one_list_in_the_core_has_them_in_this_order() -> None:
    text = (ROOT / "cpp" / "games" / "catalogue.txt").read_text(encoding="utf-8")
    listed = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    assert [words[0] for words in listed] == [module_of(game) for game in GAMES]
    assert [words[1] for words in listed] == [game.name.replace(" ", "") for game in GAMES]


@each_game
def test_catalogue__a_game_has_its_files(game: Game) -> None:
    drawing = ROOT / "src" / "quincunx" / "drawing" / f"{module_of(game)}.py"
    wanted = [*rules_of(game), drawing, own_tests(game), page_of(game)]
    missing = [str(path.relative_to(ROOT)) for path in wanted if not path.is_file()]
    assert not missing


def test_catalogue__no_page_is_left_over_from_a_game_that_is_not_listed() -> None:
    pages = {path.stem for path in (ROOT / "docs" / "games").glob("*.md")}
    assert pages - {"index"} == {game.id for game in GAMES}


@each_game
def test_catalogue__the_page_has_the_sections_that_the_rules_file_lists(game: Game) -> None:
    header = words(rules_of(game)[0])
    listed = re.search(r"Sections of the sheet: (.+?)\. Rulings", header)
    assert listed, f"{rules_of(game)[0]} does not list the sections of the sheet"
    assert set(listed[1].split(", ")) - NOT_RULES == set(sections(game))


@each_game
def test_catalogue__each_section_is_named_in_the_rules(game: Game) -> None:
    assert len(sections(game)) >= 3
    text = words(*rules_of(game))
    missing = [name for name in sections(game) if name not in text]
    assert not missing


@each_game
def test_catalogue__each_section_is_named_in_the_tests(game: Game) -> None:
    """In capitals, or as the first part of a test's name: test_placement_rule__what_holds."""
    text = words(own_tests(game))
    missing = []
    for name in sections(game):
        plain = re.sub(r"\W+", "_", re.sub(r" *\(.*\)", "", name)).lower()
        if name not in text and f"def test_{plain}__" not in text:
            missing.append(name)
    assert not missing


@each_game
def test_catalogue__the_page_credits_the_designer(game: Game) -> None:
    text = words(page_of(game))
    for author in game.author.split(" and "):
        assert author in text
    assert site_of(game) in text
    if game.year:
        assert str(game.year) in text


@each_game
def test_catalogue__the_rules_file_credits_the_designer(game: Game) -> None:
    text = words(rules_of(game)[0])
    for author in game.author.split(" and "):
        assert author in text
    assert site_of(game) in text


@each_game
def test_catalogue__the_page_names_the_sides_and_all_sizes(game: Game) -> None:
    text = words(page_of(game))
    for name in game.players:
        assert name in text
    for size in (game.sizes[0], game.default_size, game.sizes[-1]):
        assert re.search(rf"\b{size}\b", text), f"size {size}"


@each_game
def test_catalogue__the_page_lists_the_kinds_of_features(game: Game) -> None:
    """`Feature` promises that each game's page lists the kinds it has, if it has any."""
    rng = random.Random(1)
    kinds = set()
    for _ in range(20):
        board = Board(game, size=game.sizes[0])
        while board.legal_moves:
            random_game(board, rng, plies=1)
            kinds |= {feature.kind for feature in board.features()}
    text = words(page_of(game))
    assert not [kind for kind in kinds if kind not in text]
