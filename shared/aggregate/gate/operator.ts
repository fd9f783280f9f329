import type { GateReason } from "../../model/gate.ts";
import type { Gap, Node, Report, RootNode } from "../../model/report.ts";
import { hco, operatorDeployments } from "../../profiles/hco.ts";
import { verdictReason } from "./component.ts";

/** The operator that would do it: down, in its own roll-out, or not seen; and the webhook before its CR. */
export function operatorReasons(root: RootNode, report: Report): readonly GateReason[] {
  return [...operator(root, report), ...webhook(report)];
}

function operator(root: RootNode, { findings, completeness }: Report): readonly GateReason[] {
  const { namespace = "" } = root.ref;
  const told = findings.find((one) => one.code === "operator-down" && one.about.namespace === namespace);
  if (told?.code === "operator-down") {
    const ready = `${told.ready}/${told.wanted}`;
    const about = told.found ? told.about : deployment(namespace, told.deployment);
    return [{ code: "OperatorDown", state: "blocks", about, ready }];
  }
  const node = root.children.find(isOperator);
  if (node === undefined) {
    // A refused HyperConverged has its operator elsewhere, and says so in ReconcileComplete.
    if (root.conditions.some(({ reason }) => reason === "InvalidRequest")) return [];
    const refused = completeness.gaps.find((gap) => isOfDeployments(gap, namespace));
    const { outcome = "unread", verb = "get", cause = "" } = refused ?? {};
    const about = deployment(namespace, verb === "list" ? "" : (operatorDeployments[1] ?? ""));
    return [{ code: "IncompleteReading", state: "unknown", about, outcome, verb, cause }];
  }
  const { ref: about, verdict, facts, label } = node;
  if (verdict === "progressing") return verdictReason(verdict, about, label);
  if (verdict === "healthy") return [];
  const state = verdict === "unknown" ? "unknown" : "blocks";
  return [{ code: "OperatorDown", state, about, ready: facts["ready"] ?? "" }];
}

/** Every HyperConverged is read and written through it: an upgrade that it stands in the way of does not end. */
function webhook({ findings }: Report): readonly GateReason[] {
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

function isOperator({ role, ref }: Node): boolean {
  return role === "workload" && ref.kind === "Deployment" && operatorDeployments.includes(ref.name);
}

function isOfDeployments({ kind, outcome, namespace }: Gap, place: string): boolean {
  return kind === "Deployment" && (namespace ?? place) === place && (outcome === "forbidden" || outcome === "unread");
}

function deployment(namespace: string, name: string): GateReason["about"] {
  return { group: "apps", kind: "Deployment", namespace, name };
}
