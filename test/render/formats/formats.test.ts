import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import type { Report } from "../../../shared/model/report.ts";
import { formatNames } from "../../../shared/render/formats/format-names.ts";
import { outputFormats, renderName } from "../../../shared/render/formats/formats.ts";
import { renderJson } from "../../../shared/render/formats/json.ts";
import { renderYaml } from "../../../shared/render/formats/yaml.ts";
import { randomFrom } from "../../random.ts";
import { hostileReport } from "../hostile-report.ts";
import { samples } from "../samples.ts";

const all = Object.entries(samples);

test("every value of -o has one row, text first", () => {
  expect(formatNames.map(({ name }) => name).toSorted()).toEqual(Object.keys(outputFormats).toSorted());
  expect(formatNames[0]?.name).toBe("text");
});

test("no name of a format, ours or of another tool, stands twice", () => {
  const names = formatNames.flatMap(({ name, namesElsewhere = [] }) => [name, ...namesElsewhere]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

describe("JSON and YAML carry the Report itself", () => {
  test.for(all)("%s", ([, report]) => {
    expect(JSON.parse(renderJson(report))).toEqual(report);
    expect(load(renderYaml(report))).toEqual(report);
  });

  test.for(Array.from({ length: 20 }, (_, seed) => seed))(
    "JSON and YAML carry a Report with hostile texts, seed %i",
    (seed) => {
      const report = hostileReport(randomFrom(seed));
      expect(JSON.parse(renderJson(report))).toEqual(report);
      // YAML has no lone surrogates: readers put U+FFFD in their place.
      expect(toWellFormed(load(renderYaml(report)))).toEqual(toWellFormed(report));
    },
  );
});

describe("a string needs quotes in YAML unless it is plainly a string", () => {
  const rows: [value: string, line: string][] = [
    ["plain text", "name: plain text"],
    ["hco-status/v1", "name: hco-status/v1"],
    ["v1.64.0", "name: v1.64.0"],
    ["", 'name: ""'],
    ["1.20", 'name: "1.20"'],
    ["yes", 'name: "yes"'],
    ["Null", 'name: "Null"'],
    ["~", 'name: "~"'],
    ["a: b", 'name: "a: b"'],
    ["a #b", 'name: "a #b"'],
    ["- a", 'name: "- a"'],
    ["2026-11-21T06:13:18Z", 'name: "2026-11-21T06:13:18Z"'],
    ["a\nb", 'name: "a\\nb"'],
    ["\u202e", 'name: "\\u202e"'],
    ["\u{e0041}", 'name: "\\U000e0041"'],
  ];
  test.for(rows)("%j", ([name, line]) => {
    const source = { kind: "files", name } as const;
    expect(renderYaml({ ...(samples["nothing found in the cluster"] as Report), source })).toContain(`  ${line}\n`);
  });
});

test("-o name prints what kubectl prints", () => {
  expect(renderName(samples["several of them"] as Report)).toBe(
    "hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged\n".repeat(2),
  );
  expect(renderName(samples["an empty folder"] as Report)).toBe("");
});

function toWellFormed(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) => (typeof each === "string" ? each.toWellFormed() : each)),
  );
}
