"""A night of the organic rules in three browsers, and the weeks after it; dice are typed, so that all is decided.

Two runners are made, fight in the street with poison and a wound to die of, and live on with what it has left.
"""

from playwright.sync_api import Browser

from web import story_organique_night as night
from web import story_organique_weeks as weeks
from web.client import Running
from web.story import Story


def test_a_night_of_rust(running: Running, browser: Browser) -> None:
    story = Story(running, browser, "organique")
    story.begin("La nuit de la rouille", "Inès", "Marc")
    for told in (*night.STEPS, *weeks.STEPS):
        told(story)
    story.close()
