import {
  actionSubjects,
  type GoesOnCode,
  goesOnCodes,
  type Impact,
  type ImpactRow,
  type ImpactSubject,
  impactSubjects,
  type ReadyPods,
  type StoppedAction,
} from "../../model/finding/impact.ts";
import type { RootNode } from "../../model/report.ts";
import { formFor, joinNames, shortenNames } from "./names.ts";

/** The clauses of all roots, each once; of what goes on, the least. Nothing is `none` beside an effect of another root. */
export function impactClauses(roots: readonly Pick<RootNode, "impact">[]): readonly string[] {
  const all = roots.flatMap(({ impact }) => impact);
  const effects = all.filter(({ code }) => code !== "goes-on" && code !== "none");
  const shown = effects.length > 0 ? effects : all.filter(({ code }) => code === "none");
  const texts = new Set(mergeOrphans(shown).map(impactText));
  const least = goesOnCodes.find((code) => all.some(({ goesOn }) => goesOn === code));
  const isNodeLost = all.some((each) => each.isNodeLost === true);
  return [...texts, ...(least === undefined ? [] : [goesOnText(least, isNodeLost)])];
}

/** The clauses, with the components that no HyperConverged manages in one: each is a root of its own. */
function mergeOrphans(clauses: readonly Impact[]): readonly Impact[] {
  const orphans = clauses.filter(isOrphan);
  const [first] = orphans;
  if (first === undefined) return clauses;
  const merged = { ...first, components: orphans.flatMap(({ components }) => components) };
  return clauses.flatMap((clause) => (clause === first ? [merged] : isOrphan(clause) ? [] : [clause]));
}

function isOrphan({ code, pods }: Impact): boolean {
  return code === "unmanaged" && pods === undefined;
}

/**
 * `no VM can be started, stopped or migrated`; `on node worker-1 no VM can be started or migrated`. What was not read stands
 * among what is not known, the state of the components among the causes.
 */
export function impactText(impact: Impact): string {
  const { code, components, goesOn = "running", pods = [] } = impact;
  switch (code) {
    case "node":
      return lostNodesText(impact.nodes ?? []);
    case "rejected":
      return `changes of the rejected ${joinNames(components)} have no effect`;
    case "unmanaged":
      return unmanagedText(components, pods);
    case "not-known":
      return notKnownText(impact);
    case "works":
      return pods
        .map(({ name, ready, desired }) => `${name} still works: ${ready} of ${desired} pods ready`)
        .join(", ");
    case "none":
      return `none ${impact.unread === undefined ? "now" : "known"}: ${workingText(pods)}`;
    case "goes-on":
      return goesOnText(goesOn, impact.isNodeLost === true);
    default:
      return impact.isPossible ? mayFailText(code, impact) : stoppedText(code, impact);
  }
}

/** `what the fault of CDI means is not known`. */
function notKnownText({ components, areComponentsUnread }: Impact): string {
  if (areComponentsUnread) return "what else is affected is not known";
  const count = components.length;
  return `what the ${formFor(count, "fault", "faults")} of ${shortListText(components)} ${formFor(count, "means", "mean")} is not known`;
}

/** What cannot be done. */
function stoppedText(subject: ImpactSubject, impact: Impact): string {
  const { stops, components } = impact;
  const done = joinNames(
    stops.map((action) => participles[action] ?? ""),
    "or",
  );
  const where = nodesText(impact);
  switch (subject) {
    case "vm":
      return `${where}no VM can be ${done}`;
    case "disk":
      return `${where}no disk can be ${done}`;
    case "data-volume":
      return `${where}no DataVolume can be ${done}`;
    case "virtctl":
      return "virtctl cannot start, stop, migrate or open VMs";
    case "migration-quota":
      return "no VM can be migrated beyond the quota of its namespace";
    case "quota":
      return stops.includes("start-gated-vm")
        ? "AAQ quotas are not enforced, and VMs that wait for AAQ do not start"
        : "AAQ quotas are not enforced on new VMs";
    case "storage":
      return "no disk can be moved to other storage by a migration plan";
    case "file":
      return "no file can be restored into a VM";
    case "name":
      return "names of VMs on secondary networks do not resolve";
    case "hyperconverged":
      return `HyperConverged cannot be ${done}`;
    case "component":
      return `changes and upgrades of ${joinNames(components)} wait`;
  }
}

/** `importing or cloning disks may fail`. */
function mayFailText(subject: ImpactSubject, { stops, components }: Impact): string {
  const doing = joinNames(
    stops.map((action) => gerunds[action] ?? ""),
    "or",
  );
  switch (subject) {
    case "vm":
      return `${doing} VMs may fail`;
    case "disk":
      return `${doing} disks may fail`;
    case "data-volume":
      return `${doing} DataVolumes may fail`;
    case "virtctl":
      return "virtctl may fail";
    case "migration-quota":
      return "migrating VMs beyond the quota of their namespace may fail";
    case "quota":
      return "AAQ quotas may not be enforced, or may keep VMs from starting";
    case "storage":
      return "moving disks to other storage may fail";
    case "file":
      return "restoring files into VMs may fail";
    case "name":
      return "names of VMs on secondary networks may not resolve";
    case "hyperconverged":
      return "changing HyperConverged may fail";
    case "component":
      return `changes and upgrades of ${joinNames(components)} may wait`;
  }
}

function lostNodesText(names: readonly string[]): string {
  const nodes = names.length > mostNames ? `${names.length} nodes` : `${nounOf(names)} ${joinNames(names)}`;
  const these = names.length > 1 ? "these are" : "it is";
  return `VMs on ${nodes} are lost or unreachable, and start elsewhere only after ${these} fenced or deleted`;
}

/** What runs without its custom resource; components that run without their HyperConverged. */
function unmanagedText(components: readonly string[], pods: readonly ReadyPods[]): string {
  if (pods.length === 0) return `no HyperConverged manages ${joinNames(components, "or")}`;
  const names = joinNames(pods.map(({ name }) => name));
  const run = pods.length > 1 ? "run" : "runs";
  return `${joinNames(components)} does not exist and is not managed, but ${names} still ${run}`;
}

/** `1 of 2 virt-controller pods ready`; without parts, what the components report of themselves. */
function workingText(pods: readonly ReadyPods[]): string {
  if (pods.length === 0) return "all components report available";
  const counts = pods.map(({ name, ready, desired }) => `${ready} of ${desired} ${name}`);
  return `${joinNames(counts)} pods ready`;
}

/** What goes on. The virtual machines on a node that is lost are not among those. */
function goesOnText(goesOn: GoesOnCode, isNodeLost: boolean): string {
  const machines = isNodeLost ? "VMs on other nodes" : "VMs";
  switch (goesOn) {
    case "running-without-restart":
      return `running ${machines} go on, but are not restarted after a failure`;
    case "running-perhaps-without-restart":
      return `running ${machines} go on, but may not be restarted after a failure`;
    case "running":
      return `running ${machines} go on`;
    case "until-certificates-expire":
      return `${machines} are not affected until certificates expire`;
    case "all":
      return `${machines} are not affected`;
    case "as-they-are":
      return `components and ${machines} go on as they are`;
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

/** What cannot be done, for subjects that several actions have. */
const participles: { readonly [action in StoppedAction]?: string } = {
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

/** What may fail, for the same subjects. */
const gerunds: { readonly [action in StoppedAction]?: string } = {
  "create-vm": "creating",
  "change-vm": "changing",
  "start-vm": "starting",
  "stop-vm": "stopping",
  "shut-down-vm": "shutting down",
  "migrate-vm": "migrating",
  "export-vm-to-outside": "exporting",
  "import-disk": "importing",
  "clone-disk": "cloning",
  "upload-disk": "uploading",
  "upload-disk-from-outside": "uploading",
  "create-data-volume": "creating",
  "change-data-volume": "changing",
};

/** More names than these are counted: a clause must fit a line. */
const mostNames = 2;

/** `on node worker-1 `, with the space behind it; empty where it holds on all nodes. */
function nodesText({ count, of, nodes = [] }: Impact): string {
  if (count === undefined) return "";
  if (nodes.length !== count || count > mostNames) return `on ${count} of ${of} nodes `;
  return `on ${nounOf(nodes)} ${joinNames(nodes)} `;
}

function nounOf(nodes: readonly string[]): string {
  return nodes.length === 1 ? "node" : "nodes";
}

/** `KubeVirt, CDI and 3 more`. */
function shortListText(names: readonly string[]): string {
  const left = names.length - mostNames;
  return joinNames(left > 1 ? shortenNames(names, mostNames) : names);
}
