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

/** The containers of a pod in the order in which they start. If the pod has no spec, those that its status reports. */
export function listContainers(pod: KubeObject): readonly PodContainer[] {
  const known = listed.get(pod);
  if (known !== undefined) return known;
  const { spec, status } = pod;
  const containers = [
    ...group(valueAt(spec, "initContainers"), valueAt(status, "initContainerStatuses"), (each) =>
      each["restartPolicy"] === "Always" ? "sidecar" : "init",
    ),
    ...group(valueAt(spec, "containers"), valueAt(status, "containerStatuses"), () => "main"),
  ];
  listed.set(pod, containers);
  return containers;
}

/** A cache: every rule about a pod reads the containers, and there may be ten thousand pods. */
const listed = new WeakMap<KubeObject, readonly PodContainer[]>();

function group(specs: unknown, statuses: unknown, roleOf: (spec: Fields) => ContainerRole): readonly PodContainer[] {
  const reported = new Map(toList(statuses).map((status) => [textAt(status, "name"), status]));
  const wanted = toList(specs).map((each) => toRecord(each) ?? {});
  const names = new Set(wanted.map((spec) => textAt(spec, "name")));
  const unasked = [...reported].filter(([name]) => !names.has(name));
  return [
    ...wanted.map((spec) => {
      const name = textAt(spec, "name");
      return { name, role: roleOf(spec), spec, status: reported.get(name) };
    }),
    ...unasked.map(([name, status]) => ({ name, role: roleOf({}), spec: {}, status })),
  ];
}

/** Whether the container statuses of a pod are lists or absent. */
export function areStatusesLists({ status }: Pick<KubeObject, "status">): boolean {
  return ["initContainerStatuses", "containerStatuses"].every((name) => {
    const statuses = valueAt(status, name);
    return statuses === undefined || statuses === null || Array.isArray(statuses);
  });
}

/**
 * Whether the container may start: all init containers before it have succeeded, and all sidecars before it have
 * started.
 */
export function hasItsTurn(container: PodContainer, all: readonly PodContainer[]): boolean {
  for (const before of all) {
    // Main containers stand behind all others, and do not wait for each other.
    if (before === container || before.role === "main") return true;
    if (!hasMadeWay(before)) return false;
  }
  return true;
}

/** Whether the containers after an init container or sidecar may start. */
function hasMadeWay({ role, status }: PodContainer): boolean {
  if (role === "init") return valueAt(status, "state", "terminated", "exitCode") === 0;
  return valueAt(status, "started") === true;
}

/** How often a container was restarted; 0 if the status does not say. */
export function restartCount({ status }: PodContainer): number {
  return readCount(valueAt(status, "restartCount"), 0) ?? 0;
}

/** How many containers of a pod are ready, out of how many; like kubectl it counts sidecars. */
export function readyContainers(containers: readonly PodContainer[]): string {
  const lasting = containers.filter(({ role }) => role !== "init");
  return `${lasting.filter(({ status }) => valueAt(status, "ready") === true).length}/${lasting.length}`;
}
