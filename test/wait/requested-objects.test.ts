import { describe, expect, test } from "vitest";
import type { RequestedKind } from "../../shared/aggregate/snapshot/queries.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { ReadGap, Report, RootNode } from "../../shared/model/report.ts";
import { finding, hyperconverged, minutesAgo, namespace, refOf, root } from "../render/build.ts";
import {
  type Asked,
  aboutCdi,
  aboutHyperConverged,
  cdi,
  evaluateRoots,
  healthyRoot,
  label,
  shortFinding,
  unhealthyCdi,
} from "./waited-root.ts";

describe("a requested object that is missing blocks the goal", () => {
  const kind = {
    group: hyperconverged.group,
    kind: "HyperConverged",
    plural: "hyperconvergeds",
    versions: [],
    namespaced: true,
  };
  const cdis = { group: "cdi.kubevirt.io", kind: "CDI", plural: "cdis", versions: [], namespaced: false };
  const missingObject = (more: object = {}, wasFound = false): object => ({
    code: "missing-object",
    about: { group: hyperconverged.group, kind: "HyperConverged", name: "", ...more },
    ...(wasFound && { wasFound }),
  });
  const alone = root({ profile: "generic", ref: refOf("CDI"), label: "cdi" });
  const app = root({
    profile: "application",
    ref: { group: "app.k8s.io", kind: "Application", namespace, name: "a" },
    label: "a",
  });
  const requestedName = (name: string): RequestedKind => ({ kind, name });
  const rows: readonly [sentence: string, roots: readonly RootNode[], asked: Asked, blocking: readonly object[]][] = [
    ["without any root a HyperConverged is missing", [], {}, [missingObject()]],
    ["a component without a HyperConverged does not replace it", [alone], {}, [missingObject()]],
    ["an Application replaces a HyperConverged", [app], {}, []],
    [
      "a CDI of another group replaces a HyperConverged",
      [root({ profile: "generic", ref: { group: "x", kind: "CDI", name: "c" } })],
      {},
      [],
    ],
    ["a component beside an Application blocks nothing", [alone, app], {}, []],
    ["a component that was requested replaces a HyperConverged", [alone], { wanted: [{ kind: cdis }] }, []],
    [
      "each requested kind without an object is missing once",
      [],
      { wanted: [{ kind }, { kind: cdis }, { kind }] },
      [missingObject(), missingObject({ group: "cdi.kubevirt.io", kind: "CDI" })],
    ],
    ["a requested name is missing", [], { wanted: [requestedName("x")] }, [missingObject({ name: "x" })]],
    [
      "one of two requested names is missing",
      [healthyRoot()],
      { wanted: [requestedName(label), requestedName("x")] },
      [missingObject({ name: "x" })],
    ],
    [
      "an object of the name and of another kind does not count",
      [healthyRoot()],
      { wanted: [{ kind: { ...cdis, group: hyperconverged.group }, name: label }] },
      [missingObject({ kind: "CDI", name: label })],
    ],
    [
      "an object of the name and of another group does not count",
      [healthyRoot()],
      { wanted: [{ kind: { ...kind, group: "x" }, name: label }] },
      [missingObject({ group: "x", name: label })],
    ],
    [
      "a requested object that existed before is missing as deleted",
      [],
      { wanted: [requestedName(label)], met: [hyperconverged] },
      [missingObject({ name: label }, true)],
    ],
    [
      "a requested object that never existed is missing",
      [],
      { wanted: [requestedName("x")], met: [hyperconverged] },
      [missingObject({ name: "x" })],
    ],
    [
      "an object that existed before is missing as deleted",
      [app],
      { met: [hyperconverged, app.ref] },
      [missingObject({ name: label }, true)],
    ],
    ["an object that exists still blocks nothing", [healthyRoot()], { met: [hyperconverged] }, []],
    ["a component that was deleted is not missing", [healthyRoot()], { met: [hyperconverged, refOf("CDI")] }, []],
  ];
  test.for(rows)("%s", ([sentence, roots, asked, blocking]) => {
    expect([sentence, evaluateRoots("healthy", roots, asked).blocking.map(shortFinding)]).toStrictEqual([
      sentence,
      blocking,
    ]);
  });

  const gap = (more: Partial<ReadGap> = {}): ReadGap => ({
    outcome: "forbidden",
    verb: "list",
    group: "x",
    kind: "HyperConverged",
    cause: "no",
    required: true,
    ...more,
  });
  const unreadFinding = (about: object = {}, outcome = "forbidden"): object => ({
    code: "not-read",
    outcome,
    about: { group: "x", kind: "HyperConverged", name: "", ...about },
    cause: "no",
    verdict: "healthy",
  });
  const unreadPart = (outcome: string): object => ({
    code: "not-read",
    outcome,
    cause: "",
    ...aboutCdi,
    verdict: "unknown",
  });
  const gaps: readonly [
    sentence: string,
    roots: readonly RootNode[],
    gap: ReadGap,
    blocking: readonly object[],
    isKnown: boolean,
  ][] = [
    ["a forbidden list makes the goal unknown", [], gap(), [unreadFinding()], false],
    ["a list that failed makes the goal unknown", [], gap({ outcome: "unread" }), [unreadFinding({}, "unread")], false],
    ["an absent object is missing for certain", [], gap({ outcome: "absent" }), [missingObject()], false],
    [
      "a forbidden list of another kind does not explain a missing object",
      [],
      gap({ kind: "CDI" }),
      [unreadFinding({ kind: "CDI" }), missingObject()],
      false,
    ],
    ["a forbidden list that is not required blocks nothing", [healthyRoot()], gap({ required: false }), [], true],
    [
      "a forbidden object is reported with its name",
      [healthyRoot()],
      gap({ name: "x" }),
      [unreadFinding({ name: "x" })],
      false,
    ],
    [
      "a forbidden component is reported once",
      [healthyRoot({ children: [cdi({ outcome: "forbidden", verdict: "unknown" })] })],
      gap({ kind: "CDI" }),
      [unreadPart("forbidden")],
      false,
    ],
    [
      "a component whose request failed is reported once",
      [healthyRoot({ children: [cdi({ outcome: "unread", verdict: "unknown" })] })],
      gap({ kind: "CDI" }),
      [unreadPart("unread")],
      false,
    ],
    [
      "a forbidden kind is reported beside a component that was found",
      [healthyRoot({ children: [cdi({ verdict: "unknown" })] })],
      gap({ kind: "CDI" }),
      [unhealthyCdi({ verdict: "unknown" }), unreadFinding({ kind: "CDI" })],
      false,
    ],
    [
      "a forbidden kind is reported beside a forbidden component of another kind",
      [healthyRoot({ children: [cdi({ outcome: "forbidden", verdict: "unknown" })] })],
      gap({ kind: "AAQ" }),
      [unreadPart("forbidden"), unreadFinding({ kind: "AAQ" })],
      false,
    ],
    [
      "an unavailable component blocks for certain beside a forbidden kind",
      [healthyRoot({ children: [cdi({ verdict: "unavailable" })] })],
      gap({ kind: "AAQ" }),
      [unhealthyCdi({ verdict: "unavailable" }), unreadFinding({ kind: "AAQ" })],
      true,
    ],
  ];
  test.for(gaps)("%s", ([sentence, roots, one, blocking, isKnown]) => {
    const waited = evaluateRoots("healthy", roots, { gaps: [one] });
    expect([sentence, waited.blocking.map(shortFinding), waited.isKnown]).toEqual([sentence, blocking, isKnown]);
  });
});

describe("what blocks the goal deleted", () => {
  const other = { ...hyperconverged, name: "other" };
  const goingFindings = (about: Ref): Partial<Report> => ({
    findings: [
      finding("warning", { code: "stale", generation: 2, observedGeneration: 1 }, about),
      finding("warning", { code: "deleting", since: minutesAgo(1), finalizers: [], remaining: ["CDI"] }, about),
    ],
  });
  const there = (more: object = {}): object => ({ code: "not-deleted", ...aboutHyperConverged, ...more });
  const deleting = {
    code: "deleting",
    since: minutesAgo(1),
    finalizers: [],
    remaining: ["CDI"],
    ...aboutHyperConverged,
  };
  const refusal = { code: "deletion-blocked", component: "CDI", reason: "ErrCDIUninstall", message: "" } as const;
  const refusedFindings = (component: string): Partial<Report> => ({
    findings: [
      ...(goingFindings(hyperconverged).findings ?? []),
      finding("error", { ...refusal, component }, hyperconverged),
    ],
  });
  const rows: readonly [sentence: string, roots: readonly RootNode[], asked: Asked, blocking: readonly object[]][] = [
    ["a root that does not exist blocks nothing", [], {}, []],
    ["a root that exists blocks", [healthyRoot()], {}, [there()]],
    [
      "a root that is being deleted blocks",
      [healthyRoot({ deleting: true })],
      { report: goingFindings(hyperconverged) },
      [deleting],
    ],
    [
      "a component that refuses its deletion is named with its reason",
      [healthyRoot({ deleting: true })],
      { report: refusedFindings("CDI") },
      [deleting, { ...refusal, ...aboutHyperConverged }],
    ],
    [
      "a component that was deleted does not refuse",
      [healthyRoot({ deleting: true })],
      { report: refusedFindings("AAQ") },
      [deleting],
    ],
    [
      "the deletion of another root does not count",
      [healthyRoot({ deleting: true })],
      { report: goingFindings(other) },
      [{ code: "outdated-status", because: "deleting", ...aboutHyperConverged }],
    ],
    [
      "a new root in place of the deleted one does not block",
      [healthyRoot({ ref: other })],
      { met: [hyperconverged] },
      [],
    ],
    [
      "a root that existed before and still exists blocks",
      [healthyRoot({ ref: other }), healthyRoot()],
      { met: [hyperconverged] },
      [there()],
    ],
    [
      "a requested root that exists blocks, whatever existed before",
      [healthyRoot({ ref: other })],
      { met: [hyperconverged], wanted: [] },
      [there({ about: other, root: other })],
    ],
  ];
  test.for(rows)("%s", ([, roots, asked, blocking]) => {
    expect(evaluateRoots("deleted", roots, asked).blocking.map(shortFinding)).toEqual(blocking);
  });

  const gap = (kind: string): ReadGap => ({
    outcome: "forbidden",
    verb: "list",
    group: "",
    kind,
    cause: "no",
    required: true,
  });
  const unreadFinding = (kind: string): object => ({
    code: "not-read",
    outcome: "forbidden",
    about: { group: "", kind, name: "" },
    cause: "no",
    verdict: "healthy",
  });
  const rowsOfGaps: readonly [
    roots: readonly RootNode[],
    kinds: readonly string[],
    blocking: object[],
    isKnown: boolean,
  ][] = [
    [[], ["X"], [unreadFinding("X")], false],
    [[], ["Deployment"], [unreadFinding("Deployment")], false],
    [[healthyRoot()], ["X", "Deployment"], [there(), unreadFinding("X")], true],
  ];
  test.for(rowsOfGaps)("what may not be read is not known to be gone", ([roots, kinds, blocking, isKnown]) => {
    const waited = evaluateRoots("deleted", roots, { gaps: kinds.map(gap) });
    expect([waited.blocking.map(shortFinding), waited.isKnown]).toEqual([blocking, isKnown]);
  });
});
