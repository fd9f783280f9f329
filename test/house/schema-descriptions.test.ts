import { describe, expect, test } from "vitest";
import report from "../../shared/model/report.schema.json" with { type: "json" };
import reportChange from "../../shared/model/report-change.schema.json" with { type: "json" };
import upgradeGate from "../../shared/model/upgrade-gate.schema.json" with { type: "json" };
import { toList, toRecord, toText } from "../../shared/parse/json-value.ts";
import assistantSummary from "../../shared/render/assistant/summary.schema.json" with { type: "json" };

type Place = readonly [path: string, description: string];

/** The schemas that add to the same object. What one of them describes needs no second description. */
const besides = ["allOf", "oneOf", "anyOf"] as const;

/**
 * Every property of a schema with its description, which may be empty. A condition (`if`) only compares properties that are
 * described elsewhere. `known`: the properties of the same object that were described before.
 */
function propertiesIn(schema: unknown, path: string, known: ReadonlyMap<string, string> = new Map()): readonly Place[] {
  const fields = toRecord(schema);
  if (fields === undefined) return [];
  const own = Object.entries(toRecord(fields["properties"]) ?? {}).map(([name, one]) => {
    const description = toText(toRecord(one)?.["description"]) || (known.get(name) ?? "");
    return { name, one, description };
  });
  const described = new Map([...known, ...own.map(({ name, description }) => [name, description] as const)]);
  const definitions = Object.entries(toRecord(fields["$defs"]) ?? {});
  return [
    ...own.map(({ name, description }): Place => [`${path}/${name}`, description]),
    ...own.flatMap(({ name, one }) => propertiesIn(one, `${path}/${name}`)),
    ...definitions.flatMap(([name, one]) => propertiesIn(one, `${path}#${name}`)),
    ...["items", "additionalProperties"].flatMap((key) => propertiesIn(fields[key], `${path}[]`)),
    ...besides.flatMap((key) => toList(fields[key]).flatMap((one) => propertiesIn(one, path, described))),
  ];
}

describe("every property of a published schema has a description in plain words", () => {
  const rows = Object.entries({ report, reportChange, upgradeGate, assistantSummary });
  test.for(rows)("%s", ([name, schema]) => {
    const places = propertiesIn(schema, name);
    expect(places.length).toBeGreaterThan(15);
    expect(places.filter(([, description]) => description === "").map(([path]) => path)).toEqual([]);
    const odd = /\b(nobody|somebody|whoever|unwell|told|tells?|judged?|looked|history|hopeless)\b/i;
    expect(places.filter(([, description]) => odd.test(description))).toEqual([]);
    const sentences = places.flatMap(([, description]) => description.split(/(?<=[.:]) /));
    expect(sentences.filter((sentence) => sentence.split(" ").length > 25)).toEqual([]);
    expect(places.filter(([, description]) => !/^[A-Z`]/.test(description) || /[.;]$/.test(description))).toEqual([]);
  });
});
