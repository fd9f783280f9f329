/** Statuses of component CRs that only these cases need, told as what differs from a status that is well. */
import type { ComponentStatus } from "../cluster/component-status.ts";
import type { Fields } from "../cluster/manifest.ts";

type Reported = ComponentStatus["conditions"][number];
type Change = Partial<Reported> & { readonly message?: string; readonly reason?: string };

/** The same status with some conditions changed since `at`; a type that is not there yet comes last. */
export function but(status: ComponentStatus, at: string, changes: Readonly<Record<string, Change>>): ComponentStatus {
  const known = new Set(status.conditions.map(({ type }) => type));
  const changed = status.conditions.map((condition): Reported => {
    const change = changes[condition.type];
    if (change === undefined) return condition;
    const since = change.status === undefined || change.status === condition.status ? {} : { lastTransitionTime: at };
    return { ...condition, ...since, ...change };
  });
  const added = Object.entries(changes)
    .filter(([type]) => !known.has(type))
    .map(([type, change]): Reported => ({ type, status: "Unknown", lastTransitionTime: at, ...change }));
  return { ...status, conditions: [...changed, ...added] };
}

/** The same status without these types. */
export function lacking(status: ComponentStatus, ...types: readonly string[]): ComponentStatus {
  return { ...status, conditions: status.conditions.filter(({ type }) => !types.includes(type)) };
}

/** KubeVirt says the same reason and message on all three (KubeVirt pkg/virt-operator/util/client.go:44-112). */
export function kubeVirtSays(
  status: ComponentStatus,
  at: string,
  [available, progressing, degraded]: readonly [Reported["status"], Reported["status"], Reported["status"]],
  reason: string,
  message: string,
): ComponentStatus {
  const words = { reason, message };
  return but(status, at, {
    Available: { status: available, ...words },
    Progressing: { status: progressing, ...words },
    Degraded: { status: degraded, ...words },
  });
}

/** The status of a HyperConverged in which one type has its status since another time than the rest. */
export function sinceIn({ conditions, ...status }: Fields, type: string, lastTransitionTime: string): Fields {
  const moved = (conditions as Fields[]).map((each) =>
    each["type"] === type ? { ...each, lastTransitionTime } : each,
  );
  return { ...status, conditions: moved };
}
