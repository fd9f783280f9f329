/** Statuses of component CRs that only these cases need, each made by a change of a healthy one. */
import type { ComponentStatus } from "../cluster/component-status.ts";
import type { Fields } from "../cluster/manifest.ts";

type Reported = ComponentStatus["conditions"][number];
type Change = Partial<Reported> & { readonly message?: string; readonly reason?: string };

/** The status with some conditions changed at the time `at`. A type that it lacks is added at the end. */
export function withChangedConditions(status: ComponentStatus, at: string, changes: Readonly<Record<string, Change>>): ComponentStatus {
  const presentTypes = new Set(status.conditions.map(({ type }) => type));
  const changed = status.conditions.map((condition): Reported => {
    const change = changes[condition.type];
    if (change === undefined) return condition;
    const since = change.status === undefined || change.status === condition.status ? {} : { lastTransitionTime: at };
    return { ...condition, ...since, ...change };
  });
  const added = Object.entries(changes)
    .filter(([type]) => !presentTypes.has(type))
    .map(([type, change]): Reported => ({ type, status: "Unknown", lastTransitionTime: at, ...change }));
  return { ...status, conditions: [...changed, ...added] };
}

/** The status without the conditions of these types. */
export function withoutConditions(status: ComponentStatus, ...types: readonly string[]): ComponentStatus {
  return { ...status, conditions: status.conditions.filter(({ type }) => !types.includes(type)) };
}

/** KubeVirt writes the same reason and message into all three conditions (kubevirt/kubevirt pkg/virt-operator/util/client.go). */
export function kubeVirtReporting(
  status: ComponentStatus,
  at: string,
  [available, progressing, degraded]: readonly [Reported["status"], Reported["status"], Reported["status"]],
  reason: string,
  message: string,
): ComponentStatus {
  const reported = { reason, message };
  return withChangedConditions(status, at, {
    Available: { status: available, ...reported },
    Progressing: { status: progressing, ...reported },
    Degraded: { status: degraded, ...reported },
  });
}

/** The status of a HyperConverged in which one condition has another time of transition. */
export function withTransitionTime({ conditions, ...status }: Fields, type: string, lastTransitionTime: string): Fields {
  const changed = (conditions as Fields[]).map((each) =>
    each["type"] === type ? { ...each, lastTransitionTime } : each,
  );
  return { ...status, conditions: changed };
}
