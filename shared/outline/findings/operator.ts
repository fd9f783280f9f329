import type { FindingOf } from "../../model/finding/finding.ts";
import type { OperatorEvidence } from "../../model/finding/operator.ts";
import type { Text } from "../../model/outline.ts";
import { type AgeClock, durationPhrase } from "../ages.ts";
import { notEvaluated } from "../cause.ts";
import { clauseText } from "../cause-clauses.ts";
import { rolloutText } from "../operator-rollout.ts";
import { list, phrase, quote, words } from "../text.ts";
import { countText } from "../words/names.ts";
import type { FindingSentences } from "./sentences.ts";
import {
  deletionSentence,
  driftSentence,
  notComplete,
  operatorDown,
  operatorUnknown,
  quoteEvidence,
  quoteMessage,
  relatedSentence,
  stallText,
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
  stale: ({ observedGeneration, generation }, { about }) =>
    phrase`the status of ${about} is stale (observedGeneration ${observedGeneration}, generation ${generation})`,
  deleting: deletionSentence,
  "deletion-blocked": (finding) => phrase`${finding.component} refuses to be deleted: ${quoteEvidence(finding)}`,
  "upgrade-stall": (finding) =>
    phrase`${finding.component} is blocking the upgrade: ${stallText(finding, "it ", "runs ")}`,
  "upgrade-stuck": ({ from, to, message }) =>
    phrase`every reconcile of the upgrade ${from} -> ${to} fails, which the CR does not report: ${quoteMessage(message)}`,
  "operator-condition": (finding) =>
    phrase`OLM's OperatorCondition reports Upgradeable=${finding.status} (${quoteEvidence(finding)}), expected ${finding.expected}`,
  "conversion-webhook": (finding, { about }) =>
    phrase`${about} ${readability(finding)}: its conversion webhook ${finding.webhook} does not respond (${quote(finding.cause)}); check that its pods are running`,
  tainted: ({ annotation, operations, component }) =>
    phrase`annotation ${annotation} makes ${countText(operations, "unsupported change")} to ${component}`,
  "injector-not-ready": (finding) => phrase`the network resources injector is not ready: ${quoteEvidence(finding)}`,
  overwritten: (finding) =>
    phrase`the operator reverted ${countText(finding.count, "edit")} of ${finding.object}${lastTime(finding)}; another client modifies it`,
  "health-disagrees": (finding) => phrase`the CR's systemHealthStatus is ${finding.reported}${expectedWords(finding)}`,
  "conditions-disagree": ({ type, reason, evaluated }) =>
    phrase`the CR's ${type} (${reason}) is worse than its components, which are ${evaluated}`,
  drift: driftSentence,
  "boot-image": (finding) => phrase`boot image ${finding.name} is not up to date: ${quoteEvidence(finding)}`,
  "several-roots": ({ names, rejected, about: { kind } }) => {
    const [kept, ...others] = names.filter((each) => !rejected.includes(each));
    return kept === undefined || others.length > 0
      ? phrase`found ${names.length} ${kind} objects, but the operator reconciles only one: ${list(names)}`
      : phrase`the operator reconciles only ${kind} ${kept} and rejects ${list(rejected)}`;
  },
  "related-object": relatedSentence,
};

/** The release that runs on stands in the headline, and the Deployment in the command. */
function rolloutSentence(finding: FindingOf<"operator-rollout">, clock: AgeClock | undefined): Text {
  const { state, since, evidence } = finding;
  if (state === "unknown") return phrase`the operator's ${rolloutText(finding)}`;
  const age = clock === undefined ? "" : durationPhrase(since, clock);
  const target = finding.to === "" ? "its newest template" : finding.to;
  const what = phrase`the operator's rollout of ${target} is ${state}${words(age === "" ? "" : ` ${age}`)}`;
  if (state === "paused") return phrase`${what}: Deployment ${finding.deployment} starts no new pods`;
  return evidence === undefined ? what : phrase`${what}: ${clauseText(evidence)}`;
}

/** An error says that no version of the object can be read, a warning that one can. */
function readability({ severity }: FindingOf<"conversion-webhook">): Text {
  return severity === "error" ? phrase`cannot be read` : phrase`can be read in only one version`;
}

function lastTime({ last }: FindingOf<"overwritten">): Text {
  return last === undefined ? [] : phrase`, the last at ${last}`;
}

/** By the operator's rules another value is expected; else the value is right by them and still misleads. */
function expectedWords({ expected, evaluated }: FindingOf<"health-disagrees">): Text {
  return expected === undefined ? phrase`, but the HyperConverged is ${evaluated}` : phrase`, expected ${expected}`;
}
