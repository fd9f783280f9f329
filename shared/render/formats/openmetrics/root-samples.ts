import { nodesOnPath } from "../../../model/cause/cause-path.ts";
import type { Cause, ReportNode, RootNode } from "../../../model/report.ts";
import { parseMilliseconds } from "../../../model/time.ts";
import { allVerdicts, sortWorstFirst } from "../../../model/verdict.ts";
import { countUpgradedComponents } from "../../../outline/upgrade-progress.ts";
import type { SampleCollector } from "./sample-collector.ts";

const answers = ["yes", "no", "unknown"] as const;
const statuses = ["True", "False", "Unknown"] as const;

/** A reason by the rule of the API (metav1.Condition, +kubebuilder pattern of reason): `CDINotAvailable`. */
const reasonPattern = /^[A-Za-z](?:[A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;

/** Adds all samples of one root. */
export function addRoot(root: RootNode, collector: SampleCollector): void {
  const { ref, gates, operator, facts } = root;
  const labels = [ref.group, ref.kind, ref.namespace ?? "", ref.name];
  const versions = [facts["observedVersion"] ?? "", operator?.version ?? ""];
  collector.add("hco_status_root_info", [...labels, root.profile, ...versions], 1);
  collector.addState("hco_status_root_verdict", labels, allVerdicts, root.verdict);
  collector.add("hco_status_root_since_timestamp_seconds", labels, secondsOf(root.since));
  collector.addState("hco_status_root_ready", labels, answers, gates.ready.answer);
  collector.addState("hco_status_root_upgradeable", labels, answers, gates.upgradeable.answer);
  if (operator !== undefined) collector.addState("hco_status_operator_running", labels, answers, operator.running);
  // The worst come first, see sample-collector.ts.
  const parts = sortWorstFirst(root.children);
  for (const part of parts)
    collector.addState(
      "hco_status_component_verdict",
      [...labels, part.label, part.ref.kind],
      allVerdicts,
      part.verdict,
    );
  addConditions(root, [...labels, ""], collector);
  for (const part of parts) addConditions(part, [...labels, part.label], collector);
  addCauses(root, labels, collector);
  addUpgrade(root, labels, collector);
  for (const { type, what } of root.drift)
    collector.add("hco_status_drift", [...labels, type, what, root.driftHeld ?? ""], 1);
}

function addConditions({ conditions }: ReportNode, labels: readonly string[], collector: SampleCollector): void {
  const sorted = conditions.toSorted((a, b) => Number(b.abnormal) - Number(a.abnormal));
  for (const { type, status, since } of sorted) {
    collector.addState("hco_status_condition", [...labels, type], statuses, status);
    collector.add("hco_status_condition_since_timestamp_seconds", [...labels, type], secondsOf(since));
  }
}

/** Causes with the same labels are one series with their number. */
function addCauses(root: RootNode, labels: readonly string[], collector: SampleCollector): void {
  const groups = Map.groupBy(root.causes, (cause) => JSON.stringify(causeLabels(root, cause)));
  for (const [key, causes] of groups) {
    const seriesLabels = [...labels, ...(JSON.parse(key) as readonly string[])];
    collector.add("hco_status_cause", seriesLabels, causes.length);
    const times = causes.flatMap(({ since }) => secondsOf(since) ?? []);
    collector.add(
      "hco_status_cause_since_timestamp_seconds",
      seriesLabels,
      times.length === 0 ? undefined : Math.min(...times),
    );
  }
}

function causeLabels(root: RootNode, cause: Cause): readonly string[] {
  const { component, about, verdict } = cause;
  const nodes = nodesOnPath(root, cause);
  const troubleReason = nodes.findLast((node) => node.trouble !== undefined)?.trouble?.reason;
  const deepest = nodes.at(-1) ?? root;
  const abnormal = deepest.conditions.find((condition) => condition.abnormal && condition.reason !== "");
  return [component, about.kind, boundReason(troubleReason ?? abnormal?.reason ?? ""), verdict];
}

/**
 * The reason, or `other` for a text that is no reason: texts with names or numbers in them would make series without
 * end.
 */
function boundReason(reason: string): string {
  return reason === "" || reasonPattern.test(reason) ? reason : "other";
}

function answerOf(fact: boolean | null): (typeof answers)[number] {
  if (fact === null) return "unknown";
  return fact ? "yes" : "no";
}

function addUpgrade(root: RootNode, labels: readonly string[], collector: SampleCollector): void {
  const { running, from = "", to = "" } = root.gates.upgrade;
  collector.addState("hco_status_upgrade_running", labels, answers, answerOf(running));
  if (running !== true) return;
  collector.add("hco_status_upgrade_info", [...labels, from, to], 1);
  const { all, done, unknown } = countUpgradedComponents(root);
  collector.add("hco_status_upgrade_components", [...labels, "done"], done);
  collector.add("hco_status_upgrade_components", [...labels, "waiting"], all - done - unknown);
  collector.add("hco_status_upgrade_components", [...labels, "unknown"], unknown);
  collector.add("hco_status_upgrade_stalled_timestamp_seconds", labels, secondsOf(root.facts["stalledSince"]));
}

/** Seconds since 1970 of an RFC 3339 stamp. */
export function secondsOf(stamp: string | undefined): number | undefined {
  const milliseconds = parseMilliseconds(stamp);
  return milliseconds === undefined ? undefined : milliseconds / 1000;
}
