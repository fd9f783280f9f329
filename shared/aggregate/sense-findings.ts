import type { Finding } from "../model/finding/finding.ts";
import type { SilentCondition } from "../model/finding/operator-silence.ts";
import { makeFinding } from "../model/finding/severity.ts";
import type { ReportNode } from "../model/report.ts";

/** At most this many conditions are listed in the finding. */
const most = 10;

/** The finding about a root with conditions in its tree whose polarity a senses file sets, not the built-in tables. */
export function senseFindings(root: ReportNode): readonly Finding[] {
  const all = overriddenConditions(root);
  const conditions = all.slice(0, most);
  return all.length === 0 ? [] : [makeFinding(root.ref, { code: "judged-by-file", conditions, count: all.length })];
}

function overriddenConditions({ ref, conditions, children }: ReportNode): readonly SilentCondition[] {
  const own = conditions.flatMap(({ type, status, sense, senseFrom }) =>
    senseFrom === undefined ? [] : [{ object: `${ref.kind} ${ref.name}`, type, status, sense, senseFrom }],
  );
  return [...own, ...children.flatMap(overriddenConditions)];
}
