import { describe, expect, test } from "vitest";
import { escapeCodicons } from "../../../../shared/characters/sanitize-label.ts";
import {
  listDrivingFields,
  readWrittenConditions,
  readWrittenUid,
} from "../../../../shared/manifest/driving-fields.ts";
import { linkManifest } from "../../../../shared/manifest/link-manifest.ts";
import type { KnownPlace, LinkedObject, ManifestLink } from "../../../../shared/model/manifest/link.ts";
import type { ManifestObject } from "../../../../shared/model/manifest/manifest.ts";
import type { Cause, ReportNode, RootNode } from "../../../../shared/model/report.ts";
import { parseManifest } from "../../../../shared/parse/manifest/parse-manifest.ts";
import { type AnnotatedPlace, annotatedPlace } from "../../../../shared/render/editor/annotations/annotated-place.ts";
import {
  fileBadge,
  statusBarBeside,
  statusBarText,
} from "../../../../shared/render/editor/annotations/badge-and-status-bar.ts";
import { changeNotice } from "../../../../shared/render/editor/annotations/change-notice.ts";
import { manifestDiagnostics } from "../../../../shared/render/editor/annotations/diagnostics.ts";
import { conditionText, drivenTexts } from "../../../../shared/render/editor/annotations/field-hints.ts";
import {
  inlayText,
  inlayTooltip,
  languageStatus,
} from "../../../../shared/render/editor/annotations/inlay-and-status.ts";
import { refusedDiagnostic, refusedStatus } from "../../../../shared/render/editor/annotations/refused-manifest.ts";
import { readGoldenCase } from "../../../golden/recorded.ts";
import { aggregateAndPrint } from "../../../printed.ts";
import {
  clusterMessage,
  component,
  condition,
  finding,
  hyperconverged,
  minutesAgo,
  now,
  report,
  root,
  workloadBelow,
} from "../../build.ts";

test("a file of which nothing is read has one sentence in both places", () => {
  const sentence = "HCO Status does not read this file: it has more than 120000 documents; open only the relevant part";
  expect(refusedStatus("more than 120000 documents")).toMatchObject({ text: "not read", detail: sentence });
  expect(refusedDiagnostic("more than 120000 documents")).toMatchObject({ code: "not-read", message: sentence });
});

const seconds = Date.parse(now) / 1000;

/** UTC, so that the test says the same everywhere. */
const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(11, 16);

function placeWith(part: Partial<AnnotatedPlace> = {}): AnnotatedPlace {
  const place = { kind: "cluster" } as const;
  return { ...annotatedPlace({ name: "prod", place, link: { state: "live" }, now: () => seconds }, timeOf), ...part };
}

const stale = { link: { state: "stale", until: Date.parse(minutesAgo(10)) } } as const;

function firstIn(text: string): ManifestObject {
  const [object] = parseManifest(text).objects;
  if (object === undefined) throw new Error("no object in the text");
  return object;
}

const text = `apiVersion: hco.kubevirt.io/v1beta1
kind: HyperConverged
metadata:
  name: kubevirt-hyperconverged
  namespace: kubevirt-hyperconverged
spec:
  infra: {}
  storageImport:
    insecureRegistries: []
  featureGates:
    downwardMetrics: true
status:
  conditions:
    - type: Available
      status: "True"
    - type: Degraded
      status: "False"
`;
const hyperConverged = firstIn(text);

function linkedObject(node: ReportNode, of = isRoot(node) ? node : undefined): LinkedObject {
  return { state: "linked", ref: node.ref, node, ...(of !== undefined && { root: of }) };
}

function isRoot(node: ReportNode): node is RootNode {
  return "gates" in node;
}

const cdi = component("CDI", "unavailable", "v1", { conditions: [condition("Available", "F", 14)] });
const unavailableRoot = root({ children: [component("KubeVirt", "healthy", "v1"), cdi] });
const healthyRoot = root({ children: [component("KubeVirt", "healthy", "v1")] });

describe("behind kind: the state of the object and its place; only what a user would ask about", () => {
  const rows: readonly (readonly [
    rule: string,
    link: ManifestLink,
    here: Partial<AnnotatedPlace>,
    text: string | undefined,
  ])[] = [
    ["unhealthy, with its age", linkedObject(unavailableRoot), {}, "✗ unavailable for 14m: CDI · prod"],
    ["healthy, without one", linkedObject(healthyRoot), {}, "healthy · prod"],
    ["healthy, with a warning", { ...linkedObject(healthyRoot), warningCount: 1 }, {}, "! healthy, 1 warning · prod"],
    ["a component below it", linkedObject(cdi, unavailableRoot), {}, "✗ unavailable for 14m · prod"],
    [
      "up to when, where that is not now",
      linkedObject(unavailableRoot),
      stale,
      "✗ unavailable: CDI · prod, as of 06:03",
    ],
    [
      "being deleted behind its verdict",
      linkedObject({ ...healthyRoot, deleting: true }),
      {},
      "healthy, being deleted · prod",
    ],
    [
      "suspended",
      linkedObject({ ...healthyRoot, frozen: true, verdict: "progressing" }),
      {},
      "~ progressing, suspended · prod",
    ],
    [
      "an upgrade that harms nothing",
      linkedObject(
        root({
          verdict: "progressing",
          conditions: [condition("Progressing", "T", 22)],
          gates: {
            ready: { answer: "yes", because: [] },
            upgradeable: { answer: "no", because: [] },
            upgrade: { running: true, from: "1.19.2", to: "1.20.0", waitingFor: [] },
          },
        }),
      ),
      {},
      "~ progressing for 22m · prod",
    ],
    ["there, of which no Report speaks", { state: "linked", ref: hyperconverged }, {}, "on the cluster · prod"],
    ["absent", { state: "absent", searchedNamespaces: [] }, {}, "not on the cluster · prod"],
    ["no such kind", { state: "noSuchKind", cause: "" }, {}, "kind not installed · prod"],
    ["forbidden", { state: "forbidden", cause: "" }, {}, "forbidden · prod"],
    ["several", { state: "several", refs: [] }, {}, "in several namespaces · prod"],
    ["login", { state: "authRequired" }, {}, "login needed · prod"],
    ["out of reach", { state: "unreachable" }, {}, "cluster unreachable · prod"],
    ["nobody asked to connect", { state: "paused" }, {}, undefined],
    ["a template", { state: "template" }, {}, undefined],
    ["of no interest", { state: "notFollowed" }, {}, undefined],
    ["the response has not arrived yet", { state: "connecting" }, {}, undefined],
  ];
  test.for(rows)("%s", ([, link, here, expected]) => {
    expect(inlayText(link, placeWith(here))).toBe(expected);
  });

  test.for<readonly [culprits: readonly string[], place: string, text: string]>([
    [["CDI", "AAQ"], "prod", "✗ unavailable for 14m: CDI, AAQ · prod"],
    [["CDI", "AAQ"], "admin@test", "✗ unavailable for 14m: CDI +1 · admin@test"],
    [["CDI", "AAQ", "SSP", "KubeVirt"], "p", "✗ unavailable for 14m: CDI, AAQ, SSP +1 · p"],
    [["CDI", "AAQ"], "admin@production", "✗ unavailable: CDI +1 · admin@production"],
    [["NetworkAddonsConfig", "CDI"], "admin@production", "✗ unavailable: NetworkAd… +1 · admin@…ction"],
    [["NetworkAddonsConfig", "CDI"], "c".repeat(300), "✗ unavailable: NetworkAd… +1 · cccccc…cccc…"],
  ])("as many causes as fit before the source, whose name is always there: %j on %s", ([names, place, text]) => {
    const causes = names.map((name) => ({ ...(unavailableRoot.causes[0] as Cause), component: name }));
    const of = { ...unavailableRoot, causes };
    expect(inlayText({ ...linkedObject(of), node: of, root: of }, placeWith({ name: place }))).toBe(text);
  });

  test("nothing that was not read is called healthy", () => {
    const states = ["absent", "noSuchKind", "forbidden", "unread", "several", "connecting", "unreachable"] as const;
    const links = states.map((state) => ({ state, cause: "", searchedNamespaces: [], refs: [] }) as ManifestLink);
    const reported = [...links, { state: "linked", ref: hyperconverged } as const].map((link) =>
      inlayText(link, placeWith()),
    );
    expect(reported.join("\n")).not.toMatch(/healthy/);
  });

  test("the tooltip says the cause, and whose word it is", () => {
    const place = { place: { kind: "cluster", namespaces: [] }, phase: "shown" } as const;
    const snapshot = readGoldenCase("kubevirt-was-deleted-and-the-cr-reports-healthy");
    const link = linkManifest(hyperConverged, { ...place, snapshot, report: aggregateAndPrint(snapshot) });
    expect(inlayTooltip(hyperConverged, link, placeWith({ now: snapshot.takenAt })).split("\n")).toEqual([
      expect.stringMatching(/^HyperConverged kubevirt-hyperconverged: unavailable/),
      expect.stringContaining("KubeVirt"),
      "prod · live",
      "select to show it in the tree",
    ]);
  });
});

describe("the language status says each state in its own words, with what to do about it", () => {
  const rows: readonly (readonly [
    link: ManifestLink,
    here: Partial<AnnotatedPlace>,
    text: string,
    severity: "information" | "warning",
    action: string | undefined,
  ])[] = [
    [
      linkedObject(unavailableRoot),
      {},
      "HyperConverged · unavailable for 14m | prod · live · kubevirt-hyperconverged/kubevirt-hyperc…",
      "warning",
      "reveal",
    ],
    [
      linkedObject(healthyRoot),
      {},
      "HyperConverged · healthy | prod · live · kubevirt-hyperconverged/kubevirt-hyperc…",
      "information",
      "reveal",
    ],
    [
      linkedObject(healthyRoot),
      stale,
      "HyperConverged · healthy | prod · as of 06:03, reconnecting · kubevirt-hyperconverged/kubevirt-hyperc…",
      "information",
      "reveal",
    ],
    [
      { ...linkedObject(healthyRoot), versionDiffers: { file: "v1beta1", read: "v1", isServed: false } },
      {},
      "HyperConverged · healthy | prod · live · kubevirt-hyperconverged/kubevirt-hyperc…",
      "warning",
      "reveal",
    ],
    [
      linkedObject(healthyRoot),
      { isFiles: true, link: { state: "idle" }, name: "must-gather" },
      "HyperConverged · healthy | must-gather · as collected · kubevirt-hyperconverged/kubevirt-hyperc…",
      "information",
      "reveal",
    ],
    [
      linkedObject(healthyRoot),
      { ...stale, needsLogin: true },
      "HyperConverged · healthy | prod · as of 06:03, reconnecting · kubevirt-hyperconverged/kubevirt-hyperc…",
      "warning",
      "login",
    ],
    [
      { state: "paused" },
      { link: { state: "idle" } },
      "HyperConverged · not connected | prod · not watched · kubevirt-hyperconverged/kubevirt-hyperc…",
      "information",
      "connect",
    ],
    [
      { state: "authRequired" },
      { link: { state: "authRequired" }, problem: "the token of prod has expired" },
      "HyperConverged · login needed | prod · login needed · kubevirt-hyperconverged/kubevirt-hyperc… · the token of prod has expired",
      "warning",
      "login",
    ],
    [
      { state: "authRequired" },
      { link: { state: "idle" }, needsLogin: true, isAsking: true, problem: "aws" },
      "HyperConverged · login needed | prod · not watched · kubevirt-hyperconverged/kubevirt-hyperc… · Context prod logs in by running aws; Connect runs it",
      "warning",
      "login",
    ],
    [
      { state: "unreachable" },
      { link: { state: "unreachable" } },
      "HyperConverged · cluster unreachable | prod · unreachable · kubevirt-hyperconverged/kubevirt-hyperc…",
      "warning",
      "showLog",
    ],
    [
      { state: "noContext" },
      { name: "", link: { state: "idle" } },
      "HyperConverged · no context | not watched · kubevirt-hyperconverged/kubevirt-hyperc…",
      "information",
      "pickContext",
    ],
    [
      { state: "untrusted" },
      {},
      "HyperConverged · not connected: the workspace is not trusted | prod · live · kubevirt-hyperconverged/kubevirt-hyperc…",
      "information",
      "trust",
    ],
    [
      { state: "several", refs: [] },
      {},
      "HyperConverged · in several namespaces | prod · live · kubevirt-hyperconverged/kubevirt-hyperc…",
      "information",
      "pickNamespaces",
    ],
    [
      { state: "template" },
      {},
      "HyperConverged · a template | prod · live · kubevirt-hyperconverged/kubevirt-hyperc…",
      "information",
      undefined,
    ],
  ];
  test.for(rows)("%s", ([link, here, expected, severity, action]) => {
    const status = languageStatus(hyperConverged, link, placeWith(here));
    expect(`${status.text} | ${status.spoken}`).toBe(expected);
    // The link at the end is within the 500 pixels of the popup, and the place is always readable.
    const title = status.action?.title ?? "";
    expect(`${status.text}${status.detail}${title}`.length).toBeLessThanOrEqual(78);
    expect(status.spoken.startsWith(status.detail)).toBe(true);
    expect(status.detail).toContain(placeWith(here).name);
    expect([status.severity, status.action?.id]).toEqual([severity, action]);
  });

  test("the language status is busy while a place connects", () => {
    const busy = (link: ManifestLink, here: Partial<AnnotatedPlace> = {}): boolean =>
      languageStatus(hyperConverged, link, placeWith(here)).busy;
    expect([
      busy({ state: "connecting" }),
      busy(linkedObject(healthyRoot), stale),
      busy(linkedObject(healthyRoot)),
    ]).toEqual([true, true, false]);
  });
});

describe("at the end of a line only what is unhealthy", () => {
  const lines = (of: RootNode): readonly string[] =>
    drivenTexts(listDrivingFields(hyperConverged, []), { root: of }, placeWith()).map(
      ({ path, span, text: reported }) => `${path.join(".")} at ${text.slice(span.start, span.end)}: ${reported}`,
    );

  test("a field that drives the component, at its key, and no other", () => {
    expect(lines(unavailableRoot)).toEqual([
      "spec.infra at infra: ✗ CDI unavailable for 14m (drives KubeVirt, CDI)",
      "spec.storageImport at storageImport: ✗ CDI unavailable for 14m",
    ]);
  });

  test("nothing where everything is healthy, or where nothing is known", () => {
    expect(lines(healthyRoot)).toEqual([]);
    const fields = listDrivingFields(hyperConverged, []);
    expect(fields).not.toEqual([]);
    expect(drivenTexts(fields, {}, placeWith())).toEqual([]);
  });

  test("gates are fields of their own, as a mapping and as a list", () => {
    const paths = (yaml: string): readonly string[] =>
      listDrivingFields(firstIn(`kind: HyperConverged\nmetadata: {name: x}\n${yaml}`), []).map(({ path }) =>
        path.join("."),
      );
    expect(paths("apiVersion: hco.kubevirt.io/v1beta1\nspec: {featureGates: {downwardMetrics: true}}")).toEqual([
      "spec.featureGates.downwardMetrics",
    ]);
    expect(paths("apiVersion: hco.kubevirt.io/v1\nspec: {featureGates: [{name: downwardMetrics}]}")).toEqual([
      "spec.featureGates.0",
    ]);
  });

  test("of a kind without a table a field drives the part of its name", () => {
    const object = firstIn("apiVersion: example.org/v1\nkind: App\nmetadata: {name: x}\nspec: {api: {}, web: {}}");
    expect(listDrivingFields(object, ["web-server", "web"]).map(({ path }) => path.join("."))).toEqual(["spec.web"]);
  });

  test("a component that nothing requires is no part", () => {
    const absent = { ...cdi, required: false, outcome: "absent" } as const;
    expect(lines(root({ children: [absent], verdict: "healthy" }))).toEqual([]);
  });

  test("a workload of its own is found where a cause leads to it, by its name", () => {
    const broken = workloadBelow("workload", "wasp-agent", "degraded");
    const field = {
      path: ["spec", "higherWorkloadDensity"],
      span: { start: 0, end: 1 },
      driven: { drives: [{ name: "wasp-agent", how: "places" }] },
    } as const;
    const of = root({ children: [{ ...component("Wasp", "degraded", "v1"), children: [broken] }] });
    expect(drivenTexts([field], { root: of }, placeWith())).toMatchObject([
      { text: expect.stringMatching(/^✗ wasp-agent degraded/) },
    ]);
  });

  test("a field within another one that says the same says nothing", () => {
    const driven = { drives: [{ name: "CDI", how: "deploys" }] } as const;
    const both = { ...driven, drives: [...driven.drives, { name: "KubeVirt", how: "places" }] } as const;
    const field = (path: string, of: typeof driven | typeof both) => ({
      path: path.split("."),
      span: { start: 0, end: 1 },
      driven: of,
    });
    const fields = [
      field("spec.a", driven),
      field("spec.a.enable", driven),
      field("spec.a.nodes", both),
      field("spec.ab", driven),
    ];
    const reported = drivenTexts(fields, { root: unavailableRoot }, placeWith()).map(({ path }) => path.join("."));
    expect(reported).toEqual(["spec.a", "spec.a.nodes", "spec.ab"]);
  });

  test("behind a condition its present value, where that is not expected", () => {
    const node = {
      ...healthyRoot,
      conditions: [condition("Available", "F", 14, "CDINotAvailable"), condition("Degraded", "F", 3)],
    };
    const reported = readWrittenConditions(hyperConverged).map(({ type, span }) => [
      text.slice(span.start, span.end),
      conditionText(type, { node }, placeWith()),
    ]);
    expect(reported).toEqual([
      ["Available", "False (CDINotAvailable) for 14m on prod"],
      ["Degraded", undefined],
    ]);
  });
});

describe("in the list of problems a warning is a fact about the file, the rest is how the cluster is", () => {
  const object = hyperConverged;
  const rows: readonly (readonly [
    rule: string,
    link: ManifestLink,
    uid: string | undefined,
    expected: readonly string[],
  ])[] = [
    ["healthy", linkedObject(healthyRoot), undefined, []],
    ["unhealthy", linkedObject(unavailableRoot), undefined, ["information unhealthy at HyperConverged"]],
    [
      "a version that is not served",
      { ...linkedObject(healthyRoot), versionDiffers: { file: "v1beta1", read: "v1", isServed: false } },
      undefined,
      ["warning version-not-served at hco.kubevirt.io/v1beta1"],
    ],
    [
      "a version of which it is unknown whether it is served",
      { ...linkedObject(healthyRoot), versionDiffers: { file: "v1beta1", read: "v1" } },
      undefined,
      ["hint version-differs at hco.kubevirt.io/v1beta1"],
    ],
    [
      "a version that is served",
      { ...linkedObject(healthyRoot), versionDiffers: { file: "v1beta1", read: "v1", isServed: true } },
      undefined,
      [],
    ],
    [
      "two documents",
      { ...linkedObject(healthyRoot), twin: object },
      undefined,
      ["warning same-object-twice at kubevirt-hyperconverged"],
    ],
    ["absent", { state: "absent", searchedNamespaces: [] }, undefined, ["hint not-on-the-cluster at HyperConverged"]],
    [
      "no such kind",
      { state: "noSuchKind", cause: "" },
      undefined,
      ["information kind-not-installed at HyperConverged"],
    ],
    ["several", { state: "several", refs: [] }, undefined, ["information several-namespaces at HyperConverged"]],
    ["the server is unreachable", { state: "unreachable" }, undefined, []],
    ["forbidden", { state: "forbidden", cause: "" }, undefined, []],
  ];
  test.for(rows)("%s", ([, link, uid, expected]) => {
    const reported = manifestDiagnostics(object, link, placeWith(), uid).map(
      ({ severity, code, span }) => `${severity} ${code} at ${text.slice(span.start, span.end)}`,
    );
    expect(reported).toEqual(expected);
  });

  test("a status that was pasted from another cluster is detected by its uid", () => {
    const pasted = firstIn(text.replace("metadata:\n", "metadata:\n  uid: 4711\n").replace("4711", '"4711"'));
    const snapshot = readGoldenCase("kubevirt-was-deleted-and-the-cr-reports-healthy");
    const known: KnownPlace = { place: { kind: "cluster", namespaces: [] }, phase: "shown", snapshot };
    const codes = (uid: string | undefined): readonly string[] =>
      manifestDiagnostics(pasted, linkManifest(pasted, known), placeWith(), uid).map(({ code }) => code);
    expect(codes(readWrittenUid(pasted))).toContain("other-uid");
    expect(codes(undefined)).not.toContain("other-uid");
  });

  test("no age is in it, so that a minute changes nothing", () => {
    const diagnosticsAfter = (minutes: number): unknown =>
      manifestDiagnostics(
        object,
        linkedObject(unavailableRoot),
        placeWith({ now: new Date(Date.parse(now) + minutes * 60_000).toISOString() }),
      );
    expect(diagnosticsAfter(5)).toEqual(diagnosticsAfter(0));
  });
});

describe("the status bar beside a manifest", () => {
  test("names the context also where all is well, and where nothing was read yet", () => {
    expect(statusBarBeside(report([healthyRoot]), placeWith())?.text).toBe("$(pass) HyperConverged healthy · prod");
    expect(statusBarBeside(report([healthyRoot, healthyRoot]), placeWith())?.text).toBe("$(pass) 2 healthy · prod");
    const warned = { findings: [finding("warning", { code: "workload-absent", component: "CDI" })] };
    expect(statusBarBeside(report([healthyRoot], warned), placeWith())?.text).toBe(
      "$(warning) HyperConverged healthy, 1 warning · prod",
    );
    expect(statusBarBeside(report([unavailableRoot]), placeWith())).toEqual(
      statusBarText(report([unavailableRoot]), placeWith()),
    );
    expect(statusBarBeside(undefined, placeWith())?.text).toBe("$(server-environment) prod");
    expect(statusBarBeside(undefined, placeWith({ name: "" }))).toBe(undefined);
    expect(statusBarBeside(report([healthyRoot]), placeWith({ name: "$(bug)" }))?.label).toBe(
      "HyperConverged healthy · $ (bug)",
    );
  });
});

describe("news: badge, status bar, message", () => {
  test("a badge has at most two characters, and says of whom and where", () => {
    expect(fileBadge([linkedObject(unavailableRoot), linkedObject(healthyRoot)], placeWith())).toEqual({
      text: "✗",
      tooltip: "kubevirt-hyperconverged unavailable since 05:59 · prod",
    });
    expect(fileBadge([linkedObject(healthyRoot), { state: "absent", searchedNamespaces: [] }], placeWith())).toBe(
      undefined,
    );
    expect(fileBadge([linkedObject(unavailableRoot)], placeWith(stale))?.tooltip).toBe(
      "kubevirt-hyperconverged unavailable since 05:59 · prod, as of 06:03",
    );
  });

  test("an object without a row in the tree offers its YAML, live or collected", () => {
    const link = { ...linkedObject(unavailableRoot), isOutsideTree: true } as const;
    expect(languageStatus(hyperConverged, link, placeWith()).action).toEqual({
      id: "openLive",
      title: "Open live YAML",
    });
    const files = { ...placeWith(), isFiles: true };
    expect(languageStatus(hyperConverged, link, files).action?.title).toBe("Open collected YAML");
    expect(inlayTooltip(hyperConverged, link, files)).toContain("select to open its collected YAML");
  });

  test("the status bar counts unhealthy objects, and has no entry without any", () => {
    const reported = statusBarText(report([unavailableRoot, healthyRoot]), placeWith());
    expect(reported).toMatchObject({
      text: "$(error) HyperConverged unavailable · prod",
      label: "HyperConverged unavailable · prod",
    });
    expect(statusBarText(report([healthyRoot]), placeWith())).toBe(undefined);
    expect(statusBarText(undefined, placeWith())).toBe(undefined);
    expect(statusBarText(report([unavailableRoot]), placeWith(stale))).toEqual({
      text: "$(error) HyperConverged unavailable · prod, as of 06:03",
      tooltip: "HyperConverged kubevirt-hyperconverged/kubevirt-hyperconverged unavailable since 05:59\nas of 06:03",
      label: "HyperConverged unavailable · prod, as of 06:03",
    });
  });

  test("the status bar names the kinds of roots that could not be read, where those that were read are healthy", () => {
    const seen = report([healthyRoot]);
    const gap = { verb: "list", group: "hco.kubevirt.io", kind: "Hyper$(zap)Converged", required: true } as const;
    const gaps = [{ ...gap, outcome: "forbidden" } as const, { ...gap, outcome: "unread" } as const];
    const unread = { ...seen, verdict: "unknown", completeness: { ...seen.completeness, gaps } } as const;
    const bar = statusBarText(unread, placeWith());
    expect(bar?.label).toBe("Hyper$ (zap)Converged not read · prod");
    expect(bar?.text).toBe(`$(question) ${bar?.label}`);
    expect(statusBarText({ ...unread, roots: [] }, placeWith())).toBe(undefined);
  });
});

describe("nothing of a cluster acts in a label", () => {
  test.for<readonly [string, string]>([
    ["$(error) x", "$ (error) x"],
    ["[x](command:y)", "[x] (command:y)"],
    ["[x](https://y)", "[x] (https://y)"],
    ["a\u001b[31mb", "a^[[31mb"],
    ["a\u202eb", "a\\u202eb"],
    ["a\nb", "a b"],
    ["x".repeat(100_000), `${"x".repeat(59)}…`],
  ])("%j", ([hostile, shown]) => {
    expect(escapeCodicons(hostile)).toBe(shown);
  });

  test("nothing acts in the name of a context or in its problem", () => {
    const here = placeWith({ name: "$(bug)[p](command:evil)", problem: "[log in](command:evil) $(key)" });
    const status = languageStatus(hyperConverged, { state: "authRequired" }, here);
    const bar = statusBarText(report([unavailableRoot]), here);
    const { notice } = changeNotice(report([healthyRoot]), report([unavailableRoot]), here, {
      level: "unhealthy",
      announced: new Map(),
    });
    for (const shown of [status.text, status.detail, bar?.label, notice?.text]) expect(shown).not.toMatch(/\$\(|\]\(/);
  });

  test("a message of 32 KiB is cut", () => {
    const loud = root({
      verdict: "degraded",
      firstCause: { path: ["x"], evidence: clusterMessage("y".repeat(32_768)) },
    });
    expect(inlayTooltip(hyperConverged, linkedObject(loud), placeWith()).length).toBeLessThan(400);
    const { notice } = changeNotice(report([healthyRoot]), report([loud]), placeWith(), {
      level: "unhealthy",
      announced: new Map(),
    });
    expect(notice?.text.length).toBeLessThan(300);
  });
});
