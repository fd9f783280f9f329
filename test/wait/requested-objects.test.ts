import { describe, expect, test } from "vitest";
import type { RequestedKind } from "../../shared/aggregate/snapshot/queries.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { ReadGap, Report, RootNode } from "../../shared/model/report.ts";
import { finding, hyperconverged, minutesAgo, namespace, refOf, root } from "../render/build.ts";
import {
  aboutCdi,
  aboutHyperConverged,
  cdi,
  evaluateRoots,
  healthyRoot,
  label,
  shortFinding,
  unhealthyCdi,
  type WaitContext,
} from "./waited-root.ts";

/** Roots, and the findings that block a goal for them. */
interface GoalRow {
  readonly rule: string;
  readonly roots: readonly RootNode[];
  readonly blocking: readonly object[];
}

describe("a requested object that is missing blocks the goal", () => {
  const kind = {
    group: hyperconverged.group,
    kind: "HyperConverged",
    plural: "hyperconvergeds",
    versions: [],
    namespaced: true,
  };
  const cdis = { group: "cdi.kubevirt.io", kind: "CDI", plural: "cdis", versions: [], namespaced: false };
  const buildMissingFinding = (about: object = {}): object => ({
    code: "missing-object",
    about: { group: hyperconverged.group, kind: "HyperConverged", name: "", ...about },
  });
  const alone = root({ profile: "generic", ref: refOf("CDI"), label: "cdi" });
  const application = root({
    profile: "application",
    ref: { group: "app.k8s.io", kind: "Application", namespace, name: "a" },
    label: "a",
  });
  const requestedName = (name: string): RequestedKind => ({ kind, name });
  const rows: readonly (GoalRow & { readonly context: WaitContext })[] = [
    { rule: "without any root a HyperConverged is missing", roots: [], context: {}, blocking: [buildMissingFinding()] },
    {
      rule: "a component without a HyperConverged does not replace it",
      roots: [alone],
      context: {},
      blocking: [buildMissingFinding()],
    },
    { rule: "an Application replaces a HyperConverged", roots: [application], context: {}, blocking: [] },
    {
      rule: "a CDI of another group replaces a HyperConverged",
      roots: [root({ profile: "generic", ref: { group: "x", kind: "CDI", name: "c" } })],
      context: {},
      blocking: [],
    },
    {
      rule: "a component beside an Application blocks nothing",
      roots: [alone, application],
      context: {},
      blocking: [],
    },
    {
      rule: "a component that was requested replaces a HyperConverged",
      roots: [alone],
      context: { requested: [{ kind: cdis }] },
      blocking: [],
    },
    {
      rule: "each requested kind without an object is missing once",
      roots: [],
      context: { requested: [{ kind }, { kind: cdis }, { kind }] },
      blocking: [buildMissingFinding(), buildMissingFinding({ group: "cdi.kubevirt.io", kind: "CDI" })],
    },
    {
      rule: "a requested name is missing",
      roots: [],
      context: { requested: [requestedName("x")] },
      blocking: [buildMissingFinding({ name: "x" })],
    },
    {
      rule: "one of two requested names is missing",
      roots: [healthyRoot()],
      context: { requested: [requestedName(label), requestedName("x")] },
      blocking: [buildMissingFinding({ name: "x" })],
    },
    {
      rule: "an object of the name and of another kind does not count",
      roots: [healthyRoot()],
      context: { requested: [{ kind: { ...cdis, group: hyperconverged.group }, name: label }] },
      blocking: [buildMissingFinding({ kind: "CDI", name: label })],
    },
    {
      rule: "an object of the name and of another group does not count",
      roots: [healthyRoot()],
      context: { requested: [{ kind: { ...kind, group: "x" }, name: label }] },
      blocking: [buildMissingFinding({ group: "x", name: label })],
    },
    {
      rule: "a requested object that existed before is missing as deleted",
      roots: [],
      context: { requested: [requestedName(label)], foundBefore: [hyperconverged] },
      blocking: [{ ...buildMissingFinding({ name: label }), wasFound: true }],
    },
    {
      rule: "a requested object that never existed is missing",
      roots: [],
      context: { requested: [requestedName("x")], foundBefore: [hyperconverged] },
      blocking: [buildMissingFinding({ name: "x" })],
    },
    {
      rule: "an object that existed before is missing as deleted",
      roots: [application],
      context: { foundBefore: [hyperconverged, application.ref] },
      blocking: [{ ...buildMissingFinding({ name: label }), wasFound: true }],
    },
    {
      rule: "an object that exists still blocks nothing",
      roots: [healthyRoot()],
      context: { foundBefore: [hyperconverged] },
      blocking: [],
    },
    {
      rule: "a component that was deleted is not missing",
      roots: [healthyRoot()],
      context: { foundBefore: [hyperconverged, refOf("CDI")] },
      blocking: [],
    },
  ];
  test.for(rows)("$rule", ({ roots, context, blocking }) => {
    expect(evaluateRoots("healthy", roots, context).blocking.map(shortFinding)).toStrictEqual(blocking);
  });

  const buildGap = (more: Partial<ReadGap> = {}): ReadGap => ({
    outcome: "forbidden",
    verb: "list",
    group: "x",
    kind: "HyperConverged",
    cause: "no",
    required: true,
    ...more,
  });
  const buildUnreadFinding = (about: object = {}, outcome = "forbidden"): object => ({
    code: "not-read",
    outcome,
    about: { group: "x", kind: "HyperConverged", name: "", ...about },
    cause: "no",
    verdict: "healthy",
  });
  const buildUnreadCdi = (outcome: string): object => ({
    code: "not-read",
    outcome,
    cause: "",
    ...aboutCdi,
    verdict: "unknown",
  });
  const gaps: readonly (GoalRow & { readonly gap: ReadGap; readonly isKnown: boolean })[] = [
    {
      rule: "a forbidden list makes the goal unknown",
      roots: [],
      gap: buildGap(),
      blocking: [buildUnreadFinding()],
      isKnown: false,
    },
    {
      rule: "a list that failed makes the goal unknown",
      roots: [],
      gap: buildGap({ outcome: "unread" }),
      blocking: [buildUnreadFinding({}, "unread")],
      isKnown: false,
    },
    {
      rule: "an absent object is missing for certain",
      roots: [],
      gap: buildGap({ outcome: "absent" }),
      blocking: [buildMissingFinding()],
      isKnown: false,
    },
    {
      rule: "a forbidden list of another kind does not explain a missing object",
      roots: [],
      gap: buildGap({ kind: "CDI" }),
      blocking: [buildUnreadFinding({ kind: "CDI" }), buildMissingFinding()],
      isKnown: false,
    },
    {
      rule: "a forbidden list that is not required blocks nothing",
      roots: [healthyRoot()],
      gap: buildGap({ required: false }),
      blocking: [],
      isKnown: true,
    },
    {
      rule: "a forbidden object is reported with its name",
      roots: [healthyRoot()],
      gap: buildGap({ name: "x" }),
      blocking: [buildUnreadFinding({ name: "x" })],
      isKnown: false,
    },
    {
      rule: "a forbidden component is reported once",
      roots: [healthyRoot({ children: [cdi({ outcome: "forbidden", verdict: "unknown" })] })],
      gap: buildGap({ kind: "CDI" }),
      blocking: [buildUnreadCdi("forbidden")],
      isKnown: false,
    },
    {
      rule: "a component whose request failed is reported once",
      roots: [healthyRoot({ children: [cdi({ outcome: "unread", verdict: "unknown" })] })],
      gap: buildGap({ kind: "CDI" }),
      blocking: [buildUnreadCdi("unread")],
      isKnown: false,
    },
    {
      rule: "a forbidden kind is reported beside a component that was found",
      roots: [healthyRoot({ children: [cdi({ verdict: "unknown" })] })],
      gap: buildGap({ kind: "CDI" }),
      blocking: [unhealthyCdi({ verdict: "unknown" }), buildUnreadFinding({ kind: "CDI" })],
      isKnown: false,
    },
    {
      rule: "a forbidden kind is reported beside a forbidden component of another kind",
      roots: [healthyRoot({ children: [cdi({ outcome: "forbidden", verdict: "unknown" })] })],
      gap: buildGap({ kind: "AAQ" }),
      blocking: [buildUnreadCdi("forbidden"), buildUnreadFinding({ kind: "AAQ" })],
      isKnown: false,
    },
    {
      rule: "an unavailable component blocks for certain beside a forbidden kind",
      roots: [healthyRoot({ children: [cdi({ verdict: "unavailable" })] })],
      gap: buildGap({ kind: "AAQ" }),
      blocking: [unhealthyCdi({ verdict: "unavailable" }), buildUnreadFinding({ kind: "AAQ" })],
      isKnown: true,
    },
  ];
  test.for(gaps)("$rule", ({ roots, gap, blocking, isKnown }) => {
    const result = evaluateRoots("healthy", roots, { gaps: [gap] });
    expect(result.blocking.map(shortFinding)).toEqual(blocking);
    expect(result.isKnown).toBe(isKnown);
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
  const buildNotDeleted = (more: object = {}): object => ({ code: "not-deleted", ...aboutHyperConverged, ...more });
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
  const rows: readonly (GoalRow & { readonly context: WaitContext })[] = [
    { rule: "a root that does not exist blocks nothing", roots: [], context: {}, blocking: [] },
    { rule: "a root that exists blocks", roots: [healthyRoot()], context: {}, blocking: [buildNotDeleted()] },
    {
      rule: "a root that is being deleted blocks",
      roots: [healthyRoot({ deleting: true })],
      context: { report: goingFindings(hyperconverged) },
      blocking: [deleting],
    },
    {
      rule: "a component that refuses its deletion is named with its reason",
      roots: [healthyRoot({ deleting: true })],
      context: { report: refusedFindings("CDI") },
      blocking: [deleting, { ...refusal, ...aboutHyperConverged }],
    },
    {
      rule: "a component that was deleted does not refuse",
      roots: [healthyRoot({ deleting: true })],
      context: { report: refusedFindings("AAQ") },
      blocking: [deleting],
    },
    {
      rule: "the deletion of another root does not count",
      roots: [healthyRoot({ deleting: true })],
      context: { report: goingFindings(other) },
      blocking: [{ code: "outdated-status", because: "deleting", ...aboutHyperConverged }],
    },
    {
      rule: "a new root in place of the deleted one does not block",
      roots: [healthyRoot({ ref: other })],
      context: { foundBefore: [hyperconverged] },
      blocking: [],
    },
    {
      rule: "a root that existed before and still exists blocks",
      roots: [healthyRoot({ ref: other }), healthyRoot()],
      context: { foundBefore: [hyperconverged] },
      blocking: [buildNotDeleted()],
    },
    {
      rule: "a requested root that exists blocks, whatever existed before",
      roots: [healthyRoot({ ref: other })],
      context: { foundBefore: [hyperconverged], requested: [] },
      blocking: [buildNotDeleted({ about: other, root: other })],
    },
  ];
  test.for(rows)("$rule", ({ roots, context, blocking }) => {
    expect(evaluateRoots("deleted", roots, context).blocking.map(shortFinding)).toEqual(blocking);
  });

  const buildGap = (kind: string): ReadGap => ({
    outcome: "forbidden",
    verb: "list",
    group: "",
    kind,
    cause: "no",
    required: true,
  });
  const buildUnreadFinding = (kind: string): object => ({
    code: "not-read",
    outcome: "forbidden",
    about: { group: "", kind, name: "" },
    cause: "no",
    verdict: "healthy",
  });
  test.for(["HyperConverged", "Deployment"])("a forbidden %s is not known to be deleted", (kind) => {
    const result = evaluateRoots("deleted", [], { gaps: [buildGap(kind)] });
    expect(result.blocking.map(shortFinding)).toEqual([buildUnreadFinding(kind)]);
    expect(result.isKnown).toBe(false);
  });

  test("a root that exists is known not to be deleted although a kind is forbidden", () => {
    const result = evaluateRoots("deleted", [healthyRoot()], { gaps: ["X", "Deployment"].map(buildGap) });
    expect(result.blocking.map(shortFinding)).toEqual([buildNotDeleted(), buildUnreadFinding("X")]);
    expect(result.isKnown).toBe(true);
  });
});
