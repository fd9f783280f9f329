import type { Trouble } from "../../model/cause/trouble.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { secondsBetween } from "../../model/time.ts";
import { type Verdict, worstVerdict } from "../../model/verdict.ts";
import { findLastingDeletion, makeTrouble } from "../core/object-health.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";

/** What a deletion makes of a HyperConverged or a component beyond progressing, and why. */
export interface DeletionState {
  readonly verdict: Verdict;
  readonly trouble: Trouble;
}

/**
 * The state of a deletion that is no longer just under way:
 * 1. degraded, where it has lasted an hour, as for every other custom resource;
 * 2. unknown, where nothing in an input without a time of its own is newer than the request for the deletion: it may have
 *    begun a second before the text was taken, or a month.
 *
 * Undefined for any other object.
 */
export function evaluateLastingDeletion(
  object: KubeObject,
  { takenAt, source }: Pick<EvaluationContext, "takenAt" | "source">,
): DeletionState | undefined {
  const { deletedAt, finalizers } = object;
  if (deletedAt === undefined) return undefined;
  const age = secondsBetween(deletedAt, takenAt);
  if (source.takenFrom === "newest" && age !== undefined && age <= 0) {
    const observed = { code: "deletion-of-unknown-age", finalizers } as const;
    return { verdict: "unknown", trouble: makeTrouble("Terminating", observed, deletedAt) };
  }
  const trouble = findLastingDeletion(object, takenAt);
  return trouble && { verdict: "degraded", trouble };
}

/** The node of a component that was found, with the state of its deletion. */
export function addLastingDeletion(node: ReportNode, state: DeletionState | undefined): ReportNode {
  if (state === undefined || node.outcome !== "found") return node;
  const ownVerdict = worstVerdict([node.ownVerdict, state.verdict]);
  const verdict = worstVerdict([node.verdict, state.verdict]);
  return { ...node, verdict, ownVerdict, trouble: state.trouble };
}

/**
 * The finding about a deletion that has lasted an hour. Empty for any other state of a deletion.
 *
 * @param component the label of a component. None for a HyperConverged
 */
export function reportLastingDeletion(
  { ref, finalizers, deletedAt: since }: KubeObject,
  state: DeletionState | undefined,
  component?: string,
): readonly Finding[] {
  if (since === undefined || state?.verdict !== "degraded") return [];
  const evidence = { code: "deletion-lasts", finalizers, since } as const;
  return [{ ...makeFinding(ref, evidence), ...definedFields({ component }) }];
}
