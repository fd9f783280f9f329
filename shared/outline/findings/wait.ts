import type { UpgradeLag } from "../../model/finding/evidence-parts.ts";
import type { BlockingFinding, GoalFinding, GoalFindingCode, GoalFindingOf } from "../../model/finding/goal.ts";
import type { Text } from "../../model/outline.ts";
import type { Cause } from "../../model/report.ts";
import { type AgeClock, durationPhrase, withDuration } from "../ages.ts";
import { evidenceInFull } from "../cause.ts";
import { clauseText, isSilentCause } from "../cause-clauses.ts";
import { joinTexts, withoutFinalMark } from "../end-marks.ts";
import { rolloutText } from "../operator-rollout.ts";
import { list, phrase, quote, words } from "../text.ts";
import { changeText, joinFilled, qualifiedName } from "../words/names.ts";
import { describeFinding, textInLine } from "./describe.ts";
import { inBrackets } from "./shared-sentences.ts";

/** One sentence for a finding that keeps a cluster from a goal, without a full stop. It quotes the cluster. */
export function describeBlockingFinding(finding: BlockingFinding, clock?: AgeClock): string {
  if (!isGoalFinding(finding)) return describeFinding(finding, clock);
  // Each row takes the finding of its own code, by which the table is indexed.
  const sentence = sentences[finding.code] as (finding: GoalFinding, who: string, clock?: AgeClock) => Text;
  return textInLine(withoutFinalMark(sentence(finding, finding.component ?? finding.about.name, clock)));
}

/** Whether a wait added the finding, so that the Report does not have it. */
function isGoalFinding(finding: BlockingFinding): finding is GoalFinding {
  return Object.hasOwn(sentences, finding.code);
}

/** The sentences by code. `who`: what people call the part or the root that it concerns. */
const sentences: {
  readonly [C in GoalFindingCode]: (finding: GoalFindingOf<C>, who: string, clock?: AgeClock) => Text;
} = {
  "missing-object": missingObjectText,
  "not-deleted": (_, who) => phrase`${who} exists and is not being deleted`,
  unhealthy: unhealthyText,
  "outdated-status": ({ because }, who) => outdatedStatusTexts[because](who),
  "operator-replaced": ({ rollout }, who) =>
    rollout === undefined
      ? phrase`cannot determine whether the operator of ${who} runs its latest template: its Deployment could not be read`
      : phrase`the operator's ${rolloutText(rollout)}`,
  "not-upgraded": versionsText,
  "no-versions": ({ about }) => phrase`${qualifiedName(about)} is neither a HyperConverged nor one of its components`,
  "other-condition": ({ type, status, reason, outdated }, who) =>
    status === null
      ? phrase`${who} has no condition ${type}`
      : phrase`${who} has ${type}=${status}${inBrackets(reason)}${words(outdated ? ", reported for an older generation" : "")}`,
  stuck: stuckText,
};

function missingObjectText({ about: { kind, name }, wasFound }: GoalFindingOf<"missing-object">): Text {
  if (wasFound) return phrase`${kind} ${name} was deleted`;
  return name === "" ? phrase`no ${kind} found` : phrase`${kind} ${name} not found`;
}

/** `CDI is unavailable: Deployment cdi-deployment 0/1 ready; container cdi-controller in CrashLoopBackOff (exit 1)`. */
function unhealthyText(finding: GoalFindingOf<"unhealthy">, who: string): Text {
  const { outcome, verdict, reason, cause } = finding;
  if (outcome !== "found") return phrase`${who} does not exist`;
  const state = verdict === "unknown" ? phrase`the status of ${who} is unknown` : phrase`${who} is ${verdict}`;
  if (cause === undefined || isSilentCause(cause)) return phrase`${state}${inBrackets(reason)}`;
  return phrase`${state}: ${explanation(cause, finding)}`;
}

/** What a cause has, with the name of its part where the sentence around it is about another. */
function explanation(cause: Cause, { component }: GoalFindingOf<"unhealthy">): Text {
  const isOwn = component === undefined ? cause.path.length === 1 : cause.component === component;
  const evidence = joinTexts(cause.evidence.map((clause) => clauseText(clause)));
  return isOwn ? evidence : phrase`${cause.label}: ${evidence}`;
}

const outdatedStatusTexts = {
  deleting: (who: string): Text => phrase`${who} is being deleted`,
  stale: (who: string): Text => phrase`the status of ${who} is stale`,
  settling: (who: string): Text => phrase`the operator of ${who} may not have updated the CR yet`,
  "operator-down": (who: string): Text => phrase`the operator of ${who} is not running`,
} as const;

function versionsText(finding: GoalFindingOf<"not-upgraded">, who: string, clock: AgeClock | undefined): Text {
  const { running, observedVersion, expectedVersion, requestedVersion, waitingFor, lags } = finding;
  const names = waitingFor.map((name) => lagText(name, lags, clock));
  const missing = requestedVersion === undefined ? [] : phrase`, no upgrade to ${requestedVersion} is in progress`;
  const rest = phrase`${missing}${names.length === 0 ? [] : phrase`, waiting for ${list(names)}`}`;
  if (running === null || observedVersion === undefined) return phrase`the version of ${who} is unknown${rest}`;
  if (expectedVersion === undefined)
    return phrase`${who} is at ${observedVersion}, and the version of its operator is unknown${rest}`;
  const upgrade = observedVersion === expectedVersion ? [] : phrase`, upgrading to ${expectedVersion}`;
  return phrase`${who} is at ${observedVersion}${upgrade}${rest}`;
}

/** `KubeVirt (v1.8.2 -> v1.9.0, for 12m)`, `CDI (stalled: v1.63.0 -> v1.64.0, for 50m)`. */
function lagText(name: string, lags: readonly UpgradeLag[], clock: AgeClock | undefined): string {
  const { observedVersion, expectedVersion, since, stalled = false } = lags.find(({ label }) => label === name) ?? {};
  const isBehind =
    observedVersion !== undefined && expectedVersion !== undefined && observedVersion !== expectedVersion;
  const versions = isBehind ? changeText(observedVersion, expectedVersion) : "";
  const progress = joinFilled(": ", [stalled ? "stalled" : "", versions]);
  const lag = joinFilled(", ", [progress, durationPhrase(since, clock)]);
  return lag === "" ? name : `${name} (${lag})`;
}

/** `AAQ, container aaq of Pod aaq-1: ImagePullBackOff: not found, for 8m`; `CDI: the upgrade makes no progress for 50m`. */
function stuckText(
  finding: GoalFindingOf<"stuck"> & { readonly since?: string },
  _who: string,
  clock: AgeClock | undefined,
): Text {
  const { part, isBelow, container, about, reason, clause, since } = finding;
  const object =
    container === undefined ? phrase`${about.kind} ${about.name}` : phrase`container ${container} of Pod ${about.name}`;
  const label = isBelow ? phrase`${part}, ${object}` : phrase`${part}`;
  const duration = durationPhrase(since, clock);
  if (reason === "Paused") return phrase`${label} is paused`;
  if (reason === "UpgradeStalled")
    return phrase`${withDuration(phrase`${label}: the upgrade makes no progress`, since, clock)} (${reason})`;
  const state = clause === undefined ? [quote(evidenceInFull(finding))] : clauseText(clause, { isNamed: false });
  return duration === ""
    ? phrase`${label}: ${state}`
    : phrase`${label}: ${withoutFinalMark(state)}, ${words(duration)}`;
}
