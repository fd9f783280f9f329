import { definedFields } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/make-finding.ts";
import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { deploymentKind } from "../../profiles/hco/profile.ts";
import { hcoComponents } from "../../tables/components.ts";
import { evaluateLastingDeletion } from "../core/object-health.ts";
import type { EvaluationContext } from "../evaluation/evaluation.ts";
import type { StandaloneComponent } from "../root-cause/candidates.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listWorkloadNamespaces } from "./component-homes.ts";
import { makeComponentNode } from "./component-node.ts";
import { type HcoComponent, readStandaloneComponent } from "./components.ts";
import { listSilentFindings } from "./findings/silent-component-findings.ts";
import { addWebhooks, listWebhookFindings, type WebhookFinding } from "./findings/webhook-findings.ts";
import { addLastingDeletion, reportLastingDeletion } from "./lasting-deletion.ts";
import { listHyperConvergedUncertain } from "./offenders.ts";
import { worsenNode } from "./operator-node.ts";
import { listFoundConditions } from "./rule-sets.ts";
import { reportAbandonedComponent } from "./surroundings/abandoned-deletions.ts";
import { listAbandonedCandidates } from "./surroundings/causes.ts";

/**
 * Evaluates the CR of a component without a HyperConverged by the rules of that component. Its workloads explain its state.
 * Undefined for an object of any other kind.
 */
export function evaluateStandaloneComponent(
  object: KubeObject,
  index: ObjectIndex,
  { takenAt, source, polarities }: EvaluationContext,
): StandaloneComponent | undefined {
  const row = hcoComponents.find((each) => isSameKind(each, object.ref));
  if (row === undefined) return undefined;
  const component = readStandaloneComponent(row, object);
  const homes = listWorkloadNamespaces(component, index);
  const webhookFindings = listWebhookFindings(object, index, homes, { takenAt, source }).filter((webhookFinding) =>
    isAboutComponent(webhookFinding, row.component),
  );
  const componentNode = makeComponentNode(component, index, { namespaces: homes, takenAt, polarities });
  const deletion = evaluateLastingDeletion(object, { takenAt, source });
  const node = addLastingDeletion(addWebhooks(componentNode, webhookFindings), deletion);
  const abandoned = reportAbandonedComponent(object, row.component, homes, index, takenAt);
  const candidates = listAbandonedCandidates([{ ...node, required: true }], abandoned);
  return {
    node: abandoned.length === 0 ? node : worsenNode(node, "degraded"),
    ...definedFields({ candidates: candidates.length > 0 ? candidates : undefined }),
    uncertain: listHyperConvergedUncertain(listFoundConditions([component])),
    isExplained: true,
    findings: [
      ...listSilentFindings(component, node, index, takenAt),
      ...(abandoned.length > 0 ? abandoned : reportLastingDeletion(object, deletion, row.component)),
      ...webhookFindings.map(({ finding }) => finding),
      ...reportWorkloadsNotFound(component, node, homes, index),
    ],
  };
}

/**
 * Whether a finding is about the webhooks of a component: an error that makes the component degraded, or a warning about a
 * bundle whose certificates expire, or expired where a failure of the webhook is ignored.
 */
function isAboutComponent({ finding, owner, verifiedFor }: WebhookFinding, component: string): boolean {
  if (owner === component) return true;
  return finding.severity === "warning" && verifiedFor === component;
}

/**
 * The finding about a standalone component of which no workload was found, although the Deployments of all its namespaces
 * were listed, or no namespace is known.
 */
function reportWorkloadsNotFound(
  { row: { component } }: HcoComponent,
  { ref: about, children }: ReportNode,
  namespaces: readonly string[],
  index: ObjectIndex,
): readonly Finding[] {
  const { group, kind } = deploymentKind;
  const lists = namespaces.map((namespace) => index.list({ group, kind, namespace }));
  if (children.length > 0 || lists.some(({ outcome }) => outcome !== "found")) return [];
  return [makeFinding(about, { code: "workloads-not-found", component, namespaces })];
}
