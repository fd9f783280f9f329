import { type Condition, conditionOf } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { utc } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, list, text } from "../../parse/value.ts";
import { coreWords } from "../../render/words-core.ts";
import { because, type Health, hasLasted, malformed, patience, saidBy, unwell, well } from "./verdicts.ts";

/**
 * A Node by condition Ready, which the node controller makes Unknown when the kubelet is silent, by pressure, and by what
 * somebody has done on purpose: cordoned is a state on the way to another one (core/v1 NodeSpec, NodeConditionType).
 */
export function node(object: KubeObject): Health {
  const { conditions } = conditionsAt(object);
  const isCordoned = at(object.spec, ["unschedulable"]) === true;
  const facts = isCordoned ? { cordoned: "true" } : {};
  const ready = conditionOf(conditions, "Ready");
  if (ready === undefined) return unwell("unknown", because("NotObserved", coreWords.nothingKnown("ready")), facts);
  if (ready.status !== "True") {
    const { reason, message, since } = saidBy(ready);
    return unwell("unavailable", because(reason, message || coreWords.silentNode, since), facts);
  }
  const pressure = conditions.find(({ type, status }) => pressures.has(type) && status === "True");
  if (pressure !== undefined) return unwell("degraded", saidBy(pressure), facts);
  return isCordoned
    ? unwell("progressing", because("Cordoned", coreWords.cordoned, cordonedAt(object)), facts)
    : well();
}

const pressures: ReadonlySet<string> = new Set(["MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable"]);

function cordonedAt({ spec }: KubeObject): string | undefined {
  const taints = at(spec, ["taints"]);
  const taint = Array.isArray(taints)
    ? taints.find((each) => at(each, ["key"]) === "node.kubernetes.io/unschedulable")
    : undefined;
  return utc(at(taint, ["timeAdded"]));
}

/**
 * A Namespace by its phase; one that is being deleted says in its conditions what holds it: what cannot be deleted, else whose
 * finalizers wait, else what is left; else its own finalizers, which stand in its spec (core/v1 types.go, NamespaceSpec).
 */
export function namespace(object: KubeObject, takenAt: string): Health {
  const phase = text(at(object.status, ["phase"]));
  if (phase === "Active") return well({ phase });
  if (phase !== "Terminating") return malformed("phase");
  const said = conditionsAt(object).conditions.filter(({ status }) => status === "True");
  const failure = said.find(({ type }) => type.endsWith("Failure"));
  if (failure !== undefined) return unwell("degraded", saidBy(failure), { phase });
  const waiting = said.find(({ type }) => type === "NamespaceFinalizersRemaining") ?? said[0];
  const finalizers = list(at(object.spec, ["finalizers"])).map(text);
  const trouble =
    waiting === undefined
      ? because("Terminating", coreWords.deletionWaits([...object.finalizers, ...finalizers]))
      : saidBy(waiting);
  const isLong = hasLasted(object.deletedAt ?? trouble.since, takenAt, patience.deleting);
  return unwell(isLong ? "degraded" : "progressing", trouble, { phase });
}

/**
 * An APIService whose Available is not True for five minutes breaks discovery, kubectl and every client of its group: kstatus
 * never looks, Argo CD waits for ever (facts cli-peers 5, recommended choices).
 */
export function apiService(object: KubeObject, takenAt: string): Health {
  const available = conditionOf(conditionsAt(object).conditions, "Available");
  if (available === undefined) {
    const isLong = hasLasted(object.createdAt, takenAt, patience.apiService);
    const trouble = because("NotObserved", coreWords.nothingKnown("available"), object.createdAt);
    return unwell(isLong ? "unknown" : "progressing", trouble);
  }
  if (available.status === "True") return well();
  const isLong = hasLasted(available.since, takenAt, patience.apiService);
  return unwell(isLong ? "degraded" : "progressing", saidBy(available));
}

/** A CRD: names taken by another one, not established, or a schema that the server cannot use (apiextensions types.go). */
export function customResourceDefinition(object: KubeObject): Health {
  const { conditions } = conditionsAt(object);
  const is = (type: string, status: Condition["status"]): Condition | undefined =>
    conditions.find((each) => each.type === type && each.status === status);
  const bad = is("NamesAccepted", "False") ?? is("NonStructuralSchema", "True");
  if (bad !== undefined) return unwell("degraded", saidBy(bad));
  const terminating = is("Terminating", "True");
  if (terminating !== undefined) return unwell("progressing", saidBy(terminating));
  const established = conditionOf(conditions, "Established");
  if (established === undefined) {
    return unwell("progressing", because("Installing", coreWords.nothingKnown("established"), object.createdAt));
  }
  if (established.status === "True") return well();
  return unwell(established.reason === "Installing" ? "progressing" : "degraded", saidBy(established));
}
