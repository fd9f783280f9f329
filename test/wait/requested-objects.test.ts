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
  part,
  shortFinding,
} from "./waited-root.ts";

describe("what is not there", () => {
  const kind = {
    group: hyperconverged.group,
    kind: "HyperConverged",
    plural: "hyperconvergeds",
    versions: [],
    namespaced: true,
  };
  const cdis = { group: "cdi.kubevirt.io", kind: "CDI", plural: "cdis", versions: [], namespaced: false };
  const none = (more: object = {}, wasFound = false): object => ({
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
  const named = (name: string): RequestedKind => ({ kind, name });
  const rows: readonly [sentence: string, roots: readonly RootNode[], asked: Asked, blocking: readonly object[]][] = [
    ["nothing is", [], {}, [none()]],
    ["only a component is, which is no HyperConverged's", [alone], {}, [none()]],
    ["an Application is", [app], {}, []],
    [
      "what another group calls CDI is",
      [root({ profile: "generic", ref: { group: "x", kind: "CDI", name: "c" } })],
      {},
      [],
    ],
    ["a component and an Application are", [alone, app], {}, []],
    ["a component is, which was named", [alone], { wanted: [{ kind: cdis }] }, []],
    [
      "nothing that was named by kind is",
      [],
      { wanted: [{ kind }, { kind: cdis }, { kind }] },
      [none(), none({ group: "cdi.kubevirt.io", kind: "CDI" })],
    ],
    ["nothing that was named is", [], { wanted: [named("x")] }, [none({ name: "x" })]],
    ["one of two that were named is", [healthyRoot()], { wanted: [named(label), named("x")] }, [none({ name: "x" })]],
    [
      "one of that name and another kind is",
      [healthyRoot()],
      { wanted: [{ kind: { ...cdis, group: hyperconverged.group }, name: label }] },
      [none({ kind: "CDI", name: label })],
    ],
    [
      "one of that name and another group is",
      [healthyRoot()],
      { wanted: [{ kind: { ...kind, group: "x" }, name: label }] },
      [none({ group: "x", name: label })],
    ],
    ["what was named was there", [], { wanted: [named(label)], met: [hyperconverged] }, [none({ name: label }, true)]],
    ["what was named was not there", [], { wanted: [named("x")], met: [hyperconverged] }, [none({ name: "x" })]],
    ["what was there is gone", [app], { met: [hyperconverged, app.ref] }, [none({ name: label }, true)]],
    ["what was there is there", [healthyRoot()], { met: [hyperconverged] }, []],
    [
      "a component that was there is gone, and is not missed",
      [healthyRoot()],
      { met: [hyperconverged, refOf("CDI")] },
      [],
    ],
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
  const unread = (about: object = {}, outcome = "forbidden"): object => ({
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
    ["it may not be read, so it may be there", [], gap(), [unread()], false],
    ["it was not answered", [], gap({ outcome: "unread" }), [unread({}, "unread")], false],
    ["it is known not to be there", [], gap({ outcome: "absent" }), [none()], false],
    ["another kind may not be read", [], gap({ kind: "CDI" }), [unread({ kind: "CDI" }), none()], false],
    ["it is not needed", [healthyRoot()], gap({ required: false }), [], true],
    ["with its name", [healthyRoot()], gap({ name: "x" }), [unread({ name: "x" })], false],
    [
      "a part that may not be read says so itself",
      [healthyRoot({ children: [cdi({ outcome: "forbidden", verdict: "unknown" })] })],
      gap({ kind: "CDI" }),
      [unreadPart("forbidden")],
      false,
    ],
    [
      "a part that was not answered says so itself",
      [healthyRoot({ children: [cdi({ outcome: "unread", verdict: "unknown" })] })],
      gap({ kind: "CDI" }),
      [unreadPart("unread")],
      false,
    ],
    [
      "a part that was found says nothing of what was not read",
      [healthyRoot({ children: [cdi({ verdict: "unknown" })] })],
      gap({ kind: "CDI" }),
      [part({ verdict: "unknown" }), unread({ kind: "CDI" })],
      false,
    ],
    [
      "a part that may not be read says nothing of another kind",
      [healthyRoot({ children: [cdi({ outcome: "forbidden", verdict: "unknown" })] })],
      gap({ kind: "AAQ" }),
      [unreadPart("forbidden"), unread({ kind: "AAQ" })],
      false,
    ],
    [
      "a part is down, and another kind may not be read",
      [healthyRoot({ children: [cdi({ verdict: "unavailable" })] })],
      gap({ kind: "AAQ" }),
      [part({ verdict: "unavailable" }), unread({ kind: "AAQ" })],
      true,
    ],
  ];
  test.for(gaps)("%s", ([sentence, roots, one, blocking, isKnown]) => {
    const waited = evaluateRoots("healthy", roots, { gaps: [one] });
    expect([sentence, waited.blocking.map(shortFinding), waited.isKnown]).toEqual([sentence, blocking, isKnown]);
  });
});

describe("deleted", () => {
  const other = { ...hyperconverged, name: "other" };
  const going = (about: Ref): Partial<Report> => ({
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
  const refused = (component: string): Partial<Report> => ({
    findings: [...(going(hyperconverged).findings ?? []), finding("error", { ...refusal, component }, hyperconverged)],
  });
  const rows: readonly [sentence: string, roots: readonly RootNode[], asked: Asked, blocking: readonly object[]][] = [
    ["it is", [], {}, []],
    ["it is there", [healthyRoot()], {}, [there()]],
    ["it is going", [healthyRoot({ deleting: true })], { report: going(hyperconverged) }, [deleting]],
    [
      "what refuses to be deleted is named with its reason",
      [healthyRoot({ deleting: true })],
      { report: refused("CDI") },
      [deleting, { ...refusal, ...aboutHyperConverged }],
    ],
    ["what is gone does not refuse", [healthyRoot({ deleting: true })], { report: refused("AAQ") }, [deleting]],
    [
      "another is going",
      [healthyRoot({ deleting: true })],
      { report: going(other) },
      [{ code: "outdated-status", because: "deleting", ...aboutHyperConverged }],
    ],
    ["another has come", [healthyRoot({ ref: other })], { met: [hyperconverged] }, []],
    ["what there was is there", [healthyRoot({ ref: other }), healthyRoot()], { met: [hyperconverged] }, [there()]],
    [
      "what was named is there, whatever there was",
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
  const unread = (kind: string): object => ({
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
    [[], ["X"], [unread("X")], false],
    [[], ["Deployment"], [unread("Deployment")], false],
    [[healthyRoot()], ["X", "Deployment"], [there(), unread("X")], true],
  ];
  test.for(rowsOfGaps)("what may not be read is not known to be gone", ([roots, kinds, blocking, isKnown]) => {
    const waited = evaluateRoots("deleted", roots, { gaps: kinds.map(gap) });
    expect([waited.blocking.map(shortFinding), waited.isKnown]).toEqual([blocking, isKnown]);
  });
});
