import type { AlertName } from "./alert-name.ts";
import type { EvaluatedByRules } from "./application-status.ts";
import type { CauseClause, RolloutProgress } from "./cause/cause-evidence.ts";
import type { ReportedWords, Trouble } from "./cause/trouble.ts";
import type { Condition, ConditionWords, OlmCopyAge, Polarity } from "./condition.ts";
import type { CauseLog } from "./container-log.ts";
import type { Drift, DriftHeld } from "./drift.ts";
import type { ProfileName, RuleSetName } from "./families.ts";
import type { ContributionRule } from "./finding/evidence-parts.ts";
import type { Finding } from "./finding/finding.ts";
import type { Impact } from "./finding/impact.ts";
import type { NextStep } from "./next-step.ts";
import type { Ref } from "./object.ts";
import type { RecentChanges } from "./recent-change.ts";
import type { Outcome, Source } from "./snapshot.ts";
import type { Verdict } from "./verdict.ts";

/**
 * The one document that every surface shows; `-o json` prints it. Names and meanings are a contract
 * (report.schema.json).
 */
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
  /** The commands that show more about the worst root, the most telling first. Empty where nothing is wrong. */
  readonly next: readonly NextStep[];
}

/** A Report before its commands are known. */
export type ReportWithoutSteps = Omit<Report, "next">;

/** The queries by outcome; `asked` is the sum of the five outcomes. */
export interface Completeness {
  readonly asked: number;
  readonly found: number;
  readonly absent: number;
  readonly noSuchKind: number;
  readonly forbidden: number;
  readonly unread: number;
  readonly gaps: readonly ReadGap[];
}

/** One query that returned no object. */
export interface ReadGap {
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

/** A condition as reported, with the polarity of its type for this object. */
export interface EvaluatedCondition extends Condition {
  readonly polarity: Polarity;
  /** Its status is not the good one, or its reason reports a fault. */
  readonly abnormal: boolean;
  /** Its verdict for the object, where more than its polarity decides: its reason, its age, the row of the kind. */
  readonly verdict?: Verdict;
  /** Its observedGeneration is older than the object's generation. */
  readonly outdated: boolean;
  /** The polarity is inferred from the type's name. */
  readonly inferred?: boolean;
  /** The file and line of a polarity file that define the polarity. */
  readonly polarityFrom?: string;
}

/** One object in the tree: its identity, how it was read, and its health. */
export interface ReportNode {
  readonly role: Role;
  readonly label: string;
  readonly ref: Ref;
  readonly outcome: Outcome;
  /** The file or the must-gather that lacks an object that was not read. */
  readonly notIn?: Exclude<Source["kind"], "cluster">;
  readonly required: boolean;
  readonly verdict: Verdict;
  readonly ownVerdict: Verdict;
  readonly conditions: readonly EvaluatedCondition[];
  readonly meaning?: string;
  readonly stale: boolean;
  readonly deleting: boolean;
  readonly frozen: boolean;
  readonly facts: Readonly<Record<string, string>>;
  /** The cause, for a built-in object or a container: the result of its kind's rule. */
  readonly trouble?: Trouble;
  /** On parts of an Application: their readiness by the running controller and by the proposal (null: no rule). */
  readonly judged?: EvaluatedByRules;
  readonly children: readonly ReportNode[];
  readonly times?: number;
  /** Of a root: since when it has had its verdict, by its present cause, RFC 3339 UTC. Absent where not known. */
  readonly since?: string;
}

/** A condition that a rule set computes; `leader` is the component whose reason it carries. */
export interface ExpectedCondition extends ConditionWords {
  readonly type: string;
  readonly leader?: string;
}

/** What one rule set computes from the parts that were found. */
export interface Expected {
  readonly conditions: readonly ExpectedCondition[];
  /** Both documents: the readiness probe's result; null if the text leaves it open. */
  readonly ready?: boolean | null;
  /** `application`: `<ready>/<all>`. */
  readonly componentsReady?: string;
  /** `operator` only, as are the next two. */
  readonly systemHealthStatus?: "healthy" | "warning" | "error" | null;
  readonly upgradeMode?: boolean | null;
  readonly operatorConditionUpgradeable?: ConditionWords;
}

/** What components contribute to each type of their root's conditions. */
export type ContributionsByType = Readonly<Record<string, readonly Contribution[]>>;

/**
 * One component's share in one condition type. It holds the component's own condition, the rule that counts it, and
 * whether the CR shows it.
 */
export interface Contribution extends ConditionWords, ReportedWords {
  readonly component: string;
  readonly since?: string;
  readonly rule: ContributionRule;
  readonly shown: boolean;
  /** `version`: the version that the component reports and the one that the operator wants. */
  readonly observedVersion?: string;
  readonly expectedVersion?: string;
  /** `missing-condition`: the absent types. */
  readonly missing?: readonly string[];
}

/** One cause: the deepest object that explains why a root is not healthy. Its sentence is in outline/cause-clauses.ts. */
export interface Cause {
  /** The part that it concerns, or the root itself. */
  readonly component: string;
  /** What people call that part: of a workload that is no component its kind and name. */
  readonly label: string;
  /** What it makes of the root. */
  readonly verdict: Verdict;
  /** Labels from the root down. */
  readonly path: readonly string[];
  /** The deepest object of the path. Of a container, its Pod. */
  readonly about: Ref;
  /** What explains it, in the order of the sentence. */
  readonly evidence: readonly CauseClause[];
  /** Since when the object that explains has been in this state, RFC 3339 UTC. */
  readonly since?: string;
  /** Other parts with the same cause. Absent where there is none. */
  readonly sharedBy?: readonly string[];
  /** Warning events about the objects of the path, newest first, each text once. */
  readonly events: readonly CauseEvent[];
  /** The lines of its container's log that explain it, where they were read. */
  readonly log?: CauseLog;
  readonly next: readonly NextStep[];
  /** The alerts that fire if the cause lasts as long as their rules ask. */
  readonly alerts: readonly AlertName[];
}

/** A Warning event; `count` is how often it occurred, over all its copies. */
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
    /** Components that the running operator has and that do not exist yet. */
    readonly notCreated?: readonly string[];
  };
}

export interface Gate {
  readonly answer: "yes" | "no" | "unknown";
  readonly because: readonly string[];
  /**
   * Of `upgradeable`, where `gate upgrade` blocks for more than `because` names: everything that it blocks for, what
   * HyperConverged itself reports first.
   */
  readonly blockedBy?: readonly string[];
  /**
   * Of `upgradeable`: OLM or the operator itself refuses the upgrade. Without it a `no` is advice, which neither of them
   * follows.
   */
  readonly refused?: true;
}

/** One entry of status.relatedObjects, as recorded and as it is now. */
export interface Related {
  readonly ref: Ref;
  readonly recorded: { readonly uid: string; readonly resourceVersion: string };
  readonly current?: { readonly uid: string; readonly resourceVersion: string };
  readonly state: "same" | "changed" | "replaced" | "gone" | "forbidden" | "noSuchKind" | "unread";
}

export interface RootNode extends ReportNode {
  readonly profile: ProfileName;
  readonly ruleSet: RuleSetName;
  readonly expected: { readonly [name in RuleSetName]?: Expected };
  readonly drift: readonly Drift[];
  readonly driftHeld: DriftHeld | null;
  /** Its operator is installing its components for the first time. */
  readonly isInstalling?: true;
  /** What changed during the last hour, of a HyperConverged that is older; absent where nothing did. */
  readonly recentChanges?: RecentChanges;
  /**
   * Differences between the CR and its components that are younger than the operator's turn, and so no findings. Absent
   * where there are none.
   */
  readonly settling?: readonly Finding[];
  readonly offenders: ContributionsByType;
  readonly uncertain: ContributionsByType;
  /** Worst first, then the one that explains most. Empty for a healthy root. */
  readonly causes: readonly Cause[];
  /** Alerts that fire if what the root shows lasts as long as their rules ask; filled by `addAlerts` for every family. */
  readonly alerts: readonly AlertName[];
  /**
   * What its state means for virtual machines, worst first, and last what goes on. Empty where nothing is affected, or
   * nothing is known; filled by `addImpact`.
   */
  readonly impact: readonly Impact[];
  readonly gates: Gates;
  /** The operator of a HyperConverged; absent for other families. */
  readonly operator?: OperatorStatus;
  /** OLM's objects for a HyperConverged's operator; absent if there are certainly none. */
  readonly olm?: Lifecycle;
  readonly related: readonly Related[];
}

/** Whether the operator runs, and the version of the Pod that leads. */
export interface OperatorStatus {
  readonly running: "yes" | "no" | "unknown";
  readonly version?: string;
  /** Where the version was found, or was searched. */
  readonly from: "lease" | "pod" | "deployment" | "csv";
  /** How far its Deployment is with its newest template; absent where that is not known. */
  readonly rollout?: RolloutProgress;
}

/** OLM's view of the operator. */
export interface Lifecycle {
  /**
   * Upgradeable of the newest OperatorCondition, as the operator reports it, and the value that spec.overrides sets
   * instead.
   */
  readonly operatorCondition?: ConditionWords &
    OlmCopyAge & {
      readonly about: Ref;
      readonly override?: ConditionWords;
    };
  /** ClusterServiceVersions of the operator that are not Succeeded; `phase` is empty if OLM has not reconciled one. */
  readonly unsettled: readonly {
    readonly about: Ref;
    readonly phase: string;
    readonly reason: string;
    readonly message: string;
    /** What it requires and the cluster lacks: `CustomResourceDefinition x.example (NotPresent)`. */
    readonly unmet: readonly string[];
  }[];
  /** Kinds of OLM of which no object was found; `expected`: labels or annotations on the operator point to one. */
  readonly unseen: readonly {
    readonly ref: Ref;
    readonly outcome: ReadGap["outcome"];
    readonly cause: string;
    readonly expected: boolean;
  }[];
}
