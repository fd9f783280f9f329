import type { Ref } from "../object.ts";
import type { Source } from "../snapshot.ts";

/**
 * What cannot be done while a part is down. The order is that in which a sentence lists them. `operate`: changes of the
 * component's custom resource have no effect, and it is neither repaired nor upgraded.
 */
export const stoppedActions = [
  "create-vm",
  "change-vm",
  "start-vm",
  "stop-vm",
  "shut-down-vm",
  "migrate-vm",
  "migrate-vm-beyond-quota",
  "export-vm-to-outside",
  "use-virtctl",
  "use-linux-bridge",
  "use-open-vswitch",
  "use-macvtap",
  "plug-network",
  "start-gated-vm",
  "enforce-quota",
  "import-disk",
  "clone-disk",
  "upload-disk",
  "upload-disk-from-outside",
  "move-storage",
  "create-data-volume",
  "change-data-volume",
  "restore-file",
  "resolve-name",
  "change-hyperconverged",
  "operate",
] as const;

export type StoppedAction = (typeof stoppedActions)[number];

/** What goes on while parts are down, from the least to the most. Of several parts, the least counts. */
export const goesOnCodes = [
  "running-without-restart",
  "running-perhaps-without-restart",
  "running",
  "until-certificates-expire",
  "all",
  "as-they-are",
] as const;

export type GoesOnCode = (typeof goesOnCodes)[number];

/** What the actions of one clause are about, the worst for virtual machines first. */
export const impactSubjects = [
  "vm",
  "virtctl",
  "network",
  "network-plug",
  "disk",
  "data-volume",
  "storage",
  "migration-quota",
  "quota",
  "file",
  "name",
  "hyperconverged",
  "component",
] as const;

export type ImpactSubject = (typeof impactSubjects)[number];

export const actionSubjects: Readonly<Record<StoppedAction, ImpactSubject>> = {
  "create-vm": "vm",
  "change-vm": "vm",
  "start-vm": "vm",
  "stop-vm": "vm",
  "shut-down-vm": "vm",
  "migrate-vm": "vm",
  "export-vm-to-outside": "vm",
  "use-virtctl": "virtctl",
  "use-linux-bridge": "network",
  "use-open-vswitch": "network",
  "use-macvtap": "network",
  "plug-network": "network-plug",
  "migrate-vm-beyond-quota": "migration-quota",
  "start-gated-vm": "quota",
  "enforce-quota": "quota",
  "import-disk": "disk",
  "clone-disk": "disk",
  "upload-disk": "disk",
  "upload-disk-from-outside": "disk",
  "move-storage": "storage",
  "create-data-volume": "data-volume",
  "change-data-volume": "data-volume",
  "restore-file": "file",
  "resolve-name": "name",
  "change-hyperconverged": "hyperconverged",
  operate: "component",
};

/** A workload of HyperConverged, and what its being down means for virtual machines. A row of tables/impact.yaml. */
export interface ImpactRow {
  readonly part: string;
  readonly kind: "Deployment" | "DaemonSet";
  /** The kind of the custom resource that it belongs to. */
  readonly component: string;
  /** The names that the workload has, in one release or another. */
  readonly workloads: readonly string[];
  /** The API group that it serves by aggregation, and what cannot be done while that API alone is not available. */
  readonly api?: { readonly group: string; readonly stops: readonly StoppedAction[] };
  readonly stops: readonly StoppedAction[];
  /** What may fail meanwhile: a CNI plugin stays on a node when the pod that put it there ends. */
  readonly mayStop?: readonly StoppedAction[];
  /** While no pod of it is ready. While only nodes lack one, `running`: virtual machines start elsewhere. */
  readonly goesOn: GoesOnCode;
}

/** What may fail while a component reports itself unavailable, and what goes on. A row of tables/impact.yaml. */
export interface ComponentImpactRow {
  /** The kind of its custom resource. */
  readonly component: string;
  readonly mayStop: readonly StoppedAction[];
  /** What certainly cannot be done where it does not exist, and none of its parts does. */
  readonly absent?: readonly StoppedAction[];
  readonly goesOn: GoesOnCode;
}

/** What a part or a component does for virtual machines, for `explain`. */
export interface ImpactDescription {
  readonly does: string;
  /** Addresses. */
  readonly sources: readonly string[];
}

const codesBesideSubjects = ["node", "rejected", "unmanaged", "not-known", "works", "none", "goes-on"] as const;

/**
 * What a clause is about:
 * - a subject: what cannot be done, or with `isPossible` may fail.
 * - `node`: virtual machines on a node that is lost.
 * - `rejected`: a HyperConverged that its operator rejects.
 * - `unmanaged`: components that nothing manages, because their custom resource or HyperConverged does not exist.
 * - `not-known`: components whose fault has no known effect, or that were not read.
 * - `works`: parts that lack pods and still work; `none` where nothing else is known to be affected.
 * - `goes-on`: what is not affected.
 */
export type ImpactCode = ImpactSubject | (typeof codesBesideSubjects)[number];

export const impactCodes: readonly ImpactCode[] = [...impactSubjects, ...codesBesideSubjects];

/** The ready pods of a workload, of those that it should have. */
export interface ReadyPods {
  readonly name: string;
  readonly ready: number;
  readonly desired: number;
}

/** How many virtual machines of the cluster run. */
export interface MachineCount {
  readonly running: number;
  /** Not all were counted, so there may be more. */
  readonly isAtLeast?: true;
}

/** Workloads of a component that were not read. */
interface UnreadWorkloads {
  readonly component: string;
  readonly workloads: readonly Ref[];
  /** The file or the must-gather that lacks them. */
  readonly notIn?: Exclude<Source["kind"], "cluster">;
}

/** One clause of what the state of a root means for virtual machines. */
export interface Impact {
  readonly code: ImpactCode;
  /** What cannot be done or may fail; of subjects alone. */
  readonly stops: readonly StoppedAction[];
  /**
   * It may fail: the component reports itself unavailable and no part is known to be down, or what a part stops is not
   * certain.
   */
  readonly isPossible?: true;
  /**
   * Of `not-known`: what a component does of which it is not known whether it works. Of `unmanaged`: what its parts may
   * still do.
   */
  readonly uncertain?: readonly StoppedAction[];
  /** The workloads of `components` whose effect is not known; only of `not-known`. */
  readonly parts?: readonly string[];
  /** The workloads that its components always have, and that were not read: the clause could be certain with them. */
  readonly unread?: readonly UnreadWorkloads[];
  /** The components themselves were not read, and nothing names them as a cause; only of `not-known`. */
  readonly areComponentsUnread?: true;
  /** No effect of anything else is known either; only beside `areComponentsUnread`. */
  readonly isAlone?: true;
  /** The pods of parts that work; of `none` empty where only the components' own reports are known. */
  readonly pods?: readonly ReadyPods[];
  /** What goes on; only of `goes-on`. */
  readonly goesOn?: GoesOnCode;
  /** How many virtual machines run; only of `goes-on`, and only where they were counted. */
  readonly machines?: MachineCount;
  /** A node of the cluster is lost, and with it the virtual machines there; only of `goes-on`. */
  readonly isNodeLost?: true;
  /** The components that it concerns. */
  readonly components: readonly string[];
  /** The number of nodes on which it holds, of all that should have the part. Absent where it holds on all. */
  readonly count?: number;
  readonly of?: number;
  /** Their names, where all are known. */
  readonly nodes?: readonly string[];
  /** Their taints say that they are off; only of `node`. */
  readonly areOff?: true;
  /** The objects that are the reason. */
  readonly because: readonly Ref[];
}
