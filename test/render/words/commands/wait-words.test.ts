import { describe, expect, test } from "vitest";
import { formatLimit } from "../../../../shared/outline/ages.ts";
import { hopelessWords, obstaclesWords } from "../../../../shared/render/words/commands/wait.ts";

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
  const clock = { now: "2026-11-21T12:00:00Z", tells: "age" } as const;
  const since = "2026-11-21T11:10:00Z";
  expect(hopelessWords({ label: "CDI", reason: "UpgradeStalled", message: "", since, grace: 0 }, clock)).toBe(
    "CDI: the upgrade makes no progress for 50m (UpgradeStalled)",
  );
});

test("what refuses to be deleted is named with its reason", () => {
  const about = { group: "hco.kubevirt.io", kind: "HyperConverged", name: "hco" };
  const refusals = { KubeVirt: "ErrVirtUninstall" };
  const obstacle = { code: "still-there", about, deleting: true, remaining: ["KubeVirt", "CDI"], refusals } as const;
  expect(obstaclesWords([obstacle], [about])).toBe(
    "hco is being deleted, still to delete: KubeVirt (refuses: ErrVirtUninstall) and CDI",
  );
});
