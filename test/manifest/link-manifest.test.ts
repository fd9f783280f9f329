import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { isKnownKind } from "../../shared/aggregate/snapshot/known-kind.ts";
import { listObjectsToFollow, maxRequestedObjects } from "../../shared/manifest/followed-objects.ts";
import { linkManifest } from "../../shared/manifest/link-manifest.ts";
import type { PlacePhase } from "../../shared/model/connection-phase.ts";
import type { KnownPlace, ManifestLink } from "../../shared/model/manifest/link.ts";
import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import type { Query, Reading, Snapshot } from "../../shared/model/snapshot.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { readGoldenCase } from "../golden/recorded.ts";

/** A document as the parser finds it: `apiVersion kind namespace/name`; no slash is no namespace. */
function document(words: string, more: Partial<ManifestObject> = {}): ManifestObject {
  const [apiVersion = "", kind = "", place = ""] = words.split(" ");
  const [group, version] = apiVersion.includes("/") ? apiVersion.split("/") : ["", apiVersion];
  const [namespace, name] = place.includes("/") ? place.split("/") : [undefined, place];
  const span = { start: 0, end: 0 };
  return {
    group: group ?? "",
    version: version ?? "",
    kind,
    ...(namespace !== undefined && { namespace }),
    ...(name !== undefined && name !== "" && { name }),
    state: "named",
    whole: span,
    spans: { kind: span },
    ...more,
  } as ManifestObject;
}

/** Everything that is known where a case was read. */
function knownPlace(sentence: string, more: Partial<KnownPlace> = {}): KnownPlace {
  const snapshot = readGoldenCase(sentence);
  return { place: cluster(), phase: "shown", snapshot, report: aggregate(snapshot), ...more };
}

function cluster(...namespaces: readonly string[]): KnownPlace["place"] {
  return { kind: "cluster", namespaces };
}

function readingWith(query: Partial<Query>, answer: Partial<Reading>): Reading {
  const whole: Query = { verb: "list", group: "", kind: "", plural: "", versions: ["v1"], namespaced: true, ...query };
  return { query: whole, outcome: "found", objects: [], ...answer } as Reading;
}

function snapshotOf(...readings: readonly Reading[]): Snapshot {
  return { source: { kind: "cluster", name: "x" }, takenAt: "2026-11-21T12:00:00Z", readings, damage: [] };
}

function widget(name: string, namespace: string, version = "v1"): KubeObject {
  return toObject({ apiVersion: `example.org/${version}`, kind: "Widget", metadata: { name, namespace } });
}

const widgets = { group: "example.org", kind: "Widget" };
const hyperConverged = "hco.kubevirt.io/v1 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged";

/** The state and what tells it apart. */
function describeLink(link: ManifestLink): string {
  switch (link.state) {
    case "linked":
      return `linked ${link.node?.role ?? "-"} ${link.node?.verdict ?? "-"} below ${link.root?.label ?? "-"}`;
    case "absent":
      return `absent in ${link.searchedNamespaces.join(", ") || "all"}`;
    case "several":
      return `several in ${link.refs.map(({ namespace }) => namespace).join(", ")}`;
    default:
      return link.state;
  }
}

describe("a document is tied to what a real cluster says of it", () => {
  const unhealthyCase = "kubevirt-was-deleted-and-the-cr-reports-healthy";
  const rows: readonly (readonly [rule: string, sentence: string, document: string, expected: string])[] = [
    ["a root by its namespace", unhealthyCase, hyperConverged, "linked root unavailable below kubevirt-hyperconverged"],
    [
      "its version is no part of its identity",
      unhealthyCase,
      "hco.kubevirt.io/v1beta1 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged",
      "linked root unavailable below kubevirt-hyperconverged",
    ],
    [
      "without a namespace it is the only match",
      unhealthyCase,
      "hco.kubevirt.io/v1 HyperConverged kubevirt-hyperconverged",
      "linked root unavailable below kubevirt-hyperconverged",
    ],
    [
      "a component below the root, whatever namespace is written where there is none",
      unhealthyCase,
      "cdi.kubevirt.io/v1beta1 CDI anywhere/cdi-kubevirt-hyperconverged",
      "linked component healthy below kubevirt-hyperconverged",
    ],
    [
      "a component that a complete answer leaves out is absent",
      unhealthyCase,
      "kubevirt.io/v1 KubeVirt kubevirt-hyperconverged/kubevirt-kubevirt-hyperconverged",
      "absent in kubevirt-hyperconverged",
    ],
    [
      "another name in a complete list is absent",
      unhealthyCase,
      "hco.kubevirt.io/v1 HyperConverged kubevirt-hyperconverged/other",
      "absent in kubevirt-hyperconverged",
    ],
    [
      "without a namespace that is absent everywhere",
      unhealthyCase,
      "hco.kubevirt.io/v1 HyperConverged other",
      "absent in all",
    ],
    [
      "the same kind in another group is another kind",
      unhealthyCase,
      "hco.example.org/v1 HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged",
      "unread",
    ],
    [
      "a kind that the server does not know",
      "the-crd-of-hyperconverged-is-not-installed",
      hyperConverged,
      "noSuchKind",
    ],
    ["a kind that the user may not list", "listing-hyperconvergeds-is-forbidden", hyperConverged, "forbidden"],
    [
      "a component that may not be read",
      "components-are-forbidden-and-the-cr-names-its-last-writer",
      "cdi.kubevirt.io/v1beta1 CDI cdi-kubevirt-hyperconverged",
      "forbidden",
    ],
    ["nothing there at all", "no-hyperconverged-exists", hyperConverged, "absent in kubevirt-hyperconverged"],
    ["an object that was not requested", unhealthyCase, "example.org/v1 Widget a/b", "unread"],
    ["an object of configuration, which is never followed", unhealthyCase, "v1 ConfigMap a/b", "notFollowed"],
    ["a Secret is never asked for", unhealthyCase, "v1 Secret a/b", "notFollowed"],
    [
      "what is not in a file is not absent",
      "an-upgrade-in-a-file-without-cdi-is-unknown",
      "cdi.kubevirt.io/v1beta1 CDI cdi-kubevirt-hyperconverged",
      "unread",
    ],
  ];
  test.for(rows)("%s", ([, sentence, words, expected]) => {
    expect(describeLink(linkManifest(document(words), knownPlace(sentence)))).toBe(expected);
  });

  test("a workload below a component is tied to its node, and to the object that was read", () => {
    const place = knownPlace("cdi-without-a-hyperconverged-crashes");
    const link = linkManifest(document("apps/v1 Deployment cdi/cdi-deployment"), place);
    expect(link).toMatchObject({
      state: "linked",
      node: { role: "workload" },
      object: { ref: { kind: "Deployment" } },
    });
  });

  test("only a healthy root has its warnings counted", () => {
    const place = knownPlace("a-json-patch-changes-cdi-of-a-healthy-hyperconverged");
    expect(linkManifest(document(hyperConverged), place)).toMatchObject({ state: "linked", warningCount: 1 });
    expect(
      linkManifest(document(hyperConverged), knownPlace("kubevirt-is-down-and-cdi-is-degraded")),
    ).not.toHaveProperty("warningCount");
  });

  test("what only open documents name stands outside the tree", () => {
    const sentence = "cdi-without-a-hyperconverged-crashes";
    const { report = aggregate(readGoldenCase(sentence)), ...place } = knownPlace(sentence);
    const words = document("apps/v1 Deployment cdi/cdi-deployment");
    expect(linkManifest(words, { ...place, report })).not.toHaveProperty("isOutsideTree");
    expect(linkManifest(words, { ...place, named: report })).toMatchObject({ isOutsideTree: true });
  });

  test("a refusal has what was requested", () => {
    const link = linkManifest(document(hyperConverged), knownPlace("listing-hyperconvergeds-is-forbidden"));
    expect(link).toMatchObject({ state: "forbidden", asked: { verb: "list", kind: "HyperConverged" } });
    expect(link.state === "forbidden" && link.cause).toMatch(/forbidden|cannot list/);
  });
});

describe("what a document does not define is reported", () => {
  test.for(["generateName", "unnamed", "template", "patch"] as const)("%s", (state) => {
    const words = document(hyperConverged, { state });
    expect(linkManifest(words, knownPlace("no-hyperconverged-exists"))).toEqual({ state });
  });
});

describe("a source that cannot be read reports why, and its earlier report stays", () => {
  const phases: readonly PlacePhase[] = [
    "untrusted",
    "paused",
    "noKubeconfig",
    "noContext",
    "unusable",
    "connecting",
    "authRequired",
    "unreachable",
  ];
  test.for(phases)("%s", (phase) => {
    expect(linkManifest(document(hyperConverged), { place: cluster(), phase })).toEqual({ state: phase });
    const before = knownPlace("kubevirt-was-deleted-and-the-cr-reports-healthy", { phase });
    expect(linkManifest(document(hyperConverged), before).state).toBe("linked");
    expect(linkManifest(document("example.org/v1 Widget a/b"), before)).toEqual({ state: phase });
  });

  test.for<readonly [PlacePhase, string, string]>([
    ["noSuchKind", hyperConverged, "noSuchKind"],
    ["noSuchKind", "example.org/v1 Widget a/b", "unread"],
    ["noSuchKind", "v1 ConfigMap a/b", "notFollowed"],
    ["forbidden", hyperConverged, "forbidden"],
    ["empty", hyperConverged, "unread"],
    ["shown", hyperConverged, "unread"],
  ])("%s, nothing read: %s is %s", ([phase, words, state]) => {
    expect(linkManifest(document(words), { place: cluster(), phase }).state).toBe(state);
  });

  test("while it connects, what was answered already stands", () => {
    const snapshot = snapshotOf(readingWith(widgets, { outcome: "found" }));
    const link = linkManifest(document("example.org/v1 Widget a/b"), {
      place: cluster(),
      phase: "connecting",
      snapshot,
    });
    expect(describeLink(link)).toBe("absent in a");
  });
});

describe("a namespace that is not written is one that is followed, the context's, or that of the only match", () => {
  const snapshotOfNamespaces = (...namespaces: readonly string[]): Snapshot =>
    snapshotOf(
      readingWith(widgets, { outcome: "found", objects: namespaces.map((namespace) => widget("w", namespace)) }),
    );
  const rows: readonly (readonly [
    rule: string,
    place: Partial<KnownPlace>,
    there: readonly string[],
    expected: string,
  ])[] = [
    ["the context's own before any other", { namespace: "b" }, ["a", "b", "default"], "linked b"],
    ["default where the context has none", {}, ["a", "b", "default"], "linked default"],
    ["the only match", { namespace: "c" }, ["a"], "linked a"],
    ["two others", { namespace: "c" }, ["a", "b"], "several"],
    ["one that is followed", { place: cluster("a"), namespace: "b" }, ["a", "b"], "linked a"],
    ["two that are followed", { place: cluster("a", "b") }, ["a", "b", "c"], "several"],
    ["a gather has no usual namespace", { place: { kind: "files", path: "/g" } }, ["a", "default"], "several"],
    ["none of them", { namespace: "c" }, [], "absent"],
  ];
  test.for(rows)("%s", ([, place, there, expected]) => {
    const link = linkManifest(document("example.org/v1 Widget w"), {
      place: cluster(),
      phase: "shown",
      snapshot: snapshotOfNamespaces(...there),
      ...place,
    });
    expect(link.state === "linked" ? `linked ${link.ref.namespace}` : link.state).toBe(expected);
  });

  test("several are in the order in which each was read last", () => {
    const link = linkManifest(document("example.org/v1 Widget w"), {
      place: cluster(),
      phase: "shown",
      snapshot: snapshotOfNamespaces("a", "b"),
      namedSnapshot: snapshotOfNamespaces("a"),
    });
    expect(describeLink(link)).toBe("several in b, a");
  });
});

describe("only an answer that covers an object says that it is absent", () => {
  const a = { ...widgets, namespace: "a" };
  const rows: readonly (readonly [
    rule: string,
    readings: readonly Reading[],
    places: readonly string[],
    expected: string,
  ])[] = [
    ["a list of its namespace", [readingWith(a, {})], [], "absent in a"],
    ["a list of another namespace", [readingWith({ ...a, namespace: "b" }, {})], [], "unread"],
    ["a list by labels", [readingWith({ ...widgets, labelSelector: "x=y" }, {})], [], "unread"],
    ["a list by its name", [readingWith({ ...widgets, fieldSelector: "metadata.name=w" }, {})], [], "absent in a"],
    ["a list by another name", [readingWith({ ...widgets, fieldSelector: "metadata.name=v" }, {})], [], "unread"],
    ["its own question", [readingWith({ ...a, verb: "get", name: "w" }, { outcome: "absent" })], [], "absent in a"],
    [
      "its own question, whatever was refused besides",
      [
        readingWith(widgets, { outcome: "forbidden", cause: "no" }),
        readingWith({ ...a, verb: "get", name: "w" }, { outcome: "absent" }),
      ],
      [],
      "absent in a",
    ],
    ["a refusal", [readingWith(widgets, { outcome: "forbidden", cause: "no" })], [], "forbidden"],
    ["a failure", [readingWith(widgets, { outcome: "unread", cause: "timeout" })], [], "unread"],
    [
      "a kind that is missing elsewhere is missing here",
      [readingWith({ ...a, namespace: "b" }, { outcome: "noSuchKind", cause: "no" })],
      [],
      "noSuchKind",
    ],
  ];
  test.for(rows)("%s", ([, readings, places, expected]) => {
    const place = { place: cluster(...places), phase: "shown", snapshot: snapshotOf(...readings) } as const;
    expect(describeLink(linkManifest(document("example.org/v1 Widget a/w"), place))).toBe(expected);
  });

  test("of several namespaces all must say so", () => {
    const one = [readingWith(a, {}), readingWith({ ...a, namespace: "b" }, { outcome: "forbidden", cause: "no" })];
    const placeWith = (...readings: readonly Reading[]): KnownPlace => ({
      place: cluster("a", "b"),
      phase: "shown",
      snapshot: snapshotOf(...readings),
    });
    const words = document("example.org/v1 Widget w");
    expect(describeLink(linkManifest(words, placeWith(...one)))).toBe("forbidden");
    expect(
      describeLink(linkManifest(words, placeWith(readingWith(a, {}), readingWith({ ...a, namespace: "b" }, {})))),
    ).toBe("absent in a, b");
  });

  test("metadata alone says that it is there, and no more", () => {
    const snapshot = snapshotOf(readingWith({ ...widgets, metadataOnly: true }, { objects: [widget("w", "a")] }));
    const link = linkManifest(document("example.org/v1 Widget a/w"), { place: cluster(), phase: "shown", snapshot });
    expect(link).toEqual({ state: "linked", ref: expect.objectContaining({ name: "w", namespace: "a" }) });
  });

  test("what open documents name counts like the roots", () => {
    const namedSnapshot = snapshotOf(readingWith(a, { objects: [widget("w", "a")] }));
    const link = linkManifest(document("example.org/v1 Widget a/w"), {
      place: cluster(),
      phase: "empty",
      namedSnapshot,
    });
    expect(link).toMatchObject({ state: "linked", object: { ref: { name: "w" } } });
  });
});

describe("another version is reported, and whether the server serves it", () => {
  const definition = (...served: readonly string[]): Reading =>
    readingWith(
      { group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" },
      {
        objects: [
          toObject({
            apiVersion: "apiextensions.k8s.io/v1",
            kind: "CustomResourceDefinition",
            metadata: { name: "widgets.example.org" },
            spec: {
              group: "example.org",
              names: { kind: "Widget" },
              versions: ["v1alpha1", "v1", "v2"].map((name) => ({ name, served: served.includes(name) })),
            },
          }),
        ],
      },
    );
  const read = (versions: readonly string[], version: string, more: Partial<Reading> = {}): Reading =>
    readingWith({ ...widgets, versions }, { objects: [widget("w", "a", version)], ...more });
  const rows: readonly (readonly [rule: string, file: string, readings: readonly Reading[], isServed: unknown])[] = [
    ["no response says whether it is served", "v1alpha1", [read(["v1"], "v1")], undefined],
    ["requested without success before the one that was read", "v2", [read(["v2", "v1"], "v1")], false],
    ["could not be read, which is another thing", "v2", [read(["v2", "v1"], "v1", { warning: "webhook" })], undefined],
    ["its definition serves it", "v1alpha1", [read(["v1"], "v1"), definition("v1", "v1alpha1")], true],
    ["its definition does not serve it any more", "v1alpha1", [read(["v1"], "v1"), definition("v1")], false],
    ["its definition does not name it", "v3", [read(["v1"], "v1"), definition("v1")], false],
  ];
  test.for(rows)("%s", ([, file, readings, isServed]) => {
    const place = { place: cluster(), phase: "shown", snapshot: snapshotOf(...readings) } as const;
    const link = linkManifest(document(`example.org/${file} Widget a/w`), place);
    const differs = { file, read: "v1", ...(isServed !== undefined && { isServed }) };
    expect(link).toMatchObject({ state: "linked", versionDiffers: differs });
    expect(linkManifest(document("example.org/v1 Widget a/w"), place)).not.toHaveProperty("versionDiffers");
  });
});

describe("two documents of one object are both tied to it, and each names the other", () => {
  const snapshot = snapshotOf(readingWith(widgets, { objects: [widget("w", "default"), widget("v", "default")] }));
  const place = { place: cluster(), phase: "shown", snapshot } as const;
  test("a namespace that is not written is the usual one", () => {
    const [first, other, second] = ["Widget w", "Widget v", "Widget default/w"].map((words) =>
      document(`example.org/v1 ${words}`),
    ) as [ManifestObject, ManifestObject, ManifestObject];
    const siblings = [first, other, second];
    const twins = siblings
      .map((one) => linkManifest(one, place, siblings))
      .map((link) => link.state === "linked" && link.twin);
    expect(twins[0]).toBe(second);
    expect(twins[1]).toBe(undefined);
    expect(twins[2]).toBe(first);
  });

  test("ten thousand documents of one name cost no more than ten thousand", () => {
    const siblings = Array.from({ length: 10_000 }, () => document("example.org/v1 Widget w"));
    const links = siblings.map((one) => linkManifest(one, place, siblings));
    expect(links.every((link) => link.state === "linked" && link.twin !== undefined)).toBe(true);
  });
});

describe("only the kinds of a profile may start contact with a cluster", () => {
  test.for<readonly [string, boolean]>([
    ["hco.kubevirt.io/v1 HyperConverged a", true],
    ["hco.kubevirt.io/v1beta1 HyperConverged a", true],
    ["kubevirt.io/v1 KubeVirt a", true],
    ["app.k8s.io/v1beta1 Application a", true],
    ["greenhouse.sap/v1alpha1 Plugin a", true],
    ["example.org/v1 HyperConverged a", false],
    ["apps/v1 Deployment a", false],
    ["example.org/v1 Widget a", false],
  ])("%s: %s", ([words, isKnown]) => {
    expect(isKnownKind(document(words))).toBe(isKnown);
  });
});

describe("what open documents name is requested, within bounds", () => {
  const names = (words: readonly string[], place = cluster()): readonly string[] =>
    listObjectsToFollow(
      words.map((each) => document(each)),
      { place },
    ).map(({ kind, namespace, name }) => `${kind.kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`);
  const rows: readonly (readonly [rule: string, documents: readonly string[], asked: readonly string[]])[] = [
    ["never a Secret", ["v1 Secret a/b"], []],
    ["no configuration without a rule", ["v1 ConfigMap a/b", "rbac.authorization.k8s.io/v1 Role a/b"], []],
    ["a workload that a rule judges", ["apps/v1 Deployment a/b"], ["Deployment a/b"]],
    ["a custom kind", ["example.org/v1 Widget a/b"], ["Widget a/b"]],
    ["no root, for all are read anyway", [hyperConverged], []],
    ["each once", ["example.org/v1 Widget a/b", "example.org/v2 Widget a/b"], ["Widget a/b"]],
    [
      "in the order of their last documents",
      ["example.org/v1 Widget a/b", "example.org/v1 Widget a/c", "example.org/v1 Widget a/b"],
      ["Widget a/c", "Widget a/b"],
    ],
    [
      "what a profile knows first, then what a rule judges",
      ["example.org/v1 Widget a/b", "apps/v1 Deployment a/b", "cdi.kubevirt.io/v1beta1 CDI a/b"],
      ["CDI b", "Deployment a/b", "Widget a/b"],
    ],
  ];
  test.for(rows)("%s", ([, documents, asked]) => {
    expect(names(documents)).toEqual(asked);
  });

  test("a root outside the namespaces that are followed", () => {
    expect(names([hyperConverged], cluster("other"))).toEqual([
      "HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged",
    ]);
  });

  test("never more than the bound, of a cluster and of files", () => {
    const many = Array.from({ length: 100 }, (_, index) => `example.org/v1 Widget a/w${index}`);
    expect(names(many)).toHaveLength(maxRequestedObjects);
    expect(names(many, { kind: "files", path: "/x" })).toHaveLength(maxRequestedObjects);
  });

  test("no root of files, which are read whole", () => {
    expect(names([hyperConverged, "apps/v1 Deployment a/b"], { kind: "files", path: "/x" })).toEqual([
      "Deployment a/b",
    ]);
  });

  test("an object without a name cannot be requested", () => {
    expect(
      listObjectsToFollow([document("example.org/v1 Widget a/b", { state: "template" })], { place: cluster() }),
    ).toEqual([]);
  });
});
