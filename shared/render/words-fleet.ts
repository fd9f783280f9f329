import type { Gap } from "../model/report.ts";
import type { Verdict } from "../model/verdict.ts";
import type { FleetTrouble } from "./fleet-member.ts";
import { harmless } from "./safe.ts";
import { truncate } from "./width.ts";
import { count, resourceOf } from "./words-names.ts";
import { type LinkWords, linkNews } from "./words-watch.ts";

/** How a cluster is among others, the one to look at first in front: unwell, without an answer, not known, well. */
export const fleetStates = [
  "unavailable",
  "degraded",
  "unreached",
  "login",
  "interrupted",
  "forbidden",
  "nothing",
  "connecting",
  "unknown",
  "progressing",
  "healthy",
] as const;

export type FleetState = (typeof fleetStates)[number];

/** What stands over the columns that other tables do not have. */
export const fleetTitles = { context: "CONTEXT", server: "SERVER", culprit: "CULPRIT" } as const;

/** The keys of `-o plain`. */
export const fleetKeys = { verdict: "verdict", headline: "headline", cluster: "cluster", next: "next" } as const;

const inSummary: Readonly<Record<FleetState, (number: number) => string>> = {
  unavailable: (number) => `${number} unavailable`,
  degraded: (number) => `${number} degraded`,
  unreached: (number) => `${number} not reached`,
  login: (number) => `${number} ${number === 1 ? "needs" : "need"} a log-in`,
  interrupted: (number) => `${number} interrupted`,
  forbidden: (number) => `${number} forbidden`,
  nothing: (number) => `${number} with nothing found`,
  connecting: (number) => `${number} connecting`,
  unknown: (number) => `${number} unknown`,
  progressing: (number) => `${number} progressing`,
  healthy: (number) => `${number} healthy`,
};

/** What is counted: where two contexts lead to one server they are no two clusters. */
export type Counted = "cluster" | "context";

/** @param servers one for each context; what leads to none counts for itself. */
export function countedBy(servers: readonly (string | undefined)[]): Counted {
  const known = servers.filter((server) => server !== undefined && server !== "");
  return new Set(known).size < known.length ? "context" : "cluster";
}

/** `40 clusters: 1 unavailable, 2 not reached, 37 healthy`. */
export function fleetSummary(states: readonly FleetState[], counted: Counted): string {
  const numbers = Map.groupBy(states, (state) => state);
  const parts = fleetStates.filter((state) => numbers.has(state));
  const words = parts.map((state) => inSummary[state](numbers.get(state)?.length ?? 0));
  return `${count(states.length, counted)}: ${words.join(", ")}`;
}

/** As whom where a flag says so, and when, unless it goes on. */
export function fleetIdentity(as: string | undefined, at: string | undefined, isFollowed: boolean): readonly string[] {
  const when = at === undefined ? "read just now" : `as of ${at}`;
  return [...(as === undefined ? [] : [`as ${harmless(as)}`]), ...(isFollowed ? [] : [when])];
}

/** Somebody has the terminal for it, or will. */
export const askedNow = "somebody is asked to log in";

/** Somebody ended it: no fault of the cluster. */
export const interruptedWords = "interrupted before it had answered";

/** Why a cluster gave no answer, in one short sentence; `inFull` with what to do. */
export function troubleWords({ is, cause }: FleetTrouble, server: string | undefined, inFull: boolean): string {
  if (is === "connecting") return "connecting";
  if (is === "interrupted") return cause;
  const lead = { unreached: "not reached", late: "timed out", login: "log-in needed", unusable: "not to be used" };
  const said = inFull ? cause : inBrief(cause, server);
  return is === "missing" ? said.replace(/^(error|Error from server \(\w+\)): /, "") : `${lead[is]}: ${said}`;
}

/** Without the address, which is the context's own, and without advice. */
function inBrief(cause: string, server: string | undefined): string {
  const [said = ""] = cause.split("; ");
  const [, within] = /^no answer from .* within ([\d.]+ s)$/s.exec(said) ?? [];
  if (within !== undefined) return `no answer within ${within}`;
  if (!server) return said;
  return said
    .replace(`cannot connect to ${server}: `, "")
    .replace(server, "the server")
    .replace(" of this context", "");
}

/** Of what may be old: how the link is, and how it was when it was read last. */
export function lastKnownWords(link: LinkWords, verdict: Verdict, why: string): string {
  return `${linkNews(link)}; was ${verdict}${why === "" ? "" : `: ${why}`}`;
}

/** `32 healthy: edge-0, edge-1, edge-2`, for one line. */
export function allHealthy(names: readonly string[]): string {
  return `${names.length} healthy: ${names.join(", ")}`;
}

/** What a script may miss that looks at the exit status alone. */
export function withoutAnswer(names: readonly string[], total: number, counted: Counted): string {
  return `no answer from ${names.length} of ${count(total, counted)}: ${names.map(harmless).join(", ")}`;
}

/** Nothing is there to judge, or nobody may look. */
export function nothingWords(gaps: readonly Gap[]): string {
  const [gap] = gaps.filter(({ required }) => required);
  if (gap === undefined) return "nothing found that matches";
  const place = gap.namespace === undefined ? "" : ` in namespace ${gap.namespace}`;
  const cause = gap.cause === undefined || gap.cause === "" ? "" : `: ${gap.cause}`;
  const asked = `${gap.verb} ${gap.kind === "" ? (gap.name ?? "") : resourceOf(gap)}${place}`;
  switch (gap.outcome) {
    case "forbidden":
      return `not allowed to ${asked}`;
    case "unread":
      return `cannot ${asked}${cause}`;
    case "noSuchKind":
      return `no ${gap.kind}: the cluster does not know the kind`;
    case "absent":
      return `no ${gap.kind}${gap.name === undefined ? "" : ` ${gap.name}`}${place}`;
  }
}

/** Why the whole is worse than any of its objects. */
export function unseenWords(gaps: readonly Gap[]): string {
  const gap = gaps.find(({ required, outcome }) => required && (outcome === "forbidden" || outcome === "unread"));
  return gap === undefined ? "" : nothingWords([gap]);
}

/** `38 of 40 clusters read; waiting for edge-7, edge-9`, in one line. */
export function readSoFar(
  { done, total, counted }: { readonly done: number; readonly total: number; readonly counted: Counted },
  underWay: readonly string[],
  width: number,
): string {
  const words = `${done} of ${count(total, counted)} read; waiting for ${underWay.map(harmless).join(", ")}`;
  return truncate(words, width);
}

/** The last row of a screen: `38 of 40 clusters live`. */
export function fleetLive(live: number, total: number, counted: Counted): string {
  const all = `${count(total, counted)} live`;
  return live === total ? all : `${live} of ${all}`;
}
