import { reportedWords } from "../../../model/cause/trouble.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../model/finding/severity.ts";
import type { KubeObject } from "../../../model/object.ts";
import { normalizeUtc } from "../../../model/time.ts";
import { listAt, toText, valueAt } from "../../../parse/json-value.ts";
import { installPlans, subscriptions } from "../../../profiles/hco/surroundings.ts";
import { evaluateCoreKind } from "../../core/kind-rules.ts";
import { gracePeriodSeconds, hasLasted } from "../../core/object-health.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { serviceVersions } from "../operator/service-version.ts";
import { readLifecycle } from "../surroundings/upgrade-lifecycle.ts";

/**
 * The findings about what OLM has to do with the operator and has not done. The previous version goes on running, so
 * none of them changes the verdict.
 */
export function lifecycleFindings(state: HyperConvergedState, index: ObjectIndex, takenAt: string): readonly Finding[] {
  if (state.isRefused) return [];
  return [
    ...unsettledVersions(state, index, takenAt),
    ...subscriptionFindings(state, index, takenAt),
    ...planFindings(state, index, takenAt),
  ];
}

function unsettledVersions(state: HyperConvergedState, index: ObjectIndex, takenAt: string): readonly Finding[] {
  const versions = new Map(
    serviceVersions(index, state.object.ref.namespace ?? "").map((object) => [object.ref.name, object]),
  );
  return (readLifecycle(state, index)?.unsettled ?? []).flatMap(({ about, ...words }): readonly Finding[] => {
    const since = normalizeUtc(valueAt(versions.get(about.name)?.status, "lastTransitionTime"));
    const version = { ...words, ...definedFields({ since }) };
    if (words.phase === "Failed") return [makeFinding(about, { code: "csv-failed", ...version })];
    // Every installation passes through the other phases.
    const isStuck = since !== undefined && hasLasted(since, takenAt, gracePeriodSeconds.observing);
    return words.unmet.length > 0 || isStuck ? [makeFinding(about, { code: "csv-unsettled", ...version })] : [];
  });
}

function subscriptionFindings(state: HyperConvergedState, index: ObjectIndex, takenAt: string): readonly Finding[] {
  const own = index
    .all(subscriptions, state.object.ref.namespace)
    .filter(({ spec, status }) =>
      [valueAt(status, "installedCSV"), valueAt(status, "currentCSV"), valueAt(spec, "startingCSV")].some(isOperator),
    );
  return own.flatMap((object): readonly Finding[] => {
    const health = evaluateCoreKind(object, takenAt);
    if (health?.verdict !== "degraded") return [];
    const words = reportedWords(health.trouble ?? { reason: "", message: "" });
    return [makeFinding(object.ref, { code: "subscription-failed", ...words })];
  });
}

/** Only the newest plan counts: OLM makes a new one for every attempt. */
function planFindings(state: HyperConvergedState, index: ObjectIndex, takenAt: string): readonly Finding[] {
  const [newest] = index
    .all(installPlans, state.object.ref.namespace)
    .filter(({ spec }) => listAt(spec, "clusterServiceVersionNames").some(isOperator))
    .toSorted((a: KubeObject, b: KubeObject) => (b.createdAt ?? "").localeCompare(a.createdAt ?? ""));
  if (newest === undefined) return [];
  const health = evaluateCoreKind(newest, takenAt);
  const phase = health?.facts["phase"] ?? "";
  if (phase !== "Failed" && phase !== "RequiresApproval") return [];
  const words = reportedWords(health?.trouble ?? { reason: "", message: "" });
  const severity = phase === "Failed" ? "warning" : "info";
  return [makeGradedFinding(severity, newest.ref, { code: "install-plan-unsettled", phase, ...words })];
}

function isOperator(name: unknown): boolean {
  return toText(name).startsWith("kubevirt-hyperconverged-operator");
}
