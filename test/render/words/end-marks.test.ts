import { describe, expect, test } from "vitest";
import { evidenceInFull } from "../../../shared/outline/cause.ts";
import { causeText } from "../../../shared/outline/cause-clauses.ts";
import { joinClauses } from "../../../shared/outline/end-marks.ts";
import { takenAt } from "../../aggregate/generic/evaluate.ts";
import { clusterMessage } from "../build.ts";

describe("no mark at the end of a message stands before the words that follow", () => {
  const rows: readonly (readonly [rule: string, message: string, expected: string])[] = [
    ["a colon is omitted", "the widget is broken:", "the widget is broken, for 60m"],
    ["a comma", "no node, no disk,", "no node, no disk, for 60m"],
    ["a semicolon with spaces", "no node ; \n", "no node, for 60m"],
    ["a full stop", "No node.", "No node, for 60m"],
    ["several marks", "failed.: ", "failed, for 60m"],
    ["a dash behind a space", "failed -", "failed, for 60m"],
    ["a long dash", "failed —", "failed, for 60m"],
    ["a hyphen of a name stays", "no image demo-", "no image demo-, for 60m"],
    ["three dots stay", "Waiting for pods...", "Waiting for pods..., for 60m"],
    ["a parenthesis stays", "failed (no node)", "failed (no node), for 60m"],
    ["a mark inside stays", "error: no node", "error: no node, for 60m"],
  ];
  const printCause = (message: string): string =>
    causeText(
      { label: "w", verdict: "degraded", evidence: clusterMessage(message), since: "2026-11-21T11:00:00Z" },
      { now: takenAt },
    );
  test.for(rows)("%s", ([, message, expected]) => {
    expect(printCause(message)).toBe(`Degraded because w: ${expected}`);
  });
  test("no mark at the end of a clause stands before the next one", () => {
    expect(joinClauses(["0/1 ready.", "", "no disk:", "the end."])).toBe("0/1 ready; no disk; the end.");
  });
  test("a message of nothing but marks is none", () => {
    expect(evidenceInFull({ reason: "", message: " : " })).toBe("no reason given");
  });
  test("a message of nothing but spaces and colons takes no time", () => {
    expect(printCause(`broken${" :".repeat(50_000)}`)).toBe("Degraded because w: broken, for 60m");
  });
});
