import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { Ref } from "../../../model/object.ts";
import type { LinkState } from "../../../model/report-change.ts";
import type { UnmetRequirement, UnrecoverableProblem, UpgradeLag, WaitGoal } from "../../../model/wait.ts";
import { type AgeClock, durationPhrase } from "../../../outline/ages.ts";
import { gateReasonText } from "../../../outline/gate-reasons.ts";
import { rolloutText } from "../../../outline/operator-rollout.ts";
import { plainText } from "../../../outline/text.ts";
import { joinNames, qualifiedName } from "../../../outline/words/names.ts";
import { askedAgain } from "../connection/watch.ts";

/** The goal in words: `healthy`, `upgraded to 1.20.0`, `deleted`, `Available=True`. */
export function goalWords(goal: WaitGoal): string {
  switch (goal.is) {
    case "create":
      return "created";
    case "condition":
      return sanitizeLine(`${goal.type}=${goal.status}`);
    case "upgraded":
      return sanitizeLine(`upgraded${goal.version === undefined ? "" : ` to ${goal.version}`}`);
    default:
      return goal.is;
  }
}

/** What is waited for, in words: `healthy`, `deletion`, `Available=True`. */
function awaitedWords(goal: WaitGoal): string {
  if (goal.is === "deleted") return "deletion";
  return goal.is === "create" ? "creation" : goalWords(goal);
}

/** `timed out after 2s waiting for healthy`, `interrupted waiting for deletion`. */
export function endedWaitingWords(how: string, goal: WaitGoal): string {
  return `${how} waiting for ${awaitedWords(goal)}`;
}

/** The error where the CRD of the awaited objects is not installed: `crd` is its name. */
export function missingKindText(goal: WaitGoal, crd: string): string {
  return `error: cannot wait for ${awaitedWords(goal)}: CRD ${crd} is not installed. ${creationHint}`;
}

/** The error where there is no object of the kind to wait for. `selector` is the one that none matches. */
export function nothingToWaitForText(
  goal: WaitGoal,
  kind: string,
  namespace: string | undefined,
  selector: string | undefined,
): string {
  const missing = selector === undefined ? `no ${kind} found` : `no ${kind} matches ${selector}`;
  const place = namespace === undefined ? "in any namespace" : `in namespace "${namespace}"`;
  const wider = namespace === undefined ? "" : "Use -A to look in all namespaces. ";
  return `error: cannot wait for ${awaitedWords(goal)}: ${missing} ${place}. ${wider}${creationHint}`;
}

const creationHint = "Use --for create to wait until one exists.";

/**
 * The sentence that every object has reached the goal: `is healthy`, `are deleted`, `has Available=True`. `versions`: the
 * versions after an upgrade.
 */
export function reachedWords(goal: WaitGoal, isOne: boolean, versions: readonly string[] = []): string {
  if (goal.is === "condition") return `${isOne ? "has" : "have"} ${goalWords(goal)}`;
  const to = goal.is === "upgraded" && versions.length > 0 ? ` to ${joinNames(versions)}` : "";
  return sanitizeLine(`${isOne ? "is" : "are"} ${to === "" ? goalWords(goal) : goal.is}${to}`);
}

/** The objects of a wait: `HyperConverged kubevirt-hyperconverged`; of many the first. */
export function waitedObjectsText(refs: readonly Ref[]): string {
  if (refs.length === 0) return "all objects";
  const names = refs.map(({ kind, name }) => `${kind} ${name}`);
  return sanitizeLine(
    joinNames(names.length <= most ? names : [...names.slice(0, most), `${names.length - most} more`]),
  );
}

/** The sentence for objects whose deletion was awaited but which did not exist: `no HyperConverged exists`. */
export function neverWords(missed: readonly { readonly kind: string; readonly name?: string }[]): string {
  const names = missed.map(({ kind, name }) => (name === undefined ? kind : `${kind} ${name}`));
  return sanitizeLine(`no ${[...new Set(names)].join(" or ")} exists`);
}

/** All obstacles in one line, with their roots where there are several. `clock`: for ages, where they are known. */
export function obstaclesWords(
  obstacles: readonly UnmetRequirement[],
  roots: readonly Ref[],
  clock?: AgeClock,
): string {
  const forbidden = obstacles.filter(isForbiddenKind);
  const texts = obstacles.map((one) => {
    if (isForbiddenKind(one)) return refusedKindsWords(forbidden);
    const words = saysWords(one, obstacles) ?? wordsOf(one, obstacles, clock);
    return `${ownerOf(one, roots)}${words}`.trim();
  });
  const distinct = [...new Set(texts)].map(sanitizeLine);
  const more = distinct.length - most;
  return more > 0 ? `${distinct.slice(0, most).join("; ")}; and ${more} more` : distinct.join("; ");
}

/** Whether the obstacle is a kind whose objects the user may not read. */
function isForbiddenKind(one: UnmetRequirement): one is Extract<UnmetRequirement, { readonly code: "unread" }> {
  return one.code === "unread" && one.outcome === "forbidden" && one.name === undefined;
}

/** The kinds that the user may not read, in one sentence: `HyperConverged, KubeVirt and 7 more cannot be read`. */
function refusedKindsWords(all: readonly { readonly kind: string }[]): string {
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  const more = kinds.length - mostKinds;
  return refusedWords(joinNames(more > 0 ? [...kinds.slice(0, mostKinds), `${more} more`] : kinds));
}

/** The most kinds in one sentence. */
const mostKinds = 4;

/** The most obstacles in one line of a log. */
const most = 8;

function ownerOf({ root, ...one }: UnmetRequirement, roots: readonly Ref[]): string {
  const isOwn = root !== undefined && "about" in one && one.about.name === root.name && one.about.kind === root.kind;
  if (root === undefined || roots.length < 2 || isOwn) return "";
  const isPlaced = new Set(roots.map(({ namespace }) => namespace)).size > 1 && root.namespace !== undefined;
  return `${isPlaced ? `${root.namespace}/` : ""}${root.name}: `;
}

function wordsOf(one: UnmetRequirement, all: readonly UnmetRequirement[], clock: AgeClock | undefined): string {
  switch (one.code) {
    case "nothing-there":
      if (one.was === true) return `${one.kind}${one.name === undefined ? "" : ` ${one.name}`} was deleted`;
      return one.name === undefined ? `no ${one.kind} found` : `${one.kind} ${one.name} not found`;
    case "still-there":
      return stillThere(one);
    case "stale":
      return `${one.label} has not observed the latest generation`;
    case "deleting":
      return `${one.label} is being deleted`;
    case "settling":
      return `the operator of ${one.label} may not have updated the CR yet`;
    case "workload":
      if (one.ready === "") return `${one.label} is missing ${one.about.kind} ${one.about.name}, which does not exist`;
      if (one.reason !== undefined) return `${one.label}: ${one.about.kind} ${one.about.name} ${one.reason}`;
      return `${one.label} is missing pods: ${one.about.kind} ${one.about.name} ${one.ready} ready`;
    case "verdict":
      return verdictWords(one);
    case "operator-down":
      return `the operator of ${one.label} is not running`;
    case "operator-rollout":
      return one.rollout === undefined
        ? `cannot determine whether the operator of ${one.label} runs its latest template: its Deployment could not be read`
        : `the operator's ${plainText(rolloutText(one.rollout))}`;
    case "operator-unknown":
      return `cannot determine whether the operator of ${one.label} is running`;
    case "gate":
      if (one.reason.code === "IncompleteReading" && one.reason.outcome === "forbidden")
        return refusedWords(one.reason.component ?? one.reason.about.kind);
      return `${one.reason.code === "OperatorCondition" ? "OperatorCondition: " : ""}${gateReasonText(one.reason)}`;
    case "no-versions":
      return `${qualifiedName(one.about)} is neither a HyperConverged nor one of its components`;
    case "upgrade":
      return upgradeWords(one, clock);
    case "condition":
      return conditionWords(one);
    case "unread":
      return unreadWords(one, all);
  }
}

function stillThere({
  about,
  deleting,
  remaining,
  refusals = {},
}: Extract<UnmetRequirement, { readonly code: "still-there" }>): string {
  if (!deleting) return `${about.name} exists and is not being deleted`;
  const names = remaining.map((name) => {
    const reason = Object.hasOwn(refusals, name) ? refusals[name] : undefined;
    return reason === undefined ? name : `${name} (refuses: ${reason})`;
  });
  return `${about.name} is being deleted${names.length === 0 ? "" : `, still to delete: ${joinNames(names)}`}`;
}

function verdictWords({
  label,
  outcome,
  verdict,
  reason,
  cause = "",
}: Extract<UnmetRequirement, { readonly code: "verdict" }>): string {
  if (outcome === "absent" || outcome === "noSuchKind") return `${label} does not exist`;
  if (outcome === "forbidden") return refusedWords(label);
  if (outcome === "unread") return `${label} could not be read`;
  const both = [cause.endsWith(`: ${reason}`) ? "" : reason, cause].filter((each) => each !== "");
  const why = both.length === 0 ? "" : ` (${both.join("; ")})`;
  return verdict === "unknown" ? `the status of ${label} is unknown${why}` : `${label} is ${verdict}${why}`;
}

/** Everything that one component reports against the goal, without the messages, which are too long for a log. */
function saysWords(one: UnmetRequirement, all: readonly UnmetRequirement[]): string | undefined {
  const who = speakerOf(one);
  if (who === undefined) return undefined;
  const said = all.flatMap((each) => {
    if (each.code !== "gate" || !("status" in each.reason) || speakerOf(each) !== who) return [];
    return each.root?.name === one.root?.name ? [each.reason] : [];
  });
  const types = said.map(({ code, status }) => `${code}=${status}`);
  const reasons = said.map(({ reason }) => reason).filter((reason) => reason !== "");
  const why = reasons.length === 0 ? "" : ` (${[...new Set(reasons)].join(", ")})`;
  return `${who} reports ${joinNames([...new Set(types)])}${why}`;
}

/**
 * The object that reports the obstacle in a condition of its own. Undefined for missing conditions, absent objects and
 * conclusions from the whole.
 */
function speakerOf(one: UnmetRequirement): string | undefined {
  if (one.code !== "gate" || !("status" in one.reason) || one.reason.code === "OperatorCondition") return undefined;
  const { missing, absent, judged, component, about } = one.reason;
  return missing || absent || judged ? undefined : (component ?? about.kind);
}

function upgradeWords(
  one: Extract<UnmetRequirement, { readonly code: "upgrade" }>,
  clock: AgeClock | undefined,
): string {
  const { label, running, version, wanted, asked, waitingFor, lags } = one;
  const names = waitingFor.map((name) => lagWords(name, lags, clock));
  const awaited = names.length === 0 ? "" : `, waiting for ${joinNames(names)}`;
  const rest = `${asked === undefined ? "" : `, no upgrade to ${asked} is in progress`}${awaited}`;
  if (running === null || version === undefined) return `the version of ${label} is unknown${rest}`;
  if (wanted === undefined) return `${label} is at ${version}, and the version of its operator is unknown${rest}`;
  return `${label} is at ${version}${version === wanted ? "" : `, upgrading to ${wanted}`}${rest}`;
}

/** `KubeVirt (v1.8.2 -> v1.9.0, for 12m)`, `CDI (stalled: v1.63.0 -> v1.64.0, for 50m)`. */
function lagWords(name: string, lags: readonly UpgradeLag[], clock: AgeClock | undefined): string {
  const { version, wanted, since, stalled = false } = lags.find(({ label }) => label === name) ?? {};
  const way = version !== undefined && wanted !== undefined && version !== wanted ? `${version} -> ${wanted}` : "";
  const how = stalled ? `stalled${way === "" ? "" : `: ${way}`}` : way;
  const lasted = clock === undefined ? "" : durationPhrase(since, clock);
  const told = [how, lasted].filter((part) => part !== "").join(", ");
  return told === "" ? name : `${name} (${told})`;
}

function conditionWords(one: Extract<UnmetRequirement, { readonly code: "condition" }>): string {
  const { about, type, status, reason, outdated } = one;
  if (status === null) return `${about.name} has no condition ${type}`;
  const why = reason === "" ? "" : ` (${reason})`;
  return `${about.name} has ${type}=${status}${why}${outdated ? ", reported for an older generation" : ""}`;
}

type Unread = Extract<UnmetRequirement, { readonly code: "unread" }>;

function unreadWords({ outcome, kind, name, cause }: Unread, all: readonly UnmetRequirement[]): string {
  const what = `${kind}${name === undefined ? "" : ` ${name}`}`;
  // The cause only where it is the only one of its kind. The server's text for each request is of no more help.
  const isOnly = all.filter((one) => one.code === "unread" && one.kind === kind).length === 1;
  if (outcome === "forbidden") return refusedWords(isOnly ? what : kind);
  return `${what} could not be read${cause === "" ? "" : `: ${cause}`}`;
}

function refusedWords(what: string): string {
  return `${what} cannot be read: forbidden`;
}

/** Why the goal cannot be reached without intervention: `AAQ, container aaq of Pod aaq-1: ImagePullBackOff for 8m: …`. */
export function hopelessWords({ label, reason, message, since }: UnrecoverableProblem, clock: AgeClock): string {
  const more = message === "" ? "" : `: ${message}`;
  switch (reason) {
    case "Deleting":
      return sanitizeLine(`${label} is being deleted`);
    case "Vanished":
      return sanitizeLine(`${label} was deleted`);
    case "Paused":
      return sanitizeLine(`${label} is paused`);
    case "UpgradeStalled":
      return sanitizeLine(`${label}: the upgrade makes no progress ${durationPhrase(since, clock)} (${reason})`);
    case "TaintedConfiguration":
      return sanitizeLine(`${label} is patched${message === "" ? "" : ` by ${message}`} (${reason})`);
    default: {
      const how = durationPhrase(since, clock);
      return sanitizeLine(`${label}: ${reason}${how === "" ? "" : ` ${how}`}${more}`);
    }
  }
}

/** The state of a connection that is not live. */
export function lostWords(state: LinkState, cause: string): string {
  const what = lost[state];
  return sanitizeLine(isCause(cause) ? `${what}: ${cause}` : what);
}

/** Whether the cause says more than that the plugin refreshed, which is why a state is read again. */
export function isCause(cause: string): boolean {
  return cause !== "" && cause !== askedAgain;
}

const askingAgain = "refreshing";

const lost: Readonly<Record<LinkState, string>> = {
  ...{ idle: "connecting", connecting: "connecting" },
  ...{ authRequired: "log in again", unreachable: "the server is unreachable" },
  // While these last, the plugin asks the server again.
  ...{ live: askingAgain, stale: askingAgain, forbidden: askingAgain, gone: askingAgain },
};
