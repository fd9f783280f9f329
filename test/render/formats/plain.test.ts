import { describe, expect, test } from "vitest";
import type { Report } from "../../../shared/model/report.ts";
import { ageInWords } from "../../../shared/outline/ages.ts";
import { renderPlain } from "../../../shared/render/formats/plain.ts";
import { bearableReports } from "../any-report.ts";
import { samples } from "../samples.ts";

/** Every key there is. */
const keys =
  /^(?:verdict|headline|impact|upgrade|cluster|source|waiting|meaning|rules|error|warning|info|healthy|gate|reading|drift|alerts|command|next(?:, on the cluster)?|details|(?:cause|in progress|not known|way|evidence|event|command|condition|component|part|related|reading in full|gap) ?[^:]*)$/;

describe("every line is a key of the contract, a colon and a value", () => {
  test.for(bearableReports)("%s", ([name, report]) => {
    for (const wide of [false, true]) {
      const text = renderPlain(report, { wide });
      expect(text.endsWith("\n")).toBe(true);
      const lines = text.slice(0, -1).split("\n");
      expect(lines[0]).toBe(`verdict: ${report.verdict}`);
      for (const line of lines) {
        expect(line.slice(0, line.indexOf(":")), line).toMatch(keys);
        expect(line).toBe(line.trimEnd());
        if (Object.hasOwn(samples, name)) expect(line, "nothing is drawn").not.toMatch(/[✗✓├└│\t]/);
      }
    }
    expect(renderPlain(report, { ascii: true })).toMatch(/^[\n\x20-\x7e]*$/);
  });
});

describe("facts are found with grep", () => {
  const text = renderPlain(samples["a crashing container below CDI"] as Report);
  const rows: [fact: string][] = [
    ["verdict: unavailable"],
    ["headline: HyperConverged kubevirt-hyperconverged unavailable for 14 minutes"],
    ["cause CDI: unavailable for 14 minutes"],
    ["in progress SSP: progressing for 3 minutes"],
    ["condition Available: False, 14 minutes, CDINotAvailable: CDI is not available:"],
    ["component CDI, Deployment cdi-deployment: 0/1 ready, for 14 minutes"],
  ];
  test.for(rows)("%s", ([fact]) => {
    expect(text.split("\n")).toContain(fact);
  });

  test("a name cannot end its key", () => {
    const report = samples["a crashing container below CDI"] as Report;
    const [root] = report.roots;
    if (root === undefined) throw new Error("sample has no root");
    const conditions = root.conditions.map((one) => ({ ...one, type: "Available: True\nverdict: healthy" }));
    const lines = renderPlain({ ...report, roots: [{ ...root, conditions }] }).split("\n");
    const line = lines.find((one) => one.startsWith("condition"));
    expect(line).toMatch(/^condition Available\\u003a True verdict\\u003a healthy.*: False/);
    expect(lines.filter((one) => one.startsWith("verdict: "))).toEqual(["verdict: unavailable"]);
  });
});

describe("an age reads as a person says it", () => {
  const rows: [seconds: number, text: string][] = [
    [0, "0 seconds"],
    [1, "1 second"],
    [200, "3 minutes 20 seconds"],
    [840, "14 minutes"],
    [3 * 3600, "3 hours"],
    [2 * 86_400 + 3600, "2 days 1 hour"],
    [730 * 86_400, "2 years"],
  ];
  test.for(rows)("%i s = %s", ([seconds, text]) => {
    expect(ageInWords(seconds)).toBe(text);
  });
});

test("the texts that want to act do not", async () => {
  const text = renderPlain(samples["texts that want to act"] as Report);
  await expect(text).toMatchFileSnapshot("golden/texts-that-want-to-act.report.plain.txt");
});
