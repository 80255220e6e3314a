"""Thousands of games on both implementations, every position compared; see ``campaigns``.

All of them take about four minutes of one core (measured on two busy cores of a Xeon).
"""

from collections.abc import Callable

import pytest

from tests.differential.campaigns import CAMPAIGNS, Campaign, run_block

BLOCKS = [(campaign, block) for campaign in CAMPAIGNS for block in range(campaign.blocks)]


@pytest.mark.parametrize(
    ("campaign", "block"), BLOCKS, ids=[f"{campaign.id}-{block}" for campaign, block in BLOCKS]
)
def test_campaign__core_and_reference_agree_and_rare_events_are_reached(
    campaign: Campaign, block: int, record_property: Callable[[str, object], None]
) -> None:
    tally = run_block(campaign, block)
    record_property("campaign", campaign.game)
    record_property("games", tally.games)
    record_property("positions", tally.positions)
    record_property("events", dict(tally.events))
    missed = {
        event: f"{tally.events[event]} of {wanted}"
        for event, wanted in campaign.wants.items()
        if tally.events[event] < wanted
    }
    assert not missed
