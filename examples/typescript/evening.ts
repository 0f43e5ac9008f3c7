// An evening from another program: a procedure, its odds, a seat at a table, and what happens there.
// deno run --allow-net evening.ts http://localhost:8017 CODE
import createClient from "openapi-fetch";
import type { components, paths } from "./gardien.d.ts";

const [house, code] = Deno.args;
const anybody = createClient<paths>({ baseUrl: `${house}/api/v1` });
const given = { gauge: "madness", value: 2 } as const;

const done = await anybody.POST("/systems/yacdha/procedures/gauge_check/do", { body: { given, dice: [5] } });
if (!done.data) throw new Error(done.error.error.message); // a refusal says why, in a sentence
console.log(done.data.told[0], done.data.outcome.value);

const odds = await anybody.POST("/systems/yacdha/procedures/gauge_check/odds", { body: { given, by: ["raised"] } });
for (const one of odds.data?.outcomes ?? []) console.log(one.outcome.raised, one.exact);

const knock = await anybody.POST("/join", { body: { code, name: "Ann" } });
const headers = { Authorization: `Bearer ${knock.data?.link}` }; // works once the game master has opened
const player = createClient<paths>({ baseUrl: `${house}/api/v1`, headers });
let seat = (await player.GET("/seat")).data;
for (; !seat; seat = (await player.GET("/seat")).data) await new Promise((later) => setTimeout(later, 100));

const at = { path: { table: seat.table } };
const live = await player.GET("/tables/{table}/live", { params: at, parseAs: "stream" });
await player.POST("/tables/{table}/actions", {
  params: at,
  body: { action: crypto.randomUUID(), command: { type: "say", text: "Bonsoir." } },
});
let rest = "";
for await (const text of live.data!.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop()!;
  for (const line of lines.filter((one) => one.startsWith("data: {"))) {
    const news: components["schemas"]["News"] = JSON.parse(line.slice(6));
    if (news.card?.command !== "say") continue;
    console.log(news.card.words?.text);
    Deno.exit();
  }
}
