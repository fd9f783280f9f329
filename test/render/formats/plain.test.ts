import { describe, expect, test } from "vitest";
import type { Report } from "../../../shared/model/report.ts";
import { ageInWords } from "../../../shared/outline/ages.ts";
import { renderPlain } from "../../../shared/render/formats/plain.ts";
import { bearableReports } from "../any-report.ts";
import { samples } from "../samples.ts";

/** Every key there is, in the order in which they come for one root. */
const keys =
  /^(?:verdict|headline|source|taken|object|identity|cause|and|event|who|also|waits|means|condition [^:]+|(?:component|part) [^:]+|below [^:]+|gate (?:upgrade|ready)|drift|note|related|read|next(?: on the cluster)?)$/;

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
    ["headline: HyperConverged kubevirt-hyperconverged is unavailable for 14 minutes"],
    ["source: context admin@prod"],
    ["taken: 2026-11-21T06:13:18Z"],
    ["object: HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged"],
    ["identity: operator 1.20.0"],
    ["also: SSP is progressing for 3 minutes"],
    ["condition Available: False, CDINotAvailable, for 14 minutes"],
    ["condition Progressing: True, SSPProgressing, for 3 minutes: 2 SSP resources are not available"],
    ["component CDI: unavailable, for 14 minutes, version v1.64.0"],
    ["component MigController: healthy, version v0.2.0"],
    ["below CDI, Deployment cdi-deployment: 0/1 ready, for 14 minutes"],
    ["gate upgrade: blocked by KubeVirt, CDI, SSP"],
    ["gate ready: no: CDI"],
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
    expect(line).toMatch(/^condition Available\\u003a True verdict\\u003a healthy: False, /);
    expect(lines.filter((one) => one.startsWith("verdict: "))).toEqual(["verdict: unavailable"]);
  });

  test("times may be printed instead of ages", () => {
    const lines = renderPlain(samples["a crashing container below CDI"] as Report, { absoluteTime: true }).split("\n");
    expect(lines).toContain("condition Available: False, CDINotAvailable, since 2026-11-21T05:59:18Z");
    expect(lines).toContain("also: SSP is progressing since 2026-11-21T06:10:18Z");
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
