import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import schema from "../../shared/model/report.schema.json" with { type: "json" };
import type { Report } from "../../shared/model/report.ts";
import { printReport } from "../../shared/outline/printed-report.ts";
import { renderJson } from "../../shared/render/formats/json.ts";
import { randomFrom } from "../random.ts";
import { hostileReport } from "./hostile-report.ts";
import { samples } from "./samples.ts";

const validate = new Ajv2020({ strict: true, strictRequired: false, allErrors: true }).compile(schema);

describe("every Report fits the published schema", () => {
  test.for(Object.entries(samples))("the JSON of the sample with %s fits the published schema", ([, report]) => {
    validate(JSON.parse(renderJson(printReport(report))));
    expect(validate.errors).toBeNull();
  });

  test("a Report with hostile texts fits the published schema", () => {
    for (let seed = 0; seed < 20; seed += 1) {
      validate(printReport(hostileReport(randomFrom(seed))));
      expect(validate.errors).toBeNull();
    }
  });
});

describe("the published schema requires the fields that the contract promises", () => {
  const crashing = printReport(samples["a crashing container below CDI"] as Report);
  const paths: readonly string[] = [
    "apiVersion",
    "takenAt",
    "source",
    "verdict",
    "completeness",
    "roots",
    "findings",
    "completeness.gaps",
    "completeness.unread",
    "findings.0.about",
    "findings.0.severity",
    "roots.0.conditions",
    "roots.0.facts",
    "roots.0.children",
    "roots.0.stale",
    "roots.0.driftHeld",
    "roots.0.drift",
    "roots.0.offenders",
    "roots.0.uncertain",
    "roots.0.expected",
    "roots.0.gates",
    "roots.0.related",
    "roots.0.conditions.0.reason",
    "roots.0.conditions.0.message",
    "roots.0.conditions.0.abnormal",
    "roots.0.children.0.required",
    "roots.0.children.0.conditions",
    "roots.0.gates.upgrade.waitingFor",
    "roots.0.offenders.Available.0.shown",
    "roots.0.related.0.recorded.uid",
  ];
  test.for(paths)("a Report without %s does not fit the published schema", (path) => {
    expect(validate(removeField(structuredClone(crashing), path.split(".")))).toBe(false);
  });

  test("a Report with a field that the schema lacks fits it", () => {
    expect(validate({ ...crashing, color: "red" })).toBe(true);
  });

  test("a Report with a verdict that the schema lacks does not fit it", () => {
    expect(validate({ ...crashing, verdict: "fine" })).toBe(false);
  });
});

test("the schema and the type ContributionRule have the same rules", () => {
  const source = readFileSync(new URL("../../shared/model/finding/evidence-parts.ts", import.meta.url), "utf8");
  const rules = (source.match(/type ContributionRule =[^;]+/)?.[0] ?? "").matchAll(/"([a-z-]+)"/g);
  expect(schema.$defs.contributionRule.enum.toSorted()).toEqual(Array.from(rules, (match) => match[1]).toSorted());
});

test("the schema and the type of a cause's evidence have the same kinds", () => {
  const source = readFileSync(new URL("../../shared/model/cause/cause-evidence.ts", import.meta.url), "utf8");
  const kinds = Array.from(source.matchAll(/readonly is: "([a-z-]+)"/g), (match) => match[1]);
  expect(schema.$defs.clause.properties.is.enum.toSorted()).toEqual(kinds.toSorted());
});

/** Removes the field at the end of the path, and returns the value. */
function removeField(value: unknown, path: readonly string[]): unknown {
  const [name = "", ...pathBelow] = path;
  const record = value as Record<string, unknown>;
  if (pathBelow.length === 0) delete record[name];
  else removeField(record[name], pathBelow);
  return value;
}
