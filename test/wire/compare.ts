import { describe, type ExpectStatic, inject, test } from "vitest";
import { isBuildMachine } from "../environment.ts";
import type { ConnectionCase } from "./connection-case.ts";
import { type Outcome, takeOutcome } from "./outcome.ts";
import { type Ended, run } from "./run.ts";
import { openScene } from "./scene.ts";
import type { Bench } from "./setup.ts";

/** Tests that our program connects, or refuses to connect, as the real kubectl does in each case. */
export function describeAsKubectl(
  rule: string,
  cases: readonly ConnectionCase[],
  wrapper: readonly string[] = [],
): void {
  describeWire(rule, (bench) => {
    // Not all of them at once: two programs of ours already take a core.
    test.concurrent.for(cases)("$title", async (connectionCase, { expect }) => {
      await compareWithKubectl(connectionCase, bench, expect, wrapper);
    });
  });
}

/** A `describe` whose tests have a kubectl. Without one (see setup.ts) a single skipped test stands for them. */
export function describeWire(rule: string, body: (bench: Bench) => void): void {
  const bench = inject("bench");
  describe(rule, () => {
    if (bench === undefined) test.skip("needs kubectl: npm run apiserver");
    else body(bench);
  });
}

/** Stands for tests that this machine cannot run: a skipped test that says what they need. On CI it fails. */
export function describeUntestable(rule: string, need: string): void {
  describe(rule, () => {
    test.skipIf(!isBuildMachine)(need, ({ expect }) => expect.fail(need));
  });
}

/**
 * Runs kubectl and then our program in one case, and compares the requests that the servers received.
 * @param wrapper A command that starts both programs: `["unshare", "--mount"]`
 * @returns the outcome of kubectl
 */
export async function compareWithKubectl(
  connectionCase: ConnectionCase,
  bench: Bench,
  expect: ExpectStatic,
  wrapper: readonly string[] = [],
): Promise<Outcome> {
  const { kubectl = "connects", reaches, prints = "", difference } = connectionCase;
  const scene = await openScene(connectionCase, bench.materials);
  try {
    const theirEnd = await run("kubectl", scene, bench, wrapper);
    const theirs = takeOutcome(scene, theirEnd);
    const ourEnd = await run("ours", scene, bench, wrapper);
    const ours = takeOutcome(scene, ourEnd);
    const both = `${formatOutcome("kubectl", theirEnd, theirs)}${formatOutcome("ours", ourEnd, ours)}`;
    if (kubectl !== "either") expect(theirs.ended, both).toBe(kubectl);
    if (theirs.ended === "connects") expect(theirs.requests, both).not.toEqual([]);
    if (reaches !== undefined) {
      const { server, token } = reaches;
      expect(theirs.requests, both).toEqual([
        `${server} h2 sni=- client=- host=127.0.0.1:${server} authorization=Bearer ${token}`,
      ]);
    }
    for (const { said } of [theirEnd, ourEnd]) expect(said).toContain(prints);
    expect(ours, both).toEqual(expectedOutcome(connectionCase, theirs, ours));
    if (difference !== undefined) expect(ours, "our program does as kubectl: remove `difference`").not.toEqual(theirs);
    expect(ourEnd.said, `our program prints no credential: ${both}`).not.toMatch(/s3cret|czNjcmV0/);
    expect(ourEnd.said, `our program prints no stack trace: ${both}`).not.toMatch(/\n {4}at /);
    return theirs;
  } finally {
    await scene.close();
  }
}

/** What our program must do. Where kubectl refuses, our program may refuse sooner, without some of its requests. */
function expectedOutcome({ difference }: ConnectionCase, theirs: Outcome, ours: Outcome): Outcome {
  if (difference !== undefined) {
    const ended = difference.ended ?? (difference.ours.length === 0 ? "refuses" : "connects");
    return { ended, requests: difference.ours.toSorted(), pluginCalls: [] };
  }
  if (theirs.ended === "connects") return theirs;
  return {
    ended: "refuses",
    requests: ours.requests.filter((line) => theirs.requests.includes(line)),
    pluginCalls: ours.pluginCalls.filter((line) => theirs.pluginCalls.includes(line)),
  };
}

function formatOutcome(program: string, { code, said }: Ended, { requests, pluginCalls }: Outcome): string {
  return `${program} (${code}): ${said}\n${[...requests, ...pluginCalls].map((line) => `  ${line}\n`).join("")}`;
}
