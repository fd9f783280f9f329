import { expect, test } from "vitest";
import { connectionPhase } from "../../../extension/places/connection-phase.ts";
import type { LinkStatus } from "../../../shared/io/watch/link-state.ts";
import type { ReadGap } from "../../../shared/model/report.ts";
import { hcoProfile } from "../../../shared/profiles/hco/profile.ts";
import { knownRoots } from "../../../shared/profiles/root-kinds.ts";
import { report, root } from "../../render/build.ts";

const live: LinkStatus = { state: "live" };

function gap(
  outcome: ReadGap["outcome"],
  kind: { readonly group: string; readonly kind: string } = hcoProfile.root,
): ReadGap {
  return { outcome, verb: "list", group: kind.group, kind: kind.kind, required: true };
}

/** A report in which these questions brought no root. */
function without(...gaps: readonly ReadGap[]) {
  const { completeness, ...rest } = report([]);
  return { ...rest, completeness: { ...completeness, gaps } };
}

const [other = hcoProfile.root] = knownRoots;

const answered: readonly {
  readonly rule: string;
  readonly gaps: readonly ReadGap[];
  readonly phase: string;
  readonly says: RegExp | undefined;
}[] = [
  { rule: "a refusal is a refusal", gaps: [gap("forbidden")], phase: "forbidden", says: /No permission to list/ },
  { rule: "what was not answered is out of reach", gaps: [gap("unread")], phase: "unreachable", says: /Cannot list/ },
  {
    rule: "a kind that is not served is none",
    gaps: [gap("noSuchKind")],
    phase: "noSuchKind",
    says: /is not installed/,
  },
  { rule: "a kind without objects is empty", gaps: [gap("absent")], phase: "empty", says: /No HyperConverged found/ },
  { rule: "no question that failed is empty too", gaps: [], phase: "empty", says: undefined },
  {
    rule: "a refusal comes before silence",
    gaps: [gap("unread"), gap("forbidden")],
    phase: "forbidden",
    says: /HyperConverged|hyperconverged/,
  },
  { rule: "silence comes before absence", gaps: [gap("absent"), gap("unread")], phase: "unreachable", says: /./ },
  {
    rule: "an empty kind comes before one that is not there",
    gaps: [gap("noSuchKind"), gap("absent", other)],
    phase: "empty",
    says: new RegExp(other.kind),
  },
  {
    rule: "of equals it is HyperConverged that is named",
    gaps: [gap("noSuchKind", other), gap("noSuchKind")],
    phase: "noSuchKind",
    says: /hyperconvergeds/,
  },
];
test.for(answered)("without a root $rule", ({ gaps, phase, says }) => {
  const is = connectionPhase(without(...gaps), live);
  expect(is.phase).toBe(phase);
  if (says === undefined) expect(is.problem).toBeUndefined();
  else expect(is.problem).toMatch(says);
});

test("a root is shown, with the kinds that could not be listed beside it", () => {
  const { completeness, ...rest } = report([root({})]);
  const both = { ...rest, completeness: { ...completeness, gaps: [gap("forbidden"), gap("unread")] } };
  expect(connectionPhase(both, { state: "unreachable" })).toEqual({
    phase: "shown",
    problem: expect.stringMatching(/^No permission to list hyperconvergeds/),
  });
});

test("that there was no root says nothing once the server is gone", () => {
  const link = { state: "unreachable", cause: "no answer" } as const;
  expect(connectionPhase(without(gap("absent")), link)).toEqual({ phase: "unreachable", problem: "no answer" });
});

const unanswered: readonly { readonly link: LinkStatus; readonly phase: string; readonly problem?: string }[] = [
  { link: { state: "connecting" }, phase: "connecting" },
  { link: { state: "idle" }, phase: "connecting" },
  { link: { state: "stale", cause: "busy" }, phase: "connecting", problem: "busy" },
  { link: { state: "unreachable", cause: "refused" }, phase: "unreachable", problem: "refused" },
  { link: { state: "authRequired", cause: "401" }, phase: "authRequired", problem: "401" },
];
test.for(unanswered)("before the first answer $link.state is $phase", ({ link, phase, problem }) => {
  expect(connectionPhase(undefined, link)).toEqual({ phase, problem });
});

test("the server's own words do not act", () => {
  const cause = "\u001b[31mred\u202e";
  const problems = [
    connectionPhase(undefined, { state: "unreachable", cause }).problem,
    connectionPhase(without({ ...gap("forbidden"), cause }), live).problem,
  ];
  for (const problem of problems) {
    expect(problem).toContain("red");
    expect(problem).not.toMatch(/[\u001b\u202e]/);
  }
});
