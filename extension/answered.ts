import type { Link } from "../shared/io/watch/link.ts";
import type { Phase } from "../shared/model/phase.ts";
import type { Gap, Report } from "../shared/model/report.ts";
import { hco } from "../shared/profiles/hco.ts";
import { knownRoots } from "../shared/profiles/roots.ts";
import { harmless } from "../shared/render/safe.ts";
import { emptyWords } from "../shared/render/words-empty.ts";

/** How far we have come with a place by what was answered. */
export interface Answered {
  readonly phase: Phase;
  readonly problem: string | undefined;
}

/** Where there is no root: five different facts, the refusal before the question that nobody answered. */
export function phaseOf(report: Report | undefined, link: Link): Answered {
  const cause = link.cause === undefined ? undefined : harmless(link.cause);
  if (report !== undefined && report.roots.length > 0) return { phase: "shown", problem: besideRoots(report) };
  // That there was nothing says nothing of now.
  if (link.state === "authRequired" || link.state === "unreachable") return { phase: link.state, problem: cause };
  if (report === undefined) return { phase: "connecting", problem: cause };
  const gap = worstGap(report);
  if (gap === undefined) return { phase: "empty", problem: undefined };
  const problem = harmless(emptyWords([gap], report.source.kind));
  // What files do not say nobody can be asked for.
  const isMute = gap.outcome === "unread" && report.source.kind !== "cluster";
  return { phase: isMute ? "unusable" : phases[gap.outcome], problem };
}

const phases: Readonly<Record<Gap["outcome"], Phase>> = {
  forbidden: "forbidden",
  unread: "unreachable",
  noSuchKind: "noSuchKind",
  absent: "empty",
};

/** Of the root kinds: what was refused, what was not read, what is not there though the kind is; else that there is no such kind. */
function worstGap({ completeness }: Report): Gap | undefined {
  const { gaps } = completeness;
  const first = (outcome: Gap["outcome"]): Gap | undefined => {
    const some = gaps.filter((gap) => gap.outcome === outcome);
    return some.find(({ kind }) => kind === hco.root.kind) ?? some[0];
  };
  return first("forbidden") ?? first("unread") ?? first("absent") ?? first("noSuchKind");
}

/** Roots that nobody could look for, beside those that are shown: what is not in the list may be unwell. */
function besideRoots({ completeness, source }: Report): string | undefined {
  // A gather of one operator says nothing of the others, and nobody expects that.
  const roots = source.kind === "cluster" ? [hco.root, ...knownRoots] : [hco.root];
  const unseen = completeness.gaps.find(
    ({ outcome, group, kind }) =>
      (outcome === "forbidden" || outcome === "unread") &&
      roots.some((root) => root.group === group && root.kind === kind),
  );
  return unseen === undefined ? undefined : harmless(emptyWords([unseen], source.kind));
}
