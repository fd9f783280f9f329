import type { OutlineEntry } from "../model/outline.ts";
import type { RootNode } from "../model/report.ts";
import { entry, words } from "./text.ts";
import { impactClauses } from "./words/impact.ts";

/** What the state of the roots means for virtual machines, worst first; nothing where nothing is affected or known. */
export function impactField(roots: readonly Pick<RootNode, "impact">[]): readonly OutlineEntry[] {
  const clauses = impactClauses(roots);
  if (clauses.length === 0) return [];
  const text = { is: "list" as const, names: clauses, separator: "; " };
  return [entry("field", "impact", { weight: "always", subject: words("Impact"), text: [text] })];
}
