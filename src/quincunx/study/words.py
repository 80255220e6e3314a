"""What the numbers of a study say, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quincunx.arena.rating import signed
from quincunx.drawing.numbers import fix
from quincunx.games import find_game
from quincunx.study.settings import OPENING_FACTOR, OPENING_SEARCHES, STORIES, STORY_PLAYOUTS
from quincunx.study.stories import BEHIND, LEAD, SETTLED

__all__ = ["Words", "count", "hundredths", "percent"]

Numbers = Mapping[str, Any]

#: If the best first move is worth no more than this above the worst, one may begin anywhere.
_ALIKE = 0.03


def percent(share: float, digits: int = 0) -> str:
    """A share as people write it, with a blank that does not break.

    >>> percent(0.5437), percent(0.999), percent(0.9999, 1), percent(115 / 200)
    ('54\\xa0%', '99.9\\xa0%', '99.99\\xa0%', '58\\xa0%')
    """
    # What is nearly everything, or nearly nothing, is not all or nothing.
    while (
        digits < 2 and 0 < share < 1 and hundredths(share, digits) in ("0", "100", "0.0", "100.0")
    ):
        digits += 1
    return f"{hundredths(share, digits)}\u00a0%"


def hundredths(share: float, digits: int = 0) -> str:
    """A share in percent, without the sign. Halves are rounded up, whatever a float makes of them.

    >>> hundredths(0.575), hundredths(0.125), hundredths(0.5, 1)
    ('58', '13', '50.0')
    """
    return f"{fix(fix(100 * share, 6), digits):.{digits}f}"


def count(number: int, word: str, several: str | None = None) -> str:
    """A number of things.

    >>> count(1, "game"), count(2300, "game"), count(2, "ply", "plies")
    ('1\\xa0game', '2,300\\xa0games', '2\\xa0plies')
    """
    return f"{number:,}\u00a0{word if number == 1 else several or f'{word}s'}"


def _were(number: int) -> str:
    return "was" if number == 1 else "were"


def _whole(number: float) -> int:
    """The nearest whole number; halves are rounded up."""
    return int(fix(number, 0))


def _plies(number: float) -> str:
    return count(_whole(number), "ply", "plies")


def _between(low: float, high: float, digits: int = 0) -> str:
    """An interval of shares: ``44 to 63 %``."""
    return f"{hundredths(low, digits)} to {percent(high, digits)}"


def _share(told: Numbers) -> str:
    """``54 of 100 games (54 %, 95 % interval 44 to 63 %)``."""
    return (
        f"{told['count']:,} of {count(told['of'], 'game')} ({percent(told['share'])}, 95\u00a0%"
        f" interval {_between(told['low'], told['high'])})"
    )


def _mean(told: Numbers, digits: int = 1) -> str:
    """``12.3 (95 % interval 11.8 to 12.9)``."""
    mean = f"{told['mean']:,.{digits}f}"
    if told["low"] is None:
        return mean
    return f"{mean} (95\u00a0% interval {told['low']:,.{digits}f} to {told['high']:,.{digits}f})"


class Words:
    """The sentences of a report, section by section."""

    def __init__(self, report: Numbers) -> None:
        self.report = report
        players: Sequence[str] = report["game"]["players"]
        self.first, self.second = players
        self.engine: Numbers = report["engine"]
        self.random: Numbers = report["random"]
        self.settings: Numbers = report["settings"]
        self.playouts = f"{self.settings['playouts']:,}"

    # --- Who wins --------------------------------------------------------------------------------

    def winners(self) -> list[str]:
        results = self.engine["results"]
        low, high = results["first_score_95"]
        games = self.engine["games"]
        said = [
            f"{self.first} won {results['first_wins']:,} of {count(games, 'game')} between equal"
            f" engines ({percent(results['first_wins'] / games)})"
            + (
                f", {self.second} won {results['second_wins']:,}, and {results['draws']:,}"
                f" {_were(results['draws'])} drawn."
                f" Counting a draw as half a win, {self.first} scored"
                f" {percent(results['first_score'])} (95\u00a0% interval {_between(low, high)})."
                if results["draws"]
                else f"; the 95\u00a0% interval is {_between(low, high)}."
            )
        ]
        pie = " with the pie rule in force" if self.report["game"]["pie"] else ""
        if low > 0.5 or high < 0.5:
            side = self.first if low > 0.5 else self.second
            whose = "moves first" if side == self.first else "moves second"
            said.append(f"That is an advantage for {side}, who {whose}{pie}.")
        else:
            said.append(f"These games show no clear advantage for either side{pie}.")
        if known := self._known():
            said.append(known)
        if self.engine["different"] < games:
            said.append(self._repeated())
        return [" ".join(said), self._draws(), self._endings()]

    def _known(self) -> str:
        """Who wins with best play, if the openings prove it; a pie rule would change that."""
        told = self.report["openings"]
        proven = {each["proven"] for each in told}
        if self.report["game"]["pie"]:
            return ""
        if "first" in proven:
            move = next(each["move"] for each in told if each["proven"] == "first")
            return f"With best play {self.first} wins: {move} is proven to win."
        if proven == {"second"}:
            return f"With best play {self.second} wins: every first move is proven to lose."
        if proven <= {"second", "draw"}:
            return "With best play nobody wins: that is proven of every first move."
        return ""

    def _repeated(self) -> str:
        return (
            f"Up to symmetry they were settled in {count(self.engine['different'], 'position')}."
            " Games that were settled alike may be much the same, so the intervals here are as wide"
            f" as {count(_whole(self.engine['independent']), 'independent game')} would make them."
        )

    def _draws(self) -> str:
        if not self.report["game"]["has_draws"]:
            return "By its rules the game cannot be drawn: every game has a winner."
        drawn = self.engine["results"]["drawn"]
        if drawn["count"]:
            return f"{_share(drawn)} {_were(drawn['count'])} drawn."
        return (
            f"No game was drawn, though the rules allow it: the rate of draws lies below"
            f" {percent(drawn['high'])} (95\u00a0% interval)."
        )

    def _endings(self) -> str:
        endings = self.engine["terminations"]
        if len(endings) == 1:
            return f"All games ended in the same way: {endings[0][0]}."
        total = self.engine["games"]
        told = [f"{name} {percent(number / total)}" for name, number in endings]
        return f"How they ended: {', '.join(told)}."

    # --- Length and choices ----------------------------------------------------------------------

    def length(self) -> list[str]:
        told = self.engine["length"]
        if told["shortest"] == told["longest"]:
            return [f"Every game took {_plies(told['mean'])}, as a ply is one move of one side."]
        lower, _, upper = told["quartiles"]
        return [
            f"A game took {_mean(told)} plies on average; a ply is one move of one side. Half of"
            f" the games took {_whole(lower):,} to {_whole(upper):,}, the shortest"
            f" {told['shortest']:,} and the longest {told['longest']:,}."
        ]

    def choices(self) -> list[str]:
        told = self.engine["choices"]
        plies = told["by_ply"]
        median = round(self.engine["length"]["quartiles"][1])
        half = plies[min(median // 2, len(plies) - 1)]
        end = plies[max(0, min(median - 1, len(plies) - 1))]
        return [
            f"There were {told['mean']:,.1f} legal moves on average. A game begins with"
            f" {_whole(plies[0]['mean']):,}; after {_plies(half['ply'])}, which is halfway through"
            f" a usual game, there are about {_whole(half['mean']):,}, and toward its end, after"
            f" {_plies(end['ply'])}, about {_whole(end['mean']):,}."
        ]

    # --- Decisions -------------------------------------------------------------------------------

    def decided(self) -> list[str]:
        told = self.engine["decided"]
        before, early = told["proven_before_end"], told["proven_three_before_end"]
        said = []
        if before["count"]:
            said.append(
                f"In {_share(before)} the engine proved the result before the game was over, and in"
                f" {early['count']:,} of them at least three plies before. On average the proof was"
                f" there after {told['proven_ply']['mean']:,.1f} plies,"
                f" {_mean(told['plies_after_proof'])} before the end."
            )
        else:
            said.append("No result was proven before the game was over.")
        if told["proof_missed"]["count"]:
            said.append(
                f"In {count(told['proof_missed']['count'], 'game')} it had proved another result"
                " before and then did not follow its own proof."
            )
        settled = told["settled"]
        said.append(
            f"A game is settled when its result is proven, or when the engine gives the later"
            f" winner {percent(SETTLED)} and never less again. That was so after"
            f" {_mean(settled['ply'])} plies, or {percent(settled['part']['mean'])} of the game."
        )
        return [" ".join(said)]

    def leads(self) -> list[str]:
        told = self.engine["leads"]
        never, behind = told["never"], told["from_behind"]
        said = [
            f"The lead changed {_mean(told['changes'])} times in a game. It never changed in"
            f" {_share(never)}."
        ]
        if behind["of"]:
            said.append(
                f"{_share(behind)} {_were(behind['count'])} won from behind: the later winner had"
                f" been down to {percent(BEHIND)} or less."
            )
        said.append(
            f"A side leads when the engine gives it {percent(LEAD)} or more, and keeps the lead"
            " until the other side has as much."
        )
        return [" ".join(said)]

    # --- Openings --------------------------------------------------------------------------------

    def openings(self) -> list[str]:
        told = self.report["openings"]
        best, worst = told[0], told[-1]
        moves = sum(len(each["images"]) for each in told)
        beyond = " and without the pie rule" if self.report["game"]["pie"] else ""
        said = [
            f"There are {count(moves, 'first move')}, {len(told):,} up to symmetry."
            f" Each was judged by {OPENING_SEARCHES} searches, {OPENING_FACTOR} times as long as"
            f" for a move in the games{beyond}."
        ]
        if all(each["proven"] for each in told):
            said.append(self._solved(told))
        else:
            said.append(
                f"The engine likes {best['move']} most ({self.value(best)}) and"
                f" {worst['move']} least ({self.value(worst)})."
            )
            apart = best["value"] - worst["value"]
            if apart < _ALIKE:
                said.append(
                    f"That is only {hundredths(apart, 1)} points apart: by these values it hardly"
                    " matters where one begins."
                )
            favourite = max(told, key=lambda each: (each["random"], each["move"]))
            if favourite["move"] != best["move"]:
                said.append(
                    f"Random play would begin with {favourite['move']}"
                    f" ({percent(favourite['random'])} for {self.first}),"
                    f" {self._clause(favourite)}."
                )
            else:
                said.append("Random play would begin with the same move.")
        return [" ".join(said)]

    def value(self, opening: Numbers) -> str:
        """What a first move is worth, or what is proven of it."""
        proven = opening["proven"]
        if proven == "draw":
            return "proven: a draw"
        if proven:
            return f"proven: {self._side(proven)} wins"
        return f"{percent(opening['value'])} for {self.first}"

    def _clause(self, opening: Numbers) -> str:
        """The same, to end a sentence about the move."""
        proven = opening["proven"]
        if proven == "draw":
            return "which is proven to be a draw"
        if proven:
            return f"after which {self._side(proven)} is proven to win"
        return f"which the engine puts at {self.value(opening)}"

    def _side(self, proven: str) -> str:
        return self.first if proven == "first" else self.second

    def _solved(self, told: Sequence[Numbers]) -> str:
        said = []
        for proven, verb, what in (
            ("first", "win", f"for {self.first}"),
            ("draw", "lead", "to a draw"),
            ("second", "win", f"for {self.second}"),
        ):
            moves = sum(len(each["images"]) for each in told if each["proven"] == proven)
            if len(told) == sum(each["proven"] == proven for each in told):
                return f"All of them are proven to {verb} {what}."
            if moves:
                said.append(f"{moves:,} {verb}{'s' if moves == 1 else ''} {what}")
        return f"All of them are proven: {', '.join(said[:-1])} and {said[-1]}."

    def swap(self) -> list[str]:
        told = self.report["swap"]
        moves = told["moves"]
        total = sum(moves.values())
        others = ""
        if moves["alike"]:
            others += f"; for {moves['alike']:,} it makes no difference, as is proven"
        if moves["close"]:
            others += f"; for {moves['close']:,} the engine sees no clear difference"
        fairest = [f"{each['move']} ({percent(each['value'])})" for each in told["fairest"]]
        return [
            f"{self.second} may take the first move over. Of {count(total, 'opening')} it is right"
            f" to swap {moves['swap']:,} and wrong to swap {moves['stay']:,}{others}. Both"
            " positions were searched: as it stands, and after the swap.",
            f"Under the pie rule a first move is fair if {self.first} may expect half of the points"
            f" even when {self.second} makes the better choice. The fairest that were found, with"
            f" what {self.first} may then expect: {', '.join(fairest)}."
            if fairest
            else f"After every first move it is proven who wins if {self.second} makes the better"
            " choice.",
        ]

    # --- Strength and random play ----------------------------------------------------------------

    def strength(self) -> list[str]:
        told = self.report["strength"]
        overall = told["doubling"]
        rungs = [each["weaker"] for each in told["matches"]] + [told["matches"][-1]["stronger"]]
        said = [
            f"{len(rungs)} players think for {', '.join(f'{rung:,}' for rung in rungs)} playouts a"
            f" move, and each played {count(told['matches'][0]['games'], 'game')} against the next"
            " one, in pairs from short random openings with colours exchanged. Taken together, the"
            " one who thought twice as long "
            + (
                f"scored {percent(overall['score'])}: {_elo(overall)} Elo for each doubling."
                if overall["elo"] is not None
                else f"{_swept(overall)}."
            )
        ]
        low, high = overall["low"], overall["high"]
        if low is not None and low <= 0 and (high is None or high >= 0):
            said.append("These games do not show that thinking longer helps.")
        last = told["matches"][-1]
        said.append(
            f"The last doubling, to {last['stronger']:,} playouts, brought {_elo(last)}."
            if last["elo"] is not None
            else f"In the last match the one with {last['stronger']:,} playouts {_swept(last)}."
        )
        return [" ".join(said)]

    def random_play(self) -> list[str]:
        mine, theirs = self.engine, self.random
        low, high = theirs["results"]["first_score_95"]
        said = [
            f"In {count(theirs['games'], 'game')} of uniformly random moves {self.first} scored"
            f" {percent(theirs['results']['first_score'], 1)} (95\u00a0% interval"
            f" {_between(low, high, 1)}), and a game took {theirs['length']['mean']:,.1f} plies."
        ]
        ours = mine["results"]["first_score_95"]
        if ours[0] > high or ours[1] < low:
            better = self.first if ours[0] > high else self.second
            said.append(
                f"Engines get another picture of the balance: among them {better} does better than"
                " among random players."
            )
        else:
            said.append("On the balance of the game that does not contradict the engine's games.")
        length, span = theirs["length"]["mean"], mine["length"]
        if span["low"] is not None and not span["low"] <= length <= span["high"]:
            longer = "longer" if span["mean"] > length else "shorter"
            times = max(span["mean"], length) / min(span["mean"], length)
            said.append(
                f"The engine's games are {longer}"
                + (f", by a factor of {times:.1f}." if times >= 1.05 else ", but hardly.")
            )
        said.append(
            f"In {count(theirs['judged'], 'more random game')}, judged by {STORY_PLAYOUTS:,} random"
            " games from each position, the lead changed"
            f" {theirs['leads']['changes']['mean']:,.1f} times on average, against"
            f" {mine['leads']['changes']['mean']:,.1f} times between engines."
        )
        return [" ".join(said)]

    def comparison(self) -> list[tuple[str, tuple[str, str]]]:
        """The rows of a table: what it is, and the numbers of the engine and of random play."""

        def row(name: str, told: Callable[[Numbers], str]) -> tuple[str, tuple[str, str]]:
            return name, (told(self.engine), told(self.random))

        rows = [
            row("games", lambda n: f"{n['games']:,}"),
            row(f"{self.first} scores", lambda n: percent(n["results"]["first_score"], 1)),
            row("drawn", lambda n: percent(n["results"]["drawn"]["share"], 1)),
            row("plies, mean", lambda n: f"{n['length']['mean']:,.1f}"),
            row("plies, shortest", lambda n: f"{n['length']['shortest']:,}"),
            row("plies, longest", lambda n: f"{n['length']['longest']:,}"),
            row("legal moves, mean", lambda n: f"{n['choices']['mean']:,.1f}"),
            row("changes of the lead, mean", lambda n: f"{n['leads']['changes']['mean']:,.1f}"),
            row("won from behind", lambda n: _part(n["leads"]["from_behind"])),
        ]
        return rows

    # --- How it was made -------------------------------------------------------------------------

    def made(self) -> list[str]:
        told = self.settings
        varied = self.report["varied_plies"]
        stories = min(STORIES, told["random_games"])
        by_time = (
            f" (what the machine made in {told['time']:g} s, measured when the study began)"
            if told["time"]
            else ""
        )
        return [
            f"The engine played {count(told['games'], 'game')} against itself with"
            f" {self.playouts} playouts a move{by_time}, on one thread, with {told['memory']} MB of"
            f" memory and seed {told['seed']}. So that games differ, it"
            " thought up to 1.4 times as long or as short for a move, and in the first"
            f" {varied} plies it chose among moves that it held for nearly as good as the best;"
            f" from then on it played the best. {count(told['random_games'], 'random game')}"
            f" {_were(told['random_games'])} played, and {stories:,} more {_were(stories)} judged"
            " position by position.",
            "A value is what the engine expects, not what will be: it is a mean over simulations,"
            " and lies nearer to 50\u00a0% than the results between good players would. Only what"
            " is called proven is certain. Intervals tell of chance alone; they say nothing of"
            " what a stronger player would make of the game.",
        ]

    # --- Numbers at the top ----------------------------------------------------------------------

    def tiles(self) -> list[tuple[str, str, str]]:
        """The numbers at the top: what it is, the number, and what belongs to it."""
        results, length = self.engine["results"], self.engine["length"]
        choices = self.engine["choices"]
        low, high = results["first_score_95"]
        overall = self.report["strength"]["doubling"]
        settled = self.engine["decided"]["settled"]
        told = [
            (f"{self.first} scores", percent(results["first_score"]), _between(low, high)),
            ("Draws", percent(results["drawn"]["share"]), self._draws_note()),
            (
                "Length",
                _plies(length["mean"]),
                f"from {length['shortest']:,} to {length['longest']:,}",
            ),
            (
                "Choices",
                f"{_whole(choices['mean']):,}",
                f"moves a turn, {_whole(choices['by_ply'][0]['mean']):,} at first",
            ),
            ("Settled after", percent(settled["part"]["mean"]), "of the game"),
            (
                "Doubled time",
                f"{signed(overall['elo'])}\u00a0Elo" if overall["elo"] is not None else "∞",
                _elo_range(overall),
            ),
        ]
        return told

    def _draws_note(self) -> str:
        if not self.report["game"]["has_draws"]:
            return "the rules have none"
        drawn = self.engine["results"]["drawn"]
        return _between(drawn["low"], drawn["high"])

    def title(self) -> str:
        about = self.report["game"]
        return f"{about['name']}, {about['size_text']}"

    def command(self) -> str:
        """The command that makes the study again."""
        told = self.settings
        return (
            f"quincunx study {find_game(told['game']).id} --size {told['size']}"
            f" --games {told['games']} --playouts {told['playouts']}"
            f" --random-games {told['random_games']} --seed {told['seed']}"
            f" --memory {told['memory']}"
        )


def _part(told: Numbers) -> str:
    return "–" if told["share"] is None else percent(told["share"])


def _bound(value: float | None, sign: str) -> str:
    return f"{sign}∞" if value is None else signed(value)


def _elo_range(told: Numbers) -> str:
    return f"{_bound(told['low'], '−')} to {_bound(told['high'], '+')}"


def _elo(told: Numbers) -> str:
    """``+85 (95 % interval +70 to +100)``"""
    return f"{signed(told['elo'])} (95\u00a0% interval {_elo_range(told)})"


def _swept(told: Numbers) -> str:
    """The same of a player who won or lost everything, and so has no number."""
    word = "won" if told["score"] == 1 else "lost"
    return f"{word} all games: {_elo_range(told)} Elo (95\u00a0% interval)"
