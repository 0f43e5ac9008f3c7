"""Before an intrusion and around it: what is found out, what is intercepted (HACK-02 to HACK-10, HACK-29, HACK-32)."""

from gardien.core.telling import Told, lower_first
from gardien.core.terms import HARD
from gardien.core.wording import Both, joined, present, start, word
from gardien.systems.organique import pack
from gardien.systems.organique.sentences.grammar import face_of, skill_name, trial
from gardien.systems.organique.sentences.sites_told import after, lead, site_name, taking
from gardien.systems.organique.sites import system_of

METHODS: dict[str, Both] = {
    "research": ("recherche", "research"),
    "social": ("ruse sociale", "social trick"),
    "snoop": ("fouille", "snooping"),
    "inside": ("fichiers lus de l'intérieur", "files read from inside"),
}
NOTHING: Both = ("Aucun renseignement.", "Nothing learnt.")
SAME: Both = ("Déjà connu, rien de plus.", "Known already, nothing more.")
PUBLIC: Both = (
    "Le MJ dit si c'est public, sinon sur quel système c'est gardé.",
    "The GM says whether it is public, and if not, on which system it is kept.",
)
NOT_PUBLIC: Both = ("La recherche ne donne rien.", "The search finds nothing.")
LISTED: Both = (
    "le système cherché, ou la liste de tous avec leurs systèmes d'exploitation",
    "the system wanted, or a list of all with their operating systems",
)
TRUSTS: Both = (
    "Le MJ dit quel système fait confiance à quel autre.",
    "The GM says which system trusts which.",
)
NO_TRUST: Both = ("Aucune relation de confiance trouvée.", "No trust found.")
NOT_CAUGHT: Both = ("Aucun identifiant intercepté.", "No login is caught.")


def preliminaries(told: Told) -> list[str]:
    """« Kim, ruse sociale : CHA 12 + 4 + 9 (d20) = 25 contre 10, marge 15. », then what the d100 finds."""
    given, outcome = told.given, told.outcome
    head = lead(told, given.character, told.pick(*METHODS[given.method]))
    if given.method == "inside":
        return [f"{head}{told.colon} {_finding(told)}"]
    # what was searched stands where others have a characteristic (ORG-HACK-04)
    code = {"research": "INT", "social": "CHA", "snoop": word(told, "place", given.place)}[given.method]
    line = trial(told, head, outcome, code)
    return [joined(line, told.pick(*NOTHING))] if outcome.found == "none" else [line, _finding(told)]


def _finding(told: Told) -> str:
    """« 47 au d100, types de systèmes. Logiciels et données … » (ORG-HACK-05)"""
    outcome = told.outcome
    face, row = face_of(told, "preliminaries", "d100"), pack.finding(outcome.found)
    thrown = told.pick(f"{face} au d100", f"{face} on d100")
    found = f"{thrown}, {lower_first(told.pick(row.fr, row.en))}."
    return joined(found, told.pick(row.effect_fr, row.effect_en) if outcome.new else told.pick(*SAME))


def public_search(told: Told) -> list[str]:
    head = lead(told, told.given.hacker, told.pick("recherche publique", "public search"))
    end = told.pick(*PUBLIC if told.outcome.success else NOT_PUBLIC)
    return [joined(trial(told, head, told.outcome, "INT"), end)]


def find_system(told: Told) -> list[str]:
    """« Kim, protocoles réseau : … marge 4. Le système cherché, ou la liste de tous …, en 15 min. »"""
    outcome = told.outcome
    head = lead(told, told.given.hacker, skill_name(told, "network_protocols"))
    end = after(told, outcome.minutes, told.pick("rien de trouvé", "nothing found"))
    if outcome.success:
        end = f"{told.pick(*LISTED)}{taking(told, outcome.minutes)}"
    return [joined(trial(told, head, outcome, "INT"), f"{start(end)}.")]


def find_trust(told: Told) -> list[str]:
    head = lead(told, told.given.hacker, told.pick("relations de confiance", "trust relations"))
    end = told.pick(*TRUSTS if told.outcome.success else NO_TRUST)
    return [joined(trial(told, head, told.outcome, "INT"), end)]


def sniff_login(told: Told) -> list[str]:
    """« … marge 4. Un identifiant passe au bout de 4D6 = 14 min, chiffré à la force 20. »"""
    given, outcome = told.given, told.outcome
    listens = told.pick("interception", "interception")
    line = trial(told, lead(told, given.hacker, site_name(told, given.system), listens), outcome, "INT")
    if not outcome.caught or not present(outcome.wait):
        return [joined(line, told.pick(*NOT_CAUGHT))]
    login = pack.login(system_of(given.system).login_frequency)
    unit = "min" if outcome.unit == "minutes" else "h"
    wait = f"{login.dice}D{login.sides} = {told.number(outcome.wait)}{HARD}{unit}"
    force = told.number(outcome.encryption)
    caught = told.pick(
        f"Un identifiant passe au bout de {wait}, chiffré à la force {force}.",
        f"A login comes by after {wait}, coded at strength {force}.",
    )
    return [joined(line, caught)]
