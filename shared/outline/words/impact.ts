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
      return unmanagedText(impact);
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

/** `what the fault of CDI means is not known`; `whether disks can be imported is not known`. */
function notKnownText({
  components,
  parts = components,
  uncertain = [],
  areComponentsUnread,
  isAlone,
}: Impact): string {
  if (areComponentsUnread) return isAlone ? "not known" : "what else is affected is not known";
  const doubts = doubtTexts(uncertain);
  if (doubts.length > 0) return `${doubts.map((doubt) => `whether ${doubt}`).join(" and ")} is not known`;
  const count = parts.length;
  return `what the ${formFor(count, "fault", "faults")} of ${shortListText(parts)} ${formFor(count, "means", "mean")} is not known`;
}

/** `VMs can be started or stopped`: what some actions together would be, a text for each subject. */
function doubtTexts(actions: readonly StoppedAction[]): readonly string[] {
  return impactSubjects.flatMap((subject) => {
    const own = actions.filter((action) => actionSubjects[action] === subject);
    return own.length === 0 ? [] : doubtText(subject, own);
  });
}

function doubtText(subject: ImpactSubject, actions: readonly StoppedAction[]): string {
  const done = doneText(actions);
  switch (subject) {
    case "vm":
      return `VMs can be ${done}`;
    case "disk":
      return `disks can be ${done}`;
    case "data-volume":
      return `DataVolumes can be ${done}`;
    case "virtctl":
      return "virtctl works";
    case "network":
      return `VMs with ${networksText(actions)} can be started or migrated`;
    case "network-plug":
      return "networks can be plugged into running VMs";
    case "migration-quota":
      return "VMs can be migrated beyond the quota of their namespace";
    case "quota":
      return "AAQ quotas are enforced";
    case "storage":
      return "disks can be moved to other storage";
    case "file":
      return "files can be restored into VMs";
    case "name":
      return "names of VMs on secondary networks resolve";
    case "hyperconverged":
      return "HyperConverged can be changed";
    case "component":
      return "components can be changed and upgraded";
  }
}

/** `created or changed`. */
function doneText(actions: readonly StoppedAction[]): string {
  return joinNames(
    actions.map((action) => participles[action] ?? ""),
    "or",
  );
}

/** `Linux bridges or macvtap`. */
function networksText(actions: readonly StoppedAction[]): string {
  return joinNames(
    actions.map((action) => networkNames[action] ?? ""),
    "or",
  );
}

/** What cannot be done. */
function stoppedText(subject: ImpactSubject, impact: Impact): string {
  const { stops, components } = impact;
  const done = doneText(stops);
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
    case "network":
      return `${where}no VM with ${networksText(stops)} can be started or migrated`;
    case "network-plug":
      return `${where}no network can be plugged into a running VM`;
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

/** `importing or cloning disks may fail`, `... may fail on node worker-1`. */
function mayFailText(subject: ImpactSubject, impact: Impact): string {
  const where = nodesText(impact).trimEnd();
  return `${possibleText(subject, impact)}${where === "" ? "" : ` ${where}`}`;
}

function possibleText(subject: ImpactSubject, { stops, components }: Impact): string {
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
    case "network":
      return `starting or migrating VMs with ${networksText(stops)} may fail`;
    case "network-plug":
      return "plugging networks into running VMs may fail";
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
function unmanagedText({ components, pods = [], uncertain = [] }: Impact): string {
  if (pods.length === 0) return `no HyperConverged manages ${joinNames(components, "or")}`;
  const names = joinNames(pods.map(({ name }) => name));
  return `${workingEffectsText(uncertain, pods)}, but nothing configures, repairs or upgrades ${names}`;
}

/** `starting or stopping VMs may still work`, of what parts that still run do; without that, that they run. */
function workingEffectsText(actions: readonly StoppedAction[], pods: readonly ReadyPods[]): string {
  const effects = impactSubjects.flatMap((subject) => {
    const own = actions.filter((action) => actionSubjects[action] === subject);
    const noun = subject === "vm" ? "VMs" : subject === "disk" ? "disks" : undefined;
    const doing = joinNames(
      own.map((action) => gerunds[action] ?? ""),
      "or",
    );
    return own.length === 0 || noun === undefined ? [] : [`${doing} ${noun}`];
  });
  if (effects.length > 0) return `${joinNames(effects)} may still work`;
  return `${joinNames(pods.map(({ name }) => name))} still ${pods.length > 1 ? "run" : "runs"}`;
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
export function partDownText(row: ImpactRow): string {
  return partsDownText([row]);
}

/** The same of several parts at once. */
export function partsDownText(rows: readonly ImpactRow[]): string {
  const component = rows[0]?.component ?? "";
  const clausesOf = (actions: readonly StoppedAction[], certainty: Pick<Impact, "isPossible">): readonly string[] =>
    impactSubjects.flatMap((code) => {
      const own = new Set(actions.filter((action) => actionSubjects[action] === code));
      if (own.size === 0) return [];
      return [impactText({ code, stops: [...own], components: [component], because: [], ...certainty })];
    });
  const stopped = rows.flatMap(({ stops }) => stops);
  const possible = rows.flatMap(({ mayStop = [] }) => mayStop);
  const least = goesOnCodes.find((code) => rows.some(({ goesOn }) => goesOn === code)) ?? "running";
  const isOnNodes = rows.length === 1 && rows[0]?.kind === "DaemonSet";
  const clauses = [
    ...clausesOf(stopped, {}),
    ...clausesOf(possible, { isPossible: true }),
    goesOnText(least, false),
    ...(isOnNodes ? ["where only a node lacks it, VMs start on the other nodes"] : []),
  ];
  return `${rows.map(({ part }) => part).join(", ")}: ${clauses.join("; ")}`;
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

/** What a virtual machine is connected to. */
const networkNames: { readonly [action in StoppedAction]?: string } = {
  "use-linux-bridge": "Linux bridges",
  "use-open-vswitch": "Open vSwitch",
  "use-macvtap": "macvtap",
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
