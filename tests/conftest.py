"""What all tests share: where Chromium is, and a run that proves nothing must not look like a green one."""

from __future__ import annotations

import os
import shutil

import pytest
from hypothesis import settings

# Shared machines are slow at random moments; and in CI a red test is to be about the change, not about new random data.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

NO_BROWSER = "no Chromium on this machine (Debian: apt install chromium; elsewhere: CHROMIUM=/path/to/it)"


def find_chromium() -> str | None:
    """The path of an installed Chromium or Chrome; the variable CHROMIUM names one in an unusual place."""
    names = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "chrome")
    return next((path for name in names if name and (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chromium() -> str:
    """For playwright's `executable_path`; the test is skipped where there is no browser."""
    return find_chromium() or pytest.skip(NO_BROWSER)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if find_chromium() is None:
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.skip(reason=NO_BROWSER))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [report for report in terminalreporter.stats.get("skipped", ()) if "browser" in report.keywords]
    if skipped:
        terminalreporter.section("BROWSER TESTS DID NOT RUN", sep="!", red=True, bold=True)
        terminalreporter.line(f"{len(skipped)} skipped: {NO_BROWSER}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """A run in which nothing passed is no success, although everything was merely skipped or deselected."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and exitstatus == 0 and not session.config.option.collectonly and not reporter.stats.get("passed"):
        session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED
