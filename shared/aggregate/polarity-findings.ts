import type { Finding } from "../model/finding/finding.ts";
import type { SilentCondition } from "../model/finding/operator-silence.ts";
import { makeFinding } from "../model/finding/severity.ts";
import type { ReportNode } from "../model/report.ts";

/** At most this many conditions are listed in the finding. */
const most = 10;

/** The finding about a root with conditions in its tree whose polarity a polarity file sets, not the built-in tables. */
export function polarityFindings(root: ReportNode): readonly Finding[] {
  const all = overriddenConditions(root);
  const conditions = all.slice(0, most);
  return all.length === 0 ? [] : [makeFinding(root.ref, { code: "polarity-from-file", conditions, count: all.length })];
}

function overriddenConditions({ ref, conditions, children }: ReportNode): readonly SilentCondition[] {
  const own = conditions.flatMap(({ type, status, polarity, polarityFrom }) =>
    polarityFrom === undefined ? [] : [{ object: `${ref.kind} ${ref.name}`, type, status, polarity, polarityFrom }],
  );
  return [...own, ...children.flatMap(overriddenConditions)];
}
