import type { Finding } from "../model/finding.ts";
import type { SaidCondition } from "../model/finding-silence.ts";
import type { Node } from "../model/report.ts";

/** Conditions that are told one by one. */
const most = 10;

/** What in a tree is judged by a senses file instead of our tables, in one finding about its root. */
export function saidFindings(root: Node): readonly Finding[] {
  const all = saidIn(root);
  const conditions = all.slice(0, most);
  return all.length === 0
    ? []
    : [{ code: "judged-by-file", severity: "info", about: root.ref, conditions, count: all.length }];
}

function saidIn({ ref, conditions, children }: Node): readonly SaidCondition[] {
  const own = conditions.flatMap(({ type, status, sense, senseFrom }) =>
    senseFrom === undefined ? [] : [{ object: `${ref.kind} ${ref.name}`, type, status, sense, senseFrom }],
  );
  return [...own, ...children.flatMap(saidIn)];
}
