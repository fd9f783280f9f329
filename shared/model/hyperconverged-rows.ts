import type { AlertName } from "./alert-name.ts";
import type { ConditionStatus } from "./condition.ts";
import type { DriveHow } from "./field-driver.ts";
import type { FindingCode } from "./finding/evidence.ts";
import type { Release } from "./profile.ts";

// The rows of tables/hyperconverged/*.yaml, which say what each field means, without their sources.

/** The workloads of one component by name, and the Deployment of its own operator. */
export interface WorkloadRow {
  readonly component: string;
  readonly operator: string;
  /** Deployments and DaemonSets, whichever exist. */
  readonly names: readonly string[];
  /** The Deployment that answers for the webhook of the component's own CR, where that is not its operator. */
  readonly webhookServer?: string;
  /** Selects the Pods of all its workloads, of which some may also select the Pod of its operator. */
  readonly podSelector: string;
  /** The label of a Pod whose value is the name of its workload, where all Pods of the component have it. */
  readonly nameLabel?: string;
  /** Its namespace without a HyperConverged, if its CR is cluster-scoped. */
  readonly home?: string;
}

/** A workload that a component has wherever it is deployed. */
export interface RequiredWorkload {
  readonly component: string;
  readonly kind: "Deployment" | "DaemonSet";
  readonly name: string;
}

/** What a report shows of the state in which an alert fires. */
export type AlertSign =
  /** A workload by its name: how many of its pods are ready, and what its pods do as far as they were read. */
  | { readonly workload: string; readonly ready: "none" | "some" | "not-all"; readonly pods?: PodsSign }
  /** The CR of a component is not Available; `idle`: it does not progress either. */
  | { readonly component: string; readonly state: "unavailable" | "unavailable-and-idle" }
  /** The systemHealthStatus of HyperConverged, as reported. */
  | { readonly health: "warning" | "error" }
  /** A finding; `reason` where only one of its reasons counts. */
  | { readonly finding: FindingCode; readonly reason?: string };

/**
 * `none-up`: no container serves metrics, unless pods were read of which one runs. `unready-runs`: a pod that is not
 * ready is in phase Running, unless no pod was read. `seen-running`: a pod was read, and it is in phase Running.
 */
export type PodsSign = "none-up" | "unready-runs" | "seen-running";

/** One state in which an alert fires, after it has lasted for `after`, the `for` of its rule. */
export interface AlertRow {
  readonly alert: AlertName;
  readonly sign: AlertSign;
  readonly after?: string;
}

/** What the operator makes of a setting. */
export interface SettingRow {
  /** Components and workloads; empty: the current operator ignores it. */
  readonly drives: readonly string[];
  readonly how: DriveHow;
  /** The field that replaces it. */
  readonly instead?: string;
  /** The same in v1, where that is another one. */
  readonly insteadInV1?: string;
}

/** What the operator makes of an annotation of a HyperConverged. */
export interface AnnotationRow extends SettingRow {
  readonly annotation: string;
}

/** A setting under `spec`: its field in each version, joined by dots; absent if the version has no such field. */
export interface FieldRow extends SettingRow {
  readonly v1?: string;
  readonly v1beta1?: string;
}

/** What the conditions Available, Progressing and Degraded mean together. */
export interface ConditionMatrixRow {
  readonly available: ConditionStatus;
  readonly progressing: ConditionStatus;
  readonly degraded: ConditionStatus;
  readonly meaning: string;
}

/** An event by which HyperConverged reports that a component, or itself, refuses its deletion. */
export interface DeletionRefusalRow {
  readonly event: string;
  readonly component: string;
  /** The kinds whose objects keep it from being deleted, as kubectl takes them; absent: none is known. */
  readonly keptBy?: readonly string[];
}

/** A suffix of the reasons that HyperConverged writes about a component: `NotAvailable` of `CDINotAvailable`. */
export interface ReasonSuffixRow {
  readonly suffix: string;
  /** The first release whose operator writes it; absent: all. */
  readonly since?: Release;
}
