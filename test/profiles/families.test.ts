import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { chooseProfileName } from "../../shared/aggregate/choose-profile.ts";
import { profiles } from "../../shared/aggregate/families.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import { families, type ProfileName, profileNames, type RuleSetName, ruleSets } from "../../shared/model/families.ts";
import schema from "../../shared/model/report.schema.json" with { type: "json" };

interface Example {
  readonly root: { readonly apiVersion: string; readonly kind: string };
  /** The rule set that decides where the user names none. */
  readonly ruleSet: RuleSetName;
  /** All rule sets by which a Report shows the expected conditions. */
  readonly evaluated: readonly RuleSetName[];
}

const examples: Readonly<Record<ProfileName, Example>> = {
  hco: {
    root: { apiVersion: "hco.kubevirt.io/v1", kind: "HyperConverged" },
    ruleSet: "operator",
    evaluated: ["operator", "conditions-doc", "status-doc"],
  },
  application: {
    root: { apiVersion: "app.k8s.io/v1beta1", kind: "Application" },
    ruleSet: "code",
    evaluated: ["code", "proposal"],
  },
  greenhouse: {
    root: { apiVersion: "greenhouse.sap/v1alpha1", kind: "Cluster" },
    ruleSet: "controller",
    evaluated: ["controller", "adr"],
  },
  generic: {
    root: { apiVersion: "example.org/v1", kind: "Widget" },
    ruleSet: "generic",
    evaluated: ["generic"],
  },
};

describe("every family", () => {
  test.for(profileNames)("%s has a profile with its name, its roots and its rule sets", (name) => {
    expect(profiles[name]).toMatchObject({ name, roots: families[name].roots, ruleSets: ruleSets[name] });
  });

  test.for(profileNames)("%s evaluates a root by its default rule set, and by all others", (name) => {
    const { root, ruleSet, evaluated } = examples[name];
    const object = { ...root, metadata: { name: "example", namespace: "default" }, status: { conditions: [] } };
    const report = aggregate(snapshotOf([object], { takenAt: "2026-11-21T12:00:00Z", source: "test" }));
    expect(report.roots).toMatchObject([{ profile: name, ruleSet }]);
    expect(Object.keys(report.roots[0]?.expected ?? {}).toSorted()).toEqual(evaluated.toSorted());
  });

  test.for(profileNames)("%s is chosen for each kind of its roots", (name) => {
    for (const { group, kind } of families[name].roots) {
      expect(chooseProfileName({ ref: { group, kind, name: "example" } })).toBe(name);
    }
  });

  test("only generic has no roots of its own, and is chosen for every other kind", () => {
    expect(profileNames.filter((name) => families[name].roots.length === 0)).toEqual(["generic"]);
    expect(chooseProfileName({ ref: { group: "example.org", kind: "Widget", name: "example" } })).toBe("generic");
  });

  test("has rule sets that no other family has", () => {
    const all = profileNames.flatMap((name) => ruleSets[name]);
    expect(all).toEqual([...new Set(all)]);
  });
});

describe("the JSON Schema of a Report names all", () => {
  const { profile, ruleSet } = schema.$defs.root.allOf[1]?.properties ?? {};

  test("families", () => {
    expect(profile?.enum).toEqual(profileNames);
  });

  test("rule sets", () => {
    expect(ruleSet?.enum).toEqual(profileNames.flatMap((name) => ruleSets[name]));
  });
});

test("no file of the program decides by the name of a family", () => {
  // For example: root.profile === "hco"
  const comparison = new RegExp(`(?:[!=]==?|\\bcase) *"(?:${profileNames.join("|")})"`);
  expect('root.profile === "hco"').toMatch(comparison);
  const folder = join(import.meta.dirname, "../..");
  const files = globSync("{shared,plugin,extension}/**/*.ts", { cwd: folder });
  expect(files.filter((file) => comparison.test(readFileSync(join(folder, file), "utf8")))).toEqual([]);
});
