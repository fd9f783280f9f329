import { describe, expect, test } from "vitest";
import { displayWidth } from "../../../shared/characters/display-width.ts";
import type { Impact } from "../../../shared/model/finding/impact.ts";
import { impactClauses } from "../../../shared/outline/words/impact.ts";
import { firstScreenLines } from "../../outline/fronts.ts";
import { component, report, root } from "../build.ts";

const handler = { group: "apps", kind: "DaemonSet", name: "virt-handler" };

function clause(text: string, code: Impact["code"] = "vm"): Impact {
  return { code, text, because: [handler] };
}

const goesOn = clause("running VMs go on", "goes-on");
const unattended = clause("running VMs go on, but are not restarted after a failure", "goes-on");

/** The lines of the first screen of a degraded root with this impact. */
function linesWith(impact: readonly Impact[], width: number): readonly string[] {
  const cdi = component("CDI", "degraded", "v1.66.0");
  return firstScreenLines(report([root({ children: [cdi], impact })]), { width });
}

describe("the line on impact", () => {
  test("stands directly below the headline", () => {
    const [headline, impact] = linesWith([clause("no VM can be started"), goesOn], 80);
    expect(headline).toContain("degraded");
    expect(impact).toBe("  Impact    no VM can be started; running VMs go on");
  });

  test("is not there where nothing is affected", () => {
    expect(linesWith([], 80).join("\n")).not.toContain("Impact");
  });

  test.for([24, 40, 80, 120])("loses whole clauses at its end in %s columns, and says how many", (width) => {
    const all = ["a", "b", "c", "d", "e"].map((node) => clause(`on node ${node} no VM can be started or migrated`));
    const lines = linesWith([...all, goesOn], width);
    const start = lines.findIndex((line) => line.startsWith("  Impact"));
    const after = lines.slice(start + 1);
    const end = after.findIndex((line) => !line.startsWith(" ".repeat(12)));
    for (const line of lines.slice(start, start + end + 1)) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    const text = [lines[start]?.slice(12), ...after.slice(0, end).map((line) => line.slice(12))].join(" ");
    const shown = text.split("; ");
    const left = /^and (\d+) more$/.exec(shown.at(-1) ?? "")?.[1];
    const known = new Set([...all, goesOn].map((each) => each.text));
    const clauses = left === undefined ? shown : shown.slice(0, -1);
    expect(clauses.filter((each) => !known.has(each))).toEqual([]);
    expect(clauses.length + Number(left ?? 0)).toBe(6);
  });

  test("of several roots has each clause once, and the least that goes on", () => {
    const roots = [
      { impact: [clause("no VM can be started"), goesOn] },
      { impact: [clause("no VM can be started"), unattended] },
    ];
    expect(impactClauses(roots)).toEqual(["no VM can be started", unattended.text]);
  });
});
