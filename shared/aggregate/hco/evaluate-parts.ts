import type { Finding } from "../../model/finding/finding.ts";
import type { ReportNode } from "../../model/report.ts";
import { foundObject, isMissing } from "../../model/snapshot.ts";
import { isSerious } from "../../model/verdict.ts";
import { evaluateLastingDeletion } from "../core/object-health.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { makeComponentNode } from "./component-node.ts";
import type { HcoComponent } from "./components.ts";
import { addWebhooks, type WebhookFinding } from "./findings/webhook-findings.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import { excuseInstallation, isInstalling } from "./installation.ts";
import { addLastingDeletion, reportLastingDeletion } from "./lasting-deletion.ts";

/** A component after its evaluation. */
interface EvaluatedPart {
  /** The component with its workloads, its webhooks and the state of its deletion. */
  readonly node: ReportNode;
  /** The finding about its deletion, where that has lasted an hour. */
  readonly lastingDeletions: readonly Finding[];
}

/** What the evaluation of the components needs beside the objects. */
interface PartContext extends Pick<EvaluationContext, "takenAt" | "source" | "polarities"> {
  readonly isOperatorUnknown: boolean;
  /** The findings about webhooks, without those that are only due to an installation or a deletion. */
  readonly webhookFaults: readonly WebhookFinding[];
}

/**
 * Evaluates the components of a HyperConverged, in their order: each by its own conditions and workloads, then excused where
 * the HyperConverged is being deleted or installed, then with its webhooks and a deletion that does not end.
 */
export function evaluateParts(
  components: readonly HcoComponent[],
  state: HyperConvergedState,
  index: ObjectIndex,
  context: PartContext,
): readonly EvaluatedPart[] {
  const { takenAt, polarities, isOperatorUnknown, webhookFaults } = context;
  const { namespaces } = state;
  // A file may lack a required component that exists and fails: the installation then excuses nothing.
  const isRequiredUnread = ({ isRequired, lookup }: HcoComponent): boolean => isRequired && lookup.outcome === "unread";
  const isNew = isInstalling(state, takenAt) && !components.some(isRequiredUnread);
  return components.map((component) => {
    const ownNode = makeComponentNode(component, index, { namespaces, takenAt, polarities, isOperatorUnknown });
    const deletedNode = excuseDeletion(ownNode, state);
    const excusedNode = isNew ? excuseInstallation(deletedNode) : deletedNode;
    const node = addWebhooks(addCreator(excusedNode, state), webhookFaults);
    const object = foundObject(component.lookup);
    if (object === undefined) return { node, lastingDeletions: [] };
    const deletion = evaluateLastingDeletion(object, context);
    return {
      node: addLastingDeletion(node, deletion),
      lastingDeletions: reportLastingDeletion(object, deletion, component.row.component),
    };
  });
}

/**
 * The part of a root that is being deleted. HyperConverged deletes its parts itself
 * (kubevirt/hyperconverged-cluster-operator controllers/operandhandler/operandHandler.go, EnsureDeleted), so a part that
 * is gone is no longer required, and one that is being deleted is progressing, not unavailable.
 */
function excuseDeletion(part: ReportNode, state: HyperConvergedState): ReportNode {
  const isGone = isMissing(part);
  if (!state.isDeleting || !(isGone || part.deleting)) return part;
  const ownVerdict = isSerious(part.ownVerdict) ? "progressing" : part.ownVerdict;
  const verdict = isSerious(part.verdict) ? "progressing" : part.verdict;
  return { ...part, required: part.required && !isGone, verdict, ownVerdict };
}

/** A part that does not exist, with the name of the operator's Deployment that creates it, unless that does not run. */
function addCreator(part: ReportNode, { operator: { lookup, running } }: HyperConvergedState): ReportNode {
  if (part.outcome !== "absent" || lookup.outcome !== "found" || running === false) return part;
  return { ...part, facts: { ...part.facts, createdBy: lookup.ref.name } };
}
