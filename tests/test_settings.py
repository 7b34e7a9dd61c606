"""Settings: a wrong one is a sentence that names the variable and what is expected, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import settings
from bot.settings import SettingsError

PEM = Path(__file__).parent / "emulator"
TOKEN = "123456:AAsecret-not_for_logs"


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty folder to run in, and no variable of the surroundings."""
    for name in settings.Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_nothing_need_be_set():
    got = settings.load()
    assert got.bot_token is None
    assert got.bot_api_url == "https://api.telegram.org"
    assert got.database == Path("preferans.db")
    assert (got.emulator_port, got.log_level) == (8081, "INFO")


def test_the_example_file_says_the_defaults(nothing_set: Path):
    defaults = settings.load()
    example = (Path(__file__).parents[1] / ".env.example").read_text(encoding="utf-8")
    lines = [line.removeprefix("#") for line in example.splitlines() if line and not line.startswith("# ")]
    (nothing_set / ".env").write_text("\n".join(lines), encoding="utf-8")
    assert settings.load() == defaults
    assert {line.partition("=")[0] for line in lines} == {name.upper() for name in settings.Settings.model_fields}


def test_the_environment_wins_over_the_file(monkeypatch, nothing_set: Path):
    (nothing_set / ".env").write_text(f"BOT_TOKEN={TOKEN}\nLOG_LEVEL=DEBUG\n", encoding="utf-8")
    monkeypatch.setenv("LOG_LEVEL", "ERROR")
    got = settings.load()
    assert got.bot_token is not None
    assert got.bot_token.get_secret_value() == TOKEN
    assert got.log_level == "ERROR"


def test_what_the_command_line_gives_wins_over_the_environment(monkeypatch):
    monkeypatch.setenv("EMULATOR_PORT", "9000")
    assert settings.load(emulator_port=9001, database=None).emulator_port == 9001
    with pytest.raises(SettingsError, match="EMULATOR_PORT is wrong"):
        settings.load(emulator_port=0)


def test_an_empty_variable_is_not_set(monkeypatch):
    monkeypatch.setenv("BOT_TOKEN", "")
    assert settings.load().bot_token is None


def test_spaces_and_a_closing_slash_are_forgiven(monkeypatch):
    monkeypatch.setenv("BOT_TOKEN", f" {TOKEN}\n")
    monkeypatch.setenv("BOT_API_URL", " http://127.0.0.1:8081/ ")
    got = settings.load()
    assert got.bot_token is not None
    assert got.bot_token.get_secret_value() == TOKEN
    assert got.bot_api_url == "http://127.0.0.1:8081"


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("BOT_TOKEN", "secret", "BotFather"),
        ("BOT_TOKEN", "123456:", "BotFather"),
        ("BOT_TOKEN", "12:34:secret", "BotFather"),
        ("BOT_API_URL", "api.telegram.org", "https://api.telegram.org"),
        ("BOT_API_URL", "https://", "https://api.telegram.org"),
        ("BOT_WEBHOOK_URL", "http://example.org/preferans", "https address"),
        ("BOT_WEBHOOK_URL", "https://example.org:8080/preferans", "port 443, 80, 88 or 8443"),
        ("BOT_WEBHOOK_URL", "https://example.org/preferans?secret=1", "https://example.org/preferans"),
        ("BOT_WEBHOOK_URL", "https://", "https://example.org/preferans"),
        ("BOT_WEBHOOK_URL", "https://example.org:99999/", "https://example.org/preferans"),
        ("BOT_WEBHOOK_SECRET", "with spaces", "letters, digits, - and _"),
        ("BOT_WEBHOOK_SECRET", "x" * 257, "1 to 256"),
        ("BOT_WEBHOOK_CERTIFICATE", "no/such.pem", "a certificate as a PEM file"),
        ("BOT_WEBHOOK_CERTIFICATE", __file__, "a certificate as a PEM file"),
        ("BOT_WEBHOOK_KEY", str(PEM / "key.pem"), "the key of BOT_WEBHOOK_CERTIFICATE"),
        ("BOT_WEBHOOK_PATH", "preferans", "such as /preferans"),
        ("HTTP_PORT", "0", "1 to 65535"),
        ("DATABASE", "no/such/folder/preferans.db", "existing folder"),
        ("DATABASE", ".", "existing folder"),
        ("DATABASE", "x" * 300, "existing folder"),
        ("EMULATOR_PORT", "0", "1 to 65535"),
        ("EMULATOR_PORT", "65536", "1 to 65535"),
        ("EMULATOR_PORT", "http", "1 to 65535"),
        ("LOG_LEVEL", "LOUD", "DEBUG, INFO, WARNING or ERROR"),
    ],
)
def test_a_wrong_setting_is_one_sentence(monkeypatch, name: str, value: str, expected: str):
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as refused:
        settings.load()
    sentence = str(refused.value)
    assert sentence.startswith(f"{name} is wrong: expected ")
    assert expected in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize(("key", "fits"), [("key.pem", True), ("signed_key.pem", False), ("no_such.pem", False)])
def test_a_certificate_goes_with_its_key(monkeypatch, key: str, fits: bool):
    monkeypatch.setenv("BOT_WEBHOOK_CERTIFICATE", str(PEM / "certificate.pem"))
    monkeypatch.setenv("BOT_WEBHOOK_KEY", str(PEM / key))
    if fits:
        assert settings.load().bot_webhook_key == PEM / key
    else:
        with pytest.raises(SettingsError, match=r"BOT_WEBHOOK_KEY is wrong: expected .*BOT_WEBHOOK_CERTIFICATE"):
            settings.load()


@pytest.mark.parametrize(
    ("url", "read"),
    [
        ("https://example.org", "https://example.org/"),
        ("https://example.org:8443/a/b_c", "https://example.org:8443/a/b_c"),
        ("https://203.0.113.7:88/", "https://203.0.113.7:88/"),
    ],
)
def test_where_telegram_posts_to(monkeypatch, url: str, read: str):
    monkeypatch.setenv("BOT_WEBHOOK_URL", url)
    assert settings.load().bot_webhook_url == read


def test_a_bot_api_server_of_ones_own_posts_anywhere(monkeypatch):
    monkeypatch.setenv("BOT_API_URL", "http://127.0.0.1:8081")
    monkeypatch.setenv("BOT_WEBHOOK_URL", "http://127.0.0.1:9000/preferans")
    assert settings.load().bot_webhook_url == "http://127.0.0.1:9000/preferans"


def test_a_file_that_is_no_text_is_named(nothing_set: Path):
    (nothing_set / ".env").write_bytes(b"BOT_TOKEN=\xff\xfe")
    with pytest.raises(SettingsError, match=r"\.env cannot be read"):
        settings.load()


def test_the_token_is_never_shown(monkeypatch):
    monkeypatch.setenv("BOT_TOKEN", TOKEN)
    monkeypatch.setenv("BOT_WEBHOOK_SECRET", "hush-not_for_logs")
    assert "not_for_logs" not in repr(settings.load())
    monkeypatch.setenv("BOT_TOKEN", "secret without a colon")
    with pytest.raises(SettingsError) as refused:
        settings.load()
    assert "secret" not in str(refused.value)
    assert refused.value.__cause__ is None
