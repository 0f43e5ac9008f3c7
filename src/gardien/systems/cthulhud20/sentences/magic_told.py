"""Magic: studying a tome, casting a spell (P-MAG, SPELL-01)."""

from gardien.core.dice import Dice
from gardien.core.telling import Told
from gardien.core.wording import Both, called, joined, present, refused, start
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.scores import check_parts, save_parts
from gardien.systems.cthulhud20.sentences.bodies_told import fainting, left, pools
from gardien.systems.cthulhud20.sentences.causes_told import struck, worth
from gardien.systems.cthulhud20.sentences.checks_told import save_thrown, skill_check
from gardien.systems.cthulhud20.sentences.grammar import (
    TARGET,
    gauge,
    points,
    row_name,
    signed,
    skill_name,
    trial,
)
from gardien.systems.cthulhud20.sentences.sanity_told import dice_text

CASTER: Both = ("le lanceur", "the caster")
LASTS: dict[str, Both] = {  # what a spell does that was not resisted, with {who} for its target
    "enthrall": ("{who} reste sous le charme", "{who} is enthralled"),
    "summon": ("{who} obéit", "{who} obeys"),
}


def study_tome(told: Told) -> list[str]:
    """« Grand ouvrage : 14 (d20) + 8 = 22 contre DD 25, raté. »; its secrets cost SAN and teach the Mythos."""
    given, outcome = told.given, told.outcome
    row = pack.tome(given.tome)
    head = ", ".join(part for part in (told.who, row_name(told, row)) if part)
    line = trial(told, head, given.bonus, outcome.dc, outcome.total, outcome.success)
    if not outcome.success:
        return [line]
    cost = Dice.parse(row.san)
    lost = f"{dice_text(cost)} = {told.number(outcome.loss)}, " if cost.terms and present(outcome.loss) else ""
    moved = gauge(told, "SAN", given.san, outcome.san) if present(outcome.san) else ""
    most = told.pick(f"SAN maximale {outcome.san_max}", f"maximum SAN {outcome.san_max}")
    mythos = gauge(told, skill_name(told, "cthulhu_mythos"), given.mythos_ranks, outcome.mythos_ranks)
    return [line, joined(f"{mythos}, {most}.", f"{start(lost + moved)}." if moved else "")]


# ---- casting ----


def cast_spell(told: Told) -> list[str]:
    """« Paul lance Flétrissement : 1d6 = 4, SAN 60 → 56. PF 8 → 6. », the save of the target, what it does."""
    given, outcome = told.given, told.outcome
    caster, who = given.caster, called(told, given.caster, CASTER, acts=True)
    if present(outcome.refused):
        why = ("{who} n'est pas en état de lancer un sort", "{who} is in no state to cast a spell")
        return [refused(told, why, "CD20-HP-05", who)]
    name = told.pick(given.row.fr, given.row.en)
    focus = ""
    if present(outcome.concentration_dc):
        parts = check_parts(caster, "concentration", bonus=given.concentration_bonus)
        focus = skill_check(
            told, "concentration", parts, who, outcome.concentration_dc, outcome.concentration_total, outcome.cast
        )
    if not outcome.cast:
        return [joined(focus, start(told.pick(f"{name} se perd, sans rien coûter.", f"{name} is lost, at no cost.")))]
    price = joined(_price(told, who, name), left(told, caster, outcome))
    return [joined(focus, price, fainting(told, who, outcome)), *_ward(told), *_target(told)]


def _price(told: Told, who: str, name: str) -> str:
    """What the caster pays: SAN and PF (CD20-P-MAG-01)."""
    given, outcome = told.given, told.outcome
    paid = ""
    if present(outcome.san_cost) and outcome.san_cost:
        dice = Dice.parse(given.row.cost.san)
        rolled = f"{dice_text(dice)} = {told.number(outcome.san_cost)}, " if dice.terms else ""
        paid = f"{told.colon} {rolled}{gauge(told, 'SAN', given.caster.sanity, outcome.san)}"
    return start(f"{told.pick(f'{who} lance {name}', f'{who} casts {name}')}{paid}.")


def _ward(told: Told) -> list[str]:
    if not present(told.outcome.armour_bonus):
        return []
    shown = signed(told, told.outcome.armour_bonus)
    return [told.pick(f"Armure {shown} sur tout le corps.", f"Armour {shown} on the whole body.")]


def _target(told: Told) -> list[str]:
    """The save of whoever the spell is meant for, and what it does (CD20-P-MAG-02)."""
    given, outcome = told.given, told.outcome
    if not present(outcome.save_success) or given.target is None or given.row.save is None:
        return []
    target, whom = given.target, called(told, given.target, TARGET)
    parts = save_parts(target, given.row.save)
    save = save_thrown(told, given.row.save, parts, whom, outcome.save_dc, outcome.save_total, outcome.save_success)
    if not outcome.affected:
        return [joined(save, start(told.pick(f"{whom} résiste.", f"{whom} resists.")))]
    if not present(outcome.target):
        text = told.pick(*LASTS[given.spell]).replace("{who}", whom)
        return [joined(save, f"{start(text)}.")]
    block = outcome.target
    if present(block.gb) or present(block.severity):
        halved = told.pick(" (moitié)", " (halved)") if outcome.save_success else ""
        hard = f"{start(worth(told, block.max_damage, block.bonus, halved))}."
        return [joined(save, hard), *struck(told, whom, target, block)]
    dice = f"{dice_text(given.row.dice or '')} = "
    if present(block.pf_loss):
        shock = told.pick(
            "Choc : une action partielle au plus à son prochain tour.", "Shock: a partial action at most next turn."
        )
        nth = 1 if outcome.faint_save_needed is True else 0
        lost = f"{dice}{points(told, block.pf_loss, 'PF')}."
        end = shock if block.state == "ok" else fainting(told, whom, block, nth)
        return [joined(save, lost, end), pools(told, whom, target, block)]
    if not present(block.san_loss):
        return [save]
    return [joined(save, f"{dice}{told.number(block.san_loss)}, {gauge(told, 'SAN', target.sanity, block.san)}.")]
