import type { CauseClause } from "../../../model/cause/cause-evidence.ts";
import { reportedWords } from "../../../model/cause/trouble.ts";
import { lastConditionOfType } from "../../../model/condition.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding, FindingOf } from "../../../model/finding/finding.ts";
import { describeObject, listEverywhere, type NextStep, showDeploymentLog } from "../../../model/next-step.ts";
import { isSameObject, type Ref } from "../../../model/object.ts";
import type { Contribution, ContributionsByType, ReportNode } from "../../../model/report.ts";
import { isSerious } from "../../../model/verdict.ts";
import { deletionRefusals } from "../../../tables/deletion.ts";
import { webhookDeployments } from "../../../tables/operator.ts";
import { listBundleSteps } from "../../root-cause/bundle-steps.ts";
import type { Candidate } from "../../root-cause/candidates.ts";
import { findBestTrail } from "../../root-cause/cause-trails.ts";
import {
  listAbandonedDeletionSteps,
  listConversionErrorSteps,
  listPodsOfDeployment,
} from "../../root-cause/finding-steps.ts";
import { listTrailSteps } from "../../root-cause/next-steps.ts";
import { listServiceSteps } from "../../root-cause/service-steps.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { evaluateReconcile } from "../own-verdict.ts";
import { findStuckComponent, isRefusedWrite, listRefusedWriteSteps } from "../stuck-component.ts";
import { isKeptByObjects } from "./refused-deletions.ts";

// Causes that stand in no condition of a component. Most of these findings change no verdict, so each is a cause only
// where it explains the state that HyperConverged is in.

/** An upgrade under way. */
export interface RunningUpgrade {
  /** Since when nothing has moved, where that is 15 minutes or longer. */
  readonly stalledSince?: string;
  /** When it began, by the CR. */
  readonly begunAt?: string;
  /** The nodes of the components that the upgrade waits for. */
  readonly awaited: readonly ReportNode[];
  readonly offenders: ContributionsByType;
}

/**
 * The components that an upgrade waits for. An unhealthy one is explained by what was found below it. A healthy one is
 * explained by the log of its operator.
 *
 * @param explained the components that other candidates explain. They are omitted while the upgrade moves on.
 */
export function listAwaitedCandidates(
  { stalledSince, begunAt, awaited, offenders }: RunningUpgrade,
  explained: ReadonlySet<string>,
  listOperatorSteps: (component: string) => readonly NextStep[],
): readonly Candidate[] {
  const isStalled = stalledSince !== undefined;
  const verdict = isStalled ? "degraded" : "progressing";
  const candidates: Candidate[] = [];
  for (const node of awaited) {
    const { label: component, ref: about } = node;
    if (!isStalled && explained.has(component)) continue;
    if (node.verdict !== "healthy") {
      candidates.push({ component, verdict, required: true, evidence: { node } });
      continue;
    }
    const contributions = (offenders["UpgradeStall"] ?? []).filter((stall) => stall.component === component);
    const evidence = {
      about,
      clauses: makeAwaitedClauses(contributions),
      // What the component reports stands in the object itself, and why that lasts in the log of its operator.
      next: [...describeObject(about), ...listOperatorSteps(component)],
      hasDescription: false,
      ...definedFields({ since: stalledSince ?? begunAt }),
    };
    candidates.push({ component, verdict, required: true, evidence });
  }
  return candidates;
}

/** One clause for each fact that the upgrade waits for. Without any, a clause that it waits. */
function makeAwaitedClauses(contributions: readonly Contribution[]): readonly CauseClause[] {
  if (contributions.length === 0) return [{ is: "awaited" }];
  return contributions.map(({ observedVersion, expectedVersion, missing }) => ({
    is: "awaited",
    ...definedFields({ observedVersion, expectedVersion, missing }),
  }));
}

/**
 * The components that refuse to be deleted, since the deletion of the HyperConverged was requested.
 * @param log the command for the log of the operator, where neither objects nor a webhook or policy explain the error
 */
export function listRefusalCandidates(
  { object: { deletedAt }, namespace }: HyperConvergedState,
  findings: readonly Finding[],
  index: ObjectIndex,
  log: readonly NextStep[],
): readonly Candidate[] {
  const refusals = findings.filter((finding) => finding.code === "deletion-blocked");
  return refusals.map(({ component, about, reason, message, kept }) => {
    const kinds = deletionRefusals.find((row) => row.component === component)?.keptBy ?? [];
    const refusedWrite = {
      error: message,
      stuck: undefined,
      log: isRefusedWrite(message) ? [] : log,
      namespace,
      index,
    };
    const evidence = {
      about,
      clauses: [{ is: "refusal" as const, reason, message, ...definedFields({ kept }) }],
      next: isKeptByObjects({ reason, message }) ? listEverywhere(kinds) : listRefusedWriteSteps(refusedWrite),
      ...definedFields({ since: deletedAt }),
    };
    return { component, verdict: "degraded", required: true, evidence };
  });
}

/** The required components whose deletion waits for an operator that does not exist or is scaled to zero. */
export function listAbandonedCandidates(
  parts: readonly ReportNode[],
  findings: readonly Finding[],
): readonly Candidate[] {
  const abandoned = findings.filter((finding) => finding.code === "deletion-abandoned");
  return abandoned.flatMap((finding): readonly Candidate[] => {
    const { about, finalizers, operator, operatorNamespace, isScaledToZero } = finding;
    const part = parts.find(({ ref, required }) => required && isSameObject(ref, about));
    if (part === undefined) return [];
    const scale = definedFields({ isScaledToZero });
    const evidence = {
      about,
      clauses: [{ is: "abandoned" as const, finalizers, operator, operatorNamespace, ...scale }],
      next: listAbandonedDeletionSteps(finding),
      hasDescription: isScaledToZero !== true,
      ...definedFields({ since: part.facts["deletedAt"] }),
    };
    return [{ component: part.label, verdict: "degraded", required: true, evidence }];
  });
}

/** An upgrade whose every reconcile fails, which no condition reports. */
export function listStuckUpgradeCandidates(
  { object: { ref: about }, operator: { lookup } }: HyperConvergedState,
  findings: readonly Finding[],
): readonly Candidate[] {
  const next = lookup.outcome === "found" ? showDeploymentLog(lookup.ref, lookup.ref.name, "failing") : [];
  const stuck = findings.filter((finding) => finding.code === "upgrade-stuck");
  return stuck.map(({ since, last, message, count = 1 }) => {
    const clauses = [{ is: "failing-upgrade" as const, count, message, ...definedFields({ last }) }];
    const evidence = { about, clauses, next, ...definedFields({ since }) };
    return { component: about.name, verdict: "degraded", required: true, evidence };
  });
}

/**
 * What OLM lacks to install an operator that does not run. Beside an existing Deployment only a missing requirement
 * counts, because OLM also reports a Deployment that is not ready as a failure of the ClusterServiceVersion.
 */
export function listLifecycleCandidates(
  { operator }: HyperConvergedState,
  findings: readonly Finding[],
): readonly Candidate[] {
  if (operator.running !== false) return [];
  const { ref, outcome } = operator.lookup;
  const failures = findings.filter(isLifecycleFailure);
  const isUnmet = (finding: LifecycleFinding): boolean => "unmet" in finding && finding.unmet.length > 0;
  const counted = outcome === "found" ? failures.filter(isUnmet) : failures;
  return counted.map((finding) => {
    const since = "since" in finding ? finding.since : undefined;
    const evidence = {
      about: finding.about,
      clauses: [makeLifecycleClause(finding)],
      ...definedFields({ since }),
    };
    return { component: ref.name, verdict: "degraded", required: true, evidence };
  });
}

type LifecycleFinding = FindingOf<"csv-failed" | "csv-unsettled" | "subscription-failed" | "install-plan-unsettled">;

function isLifecycleFailure(finding: Finding): finding is LifecycleFinding {
  const { code } = finding;
  // An InstallPlan that waits for its approval is no failure.
  if (code === "install-plan-unsettled") return finding.phase === "Failed";
  return code === "csv-failed" || code === "csv-unsettled" || code === "subscription-failed";
}

function makeLifecycleClause(finding: LifecycleFinding): CauseClause {
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

/**
 * The Service without endpoints whose webhook kept the operator from a write. The API server names it in its error
 * (apiserver, pkg/util/webhook/client.go: `https://NAME.NAMESPACE.svc`; pkg/util/proxy: `no endpoints available for
 * service "NAME"`). `findWorkload`: the unhealthy workload behind a Service, whose deepest object shows why.
 */
export function listWebhookCandidates(
  state: HyperConvergedState,
  parts: readonly ReportNode[],
  findings: readonly Finding[],
  takenAt: string,
  index: ObjectIndex,
  findWorkload: (service: Ref) => ReportNode | undefined,
): readonly Candidate[] {
  const reconcile = lastConditionOfType(state.conditions, "ReconcileComplete");
  if (state.isRefused || reconcile?.status !== "False") return [];
  const { message, since } = reconcile;
  const root = state.object.ref;
  const component = findStuckComponent(message, parts)?.label ?? root.name;
  const withoutEndpoints = findings.filter((finding) => finding.code === "webhook-without-endpoints");
  return withoutEndpoints.flatMap(({ about, configurations }): readonly Candidate[] => {
    if (!isServiceInError(about, message)) return [];
    const workload = findWorkload(about);
    const next =
      workload === undefined ? listServiceSteps(about, index) : listTrailSteps(findBestTrail(workload), root, index);
    const evidence = {
      about,
      clauses: [{ is: "webhook" as const, service: about.name, configurations }],
      ...definedFields({ since }),
      hasDescription: false,
      next,
    };
    return [{ component, verdict: evaluateReconcile(state, takenAt), required: true, evidence }];
  });
}

function isServiceInError({ namespace = "", name }: Ref, message: string): boolean {
  return message.includes(`//${name}.${namespace}.svc`) || message.includes(`service "${name}"`);
}

/**
 * The candidates for a HyperConverged that cannot be read in one of its versions. Each is the first of these:
 * 1. the definition with the bundle, where the certificate of the conversion webhook is not accepted,
 * 2. the unhealthy workload behind a webhook that does not respond,
 * 3. the HyperConverged itself.
 */
export function listConversionCandidates(
  findings: readonly Finding[],
  workloads: readonly ReportNode[],
  index: ObjectIndex,
): readonly Candidate[] {
  return findings.flatMap((finding): readonly Candidate[] => {
    const { about, code } = finding;
    if (code === "certificate-refused") return [makeRefusedConversionCandidate(finding, index)];
    if (code === "conversion-failed") {
      const clauses = [makeConversionClause(finding, finding.message)];
      const next = listConversionErrorSteps(finding, { ref: about });
      return [{ component: about.name, verdict: "degraded", required: true, evidence: { about, clauses, next } }];
    }
    if (code !== "conversion-webhook") return [];
    const clauses = [makeConversionClause(finding, finding.cause.replace(/^conversion webhook for .+? failed: /, ""))];
    const node = workloads.find(({ ref, verdict }) => ref.name === finding.workload?.name && isSerious(verdict));
    if (node !== undefined) {
      return [{ component: node.label, verdict: "degraded", required: true, evidence: { node, clauses } }];
    }
    const next = listPodsOfDeployment(webhookDeployments[0] ?? "", about);
    return [{ component: about.name, verdict: "degraded", required: true, evidence: { about, clauses, next } }];
  });
}

/** The clause of a conversion that failed, with the error of the webhook, or of the request to which it did not respond. */
function makeConversionClause(
  { code, about: { kind }, unreadable = [], readable = "" }: FindingOf<"conversion-failed" | "conversion-webhook">,
  error: string,
): CauseClause {
  const responds = code === "conversion-failed";
  const observed = { code: "not-convertible", kind, responds, unreadable, readable, error } as const;
  return { is: "quote", reason: "ConversionFailed", message: "", observed };
}

/** The candidate for the definition with the bundle by which the API server did not accept the conversion webhook. */
function makeRefusedConversionCandidate(finding: FindingOf<"certificate-refused">, index: ObjectIndex): Candidate {
  const { about, webhook, host, error, isBundleValid } = finding;
  const observed = { code: "certificate-refused", webhook, host, error, ...definedFields({ isBundleValid }) } as const;
  const clauses = [{ is: "quote" as const, reason: "CertificateRefused", message: "", observed }];
  const evidence = { about, clauses, next: listBundleSteps(about, index), hasDescription: false };
  return { component: about.name, verdict: "degraded", required: true, evidence };
}
