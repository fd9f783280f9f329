import type { Contribution, ReportNode, RootCause, RootNode } from "../../model/report.ts";
import { type Verdict, worstVerdict } from "../../model/verdict.ts";
import { causeText } from "../core/words/cause.ts";
import { trailEvidence } from "../root-cause/cause-evidence.ts";
import { longestTrail, sinceOfTrail, trailsFrom } from "../root-cause/cause-trails.ts";
import { findRootCause } from "../root-cause/root-cause.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

/** What {@link findComponentCauses} computes the causes from. */
interface CauseInput {
  /** The root's label and verdict. */
  readonly root: string;
  readonly verdict: Verdict;
  readonly parts: readonly ReportNode[];
  readonly operator: readonly ReportNode[];
  /** The operator runs and cannot be replaced. */
  readonly isOperatorStuck: boolean;
  /** The nodes of the product's other workloads. */
  readonly beside: readonly ReportNode[];
  /** The contributions that the CR's reasons name for parts that could not be read. */
  readonly blamed: Readonly<Record<string, readonly Contribution[]>>;
}

/** The root cause, and the deepest cause below every other unhealthy part. */
export function findComponentCauses(
  input: CauseInput,
  index: ObjectIndex,
): Pick<RootNode, "rootCause" | "otherCauses"> {
  const { root, verdict, parts, operator, beside } = input;
  const rootCause = findRootCause(root, verdict, parts, seenOf(input), index) ?? operatorCause(input, index);
  const told = new Set([rootCause, ...(rootCause?.also ?? [])].map((cause) => cause?.path[1]));
  const others = [...parts, ...operator, ...beside].filter((part) => !told.has(part.label));
  const causes = others.flatMap((part) => causeOf(root, part));
  return {
    ...(rootCause === undefined ? {} : { rootCause }),
    ...(causes.length === 0 ? {} : { otherCauses: causes }),
  };
}

/**
 * The blamed components below which something unhealthy was read. Without any such component, all that the CR blames.
 */
function seenOf({ parts, blamed }: CauseInput): CauseInput["blamed"] {
  const seen = new Set(parts.filter((part) => trailsFrom(part).length > 0).map(({ label }) => label));
  const rows = Object.entries(blamed).map(
    ([type, all]) => [type, all.filter(({ component }) => seen.has(component))] as const,
  );
  return rows.some(([, some]) => some.length > 0) ? Object.fromEntries(rows) : blamed;
}

/**
 * The cause below an operator that is down, where that was read, or that cannot be replaced. Either makes its CR
 * degraded.
 */
function operatorCause(
  { root, verdict, operator, isOperatorStuck }: CauseInput,
  index: ObjectIndex,
): RootCause | undefined {
  const isDown = (node: ReportNode): boolean => node.verdict === "unavailable" && longestTrail(node).length > 1;
  const down = operator.filter((node, place) => isDown(node) || (isOperatorStuck && place === 0));
  const asParts = down.map((node) => ({ ...node, required: true }));
  return findRootCause(root, verdict, asParts, {}, index);
}

/** The cause below one part. It counts also where the part itself is in a better state, or was not read. */
function causeOf(root: string, part: ReportNode): readonly Pick<RootCause, "path" | "text" | "since">[] {
  const [, ...below] = longestTrail(part);
  if (part.verdict === "healthy" || below.length === 0) return [];
  const isSeen = part.outcome !== "forbidden" && part.outcome !== "unread";
  const verdict = isSeen ? part.verdict : worstVerdict(below.map((node) => node.verdict));
  // The name of the part already shows that the part was not read.
  const trail = [{ ...part, verdict, outcome: "found" as const }, ...below] as const;
  const since = sinceOfTrail(trail);
  const path = [root, ...trail.map(({ label }) => label)];
  const text = causeText({ verdict, label: part.label, evidence: trailEvidence(trail) });
  return [since === undefined ? { path, text } : { path, text, since }];
}
