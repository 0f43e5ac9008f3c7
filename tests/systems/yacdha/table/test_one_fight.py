"""One fight: what everybody declares by their tactics at a table is what the fight that is weighed has them do (COM).

Fights at random are played at a table by what is proposed, now and then by something gentler, and the dice that fell
there are put to the fight as it is weighed: round by round it declares the same, asks for the same dice, and leaves
everybody in the same state, down to the end. GARDIEN_FIGHTS is how many.
"""

import os
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from gardien.core.chance import Done
from gardien.core.interpreters.typed import typed
from gardien.systems.yacdha import pack
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.combat_plan import Plan, plan_round
from gardien.systems.yacdha.rules.combatants import Combatant, CombatGiven
from gardien.systems.yacdha.sim import FIGHTS, Fight
from gardien.systems.yacdha.sim.fighters import FightGiven, Tactics, of_sheet
from gardien.systems.yacdha.sim.tactics import AT_TABLE
from gardien.table import commands as c
from memory import folder_in_memory
from systems.yacdha.evening import Evening

NUMBER = int(os.environ.get("GARDIEN_FIGHTS", "500"))
BATCH, ROUNDS = 50, 8
NPCS = ("street_thug", "cultist", "cult_leader")
CREATURES = ("rat_thing", "reanimated_corpse", "ghoul", "deep_one", "shoggoth")
USUAL: dict[str, Any] = {"action": "dodge", "target": None, "extra_targets": []}
GENTLER = {"not_lethal": Tactics(act="immobilise"), "on_guard": Tactics(act="dodge")}


class Melee(Evening):
    """Some investigators against some others, at a table and as it is weighed."""

    def __init__(self, path: Path, seed: int) -> None:
        self.random = Random(seed)
        options = {name: self.random.random() < 0.5 for name in ("hold_escape", "armour")}
        super().__init__(path, **options)
        ours = [self.somebody(f"Ann{number}") for number in range(self.random.randint(1, 3))]
        theirs = [self.enemy(f"It{number}") for number in range(self.random.randint(1, 3))]
        self.ids = [id for id, _ in (*ours, *theirs)]
        self.player = self.seat("Ann", *self.ids)  # what is not possible is refused to her
        self.fight(tuple(self.ids[: len(ours)]), tuple(self.ids[len(ours) :]))
        sides = [
            {"name": name, "fighter": [one for _, one in side]} for name, side in zip("ab", (ours, theirs), strict=True)
        ]
        self.made = Fight(msgspec.convert({"side": sides}, FightGiven), Options(**options))
        self.made.symmetric = False  # everybody keeps their place, to be looked at one by one
        self.state: Any = self.made.start
        self.over = False

    def somebody(self, name: str) -> tuple[str, dict[str, Any]]:
        sequelae = self.random.choice((0, 0, 1))
        values = {
            "trauma": self.random.randint(sequelae + 1, 4),
            "sequelae": sequelae,
            "luck": self.random.randint(0, 2),
        }
        row = pack.weapon(self.random.choice(("fist", "knife", "torch", "pistol", "spear", "explosive")))
        id = self.investigator(
            name, weapons=[{"name": row.fr, "trauma_max": row.trauma_max, "mode": row.mode}], **values
        )
        circumstances = {
            **({"surprised": True} if self.random.random() < 0.2 else {}),
            **({"can_flee": False} if self.random.random() < 0.2 else {}),
            **({"armour": 1} if self.random.random() < 0.3 else {}),
        }
        self.mark(id, **circumstances)
        tactics = msgspec.to_builtins(AT_TABLE)
        return id, {"name": name, **of_sheet(self.sheet(id)), **circumstances, "tactics": tactics}

    def enemy(self, name: str) -> tuple[str, dict[str, Any]]:
        table, rows = self.random.choice((("npc", NPCS), ("creature", CREATURES)))
        row = self.random.choice(rows)
        return self.add(being=f"{table}/{row}"), {"name": name, table: row, "kind": table}

    # ---- one round, at the table and weighed ----

    def declare_all(self) -> None:
        """Everybody takes what is proposed, now and then something gentler; the weighed fight is told by whose wish."""
        for at, id in enumerate(self.ids):
            offered = self.proposals(id)
            if not offered:
                continue
            wish = offered[0] if self.random.random() < 0.7 else self.random.choice(offered)
            for one in (offered[0], wish)[wish is offered[0] :]:  # the best can be meant at all times
                assert one.procedure == "combat_round"
                assert one.reason in FIGHTS.words["reason"]
                self.act(self.player, c.Declare(character=id, given=dict(one.given)))
            self.made.tactics[at] = GENTLER.get(
                wish.reason, AT_TABLE if self.sheet(id)["kind"] == "investigator" else Tactics()
            )

    def play_both(self) -> None:
        self.declare_all()
        said = self.play["fight"]["declared"]
        declared = self.made.declarations(self.made.fighter_states(self.state), self.state[0])
        for id, one in zip(self.ids, declared, strict=True):
            table = {name: said.get(id, {}).get(name, usual) for name, usual in USUAL.items()}
            weighed = {
                "action": one.action,
                "target": self.id_of(one.target) if one.target else None,
                "extra_targets": [self.id_of(other) for other in one.extra_targets],
            }
            assert table == weighed, (one.id, table, weighed)
        done = self.play_round_as_it_falls()
        dice = self.dice_by_part(declared, done)
        step = self.made.step(self.state)
        if isinstance(step, Done):
            assert dice == []
            self.over = True
            return
        after = typed(step, dice).outcome
        self.over = isinstance(after, Done)
        self.state = after.value if isinstance(after, Done) else after
        self.assert_alike()

    def play_round_as_it_falls(self) -> Any:
        self.keep(c.Round())
        return self.roll()

    def dice_by_part(self, declared: tuple[Combatant, ...], done: Any) -> list[int]:
        """The dice of a round in the order of those who suffer: so the weighed fight asks for them."""
        faces, acts = [one.value for one in done.dice], {}
        for one in done.outcome["actions"]:
            thrown = one.get("action_dice_count", 0) + ("forced_die" in one) + bool(one.get("opposition"))
            thrown += bool(one.get("check_required"))
            acts[one["actor"], one["target"]] = [faces.pop(0) for _ in range(thrown)]
        assert faces == []
        plan = plan_round(CombatGiven(combatants=declared, round=1 if self.state[0] else 2), self.made.options)
        assert isinstance(plan, Plan)
        assert len(plan.acts) == len(acts)
        names = {self.id_of(one.id): one.id for one in declared}
        told = {(names[done.people[actor]], names[done.people[target]]): own for (actor, target), own in acts.items()}
        return [
            face for group in plan.groups() for one in plan.part(group).acts for face in told[one.actor, one.target]
        ]

    def id_of(self, name: str) -> str:
        return self.ids[[one.id for one in self.made.fighters].index(name)]

    def assert_alike(self) -> None:
        for id, now in zip(self.ids, self.made.fighter_states(self.state), strict=True):
            sheet = {**self.sheet(id), **self.marks(id)}
            assert sheet["status"] == now.status, (id, sheet, now)
            if now.status != "dead":  # who are all alike
                weighed = {
                    name: getattr(now, name) for name in ("trauma", "sequelae", "luck", "damage") if name in sheet
                }
                weighed |= {"held_by": [self.id_of(one) for one in now.held_by]}
                weighed |= {"holding": self.id_of(now.holding) if now.holding else ""}
                table = {"held_by": [], "holding": "", **sheet}
                assert weighed == {name: table[name] for name in weighed}, (id, now)


@pytest.mark.parametrize("batch", range(NUMBER // BATCH))
def test_a_fight_by_tactics_is_the_same_at_the_table_and_weighed(batch: int) -> None:
    """YAC-COM-01 to YAC-COM-24, M-06."""
    for number in range(BATCH):
        with folder_in_memory() as folder:
            melee = Melee(folder, batch * BATCH + number)
            for _ in range(ROUNDS):
                melee.play_both()
                if melee.over:
                    break
            melee.store.close()
