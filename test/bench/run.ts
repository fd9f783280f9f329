import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildProgram } from "../program.ts";
import { bigSnapshot, judge } from "./aggregation.ts";
import { editorRows } from "./editor.ts";
import { fleetRows } from "./fleet.ts";
import { gatherRows } from "./gather.ts";
import { liveRows } from "./live.ts";
import { compare, type Program, timeOf } from "./measure.ts";
import { oneEventRows } from "./one-event.ts";
import { pureRows } from "./pure.ts";
import { quietEventRows } from "./quiet-events.ts";
import { type Row, ratio } from "./row.ts";
import { watchRows } from "./watch.ts";

// Every number is from this one run: two programs take turns, so that a busy machine is busy for both.

const rounds = 21;
const folder = mkdtempSync(join(tmpdir(), "hco-status-bench-"));
const { words: plugin } = buildProgram(join(folder, "executable"), "bun");
const { words: byNode } = buildProgram(join(folder, "files"), "node");

try {
  const rows = [
    ...(await startRows()),
    ...(await liveRows(plugin, byNode, folder, rounds)),
    ...(await watchRows(plugin, 100)),
    ...(await quietEventRows(plugin, byNode, 15)),
    ...(await fleetRows(plugin, folder, rounds)),
    ...aggregationRows(),
    ...oneEventRows(200),
    ...pureRows(),
    ...(await gatherRows(plugin, folder, rounds)),
    ...(await editorRows()),
  ];
  for (const [what, measured, goal] of rows) console.log(`${what.padEnd(58)} ${measured.padEnd(28)} at most ${goal}`);
} finally {
  rmSync(folder, { recursive: true });
}

/** What needs no cluster, against a program that does nothing. */
async function startRows(): Promise<readonly Row[]> {
  const empty = join(folder, "empty.cjs");
  writeFileSync(empty, "");
  const nothing: Program = { name: "an empty Node program", command: process.execPath, args: [empty] };
  const rows: Row[] = [];
  for (const args of [["--version"], ["--help"], ["__complete", "--o"], ["completion", "bash"]]) {
    const program = { name: args.join(" "), command: plugin[0], args: [...plugin.slice(1), ...args] };
    const { ratio: share } = await compare(program, nothing, rounds);
    rows.push([`${program.name} against an empty Node program`, ratio(share), "2 x"]);
  }
  return rows;
}

function aggregationRows(): readonly Row[] {
  const related = [bigSnapshot(1_000, 0), bigSnapshot(10_000, 0)] as const;
  const conditions = [bigSnapshot(0, 10_000), bigSnapshot(0, 100_000)] as const;
  return (
    [
      ["10,000 related objects", related, "20 ms"],
      ["100,000 conditions", conditions, "100 ms"],
    ] as const
  ).flatMap(([name, [small, big], goal]): readonly Row[] => {
    const [a, b] = [timeOf(() => judge(small), rounds), timeOf(() => judge(big), rounds)];
    return [
      [`aggregate ${name}`, `${b.toFixed(1)} ms`, goal],
      ["the same against a tenth of it", ratio(b / a), "12 x"],
    ];
  });
}
