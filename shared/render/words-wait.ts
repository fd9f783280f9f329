import type { Ref } from "../model/object.ts";
import type { Goal, Hopeless, Obstacle } from "../model/waiting.ts";
import { harmless } from "./safe.ts";
import { type Clock, lasting } from "./words-age.ts";
import { reasonWords } from "./words-gate-reasons.ts";
import { listOf, nameOf } from "./words-names.ts";

/** What it is to be: `healthy`, `gone`, `Available=True`. */
export function goalWords(goal: Goal): string {
  switch (goal.is) {
    case "deleted":
      return "gone";
    case "condition":
      return harmless(`${goal.type}=${goal.status}`);
    default:
      return goal.is;
  }
}

/** That all of it is so now: `is healthy`, `are gone`, `has Available=True`. `versions`: what it was upgraded to. */
export function reachedWords(goal: Goal, isOne: boolean, versions: readonly string[] = []): string {
  if (goal.is === "condition") return `${isOne ? "has" : "have"} ${goalWords(goal)}`;
  const to = goal.is === "upgraded" && versions.length > 0 ? ` to ${listOf(versions)}` : "";
  return harmless(`${isOne ? "is" : "are"} ${goalWords(goal)}${to}`);
}

/** The objects a wait was about: `HyperConverged kubevirt-hyperconverged`; of many the first. */
export function rootsWords(refs: readonly Ref[]): string {
  if (refs.length === 0) return "all of it";
  const names = refs.map(({ kind, name }) => `${kind} ${name}`);
  return harmless(listOf(names.length <= most ? names : [...names.slice(0, most), `${names.length - most} more`]));
}

/** All that is in the way, in one line; whose it is where there are several roots. */
export function obstaclesWords(obstacles: readonly Obstacle[], roots: readonly Ref[]): string {
  const texts = obstacles.map((one) => `${ownerOf(one, roots)}${saysWords(one, obstacles) ?? wordsOf(one)}`.trim());
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

function wordsOf(one: Obstacle): string {
  switch (one.code) {
    case "nothing-there":
      return one.name === undefined ? `there is no ${one.kind} yet` : `there is no ${one.kind} ${one.name}`;
    case "still-there":
      return stillThere(one);
    case "stale":
      return `${one.label} has not taken in its newest spec`;
    case "deleting":
      return `${one.label} is being deleted`;
    case "verdict":
      return verdictWords(one);
    case "gate":
      return `${one.reason.code === "OperatorCondition" ? "OperatorCondition: " : ""}${reasonWords(one.reason)}`;
    case "no-versions":
      return `${nameOf(one.about)} is no HyperConverged and none of its components`;
    case "upgrade":
      return upgradeWords(one);
    case "condition":
      return conditionWords(one);
    case "unread":
      return unreadWords(one);
  }
}

function stillThere({ about, deleting, remaining }: Extract<Obstacle, { readonly code: "still-there" }>): string {
  if (!deleting) return `${about.name} is still there: nobody has deleted it`;
  return `${about.name} is being deleted${remaining.length === 0 ? "" : `, and still has ${listOf(remaining)}`}`;
}

function verdictWords({ label, verdict, reason, cause = "" }: Extract<Obstacle, { readonly code: "verdict" }>): string {
  if (reason === "NotFound") return `${label} does not exist`;
  if (reason === "Forbidden") return `${label} cannot be read with your rights`;
  if (reason === "NotRead") return `${label} could not be read`;
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

function upgradeWords(one: Extract<Obstacle, { readonly code: "upgrade" }>): string {
  const { label, running, version, wanted, waitingFor } = one;
  const rest = waitingFor.length === 0 ? "" : `, waiting for ${listOf(waitingFor)}`;
  if (running === null || version === undefined) return `nobody knows which version ${label} has${rest}`;
  if (wanted === undefined) return `${label} is at ${version}, and nobody knows which version its operator is${rest}`;
  return `${label} is at ${version}${version === wanted ? "" : `, on its way to ${wanted}`}${rest}`;
}

function conditionWords(one: Extract<Obstacle, { readonly code: "condition" }>): string {
  const { about, type, status, reason, outdated } = one;
  if (status === null) return `${about.name} has no condition ${type}`;
  const why = reason === "" ? "" : ` (${reason})`;
  return `${about.name} has ${type}=${status}${why}${outdated ? ", which is about an older spec" : ""}`;
}

function unreadWords({ outcome, kind, name, cause }: Extract<Obstacle, { readonly code: "unread" }>): string {
  const what = `${kind}${name === undefined ? "" : ` ${name}`}`;
  const why = cause === "" ? "" : `: ${cause}`;
  return outcome === "forbidden" ? `${what} cannot be read with your rights${why}` : `${what} could not be read${why}`;
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
  return harmless(cause === "" ? what : `${what}: ${cause}`);
}

const lost: ReadonlyMap<string, string> = new Map([
  ["idle", "connecting"],
  ["connecting", "connecting"],
  ["authRequired", "log in again"],
  ["unreachable", "the server is not reached"],
]);
