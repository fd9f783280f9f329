import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { isSameObject } from "../../../model/object.ts";
import type { ReportNode, ReportWithoutSteps, RootNode } from "../../../model/report.ts";
import { hcoProfile } from "../../../profiles/hco/profile.ts";
import { operatorDeployments, webhookDeployments } from "../../../tables/operator.ts";
import { isRefusedByOperator } from "../hyperconverged-state.ts";
import { makeVerdictRows, type UpgradeRow } from "./component.ts";
import { findDeploymentsGap, isWorkloadUncertain, readLackingSource, readReadyText } from "./workloads.ts";

/** Reasons in the operator that would upgrade: down, rolling out, or not found; and in the webhook of its CR. */
export function listOperatorRows(root: RootNode, report: ReportWithoutSteps): readonly UpgradeRow[] {
  // The operator of a refused HyperConverged runs elsewhere, as ReconcileComplete reports.
  if (isRefusedByOperator(root.conditions)) return listConversionRows(report);
  return [
    ...listDeploymentRows(root, report),
    ...listWebhookRows(root, report),
    ...listEndpointRows(report),
    ...listCertificateRows(report),
    ...listConversionRows(report),
  ];
}

/** Reasons for webhooks that nothing answers, where an upgrade makes the writes that they refuse. */
function listEndpointRows({ findings }: ReportWithoutSteps): readonly UpgradeRow[] {
  return findings.flatMap((one): readonly UpgradeRow[] =>
    one.code === "webhook-without-endpoints" && one.upgradeEffect !== undefined
      ? [{ code: "WorkloadDown", effect: one.upgradeEffect, about: one.about, ready: "" }]
      : [],
  );
}

/** Reasons for webhooks and APIs that the API server cannot verify, where an upgrade calls them. */
function listCertificateRows({ findings }: ReportWithoutSteps): readonly UpgradeRow[] {
  return findings.flatMap((one): readonly UpgradeRow[] =>
    (one.code === "ca-bundle-invalid" || one.code === "certificate-refused") && one.upgradeEffect !== undefined
      ? [{ code: "InvalidCertificate", effect: one.upgradeEffect, about: one.about }]
      : [],
  );
}

function listDeploymentRows(
  root: RootNode,
  { findings, completeness, source }: ReportWithoutSteps,
): readonly UpgradeRow[] {
  const { namespace = "" } = root.ref;
  const [node, ...beside] = root.children.filter(isOperatorNode);
  if (node === undefined) {
    const down = findings.find((one) => one.code === "operator-down" && one.about.namespace === namespace);
    if (down?.code === "operator-down") {
      const ready = `${down.ready}/${down.wanted}`;
      const about = makeDeploymentRef(namespace, down.deployment);
      return [{ code: "OperatorDown", effect: "blocks", about, ready, ...readStatusAbsence(root, findings) }];
    }
    const gap = findDeploymentsGap(completeness.gaps, namespace);
    const { outcome = "unread", verb = "get", cause = "" } = gap ?? {};
    const notIn = gap === undefined && source.kind !== "cluster" ? source.kind : undefined;
    const isListed = verb === "list" || (notIn !== undefined && !hasOperatorDeployments(root));
    const about = makeDeploymentRef(namespace, isListed ? "" : (operatorDeployments[1] ?? ""));
    return [
      ...listUnreadRolloutRows(root, findings),
      { code: "IncompleteReading", effect: "unknown", about, outcome, verb, cause, ...(notIn && { notIn }) },
    ];
  }
  return [
    ...(listRolloutRows(root, node) ?? listHealthRows(node, root, findings)),
    ...beside.flatMap((other) => listSecondOperatorRows(root, node, other)),
  ];
}

/** Whether Deployments of the operators were read, so that one that is not among them is missing by itself. */
function hasOperatorDeployments({ children }: RootNode): boolean {
  return children.some(
    (child) =>
      isDeploymentNamed(webhookDeployments, child) || child.children.some(({ outcome }) => outcome === "found"),
  );
}

/** The reason of a roll-out that the operator's Pods show, where its Deployment was not read. */
function listUnreadRolloutRows(
  { operator: standing, ref }: RootNode,
  findings: readonly Finding[],
): readonly UpgradeRow[] {
  const rollout = standing?.rollout;
  const finding = findings.find((one) => one.code === "operator-rollout" && one.about.namespace === ref.namespace);
  if (rollout === undefined || rollout.state === "complete" || finding === undefined) return [];
  return [{ code: "OperatorRollout", effect: "blocks", about: finding.about, rollout }];
}

/** The reason of an operator that runs and is being replaced, or cannot be. Undefined where no roll-out says how it is. */
function listRolloutRows(
  { operator: standing }: RootNode,
  { ref: about, deleting }: ReportNode,
): readonly UpgradeRow[] | undefined {
  if (standing?.running !== "yes" || standing.rollout === undefined || deleting) return undefined;
  const { rollout: progress } = standing;
  if (progress.state === "complete") return undefined;
  return [{ code: "OperatorRollout", effect: "blocks", about, rollout: progress }];
}

/** Whether the CR of an operator that is down has a status that could be out of date, as a property of a row. */
function readStatusAbsence({ ref }: RootNode, findings: readonly Finding[]): { readonly hasNoStatus?: true } {
  const isNew = findings.some(({ code, about }) => code === "not-yet-seen" && isSameObject(about, ref));
  return isNew ? { hasNoStatus: true } : {};
}

function listHealthRows(node: ReportNode, root: RootNode, findings: readonly Finding[]): readonly UpgradeRow[] {
  const { operator: standing } = root;
  const { ref: about, verdict, facts, label, deleting } = node;
  const paused: readonly UpgradeRow[] = facts["paused"] === "true" ? [{ code: "Paused", effect: "blocks", about }] : [];
  if (deleting) return [{ code: "Deleting", effect: "blocks", about }, ...paused];
  if (verdict === "progressing" && standing?.running !== "no")
    return [...makeVerdictRows(verdict, about, label), ...paused];
  if (!isWorkloadUncertain(node)) return paused;
  const effect = verdict === "unknown" || verdict === "healthy" ? "unknown" : "blocks";
  const status = effect === "blocks" ? readStatusAbsence(root, findings) : {};
  return [{ code: "OperatorDown", effect, about, ready: readReadyText(node), ...status }, ...paused];
}

/** Reasons for two operators of different versions: they write the same objects in turn. */
function listSecondOperatorRows(
  { ref: about }: RootNode,
  { facts }: ReportNode,
  other: ReportNode,
): readonly UpgradeRow[] {
  const to = facts["observedVersion"] ?? "";
  const from = other.facts["observedVersion"] ?? "";
  if (from === to && to !== "") return [];
  return [{ code: "UpgradeRunning", effect: "unknown", about, from, to, waitingFor: [], other: other.ref }];
}

/** Reasons in the webhook: every write to the HyperConverged passes it, so an upgrade cannot end while it is down. */
function listWebhookRows(root: RootNode, { completeness, source }: ReportWithoutSteps): readonly UpgradeRow[] {
  const { namespace = "" } = root.ref;
  const nodes = root.children.filter((each) => isDeploymentNamed(webhookDeployments, each));
  const down = nodes.find(({ verdict }) => verdict === "unavailable");
  if (down !== undefined)
    return [{ code: "WorkloadDown", effect: "blocks", about: down.ref, ready: readReadyText(down) }];
  // If the source holds no other Deployment either, another reason reports that.
  const isLooked = source.kind === "cluster" || root.children.some(({ children }) => children.length > 0);
  if (nodes.length > 0 || !isLooked || findDeploymentsGap(completeness.gaps, namespace) !== undefined) return [];
  const about = makeDeploymentRef(namespace, webhookDeployments[1] ?? "");
  return [{ code: "WorkloadDown", effect: "unknown", about, ready: "", ...readLackingSource(source) }];
}

/** Reasons for a HyperConverged that the conversion webhook could not convert. */
function listConversionRows({ findings }: ReportWithoutSteps): readonly UpgradeRow[] {
  return findings.flatMap((one): readonly UpgradeRow[] => {
    if (one.about.group !== hcoProfile.root.group) return [];
    const { about } = one;
    if (one.code === "conversion-failed") {
      const { message, readable } = one;
      const version = definedFields({ readable });
      return [{ code: "ConversionFailed", effect: "blocks", about, reason: "", message, ...version }];
    }
    if (one.code !== "conversion-webhook") return [];
    const webhook = { ...about, kind: "Webhook", name: one.webhook };
    return [{ code: "WorkloadDown", effect: "blocks", about: webhook, ready: "" }];
  });
}

/** Whether the node is the operator's own Deployment. */
export function isOperatorNode(node: ReportNode): boolean {
  return isDeploymentNamed(operatorDeployments, node);
}

function isDeploymentNamed(names: readonly string[], { role, ref }: ReportNode): boolean {
  return role === "workload" && ref.kind === "Deployment" && names.includes(ref.name);
}

function makeDeploymentRef(namespace: string, name: string): UpgradeRow["about"] {
  return { group: "apps", kind: "Deployment", namespace, name };
}
