import type { GateReason } from "../../model/gate.ts";
import type { Gap, Report } from "../../model/report.ts";

/** What had to be read and was not, of whatever root: a question that was refused, a piece of the source that is damaged. */
export function readingReasons({ completeness, roots }: Report): readonly GateReason[] {
  const told = new Set(
    roots.flatMap((root) => root.children.filter(isUnread).map(({ ref }) => `${ref.group}/${ref.kind}`)),
  );
  const gaps = completeness.gaps.filter(
    (gap) => isNeeded(gap) && isUnread(gap) && !told.has(`${gap.group}/${gap.kind}`),
  );
  return [...new Map(gaps.map((gap) => [keyOf(gap), gap])).values()].map(
    ({ outcome, verb, group, kind, namespace, name = "", cause = "" }): GateReason => ({
      code: "IncompleteReading",
      state: "unknown",
      about: { group, kind, ...(namespace === undefined ? {} : { namespace }), name },
      outcome,
      verb,
      cause,
    }),
  );
}

/** Nobody knows what stood in a piece of a file that could not be used. */
function isNeeded({ required, verb }: Gap): boolean {
  return required || verb === "read";
}

function isUnread({ outcome }: Pick<Gap, "outcome"> | { readonly outcome: string }): boolean {
  return outcome === "forbidden" || outcome === "unread";
}

function keyOf({ group, kind, namespace = "", name = "" }: Gap): string {
  return `${group}/${kind}/${namespace}/${name}`;
}
