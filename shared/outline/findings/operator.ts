import type { OperatorEvidence } from "../../model/finding/evidence.ts";
import type { FindingOf } from "../../model/finding/finding.ts";
import type { Text } from "../../model/outline.ts";
import { type AgeClock, withDuration } from "../ages.ts";
import { evidenceInBrief, notEvaluated } from "../cause.ts";
import { abandonedText, clauseText, keptText } from "../cause-clauses.ts";
import { heldLeaseText, rolloutText } from "../operator-rollout.ts";
import { change, list, phrase, quote, words } from "../text.ts";
import { countText, formFor } from "../words/names.ts";
import { generationsText } from "../words/read-outcomes.ts";
import type { FindingSentences, SentenceSetting } from "./sentences.ts";
import {
  deletionSentence,
  driftSentence,
  evidenceBehind,
  notComplete,
  operatorDown,
  operatorUnknown,
  quoteEvidence,
  quoteMessage,
  relatedSentence,
  shortWorkloadText,
  stallText,
  taintText,
} from "./shared-sentences.ts";

/** The sentences about a HyperConverged or another root, and about its operator. */
export const operatorSentences: FindingSentences<OperatorEvidence["code"]> = {
  "operator-down": operatorDown,
  "operator-unknown": operatorUnknown,
  "operator-rollout": (finding, { clock }) => rolloutSentence(finding, clock),
  "invalid-request": ({ message }, { about }) => phrase`the operator rejects ${about}: ${quoteMessage(message)}`,
  "reconcile-failed": (finding, { clock }) =>
    notComplete(phrase`the operator has not completed a reconcile`, finding, finding.message, clock),
  "status-unknown": (finding, { clock }) => notComplete(words(notEvaluated), finding, "", clock),
  installing: () => phrase`the operator is installing: the CR has not been available since its creation`,
  "not-yet-seen": (_, { about }) => phrase`${about} has no status: not reconciled by an operator yet`,
  stale: (finding, { about }) => phrase`the status of ${about} is stale${words(generationsText(finding))}`,
  deleting: deletionSentence,
  "deletion-blocked": (finding) =>
    phrase`${finding.component} refuses to be deleted${keptText(finding.kept)}: ${quoteEvidence(finding)}`,
  "upgrade-stall": (finding) =>
    phrase`${finding.component} is blocking the upgrade: ${stallText(finding, "it ", "runs ")}`,
  "upgrade-stuck": ({ from, to, message }) =>
    phrase`every reconcile of the upgrade ${change(from, to)} fails, which the CR does not report: ${quoteMessage(message)}`,
  "operator-condition": operatorConditionSentence,
  "conversion-webhook": conversionSentence,
  "conversion-failed": conversionErrorSentence,
  tainted: taintText,
  "injector-not-ready": (finding) => phrase`the network resources injector is not ready: ${quoteEvidence(finding)}`,
  overwritten: (finding) =>
    phrase`the operator reverted ${countText(finding.count, "edit")} of ${finding.object}${lastTime(finding)}; another client modifies it`,
  "health-disagrees": (finding, { clock }) => healthSentence(finding, clock),
  "conditions-disagree": (finding, { clock }) => conditionsSentence(finding, clock),
  drift: driftSentence,
  "boot-image": (finding) => phrase`boot image ${finding.name} is not up to date: ${quoteEvidence(finding)}`,
  "several-roots": ({ names, rejected, about: { kind } }) => {
    const [kept, ...others] = names.filter((each) => !rejected.includes(each));
    return kept === undefined || others.length > 0
      ? phrase`found ${names.length} ${kind} objects, but the operator reconciles only one: ${list(names)}`
      : phrase`the operator reconciles only ${kind} ${kept} and rejects ${list(rejected)}`;
  },
  "related-object": relatedSentence,
  "deletion-lasts": ({ finalizers, since }, { about, clock }) =>
    withDuration(
      finalizers.length === 0
        ? phrase`${about} is being deleted`
        : phrase`${about} is being deleted and waits for ${formFor(finalizers.length, "finalizer", "finalizers")} ${list(finalizers)}`,
      since,
      clock,
    ),
  "deletion-abandoned": (finding, { about }) => phrase`${about} is being deleted, but ${abandonedText(finding)}`,
};

/** The release that runs on stands in the headline, and the Deployment in the command. */
function rolloutSentence(finding: FindingOf<"operator-rollout">, clock: AgeClock | undefined): Text {
  const { state, since, evidence } = finding;
  if (state === "unknown") return phrase`the operator's ${rolloutText(finding)}`;
  const target = finding.to === "" ? "its newest template" : finding.to;
  const what = withDuration(phrase`the operator's rollout of ${target} is ${state}`, since, clock);
  if (state === "paused") return phrase`${what}: Deployment ${finding.deployment} starts no new pods`;
  const held = heldLeaseText(finding);
  if (held.length > 0) return phrase`${what}: ${held}`;
  return evidence === undefined ? what : phrase`${what}: ${clauseText(evidence)}`;
}

/** In which version an object cannot be read, and why: its conversion webhook does not respond. */
function conversionSentence(finding: FindingOf<"conversion-webhook">, { about, clock }: SentenceSetting): Text {
  const { workload, webhook, cause } = finding;
  const check = workload === undefined ? "; check that its pods are running" : "";
  const versions = versionsText(finding);
  const why = quote(cause.replace(/^conversion webhook for .+? failed: /, ""));
  return phrase`${shortWorkloadText(workload, clock)}${about} cannot be read${versions}, its conversion webhook${workload === undefined ? phrase` ${webhook}` : []} does not respond (${why})${check}`;
}

/** In which version an object cannot be read, and the error of the conversion webhook, which runs. */
function conversionErrorSentence(finding: FindingOf<"conversion-failed">, { about }: SentenceSetting): Text {
  return phrase`${about} cannot be read${versionsText(finding)}, its conversion webhook responds with an error (${quote(finding.message)})`;
}

/** ` as v1, only as v1beta1`; empty where no version is known. */
function versionsText({
  unreadable = [],
  readable,
}: Pick<FindingOf<"conversion-failed">, "unreadable" | "readable">): Text {
  const only = readable === undefined ? [] : phrase`, only as ${readable}`;
  return unreadable.length === 0 ? only : phrase` as ${list(unreadable)}${only}`;
}

/** As a time: the label of a row in a tree stays the same while only time passes. */
function lastTime({ last }: FindingOf<"overwritten">): Text {
  return last === undefined ? [] : phrase`, the last at ${last}`;
}

/** What the CR reports of the whole, and why that is not the verdict. It names the field where only that says it. */
function healthSentence(finding: FindingOf<"health-disagrees">, clock: AgeClock | undefined): Text {
  const { reported, evaluated, why, since, areConditionsHealthy } = finding;
  const isInAll = areConditionsHealthy === true;
  const state = isInAll ? phrase`the CR reports ${reported}` : phrase`the CR's systemHealthStatus is ${reported}`;
  if (why === "not-updated") {
    const still = isInAll
      ? phrase`the CR still reports ${reported}`
      : phrase`the CR's systemHealthStatus is still ${reported}`;
    return withDuration(phrase`${still}: the operator has not updated it`, since, clock);
  }
  if (why === "unknown-ignored")
    return phrase`${state}: the operator does not count what ${list(finding.components ?? [])} ${formFor(finding.components?.length ?? 0, "reports", "report")} as Unknown`;
  if (why === "not-reported") return phrase`${state}, because no component reports this`;
  return reported === "healthy"
    ? phrase`${state}: during an upgrade it ignores components that are not available`
    : phrase`${state}, although HyperConverged is only ${evaluated}`;
}

/** Which of the CR and its components to believe. */
function conditionsSentence(finding: FindingOf<"conditions-disagree">, clock: AgeClock | undefined): Text {
  const { type, reason, evaluated, components = [], unread = [], named, since } = finding;
  const status = phrase`${type}=${type === "Available" ? "False" : "True"}`;
  if (components.length > 0) {
    const verb = formFor(components.length, "reports", "report");
    const rollsOut = formFor(components.length, "it rolls out", "they roll out");
    return phrase`${list(components)} ${verb} Degraded while ${rollsOut}, hence the CR's ${status} (${reason}): both are expected to end with the rollout${podsText(unread, components)}`;
  }
  if (named !== undefined) {
    const why = quote(evidenceInBrief({ reason, message: named.message }));
    return phrase`the CR reports ${withDuration(status, since, clock)} (${why}), but ${named.component} itself reports ${type}=${named.status}`;
  }
  const state = evaluated === "healthy" ? words(evaluated) : phrase`only ${evaluated}`;
  return phrase`the CR reports ${withDuration(status, since, clock)} (${reason}), but its components are ${state}: the verdict follows the components`;
}

/** What nothing that was read shows of a rollout: whether it comes to an end. */
function podsText(unread: readonly string[], components: readonly string[]): Text {
  if (unread.length === 0) return [];
  const whose = components.length === 1 ? words("its pods") : phrase`the pods of ${list(unread)}`;
  return phrase`, but whether ${whose} start is not known`;
}

/**
 * What the operator reports to OLM, and what OLM does: it follows spec.overrides, else the condition, of which it takes an
 * outdated copy for a refusal, as the line about the upgrade says (https://github.com/operator-framework/operator-lifecycle-manager,
 * pkg/controller/operators/olm/operatorconditions.go, isOperatorUpgradeable).
 */
function operatorConditionSentence(finding: FindingOf<"operator-condition">): Text {
  const { status, expected, override, outdated } = finding;
  if (override !== undefined)
    return phrase`the OperatorCondition reports Upgradeable=${status}, expected ${expected}; OLM follows its spec.overrides, Upgradeable=${override}`;
  if (status === "True" && outdated === true)
    return phrase`the OperatorCondition reports Upgradeable=True and is outdated${words(generationsText(finding))}, although the operator should not allow an upgrade`;
  if (status === "True")
    return phrase`OLM may begin an upgrade (its OperatorCondition reports Upgradeable=True), although the operator should not allow it`;
  return expected === "True"
    ? phrase`OLM begins no upgrade (its OperatorCondition reports Upgradeable=${status}), although nothing blocks it${evidenceBehind(finding)}`
    : phrase`OLM's OperatorCondition reports Upgradeable=${status}, expected ${expected}${evidenceBehind(finding)}`;
}
