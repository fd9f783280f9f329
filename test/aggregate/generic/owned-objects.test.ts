import { describe, expect, test } from "vitest";
import type { ReportNode } from "../../../shared/model/report.ts";
import { randomIntegersFrom } from "../../random.ts";
import { reportOf } from "../installation.ts";
import { condition, type Manifest, ownedBy, rootOf, widget } from "./objects.ts";

const ready = { conditions: [condition("Ready", "True")] };

/** Names as a tree. */
function namesOf(nodes: readonly ReportNode[]): readonly unknown[] {
  return nodes.map(({ label, children }) => (children.length === 0 ? label : [label, namesOf(children)]));
}

/** The tree below widget `a`; the others are parts, and roots too as everything in a file is. */
function treeOf(objects: readonly Manifest[]): {
  readonly names: readonly unknown[];
  readonly codes: readonly string[];
} {
  const report = reportOf(objects, { tree: true, name: "a" });
  return { names: namesOf(rootOf(report, "a").children), codes: report.findings.map(({ code }) => code) };
}

describe("with tree what an object owns stands below it", () => {
  test("all the way down, and not without it", () => {
    const objects = [
      widget("a", ready),
      widget("b", ready, ownedBy("a")),
      widget("c", ready, ownedBy("b")),
      widget("d", ready),
    ];
    expect(treeOf(objects)).toEqual({ names: [["b", ["c"]]], codes: [] });
    expect(rootOf(reportOf(objects), "a").children).toEqual([]);
  });

  test("an object with two owners once, below the first that has it", () => {
    const objects = [
      widget("a", ready),
      widget("b", ready, ownedBy("a")),
      widget("c", ready, ownedBy("a")),
      widget("d", ready, ownedBy("c", "b")),
    ];
    expect(treeOf(objects).names).toEqual([["b", ["d"]], "c"]);
  });

  test("a workload with its own tree, and what that does not show", () => {
    const deployment = {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "d", namespace: "n", uid: "d", ...ownedBy("a") },
      spec: { replicas: 0 },
      status: { observedGeneration: 1 },
    };
    const claim = {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: {
        name: "c",
        namespace: "n",
        uid: "c",
        ownerReferences: [{ apiVersion: "apps/v1", kind: "Deployment", name: "d", uid: "d" }],
      },
    };
    expect(treeOf([widget("a", ready), deployment, claim]).names).toEqual([["d", ["c"]]]);
  });

  test("what an object of the same name and another uid owned is not its own", () => {
    const stale = { ownerReferences: [{ apiVersion: "acme.io/v1", kind: "Widget", name: "a", uid: "the one before" }] };
    expect(treeOf([widget("a", ready), widget("b", ready, stale)]).names).toEqual([]);
  });

  test("a file without uids goes by name, in the same namespace", () => {
    const anonymous = {
      uid: "",
      ownerReferences: [{ apiVersion: "acme.io/v1beta1", kind: "Widget", name: "a", uid: "x" }],
    };
    const objects = [
      widget("a", ready, { uid: "" }),
      widget("b", ready, anonymous),
      widget("c", ready, { ...anonymous, namespace: "m" }),
    ];
    expect(treeOf(objects).names).toEqual(["b"]);
  });

  test("owners in a circle end, and are a finding that names them", () => {
    const objects = [
      widget("a", ready, ownedBy("c")),
      widget("b", ready, ownedBy("a")),
      widget("c", ready, ownedBy("b")),
    ];
    const report = reportOf(objects, { tree: true, name: "a" });
    expect(namesOf(rootOf(report, "a").children)).toEqual([["b", ["c"]]]);
    expect(report.findings).toMatchObject([{ code: "owner-cycle", names: ["Widget a", "Widget b", "Widget c"] }]);
  });

  test("an object that owns itself too", () => {
    expect(treeOf([widget("a", ready, ownedBy("a"))])).toEqual({ names: [], codes: ["owner-cycle"] });
  });

  test("the tree has ten levels, and reports that there are more", () => {
    const chain = Array.from({ length: 15 }, (_, i) =>
      widget(i === 0 ? "a" : `${i}`, ready, i === 0 ? {} : ownedBy(i === 1 ? "a" : `${i - 1}`)),
    );
    expect(treeOf(chain).codes).toEqual(["owned-cut"]);
    expect(JSON.stringify(treeOf(chain).names)).toContain('"10"');
    expect(JSON.stringify(treeOf(chain).names)).not.toContain('"11"');
  });

  test("owner references that are none are passed over", () => {
    const odd = { ownerReferences: ["a", null, {}, { kind: "Widget" }, 7] };
    expect(
      treeOf([widget("a", ready), widget("b", ready, odd), widget("c", ready, { ownerReferences: "a" })]).names,
    ).toEqual([]);
  });
});

describe("whatever owns whatever", () => {
  test.for(Array.from({ length: 60 }, (_, seed) => seed))(
    "seed %i: it ends, and shows each object at most once",
    (seed) => {
      const random = randomIntegersFrom(seed);
      const size = 2 + random(30);
      const names = Array.from({ length: size }, (_, i) => (i === 0 ? "a" : `w${i}`));
      const objects = names.map((name) => {
        const owners = Array.from({ length: random(4) }, () => names[random(size)] ?? "a");
        return widget(name, ready, ownedBy(...owners));
      });
      const flattenLabels = (nodes: readonly ReportNode[]): readonly string[] =>
        nodes.flatMap((node) => [node.label, ...flattenLabels(node.children)]);
      const shown = flattenLabels(rootOf(reportOf(objects, { tree: true }), "a").children);
      expect(new Set(shown).size).toBe(shown.length);
      expect(shown).not.toContain("a");
    },
  );
});
