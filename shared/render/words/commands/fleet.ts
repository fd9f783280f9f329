import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { Text } from "../../../model/outline.ts";
import type { Report } from "../../../model/report.ts";
import type { GateReport } from "../../../model/upgrade-gate.ts";
import type { Verdict } from "../../../model/verdict.ts";
import { formatAge } from "../../../outline/ages.ts";
import { word } from "../../../outline/text.ts";
import { countsText, countText, formFor, joinFilled } from "../../../outline/words/names.ts";
import { type LinkFacts, linkNews } from "./watch.ts";

/**
 * The states of a cluster among others, worst first: unhealthy, not read, unknown, healthy. An unusable one was never
 * asked, because its entry in the kubeconfig or the inventory leads to no server.
 */
export const fleetStates = [
  "unavailable",
  "degraded",
  "unreached",
  "unusable",
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

/** The titles of the columns that other tables do not have. */
export const fleetTitles = { context: "CONTEXT", profile: "PROFILE", server: "SERVER", cause: "CAUSE" } as const;

/** Stands for a label that a cluster does not have, as in kubectl. */
export const missingLabelText = "<none>";

/** What names a cluster: a context of the kubeconfig, or a profile in the inventory of a hub. */
export type ClusterNaming = "context" | "profile";

/** What is counted: two contexts of one server are not two clusters, so contexts are counted. */
export type CountedThing = "cluster" | ClusterNaming;

/**
 * What is counted: clusters, or what names them if two contexts lead to one server.
 * @param servers one for each context. A context without a server counts for itself.
 */
export function chooseCounted(
  servers: readonly (string | undefined)[],
  naming: ClusterNaming = "context",
): CountedThing {
  const knownServers = servers.filter((server) => server !== undefined && server !== "");
  return new Set(knownServers).size < knownServers.length ? naming : "cluster";
}

/** `40 clusters: 1 unavailable, 2 unreachable, 37 healthy`. */
export function fleetSummary(states: readonly FleetState[], counted: CountedThing): string {
  const counts = countsText(states, fleetStates, countOfState);
  return `${countText(states.length, counted)}: ${counts}`;
}

/** `2 unreachable`, `1 requires login`. */
function countOfState(number: number, state: FleetState): string {
  switch (state) {
    case "unreached":
      return `${number} unreachable`;
    case "login":
      return `${number} ${formFor(number, "requires", "require")} login`;
    case "nothing":
      return `${number} with no resources found`;
    default:
      return `${number} ${state}`;
  }
}

/** The impersonated user if a flag names one, and the time of reading unless the clusters are watched. */
export function fleetIdentity(as: string | undefined, at: string | undefined, isFollowed: boolean): readonly string[] {
  const identity: string[] = [];
  if (as !== undefined) identity.push(`as ${sanitizeLine(as)}`);
  if (!isFollowed) identity.push(at === undefined ? "read just now" : `as of ${at}`);
  return identity;
}

/** The trouble of a cluster whose login program has the terminal, or is about to get it. */
export const waitingForLoginText = "waiting for login";

/** The trouble of a cluster whose request the user interrupted. It is no fault of the cluster. */
export const interruptedText = "interrupted before the response";

/** Why a cluster could not be read, in one short sentence; `inFull` with the remedy: `unreachable: connection refused`. */
export function formatTrouble(trouble: FleetTrouble, inFull: boolean): string {
  return joinFilled(": ", [troubleLeads[trouble.is], troubleCause(trouble, inFull)]);
}

const troubleLeads: Readonly<Record<FleetTrouble["is"], string>> = {
  unreached: "unreachable",
  late: "timed out",
  login: "login required",
  unusable: "unusable",
  missing: "",
  connecting: "",
  interrupted: "",
};

/** The text of {@link formatTrouble} without the state of the cluster, for rows that show the state beside it. */
export function troubleCause({ is, cause, brief = cause }: FleetTrouble, inFull: boolean): string {
  if (is === "connecting") return "connecting";
  return inFull ? cause : brief;
}

/** The cause of a row whose Report may be out of date: `server unreachable; was degraded: CDI: …`. */
export function formatLastKnown(link: LinkFacts, verdict: Verdict, why: string): string {
  return joinFilled(": ", [`${linkNews(link)}; was ${verdict}`, why]);
}

/** `32 healthy: edge-0, edge-1, edge-2`, with as many names as there is room for. */
export function healthyClustersText(names: readonly string[]): Text {
  return [word(`${names.length} healthy: `), { is: "list", names }];
}

/** The warning for a script that checks only the exit status. */
export function unreadClustersText(names: readonly string[], total: number, counted: CountedThing): string {
  return `could not read ${names.length} of ${countText(total, counted)}: ${names.map(sanitizeLine).join(", ")}`;
}

/** The progress line of several clusters: `38 of 40 clusters read, 12s; waiting for edge-7, edge-9`. */
export function fleetReadingText(
  { done, total, counted }: { readonly done: number; readonly total: number; readonly counted: CountedThing },
  underWay: readonly string[],
  milliseconds: number,
): string {
  const share = `${done} of ${countText(total, counted)} read, ${formatAge(milliseconds / 1000)}`;
  return underWay.length === 0 ? share : `${share}; waiting for ${underWay.map(sanitizeLine).join(", ")}`;
}

/** The last row of a screen: `38 of 40 clusters connected`. */
export function liveClustersText(live: number, total: number, counted: CountedThing): string {
  const connected = `${countText(total, counted)} connected`;
  return live === total ? connected : `${live} of ${connected}`;
}

/** One cluster of several, and the result of reading it. */
export interface FleetMember {
  /** The context of the kubeconfig, by which people know the cluster. */
  readonly context: string;
  /** Absent if the context leads to no server. */
  readonly server?: string;
  /** The labels that `--label-columns` names, unchanged. Absent: none is named. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The Report. If nothing could be read, it says so. */
  readonly report: Report;
  /** Absent if the server responded, unless the user named objects and none of them exists. */
  readonly trouble?: FleetTrouble;
  /** The state of the watch if the Report may be out of date. Absent if it is current. */
  readonly link?: LinkFacts;
  /** Since when a watched cluster does not respond, and the time of evaluation (RFC 3339 UTC). Absent if it responds. */
  readonly silent?: { readonly since: string; readonly now: string };
}

/** The upgrade gate of one cluster of several. */
export interface FleetGate extends Pick<FleetMember, "context" | "server" | "labels" | "trouble"> {
  /** The gate. If nothing could be read, it says so. */
  readonly gate: GateReport;
}

/** Why a cluster could not be read. */
export interface FleetTrouble {
  readonly is: "connecting" | "unreached" | "late" | "login" | "unusable" | "missing" | "interrupted";
  /** The cause as a sentence, with the server and what to do. */
  readonly cause: string;
  /** The cause for a row that names the server. Absent if it is the same text. */
  readonly brief?: string;
}
