import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { isSameObject } from "../../../model/object.ts";
import type { ReportNode, ReportWithoutSteps, RootNode } from "../../../model/report.ts";
import { hcoProfile } from "../../../profiles/hco/profile.ts";
import { operatorDeployments, webhookDeployments } from "../../../tables/operator.ts";
import { isRefusedByOperator } from "../hyperconverged-state.ts";
import { makeDeploymentRef } from "../operator/deployment.ts";
import { makeVerdictRows, type UpgradeRow } from "./component.ts";
import { findDeploymentsGap, isWorkloadUncertain, readLackingSource, readReadyText } from "./workloads.ts";

/**
 * Reasons in the operator that would upgrade: its Deployments, the webhooks that an upgrade needs, and conversions of the
 * HyperConverged. The operator of a refused HyperConverged runs elsewhere, as ReconcileComplete reports.
 */
export function listOperatorRows(root: RootNode, report: ReportWithoutSteps): readonly UpgradeRow[] {
  if (isRefusedByOperator(root.conditions)) return listConversionRows(report);
  return [
    ...listDeploymentRows(root, report),
    ...listWebhookRows(root, report),
    ...listServerRows(report),
    ...listConversionRows(report),
  ];
}

/**
 * Reasons in the operator's Deployments: the roll-out of the first one, otherwise its health, and the versions of a second
 * one. Where no Deployment was found, see {@link listUnfoundOperatorRows}.
 */
function listDeploymentRows(root: RootNode, report: ReportWithoutSteps): readonly UpgradeRow[] {
  const [node, ...others] = root.children.filter(isOperatorNode);
  if (node === undefined) return listUnfoundOperatorRows(root, report);
  const { ref: about, deleting } = node;
  const { running, rollout } = root.operator ?? {};
  const isRollingOut = running === "yes" && rollout !== undefined && rollout.state !== "complete" && !deleting;
  const rows = isRollingOut
    ? [{ code: "OperatorRollout", effect: "blocks", about, rollout } as const]
    : listHealthRows(node, root, report.findings);
  return [...rows, ...others.flatMap((other) => listSecondOperatorRows(root, node, other))];
}

/** Reasons where no Deployment of the operator was found: it is known to be down, or was not read. */
function listUnfoundOperatorRows(
  root: RootNode,
  { findings, completeness, source }: ReportWithoutSteps,
): readonly UpgradeRow[] {
  const { namespace = "" } = root.ref;
  const down = findings.find(({ code, about }) => code === "operator-down" && about.namespace === namespace);
  if (down?.code === "operator-down") {
    const ready = `${down.ready}/${down.wanted}`;
    const about = makeDeploymentRef(namespace, down.deployment);
    return [{ code: "OperatorDown", effect: "blocks", about, ready, ...readStatusAbsence(root, findings) }];
  }
  const gap = findDeploymentsGap(completeness.gaps, namespace);
  const { outcome = "unread", verb = "get", cause = "" } = gap ?? {};
  const notIn = gap === undefined && source.kind !== "cluster" ? source.kind : undefined;
  const isListLacking = verb === "list" || (notIn !== undefined && !hasOperatorDeployments(root));
  const about = makeDeploymentRef(namespace, isListLacking ? "" : (operatorDeployments[1] ?? ""));
  const reading = { outcome, verb, cause, ...definedFields({ notIn }) };
  return [
    ...listUnreadRolloutRows(root, findings),
    { code: "IncompleteReading", effect: "unknown", about, ...reading },
  ];
}

/** Whether any Deployment of the product was read, so that only the operator's is missing. */
function hasOperatorDeployments({ children }: RootNode): boolean {
  return children.some(
    (child) =>
      isDeploymentNamed(webhookDeployments, child) || child.children.some(({ outcome }) => outcome === "found"),
  );
}

/** The reason of a roll-out that the operator's Pods show, where its Deployment was not read. */
function listUnreadRolloutRows({ operator, ref }: RootNode, findings: readonly Finding[]): readonly UpgradeRow[] {
  const rollout = operator?.rollout;
  const finding = findings.find(({ code, about }) => code === "operator-rollout" && about.namespace === ref.namespace);
  if (rollout === undefined || rollout.state === "complete" || finding === undefined) return [];
  return [{ code: "OperatorRollout", effect: "blocks", about: finding.about, rollout }];
}

/** The field of a row about an operator that is down: whether the CR has no status that could be out of date. */
function readStatusAbsence({ ref }: RootNode, findings: readonly Finding[]): { readonly hasNoStatus?: true } {
  const isNew = findings.some(({ code, about }) => code === "not-yet-seen" && isSameObject(about, ref));
  return isNew ? { hasNoStatus: true } : {};
}

/** The rows of the operator's Deployment by its own health, and a pause. */
function listHealthRows(node: ReportNode, root: RootNode, findings: readonly Finding[]): readonly UpgradeRow[] {
  const { ref: about, verdict, facts, label, deleting } = node;
  const isPaused = facts["paused"] === "true";
  const paused = isPaused ? [{ code: "Paused", effect: "blocks", about } as const] : [];
  if (deleting) return [{ code: "Deleting", effect: "blocks", about }, ...paused];
  const isRunning = root.operator?.running !== "no";
  if (verdict === "progressing" && isRunning) return [...makeVerdictRows(verdict, about, label), ...paused];
  if (!isWorkloadUncertain(node)) return paused;
  const effect = verdict === "unknown" || verdict === "healthy" ? "unknown" : "blocks";
  const status = effect === "blocks" ? readStatusAbsence(root, findings) : {};
  return [{ code: "OperatorDown", effect, about, ready: readReadyText(node), ...status }, ...paused];
}

/** The row of two operators of different or unknown versions, which overwrite what the other one writes. */
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

/** The row of HyperConverged's webhook. Every write to the HyperConverged passes it, so an upgrade cannot end while it is down. */
function listWebhookRows(root: RootNode, { completeness, source }: ReportWithoutSteps): readonly UpgradeRow[] {
  const { namespace = "" } = root.ref;
  const nodes = root.children.filter((child) => isDeploymentNamed(webhookDeployments, child));
  const down = nodes.find(({ verdict }) => verdict === "unavailable");
  if (down !== undefined) {
    return [{ code: "WorkloadDown", effect: "blocks", about: down.ref, ready: readReadyText(down) }];
  }
  // A file without any Deployment has a row of its own.
  const hasDeployments = source.kind === "cluster" || root.children.some(({ children }) => children.length > 0);
  if (nodes.length > 0 || !hasDeployments || findDeploymentsGap(completeness.gaps, namespace) !== undefined) return [];
  const about = makeDeploymentRef(namespace, webhookDeployments[1] ?? "");
  return [{ code: "WorkloadDown", effect: "unknown", about, ready: "", ...readLackingSource(source) }];
}

/**
 * Reasons for webhooks and APIs that an upgrade needs: no server responds behind a webhook, so that writes are refused, or the
 * API server cannot verify the server.
 */
function listServerRows({ findings }: ReportWithoutSteps): readonly UpgradeRow[] {
  return findings.flatMap((finding): readonly UpgradeRow[] => {
    const { about } = finding;
    switch (finding.code) {
      case "webhook-without-endpoints": {
        const { upgradeEffect: effect } = finding;
        return effect === undefined ? [] : [{ code: "WorkloadDown", effect, about, ready: "" }];
      }
      case "ca-bundle-invalid":
      case "certificate-refused": {
        const { upgradeEffect: effect } = finding;
        return effect === undefined ? [] : [{ code: "InvalidCertificate", effect, about }];
      }
      default:
        return [];
    }
  });
}

/** Reasons for a HyperConverged that the conversion webhook could not convert. */
function listConversionRows({ findings }: ReportWithoutSteps): readonly UpgradeRow[] {
  return findings.flatMap((finding): readonly UpgradeRow[] => {
    const { about } = finding;
    if (about.group !== hcoProfile.root.group) return [];
    if (finding.code === "conversion-failed") {
      const { message, readable } = finding;
      const words = { reason: "", message, ...definedFields({ readable }) };
      return [{ code: "ConversionFailed", effect: "blocks", about, ...words }];
    }
    if (finding.code !== "conversion-webhook") return [];
    const webhook = { group: about.group, kind: "Webhook", name: finding.webhook };
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
