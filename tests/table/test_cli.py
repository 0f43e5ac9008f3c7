"""The commands on either store: out of one, into the other, read and taken back."""

import json

from gardien.cli.main import main
from gardien.table import commands as c
from gardien.table.tables import Tables


def at(where: str) -> list[str]:
    return ["--database" if where.startswith("postgres") else "--data", where]


def test_a_table_is_read_taken_back_copied_and_carried(where, opened, tmp_path, capsys):
    def said(*arguments: str) -> dict:
        assert main([*arguments, "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    house = Tables(opened(where))
    campaign, _ = house.open(c.Open(system="yacdha", title="La nuit"))
    house.table(campaign).act("keeper", c.Envelope(action="1", command=c.Say(text="Bonsoir.")))

    assert [one["id"] for one in said("tables", *at(where))] == [campaign]
    assert said("undo", *at(where))["moved"] == [2]
    assert [card["command"] for card in said("log", "la nuit", *at(where))["cards"]] == ["open", "say", "undo"]
    copy, file = str(tmp_path / "copy.db"), str(tmp_path / "t.gardien")
    assert said("backup", copy, *at(where))["events"] == 3
    assert said("export", "table", "-o", file, *at(where))["events"] == 3
    assert said("log", "--data", copy) == said("log", *at(where))
    (came,) = said("import", file, "--copy", *at(where))["tables"]
    assert len(said("tables", *at(where))) == 2
    assert came["campaign"] != campaign
