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

/** The most names in a clause, which must fit a line. More are counted. */
const maxNames = 2;

/** A text for some actions. */
type ActionTexts = { readonly [action in StoppedAction]?: string };

/** What can or cannot be done: `VMs can be started`, for subjects that several actions have. */
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

/** What may fail: `starting VMs may fail`, for the same subjects. */
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

/** To what a virtual machine is connected: `VMs with Linux bridges`. */
const networkNames: ActionTexts = {
  "use-linux-bridge": "Linux bridges",
  "use-open-vswitch": "Open vSwitch",
  "use-macvtap": "macvtap",
};

/** On what pods without their custom resource may still act. */
const nounsOfUnmanaged: { readonly [subject in ImpactSubject]?: string } = {
  vm: "VMs",
  disk: "disks",
};

/**
 * The clauses of all roots, each once. `none` is omitted where another root has an effect. Of the clauses about what goes
 * on, only the worst of all roots is returned, as the last.
 */
export function impactClauses(roots: readonly Pick<RootNode, "impact">[]): readonly string[] {
  const clauses = roots.flatMap(({ impact }) => impact);
  const effects = clauses.filter(({ code }) => code !== "goes-on" && code !== "none");
  const shown = effects.length > 0 ? effects : clauses.filter(({ code }) => code === "none");
  const texts = [...new Set(joinOrphans(shown).map(impactText))];
  const goesOn = findWorstGoesOn(clauses);
  if (goesOn === undefined) return texts;
  const isNodeLost = clauses.some((clause) => clause.isNodeLost === true);
  const counted = clauses.find(({ machines }) => machines !== undefined)?.machines;
  return [...texts, goesOnText(goesOn, isNodeLost, counted)];
}

/** The worst code about what goes on that any of the clauses or rows has; undefined where none has one. */
function findWorstGoesOn(items: readonly { readonly goesOn?: GoesOnCode }[]): GoesOnCode | undefined {
  return goesOnCodes.find((code) => items.some(({ goesOn }) => goesOn === code));
}

/**
 * Joins the clauses of components that no HyperConverged manages, since each of these components is a root of its own:
 * `no HyperConverged manages KubeVirt or CDI`.
 */
function joinOrphans(clauses: readonly Impact[]): readonly Impact[] {
  const orphans = clauses.filter(isOrphan);
  const [first] = orphans;
  if (first === undefined) return clauses;
  const joined = { ...first, components: orphans.flatMap(({ components }) => components) };
  const shown = clauses.filter((clause) => clause === first || !isOrphan(clause));
  return shown.map((clause) => (clause === first ? joined : clause));
}

/** Whether a clause is about components without a HyperConverged. With pods, it is about a missing custom resource. */
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

/** `virt-api still works: 1 of 2 pods ready, cdi-apiserver and cdi-deployment still work`: the latter have all their pods. */
function stillWorksText(workloads: readonly ReadyPods[]): string {
  const texts: string[] = [];
  const namesOfComplete: string[] = [];
  for (const { name, ready, desired } of workloads) {
    if (ready >= desired) namesOfComplete.push(name);
    else texts.push(`${name} still works: ${ready} of ${desired} pods ready`);
  }
  const { length } = namesOfComplete;
  if (length > 0) texts.push(`${joinNames(namesOfComplete)} still ${formFor(length, "works", "work")}`);
  return texts.join(", ");
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

/** What is affected: the actions on one subject, the components that are changed or upgraded, and where. */
interface AffectedActions {
  readonly actions: readonly StoppedAction[];
  readonly components: readonly string[];
  /** `on node worker-1 `, or empty for all nodes. */
  readonly where: string;
}

/** The clauses about one subject. */
interface SubjectTexts {
  /** What stands between `whether` and `is not known`: `VMs can be started`. */
  readonly doubt: (affected: AffectedActions) => string;
  /** That the actions fail: `on node worker-1 no VM can be started`. */
  readonly stopped: (affected: AffectedActions) => string;
  /** That the actions may fail, without the nodes, which follow it: `starting VMs may fail`. */
  readonly possible: (affected: AffectedActions) => string;
}

const subjectTexts: Readonly<Record<ImpactSubject, SubjectTexts>> = {
  vm: actionTexts("VM"),
  disk: actionTexts("disk"),
  "data-volume": actionTexts("DataVolume"),
  virtctl: {
    doubt: () => "virtctl works",
    stopped: () => "virtctl cannot start, stop, migrate or open VMs",
    possible: () => "virtctl may fail",
  },
  network: {
    doubt: ({ actions }) => `VMs with ${joinWithOr(actions, networkNames)} can be started or migrated`,
    stopped: ({ actions, where }) =>
      `${where}no VM with ${joinWithOr(actions, networkNames)} can be started or migrated`,
    possible: ({ actions }) => `starting or migrating VMs with ${joinWithOr(actions, networkNames)} may fail`,
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
    stopped: ({ actions }) => `HyperConverged cannot be ${joinWithOr(actions, participles)}`,
    possible: () => "changing HyperConverged may fail",
  },
  component: {
    doubt: () => "components can be changed and upgraded",
    stopped: ({ components }) => `changes and upgrades of ${joinNames(components)} wait`,
    possible: ({ components }) => `changes and upgrades of ${joinNames(components)} may wait`,
  },
};

/** The clauses about a subject whose actions are named one by one: `no disk can be imported or cloned`. */
function actionTexts(noun: string): SubjectTexts {
  return {
    doubt: ({ actions }) => `${noun}s can be ${joinWithOr(actions, participles)}`,
    stopped: ({ actions, where }) => `${where}no ${noun} can be ${joinWithOr(actions, participles)}`,
    possible: ({ actions }) => `${joinWithOr(actions, gerunds)} ${noun}s may fail`,
  };
}

/** `VMs can be started or stopped`, one text for each subject of the actions. */
function doubtTexts(actions: readonly StoppedAction[]): readonly string[] {
  return groupBySubject(actions).map(({ subject, ofSubject }) =>
    subjectTexts[subject].doubt({ actions: ofSubject, components: [], where: "" }),
  );
}

/** The actions on each subject, each action once, without subjects on which there is none. */
function groupBySubject(
  actions: readonly StoppedAction[],
): readonly { readonly subject: ImpactSubject; readonly ofSubject: readonly StoppedAction[] }[] {
  const distinct = [...new Set(actions)];
  const groups = impactSubjects.map((subject) => ({
    subject,
    ofSubject: distinct.filter((action) => actionSubjects[action] === subject),
  }));
  return groups.filter(({ ofSubject }) => ofSubject.length > 0);
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

/** `created or changed`, `Linux bridges or macvtap`: the texts of the actions, with `or` before the last. */
function joinWithOr(actions: readonly StoppedAction[], texts: ActionTexts): string {
  return joinNames(
    actions.map((action) => texts[action] ?? ""),
    "or",
  );
}

/** `VMs on node worker-1 are lost or unreachable, and start elsewhere only after it is fenced or deleted`. */
function lostNodesText({ nodes: names = [], areOff }: Impact): string {
  const nodes = names.length > maxNames ? `${names.length} nodes` : namedNodesText(names);
  if (areOff === true) return `VMs on ${nodes} are lost, and start elsewhere once their pods are deleted`;
  const they = names.length > 1 ? "these are" : "it is";
  return `VMs on ${nodes} are lost or unreachable, and start elsewhere only after ${they} fenced or deleted`;
}

/**
 * Without pods, the HyperConverged is missing: `no HyperConverged manages KubeVirt`. With pods, the custom resource of a
 * component is missing: `starting VMs may still work, but nothing configures, repairs or upgrades virt-controller`.
 */
function unmanagedText({ components, pods = [], uncertain = [] }: Impact): string {
  if (pods.length === 0) return `no HyperConverged manages ${joinNames(components, "or")}`;
  const names = joinNames(pods.map(({ name }) => name));
  return `${workingEffectsText(uncertain, pods)}, but nothing configures, repairs or upgrades ${names}`;
}

/** `starting or stopping VMs may still work`; `virt-controller still runs` where its pods do nothing for VMs and disks. */
function workingEffectsText(actions: readonly StoppedAction[], pods: readonly ReadyPods[]): string {
  const effects = groupBySubject(actions).flatMap(({ subject, ofSubject }) => {
    const noun = nounsOfUnmanaged[subject];
    return noun === undefined ? [] : [`${joinWithOr(ofSubject, gerunds)} ${noun}`];
  });
  if (effects.length > 0) return `${joinNames(effects)} may still work`;
  return `${joinNames(pods.map(({ name }) => name))} still ${pods.length > 1 ? "run" : "runs"}`;
}

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
  const count = isNodeLost || counted === undefined ? 2 : counted.running;
  const go = formFor(count, "goes on", "go on");
  const are = formFor(count, "is", "are");
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
  // Where none runs, the clause is about the virtual machines that are started next.
  if (counted === undefined || counted.running === 0) return "running VMs";
  const { running, isAtLeast } = counted;
  if (isAtLeast === true) return `at least ${running} running VMs`;
  return running === 1 ? "the running VM" : `${running} running VMs`;
}

/** What it means that no pod of these parts is ready: `virt-controller: no VM can be started; running VMs go on`. */
export function partsDownText(rows: readonly ImpactRow[]): string {
  const component = rows[0]?.component ?? "";
  const impactsOf = (actions: readonly StoppedAction[]): readonly PartImpact[] =>
    groupBySubject(actions).map(({ subject, ofSubject }) => ({
      code: subject,
      stops: ofSubject,
      components: [component],
      because: [],
    }));
  const stopped = impactsOf(rows.flatMap(({ stops }) => stops));
  const possible = impactsOf(rows.flatMap(({ mayStop = [] }) => mayStop));
  const clauses = [
    ...stopped.map((impact) => stoppedText(impact.code, impact)),
    ...possible.map((impact) => mayFailText(impact.code, impact)),
    goesOnText(findWorstGoesOn(rows) ?? "running", false),
  ];
  const isDaemonSet = rows.length === 1 && rows[0]?.kind === "DaemonSet";
  if (isDaemonSet) clauses.push("where only a node lacks it, VMs start on the other nodes");
  return `${rows.map(({ part }) => part).join(", ")}: ${clauses.join("; ")}`;
}

/** What an absent part means for one subject. */
type PartImpact = Impact & { readonly code: ImpactSubject };

/** `on node worker-1 `, `on 3 of 5 nodes `, with the space behind it; empty where the clause holds on all nodes. */
function nodesText({ count, of, nodes: names = [] }: Impact): string {
  if (count === undefined) return "";
  const areNamed = names.length === count && count <= maxNames;
  return areNamed ? `on ${namedNodesText(names)} ` : `on ${count} of ${of} nodes `;
}

/** `node worker-1`, `nodes worker-1 and worker-2`. */
function namedNodesText(names: readonly string[]): string {
  return `${formFor(names.length, "node", "nodes")} ${joinNames(names)}`;
}

/** `KubeVirt, CDI and 3 more`. */
function shortListText(names: readonly string[]): string {
  return joinNames(names.length > maxNames + 1 ? shortenNames(names, maxNames) : names);
}
