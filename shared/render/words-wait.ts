import type { Ref } from "../model/object.ts";
import type { Goal, Hopeless, Lag, Obstacle } from "../model/waiting.ts";
import { harmless } from "./safe.ts";
import { type Clock, lasting } from "./words-age.ts";
import { reasonWords } from "./words-gate-reasons.ts";
import { listOf, nameOf } from "./words-names.ts";

/** What it is to be: `healthy`, `upgraded to 1.20.0`, `gone`, `Available=True`. */
export function goalWords(goal: Goal): string {
  switch (goal.is) {
    case "deleted":
      return "gone";
    case "condition":
      return harmless(`${goal.type}=${goal.status}`);
    case "upgraded":
      return harmless(`upgraded${goal.version === undefined ? "" : ` to ${goal.version}`}`);
    default:
      return goal.is;
  }
}

/** That all of it is so now: `is healthy`, `are gone`, `has Available=True`. `versions`: what it was upgraded to. */
export function reachedWords(goal: Goal, isOne: boolean, versions: readonly string[] = []): string {
  if (goal.is === "condition") return `${isOne ? "has" : "have"} ${goalWords(goal)}`;
  const to = goal.is === "upgraded" && versions.length > 0 ? ` to ${listOf(versions)}` : "";
  return harmless(`${isOne ? "is" : "are"} ${to === "" ? goalWords(goal) : goal.is}${to}`);
}

/** The objects a wait was about: `HyperConverged kubevirt-hyperconverged`; of many the first. */
export function rootsWords(refs: readonly Ref[]): string {
  if (refs.length === 0) return "all of it";
  const names = refs.map(({ kind, name }) => `${kind} ${name}`);
  return harmless(listOf(names.length <= most ? names : [...names.slice(0, most), `${names.length - most} more`]));
}

/** What was to be gone, and was not there at all: `there was no HyperConverged`. */
export function neverWords(missed: readonly { readonly kind: string; readonly name?: string }[]): string {
  const names = missed.map(({ kind, name }) => (name === undefined ? kind : `${kind} ${name}`));
  return harmless(`there was no ${[...new Set(names)].join(" or ")}`);
}

/** All that is in the way, in one line; whose it is where there are several roots. `clock`: since when, where that is known. */
export function obstaclesWords(obstacles: readonly Obstacle[], roots: readonly Ref[], clock?: Clock): string {
  const texts = obstacles.map((one) => {
    const words = saysWords(one, obstacles) ?? wordsOf(one, obstacles, clock);
    return `${ownerOf(one, roots)}${words}`.trim();
  });
  const distinct = [...new Set(texts)].map(harmless);
  const more = distinct.length - most;
  return more > 0 ? `${distinct.slice(0, most).join("; ")}; and ${more} more` : distinct.join("; ");
}

/** In one line of a log. */
const most = 8;

function ownerOf({ root, ...one }: Obstacle, roots: readonly Ref[]): string {
  const isOwn = root !== undefined && "about" in one && one.about.name === root.name && one.about.kind === root.kind;
  if (root === undefined || roots.length < 2 || isOwn) return "";
  const isPlaced = new Set(roots.map(({ namespace }) => namespace)).size > 1 && root.namespace !== undefined;
  return `${isPlaced ? `${root.namespace}/` : ""}${root.name}: `;
}

function wordsOf(one: Obstacle, all: readonly Obstacle[], clock: Clock | undefined): string {
  switch (one.code) {
    case "nothing-there":
      if (one.was === true) return `${one.kind}${one.name === undefined ? "" : ` ${one.name}`} is gone`;
      return one.name === undefined ? `there is no ${one.kind} yet` : `there is no ${one.kind} ${one.name}`;
    case "still-there":
      return stillThere(one);
    case "stale":
      return `${one.label} has not taken in its newest spec`;
    case "deleting":
      return `${one.label} is being deleted`;
    case "verdict":
      return verdictWords(one);
    case "operator-down":
      return `the operator of ${one.label} does not run`;
    case "gate":
      if (one.reason.code === "IncompleteReading" && one.reason.outcome === "forbidden")
        return refusedWords(one.reason.component ?? one.reason.about.kind);
      return `${one.reason.code === "OperatorCondition" ? "OperatorCondition: " : ""}${reasonWords(one.reason)}`;
    case "no-versions":
      return `${nameOf(one.about)} is no HyperConverged and none of its components`;
    case "upgrade":
      return upgradeWords(one, clock);
    case "condition":
      return conditionWords(one);
    case "unread":
      return unreadWords(one, all);
  }
}

function stillThere({ about, deleting, remaining }: Extract<Obstacle, { readonly code: "still-there" }>): string {
  if (!deleting) return `${about.name} is still there: nobody has deleted it`;
  return `${about.name} is being deleted${remaining.length === 0 ? "" : `, and still has ${listOf(remaining)}`}`;
}

function verdictWords({
  label,
  outcome,
  verdict,
  reason,
  cause = "",
}: Extract<Obstacle, { readonly code: "verdict" }>): string {
  if (outcome === "absent" || outcome === "noSuchKind") return `${label} does not exist`;
  if (outcome === "forbidden") return refusedWords(label);
  if (outcome === "unread") return `${label} could not be read`;
  const both = [cause.endsWith(`: ${reason}`) ? "" : reason, cause].filter((each) => each !== "");
  const why = both.length === 0 ? "" : ` (${both.join("; ")})`;
  return verdict === "unknown" ? `nobody knows how ${label} is${why}` : `${label} is ${verdict}${why}`;
}

/** All that one of them says against it, together, and without the messages, which a log has no room for. */
function saysWords(one: Obstacle, all: readonly Obstacle[]): string | undefined {
  const who = speakerOf(one);
  if (who === undefined) return undefined;
  const said = all.flatMap((each) => {
    if (each.code !== "gate" || !("status" in each.reason) || speakerOf(each) !== who) return [];
    return each.root?.name === one.root?.name ? [each.reason] : [];
  });
  const types = said.map(({ code, status }) => `${code}=${status}`);
  const reasons = said.map(({ reason }) => reason).filter((reason) => reason !== "");
  const why = reasons.length === 0 ? "" : ` (${[...new Set(reasons)].join(", ")})`;
  return `${who} says ${listOf([...new Set(types)])}${why}`;
}

/** Who says something of himself in a condition; what is missing, and what only follows from the whole, nobody says. */
function speakerOf(one: Obstacle): string | undefined {
  if (one.code !== "gate" || !("status" in one.reason) || one.reason.code === "OperatorCondition") return undefined;
  const { missing, absent, judged, component, about } = one.reason;
  return missing || absent || judged ? undefined : (component ?? about.kind);
}

function upgradeWords(one: Extract<Obstacle, { readonly code: "upgrade" }>, clock: Clock | undefined): string {
  const { label, running, version, wanted, asked, waitingFor, lags } = one;
  const names = waitingFor.map((name) => lagWords(name, lags, clock));
  const awaited = names.length === 0 ? "" : `, waiting for ${listOf(names)}`;
  const rest = `${asked === undefined ? "" : `, and nobody upgrades it to ${asked}`}${awaited}`;
  if (running === null || version === undefined) return `nobody knows which version ${label} has${rest}`;
  if (wanted === undefined) return `${label} is at ${version}, and nobody knows which version its operator is${rest}`;
  return `${label} is at ${version}${version === wanted ? "" : `, on its way to ${wanted}`}${rest}`;
}

/** `KubeVirt (v1.8.2 -> v1.9.0, for 12m)`, `CDI (stalled: v1.63.0 -> v1.64.0, for 50m)`. */
function lagWords(name: string, lags: readonly Lag[], clock: Clock | undefined): string {
  const { version, wanted, since, stalled = false } = lags.find(({ label }) => label === name) ?? {};
  const way = version !== undefined && wanted !== undefined && version !== wanted ? `${version} -> ${wanted}` : "";
  const how = stalled ? `stalled${way === "" ? "" : `: ${way}`}` : way;
  const lasted = clock === undefined ? "" : lasting(since, clock);
  const told = [how, lasted].filter((part) => part !== "").join(", ");
  return told === "" ? name : `${name} (${told})`;
}

function conditionWords(one: Extract<Obstacle, { readonly code: "condition" }>): string {
  const { about, type, status, reason, outdated } = one;
  if (status === null) return `${about.name} has no condition ${type}`;
  const why = reason === "" ? "" : ` (${reason})`;
  return `${about.name} has ${type}=${status}${why}${outdated ? ", which is about an older spec" : ""}`;
}

type Unread = Extract<Obstacle, { readonly code: "unread" }>;

function unreadWords({ outcome, kind, name, cause }: Unread, all: readonly Obstacle[]): string {
  const what = `${kind}${name === undefined ? "" : ` ${name}`}`;
  // Once for each kind: what the server says of each request is of no more help.
  const isOnly = all.filter((one) => one.code === "unread" && one.kind === kind).length === 1;
  if (outcome === "forbidden") return refusedWords(isOnly ? what : kind);
  return `${what} could not be read${cause === "" ? "" : `: ${cause}`}`;
}

function refusedWords(what: string): string {
  return `${what} cannot be read with your rights`;
}

/** Why it will not come by itself: `AAQ, container aaq of Pod aaq-1: ImagePullBackOff for 8m: …`. */
export function hopelessWords({ label, reason, message, since }: Hopeless, clock: Clock): string {
  const more = message === "" ? "" : `: ${message}`;
  switch (reason) {
    case "Deleting":
      return harmless(`${label} is being deleted`);
    case "Vanished":
      return harmless(`${label} is gone`);
    case "Paused":
      return harmless(`${label} is paused`);
    case "TaintedConfiguration":
      return harmless(`${label} is patched${message === "" ? "" : ` by ${message}`} (${reason})`);
    default: {
      const how = lasting(since, clock);
      return harmless(`${label}: ${reason}${how === "" ? "" : ` ${how}`}${more}`);
    }
  }
}

/** How the connection is, where it is not as it should be. */
export function lostWords(state: string, cause: string): string {
  const what = lost.get(state) ?? "asking again";
  return harmless(isCause(cause) ? `${what}: ${cause}` : what);
}

/** Whether it says more than that we wanted to know, which is why what is asked again is. */
export function isCause(cause: string): boolean {
  return cause !== "" && cause !== ownWish;
}

const ownWish = "asked again";

const lost: ReadonlyMap<string, string> = new Map([
  ["idle", "connecting"],
  ["connecting", "connecting"],
  ["authRequired", "log in again"],
  ["unreachable", "the server is not reached"],
]);
