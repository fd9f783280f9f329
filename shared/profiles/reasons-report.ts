import type { Sense } from "../model/condition.ts";
import type { ReasonTable } from "../model/explanation.ts";
import type { ApplicationStatus, ContributionRule, Drift, DriftHeld, Related, RuleSetName } from "../model/report.ts";
import type { Outcome } from "../model/snapshot.ts";
import type { Verdict } from "../model/verdict.ts";

const verdict = "shared/model/verdict.ts";
const snapshot = "shared/model/snapshot.ts";
const related = "shared/aggregate/related.ts";
const drift = "shared/aggregate/hco/drift.ts";
const contributions = "shared/aggregate/rules/contributions.ts";
const offenders = "shared/aggregate/hco/offenders.ts";
const condition = "shared/model/condition.ts";
const status = "controllers/status.go";

/** Every other word that a report uses for something a person may wonder about. */
export const reportReasons: {
  readonly verdicts: ReasonTable<Verdict>;
  readonly outcomes: ReasonTable<Outcome>;
  readonly relatedStates: ReasonTable<Related["state"]>;
  readonly driftKinds: ReasonTable<Drift["what"]>;
  readonly driftHeld: ReasonTable<DriftHeld>;
  readonly contributionRules: ReasonTable<ContributionRule>;
  readonly senses: ReasonTable<Sense>;
  readonly ruleSets: ReasonTable<RuleSetName>;
  readonly judgements: ReasonTable<ApplicationStatus>;
} = {
  verdicts: {
    kind: "verdict",
    source: "hco-status",
    rows: {
      unavailable: verdict,
      degraded: verdict,
      unknown: verdict,
      progressing: verdict,
      healthy: verdict,
    },
  },
  outcomes: {
    kind: "outcome",
    source: "hco-status",
    rows: {
      found: snapshot,
      absent: snapshot,
      noSuchKind: snapshot,
      forbidden: snapshot,
      unread: snapshot,
    },
  },
  relatedStates: {
    kind: "related",
    source: "hco-status",
    rows: {
      same: related,
      changed: related,
      replaced: related,
      gone: related,
      forbidden: related,
      noSuchKind: related,
      unread: related,
    },
  },
  driftKinds: {
    kind: "drift",
    source: "hco-status",
    rows: {
      missing: drift,
      extra: drift,
      status: drift,
      reason: drift,
      message: drift,
    },
  },
  driftHeld: {
    kind: "held",
    source: "hco-status",
    rows: {
      deleting: drift,
      "operator-down": drift,
      "reconcile-error": drift,
      stale: drift,
      upgrading: drift,
      incomplete: drift,
    },
  },
  contributionRules: {
    kind: "rule",
    source: "hco-status",
    rows: {
      "no-conditions": contributions,
      "not-available": contributions,
      "missing-available": contributions,
      progressing: contributions,
      degraded: contributions,
      "not-upgradeable": contributions,
      version: offenders,
      "missing-condition": offenders,
      unknown: offenders,
      "not-ready": "shared/aggregate/application/offenders.ts",
      "reported-reason": "shared/aggregate/hco/reported-blame.ts",
      part: "shared/aggregate/greenhouse/offenders.ts",
    },
  },
  senses: {
    kind: "sense",
    source: "hco-status",
    rows: {
      main: condition,
      good: condition,
      bad: condition,
      busy: condition,
      advice: condition,
      caution: condition,
      info: condition,
    },
  },
  ruleSets: {
    kind: "rules",
    source: "hco-status",
    rows: {
      operator: "shared/aggregate/rules/operator.ts",
      "conditions-doc": "shared/aggregate/rules/conditions-doc.ts",
      "status-doc": "shared/aggregate/rules/status-doc.ts",
      code: "shared/aggregate/application/expected.ts",
      proposal: "shared/aggregate/application/expected.ts",
      controller: "shared/aggregate/greenhouse/expected.ts",
      adr: "shared/aggregate/greenhouse/expected.ts",
      generic: "shared/aggregate/generic-root.ts",
    },
  },
  judgements: {
    kind: "judged",
    source: "kubernetes-sigs/application",
    rows: {
      Ready: status,
      InProgress: status,
      Unknown: status,
    },
  },
};
