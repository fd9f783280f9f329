import type { Ref } from "../object.ts";

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
  "export-vm-to-outside",
  "import-disk",
  "clone-disk",
  "upload-disk",
  "upload-disk-from-outside",
  "create-data-volume",
  "change-data-volume",
  "change-hyperconverged",
  "operate",
] as const;

export type StoppedAction = (typeof stoppedActions)[number];

/** What goes on while parts are down, from the least to the most. Of several parts, the least counts. */
export const goesOnCodes = ["running-without-restart", "running", "until-certificates-expire", "all"] as const;

export type GoesOnCode = (typeof goesOnCodes)[number];

/** What the actions of one clause are about, the worst for virtual machines first. */
export const impactSubjects = ["vm", "disk", "data-volume", "hyperconverged", "component"] as const;

export type ImpactSubject = (typeof impactSubjects)[number];

export const actionSubjects: Readonly<Record<StoppedAction, ImpactSubject>> = {
  "create-vm": "vm",
  "change-vm": "vm",
  "start-vm": "vm",
  "stop-vm": "vm",
  "shut-down-vm": "vm",
  "migrate-vm": "vm",
  "export-vm-to-outside": "vm",
  "import-disk": "disk",
  "clone-disk": "disk",
  "upload-disk": "disk",
  "upload-disk-from-outside": "disk",
  "create-data-volume": "data-volume",
  "change-data-volume": "data-volume",
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
  readonly stops: readonly StoppedAction[];
  /** While no pod of it is ready. While only nodes lack one, `running`: virtual machines start elsewhere. */
  readonly goesOn: GoesOnCode;
}

/** What a part or a component does for virtual machines, for `explain`. */
export interface ImpactDescription {
  readonly does: string;
  /** Addresses. */
  readonly sources: readonly string[];
}

/** One clause of what the state of a root means for virtual machines. */
export interface Impact {
  readonly code: ImpactSubject | "goes-on";
  /** What cannot be done; nothing of what goes on. */
  readonly stops: readonly StoppedAction[];
  /** What goes on; only of `goes-on`. */
  readonly goesOn?: GoesOnCode;
  /** A node of the cluster is lost, and with it the virtual machines there; only of `goes-on`. */
  readonly isNodeLost?: true;
  /** The components of the parts that are down. */
  readonly components: readonly string[];
  /** The number of nodes on which it holds, of all that should have the part. Absent where it holds on all. */
  readonly count?: number;
  readonly of?: number;
  /** Their names, where all are known. */
  readonly nodes?: readonly string[];
  /** The workloads that are down. */
  readonly because: readonly Ref[];
}
