import {
  actionSubjects,
  type GoesOnCode,
  goesOnCodes,
  type Impact,
  type ImpactRow,
  type ImpactSubject,
  impactSubjects,
  type MachineCount,
  type ReadyPods,
  type StoppedAction,
} from "../../model/finding/impact.ts";
import type { RootNode } from "../../model/report.ts";
import { formFor, joinNames, shortenNames } from "./names.ts";

/**
 * The clauses of all roots, each once. `none` is omitted where another root has an effect. Of the clauses about what goes
 * on, only the worst of all roots is returned, as the last.
 */
export function impactClauses(roots: readonly Pick<RootNode, "impact">[]): readonly string[] {
  const all = roots.flatMap(({ impact }) => impact);
  const effects = all.filter(({ code }) => code !== "goes-on" && code !== "none");
  const shown = effects.length > 0 ? effects : all.filter(({ code }) => code === "none");
  const texts = [...new Set(mergeOrphans(shown).map(impactText))];
  const worst = worstGoesOn(all);
  if (worst === undefined) return texts;
  const isNodeLost = all.some((impact) => impact.isNodeLost === true);
  return [...texts, goesOnText(worst, isNodeLost, all.find(({ machines }) => machines !== undefined)?.machines)];
}

/** The worst code that any of the clauses or rows has. */
function worstGoesOn(all: readonly { readonly goesOn?: GoesOnCode }[]): GoesOnCode | undefined {
  return goesOnCodes.find((code) => all.some(({ goesOn }) => goesOn === code));
}

/**
 * Joins the clauses of components that no HyperConverged manages, since each of these components is a root of its own:
 * `no HyperConverged manages KubeVirt or CDI`.
 */
function mergeOrphans(clauses: readonly Impact[]): readonly Impact[] {
  const orphans = clauses.filter(isOrphan);
  const [first] = orphans;
  if (first === undefined) return clauses;
  const merged = { ...first, components: orphans.flatMap(({ components }) => components) };
  return clauses
    .filter((clause) => clause === first || !isOrphan(clause))
    .map((clause) => (clause === first ? merged : clause));
}

function isOrphan({ code, pods }: Impact): boolean {
  return code === "unmanaged" && pods === undefined;
}

/** `no VM can be started, stopped or migrated`; `on node worker-1 no VM can be started or migrated`. */
export function impactText(impact: Impact): string {
  const { code, components, goesOn = "running", pods = [] } = impact;
  switch (code) {
    case "node":
      return lostNodesText(impact);
    case "rejected":
      return `changes of the rejected ${joinNames(components)} have no effect`;
    case "unmanaged":
      return unmanagedText(impact);
    case "not-known":
      return notKnownText(impact);
    case "works":
      return stillWorksText(pods);
    case "none":
      return `none ${impact.unread === undefined ? "now" : "known"}: ${workingText(pods)}`;
    case "goes-on":
      return goesOnText(goesOn, impact.isNodeLost === true, impact.machines);
    default:
      return impact.isPossible ? mayFailText(code, impact) : stoppedText(code, impact);
  }
}

/** `virt-api still works: 1 of 2 pods ready`; those with all their pods are one text, `cdi-apiserver and cdi-deployment still work`. */
function stillWorksText(pods: readonly ReadyPods[]): string {
  const whole = pods.filter(({ ready, desired }) => ready >= desired);
  const short = pods.filter((each) => !whole.includes(each));
  const names = joinNames(whole.map(({ name }) => name));
  return [
    ...short.map(({ name, ready, desired }) => `${name} still works: ${ready} of ${desired} pods ready`),
    ...(whole.length === 0 ? [] : [`${names} still ${formFor(whole.length, "works", "work")}`]),
  ].join(", ");
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

/** `VMs can be started or stopped`, one text for each subject of the actions. */
function doubtTexts(actions: readonly StoppedAction[]): readonly string[] {
  return impactSubjects.flatMap((subject) => {
    const own = actionsOn(subject, actions);
    return own.length === 0 ? [] : subjectTexts[subject].doubt({ actions: own, components: [], where: "" });
  });
}

function actionsOn(subject: ImpactSubject, actions: readonly StoppedAction[]): readonly StoppedAction[] {
  return actions.filter((action) => actionSubjects[action] === subject);
}

/** `no VM can be started or migrated`. */
function stoppedText(subject: ImpactSubject, impact: Impact): string {
  const { stops, components } = impact;
  return subjectTexts[subject].stopped({ actions: stops, components, where: nodesText(impact) });
}

/** `importing or cloning disks may fail`, `importing or cloning disks may fail on node worker-1`. */
function mayFailText(subject: ImpactSubject, impact: Impact): string {
  const { stops, components } = impact;
  const where = nodesText(impact);
  const text = subjectTexts[subject].possible({ actions: stops, components, where });
  return `${text} ${where}`.trimEnd();
}

/** What is affected: the actions on one subject, the components that are changed or upgraded, and where. */
interface AffectedActions {
  readonly actions: readonly StoppedAction[];
  readonly components: readonly string[];
  /** `on node worker-1 `, or empty for all nodes. */
  readonly where: string;
}

/** The sentences about one subject. */
interface SubjectTexts {
  /** Follows `whether`, before `is not known`. */
  readonly doubt: (affected: AffectedActions) => string;
  /** The actions fail for certain. */
  readonly stopped: (affected: AffectedActions) => string;
  /** The actions may fail; the nodes follow the sentence. */
  readonly possible: (affected: AffectedActions) => string;
}

const subjectTexts: Readonly<Record<ImpactSubject, SubjectTexts>> = {
  vm: {
    doubt: ({ actions }) => `VMs can be ${doneText(actions)}`,
    stopped: ({ actions, where }) => `${where}no VM can be ${doneText(actions)}`,
    possible: ({ actions }) => `${doingText(actions)} VMs may fail`,
  },
  disk: {
    doubt: ({ actions }) => `disks can be ${doneText(actions)}`,
    stopped: ({ actions, where }) => `${where}no disk can be ${doneText(actions)}`,
    possible: ({ actions }) => `${doingText(actions)} disks may fail`,
  },
  "data-volume": {
    doubt: ({ actions }) => `DataVolumes can be ${doneText(actions)}`,
    stopped: ({ actions, where }) => `${where}no DataVolume can be ${doneText(actions)}`,
    possible: ({ actions }) => `${doingText(actions)} DataVolumes may fail`,
  },
  virtctl: {
    doubt: () => "virtctl works",
    stopped: () => "virtctl cannot start, stop, migrate or open VMs",
    possible: () => "virtctl may fail",
  },
  network: {
    doubt: ({ actions }) => `VMs with ${networksText(actions)} can be started or migrated`,
    stopped: ({ actions, where }) => `${where}no VM with ${networksText(actions)} can be started or migrated`,
    possible: ({ actions }) => `starting or migrating VMs with ${networksText(actions)} may fail`,
  },
  "network-plug": {
    doubt: () => "networks can be plugged into running VMs",
    stopped: ({ where }) => `${where}no network can be plugged into a running VM`,
    possible: () => "plugging networks into running VMs may fail",
  },
  "migration-quota": {
    doubt: () => "VMs can be migrated beyond the quota of their namespace",
    stopped: () => "no VM can be migrated beyond the quota of its namespace",
    possible: () => "migrating VMs beyond the quota of their namespace may fail",
  },
  quota: {
    doubt: () => "AAQ quotas are enforced",
    stopped: ({ actions }) =>
      actions.includes("start-gated-vm")
        ? "AAQ quotas are not enforced, and VMs that wait for AAQ do not start"
        : "AAQ quotas are not enforced on new VMs",
    possible: () => "AAQ quotas may not be enforced, or may keep VMs from starting",
  },
  storage: {
    doubt: () => "disks can be moved to other storage",
    stopped: () => "no disk can be moved to other storage by a migration plan",
    possible: () => "moving disks to other storage may fail",
  },
  file: {
    doubt: () => "files can be restored into VMs",
    stopped: () => "no file can be restored into a VM",
    possible: () => "restoring files into VMs may fail",
  },
  name: {
    doubt: () => "names of VMs on secondary networks resolve",
    stopped: () => "names of VMs on secondary networks do not resolve",
    possible: () => "names of VMs on secondary networks may not resolve",
  },
  hyperconverged: {
    doubt: () => "HyperConverged can be changed",
    stopped: ({ actions }) => `HyperConverged cannot be ${doneText(actions)}`,
    possible: () => "changing HyperConverged may fail",
  },
  component: {
    doubt: () => "components can be changed and upgraded",
    stopped: ({ components }) => `changes and upgrades of ${joinNames(components)} wait`,
    possible: ({ components }) => `changes and upgrades of ${joinNames(components)} may wait`,
  },
};

/** `created or changed`. */
function doneText(actions: readonly StoppedAction[]): string {
  return alternatives(actions, participles);
}

/** `creating or changing`. */
function doingText(actions: readonly StoppedAction[]): string {
  return alternatives(actions, gerunds);
}

/** `Linux bridges or macvtap`. */
function networksText(actions: readonly StoppedAction[]): string {
  return alternatives(actions, networkNames);
}

function alternatives(actions: readonly StoppedAction[], texts: ActionTexts): string {
  const alternative = actions.map((action) => texts[action] ?? "");
  return joinNames(alternative, "or");
}

/** `VMs on node worker-1 are lost or unreachable, and start elsewhere only after it is fenced or deleted`. */
function lostNodesText({ nodes: names = [], areOff }: Impact): string {
  const nodes = names.length > maxNames ? `${names.length} nodes` : `${nounOf(names)} ${joinNames(names)}`;
  const these = names.length > 1 ? "these are" : "it is";
  if (areOff === true) return `VMs on ${nodes} are lost, and start elsewhere once their pods are deleted`;
  return `VMs on ${nodes} are lost or unreachable, and start elsewhere only after ${these} fenced or deleted`;
}

/**
 * With pods, the custom resource is missing: `starting VMs may still work, but nothing configures, repairs or upgrades
 * virt-controller`. Without, the HyperConverged is: `no HyperConverged manages KubeVirt`.
 */
function unmanagedText({ components, pods = [], uncertain = [] }: Impact): string {
  if (pods.length === 0) return `no HyperConverged manages ${joinNames(components, "or")}`;
  const names = joinNames(pods.map(({ name }) => name));
  return `${workingEffectsText(uncertain, pods)}, but nothing configures, repairs or upgrades ${names}`;
}

/** `starting or stopping VMs may still work`; `virt-controller still runs` where its pods do nothing for VMs and disks. */
function workingEffectsText(actions: readonly StoppedAction[], pods: readonly ReadyPods[]): string {
  const effects = impactSubjects.flatMap((subject) => {
    const own = actionsOn(subject, actions);
    const noun = runningNouns[subject];
    return own.length === 0 || noun === undefined ? [] : [`${doingText(own)} ${noun}`];
  });
  if (effects.length > 0) return `${joinNames(effects)} may still work`;
  return `${joinNames(pods.map(({ name }) => name))} still ${pods.length > 1 ? "run" : "runs"}`;
}

/** What pods without their custom resource may still act on. */
const runningNouns: { readonly [subject in ImpactSubject]?: string } = {
  vm: "VMs",
  disk: "disks",
};

/** `1 of 2 virt-controller pods ready`; `all components report available` where no pods are known. */
function workingText(pods: readonly ReadyPods[]): string {
  if (pods.length === 0) return "all components report available";
  const counts = pods.map(({ name, ready, desired }) => `${ready} of ${desired} ${name}`);
  return `${joinNames(counts)} pods ready`;
}

/** `42 running VMs go on`, `running VMs on other nodes go on` where a node is lost. */
function goesOnText(goesOn: GoesOnCode, isNodeLost: boolean, counted?: MachineCount): string {
  const machines = isNodeLost ? "VMs on other nodes" : "VMs";
  const running = isNodeLost ? `running ${machines}` : runningText(counted);
  const [go, are] = counted?.running === 1 && !isNodeLost ? ["goes on", "is"] : ["go on", "are"];
  switch (goesOn) {
    case "running-without-restart":
      return `${running} ${go}, but ${are} not restarted after a failure`;
    case "running-perhaps-without-restart":
      return `${running} ${go}, but may not be restarted after a failure`;
    case "running":
      return `${running} ${go}`;
    case "until-certificates-expire":
      return `${machines} are not affected until certificates expire`;
    case "all":
      return `${machines} are not affected`;
    case "as-they-are":
      return `components and ${machines} go on as they are`;
  }
}

/** `running VMs`; counted `the running VM`, `42 running VMs`, `at least 10000 running VMs`. */
function runningText(counted: MachineCount | undefined): string {
  // That none runs is no reason to speak of those that start next.
  if (counted === undefined || counted.running === 0) return "running VMs";
  const { running, isAtLeast } = counted;
  if (isAtLeast === true) return `at least ${running} running VMs`;
  return running === 1 ? "the running VM" : `${running} running VMs`;
}

/** What it means that no pod of a part is ready: `virt-controller: no VM can be started; running VMs go on`. */
export function partDownText(row: ImpactRow): string {
  return partsDownText([row]);
}

/** The same of several parts at once. */
export function partsDownText(rows: readonly ImpactRow[]): string {
  const component = rows[0]?.component ?? "";
  const clausesOf = (
    actions: readonly StoppedAction[],
    textOf: (subject: ImpactSubject, impact: Impact) => string,
  ): readonly string[] =>
    impactSubjects.flatMap((code) => {
      const stops = [...new Set(actionsOn(code, actions))];
      return stops.length === 0 ? [] : [textOf(code, { code, stops, components: [component], because: [] })];
    });
  const stopped = rows.flatMap(({ stops }) => stops);
  const possible = rows.flatMap(({ mayStop = [] }) => mayStop);
  const clauses = [
    ...clausesOf(stopped, stoppedText),
    ...clausesOf(possible, mayFailText),
    goesOnText(worstGoesOn(rows) ?? "running", false),
  ];
  if (rows.length === 1 && rows[0]?.kind === "DaemonSet")
    clauses.push("where only a node lacks it, VMs start on the other nodes");
  return `${rows.map(({ part }) => part).join(", ")}: ${clauses.join("; ")}`;
}

type ActionTexts = { readonly [action in StoppedAction]?: string };

/** What cannot be done, for subjects that several actions have. */
const participles: ActionTexts = {
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
const gerunds: ActionTexts = {
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
const networkNames: ActionTexts = {
  "use-linux-bridge": "Linux bridges",
  "use-open-vswitch": "Open vSwitch",
  "use-macvtap": "macvtap",
};

/** More names than these are counted: a clause must fit a line. */
const maxNames = 2;

/** `on node worker-1 `, with the space behind it; empty where it holds on all nodes. */
function nodesText({ count, of, nodes = [] }: Impact): string {
  if (count === undefined) return "";
  if (nodes.length !== count || count > maxNames) return `on ${count} of ${of} nodes `;
  return `on ${nounOf(nodes)} ${joinNames(nodes)} `;
}

function nounOf(nodes: readonly string[]): string {
  return nodes.length === 1 ? "node" : "nodes";
}

/** `KubeVirt, CDI and 3 more`. */
function shortListText(names: readonly string[]): string {
  return joinNames(names.length > maxNames + 1 ? shortenNames(names, maxNames) : names);
}
