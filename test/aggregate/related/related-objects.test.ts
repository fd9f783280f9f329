import { describe, expect, test } from "vitest";
import { findRelatedObjects, listRelatedFindings } from "../../../shared/aggregate/related/related-objects.ts";
import { planRelatedLists, planRelatedMetadata } from "../../../shared/aggregate/related/related-plan.ts";
import { indexSnapshot } from "../../../shared/aggregate/snapshot/object-index.ts";
import { readRecordedReferences } from "../../../shared/aggregate/snapshot/recorded-references.ts";
import type { Related } from "../../../shared/model/report.ts";
import type { Query, Reading } from "../../../shared/model/snapshot.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { randomIntegersFrom } from "../../random.ts";
import { clusterSnapshot } from "../cluster-snapshot.ts";

type Entry = Readonly<Record<string, unknown>>;

function entry(kind: string, name: string, more: Entry = {}): Entry {
  return { apiVersion: "v1", kind, namespace: "n", name, uid: `${name}-uid`, resourceVersion: "1", ...more };
}

function readReferences(entries: readonly unknown[]) {
  return readRecordedReferences({ status: { relatedObjects: entries } }).objects;
}

const configMaps: Query = {
  verb: "list",
  group: "",
  kind: "ConfigMap",
  plural: "configmaps",
  versions: ["v1"],
  namespaced: true,
  namespace: "n",
};

function config(name: string, uid: string, resourceVersion: string) {
  return toObject({ apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "n", uid, resourceVersion } });
}

function states(entries: readonly unknown[], readings: readonly Reading[]): readonly Related["state"][] {
  return findRelatedObjects(readReferences(entries), indexSnapshot(clusterSnapshot(readings))).map(
    ({ state }) => state,
  );
}

describe("an entry beside what was read", () => {
  const objects = [config("a", "a-uid", "1"), config("b", "b-uid", "2"), config("c", "another", "1")];
  const found: Reading = { query: configMaps, outcome: "found", objects };
  const rows: readonly [rule: string, entry: Entry, readings: readonly Reading[], state: Related["state"]][] = [
    ["same uid, same resourceVersion", entry("ConfigMap", "a"), [found], "same"],
    ["another resourceVersion", entry("ConfigMap", "b"), [found], "changed"],
    ["another uid", entry("ConfigMap", "c"), [found], "replaced"],
    ["an entry that is not in a complete list", entry("ConfigMap", "d"), [found], "gone"],
    [
      "metadata alone is enough",
      entry("ConfigMap", "a"),
      [{ ...found, query: { ...configMaps, metadataOnly: true } }],
      "same",
    ],
    ["it was not read", entry("ConfigMap", "a"), [], "unread"],
    ["another namespace was looked at", entry("ConfigMap", "a", { namespace: "m" }), [found], "unread"],
    ["a refusal", entry("ConfigMap", "a"), [{ query: configMaps, outcome: "forbidden", cause: "no" }], "forbidden"],
    [
      "a kind that is not there",
      entry("ConfigMap", "a"),
      [{ query: configMaps, outcome: "noSuchKind", cause: "no" }],
      "noSuchKind",
    ],
    ["recorded in another version of the API", entry("ConfigMap", "a", { apiVersion: "v2" }), [found], "same"],
    ["no resourceVersion recorded", entry("ConfigMap", "b", { resourceVersion: undefined }), [found], "same"],
    [
      "a namespace recorded for what has none",
      entry("Namespace", "n"),
      [
        {
          query: {
            verb: "list",
            group: "",
            kind: "Namespace",
            plural: "namespaces",
            versions: ["v1"],
            namespaced: false,
          },
          outcome: "found",
          objects: [
            toObject({
              apiVersion: "v1",
              kind: "Namespace",
              metadata: { name: "n", uid: "n-uid", resourceVersion: "1" },
            }),
          ],
        },
      ],
      "same",
    ],
    ["by resource", { group: "", resource: "configmaps", namespace: "n", name: "b" }, [found], "same"],
    ["by resource, all of them", { group: "", resource: "configmaps", namespace: "n", name: "" }, [found], "same"],
    [
      "by resource, all of none",
      { group: "", resource: "configmaps", namespace: "n", name: "" },
      [{ ...found, objects: [] }],
      "same",
    ],
    [
      "by resource, all of a refused kind",
      { group: "", resource: "configmaps", namespace: "n", name: "" },
      [{ query: configMaps, outcome: "forbidden", cause: "no" }],
      "forbidden",
    ],
    [
      "by a resource that no table knows and discovery found",
      { group: "acme.io", resource: "gadgets", name: "g" },
      [
        {
          query: { verb: "list", group: "acme.io", kind: "gadgets", plural: "", versions: [], namespaced: false },
          outcome: "found",
          objects: [toObject({ apiVersion: "acme.io/v1", kind: "Gadget", metadata: { name: "g" } })],
        },
      ],
      "same",
    ],
    [
      "the same, gone",
      { group: "acme.io", resource: "gadgets", name: "h" },
      [
        {
          query: { verb: "list", group: "acme.io", kind: "gadgets", plural: "", versions: [], namespaced: false },
          outcome: "found",
          objects: [toObject({ apiVersion: "acme.io/v1", kind: "Gadget", metadata: { name: "g" } })],
        },
      ],
      "gone",
    ],
  ];
  test.for(rows)("%s", ([, one, readings, state]) => {
    expect(states([one], readings)).toEqual([state]);
  });

  test("both versions are shown", () => {
    expect(
      findRelatedObjects(readReferences([entry("ConfigMap", "b")]), indexSnapshot(clusterSnapshot([found]))),
    ).toEqual([
      {
        ref: { group: "", version: "v1", kind: "ConfigMap", namespace: "n", name: "b" },
        recorded: { uid: "b-uid", resourceVersion: "1" },
        current: { uid: "b-uid", resourceVersion: "2" },
        state: "changed",
      },
    ]);
  });

  test("an entry twice is there twice; one without kind or name is skipped and counted", () => {
    const entries = [
      entry("ConfigMap", "a"),
      entry("ConfigMap", "a"),
      { kind: "ConfigMap" },
      { name: "a" },
      null,
      3,
      "x",
    ];
    expect(readRecordedReferences({ status: { relatedObjects: entries } })).toMatchObject({
      objects: [{}, {}],
      unusable: 5,
      isOdd: false,
    });
  });

  test.for([["text"], [{ a: 1 }], [7]])("a field that is %j is odd and empty", ([field]) => {
    expect(readRecordedReferences({ status: { relatedObjects: field } })).toEqual({
      objects: [],
      unusable: 0,
      isOdd: true,
    });
  });

  test.for([[undefined], [null]])("a field that is %j is only empty", ([field]) => {
    expect(readRecordedReferences({ status: { relatedObjects: field } })).toEqual({
      objects: [],
      unusable: 0,
      isOdd: false,
    });
  });
});

describe("what is gone or replaced is a finding", () => {
  const about = { group: "", kind: "HyperConverged", name: "h" };
  const odd = { unusable: 0, isOdd: false };
  function absentObjects(count: number): readonly Related[] {
    return Array.from({ length: count }, (_, i) => ({
      ref: { group: "", kind: "ConfigMap", name: `c${i}` },
      recorded: { uid: "", resourceVersion: "" },
      state: "gone",
    }));
  }

  test("up to three one by one", () => {
    expect(listRelatedFindings(about, odd, absentObjects(3), false)).toHaveLength(3);
  });

  test("more of them together, with their number and the first ten names", () => {
    const [finding, ...more] = listRelatedFindings(about, odd, absentObjects(40), false);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ code: "related-object", state: "gone", count: 40 });
    expect(finding?.code === "related-object" && finding.others).toHaveLength(9);
  });

  test("an object that is recorded twice is reported once", () => {
    expect(listRelatedFindings(about, odd, [...absentObjects(1), ...absentObjects(1)], false)).toHaveLength(1);
  });

  test("while the owner is being deleted a deleted object is expected", () => {
    expect(listRelatedFindings(about, odd, absentObjects(3), true)).toEqual([]);
  });
});

describe("every entry is requested", () => {
  test("a list per kind and namespace, of metadata, in the recorded version first, and none of Secrets", () => {
    const entries = [
      entry("ConfigMap", "a"),
      entry("ConfigMap", "b"),
      entry("Secret", "s"),
      entry("ConfigMap", "c", { namespace: "m" }),
      { apiVersion: "apps/v1beta1", kind: "Deployment", namespace: "n", name: "h" },
    ];
    expect(planRelatedMetadata(readReferences(entries), [], clusterSnapshot([]))).toEqual([
      { ...configMaps, metadataOnly: true },
      { ...configMaps, namespace: "m", metadataOnly: true },
      {
        verb: "list",
        group: "apps",
        kind: "Deployment",
        plural: "deployments",
        versions: ["v1beta1", "v1"],
        namespaced: true,
        namespace: "n",
        metadataOnly: true,
      },
    ]);
  });

  test("a kind that no table knows is left to discovery", () => {
    const [query] = planRelatedMetadata(
      readReferences([entry("Gadget", "g", { apiVersion: "acme.io/v1" })]),
      [],
      clusterSnapshot([]),
    );
    expect(query).toMatchObject({
      group: "acme.io",
      kind: "Gadget",
      plural: "",
      versions: ["v1"],
      namespace: "n",
      metadataOnly: true,
    });
  });

  test("a resource that no table knows too, by its plural", () => {
    const [query] = planRelatedMetadata(
      readReferences([{ group: "acme.io", resource: "gadgets", name: "g" }]),
      [],
      clusterSnapshot([]),
    );
    expect(query).toMatchObject({ group: "acme.io", kind: "gadgets", plural: "", namespaced: false });
  });

  test("a kind without namespaces has one list, whatever the entries say", () => {
    const entries = [
      entry("ClusterRole", "a", { apiVersion: "rbac.authorization.k8s.io/v1" }),
      entry("ClusterRole", "b", { apiVersion: "rbac.authorization.k8s.io/v1", namespace: "m" }),
    ];
    expect(planRelatedMetadata(readReferences(entries), [], clusterSnapshot([]))).toMatchObject([
      { plural: "clusterroles" },
    ]);
  });

  test("what is listed anyhow in that namespace, or in all, is not listed again", () => {
    const entries = readReferences([entry("ConfigMap", "a")]);
    const { namespace: _namespace, ...everywhere } = configMaps;
    expect(planRelatedMetadata(entries, [configMaps], clusterSnapshot([]))).toEqual([]);
    expect(planRelatedMetadata(entries, [everywhere], clusterSnapshot([]))).toEqual([]);
    expect(planRelatedMetadata(entries, [{ ...configMaps, namespace: "m" }], clusterSnapshot([]))).toHaveLength(1);
    expect(planRelatedMetadata(entries, [{ ...configMaps, labelSelector: "a=b" }], clusterSnapshot([]))).toHaveLength(
      1,
    );
  });

  test("a list of all namespaces that was refused stands for nothing", () => {
    const { namespace: _namespace, ...everywhere } = configMaps;
    const refused = clusterSnapshot([{ query: everywhere, outcome: "forbidden", cause: "no" }]);
    expect(planRelatedMetadata(readReferences([entry("ConfigMap", "a")]), [everywhere], refused)).toHaveLength(1);
  });

  test("a kind in more than ten namespaces is one list over all, and one for each where that is refused", () => {
    const entries = readReferences(
      Array.from({ length: 11 }, (_, i) => entry("ConfigMap", "a", { namespace: `n${i}` })),
    );
    const [all, ...others] = planRelatedMetadata(entries, [], clusterSnapshot([]));
    expect([all?.namespace, others]).toEqual([undefined, []]);
    const refused = clusterSnapshot([
      { query: { ...configMaps, namespace: undefined as never }, outcome: "forbidden", cause: "no" },
    ]);
    expect(planRelatedMetadata(entries, [], refused)).toHaveLength(12);
  });

  test("5,000 entries of 24 kinds are 24 lists", () => {
    const kinds = Array.from({ length: 24 }, (_, i) => `Kind${i}`);
    const entries = Array.from({ length: 5000 }, (_, i) =>
      entry(kinds[i % 24] ?? "", `o${i}`, { apiVersion: "acme.io/v1" }),
    );
    expect(planRelatedMetadata(readReferences(entries), [], clusterSnapshot([]))).toHaveLength(24);
  });
});

describe("whatever is recorded", () => {
  const kinds = ["ConfigMap", "Secret", "Gadget", "ClusterRole", "Node"];
  test.for(Array.from({ length: 40 }, (_, seed) => seed))(
    "seed %i: as many lists as kinds and namespaces, and one state per entry",
    (seed) => {
      const random = randomIntegersFrom(seed);
      const entries = Array.from({ length: random(60) }, (_, i) =>
        entry(kinds[random(kinds.length)] ?? "", `o${random(9)}`, {
          namespace: `n${random(4)}`,
          apiVersion: random(2) === 0 ? "v1" : "acme.io/v1",
          ...(i % 7 === 0 && { uid: "" }),
        }),
      );
      const all = readReferences(entries);
      const lists = planRelatedLists(all, clusterSnapshot([]));
      const isPlaced = ({ group, kind }: { group: string; kind: string }) => !(group === "" && kind === "Node");
      const listed = all.filter(({ ref }) => ref.group !== "" || ref.kind !== "Secret");
      const places = new Set(listed.map(({ ref }) => `${ref.group}/${ref.kind}/${isPlaced(ref) ? ref.namespace : ""}`));
      expect(lists).toHaveLength(places.size);
      const readings = lists.map((query): Reading => {
        const outcome = random(4);
        if (outcome === 0) return { query, outcome: "forbidden", cause: "no" };
        if (outcome === 1) return { query, outcome: "noSuchKind", cause: "no" };
        if (outcome === 2) return { query, outcome: "unread", cause: "late" };
        return { query, outcome: "found", objects: [] };
      });
      const related = findRelatedObjects(all, indexSnapshot(clusterSnapshot(readings)));
      expect(related.map(({ ref }) => ref)).toEqual(all.map(({ ref }) => ref));
      for (const { state } of related) expect(["gone", "forbidden", "noSuchKind", "unread"]).toContain(state);
    },
  );
});
