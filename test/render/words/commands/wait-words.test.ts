import { describe, expect, test } from "vitest";
import { makeGoalFinding, type PermanentFinding } from "../../../../shared/model/finding/goal.ts";
import { formatLimit } from "../../../../shared/outline/ages.ts";
import { describeBlockingFinding } from "../../../../shared/outline/findings/wait.ts";

describe("a time that the user chose is printed unrounded", () => {
  const rows: [seconds: number, text: string][] = [
    [0, "0s"],
    [59, "59s"],
    [90, "1m30s"],
    [1800, "30m"],
    [3600, "1h"],
    [5400, "1h30m"],
    [90_061, "25h1m1s"],
  ];
  test.for(rows)("%i s = %s", ([seconds, text]) => {
    expect(formatLimit(seconds)).toBe(text);
  });
});

test("an upgrade without progress is reported in words, with its code", () => {
  const clock = { now: "2026-11-21T12:00:00Z", format: "age" } as const;
  const about = { group: "hco.kubevirt.io", kind: "HyperConverged", name: "hco" };
  const stalled = makeGoalFinding(about, { code: "stuck", part: "CDI", reason: "UpgradeStalled", message: "" });
  const finding: PermanentFinding = { ...stalled, since: "2026-11-21T11:10:00Z", graceSeconds: 0 };
  expect(describeBlockingFinding(finding, clock)).toBe("CDI: the upgrade makes no progress for 50m (UpgradeStalled)");
});
