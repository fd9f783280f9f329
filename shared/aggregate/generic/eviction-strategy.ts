import type { KubeObject } from "../../model/object.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { textAt } from "../../parse/json-value.ts";
import { hcoProfile } from "../../profiles/hco/profile.ts";
import { kubeVirts } from "../../profiles/virtual-machines.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

// What an eviction of its pod does with a virtual machine (kubevirt/kubevirt
// pkg/virt-api/webhooks/validating-webhook/admitters/pod-eviction-admitter.go, admitLauncherPod):
//   LiveMigrate             migrates it, and is refused where the machine cannot migrate
//   LiveMigrateIfPossible   migrates it, or shuts it down where it cannot migrate
//   External                is refused, and leaves it to another controller to move the machine
//   None                    shuts it down

/** The strategy of an instance. */
export interface EvictionStrategy {
  readonly strategy: string;
  /** The kind of the object that sets the strategy, such as KubeVirt. Absent if the instance itself sets it. */
  readonly strategyOf?: string;
}

/** The strategy that the instance itself sets. Empty where that of its cluster counts. */
export function readOwnStrategy({ spec }: KubeObject): string {
  return textAt(spec, "evictionStrategy");
}

/**
 * The strategy by which an instance is evicted, from the first of these objects:
 * 1. the instance, if it sets one,
 * 2. the KubeVirt, whose strategy is None by default (kubevirt/kubevirt pkg/virt-config/configuration.go),
 * 3. the HyperConverged, which its operator copies to the KubeVirt, for a file that lacks the KubeVirt.
 *
 * Undefined where neither a KubeVirt nor a HyperConverged with a strategy was read.
 */
export function findEvictionStrategy(instance: KubeObject, index: ObjectIndex): EvictionStrategy | undefined {
  const ownStrategy = readOwnStrategy(instance);
  if (ownStrategy !== "") return { strategy: ownStrategy };
  const [kubeVirt] = index.all(kubeVirts);
  if (kubeVirt !== undefined) {
    const strategy = textAt(kubeVirt.spec, "configuration", "evictionStrategy") || "None";
    return { strategy, strategyOf: kubeVirt.ref.kind };
  }
  const [hyperConverged] = index.all(hcoProfile.root);
  if (hyperConverged === undefined) return undefined;
  const { spec, ref } = hyperConverged;
  // The field of v1, then that of v1beta1 (kubevirt/hyperconverged-cluster-operator api/v1beta1/conversion.go).
  const strategy = textAt(spec, "virtualization", "evictionStrategy") || textAt(spec, "evictionStrategy");
  return strategy === "" ? undefined : { strategy, strategyOf: ref.kind };
}

/** Whether an eviction of an instance with this strategy makes it migrate, or is refused because it cannot. */
export function isToMigrate(instance: KubeObject, { strategy }: EvictionStrategy): boolean {
  return strategy === "LiveMigrate" || (strategy === "LiveMigrateIfPossible" && readMigratable(instance) === "True");
}

/** Whether an eviction of an instance with this strategy shuts it down. */
export function isToShutDown(instance: KubeObject, { strategy }: EvictionStrategy): boolean {
  return strategy === "None" || (strategy === "LiveMigrateIfPossible" && readMigratable(instance) === "False");
}

/** The status of the condition LiveMigratable. Undefined for an instance that has not begun to run. */
function readMigratable(instance: KubeObject): string | undefined {
  return conditionOf(instance, "LiveMigratable")?.status;
}
