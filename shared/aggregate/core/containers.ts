import type { KubeObject } from "../../model/object.ts";
import { at, type Fields, list, record, text } from "../../parse/value.ts";
import { count } from "./counts.ts";

/** `init` runs to its end before the next one starts, `sidecar` is an init container that stays, `main` does the work. */
type ContainerRole = "init" | "sidecar" | "main";

/** One container of a pod: what is asked for and what the kubelet reports. */
export interface Container {
  readonly name: string;
  readonly role: ContainerRole;
  readonly spec: Fields;
  /** Undefined where the kubelet has not reported on it; not a mapping where somebody wrote nonsense. */
  readonly status: unknown;
}

/** The containers of a pod in the order in which they start; of a pod without a spec those that are reported. */
export function containersOf(pod: KubeObject): readonly Container[] {
  const known = listed.get(pod);
  if (known !== undefined) return known;
  const { spec, status } = pod;
  const containers = [
    ...group(at(spec, ["initContainers"]), at(status, ["initContainerStatuses"]), (each) =>
      each["restartPolicy"] === "Always" ? "sidecar" : "init",
    ),
    ...group(at(spec, ["containers"]), at(status, ["containerStatuses"]), () => "main"),
  ];
  listed.set(pod, containers);
  return containers;
}

/** Every rule about a pod asks for them, and there may be ten thousand pods. */
const listed = new WeakMap<KubeObject, readonly Container[]>();

function group(specs: unknown, statuses: unknown, roleOf: (spec: Fields) => ContainerRole): readonly Container[] {
  const reported = new Map(list(statuses).map((status) => [text(at(status, ["name"])), status]));
  const wanted = list(specs).map((each) => record(each) ?? {});
  const names = new Set(wanted.map((spec) => text(at(spec, ["name"]))));
  const unasked = [...reported].filter(([name]) => !names.has(name));
  return [
    ...wanted.map((spec) => {
      const name = text(at(spec, ["name"]));
      return { name, role: roleOf(spec), spec, status: reported.get(name) };
    }),
    ...unasked.map(([name, status]) => ({ name, role: roleOf({}), spec: {}, status })),
  ];
}

/** A list of container statuses is a list or nothing. */
export function areStatusesLists({ status }: Pick<KubeObject, "status">): boolean {
  return ["initContainerStatuses", "containerStatuses"].every((name) => {
    const statuses = at(status, [name]);
    return statuses === undefined || statuses === null || Array.isArray(statuses);
  });
}

/** All init containers before it have ended well and all sidecars before it have started: it is its turn. */
export function hasItsTurn(container: Container, all: readonly Container[]): boolean {
  return all
    .slice(0, all.indexOf(container))
    .filter(({ role }) => role !== "main")
    .every(({ role, status }) =>
      role === "init" ? at(status, ["state", "terminated", "exitCode"]) === 0 : at(status, ["started"]) === true,
    );
}

/** How often a container was started again; 0 where that is not said. */
export function restartsOf({ status }: Container): number {
  return count(at(status, ["restartCount"]), 0) ?? 0;
}

/** How many containers of a pod are ready, and of how many, as kubectl counts them: sidecars too. */
export function readyOf(containers: readonly Container[]): string {
  const lasting = containers.filter(({ role }) => role !== "init");
  return `${lasting.filter(({ status }) => at(status, ["ready"]) === true).length}/${lasting.length}`;
}
