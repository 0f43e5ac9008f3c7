"""Codes: how strong one is, how long breaking one takes (CRY-01 to CRY-06)."""

from gardien.core.telling import Told
from gardien.core.wording import joined, owned, present, word
from gardien.systems.organique.codes import CIPHERS, decryption_parts
from gardien.systems.organique.scores import total
from gardien.systems.organique.sentences.grammar import adding, against, faces_of, skill_name, trial
from gardien.systems.organique.sentences.sites_told import side


def _helper(told: Told) -> str:
    """« cryptographie de Kim », “Kim’s cryptography”."""
    name = skill_name(told, "cryptography")
    return owned(told, (name, name), told.given.user.name or told.who)


def encrypt(told: Told) -> list[str]:
    """« Cryptographie de Kim : … marge 6. Force du code : 25 (programme) + 6 (marge) + 5 (clé unique) = 36. »"""
    given, outcome = told.given, told.outcome
    helped, added = "", 0
    if given.user is not None:
        helped = trial(told, _helper(told), outcome, "INT")
        added = max(0, outcome.margin) if present(outcome.margin) else 0
    strength, kind = told.number(outcome.strength), CIPHERS[given.code]
    parts = [told.pick("programme", "program"), told.pick("marge", "margin"), word(told, "code", given.code)]
    counted = [(name, one) for name, one in zip(parts[1:], (added, kind), strict=True) if one]
    sum_ = "".join(f"{adding(told, one)} ({name})" for name, one in counted)
    sum_ = f"{told.number(given.program_strength)} ({parts[0]}){sum_} = " if counted else ""
    if given.program_strength + added + kind < 0:  # a code is never weaker than nothing
        sum_ += f"{told.number(given.program_strength + added + kind)} → "
    head = told.pick("Force du code", "Strength of the code")
    return [joined(helped, f"{head}{told.colon} {sum_}{strength}.")]


def decrypt(told: Told) -> list[str]:
    """« Déchiffrement : 4 × 8 + 9 − 5 + 14 (d20) = 50 contre 40, résultat 10. Temps : dix minutes. »"""
    given, outcome = told.given, told.outcome
    faces = faces_of(told, "decrypt")
    helped = ""
    if given.user is not None:
        helped = side(told, _helper(told), "decrypt", 0, outcome.user_total, outcome.user_margin)
    work, mod = given.force * given.power, total(decryption_parts(given))
    gained = outcome.total - work - mod - faces[-1]
    product = f"{told.number(given.force)} × {told.number(given.power)}"
    sum_ = f"{product}{adding(told, gained, mod)} + {faces[-1]} (d20) = {told.number(outcome.total)}"
    head, result = told.pick("Déchiffrement", "Decryption"), told.number(outcome.result)
    shown = told.pick(f"résultat {result}", f"result {result}")
    time = f"{told.pick('Temps', 'Time')}{told.colon} {word(told, 'time', outcome.time)}."
    return [helped, joined(f"{head}{told.colon} {sum_} {against(told, given.strength)}, {shown}.", time)]
