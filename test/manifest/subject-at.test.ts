import { describe, expect, test } from "vitest";
import { findSubject } from "../../shared/manifest/subject-at.ts";

const hyperConverged = {
  apiVersion: "hco.kubevirt.io/v1",
  kind: "HyperConverged",
  metadata: { name: "kubevirt-hyperconverged", namespace: "kubevirt-hyperconverged" },
  spec: { featureGates: [{ name: "alignCPUs" }], infra: {} },
  status: {
    conditions: [
      { type: "Available", status: "False", reason: "CDINotAvailable", message: "CDI is not available: " },
      { type: "Progressing", status: "True", reason: "CDIProgressing" },
      { type: "Degraded", status: "False", reason: "ReconcileCompleted", lastTransitionTime: "2026-11-21T06:00:00Z" },
      "no condition",
      { type: "TaintedConfiguration", status: "True", reason: "UnsupportedFeatureAnnotation" },
      { type: "Available", status: "Maybe" },
    ],
    dataImportCronTemplates: [{ status: { conditions: [{ type: "Deployed", status: "False", reason: "No" }] } }],
  },
};

function subjectOf(path: readonly (string | number)[], value: unknown = hyperConverged) {
  const { apiVersion, kind } = value as { readonly apiVersion: string; readonly kind: string };
  const [group = "", version = ""] = apiVersion.includes("/") ? apiVersion.split("/") : ["", apiVersion];
  return findSubject({ group, version, kind }, path, () => value);
}

describe("a place is about the object where the object is named", () => {
  const rows: [path: readonly (string | number)[], about: string | undefined][] = [
    [["apiVersion"], "object"],
    [["kind"], "object"],
    [["metadata", "name"], "object"],
    [["metadata", "namespace"], "object"],
    [["metadata", "generateName"], "object"],
    [["metadata"], undefined],
    [["metadata", "labels", "name"], undefined],
    [["spec"], undefined],
    [["spec", "deployment"], "field"],
    [["status"], undefined],
    [["status", "conditions"], undefined],
    [["status", "conditions", 0], "condition"],
    [["status", "conditions", 0, "message"], "condition"],
    [["status", "conditions", 3], undefined],
    [["status", "conditions", 9], undefined],
    [["status", "relatedObjects", 0, "kind"], undefined],
    [[], undefined],
  ];
  test.for(rows)("%j is about %s", ([path, about]) => {
    expect(subjectOf(path)?.about).toBe(about);
  });
});

describe("a condition in a document is evaluated by the rules of its kind", () => {
  test("HyperConverged's own: polarity, the meaning of the three together, its words", () => {
    expect(subjectOf(["status", "conditions", 0, "reason"])).toMatchObject({
      about: "condition",
      isOwn: true,
      condition: { type: "Available", status: "False", polarity: "main", abnormal: true },
      type: { of: "HyperConverged" },
      reason: { of: "HyperConverged", code: "CDINotAvailable" },
    });
    expect(subjectOf(["status", "conditions", 2])).toMatchObject({
      condition: { abnormal: false, since: "2026-11-21T06:00:00Z" },
    });
  });

  test("the three together mean something only where each is known", () => {
    const status = {
      conditions: [
        { type: "Available", status: "False" },
        { type: "Progressing", status: "False" },
        { type: "Degraded", status: "True" },
      ],
    };
    expect(subjectOf(["status", "conditions", 1], { ...hyperConverged, status })).toMatchObject({
      meaning: expect.stringMatching(/requires human intervention/),
    });
    const short = { conditions: status.conditions.slice(1) };
    expect(subjectOf(["status", "conditions", 1], { ...hyperConverged, status: short })).not.toHaveProperty("meaning");
    expect(subjectOf(["status", "conditions", 4])).not.toHaveProperty("meaning");
  });

  test("of a repeated type each entry is the one it stands on", () => {
    expect(subjectOf(["status", "conditions", 0])).toMatchObject({ condition: { status: "False" } });
    expect(subjectOf(["status", "conditions", 5])).toMatchObject({ condition: { status: "Unknown" } });
  });

  test("a component's words are the component's", () => {
    const kubevirt = {
      apiVersion: "kubevirt.io/v1",
      kind: "KubeVirt",
      metadata: { name: "x" },
      status: { conditions: [{ type: "Progressing", status: "True", reason: "UpdateInProgress" }] },
    };
    expect(subjectOf(["status", "conditions", 0], kubevirt)).toMatchObject({
      condition: { polarity: "busy" },
      type: { of: expect.stringMatching(/^KubeVirt/) },
      reason: { of: "KubeVirt" },
    });
  });

  test("another operator's reason of the same name is not taken for its own", () => {
    const thing = {
      apiVersion: "x.example/v1",
      kind: "Thing",
      metadata: { name: "x" },
      status: { conditions: [{ type: "Ready", status: "False", reason: "UpdateInProgress" }] },
    };
    const said = subjectOf(["status", "conditions", 0], thing);
    expect(said).toMatchObject({ condition: { polarity: "main", abnormal: true }, type: { of: "any object" } });
    expect(said).not.toHaveProperty("reason");
  });

  test("one deeper in the status stands for itself", () => {
    const path = ["status", "dataImportCronTemplates", 0, "status", "conditions", 0];
    expect(subjectOf(path)).toMatchObject({ isOwn: false, condition: { type: "Deployed", abnormal: true } });
  });
});

describe("whatever the document is, nothing is thrown", () => {
  const values: unknown[] = [
    { ...hyperConverged, status: null },
    { ...hyperConverged, status: { conditions: { a: 1 } } },
    { ...hyperConverged, status: { conditions: [null, 1, [], {}] } },
    { ...hyperConverged, spec: [], status: "x" },
  ];
  test.for(values)("%j", (value) => {
    for (let index = 0; index < 4; index += 1)
      expect(subjectOf(["status", "conditions", index], value)).toBeUndefined();
    expect(subjectOf(["spec", "featureGates", 0, "name"], value)?.about).toMatch(/field/);
  });
});
