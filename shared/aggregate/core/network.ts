import { type Condition, conditionOf } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { conditionsAt, readConditions } from "../../parse/conditions.ts";
import { at, list, record, text } from "../../parse/value.ts";
import { coreWords } from "../../render/words-core.ts";
import { because, type Facts, type Health, hasLasted, malformed, patience, saidBy, unwell, well } from "./verdicts.ts";

/** A Service: nothing runs in it, but a load balancer that was asked for has to come (Argo CD health_service.go). */
export function service(object: KubeObject, takenAt: string): Health {
  const type = text(at(object.spec, ["type"])) || "ClusterIP";
  const facts = { type };
  const conflict = conditionOf(conditionsAt(object).conditions, "LoadBalancerPortsError");
  if (conflict?.status === "True") return unwell("degraded", saidBy(conflict), facts);
  if (type !== "LoadBalancer") return types.has(type) ? well(facts) : malformed("type", facts);
  const addresses = addressesOf(object);
  if (addresses === undefined) return malformed("load balancer", facts);
  if (addresses.length > 0) return well({ ...facts, ...shown(addresses) });
  const isLong = hasLasted(object.createdAt, takenAt, patience.provisioning);
  const trouble = because("LoadBalancerPending", coreWords.noAddress, object.createdAt);
  return unwell(isLong ? "degraded" : "progressing", trouble, facts);
}

const types: ReadonlySet<string> = new Set(["ClusterIP", "NodePort", "ExternalName"]);

/** An Ingress is there for others to act on, and not every controller writes its address: without one nobody knows. */
export function ingress(object: KubeObject, takenAt: string): Health {
  const addresses = addressesOf(object);
  if (addresses === undefined) return malformed("load balancer");
  if (addresses.length > 0) return well(shown(addresses));
  const isLong = hasLasted(object.createdAt, takenAt, patience.provisioning);
  const trouble = because("NoAddress", coreWords.nobodyReportsAddress, object.createdAt);
  return unwell(isLong ? "unknown" : "progressing", trouble);
}

function addressesOf({ status }: KubeObject): readonly string[] | undefined {
  const ingresses = at(status, ["loadBalancer", "ingress"]);
  if (ingresses === undefined || ingresses === null) return [];
  if (!Array.isArray(ingresses) || !ingresses.every((each) => record(each) !== undefined)) return undefined;
  return ingresses.map((each) => text(at(each, ["ip"])) || text(at(each, ["hostname"])));
}

/** An entry may hold neither address nor name; that it is there says that somebody has acted. */
function shown(addresses: readonly string[]): Facts {
  const named = addresses.filter((address) => address !== "");
  return named.length === 0 ? {} : { address: named.join(",") };
}

/** An OpenShift Route by what each router says of it (openshift/api, route/v1 types.go, RouteIngress). */
export function route({ status }: KubeObject): Health {
  const admissions = list(at(status, ["ingress"])).map((each) =>
    conditionOf(readConditions(at(each, ["conditions"])).conditions, "Admitted"),
  );
  const refusal = admissions.find((each) => each?.status === "False");
  if (refusal !== undefined) return unwell("degraded", saidBy(refusal));
  const isAdmitted = admissions.length > 0 && admissions.every((each) => each?.status === "True");
  return isAdmitted ? well() : unwell("progressing", because("NotAdmitted", coreWords.notAdmitted));
}

/**
 * A NodeNetworkConfigurationPolicy (nmstate, kubernetes-nmstate api/shared): while nodes are configured Available and
 * Degraded are Unknown, and one that fits no node is Ignored and has nothing to do.
 */
export function nodeNetworkPolicy(object: KubeObject): Health {
  const { conditions } = conditionsAt(object);
  const is = (type: string): Condition | undefined =>
    conditions.find((each) => each.type === type && each.status === "True");
  const [degraded, progressing] = [is("Degraded"), is("Progressing")];
  if (degraded !== undefined) return unwell("degraded", saidBy(degraded));
  if (is("Ignored") !== undefined) return well({ ignored: "true" });
  if (progressing !== undefined) return unwell("progressing", saidBy(progressing));
  if (is("Available") !== undefined) return well();
  const available = conditionOf(conditions, "Available");
  return available?.status === "False"
    ? unwell("degraded", saidBy(available))
    : unwell("unknown", because("NotObserved", coreWords.nothingKnown("available")));
}
