import type { Contribution, Node, RootCause, RootNode } from "../../model/report.ts";
import { type Verdict, worst } from "../../model/verdict.ts";
import { causeText } from "../../render/words.ts";
import { evidenceOf } from "../cause-evidence.ts";
import type { Index } from "../lookup.ts";
import { rootCauseOf } from "../root-cause.ts";
import { longestTrail, sinceOfTrail, trailsFrom } from "../trails.ts";

/** What the causes are looked for in. */
interface CauseInput {
  /** The root's label and verdict. */
  readonly root: string;
  readonly verdict: Verdict;
  readonly parts: readonly Node[];
  readonly operator: readonly Node[];
  /** What else of the product runs. */
  readonly beside: readonly Node[];
  /** What the CR's reasons say of parts that nobody could read. */
  readonly blamed: Readonly<Record<string, readonly Contribution[]>>;
}

/** The root cause, and of everything else unwell that has something unwell below it the deepest of that. */
export function causesOf(input: CauseInput, index: Index): Pick<RootNode, "rootCause" | "otherCauses"> {
  const { root, verdict, parts, operator, beside } = input;
  const rootCause =
    rootCauseOf(root, verdict, parts, seenOf(input), index) ?? operatorCause(root, verdict, operator, index);
  const told = new Set([rootCause, ...(rootCause?.also ?? [])].map((cause) => cause?.path[1]));
  const others = [...parts, ...operator, ...beside].filter((part) => !told.has(part.label));
  const causes = others.flatMap((part) => causeOf(root, part));
  return {
    ...(rootCause === undefined ? {} : { rootCause }),
    ...(causes.length === 0 ? {} : { otherCauses: causes }),
  };
}

/** Of those that the CR blames the ones below which something is seen to be unwell; without any all of them. */
function seenOf({ parts, blamed }: CauseInput): CauseInput["blamed"] {
  const seen = new Set(parts.filter((part) => trailsFrom(part).length > 0).map(({ label }) => label));
  const rows = Object.entries(blamed).map(
    ([type, all]) => [type, all.filter(({ component }) => seen.has(component))] as const,
  );
  return rows.some(([, some]) => some.length > 0) ? Object.fromEntries(rows) : blamed;
}

/** An operator that is down makes its CR degraded: what lies below it explains that, where it was read. */
function operatorCause(root: string, verdict: Verdict, operator: readonly Node[], index: Index): RootCause | undefined {
  const down = operator.filter((node) => node.verdict === "unavailable" && longestTrail(node).length > 1);
  const asParts = down.map((node) => ({ ...node, required: true }));
  return rootCauseOf(root, verdict, asParts, {}, index);
}

/** What is below it counts also where the part itself is better than that, or was not read. */
function causeOf(root: string, part: Node): readonly Pick<RootCause, "path" | "text" | "since">[] {
  const [, ...below] = longestTrail(part);
  if (part.verdict === "healthy" || below.length === 0) return [];
  const isSeen = part.outcome !== "forbidden" && part.outcome !== "unread";
  const verdict = isSeen ? part.verdict : worst(below.map((node) => node.verdict));
  // That it was not read is said with its name.
  const trail = [{ ...part, verdict, outcome: "found" as const }, ...below] as const;
  const since = sinceOfTrail(trail);
  const path = [root, ...trail.map(({ label }) => label)];
  const text = causeText({ verdict, label: part.label, evidence: evidenceOf(trail) });
  return [since === undefined ? { path, text } : { path, text, since }];
}
