import type { Ref } from "../object.ts";
import { isSerious, type Verdict } from "../verdict.ts";
import type { Finding, FindingCode, FindingEvidence, Severity } from "./finding.ts";

/**
 * The possible severities of each finding whose severity depends on its evidence; the code that makes the finding
 * chooses. For example, an absent component is an error, but only information while HyperConverged is being installed.
 */
interface GradedSeverities {
  readonly "operator-unknown": "warning" | "info";
  readonly "operator-down": "error" | "info";
  readonly "operator-rollout": "error" | "warning";
  readonly "reconcile-failed": "error" | "info";
  readonly "status-unknown": "error" | "info";
  readonly deleting: "warning" | "info";
  readonly "health-disagrees": "warning" | "info";
  readonly "conversion-webhook": "error" | "warning";
  readonly drift: "warning" | "info";
  readonly "component-absent": "error" | "info";
  readonly "no-conditions": "error" | "info";
  readonly "missing-condition": "error" | "warning";
  readonly "install-plan-unsettled": "warning" | "info";
  readonly "api-not-available": "error" | "warning";
  readonly "webhook-without-endpoints": "error" | "warning";
  readonly "ca-bundle-invalid": "error" | "warning";
  readonly "components-ready-differs": "warning" | "info";
  readonly "component-gone": "warning" | "info";
  readonly "component-unlisted": "warning" | "info";
  readonly "component-differs": "warning" | "info";
  readonly "other-objects": "warning" | "info";
  readonly "not-read": "warning" | "info";
  readonly "node-not-for-machines": "warning" | "info";
  readonly state: Severity;
}

/** The severity of every other finding. */
const fixedSeverities: Readonly<Record<Exclude<FindingCode, keyof GradedSeverities>, Severity>> = {
  "invalid-request": "error",
  installing: "info",
  "not-yet-seen": "warning",
  stale: "warning",
  "deletion-blocked": "error",
  "deletion-abandoned": "error",
  "deletion-waits-for": "error",
  "deletion-waits-for-api": "error",
  "upgrade-stall": "warning",
  "upgrade-stuck": "error",
  "operator-condition": "warning",
  "conversion-failed": "error",
  tainted: "warning",
  "injector-not-ready": "info",
  overwritten: "warning",
  "conditions-disagree": "info",
  "boot-image": "warning",
  "several-roots": "warning",
  "related-object": "warning",

  "component-operator-down": "warning",
  "component-operator-absent": "warning",
  "component-workload-down": "warning",
  "workload-not-ready": "warning",
  "workload-absent": "warning",
  "component-new": "info",
  "another-of-kind": "warning",
  "unknown-condition": "warning",
  "hidden-offender": "warning",
  "empty-message": "info",
  "blame-from-reasons": "warning",
  "not-counted": "info",
  "uncounted-workload": "info",
  "outdated-workloads": "info",
  orphan: "warning",
  "workloads-not-found": "info",
  "csv-failed": "warning",
  "csv-unsettled": "warning",
  "subscription-failed": "warning",
  "ca-bundle-not-rotated": "warning",
  "certificate-refused": "error",
  restarting: "info",

  "polarity-from-file": "info",
  "inferred-polarity": "info",
  "reader-clock": "warning",
  "clock-ahead": "warning",
  "damaged-input": "warning",
  "not-evaluated": "info",
  "drain-held": "warning",
  "suspect-condition": "warning",
  "odd-related": "warning",
  "owner-cycle": "warning",
  "owned-cut": "info",
  "conditions-not-a-list": "warning",
  "condition-not-an-object": "warning",
  "condition-without-type": "warning",
  "duplicate-condition": "warning",
  "odd-status": "warning",
  "odd-time": "warning",
  "odd-text": "warning",
  "odd-generation": "warning",

  "nothing-selected": "warning",
  "selects-everything": "warning",
  "expressions-ignored": "warning",
  "component-kind-missing": "warning",
  "group-taken-for-version": "warning",
  "component-kind-unread": "warning",
  "secrets-not-read": "info",
  "component-kind-twice": "warning",
  "selected-cluster-wide": "info",
  "selects-itself": "warning",
  "selects-in-a-circle": "warning",
  "nested-too-many": "info",
  "assembly-phase": "warning",
  "ready-disagrees": "warning",
  "component-unreadable": "warning",
  "failed-job-ready": "warning",
  "hostname-only": "warning",
  "deadline-exceeded": "warning",
  "unknown-counted-ready": "warning",
  "error-counted-ready": "warning",
  "unhealthy-counted-ready": "warning",
  "owner-reference-missing": "warning",

  "not-gating": "warning",
  suspended: "warning",
  "legacy-conditions": "info",
  "leftover-conditions": "warning",
  "kubeconfig-incomplete": "warning",
  "cluster-not-ready": "warning",
  "release-missing": "warning",
  "plugins-skipped": "warning",
  "no-clusters": "warning",
  "uncounted-plugins": "warning",
  "binding-contradicts": "warning",
  "unhealthy-members": "warning",
};

/** The severity of the finding that an object is as bad as the verdict says. */
export function severityOfVerdict(verdict: Verdict): Severity {
  if (isSerious(verdict)) return "error";
  return verdict === "unknown" ? "warning" : "info";
}

type EvidenceOf<Code extends FindingCode> = FindingEvidence & { readonly code: Code };

/** Makes a finding about an object, with the severity of the table. */
export function makeFinding(about: Ref, evidence: EvidenceOf<keyof typeof fixedSeverities>): Finding {
  return withSeverity(fixedSeverities[evidence.code], about, evidence);
}

/** Makes a finding about an object with one of the possible severities of its code. */
export function makeGradedFinding<Code extends keyof GradedSeverities>(
  severity: GradedSeverities[Code],
  about: Ref,
  evidence: EvidenceOf<Code>,
): Finding {
  return withSeverity(severity, about, evidence);
}

/** Builds the finding. In the JSON of a Report the code, the severity and the object precede the evidence. */
function withSeverity(severity: Severity, about: Ref, { code, ...evidence }: FindingEvidence): Finding {
  return { code, severity, about, verdict: "healthy", effects: {}, rows: [], next: [], ...evidence } as Finding;
}
