import type { ManifestObject } from "../model/manifest.ts";
import type { Linked, ManifestLink } from "../model/manifest-link.ts";
import type { Node, RootNode } from "../model/report.ts";
import type { LinkState } from "../model/report-change.ts";
import { stampOf } from "../model/time.ts";
import { inert, short } from "./safe-label.ts";
import type { Say } from "./say.ts";
import { sinceOf } from "./since.ts";
import { ageOf, type Clock } from "./words-age.ts";
import { causeWords } from "./words-blame.ts";
import {
  actionTitle,
  atPlace,
  type BesideAction,
  beside,
  commandReveals,
  deletingWords,
  gatheredWords,
  linkedSentence,
  liveWords,
  suspendedWords,
  thereWords,
  unlinkedSentence,
  unlinkedWords,
  upgradeWords,
} from "./words-link.ts";
import { verdictFor } from "./words-tree.ts";
import { asksWords } from "./words-tree-view.ts";

/** A place as whatever stands beside a manifest speaks of it. */
export interface Here {
  /** Of a context or a file; as it came. */
  readonly name: string;
  readonly isFiles: boolean;
  readonly link: { readonly state: LinkState; readonly until?: number };
  readonly problem?: string;
  /** Nothing new comes before somebody logs in, or agrees to it. */
  readonly wantsLogin: boolean;
  /** The problem is the program that nobody has agreed to run yet. */
  readonly isAsking: boolean;
  /** RFC 3339 UTC. */
  readonly now: string;
  /** The time of day, as the person reads it, of milliseconds since 1970. */
  readonly timeOf: (milliseconds: number) => string;
}

/** What is known of a place that matters here; extension/shown.ts is one. */
export interface HereKnown {
  readonly name: string;
  readonly place: { readonly kind: "cluster" | "files" };
  readonly link: { readonly state: LinkState; readonly until?: number };
  readonly problem?: string;
  readonly isAsking?: boolean;
  readonly now: () => number;
}

export function hereOf({ name, place, link, problem, isAsking, now }: HereKnown, timeOf: Here["timeOf"]): Here {
  const wantsLogin = isAsking === true || link.state === "authRequired";
  const known = {
    name,
    isFiles: place.kind === "files",
    link,
    wantsLogin,
    isAsking: isAsking === true,
    now: stampOf(now() * 1000),
    timeOf,
  };
  return problem === undefined ? known : { ...known, problem };
}

/** Behind `kind:`: how its object is, and where; nothing where there is nothing to tell that nobody has asked about. */
export function inlayText(say: Say, link: ManifestLink, here: Here): string | undefined {
  if (link.state === "linked") return atPlace(say, linkedWords(say, link, here.now), short(here.name, 30), asOf(here));
  return told.has(link.state) ? atPlace(say, unlinkedWords(say, link), short(here.name, 30), asOf(here)) : undefined;
}

/** The rest is told where somebody looks for it: in the language status. */
const told: ReadonlySet<ManifestLink["state"]> = new Set([
  "absent",
  "noSuchKind",
  "forbidden",
  "several",
  "authRequired",
  "unreachable",
]);

/** The same in full, on a few lines of plain text. */
export function inlayTooltip(say: Say, object: ManifestObject, link: ManifestLink, here: Here): string {
  const lines = [sentenceOf(say, object, link, here), ...causeOf(link, here), placeWords(say, here, short)];
  if (link.state === "linked" && link.node !== undefined) lines.push(commandReveals(say));
  return lines.join("\n");
}

export interface LanguageStatus {
  readonly text: string;
  readonly detail: string;
  readonly severity: "information" | "warning";
  readonly busy: boolean;
  readonly action?: { readonly id: BesideAction; readonly title: string };
}

/** VS Code gives the language status 500 pixels, the title of its command among them. */
const narrow = 24;

/** What the language status says of one object of a manifest. Nothing in its texts acts. */
export function languageStatus(say: Say, object: ManifestObject, link: ManifestLink, here: Here): LanguageStatus {
  const { state } = link;
  const name = inert(object.name ?? object.kind, narrow);
  const words = state === "linked" ? linkedWords(say, link, here.now) : unlinkedWords(say, link);
  const place = placeWords(say, here, inert);
  const sentence = here.isAsking ? asksWords(say, here.name, here.problem ?? "") : here.problem;
  const problem = state === "linked" || sentence === undefined ? undefined : inert(sentence, 200);
  const action = actionFor(link, here);
  return {
    text: beside(say, name, inert(words, 80)),
    detail: problem === undefined ? place : beside(say, place, problem),
    severity: isTrouble(link) || isTroubled(here) ? "warning" : "information",
    busy: state === "connecting" || here.link.state === "connecting" || here.link.state === "stale",
    ...(action !== undefined && { action: { id: action, title: actionTitle(say, action) } }),
  };
}

/** How the object of a linked document is, without its place. */
function linkedWords(say: Say, { node }: Pick<Linked, "node">, now: string): string {
  return node === undefined ? thereWords(say) : nodeWords(say, node, { now, tells: "age" });
}

/** How a node is: what overrides its verdict first, as `phraseOf` (words-verdict.ts) says it in full. */
function nodeWords(say: Say, node: Node | RootNode, clock: Clock): string {
  const age = ageOf(sinceOf(node), clock);
  if (node.deleting) return deletingWords(say, ageOf(node.facts["deletedAt"], clock));
  if (node.frozen && node.verdict === "progressing") return suspendedWords(say);
  const upgrade = "gates" in node ? node.gates.upgrade : undefined;
  if (upgrade?.running === true && (node.verdict === "progressing" || node.verdict === "healthy")) {
    const progressing = node.conditions.find((one) => one.type === "Progressing" && one.status === "True");
    return upgradeWords(
      say,
      short(upgrade.from ?? "", 20),
      short(upgrade.to ?? "", 20),
      ageOf(progressing?.since, clock),
    );
  }
  return verdictFor(say, node.verdict, node.verdict === "healthy" ? "" : age);
}

/** What is to blame, of a root that is unwell. */
export function causeOf(link: ManifestLink, { now }: Here, tells: Clock["tells"] = "age"): readonly string[] {
  if (link.state !== "linked" || link.node === undefined || link.node !== link.root) return [];
  const cause = causeWords(link.root, { now, tells });
  return cause === undefined ? [] : [short(cause, 200)];
}

function sentenceOf(say: Say, object: ManifestObject, link: ManifestLink, here: Here): string {
  const [kind, name] = [short(object.kind, 40), short(object.name ?? "", 60)];
  if (link.state === "linked") return linkedSentence(say, kind, name, linkedWords(say, link, here.now));
  return unlinkedSentence(say, link, kind, name, short(here.name, 40));
}

/** `prod · live`, `prod · as of 14:02, reconnecting`. */
function placeWords(say: Say, here: Here, safe: (text: string, columns: number) => string): string {
  const words = here.isFiles ? gatheredWords(say) : liveWords(say, here.link.state, asOf(here));
  return here.name === "" ? words : beside(say, safe(here.name, narrow), words);
}

/** Up to when it was so; empty while it is so. */
export function asOf({ link, isFiles, timeOf }: Here): string {
  return isFiles || link.state === "live" || link.until === undefined ? "" : timeOf(link.until);
}

function isTrouble(link: ManifestLink): boolean {
  if (link.state !== "linked")
    return link.state === "authRequired" || link.state === "unreachable" || link.state === "unusable";
  return (link.node !== undefined && link.node.verdict !== "healthy") || link.versionDiffers?.isServed === false;
}

function isTroubled({ link, isFiles, wantsLogin }: Here): boolean {
  return !isFiles && (wantsLogin || link.state === "unreachable");
}

function actionFor(link: ManifestLink, { wantsLogin }: Here): BesideAction | undefined {
  switch (link.state) {
    case "linked":
      // What is shown is old, and stays so.
      if (wantsLogin) return "login";
      return link.node === undefined ? undefined : "reveal";
    case "paused":
      return "connect";
    case "authRequired":
      return "login";
    case "noContext":
    case "absent":
    case "noSuchKind":
      return "pickContext";
    case "several":
      return "pickNamespaces";
    case "untrusted":
      return "trust";
    case "noKubeconfig":
    case "unusable":
    case "unreachable":
    case "forbidden":
    case "unread":
      return "showLog";
    default:
      return undefined;
  }
}
