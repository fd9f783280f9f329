import { definedFields } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { DeletionState } from "../core/object-health.ts";
import { worsenNode } from "./operator-node.ts";

/** The node of a component that was found, with the state of its deletion. */
export function addLastingDeletion(node: ReportNode, state: DeletionState | undefined): ReportNode {
  if (state === undefined || node.outcome !== "found") return node;
  return { ...worsenNode(node, state.verdict), trouble: state.trouble };
}

/**
 * The finding about a deletion that has lasted an hour. Empty for any other state of a deletion.
 *
 * @param component the label of the component that is being deleted. Undefined for a HyperConverged.
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
