import {
  actionSubjects,
  type GoesOnCode,
  type ImpactRow,
  type ImpactSubject,
  impactSubjects,
  type StoppedAction,
  stoppedActions,
} from "../../../model/finding/impact.ts";

/** What one clause says, before its sentence. */
export interface ImpactClause {
  readonly subject: ImpactSubject;
  readonly actions: readonly StoppedAction[];
  /** The components of the parts that are down. */
  readonly components: readonly string[];
  /** The nodes on which it holds; absent where it holds on all. */
  readonly where?: ImpactNodes;
}

/** Nodes without a pod of a part: how many of all that should have one, and their names as far as they are known. */
export interface ImpactNodes {
  readonly count: number;
  readonly of: number;
  readonly names: readonly string[];
}

/** `no VM can be started, stopped or migrated`; `on node worker-1 no VM can be started or migrated`. */
export function impactText({ subject, actions, components, where }: ImpactClause): string {
  const done = stoppedActions.filter((action) => actions.includes(action)).map((action) => participles[action]);
  const place = where === undefined ? "" : `${nodesText(where)} `;
  switch (subject) {
    case "vm":
      return `${place}no VM can be ${listText(done, "or")}`;
    case "disk":
      return `${place}no disk can be ${listText(done, "or")}`;
    case "data-volume":
      return `${place}no DataVolume can be ${listText(done, "or")}`;
    case "hyperconverged":
      return `HyperConverged cannot be ${listText(done, "or")}`;
    case "component":
      return `changes and upgrades of ${listText(components, "and")} wait`;
  }
}

/** What it means that no pod of a part is ready: `virt-controller: no VM can be started; running VMs go on`. */
export function partDownText({ part, kind, component, stops, goesOn }: ImpactRow): string {
  const clauses = impactSubjects.flatMap((subject) => {
    const actions = stops.filter((action) => actionSubjects[action] === subject);
    return actions.length === 0 ? [] : [impactText({ subject, actions, components: [component] })];
  });
  const ofNodes = kind === "DaemonSet" ? ["where only a node lacks it, VMs start on the other nodes"] : [];
  return `${part}: ${[...clauses, goesOnTexts[goesOn], ...ofNodes].join("; ")}`;
}

/** What goes on, as the last clause. */
export const goesOnTexts: Readonly<Record<GoesOnCode, string>> = {
  "running-without-restart": "running VMs go on, but are not restarted after a failure",
  running: "running VMs go on",
  "until-certificates-expire": "VMs are not affected until certificates expire",
  all: "VMs are not affected",
};

const participles: Readonly<Record<StoppedAction, string>> = {
  "create-vm": "created",
  "change-vm": "changed",
  "start-vm": "started",
  "stop-vm": "stopped",
  "shut-down-vm": "shut down cleanly",
  "migrate-vm": "migrated",
  "export-vm-to-outside": "exported out of the cluster",
  "import-disk": "imported",
  "clone-disk": "cloned",
  "upload-disk": "uploaded",
  "upload-disk-from-outside": "uploaded from outside the cluster",
  "create-data-volume": "created",
  "change-data-volume": "changed",
  "change-hyperconverged": "changed",
  operate: "changed",
};

/** More names than these are counted: a clause must fit a line. */
const mostNames = 2;

function nodesText({ count, of, names }: ImpactNodes): string {
  if (names.length !== count || count > mostNames) return `on ${count} of ${of} nodes`;
  return `on ${count === 1 ? "node" : "nodes"} ${listText(names, "and")}`;
}

function listText(items: readonly string[], word: "and" | "or"): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} ${word} ${last}`;
}
