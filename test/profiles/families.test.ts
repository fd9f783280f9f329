import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { chooseProfileName } from "../../shared/aggregate/choose-profile.ts";
import { evaluatorsByFamily, plannersByFamily, profiles } from "../../shared/aggregate/families.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import { explanationTable } from "../../shared/explanations/table.ts";
import { fallbackProfile, families, profileNames, ruleSets } from "../../shared/model/families.ts";
import { waitSeverities } from "../../shared/model/finding/wait-evidence.ts";

const root = join(import.meta.dirname, "../..");
const schemaPath = join(root, "shared/model/report.schema.json");

// What keeps a wait from its goal is explained too, and is no finding of a Report.
const codes = Object.keys(explanationTable.own.finding).filter((code) => !Object.hasOwn(waitSeverities, code));

const widget = { group: "example.org", kind: "Widget", versions: ["v1"] };

describe("every family is whole", () => {
  test.for(profileNames)("%s stands in every table under its own name", (name) => {
    expect(profiles[name].name).toBe(name);
    expect(profiles[name].roots).toBe(families[name].roots);
    expect(profiles[name].ruleSets).toBe(ruleSets[name]);
    expect([typeof plannersByFamily[name], typeof evaluatorsByFamily[name]]).toEqual(["function", "function"]);
  });

  test.for(profileNames)(
    "%s evaluates a root under its own name, by its default rule set, and has each that it names",
    (name) => {
      const [kind = widget] = families[name].roots;
      const apiVersion = `${kind.group}/${kind.versions[0]}`;
      const object = {
        apiVersion,
        kind: kind.kind,
        metadata: { name: "it", namespace: "here" },
        status: { conditions: [] },
      };
      const [root] = aggregate(snapshotOf([object], { takenAt: "2026-11-21T12:00:00Z", source: "test" })).roots;
      expect([root?.profile, root?.ruleSet]).toEqual([name, ruleSets[name][0]]);
      expect(Object.keys(root?.expected ?? {}).toSorted()).toEqual([...ruleSets[name]].toSorted());
    },
  );

  test("each kind is a root of one family, and that family evaluates it", () => {
    const owned = profileNames.flatMap((name) => families[name].roots.map((kind) => [name, kind] as const));
    for (const [name, { group, kind }] of owned)
      expect(chooseProfileName({ ref: { group, kind, name: "it" } })).toBe(name);
    expect(new Set(owned.map(([, { group, kind }]) => `${group}/${kind}`)).size).toBe(owned.length);
  });

  test("only the fallback has no roots of its own, and it evaluates every other kind", () => {
    expect(profileNames.filter((name) => families[name].roots.length === 0)).toEqual([fallbackProfile]);
    expect(chooseProfileName({ ref: { ...widget, name: "it" } })).toBe(fallbackProfile);
  });

  test("each rule set but that of the fallback is of one family", () => {
    const shared = ruleSets[fallbackProfile];
    const all = profileNames.flatMap((name) => ruleSets[name].filter((each) => !shared.includes(each)));
    expect(new Set(all).size).toBe(all.length);
  });
});

// `npm run golden` writes the names into the schema, so that a new family or finding is named in the tables alone.
test("the JSON Schema of a Report names the families, rule sets and findings of the tables", async () => {
  const rows: [enumOf: RegExp, names: readonly string[]][] = [
    [/(?<="profile": \{[^}]*"enum": )\[[^\]]*\]/, profileNames],
    [/(?<="ruleSet": \{[^}]*"enum": )\[[^\]]*\]/, [...new Set(profileNames.flatMap((name) => ruleSets[name]))]],
    // The compiler asks that table for every finding.
    [
      /(?<="finding": \{\s*"description"[^[]*"required": [^{]*"properties": \{\s*"code": \{[^}]*"enum": )\[[^\]]*\]/,
      codes,
    ],
  ];
  let schema = readFileSync(schemaPath, "utf8");
  for (const [enumOf, names] of rows) {
    expect(schema).toMatch(enumOf);
    schema = schema.replace(enumOf, (_, at: number, whole: string) => listOf(names, lineBefore(whole, at)));
  }
  await expect(schema).toMatchFileSnapshot(schemaPath);
});

function lineBefore(text: string, at: number): string {
  return text.slice(text.lastIndexOf("\n", at) + 1, at);
}

/** The names as Biome formats them: on one line where they fit. */
function listOf(names: readonly string[], before: string): string {
  const words = names.map((name) => JSON.stringify(name));
  const line = `[${words.join(", ")}]`;
  const indent = before.slice(0, before.search(/\S/));
  if (before.length + line.length <= 120) return line;
  return `[\n${words.map((word) => `${indent}  ${word}`).join(",\n")}\n${indent}]`;
}

test("no other file decides by the name of a family", () => {
  const comparison = new RegExp(`(?:[!=]==?|\\bcase) *"(?:${profileNames.join("|")})"`);
  const files = globSync("{shared,plugin,extension}/**/*.ts", { cwd: root });
  expect(files.filter((file) => comparison.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
  expect(comparison.test('root.profile === "hco"')).toBe(true);
});
