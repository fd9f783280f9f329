import type { GenericEvidence } from "../../model/finding/evidence.ts";
import type { HeldInstance } from "../../model/finding/evidence-parts.ts";
import type { Finding, FindingOf } from "../../model/finding/finding.ts";
import type { Text } from "../../model/outline.ts";
import { withDuration } from "../ages.ts";
import { evidenceInFull, statusWords } from "../cause.ts";
import { withoutEndMark } from "../end-marks.ts";
import { nodeGapTexts } from "../observation-text.ts";
import { joined, list, name, phrase, quote, words } from "../text.ts";
import { countText, formFor, withOthers } from "../words/names.ts";
import type { FindingSentences, SentenceSetting } from "./sentences.ts";
import { quoteEvidence } from "./shared-sentences.ts";

/** The sentences about an object that no rule covers: its conditions and its owned objects. */
export const genericSentences: FindingSentences<GenericEvidence["code"]> = {
  "not-evaluated": describeNotEvaluated,
  "suspect-condition": describeSuspectCondition,
  "odd-related": describeOddRelated,
  "owner-cycle": describeOwnerCycle,
  "drain-held": describeHeldDrain,
  "drain-stops": describeStoppingDrain,
  "node-lost": describeLostNode,
  "node-not-for-machines": describeNodeGap,
  "deletion-waits-for": ({ count, objects, finalizers }, { about }) => {
    if (finalizers.length === 0)
      return phrase`the deletion of ${about} waits for ${countText(count, "object")} that ${formFor(count, "uses", "use")} it: ${list(objects)}`;
    const held = phrase`${formFor(finalizers.length, "finalizer", "finalizers")} ${list(finalizers)}`;
    return phrase`the deletion of ${about} waits for ${countText(count, "object")}: ${list(objects)}; ${held} must be removed by ${formFor(count, "its", "their")} operator`;
  },
  "deletion-waits-for-api": (finding, { about }) =>
    phrase`Namespace ${finding.namespace} is not deleted while ${about} does not respond: ${quoteEvidence(finding)}`,
  "namespace-content-remains": ({ count, objects }, { about }) =>
    phrase`the deletion of ${about} waits for ${countText(count, "object")} without ${formFor(count, "a finalizer", "finalizers")}: ${list(objects)}`,
  "namespace-content-refused": (finding, { about }) => {
    const isFound = finding.about.kind !== "Namespace";
    const configuration = isFound ? phrase` of ${about}` : [];
    const subject = phrase`Namespace ${finding.namespace} is not deleted while webhook ${finding.webhook}${configuration}`;
    if (finding.service !== undefined && finding.isServiceInNamespace === true)
      return phrase`${subject} does not respond: its Service ${finding.service} is in the Namespace, in which no pod can start again`;
    return phrase`${subject} ${words(refusalVerb(finding))}: ${quote(withoutEndMark(finding.message))}`;
  },
  "owned-cut": ({ objects, depth }, { about }) =>
    phrase`${countText(objects, "owned object")} below ${about} ${formFor(objects, "is", "are")} not shown: more than ${depth} levels deep, or too many`,
};

/** What a webhook does that keeps an object of a Namespace. */
function refusalVerb({ service, isCallFailed }: FindingOf<"namespace-content-refused">): string {
  if (service !== undefined) return `does not respond at Service ${service}`;
  return isCallFailed === true ? "fails" : "refuses it";
}

/**
 * The sentence for an object without conditions that report its health: none, of unknown polarity, or about something
 * else.
 */
function describeNotEvaluated({ types, known }: FindingOf<"not-evaluated">, { about }: SentenceSetting): Text {
  const all = list(types);
  if (known === true)
    return phrase`${all} of ${about} ${formFor(types.length, "is", "are")} Unknown: health cannot be determined`;
  if (types.length === 0) return phrase`${about} reports no conditions; health cannot be determined`;
  return phrase`polarity of ${all} of ${about} is unknown; health cannot be determined; define it in a --polarity file`;
}

/** `ContinuousArchiving=False of Cluster n/x (exit status 1) is not evaluated; define its polarity in a --polarity file`. */
function describeSuspectCondition(finding: FindingOf<"suspect-condition">, { about }: SentenceSetting): Text {
  const { conditions, count, reason, message } = finding;
  const [first = "", ...others] = conditions.map(statusWords);
  const evidence = quote(withoutEndMark(evidenceInFull({ reason, message })));
  const why = reason === "" && message === "" ? [] : phrase` (${evidence})`;
  const further = withOthers(others, count - 1);
  const link = further.length === 1 ? phrase` and ` : phrase`, `;
  const all = phrase`${first}${why}${further.length === 0 ? [] : [...link, list(further)]}`;
  const are = formFor(count, "is not evaluated; define its", "are not evaluated; define their");
  return phrase`${all} of ${about} ${are} polarity in a --polarity file`;
}

function describeOddRelated({ unusable }: FindingOf<"odd-related">, { about }: SentenceSetting): Text {
  if (unusable === 0) return phrase`the relatedObjects of ${about} are not a list and were not read`;
  return phrase`${countText(unusable, "entry", "entries")} in the relatedObjects of ${about} ${formFor(unusable, "names", "name")} no object and ${formFor(unusable, "was", "were")} ignored`;
}

function describeOwnerCycle({ names }: FindingOf<"owner-cycle">): Text {
  return names.length === 1
    ? phrase`${list(names)} owns itself: the garbage collector never deletes it`
    : phrase`${list(names)} own each other: the garbage collector never deletes them`;
}

/** `no virtual machine can start on Node x: its virt-handler has sent no heartbeat for 14m`. */
function describeNodeGap({ why, since }: FindingOf<"node-not-for-machines">, { about, clock }: SentenceSetting): Text {
  const what = phrase`no virtual machine can start on ${about}`;
  return why === "silent"
    ? phrase`${what}: ${withDuration(phrase`its virt-handler has sent no heartbeat`, since, clock)}`
    : phrase`${what}: it ${words(nodeGapTexts[why])}`;
}

/** `no virtual machine can start on Nodes a and b: each offers no devices.kubevirt.io/kvm`. */
export function nodeGaps([first, ...others]: readonly [NodeGapFinding, ...NodeGapFinding[]]): Text {
  const names = list([first, ...others].map(({ about }) => about.name));
  return phrase`no virtual machine can start on Nodes ${names}: each ${words(nodeGapTexts[first.why])}`;
}

type NodeGapFinding = FindingOf<"node-not-for-machines"> & Pick<Finding, "about">;

/** `Node x has not reported for 14m (NodeStatusUnknown), though 2 pods on it still report Ready: virt-api-1 and virt-api-2`. */
function describeLostNode(finding: FindingOf<"node-lost">, { about, clock }: SentenceSetting): Text {
  const { isSilent, pods, podCount, since, reason, message } = finding;
  const state = isSilent ? phrase`${about} has not reported` : phrase`${about} has not been ready`;
  const why = quote(withoutEndMark(evidenceInFull({ reason, message })));
  const lost = phrase`${withDuration(state, since, clock)} (${why})`;
  if (podCount === 0) return lost;
  const named = list(withOthers(pods, podCount));
  return phrase`${lost}, though ${countText(podCount, "pod")} on it still ${formFor(podCount, "reports", "report")} Ready: ${named}`;
}

/**
 * `2 of 5 virtual machines cannot leave Node worker-1: shop/db (DisksNotLiveMigratable: cannot migrate VMI), shop/web
 * (MigrationPending for 14m: move-web has no target: 0/3 nodes are available)`.
 */
function describeHeldDrain(
  { instances, held, total }: FindingOf<"drain-held">,
  { about, clock }: SentenceSetting,
): Text {
  const count = phrase`${held} of ${total} virtual machines cannot leave ${about}`;
  return phrase`${count}: ${listInstances(instances, held, clock)}`;
}

/** `a drain of Node x shuts 2 of 3 virtual machines down and does not migrate them: shop/db (evictionStrategy None)`. */
function describeStoppingDrain(
  { instances, stopped, total }: FindingOf<"drain-stops">,
  { about, clock }: SentenceSetting,
): Text {
  const count = phrase`a drain of ${about} shuts ${stopped} of ${total} virtual machines down and does not migrate ${formFor(stopped, "it", "them")}`;
  return phrase`${count}: ${listInstances(instances, stopped, clock)}`;
}

/** `shop/db (DisksNotLiveMigratable: …), shop/web (evictionStrategy None of KubeVirt), 3 more`. */
function listInstances(instances: readonly HeldInstance[], count: number, clock: SentenceSetting["clock"]): Text {
  const machines = instances.map((instance) => {
    const why = joined(
      "; ",
      [strategyText(instance), reasonText(instance, clock)].filter((text) => text.length > 0),
    );
    return phrase`${name(`${instance.namespace}/${instance.name}`)}${why.length === 0 ? [] : phrase` (${why})`}`;
  });
  const omitted = count - instances.length;
  const others = omitted > 0 ? [words(`${omitted} more`)] : [];
  return joined(", ", [...machines, ...others]);
}

/** Why an instance stays, in KubeVirt's words. Empty where only its strategy is why. */
function reasonText(instance: HeldInstance, clock: SentenceSetting["clock"]): Text {
  const { strategy, reason, message } = instance;
  if (strategy !== undefined && reason === "" && message === "") return [];
  return instance.migration === undefined ? reasonToStay(instance) : waitingText(instance, clock);
}

/** `evictionStrategy External of KubeVirt, and no controller has moved it`. Empty where the strategy is not why. */
function strategyText({ strategy, strategyOf }: HeldInstance): Text {
  if (strategy === undefined) return [];
  const owner = strategyOf === undefined ? [] : phrase` of ${strategyOf}`;
  const effect = strategy === "External" ? ", and no controller has moved it" : "";
  return phrase`evictionStrategy ${quote(strategy)}${owner}${effect}`;
}

function reasonToStay({ reason, message }: HeldInstance): Text {
  const text = withoutEndMark(evidenceInFull({ reason, message }));
  return text === "" ? [] : [quote(text)];
}

/** `MigrationPending for 14m: move-web has no target: 0/3 nodes are available`. */
function waitingText({ reason, message, migration = "", since }: HeldInstance, clock: SentenceSetting["clock"]): Text {
  const why = message === "" ? [] : phrase`: ${quote(withoutEndMark(message))}`;
  return phrase`${withDuration([quote(reason)], since, clock)}: ${name(migration)} has no target${why}`;
}
