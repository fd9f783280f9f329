import { expect, test } from "vitest";
import { phaseOf } from "../../extension/answered.ts";
import type { Link } from "../../shared/io/watch/link.ts";
import type { Gap } from "../../shared/model/report.ts";
import { hco } from "../../shared/profiles/hco.ts";
import { knownRoots } from "../../shared/profiles/roots.ts";
import { report, root } from "../render/build.ts";

const live: Link = { state: "live" };

function gap(outcome: Gap["outcome"], kind: { readonly group: string; readonly kind: string } = hco.root): Gap {
  return { outcome, verb: "list", group: kind.group, kind: kind.kind, required: true };
}

/** A report in which these questions brought no root. */
function without(...gaps: readonly Gap[]) {
  const { completeness, ...rest } = report([]);
  return { ...rest, completeness: { ...completeness, gaps } };
}

const [other = hco.root] = knownRoots;

const answered: readonly {
  readonly rule: string;
  readonly gaps: readonly Gap[];
  readonly phase: string;
  readonly says: RegExp | undefined;
}[] = [
  { rule: "a refusal is a refusal", gaps: [gap("forbidden")], phase: "forbidden", says: /Not allowed to list/ },
  { rule: "what nobody answered is out of reach", gaps: [gap("unread")], phase: "unreachable", says: /Cannot list/ },
  { rule: "a kind that is not served is none", gaps: [gap("noSuchKind")], phase: "noSuchKind", says: /does not know/ },
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
    says: /HyperConverged/,
  },
];
test.for(answered)("without a root $rule", ({ gaps, phase, says }) => {
  const is = phaseOf(without(...gaps), live);
  expect(is.phase).toBe(phase);
  if (says === undefined) expect(is.problem).toBeUndefined();
  else expect(is.problem).toMatch(says);
});

test("a root is shown, and what nobody could look for beside it is said", () => {
  const { completeness, ...rest } = report([root({})]);
  const both = { ...rest, completeness: { ...completeness, gaps: [gap("forbidden"), gap("unread")] } };
  expect(phaseOf(both, { state: "unreachable" })).toEqual({
    phase: "shown",
    problem: expect.stringMatching(/^Not allowed to list hyperconvergeds/),
  });
});

test("that there was no root says nothing once the server is gone", () => {
  const link = { state: "unreachable", cause: "no answer" } as const;
  expect(phaseOf(without(gap("absent")), link)).toEqual({ phase: "unreachable", problem: "no answer" });
});

const unanswered: readonly { readonly link: Link; readonly phase: string; readonly problem?: string }[] = [
  { link: { state: "connecting" }, phase: "connecting" },
  { link: { state: "idle" }, phase: "connecting" },
  { link: { state: "stale", cause: "busy" }, phase: "connecting", problem: "busy" },
  { link: { state: "unreachable", cause: "nobody" }, phase: "unreachable", problem: "nobody" },
  { link: { state: "authRequired", cause: "401" }, phase: "authRequired", problem: "401" },
];
test.for(unanswered)("before the first answer $link.state is $phase", ({ link, phase, problem }) => {
  expect(phaseOf(undefined, link)).toEqual({ phase, problem });
});

test("the server's own words do not act", () => {
  const cause = "\u001b[31mred\u202e";
  const problems = [
    phaseOf(undefined, { state: "unreachable", cause }).problem,
    phaseOf(without({ ...gap("forbidden"), cause }), live).problem,
  ];
  for (const problem of problems) {
    expect(problem).toContain("red");
    expect(problem).not.toMatch(/[\u001b\u202e]/);
  }
});
