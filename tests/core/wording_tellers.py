"""Two tellers for the test of wording."""

from gardien.core.telling import Told


def greet(told: Told) -> list[str]:
    return ["l'ami : deux ?", ""]


def tell_test_it(told: Told) -> list[str]:
    return ["oui."]
