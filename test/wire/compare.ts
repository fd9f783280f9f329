import { describe, type ExpectStatic, inject, test } from "vitest";
import { isBuildMachine } from "../environment.ts";
import { type Ended, run } from "./run.ts";
import { openScene } from "./scene.ts";
import { type Seen, takeSeen } from "./seen.ts";
import type { Bench } from "./setup.ts";
import type { Way } from "./way.ts";

/** A `describe` whose tests have a kubectl; without one (see setup.ts) a single skipped test stands for them. */
export function describeWire(rule: string, body: (bench: Bench) => void): void {
  const bench = inject("bench");
  describe(rule, () => {
    if (bench === undefined) test.skip("needs kubectl: npm run apiserver");
    else body(bench);
  });
}

/** A `describe` of ways, each gone by kubectl and by us. */
export function describeWays(rule: string, ways: readonly Way[], wrapper: readonly string[] = []): void {
  describeWire(rule, (bench) => {
    // Not all of them at once: two programs of ours already take a core.
    test.concurrent.for(ways.map((way) => [way.way, way] as const))("%s", async ([, way], { expect }) => {
      await compare(way, bench, expect, wrapper);
    });
  });
}

/** Stands for ways that this machine cannot go: a skipped test that says what they need, on CI one that fails. */
export function describeUngone(rule: string, need: string): void {
  describe(rule, () => {
    test.skipIf(!isBuildMachine)(need, ({ expect }) => expect.fail(need));
  });
}

/** Goes one way with both programs and holds what the servers saw of ours against what they saw of kubectl. */
export async function compare(
  way: Way,
  bench: Bench,
  expect: ExpectStatic,
  wrapper: readonly string[] = [],
): Promise<Seen> {
  const scene = await openScene(way, bench.materials);
  try {
    const theirEnd = await run("kubectl", scene, bench, wrapper);
    const theirs = takeSeen(scene, theirEnd);
    const ourEnd = await run("ours", scene, bench, wrapper);
    const ours = takeSeen(scene, ourEnd);
    const said = `${describeOutcome("kubectl", theirEnd, theirs)}${describeOutcome("ours", ourEnd, ours)}`;
    if (way.kubectl !== "either") expect(theirs.ended, said).toBe(way.kubectl ?? "goes");
    // Who reaches a server and is content has asked it something.
    expect(theirs.wire.length > 0 || theirs.ended === "refuses", said).toBe(true);
    expect(ours, said).toEqual(wantedOf(way, theirs, ours));
    if (way.unlike !== undefined) expect(ours, "the difference is none any more").not.toEqual(theirs);
    expect(ourEnd.said, `a credential in what we print: ${said}`).not.toMatch(/s3cret|czNjcmV0/);
    expect(ourEnd.said, said).not.toMatch(/\n {4}at /);
    return theirs;
  } finally {
    await scene.close();
  }
}

function wantedOf({ unlike }: Way, theirs: Seen, ours: Seen): Seen {
  if (unlike === undefined) return theirs.ended === "goes" ? theirs : withoutUnsentRequests(theirs, ours);
  const ended = unlike.ended ?? (unlike.ours.length === 0 ? "refuses" : "goes");
  return { ended, wire: [...unlike.ours].sort(), calls: [] };
}

/** What is refused may be refused sooner: nothing is wanted of it but what kubectl, too, has sent and called. */
function withoutUnsentRequests(theirs: Seen, ours: Seen): Seen {
  const isAmong = (lines: readonly string[]) => (line: string) => lines.includes(line);
  return {
    ended: "refuses",
    wire: ours.wire.filter(isAmong(theirs.wire)),
    calls: ours.calls.filter(isAmong(theirs.calls)),
  };
}

function describeOutcome(program: string, { code, said }: Ended, { wire, calls }: Seen): string {
  return `${program} (${code}): ${said}\n${[...wire, ...calls].map((line) => `  ${line}\n`).join("")}`;
}
