import { isSameObject, type KubeObject, keyOf } from "../../model/object.ts";
import { conditionOf, conditionsAt } from "../../parse/conditions.ts";
import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/severity.ts";
import type { ReportNode } from "../../model/report.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { type ApplicationComponent, reportKey } from "./composition.ts";
import type { ApplicationTree } from "./owner-tree.ts";
import { someNames } from "./state-findings.ts";

/**
 * Findings where the controller's readiness of a part differs from its health. The controller counts some unhealthy
 * parts as ready, and never counts some healthy ones (1.3, 1.6).
 */
export function partFindings({ composition, parts }: ApplicationTree): readonly Finding[] {
  const { object: root, components } = composition;
  const nodes = new Map(parts.map((part) => [keyOf(part.ref), part]));
  const ofParts = components.flatMap((component): readonly Finding[] => {
    const { key, object, code } = component;
    const part = nodes.get(key);
    return [
      ...(code.error === undefined
        ? []
        : [makeFinding(object.ref, { code: "component-unreadable", cause: code.error })]),
      ...(part === undefined ? [] : countedReady(component, part)),
      ...neverReady(object),
    ];
  });
  return [...ofParts, ...ownerless(root, components)];
}

/** Components without an owner reference to the Application, although addOwnerRef asks the controller to add one. */
function ownerless(root: KubeObject, components: readonly ApplicationComponent[]): readonly Finding[] {
  if (valueAt(root.spec, "addOwnerRef") !== true) return [];
  const without = components.filter(({ object }) => !isOwned(object, root)).map(({ object }) => reportKey(object.ref));
  if (without.length === 0) return [];
  return [makeFinding(root.ref, { code: "owner-reference-missing", ...someNames(without) })];
}

/** Why a component that counts as ready is not ready: the most telling reason only. */
function countedReady({ object, code }: ApplicationComponent, { verdict }: ReportNode): readonly Finding[] {
  if (code.status !== "Ready") return [];
  const { conditions } = conditionsAt(object);
  const words = ({ reason, message }: Condition): Pick<Condition, "reason" | "message"> => ({ reason, message });
  const is = (type: string, status: string): Condition | undefined =>
    conditions.find((condition) => condition.type === type && condition.status === status);
  const failed = object.ref.kind === "Job" && object.ref.group === "batch" ? is("Failed", "True") : undefined;
  if (failed !== undefined) return [makeFinding(object.ref, { code: "failed-job-ready", ...words(failed) })];
  const unknown = lastConditionOfType(conditions, "Ready");
  if (unknown?.status === "Unknown")
    return [makeFinding(object.ref, { code: "unknown-counted-ready", ...words(unknown) })];
  const error = is("Error", "True");
  if (error !== undefined) return [makeFinding(object.ref, { code: "error-counted-ready", ...words(error) })];
  if (verdict !== "unavailable" && verdict !== "degraded") return [];
  const elsewhere = !Array.isArray(valueAt(object.status, "conditions")) && conditions.length > 0;
  return [makeFinding(object.ref, { code: "unhealthy-counted-ready", evaluated: verdict, elsewhere })];
}

/** Findings about components that stay in progress permanently, however long the user waits. */
function neverReady(object: KubeObject): readonly Finding[] {
  const { ref, spec, status } = object;
  if (ref.group === "" && ref.kind === "Service" && textAt(spec, "type") === "LoadBalancer") {
    const ingress = listAt(status, "loadBalancer", "ingress");
    const nameless = ingress.filter((one) => textAt(one, "ip").trim() === "");
    const hosts = nameless.map((one) => textAt(one, "hostname")).filter((host) => host !== "");
    return hosts.length === 0
      ? []
      : [makeFinding(object.ref, { code: "hostname-only", hosts: hosts.slice(0, mostHosts) })];
  }
  if (ref.group !== "apps" || ref.kind !== "Deployment") return [];
  const progressing = conditionOf({ status }, "Progressing");
  return progressing?.reason === "ProgressDeadlineExceeded"
    ? [makeFinding(object.ref, { code: "deadline-exceeded", message: progressing.message })]
    : [];
}

const mostHosts = 3;

/**
 * Whether the Application owns the object. addOwnerRef appends a reference to each object, or refreshes its uid (APP
 * application_controller.go:78-84, 151-179).
 */
function isOwned({ ref, raw }: KubeObject, root: KubeObject): boolean {
  if (isSameObject(ref, root.ref)) return true;
  // The reader keeps only the metadata of a Secret, without owners.
  if (ref.group === "" && ref.kind === "Secret") return true;
  return listAt(raw, "metadata", "ownerReferences").some(
    (owner) =>
      textAt(owner, "kind") === root.ref.kind &&
      textAt(owner, "name") === root.ref.name &&
      (root.uid === "" || textAt(owner, "uid") === root.uid),
  );
}
