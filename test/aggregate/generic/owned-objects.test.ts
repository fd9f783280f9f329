import { describe, expect, test } from "vitest";
import type { ReportNode } from "../../../shared/model/report.ts";
import { randomIntegersFrom } from "../../random.ts";
import { reportOf } from "../installation.ts";
import { condition, type Manifest, ownedBy, rootOf, widget } from "./objects.ts";

const ready = { conditions: [condition("Ready", "True")] };

/** The labels of nodes, each with those below it: `[["database", ["disk"]], "cache"]`. */
function listLabels(nodes: readonly ReportNode[]): readonly unknown[] {
  return nodes.map(({ label, children }) => (children.length === 0 ? label : [label, listLabels(children)]));
}

/** The tree below the Widget `shop`, and the codes of all findings. */
function evaluateTree(objects: readonly Manifest[]): {
  readonly tree: readonly unknown[];
  readonly codes: readonly string[];
} {
  const report = reportOf(objects, { tree: true, name: "shop" });
  return { tree: listLabels(rootOf(report, "shop").children), codes: report.findings.map(({ code }) => code) };
}

describe("with the option tree, a root has the objects that it owns below it", () => {
  test("a Widget has its owned Widget below it, and what that owns below that", () => {
    const objects = [
      widget("shop", ready),
      widget("database", ready, ownedBy("shop")),
      widget("disk", ready, ownedBy("database")),
      widget("unrelated", ready),
    ];
    expect(evaluateTree(objects)).toEqual({ tree: [["database", ["disk"]]], codes: [] });
  });

  test("a Widget has nothing below it without the option tree", () => {
    const objects = [widget("shop", ready), widget("database", ready, ownedBy("shop"))];
    expect(rootOf(reportOf(objects), "shop").children).toEqual([]);
  });

  test("an object with two owners stands once, below the first owner in the order of the file", () => {
    const objects = [
      widget("shop", ready),
      widget("database", ready, ownedBy("shop")),
      widget("cache", ready, ownedBy("shop")),
      widget("disk", ready, ownedBy("cache", "database")),
    ];
    expect(evaluateTree(objects).tree).toEqual([["database", ["disk"]], "cache"]);
  });

  test("a Deployment has the ConfigMap that it owns below it", () => {
    const deployment = {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "web", namespace: "n", uid: "uid-of-web", ...ownedBy("shop") },
      spec: { replicas: 0 },
      status: { observedGeneration: 1 },
    };
    const configMap = {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: {
        name: "settings",
        namespace: "n",
        uid: "uid-of-settings",
        ownerReferences: [{ apiVersion: "apps/v1", kind: "Deployment", name: "web", uid: "uid-of-web" }],
      },
    };
    expect(evaluateTree([widget("shop", ready), deployment, configMap]).tree).toEqual([["web", ["settings"]]]);
  });

  test("an object that refers to the uid of a deleted owner is not owned by its successor of the same name", () => {
    const ownedByDeleted = {
      ownerReferences: [{ apiVersion: "acme.io/v1", kind: "Widget", name: "shop", uid: "uid-of-deleted-shop" }],
    };
    expect(evaluateTree([widget("shop", ready), widget("database", ready, ownedByDeleted)]).tree).toEqual([]);
  });

  test("an owner without a uid is found by its name in the same namespace", () => {
    const ownedWithoutUid = {
      uid: "",
      ownerReferences: [{ apiVersion: "acme.io/v1beta1", kind: "Widget", name: "shop", uid: "uid-of-shop" }],
    };
    const objects = [
      widget("shop", ready, { uid: "" }),
      widget("database", ready, ownedWithoutUid),
      widget("other", ready, { ...ownedWithoutUid, namespace: "other-namespace" }),
    ];
    expect(evaluateTree(objects).tree).toEqual(["database"]);
  });

  test("owners in a circle are a finding that names them, and the tree ends", () => {
    const objects = [
      widget("shop", ready, ownedBy("disk")),
      widget("database", ready, ownedBy("shop")),
      widget("disk", ready, ownedBy("database")),
    ];
    const report = reportOf(objects, { tree: true, name: "shop" });
    expect(listLabels(rootOf(report, "shop").children)).toEqual([["database", ["disk"]]]);
    expect(report.findings).toMatchObject([
      { code: "owner-cycle", names: ["Widget shop", "Widget database", "Widget disk"] },
    ]);
  });

  test("an object that owns itself is the finding owner-cycle", () => {
    expect(evaluateTree([widget("shop", ready, ownedBy("shop"))])).toEqual({ tree: [], codes: ["owner-cycle"] });
  });

  test("a tree has at most ten levels, and the finding owned-cut beyond them", () => {
    const names = ["shop", ...Array.from({ length: 14 }, (_, index) => `level-${index + 1}`)];
    const chain = names.map((name, index) => {
      const owner = names[index - 1];
      return widget(name, ready, owner === undefined ? {} : ownedBy(owner));
    });
    const { tree, codes } = evaluateTree(chain);
    expect(codes).toEqual(["owned-cut"]);
    expect(JSON.stringify(tree)).toContain('"level-10"');
    expect(JSON.stringify(tree)).not.toContain('"level-11"');
  });

  test("owner references without an owner are ignored", () => {
    const objects = [
      widget("shop", ready),
      widget("database", ready, { ownerReferences: ["shop", null, {}, { kind: "Widget" }, 7] }),
      widget("cache", ready, { ownerReferences: "shop" }),
    ];
    expect(evaluateTree(objects).tree).toEqual([]);
  });
});

describe("a tree of random owners ends", () => {
  test.for(Array.from({ length: 60 }, (_, seed) => seed))(
    "seed %i: each object stands at most once in the tree",
    (seed) => {
      const random = randomIntegersFrom(seed);
      const size = 2 + random(30);
      const names = Array.from({ length: size }, (_, index) => (index === 0 ? "shop" : `widget-${index}`));
      const objects = names.map((name) => {
        const owners = Array.from({ length: random(4) }, () => names[random(size)] ?? "shop");
        return widget(name, ready, ownedBy(...owners));
      });
      const { children } = rootOf(reportOf(objects, { tree: true }), "shop");
      const labels = listLabels(children).flat(Number.POSITIVE_INFINITY);
      expect(new Set(labels).size).toBe(labels.length);
      expect(labels).not.toContain("shop");
    },
  );
});
