import type { GateReason } from "../../model/gate.ts";
import type { Node, Report, RootNode } from "../../model/report.ts";
import { hco, operatorDeployments, webhookDeployments } from "../../profiles/hco.ts";
import { isRefusal } from "../hco/state.ts";
import { verdictReason } from "./component.ts";
import { deploymentsGap, isUnsettled, readyOf } from "./workloads.ts";

/** The operator that would do it: down, in its own roll-out, or not seen; and the webhook before its CR. */
export function operatorReasons(root: RootNode, report: Report): readonly GateReason[] {
  // A refused HyperConverged has its operator elsewhere, and says so in ReconcileComplete.
  if (isRefusal(root.conditions)) return unanswered(report);
  return [...operator(root, report), ...webhook(root, report), ...unanswered(report)];
}

function operator(root: RootNode, { findings, completeness }: Report): readonly GateReason[] {
  const { namespace = "" } = root.ref;
  const [node, ...beside] = root.children.filter(isOperator);
  if (node === undefined) {
    const told = findings.find((one) => one.code === "operator-down" && one.about.namespace === namespace);
    if (told?.code === "operator-down") {
      const ready = `${told.ready}/${told.wanted}`;
      return [{ code: "OperatorDown", state: "blocks", about: deployment(namespace, told.deployment), ready }];
    }
    const { outcome = "unread", verb = "get", cause = "" } = deploymentsGap(completeness.gaps, namespace) ?? {};
    const about = deployment(namespace, verb === "list" ? "" : (operatorDeployments[1] ?? ""));
    return [{ code: "IncompleteReading", state: "unknown", about, outcome, verb, cause }];
  }
  return [...howIs(node), ...beside.flatMap((other) => twoOf(root, node, other))];
}

function howIs(node: Node): readonly GateReason[] {
  const { ref: about, verdict, facts, label, deleting } = node;
  const paused: readonly GateReason[] = facts["paused"] === "true" ? [{ code: "Paused", state: "blocks", about }] : [];
  if (deleting) return [{ code: "Deleting", state: "blocks", about }, ...paused];
  if (verdict === "progressing") return [...verdictReason(verdict, about, label), ...paused];
  if (!isUnsettled(node)) return paused;
  const state = verdict === "unknown" || verdict === "healthy" ? "unknown" : "blocks";
  return [{ code: "OperatorDown", state, about, ready: readyOf(node) }, ...paused];
}

/** Two operators of two versions write the same objects in turn. */
function twoOf({ ref: about }: RootNode, { facts }: Node, other: Node): readonly GateReason[] {
  const [to = "", from = ""] = [facts["observedVersion"], other.facts["observedVersion"]];
  if (from === to && to !== "") return [];
  return [{ code: "UpgradeRunning", state: "unknown", about, from, to, waitingFor: [], other: other.ref }];
}

/** Every HyperConverged is written through it: an upgrade that it stands in the way of does not end. */
function webhook(root: RootNode, { completeness, source }: Report): readonly GateReason[] {
  const { namespace = "" } = root.ref;
  const nodes = root.children.filter((each) => isOf(webhookDeployments, each));
  const down = nodes.find(({ verdict }) => verdict === "unavailable");
  if (down !== undefined) return [{ code: "WorkloadDown", state: "blocks", about: down.ref, ready: readyOf(down) }];
  // Of a source that holds no other Deployment either, one sentence is said elsewhere.
  const isLooked = source.kind === "cluster" || root.children.some(({ children }) => children.length > 0);
  if (nodes.length > 0 || !isLooked || deploymentsGap(completeness.gaps, namespace) !== undefined) return [];
  const about = deployment(namespace, webhookDeployments[1] ?? "");
  return [{ code: "WorkloadDown", state: "unknown", about, ready: "" }];
}

/** A HyperConverged that could not be converted. */
function unanswered({ findings }: Report): readonly GateReason[] {
  return findings.flatMap((one): readonly GateReason[] =>
    one.code === "conversion-webhook" && one.about.group === hco.root.group
      ? [
          {
            code: "WorkloadDown",
            state: "blocks",
            about: { ...one.about, kind: "Webhook", name: one.webhook },
            ready: "",
          },
        ]
      : [],
  );
}

/** The operator's own Deployment, that was found. */
export function isOperator(node: Node): boolean {
  return isOf(operatorDeployments, node);
}

function isOf(names: readonly string[], { role, ref }: Node): boolean {
  return role === "workload" && ref.kind === "Deployment" && names.includes(ref.name);
}

function deployment(namespace: string, name: string): GateReason["about"] {
  return { group: "apps", kind: "Deployment", namespace, name };
}
