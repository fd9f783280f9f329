import { type Condition, conditionOf } from "../../model/condition.ts";
import type { Finding } from "../../model/finding.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import type { Node } from "../../model/report.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, list, text } from "../../parse/value.ts";
import { type Component, reportKey } from "./components.ts";
import { someNames } from "./findings-state.ts";
import type { Tree } from "./tree.ts";

/** What the controller makes of each part against what it is: it counts ready what is not, and never what is (1.3, 1.6). */
export function partFindings({ composition, parts }: Tree): readonly Finding[] {
  const { object: root, components } = composition;
  const nodes = new Map(parts.map((part) => [keyOf(part.ref), part]));
  const ofParts = components.flatMap((component): readonly Finding[] => {
    const { key, object, code } = component;
    const part = nodes.get(key);
    return [
      ...(code.error === undefined ? [] : [warning(object, { code: "component-unreadable", cause: code.error })]),
      ...(part === undefined ? [] : countedReady(component, part)),
      ...neverReady(object),
    ];
  });
  return [...ofParts, ...ownerless(root, components)];
}

/** Where addOwnerRef asks the controller to make each component its own, who is not. */
function ownerless(root: KubeObject, components: readonly Component[]): readonly Finding[] {
  if (at(root.spec, ["addOwnerRef"]) !== true) return [];
  const without = components.filter(({ object }) => !isOwned(object, root)).map(({ object }) => reportKey(object.ref));
  if (without.length === 0) return [];
  return [warning(root, { code: "owner-reference-missing", ...someNames(without) })];
}

type Remark = Finding extends infer One ? (One extends Finding ? Omit<One, "severity" | "about"> : never) : never;

function warning(object: KubeObject, remark: Remark): Finding {
  return { ...remark, severity: "warning", about: object.ref } as Finding;
}

/** Why what counts as ready is not: the most telling reason only. */
function countedReady({ object, code }: Component, { verdict }: Node): readonly Finding[] {
  if (code.status !== "Ready") return [];
  const { conditions } = conditionsAt(object);
  const words = ({ reason, message }: Condition): Pick<Condition, "reason" | "message"> => ({ reason, message });
  const is = (type: string, status: string): Condition | undefined =>
    conditions.find((condition) => condition.type === type && condition.status === status);
  const failed = object.ref.kind === "Job" && object.ref.group === "batch" ? is("Failed", "True") : undefined;
  if (failed !== undefined) return [warning(object, { code: "failed-job-ready", ...words(failed) })];
  const unknown = conditionOf(conditions, "Ready");
  if (unknown?.status === "Unknown") return [warning(object, { code: "unknown-counted-ready", ...words(unknown) })];
  const error = is("Error", "True");
  if (error !== undefined) return [warning(object, { code: "error-counted-ready", ...words(error) })];
  if (verdict !== "unavailable" && verdict !== "degraded") return [];
  const elsewhere = !Array.isArray(at(object.status, ["conditions"])) && conditions.length > 0;
  return [warning(object, { code: "unwell-counted-ready", verdict, elsewhere })];
}

/** What stays in progress for ever, however long one waits. */
function neverReady(object: KubeObject): readonly Finding[] {
  const { ref, spec, status } = object;
  if (ref.group === "" && ref.kind === "Service" && text(at(spec, ["type"])) === "LoadBalancer") {
    const ingress = list(at(status, ["loadBalancer", "ingress"]));
    const nameless = ingress.filter((one) => text(at(one, ["ip"])).trim() === "");
    const hosts = nameless.map((one) => text(at(one, ["hostname"]))).filter((host) => host !== "");
    return hosts.length === 0 ? [] : [warning(object, { code: "hostname-only", hosts: hosts.slice(0, mostHosts) })];
  }
  if (ref.group !== "apps" || ref.kind !== "Deployment") return [];
  const progressing = conditionOf(conditionsAt({ status }).conditions, "Progressing");
  return progressing?.reason === "ProgressDeadlineExceeded"
    ? [warning(object, { code: "deadline-exceeded", message: progressing.message })]
    : [];
}

const mostHosts = 3;

/** addOwnerRef appends a reference to each object, or refreshes its uid (APP application_controller.go:78-84, 151-179). */
function isOwned({ ref, raw }: KubeObject, root: KubeObject): boolean {
  if (keyOf(ref) === keyOf(root.ref)) return true;
  // Of a Secret only metadata without owners is kept.
  if (ref.group === "" && ref.kind === "Secret") return true;
  return list(at(raw, ["metadata", "ownerReferences"])).some(
    (owner) =>
      text(at(owner, ["kind"])) === root.ref.kind &&
      text(at(owner, ["name"])) === root.ref.name &&
      (root.uid === "" || text(at(owner, ["uid"])) === root.uid),
  );
}
