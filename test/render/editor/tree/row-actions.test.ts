import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { aggregate } from "../../../../shared/aggregate/aggregate.ts";
import { buildTreeRows } from "../../../../shared/render/editor/tree/build-rows.ts";
import type { OutlineRow } from "../../../../shared/render/editor/tree/row.ts";
import { formatCommandLine } from "../../../../shared/render/shell/terminal-shell.ts";
import { readGoldenCase, sentences } from "../../../golden/recorded.ts";
import { randomFrom } from "../../../random.ts";
import { hostileReport } from "../../hostile-report.ts";

/** The first 100 rows of each list, and the rows below them. */
function flattenRows(rows: readonly OutlineRow[]): readonly OutlineRow[] {
  return rows.slice(0, 100).flatMap((row) => [row, ...flattenRows(row.children())]);
}

/** `object hasLogs: CDI`, which a failure prints. */
function describeRow({ context, label }: OutlineRow): string {
  return `${context.join(" ")}: ${label}`;
}

const contextsWithAction = new Set(["object", "step", "log", "event", "finding", "hidden"]);

describe("each row that looks like an action has an action", () => {
  test.for(sentences)("each row of a cluster with an object, step or log has an action in the case %s", (sentence) => {
    const report = aggregate(readGoldenCase(sentence));
    const rows = flattenRows(buildTreeRows(report, { isFiles: false, isUnhealthyOnly: false }));
    expectActions(rows);
    for (const { action } of rows) {
      if (action?.is === "terminal") expect(formatCommandLine("posix", action.words)).toBeDefined();
    }
  });

  test.for(sentences)("each row of files has an action, and no command for a terminal, in the case %s", (sentence) => {
    const report = aggregate(readGoldenCase(sentence));
    const rows = flattenRows(buildTreeRows(report, { isFiles: true, isUnhealthyOnly: true }));
    expectActions(rows);
    expect(rows.filter(({ action }) => action?.is === "terminal").map(describeRow)).toEqual([]);
  });

  function expectActions(rows: readonly OutlineRow[]): void {
    const clickable = rows.filter(({ context }) => context.some((token) => contextsWithAction.has(token)));
    expect(clickable.filter(({ action }) => action === undefined).map(describeRow)).toEqual([]);
    const opening = rows.filter(({ action }) => action?.is === "openLive");
    expect(opening.filter(({ ref }) => ref === undefined || ref.name === "").map(describeRow)).toEqual([]);
  }
});

test("a command line of a hostile name runs nothing but its own words in a shell", () => {
  const reports = Array.from({ length: 20 }, (_, seed) => hostileReport(randomFrom(seed + 1)));
  const rows = reports.flatMap((report) => flattenRows(buildTreeRows(report)));
  const commands = rows.flatMap(({ action }) => (action?.is === "terminal" ? [action.words] : []));
  for (const words of [...commands, ["describe", "pod", "$(touch here)", "-n", "`id`;ls"]]) {
    const commandLine = formatCommandLine("posix", ["printf", "%s\\n", ...words]);
    // Words that no quoting makes safe, such as those with a line break, have no command line.
    if (commandLine === undefined) continue;
    expect(execFileSync("sh", ["-c", commandLine]).toString()).toBe(`${words.join("\n")}\n`);
  }
});

test("the next commands of a warning are rows below it, also where its root is healthy", () => {
  const report = aggregate(readGoldenCase("an-unavailable-aaq-that-the-cr-does-not-enable-is-a-warning"));
  const warning = flattenRows(buildTreeRows(report)).find(({ context }) => context.includes("finding"));
  expect(warning?.label).toMatch(/^AAQ is unavailable, but the operator ignores it/);
  expect(warning?.children().map(({ label, action }) => [label, action?.is])).toEqual([
    ["Show what its operator cannot do", "terminal"],
    ["Show whether its Pods are running", "terminal"],
  ]);
});

test("the row of a cause has the component that it names, and the log of the failing container", () => {
  const report = aggregate(readGoldenCase("cdi-is-degraded-without-a-message-and-its-controller-crashes"));
  const cause = flattenRows(buildTreeRows(report)).find(({ context }) => context.includes("culprit"));
  expect(cause).toMatchObject({
    label: "CDI",
    ref: { kind: "CDI" },
    logs: { container: expect.any(String) },
    context: expect.arrayContaining(["object", "hasLogs"]),
    action: { is: "terminal", words: expect.arrayContaining(["logs"]) },
  });
});
