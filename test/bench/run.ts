import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assets } from "../cluster/assets.ts";
import { buildPluginInto } from "../program.ts";
import { shareBuilds } from "../shared-build.ts";
import { bigSnapshot, evaluate } from "./aggregation.ts";
import { editorRows } from "./editor.ts";
import { fleetRows } from "./fleet.ts";
import { inventoryRows } from "./inventory.ts";
import { liveRows } from "./live.ts";
import { compare, type Program, timeOf } from "./measure.ts";
import { mustGatherRows } from "./must-gather.ts";
import { oneEventRows } from "./one-event.ts";
import { pureRows } from "./pure.ts";
import { quietEventRows } from "./quiet-events.ts";
import { type Row, ratio } from "./row.ts";
import { schemaRows } from "./schema.ts";
import { serveRows } from "./serve.ts";
import { watchRows } from "./watch.ts";

// Every number is from this one run: two programs take turns, so that a busy machine is busy for both.

shareBuilds();
const repetitions = 21;
const folder = mkdtempSync(join(tmpdir(), "hco-status-bench-"));
const { words: plugin } = buildPluginInto(join(folder, "executable"), "bun");
const { words: byNode } = buildPluginInto(join(folder, "files"), "node");

// All parts, or those that the command line names.
const parts: Readonly<Record<string, () => Promise<readonly Row[]> | readonly Row[]>> = {
  start: startRows,
  live: () => liveRows(plugin, byNode, folder, repetitions),
  watch: () => watchRows(plugin, 100),
  quiet: () => quietEventRows(plugin, byNode, 15),
  serve: () => serveRows(plugin, 200),
  fleet: () => fleetRows(plugin, folder, repetitions),
  inventory: () => inventoryRows(plugin, folder, 3),
  aggregation: aggregationRows,
  event: () => oneEventRows(200),
  pure: pureRows,
  schema: schemaRows,
  mustGather: () => mustGatherRows(plugin, folder, repetitions),
  editor: editorRows,
};
const named = process.argv.slice(2);

try {
  for (const [part, rowsOf] of Object.entries(parts)) {
    if (named.length > 0 && !named.includes(part)) continue;
    for (const [what, measured, goal] of await rowsOf())
      console.log(`${what.padEnd(70)} ${measured.padEnd(28)} at most ${goal}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** What needs no cluster, against the kubectl of the API server, else against a program that does nothing. */
async function startRows(): Promise<readonly Row[]> {
  const kube = assets();
  const empty = join(folder, "empty.cjs");
  writeFileSync(empty, "");
  const nothing: Program = { name: "an empty Node program", command: process.execPath, args: [empty] };
  const kubectl = { name: "kubectl version", command: join(kube ?? "", "kubectl"), args: ["version", "--client"] };
  const [other, goal] = kube === undefined ? [nothing, "no goal"] : [kubectl, "0.25 x"];
  const rows: Row[] = [];
  for (const args of [["--version"], ["--help"], ["__complete", "--o"], ["completion", "bash"]]) {
    const program = { name: args.join(" "), command: plugin[0], args: [...plugin.slice(1), ...args] };
    const { ratio: share } = await compare(program, other, repetitions);
    rows.push([`${program.name} against ${other.name}`, ratio(share), goal]);
  }
  return rows;
}

function aggregationRows(): readonly Row[] {
  const sizes = [
    { title: "10,000 related objects", tenth: bigSnapshot(1_000, 0), whole: bigSnapshot(10_000, 0), goal: "12 ms" },
    { title: "100,000 conditions", tenth: bigSnapshot(0, 10_000), whole: bigSnapshot(0, 100_000), goal: "70 ms" },
  ];
  return sizes.flatMap(({ title, tenth, whole, goal }): readonly Row[] => {
    const millisecondsOfTenth = timeOf(() => evaluate(tenth), repetitions);
    const milliseconds = timeOf(() => evaluate(whole), repetitions);
    return [
      [`aggregate ${title}`, `${milliseconds.toFixed(1)} ms`, goal],
      ["the same against a tenth of it", ratio(milliseconds / millisecondsOfTenth), "12 x"],
    ];
  });
}
