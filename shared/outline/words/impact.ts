import {
  actionSubjects,
  type GoesOnCode,
  goesOnCodes,
  type Impact,
  type ImpactRow,
  impactSubjects,
  type StoppedAction,
} from "../../model/finding/impact.ts";
import type { RootNode } from "../../model/report.ts";

/** The clauses of all roots, each once; of what goes on, the least. */
export function impactClauses(roots: readonly Pick<RootNode, "impact">[]): readonly string[] {
  const all = roots.flatMap(({ impact }) => impact);
  const stopped = new Set(all.filter(({ code }) => code !== "goes-on").map(impactText));
  const least = goesOnCodes.find((code) => all.some(({ goesOn }) => goesOn === code));
  const isNodeLost = all.some((each) => each.isNodeLost === true);
  return [...stopped, ...(least === undefined ? [] : [goesOnText(least, isNodeLost)])];
}

/** `no VM can be started, stopped or migrated`; `on node worker-1 no VM can be started or migrated`. */
export function impactText(impact: Impact): string {
  const { code, stops, components, goesOn = "running" } = impact;
  const done = stops.map((action) => participles[action]);
  switch (code) {
    case "vm":
      return `${nodesText(impact)}no VM can be ${listText(done, "or")}`;
    case "disk":
      return `${nodesText(impact)}no disk can be ${listText(done, "or")}`;
    case "data-volume":
      return `${nodesText(impact)}no DataVolume can be ${listText(done, "or")}`;
    case "hyperconverged":
      return `HyperConverged cannot be ${listText(done, "or")}`;
    case "component":
      return `changes and upgrades of ${listText(components, "and")} wait`;
    case "goes-on":
      return goesOnText(goesOn, impact.isNodeLost === true);
  }
}

/** What goes on. The virtual machines on a node that is lost are not among those. */
function goesOnText(goesOn: GoesOnCode, isNodeLost: boolean): string {
  const machines = isNodeLost ? "VMs on other nodes" : "VMs";
  switch (goesOn) {
    case "running-without-restart":
      return `running ${machines} go on, but are not restarted after a failure`;
    case "running":
      return `running ${machines} go on`;
    case "until-certificates-expire":
      return `${machines} are not affected until certificates expire`;
    case "all":
      return `${machines} are not affected`;
  }
}

/** What it means that no pod of a part is ready: `virt-controller: no VM can be started; running VMs go on`. */
export function partDownText({ part, kind, component, stops, goesOn }: ImpactRow): string {
  const clauses = impactSubjects.flatMap((code) => {
    const own = stops.filter((action) => actionSubjects[action] === code);
    return own.length === 0 ? [] : [impactText({ code, stops: own, components: [component], because: [] })];
  });
  const ofNodes = kind === "DaemonSet" ? ["where only a node lacks it, VMs start on the other nodes"] : [];
  return `${part}: ${[...clauses, goesOnText(goesOn, false), ...ofNodes].join("; ")}`;
}

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

/** `on node worker-1 `, with the space behind it; empty where it holds on all nodes. */
function nodesText({ count, of, nodes = [] }: Impact): string {
  if (count === undefined) return "";
  if (nodes.length !== count || count > mostNames) return `on ${count} of ${of} nodes `;
  return `on ${count === 1 ? "node" : "nodes"} ${listText(nodes, "and")} `;
}

function listText(items: readonly string[], word: "and" | "or"): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} ${word} ${last}`;
}
