import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { describeEditor } from "./describe-editor.ts";
import { runHost, wrapper } from "./host-run.ts";
import { type HostEnd, objection } from "./results.ts";

describe("a run in the extension host counts, or why it does not", () => {
  const all = { passes: 2, failures: 0, pending: 0 };
  const rows: [when: string, exit: number, end: HostEnd | undefined, objection: string | undefined][] = [
    ["two passed", 0, all, undefined],
    ["one was left out", 0, { ...all, pending: 1 }, "1 tests were left out"],
    ["there was no test", 0, { ...all, passes: 0 }, "no test ran"],
    ["the host says otherwise", 1, all, "the extension host ended with 1 though no test failed"],
    ["nothing was written", 0, undefined, "the extension host ended (0) before its tests did, after 0 of them"],
  ];
  test.for(rows)("when %s", ([, exit, end, sentence]) => {
    expect(objection(exit, { tests: [], ...(end && { end }) })).toBe(sentence);
  });
});

describeEditor("a run in the extension host counts only with a result file to its end", () => {
  const rows: [suite: string, objection: string | RegExp, states: readonly string[]][] = [
    ["fails", "1 of 2 tests failed", ["passed", "failed"]],
    ["crashes", /the extension host ended \(.+\) before its tests did, after 1 of them/, ["passed"]],
    ["hangs", /the extension host ended \(.+\) before its tests did, after 1 of them/, ["passed"]],
  ];
  test.concurrent.for(rows)("a suite that %s has not passed", async ([suite, sentence, states]) => {
    // A host that gets on may take as long as it needs.
    const env = { ...(suite === "hangs" && { HCO_STATUS_HOST_LIMIT: "10000" }), [mark]: suite };
    const { objection: why, tests, output } = await runHost(wrapper, { suite: `verdicts/${suite}`, env });
    expect(why, output).toMatch(sentence);
    expect(tests.map(({ state }) => state)).toEqual(states);
    // The wrapper, which anybody may start, says so too.
    expect(output).toMatch(sentence);
  });

  test("no process of a run is left", () => {
    expect(listMarkedProcesses()).toEqual([]);
  });
});

/** What every process of these runs has in its environment. */
const mark = `HCO_STATUS_VERDICT_${process.pid}`;

/** The command lines of the processes that have it; of Linux, as the wrapper is. */
function listMarkedProcesses(): readonly string[] {
  const read = (id: string, file: string): string => {
    try {
      return readFileSync(`/proc/${id}/${file}`, "utf8").replaceAll("\0", " ");
    } catch {
      // It has ended meanwhile.
      return "";
    }
  };
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return all.filter((id) => read(id, "environ").includes(mark)).map((id) => read(id, "cmdline"));
}
