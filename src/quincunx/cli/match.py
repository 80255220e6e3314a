"""``quincunx match``: many games between two players, and what they say about strength."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from quincunx import EngineError, Game, JobError, RecordError
from quincunx.arena import (
    GameRecord,
    Match,
    MatchResult,
    MatchSettings,
    Sprt,
    Standing,
    verify,
)
from quincunx.arena.files import default_name, summary_of
from quincunx.arena.rating import signed
from quincunx.cli.common import (
    INTERRUPTED,
    UserError,
    cluster_option,
    console,
    game_argument,
    json_option,
    print_json,
    stopped,
    title,
)

# --- What is printed -----------------------------------------------------------------------------


def _heading(settings: MatchSettings) -> str:
    return f"{title(settings.board())}: {settings.a} against {settings.b}"


def _score_lines(settings: MatchSettings, counted: Standing) -> Iterator[str]:
    """Score, Elo and test."""
    lost = counted.games - counted.points
    share = "" if counted.score is None else f", {100 * counted.score:.1f} %"
    many = f"{counted.games} {'game' if counted.games == 1 else 'games'}"
    yield (
        f"score    {counted.points:g} – {lost:g} in {many}"
        f" (+{counted.wins} ={counted.draws} −{counted.losses}{share})"
    )
    elo = counted.elo()
    if elo is not None:
        alone = elo.method == "pentanomial" and counted.singles
        yield f"Elo      {elo}{f'; without {alone} unpaired' if alone else ''}"
    if settings.sprt is not None:
        test, pairs = settings.sprt, counted.pairs
        verdict = {"H0": "H0 accepted", "H1": "H1 accepted", None: "not decided"}
        yield (
            f"SPRT     {verdict[test.verdict(pairs)]}: LLR {test.llr(pairs):.2f} in"
            f" ({test.lower:.2f}, {test.upper:.2f}), H0 {test.elo0:g}, H1 {test.elo1:g} Elo"
        )


def _print_result(result: MatchResult) -> None:
    click.echo(_heading(result.settings))
    for line in _score_lines(result.settings, result.standing):
        click.echo(line)
    if result.standing.games:
        click.echo(f"first    the first side won {result.first_wins} of {result.standing.games}")
    for (name, kind), number in sorted(result.forfeits.items()):
        click.echo(f"forfeit  {name} lost {number} by {kind} (see the notes in the file)")
    if result.file:
        click.echo(f"file     {result.file}")


@contextmanager
def _progress(match: Match) -> Iterator[Callable[[Match, GameRecord], None]]:
    """A bar with the running score on a terminal; call it after each game."""
    if not sys.stderr.isatty():
        yield lambda match, game: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.completed}/{task.total} games"),
        BarColumn(bar_width=20),
        TimeElapsedColumn(),
        TextColumn("{task.fields[where]}"),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        total, done = match.settings.games, len(match.games)
        task = progress.add_task(_running(match.result()), total=total, completed=done, where="")

        def tick(match: Match, game: GameRecord) -> None:
            progress.update(task, completed=len(match.games), description=_running(match.result()))
            if match.status:
                progress.update(task, where=match.status.where)
            for note in game.notes:
                progress.console.print(f"game {game.number}: {note}", markup=False)

        yield tick


def _running(result: MatchResult) -> str:
    elo = result.elo
    between = f" [{signed(elo.low)}, {signed(elo.high)}]".replace("[", r"\[") if elo else ""
    llr = "" if result.llr is None else f", LLR {result.llr:.2f}"
    return f"{result}{between}{llr}"


# --- What is done --------------------------------------------------------------------------------


def _verify(path: str, as_json: bool) -> None:
    """Replay a file, and print what it comes to."""
    try:
        held = verify(path)
    except RecordError as error:
        raise UserError(f"{path} does not hold: {error}") from None
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    settings = held.settings
    if as_json:
        about = settings.as_dict()
        print_json(
            {
                **{name: about[name] for name in ("game", "size", "pie", "a", "b", "seed")},
                "wanted_games": settings.games,
                **summary_of(settings, held.standing),
                "verified": True,
                "file": path,
            }
        )
        return
    click.echo(_heading(settings))
    for line in _score_lines(settings, held.standing):
        click.echo(line)
    click.echo(f"file     {path} holds: all games replayed, all counts agree")


def _play(match: Match, as_json: bool) -> None:
    try:
        with _progress(match) as tick:
            match.play(tick)
    except KeyboardInterrupt:
        _report(match, as_json)
        stopped(f"quincunx match: stopped after {match.standing.games} games")
        raise click.exceptions.Exit(INTERRUPTED) from None
    except FileExistsError as error:
        raise UserError(
            f"{error.filename} exists; go on with it by --resume, or name another"
        ) from None
    except (EngineError, JobError) as error:
        raise UserError(str(error)) from None
    except OSError as error:
        raise UserError(f"cannot write {error.filename}: {error.strerror}") from None
    _report(match, as_json)


def _report(match: Match, as_json: bool) -> None:
    if as_json:
        print_json(match.result().as_dict())
    else:
        _print_result(match.result())


def _test(elo0: float | None, elo1: float | None, alpha: float, beta: float) -> Sprt | None:
    """The sequential test, if one is asked for."""
    if elo0 is None and elo1 is None:
        return None
    if elo1 is None:
        raise UserError("--elo0 needs --elo1, the difference to tell it from")
    try:
        return Sprt(elo0 or 0.0, elo1, alpha, beta)
    except ValueError as error:
        raise UserError(str(error)) from None


def _refuse_beside(what: str, allowed: set[str]) -> None:
    """Options that a file has fixed cannot be given again."""
    context = click.get_current_context()
    given = click.core.ParameterSource.COMMANDLINE
    for param in context.command.params:
        name = param.name or ""
        if name not in allowed and context.get_parameter_source(name) is given:
            word = param.opts[-1] if param.opts[-1].startswith("-") else name.upper()
            raise UserError(f"{word} does not go with {what}: the file already says so")


def _seconds(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    """Refuse nan, which click takes for a number of any range."""
    if value is not None and math.isnan(value):
        raise UserError(f"{param.opts[-1]} must be a number of seconds, not {value}")
    return value


@click.command()
@game_argument(required=False)
@click.option("--a", metavar="PLAYER", help="One player, such as level=3.")
@click.option("--b", metavar="PLAYER", help="The other player.")
@click.option("--size", type=int, metavar="N", help="Cells along a side of the board.")
@click.option("--no-pie", is_flag=True, help="Square Grid Hex without the pie rule.")
@click.option(
    "--games",
    type=click.IntRange(min=2),
    default=100,
    show_default=True,
    metavar="N",
    help="How many games, at most; an even number.",
)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0.001, 86_400),
    callback=_seconds,
    metavar="S",
    help="Seconds for a move, for players that name no limit of their own.",
)
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Games at a time.")
@cluster_option
@click.option("--seed", type=click.IntRange(min=0), metavar="S", help="Of openings and players.")
@click.option(
    "--opening-plies",
    type=click.IntRange(0, 50),
    metavar="N",
    help="Random moves before the players take over.  [default: by game and size]",
)
@click.option(
    "--grace",
    type=click.FloatRange(0, 3600),
    callback=_seconds,
    default=5.0,
    show_default=True,
    metavar="S",
    help="Whoever takes longer than 1.5 times the time and this many seconds forfeits.",
)
@click.option("--elo0", type=float, metavar="E", help="SPRT: the difference if H0 is true.")
@click.option("--elo1", type=float, metavar="E", help="SPRT: the difference if H1 is true.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="SPRT: false H1.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="SPRT: false H0.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Where to write the games.  [default: a new file named by game and date]",
)
@click.option("--resume", metavar="FILE", help="Go on with the match of a file.")
@click.option("--verify", "verified", metavar="FILE", help="Replay and recount a file.")
@json_option
def match(
    game: Game | None,
    a: str | None,
    b: str | None,
    size: int | None,
    no_pie: bool,
    games: int,
    seconds: float | None,
    jobs: int | None,
    cluster: str | None,
    seed: int | None,
    opening_plies: int | None,
    grace: float,
    elo0: float | None,
    elo1: float | None,
    alpha: float,
    beta: float,
    save: str | None,
    resume: str | None,
    verified: str | None,
    as_json: bool,
) -> None:
    """Play many games between two players, and say how strong they are.

    A player is written as level=3, level=plain, time=0.2 (the engine at full strength, so many
    seconds a move), playouts=1000, with threads=2, memory=256 (MB) or seed=1 after a comma; as
    random; or as a program: ugi:COMMAND, or htp:COMMAND for Hex programs.

    Games come in pairs with colours swapped, both from the same short random opening. All are
    written to a file as they end; --verify FILE replays them by the rules and counts again,
    --resume FILE goes on, here or on a cluster. With --elo1 the match stops as soon as the test
    (SPRT) is decided. Programs that crash, fall silent or move illegally forfeit the game.

    \b
    Examples:
      quincunx match hadron --a level=2 --b random --games 4
      quincunx match cordon --size 3 --a level=2 --b level=plain,playouts=50 --games 2
      quincunx match hadron --size 3 --a random --b random --elo1 50 --games 8 --json
    """
    if verified is not None:
        _refuse_beside("--verify", {"verified", "as_json"})
        _verify(verified, as_json)
        return
    try:
        if resume is not None:
            _refuse_beside("--resume", {"resume", "games", "jobs", "cluster", "as_json"})
            given = click.get_current_context().get_parameter_source("games")
            wanted = games if given is click.core.ParameterSource.COMMANDLINE else None
            chosen = Match.resume(resume, games=wanted, jobs=jobs, cluster=cluster)
        else:
            if game is None:
                raise UserError("which game? Say for instance: hadron")
            if a is None or b is None:
                raise UserError("who plays? Say for instance: --a level=3 --b level=4")
            if no_pie and not game.has_pie_rule:
                raise UserError(f"--no-pie: {game.name} has no pie rule")
            chosen = Match(
                game,
                a,
                b,
                size=size,
                pie=False if no_pie else None,
                games=games,
                time=seconds,
                seed=seed,
                jobs=jobs,
                opening_plies=opening_plies,
                grace=grace,
                sprt=_test(elo0, elo1, alpha, beta),
                save=save or default_name(game.id, size or game.default_size),
                cluster=cluster,
            )
    except RecordError as error:
        raise UserError(f"{resume} does not hold: {error}") from None
    except ValueError as error:
        raise UserError(str(error)) from None
    except OSError as error:
        raise UserError(f"cannot read {resume}: {error.strerror}") from None
    _play(chosen, as_json)
