import { computeOnce } from "../../model/compute-once.ts";
import type { KubeObject } from "../../model/object.ts";
import { type Fields, textAt, toList, toRecord, valueAt } from "../../parse/json-value.ts";
import { readCount } from "./object-health.ts";

/**
 * The role of a container. `init` ends before the next one starts, `sidecar` is an init container that keeps running,
 * `main` does the work.
 */
type ContainerRole = "init" | "sidecar" | "main";

/** One container of a pod: its spec and the status that the kubelet reports. */
export interface PodContainer {
  readonly name: string;
  readonly role: ContainerRole;
  readonly spec: Fields;
  /** Undefined if the kubelet has not reported on it; not a mapping if the status is malformed. */
  readonly status: unknown;
}

/**
 * The containers of a pod in the order in which they start. If the pod has no spec, those that its status reports.
 * Computed once per pod: every rule about a pod reads its containers, and there may be ten thousand pods.
 */
export const listContainers: (pod: KubeObject) => readonly PodContainer[] = computeOnce(({ spec, status }) => {
  const initContainers = joinSpecsAndStatuses(
    valueAt(spec, "initContainers"),
    valueAt(status, "initContainerStatuses"),
    ({ restartPolicy }) => (restartPolicy === "Always" ? "sidecar" : "init"),
  );
  const mainContainers = joinSpecsAndStatuses(
    valueAt(spec, "containers"),
    valueAt(status, "containerStatuses"),
    () => "main",
  );
  return [...initContainers, ...mainContainers];
});

/** Containers in the order of their specs, followed by those that only the status has. */
function joinSpecsAndStatuses(
  specs: unknown,
  statuses: unknown,
  readRole: (spec: Fields) => ContainerRole,
): readonly PodContainer[] {
  const statusByName = new Map(toList(statuses).map((status) => [textAt(status, "name"), status]));
  const containers = toList(specs).map((value): PodContainer => {
    const spec = toRecord(value) ?? {};
    const name = textAt(spec, "name");
    return { name, role: readRole(spec), spec, status: statusByName.get(name) };
  });
  const specNames = new Set(containers.map(({ name }) => name));
  const withoutSpec = [...statusByName]
    .filter(([name]) => !specNames.has(name))
    .map(([name, status]): PodContainer => ({ name, role: readRole({}), spec: {}, status }));
  return [...containers, ...withoutSpec];
}

/** Whether the container statuses of a pod are lists or absent. */
export function areStatusesLists({ status }: Pick<KubeObject, "status">): boolean {
  return ["initContainerStatuses", "containerStatuses"].every((name) => {
    const statuses = valueAt(status, name);
    return statuses === undefined || statuses === null || Array.isArray(statuses);
  });
}

/**
 * Whether a container may start: all init containers before it have succeeded, and all sidecars before it have
 * started. Main containers stand behind all others in `containers`, and do not wait for each other.
 */
export function mayStart(container: PodContainer, containers: readonly PodContainer[]): boolean {
  for (const earlier of containers) {
    if (earlier === container || earlier.role === "main") return true;
    if (!letsNextStart(earlier)) return false;
  }
  return true;
}

function letsNextStart({ role, status }: PodContainer): boolean {
  if (role === "init") return valueAt(status, "state", "terminated", "exitCode") === 0;
  return valueAt(status, "started") === true;
}

/** How often a container was restarted; 0 if the status does not say. */
export function restartCount({ status }: PodContainer): number {
  return readCount(valueAt(status, "restartCount"), 0) ?? 0;
}

/** How many containers of a pod are ready, as `2/3`. Like kubectl it counts sidecars and no other init containers. */
export function formatReadyContainers(containers: readonly PodContainer[]): string {
  const running = containers.filter(({ role }) => role !== "init");
  const ready = running.filter(({ status }) => valueAt(status, "ready") === true);
  return `${ready.length}/${running.length}`;
}
