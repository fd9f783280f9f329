import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { aggregate } from "../../../../shared/aggregate/aggregate.ts";
import { buildTreeRows, type OutlineRow } from "../../../../shared/render/editor/tree/build-rows.ts";
import { formatCommandLine } from "../../../../shared/render/shell/terminal-shell.ts";
import { readGoldenCase, sentences } from "../../../golden/recorded.ts";
import { randomFrom } from "../../../random.ts";
import { hostileReport } from "../../hostile-report.ts";

/** All rows with what is below them; of a long list the first ones. */
function allRows(rows: readonly OutlineRow[]): readonly OutlineRow[] {
  return rows.slice(0, 100).flatMap((row) => [row, ...allRows(row.children())]);
}

/** What a row is called in a failure. */
function named({ context, label }: OutlineRow): string {
  return `${context.join(" ")}: ${label}`;
}

const acting = new Set(["step", "log", "event", "finding", "hidden"]);

describe("a row that looks like an action does something on a click and on Enter", () => {
  test.for(sentences)("%s", (sentence) => {
    const report = aggregate(readGoldenCase(sentence));
    for (const isFiles of [false, true]) {
      const rows = allRows(buildTreeRows(report, { isFiles, isUnhealthyOnly: isFiles }));
      const looksActing = rows.filter(({ context }) =>
        context.some((token) => token === "object" || acting.has(token)),
      );
      expect(looksActing.filter(({ action }) => action === undefined).map(named)).toEqual([]);
      const opening = rows.filter(({ action }) => action?.is === "openLive");
      expect(opening.filter(({ ref }) => ref === undefined || ref.name === "").map(named)).toEqual([]);
      for (const { action } of rows) {
        if (action?.is !== "terminal") continue;
        expect(isFiles).toBe(false);
        expect(formatCommandLine("posix", action.words)).toBeDefined();
      }
    }
  });
});

test("no name of a cluster acts in the shell of a terminal", () => {
  const reports = Array.from({ length: 20 }, (_, seed) => hostileReport(randomFrom(seed + 1)));
  const rows = reports.flatMap((hostile) => allRows(buildTreeRows(hostile)));
  const lines = rows.flatMap(({ action }) => (action?.is === "terminal" ? [action.words] : []));
  for (const words of [...lines, ["describe", "pod", "$(touch here)", "-n", "`id`;ls"]]) {
    const line = formatCommandLine("posix", ["printf", "%s\\n", ...words]);
    // A line that no shell takes as these words is not written.
    if (line === undefined) continue;
    expect(execFileSync("sh", ["-c", line]).toString()).toBe(`${words.join("\n")}\n`);
  }
});

test("the next command of a warning stands below it, also where its root is healthy", () => {
  const report = aggregate(readGoldenCase("an-unavailable-aaq-that-the-cr-does-not-enable-is-a-warning"));
  const warning = allRows(buildTreeRows(report)).find(({ context }) => context.includes("finding"));
  expect(warning?.label).toMatch(/^AAQ is unavailable, but the operator ignores it/);
  expect(warning?.children().map(({ label, action }) => [label, action?.is])).toEqual([
    ["Show what its operator cannot do", "terminal"],
    ["Show whether its Pods are running", "terminal"],
  ]);
});

describe("the menu of a cause is about the component that its row names", () => {
  test("a component whose container fails", () => {
    const report = aggregate(readGoldenCase("cdi-is-degraded-without-a-message-and-its-controller-crashes"));
    const cause = allRows(buildTreeRows(report)).find(({ context }) => context.includes("culprit"));
    expect(cause).toMatchObject({ label: "CDI", ref: { kind: "CDI" }, logs: { container: expect.any(String) } });
    expect(cause?.context).toEqual(expect.arrayContaining(["object", "hasLogs"]));
    expect(cause?.action).toMatchObject({ is: "terminal", words: expect.arrayContaining(["logs"]) });
  });
});
