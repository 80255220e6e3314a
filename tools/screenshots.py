"""The screenshots of README and docs: ``docs/images/page.png``.

Run ``.venv/bin/python -m tools.screenshots`` after ``make web browser``.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from tools import browser

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "src" / "quincunx" / "static" / "page.html"
MOVES = "a1,c5,b4,h2,b1,e5,b5,h4,g5,g2,e7,g4,f5,f4,a3,c6,d5,f2,c4,h5,c3,d3,e6,h6,b2,g7,c1,f8,d1"


def main() -> None:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=browser.install(),
            args=list(browser.ARGUMENTS),
            env={**browser.environment()},
        )
        page = chromium.new_page(viewport={"width": 1200, "height": 720})
        page.goto(f"{PAGE.as_uri()}#game=cordon&against=human&theme=light&moves={MOVES}")
        page.get_by_role("button", name="Analysis").click()
        page.locator('[data-cell="e8"]').hover()
        page.wait_for_timeout(3000)
        page.screenshot(path=ROOT / "docs" / "images" / "page.png")
        chromium.close()


if __name__ == "__main__":
    main()
