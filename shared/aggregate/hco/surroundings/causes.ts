import type { CauseClause } from "../../../model/cause/cause-evidence.ts";
import { reportedWords } from "../../../model/cause/trouble.ts";
import { lastConditionOfType } from "../../../model/condition.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding, FindingOf } from "../../../model/finding/finding.ts";
import { describeObject, listEverywhere, type NextStep, showDeploymentLog } from "../../../model/next-step.ts";
import { isSameObject, type Ref } from "../../../model/object.ts";
import type { Contribution, ContributionsByType, ReportNode } from "../../../model/report.ts";
import { deletionRefusals } from "../../../tables/deletion.ts";
import type { Candidate } from "../../root-cause/candidates.ts";
import { findBestTrail } from "../../root-cause/cause-trails.ts";
import { stepsOfAbandonedDeletion } from "../../root-cause/finding-steps.ts";
import { stepsOfTrail } from "../../root-cause/next-steps.ts";
import { stepsOfService } from "../../root-cause/service-steps.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { evaluateReconcile } from "../own-verdict.ts";
import { findStuckComponent } from "../stuck-component.ts";

// Causes that stand in no condition of a component. Most of these findings change no verdict, so each is a cause only
// where it explains the state that HyperConverged is in.

/** An upgrade under way. */
export interface RunningUpgrade {
  /** Since when nothing has moved, where that is 15 minutes or longer. */
  readonly stalledSince?: string;
  /** When it began, by the CR. */
  readonly begunAt?: string;
  readonly awaited: readonly ReportNode[];
  readonly offenders: ContributionsByType;
}

/**
 * The components that an upgrade waits for. One that is unhealthy is explained by what was found below it. One that is
 * healthy is not worse for the upgrade, but its operator's log shows why it is not done. `named`: the components that
 * other candidates explain.
 */
export function awaitedCandidates(
  { stalledSince, begunAt, awaited, offenders }: RunningUpgrade,
  named: ReadonlySet<string>,
  stepsOfOperator: (component: string) => readonly NextStep[],
): readonly Candidate[] {
  const isStalled = stalledSince !== undefined;
  const verdict = isStalled ? "degraded" : "progressing";
  return awaited.flatMap((node): readonly Candidate[] => {
    const { label: component, ref: about } = node;
    const rows = (offenders["UpgradeStall"] ?? []).filter((row) => row.component === component);
    if (!isStalled && named.has(component)) return [];
    if (node.verdict !== "healthy") return [{ component, verdict, required: true, evidence: { node } }];
    const since = stalledSince ?? begunAt;
    // What it reports stands in the object itself, and why that lasts in the log of its operator.
    const next = [...describeObject(about), ...stepsOfOperator(component)];
    const evidence = {
      about,
      clauses: awaitedClauses(rows),
      next,
      hasDescription: false,
      ...definedFields({ since }),
    };
    return [{ component, verdict, required: true, evidence }];
  });
}

/** One clause for each fact that the upgrade waits for; without any, that it waits. */
function awaitedClauses(rows: readonly Contribution[]): readonly CauseClause[] {
  if (rows.length === 0) return [{ is: "awaited" }];
  return rows.map(({ observedVersion, expectedVersion, missing }) => ({
    is: "awaited",
    ...definedFields({ observedVersion, expectedVersion, missing }),
  }));
}

/** The components that refuse to be deleted, since the deletion was requested. */
export function refusalCandidates(
  { object: { deletedAt } }: HyperConvergedState,
  findings: readonly Finding[],
): readonly Candidate[] {
  return findings.flatMap((finding): readonly Candidate[] => {
    if (finding.code !== "deletion-blocked") return [];
    const { component, about, reason, message, kept } = finding;
    const evidence = {
      about,
      clauses: [{ is: "refusal" as const, reason, message, ...definedFields({ kept }) }],
      next: listEverywhere(deletionRefusals.find((row) => row.component === component)?.keptBy ?? []),
      ...definedFields({ since: deletedAt }),
    };
    return [{ component, verdict: "degraded", required: true, evidence }];
  });
}

/** The required components whose deletion waits for an operator that does not exist or is scaled to zero. */
export function abandonedCandidates(parts: readonly ReportNode[], findings: readonly Finding[]): readonly Candidate[] {
  return findings.flatMap((finding): readonly Candidate[] => {
    if (finding.code !== "deletion-abandoned") return [];
    const { about, finalizers, operator, operatorNamespace, isScaledToZero } = finding;
    const part = parts.find(({ ref, required }) => required && isSameObject(ref, about));
    if (part === undefined) return [];
    const since = part.facts["deletedAt"];
    const scale = isScaledToZero === true ? { isScaledToZero } : {};
    const evidence = {
      about,
      clauses: [{ is: "abandoned" as const, finalizers, operator, operatorNamespace, ...scale }],
      next: stepsOfAbandonedDeletion(finding),
      hasDescription: isScaledToZero !== true,
      ...definedFields({ since }),
    };
    return [{ component: part.label, verdict: "degraded", required: true, evidence }];
  });
}

/** An upgrade whose every reconcile fails, which no condition reports. */
export function stuckCandidates(
  { object, operator }: HyperConvergedState,
  findings: readonly Finding[],
): readonly Candidate[] {
  const { ref: about } = object;
  const { outcome, ref } = operator.lookup;
  const next = outcome === "found" ? showDeploymentLog(ref, ref.name, "failing") : [];
  return findings.flatMap((finding): readonly Candidate[] => {
    if (finding.code !== "upgrade-stuck") return [];
    const { since, last, message, count = 1 } = finding;
    const clauses = [{ is: "failing-upgrade" as const, count, message, ...definedFields({ last }) }];
    const evidence = { about, clauses, next, ...definedFields({ since }) };
    return [{ component: about.name, verdict: "degraded", required: true, evidence }];
  });
}

/**
 * What OLM lacks to install an operator that does not run. Beside an existing Deployment only a missing requirement
 * counts, because OLM also reports a Deployment that is not ready as a failure of the ClusterServiceVersion.
 */
export function lifecycleCandidates(
  { operator }: HyperConvergedState,
  findings: readonly Finding[],
): readonly Candidate[] {
  if (operator.running !== false) return [];
  const { ref, outcome } = operator.lookup;
  return findings.filter(isOfLifecycle).flatMap((finding): readonly Candidate[] => {
    const isUnmet = "unmet" in finding && finding.unmet.length > 0;
    if (outcome === "found" && !isUnmet) return [];
    const since = "since" in finding ? finding.since : undefined;
    const evidence = {
      about: finding.about,
      clauses: [lifecycleClause(finding)],
      ...definedFields({ since }),
    };
    return [{ component: ref.name, verdict: "degraded", required: true, evidence }];
  });
}

type LifecycleFinding = FindingOf<"csv-failed" | "csv-unsettled" | "subscription-failed" | "install-plan-unsettled">;

function lifecycleClause(finding: LifecycleFinding): CauseClause {
  const { about } = finding;
  return {
    is: "olm",
    kind: about.kind,
    name: about.name,
    phase: "phase" in finding ? finding.phase : "",
    unmet: "unmet" in finding ? finding.unmet : [],
    ...reportedWords(finding),
  };
}

function isOfLifecycle(finding: Finding): finding is LifecycleFinding {
  const { code } = finding;
  // An InstallPlan that waits for its approval is no failure.
  if (code === "install-plan-unsettled") return finding.phase === "Failed";
  return code === "csv-failed" || code === "csv-unsettled" || code === "subscription-failed";
}

/**
 * The Service without endpoints whose webhook kept the operator from a write. The API server names it in its error
 * (apiserver, pkg/util/webhook/client.go: `https://NAME.NAMESPACE.svc`; pkg/util/proxy: `no endpoints available for
 * service "NAME"`). `behind`: the unhealthy workload behind a Service, whose deepest object shows why.
 */
export function webhookCandidates(
  state: HyperConvergedState,
  parts: readonly ReportNode[],
  findings: readonly Finding[],
  takenAt: string,
  index: ObjectIndex,
  behind: (service: Ref) => ReportNode | undefined,
): readonly Candidate[] {
  const reconcile = lastConditionOfType(state.conditions, "ReconcileComplete");
  if (state.isRefused || reconcile?.status !== "False") return [];
  const { message, since } = reconcile;
  const component = findStuckComponent(message, parts)?.label ?? state.object.ref.name;
  return findings.flatMap((finding): readonly Candidate[] => {
    if (finding.code !== "webhook-without-endpoints") return [];
    const { about, configurations } = finding;
    const { namespace = "", name } = about;
    const forms = [`//${name}.${namespace}.svc`, `service "${name}"`];
    if (!forms.some((form) => message.includes(form))) return [];
    const workload = behind(about);
    const evidence = {
      about,
      clauses: [{ is: "webhook" as const, service: name, configurations }],
      ...definedFields({ since }),
      hasDescription: false,
      next:
        workload === undefined
          ? stepsOfService(about, index)
          : stepsOfTrail(findBestTrail(workload), state.object.ref, index),
    };
    return [{ component, verdict: evaluateReconcile(state, takenAt), required: true, evidence }];
  });
}
