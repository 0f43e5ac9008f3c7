"""Nonsense is refused quickly, in a sentence."""

import time

import pytest

CHECK = ("do", "yacdha", "gauge_check", "gauge=madness")


@pytest.mark.parametrize(
    "arguments",
    [
        (*CHECK, "value=" + "9" * 10_000_000),
        (*CHECK, "value=2", "--dice", "1000000000"),
        (*CHECK, "value=2", "--dice", "9" * 1_000_000),
        (*CHECK, "value=2", "--dice", "1," * 500_000),
        (*CHECK, "value=2", "--seed", "9" * 1_000_000),
        (*CHECK, "value=" + "[" * 100_000),
        (*CHECK, "value=" + '{"a":' * 100_000),
        (*CHECK, "value=[" + "9" * 1_500_000 + "]"),
        (*CHECK, "--with", '{"value": 1e999}'),
        (*CHECK, "--with", '{"value": ' + "9" * 100_000 + "}"),
        (*CHECK, "--with", '{"value": 2, "event": "' + "x" * 1_000_000 + '"}'),
        (*CHECK, "value=2", "a." * 5000 + "b=1"),
        (*CHECK, "value=2", "stress_faced.999999999=x"),
        (*CHECK, "value=2", "stress_faced=" + "a," * 500_000),
        (*CHECK, "value=NaN"),
        (*CHECK, "value=²"),
        ("do", "yacdha", "odds_action", "action_dice=1000000000"),
        ("do", "../yacdha", "gauge_check"),
        ("do", "yacdha.gauges", "gauge_check"),
        ("do", "x" * 1_000_000, "y"),
        ("do", "yacdha", "y" * 1_000_000),
        ("x" * 1_000_000,),
        ("do", "--" + "x" * 1_000_000),
        ("rules", "yacdha", "x" * 1_000_000),
        ("odds", *CHECK[1:], "value=2", "--by", "x" * 1_000_000),
        ("show", "x" * 100_000),
        ("show", "/"),
        ("batch", "x" * 100_000),
        ("pack", "check", "x" * 100_000),
        ("create", "chips", "-o", "x" * 100_000),
        ("create", "chips", "name=" + "{" * 100_000),
    ],
    ids=lambda arguments: " ".join(word[:20] for word in arguments)[:70],
)
def test_nonsense_is_refused_in_a_moment(run, arguments):
    begun = time.process_time()
    ran = run(*arguments)
    assert ran.status == 2, ran.err[:500]
    assert time.process_time() - begun < 2
    assert ran.out == ""
    assert "Traceback" not in ran.err
    assert 0 < len(ran.err) < 20_000


def test_search_for_nonsense_finds_nothing(run):
    assert run("rules", "chips", "--search", "x" * 1_000_000).status == 0
