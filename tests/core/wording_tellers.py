"""Two tellers for the test of wording."""

from gardien.core.telling import Report


def greet(told: Report) -> list[str]:
    return ["l'ami : deux ?", ""]


def tell_test_it(told: Report) -> list[str]:
    return ["oui."]
