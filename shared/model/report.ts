import type { Condition, ConditionWords, Sense } from "./condition.ts";
import type { Finding } from "./finding.ts";
import type { Ref } from "./object.ts";
import type { Outcome, Source } from "./snapshot.ts";
import type { Verdict } from "./verdict.ts";

/** The one document every surface shows; `-o json` prints it. Names and meanings are a contract (report.schema.json). */
export interface Report {
  readonly apiVersion: "hco-status/v1";
  readonly kind: "Report";
  readonly takenAt: string;
  readonly source: Source;
  readonly verdict: Verdict;
  readonly completeness: Completeness;
  readonly roots: readonly RootNode[];
  /** Worst first, then by code, then by name. */
  readonly findings: readonly Finding[];
}

/** What was asked and how it was answered; `asked` is the sum of the five outcomes. */
export interface Completeness {
  readonly asked: number;
  readonly found: number;
  readonly absent: number;
  readonly noSuchKind: number;
  readonly forbidden: number;
  readonly unread: number;
  readonly gaps: readonly Gap[];
}

/** One question that brought no object. */
export interface Gap {
  readonly outcome: Exclude<Outcome, "found">;
  readonly verb: "get" | "list" | "read";
  readonly group: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly cause?: string;
  readonly required: boolean;
}

type Role = "root" | "component" | "part" | "workload" | "replicaset" | "pod" | "container" | "related";

/** A condition as reported, with what its type means for this object. */
export interface JudgedCondition extends Condition {
  readonly sense: Sense;
  /** Its status is not the good one. */
  readonly abnormal: boolean;
  /** Its observedGeneration is older than the object's generation. */
  readonly outdated: boolean;
  /** Nobody told us the sense: it was read from the type's name. */
  readonly guessed?: boolean;
  /** A senses file says so, at this line of it. */
  readonly senseFrom?: string;
}

/** One object in the tree: what it is, how it was read, and how it is. */
export interface Node {
  readonly role: Role;
  readonly label: string;
  readonly ref: Ref;
  readonly outcome: Outcome;
  readonly required: boolean;
  readonly verdict: Verdict;
  readonly ownVerdict: Verdict;
  readonly conditions: readonly JudgedCondition[];
  readonly meaning?: string;
  readonly stale: boolean;
  readonly deleting: boolean;
  readonly frozen: boolean;
  readonly facts: Readonly<Record<string, string>>;
  /** What makes it so where it is an object of Kubernetes' own kinds or a container: the rule's finding, in its words. */
  readonly trouble?: Trouble;
  /** On the parts of an Application: what the running controller and what the proposal make of it (null: no rule). */
  readonly judged?: Judged;
  readonly children: readonly Node[];
  readonly times?: number;
}

/** Why an object is unwell: a reason in one word, the cluster's own or the rule's, a message, and since when. */
export interface Trouble {
  readonly reason: string;
  readonly message: string;
  /** RFC 3339 UTC. */
  readonly since?: string;
}

export type ApplicationStatus = "Ready" | "InProgress" | "Unknown";

export interface Judged {
  readonly code: ApplicationStatus;
  readonly proposal: { readonly status: ApplicationStatus; readonly counted: boolean } | null;
}

export type RuleSetName =
  | "conditions-doc"
  | "status-doc"
  | "operator"
  | "code"
  | "proposal"
  | "controller"
  | "adr"
  | "generic";

export const profileNames = ["hco", "application", "greenhouse", "generic"] as const;
export type ProfileName = (typeof profileNames)[number];

/** A condition a rule set computes; `leader` is the component whose reason it carries. */
export interface ExpectedCondition extends ConditionWords {
  readonly type: string;
  readonly leader?: string;
}

/** What one rule set makes of the parts that were found. */
export interface Expected {
  readonly conditions: readonly ExpectedCondition[];
  /** Both documents: what the readiness probe would say; null where the text leaves it open. */
  readonly ready?: boolean | null;
  /** `operator` only. */
  /** `application`: `<ready>/<all>`. */
  readonly componentsReady?: string;
  readonly systemHealthStatus?: "healthy" | "warning" | "error" | null;
  readonly upgradeMode?: boolean | null;
  readonly operatorConditionUpgradeable?: ConditionWords;
}

export type DriftHeld = "deleting" | "operator-down" | "reconcile-error" | "stale" | "upgrading" | "incomplete";

/** One type in which the CR and the rule set differ; `what` is the first difference that holds. */
export interface Drift {
  readonly type: string;
  readonly what: "missing" | "extra" | "status" | "reason" | "message";
  readonly reported?: ConditionWords;
  readonly expected?: ConditionWords;
}

/** One component's share in one condition type: its own words, the rule by which it counts, and whether the CR shows it. */
export interface Contribution extends ConditionWords {
  readonly component: string;
  readonly since?: string;
  readonly rule: ContributionRule;
  readonly shown: boolean;
  /** `version`: what the component says it runs and what the operator wants. */
  readonly observedVersion?: string;
  readonly expectedVersion?: string;
  /** `missing-condition`: the types that are not there. */
  readonly missing?: readonly string[];
}

export type ContributionRule =
  | "no-conditions"
  | "not-available"
  | "missing-available"
  | "progressing"
  | "degraded"
  | "not-upgradeable"
  | "version"
  | "missing-condition"
  | "unknown"
  | "not-ready"
  | "reported-reason"
  /** A part whose own condition a merge is made of. */
  | "part";

export interface RootCause {
  /** Labels from the root down. */
  readonly path: readonly string[];
  readonly text: string;
  /** Since when the deepest object is so, RFC 3339 UTC. */
  readonly since?: string;
  /** Causes that are as deep and as bad as this one. */
  readonly also?: readonly Pick<RootCause, "path" | "text" | "since">[];
  /** Warning events about the objects of the path, newest first, each text once. */
  readonly events?: readonly CauseEvent[];
}

/** A Warning event; `count` is how often it was seen, over all copies of it. */
export interface CauseEvent {
  readonly about: Ref;
  readonly reason: string;
  readonly message: string;
  readonly count: number;
  /** RFC 3339 UTC. */
  readonly last?: string;
}

export interface Gates {
  readonly ready: Gate;
  readonly upgradeable: Gate;
  readonly upgrade: {
    readonly running: boolean | null;
    readonly from?: string;
    readonly to?: string;
    readonly waitingFor: readonly string[];
  };
}

export interface Gate {
  readonly answer: "yes" | "no" | "unknown";
  readonly because: readonly string[];
}

/** One entry of status.relatedObjects, as recorded and as it is now. */
export interface Related {
  readonly ref: Ref;
  readonly recorded: { readonly uid: string; readonly resourceVersion: string };
  readonly current?: { readonly uid: string; readonly resourceVersion: string };
  readonly state: "same" | "changed" | "replaced" | "gone" | "forbidden" | "noSuchKind" | "unread";
}

export interface RootNode extends Node {
  readonly profile: ProfileName;
  readonly ruleSet: RuleSetName;
  readonly expected: { readonly [name in RuleSetName]?: Expected };
  readonly drift: readonly Drift[];
  readonly driftHeld: DriftHeld | null;
  readonly offenders: Readonly<Record<string, readonly Contribution[]>>;
  readonly uncertain: Readonly<Record<string, readonly Contribution[]>>;
  readonly rootCause?: RootCause;
  /** Of every other unwell part the deepest that is unwell below it, where something is. */
  readonly otherCauses?: readonly Pick<RootCause, "path" | "text" | "since">[];
  readonly gates: Gates;
  /** What OLM holds of a HyperConverged's operator; absent where it holds nothing, for certain. */
  readonly olm?: Lifecycle;
  readonly related: readonly Related[];
}

/** OLM's view of the operator. */
export interface Lifecycle {
  /** Upgradeable of the newest OperatorCondition, as the operator says it, and what spec.overrides says instead. */
  readonly operatorCondition?: ConditionWords & {
    readonly about: Ref;
    readonly override?: ConditionWords;
    /** OLM's copy is older than the object: it lets nothing pass until it is new. */
    readonly outdated?: true;
  };
  /** ClusterServiceVersions of the operator that are not Succeeded; `phase` is empty where OLM has not looked at one. */
  readonly unsettled: readonly {
    readonly about: Ref;
    readonly phase: string;
    readonly reason: string;
    readonly message: string;
  }[];
  /** Kinds of OLM's of which nothing was found; `expected`: its marks on the operator say that there is something. */
  readonly unseen: readonly {
    readonly ref: Ref;
    readonly outcome: Gap["outcome"];
    readonly cause: string;
    readonly expected: boolean;
  }[];
}
