import type { FindingOf } from "../../model/finding/finding.ts";
import type { OperatorEvidence } from "../../model/finding/operator.ts";
import { evidenceText, notEvaluated } from "../cause.ts";
import { rolloutText } from "../operator-rollout.ts";
import { countText, joinNames } from "../words/names.ts";
import type { FindingSentences } from "./sentences.ts";
import {
  deletionSentence,
  driftSentence,
  notComplete,
  operatorDown,
  operatorUnknownSentence,
  quoteMessage,
  relatedSentence,
  stallWords,
} from "./shared-sentences.ts";

/** The sentences about a HyperConverged or another root, and about its operator. */
export const operatorSentences: FindingSentences<OperatorEvidence["code"]> = {
  "operator-down": operatorDown,
  "operator-unknown": operatorUnknownSentence,
  "operator-rollout": (finding) => `the operator's ${rolloutText(finding)}`,
  "invalid-request": ({ message }, about) => `the operator rejects ${about}: ${quoteMessage(message)}`,
  "reconcile-failed": (finding, _, clock) =>
    notComplete("the operator has not completed a reconcile", finding, finding.message, clock),
  "status-unknown": (finding, _, clock) => notComplete(notEvaluated, finding, "", clock),
  installing: () => "the operator is installing: the CR has only its initial conditions",
  "not-yet-seen": (_, about) => `${about} has no status: not reconciled by an operator yet`,
  stale: ({ observedGeneration, generation }, about) =>
    `the status of ${about} is stale (observedGeneration ${observedGeneration}, generation ${generation})`,
  deleting: deletionSentence,
  "deletion-blocked": (finding) => `${finding.component} refuses to be deleted: ${evidenceText(finding)}`,
  "upgrade-stall": (finding) => `${finding.component} is blocking the upgrade: ${stallWords(finding, "it ", "runs ")}`,
  "upgrade-stuck": ({ from, to, message }) =>
    `every reconcile of the upgrade ${from} -> ${to} fails, which the CR does not report: ${quoteMessage(message)}`,
  "operator-condition": (finding) =>
    `OLM's OperatorCondition reports Upgradeable=${finding.status} (${evidenceText(finding)}), expected ${finding.expected}`,
  "conversion-webhook": (finding, about) =>
    `${readability(finding, about)}: its conversion webhook ${finding.webhook} does not respond (${finding.cause}); check that its pods are running`,
  tainted: ({ annotation, operations, component }) =>
    `annotation ${annotation} makes ${countText(operations, "unsupported change")} to ${component}`,
  "injector-not-ready": (finding) => `the network resources injector is not ready: ${evidenceText(finding)}`,
  overwritten: (finding) =>
    `the operator reverted ${countText(finding.count, "edit")} of ${finding.object}${lastTime(finding)}; another client modifies it`,
  "health-disagrees": (finding) => `the CR's systemHealthStatus is ${finding.reported}${expectedWords(finding)}`,
  "conditions-disagree": ({ type, reason, evaluated }) =>
    `the CR's ${type} (${reason}) is worse than its components, which are ${evaluated}`,
  drift: driftSentence,
  "boot-image": (finding) => `boot image ${finding.name} is not up to date: ${evidenceText(finding)}`,
  "several-roots": ({ names, about: { kind } }) =>
    `found ${names.length} ${kind} objects, but the operator reconciles only one: ${joinNames(names)}`,
  "related-object": relatedSentence,
};

/** An error says that no version of the object can be read, a warning that one can. */
function readability({ severity }: FindingOf<"conversion-webhook">, about: string): string {
  return severity === "error" ? `${about} cannot be read` : `${about} can be read in only one version`;
}

function lastTime({ last }: FindingOf<"overwritten">): string {
  return last === undefined ? "" : `, the last at ${last}`;
}

/** By the operator's rules another value is expected; else the value is right by them and still misleads. */
function expectedWords({ expected, evaluated }: FindingOf<"health-disagrees">): string {
  return expected === undefined ? `, but the HyperConverged is ${evaluated}` : `, expected ${expected}`;
}
