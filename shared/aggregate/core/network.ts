import { type Condition, findConditionWithStatus, lastConditionOfType } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { conditionOf, conditionsAt, readConditions } from "../../parse/conditions.ts";
import { listAt, textAt, toRecord, valueAt } from "../../parse/json-value.ts";
import {
  gracePeriodSeconds,
  hasLasted,
  healthyObject,
  makeTrouble,
  malformedField,
  type NodeFacts,
  type ObjectHealth,
  troubleFromCondition,
  unhealthyObject,
} from "./object-health.ts";

const typesWithoutLoadBalancer: ReadonlySet<string> = new Set(["ClusterIP", "NodePort", "ExternalName"]);

/**
 * The health of a Service: it runs nothing itself, but a requested load balancer must get an address (Argo CD
 * health_service.go).
 */
export function evaluateService(object: KubeObject, takenAt: string): ObjectHealth {
  const type = textAt(object.spec, "type") || "ClusterIP";
  const facts = { type };
  const conflict = conditionOf(object, "LoadBalancerPortsError");
  if (conflict?.status === "True") return unhealthyObject("degraded", troubleFromCondition(conflict), facts);
  if (typesWithoutLoadBalancer.has(type)) return healthyObject(facts);
  if (type !== "LoadBalancer") return malformedField("type", facts);
  const addresses = readAddresses(object);
  if (addresses === undefined) return malformedField("loadBalancer", facts);
  if (addresses.length > 0) return healthyObject({ ...facts, ...makeAddressFacts(addresses) });
  const isLong = hasLasted(object.createdAt, takenAt, gracePeriodSeconds.provisioning);
  const trouble = makeTrouble("LoadBalancerPending", { code: "no-external-address" }, object.createdAt);
  return unhealthyObject(isLong ? "degraded" : "progressing", trouble, facts);
}

/** The health of an Ingress. Not every controller reports an address, so without one the health becomes unknown. */
export function evaluateIngress(object: KubeObject, takenAt: string): ObjectHealth {
  const addresses = readAddresses(object);
  if (addresses === undefined) return malformedField("loadBalancer");
  if (addresses.length > 0) return healthyObject(makeAddressFacts(addresses));
  const isLong = hasLasted(object.createdAt, takenAt, gracePeriodSeconds.provisioning);
  const trouble = makeTrouble("NoAddress", { code: "no-ingress-address" }, object.createdAt);
  return unhealthyObject(isLong ? "unknown" : "progressing", trouble);
}

/** The addresses of a load balancer. Undefined where its status is malformed. */
function readAddresses({ status }: KubeObject): readonly string[] | undefined {
  const ingresses = valueAt(status, "loadBalancer", "ingress");
  if (ingresses === undefined || ingresses === null) return [];
  if (!Array.isArray(ingresses) || !ingresses.every((each) => toRecord(each) !== undefined)) return undefined;
  return ingresses.map((each) => textAt(each, "ip") || textAt(each, "hostname"));
}

/** The addresses as a fact. An entry may hold neither address nor name; it still shows that the controller acted. */
function makeAddressFacts(addresses: readonly string[]): NodeFacts {
  const named = addresses.filter((address) => address !== "");
  return named.length === 0 ? {} : { address: named.join(",") };
}

/** The health of an OpenShift Route by what each router reports (openshift/api, route/v1 types.go, RouteIngress). */
export function evaluateRoute({ status }: KubeObject): ObjectHealth {
  const admissions = listAt(status, "ingress").map((each) =>
    lastConditionOfType(readConditions(valueAt(each, "conditions")).conditions, "Admitted"),
  );
  const refusal = admissions.find((each) => each?.status === "False");
  if (refusal !== undefined) return unhealthyObject("degraded", troubleFromCondition(refusal));
  const isAdmitted = admissions.length > 0 && admissions.every((each) => each?.status === "True");
  if (isAdmitted) return healthyObject();
  return unhealthyObject("progressing", makeTrouble("NotAdmitted", { code: "route-not-admitted" }));
}

/**
 * The health of a NodeNetworkConfigurationPolicy (nmstate, kubernetes-nmstate api/shared). While nodes are being
 * configured, Available and Degraded are Unknown. A policy that matches no node is Ignored and has nothing to do.
 */
export function evaluateNodeNetworkPolicy(object: KubeObject): ObjectHealth {
  const { conditions } = conditionsAt(object);
  const findTrue = (type: string): Condition | undefined => findConditionWithStatus(conditions, type, "True");
  const degraded = findTrue("Degraded");
  if (degraded !== undefined) return unhealthyObject("degraded", troubleFromCondition(degraded));
  if (findTrue("Ignored") !== undefined) return healthyObject({ ignored: "true" });
  const progressing = findTrue("Progressing");
  if (progressing !== undefined) return unhealthyObject("progressing", troubleFromCondition(progressing));
  return evaluateAvailable(conditions);
}

/**
 * The health of a NodeNetworkConfigurationEnactment: a policy at one node (kubernetes-nmstate,
 * pkg/enactmentstatus/conditions/conditions.go). Available is False while it waits for other nodes, and Unknown while it is
 * under way. It is aborted if another node failed.
 */
export function evaluateNodeNetworkEnactment(object: KubeObject): ObjectHealth {
  const { conditions } = conditionsAt(object);
  const findTrue = (type: string): Condition | undefined => findConditionWithStatus(conditions, type, "True");
  const fault = findTrue("Failing") ?? findTrue("Aborted");
  if (fault !== undefined) return unhealthyObject("degraded", troubleFromCondition(fault));
  const work = findTrue("Pending") ?? findTrue("Progressing");
  if (work !== undefined) return unhealthyObject("progressing", troubleFromCondition(work));
  return evaluateAvailable(conditions);
}

/** The health by condition Available. Unknown if it is missing or Unknown. */
function evaluateAvailable(conditions: readonly Condition[]): ObjectHealth {
  if (findConditionWithStatus(conditions, "Available", "True") !== undefined) return healthyObject();
  const available = lastConditionOfType(conditions, "Available");
  if (available?.status === "False") return unhealthyObject("degraded", troubleFromCondition(available));
  return unhealthyObject("unknown", makeTrouble("NotObserved", { code: "missing-condition", type: "Available" }));
}
