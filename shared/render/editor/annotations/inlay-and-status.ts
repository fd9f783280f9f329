import { escapeCodicons, sanitizeLabel } from "../../../characters/sanitize-label.ts";
import type { LinkedObject, ManifestLink } from "../../../model/manifest/link.ts";
import type { ManifestObject } from "../../../model/manifest/manifest.ts";
import type { ReportNode } from "../../../model/report.ts";
import type { LinkState } from "../../../model/report-change.ts";
import { formatStamp } from "../../../model/time.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import { worstCauseText } from "../../../outline/cause-line.ts";
import { verdictMark } from "../../../outline/marks.ts";
import { partState, stateWithAge } from "../../../outline/root-state.ts";
import { plainText } from "../../../outline/text.ts";
import { countText } from "../../../outline/words/names.ts";
import { glyphsFor } from "../../terminal/verdict-marks.ts";
import {
  atPlace,
  type BesideAction,
  linkActionTitle,
  linkFreshnessText,
  unlinkedSentence,
  unlinkedWords,
} from "../manifest-link.ts";
import { asksWords } from "../tree/view-words.ts";

/** A source as the texts beside a manifest describe it. */
export interface AnnotatedPlace {
  /** The name of a context or a file, not yet escaped. */
  readonly name: string;
  readonly isFiles: boolean;
  readonly link: { readonly state: LinkState; readonly until?: number };
  readonly problem?: string;
  /** The connection waits until the user logs in, or agrees to it. */
  readonly needsLogin: boolean;
  /** The problem is a program that the user has not yet allowed to run. */
  readonly isAsking: boolean;
  /** RFC 3339 UTC. */
  readonly now: string;
  /** The local time of day of a moment in milliseconds since 1970. */
  readonly timeOf: (milliseconds: number) => string;
}

/** The parts of a source's state that matter here; extension/places/place-state.ts has them all. */
export interface SourceState {
  readonly name: string;
  readonly place: { readonly kind: "cluster" | "files" };
  readonly link: { readonly state: LinkState; readonly until?: number };
  readonly problem?: string;
  readonly isAsking?: boolean;
  readonly now: () => number;
}

export function annotatedPlace(
  { name, place, link, problem, isAsking, now }: SourceState,
  timeOf: AnnotatedPlace["timeOf"],
): AnnotatedPlace {
  const needsLogin = isAsking === true || link.state === "authRequired";
  const known = {
    name,
    isFiles: place.kind === "files",
    link,
    needsLogin,
    isAsking: isAsking === true,
    now: formatStamp(now() * 1000),
    timeOf,
  };
  return problem === undefined ? known : { ...known, problem };
}

/**
 * The text behind `kind:`: the state of the object, and its source. Undefined for states that only the language status
 * shows.
 */
export function inlayText(link: ManifestLink, here: AnnotatedPlace): string | undefined {
  const place = sanitizeLabel(here.name, 30);
  const asOf = freshnessText(here);
  if (link.state === "linked") {
    const texts = markedTexts(link, here.now);
    const fitting = texts.map((words) => atPlace(words, place, asOf)).find((text) => text.length <= maxInlayLength);
    return fitting ?? shortInlay(texts.at(-1) ?? "", place, asOf);
  }
  return shownByInlay.has(link.state) ? atPlace(unlinkedWords(link, here.isFiles), place, asOf) : undefined;
}

/** VS Code cuts longer hints (`editor.inlayHints.maximumLength`), and with them the name of the context. */
const maxInlayLength = 43;

/** The state alone, and of a context with a long name both ends: `first-…-production`. */
function shortInlay(words: string, place: string, asOf: string): string {
  const signs = [...place];
  // VS Code counts UTF-16 units, of which an emoji has two.
  const emojis = place.length - signs.length;
  const room = Math.max(minPlaceColumns, maxInlayLength - atPlace(words, "", asOf).length - emojis);
  const half = Math.floor((room - 1) / 2);
  const shortened =
    signs.length <= room ? place : [...signs.slice(0, room - 1 - half), "…", ...signs.slice(-half)].join("");
  return atPlace(words, shortened, asOf);
}

/** The fewest columns of the name of a context. */
const minPlaceColumns = 12;

/**
 * `✗ unavailable for 14m: CDI, KubeVirt`: the state of an object, with its mark and the names of its causes where it is unhealthy.
 * The same with ever fewer names, to `CDI +1`, and then without the age.
 */
function markedTexts(link: LinkedObject, now: string): readonly [string, ...string[]] {
  const { node, root } = link;
  const words = linkedWords(link, now);
  if (link.warningCount !== undefined) return [`${glyphsFor(false).marks.remark} ${words}`];
  if (node === undefined || node.verdict === "healthy") return [words];
  const marked = `${glyphsFor(false).marks[verdictMark(node.verdict)]} ${words}`;
  const named = (root?.causes ?? []).filter(({ path }) => path.length > 1).map(({ component }) => component);
  const causeNames = node === root ? [...new Set(named)].map((name) => sanitizeLabel(name, 30)) : [];
  const texts = causeNames.map((_, omitted) => {
    const shown = causeNames.slice(0, causeNames.length - omitted).join(", ");
    return omitted === 0 ? `${marked}: ${shown}` : `${marked}: ${shown} +${omitted}`;
  });
  const [first, ...others] = texts.slice(-maxCauseNames);
  const withoutAge = `${glyphsFor(false).marks[verdictMark(node.verdict)]} ${node.verdict}`;
  const [firstName] = causeNames;
  if (first === undefined || firstName === undefined) return [marked, withoutAge];
  const more = causeNames.length === 1 ? "" : ` +${causeNames.length - 1}`;
  return [
    first,
    ...others,
    `${withoutAge}: ${firstName}${more}`,
    `${withoutAge}: ${sanitizeLabel(firstName, shortNameColumns)}${more}`,
  ];
}

const maxCauseNames = 3;

/** The columns of the name of a cause beside which the context has room. */
const shortNameColumns = 10;

/** The link states that the inlay reports; the language status reports the others. */
const shownByInlay: ReadonlySet<ManifestLink["state"]> = new Set([
  "absent",
  "noSuchKind",
  "forbidden",
  "several",
  "authRequired",
  "unreachable",
]);

/** The same in full, as a few lines of plain text. */
export function inlayTooltip(object: ManifestObject, link: ManifestLink, here: AnnotatedPlace): string {
  const lines = [
    sentenceOf(object, link, here),
    ...linkCauses(link, here),
    placePieces(here, sanitizeLabel).join(" · "),
  ];
  if (link.state === "linked" && link.node !== undefined)
    lines.push(
      link.isOutsideTree
        ? `select to open its ${here.isFiles ? "collected" : "live"} YAML`
        : "select to show it in the tree",
    );
  return lines.join("\n");
}

export interface LanguageStatus {
  readonly text: string;
  /** What has room beside the text and the title of the action. */
  readonly detail: string;
  /** The whole detail, for screen readers. */
  readonly spoken: string;
  readonly severity: "information" | "warning";
  readonly busy: boolean;
  readonly action?: { readonly id: BesideAction; readonly title: string };
}

const shortColumns = 24;
const longColumns = 40;

/** VS Code gives the language status 500 pixels on one line, the title of its command at the end among them. */
const maxStatusColumns = 66;

/** The language status of one object of a manifest. Nothing in its texts acts. */
export function languageStatus(object: ManifestObject, link: ManifestLink, here: AnnotatedPlace): LanguageStatus {
  const { state } = link;
  const kind = escapeCodicons(object.kind, shortColumns);
  const words = state === "linked" ? linkedWords(link, here.now) : unlinkedWords(link, here.isFiles);
  const named = [object.namespace ?? namespaceOf(link), object.name].filter((word) => word !== undefined);
  const pieces = placePieces(here, escapeCodicons, escapeCodicons(named.join("/"), longColumns));
  const sentence = here.isAsking ? asksWords(here.name, here.problem ?? "") : here.problem;
  const problem = state === "linked" || sentence === undefined ? undefined : escapeCodicons(sentence, 200);
  const action = actionFor(link, here);
  const text = `${kind} · ${escapeCodicons(words, 80)}`;
  const title = action === undefined ? "" : linkActionTitle(action, here.isFiles);
  const whole = problem === undefined ? pieces : [...pieces, problem];
  return {
    text,
    detail: fittingPieces(whole, maxStatusColumns - text.length - title.length),
    spoken: whole.join(" · "),
    severity: isLinkWarning(link) || isSourceWarning(here) ? "warning" : "information",
    busy: state === "connecting" || here.link.state === "connecting" || here.link.state === "stale",
    ...(action !== undefined && { action: { id: action, title: linkActionTitle(action, here.isFiles) } }),
  };
}

/** The first pieces that fit into `room` columns together, of which the place is one however long it is. */
function fittingPieces(pieces: readonly string[], room: number): string {
  const fitting = pieces.map((_, omitted) => pieces.slice(0, pieces.length - omitted).join(" · "));
  return fitting.find((text) => text.length <= room) ?? pieces[0] ?? "";
}

/** The state of the object of a linked document, without its source: `healthy`, `healthy, 1 warning`, `unavailable for 14m`. */
function linkedWords({ node, warningCount }: Pick<LinkedObject, "node" | "warningCount">, now: string): string {
  if (node === undefined) return "on the cluster";
  const state = nodeWords(node, { now, format: "age" });
  return warningCount === undefined ? state : `${state}, ${countText(warningCount, "warning")}`;
}

/** The state of a node, without the age of its health. */
function nodeWords(node: ReportNode, clock: AgeClock): string {
  const state = partState(node);
  const isAgeless = state.isVerdict && node.verdict === "healthy";
  return sanitizeLabel(stateWithAge(isAgeless ? { ...state, since: undefined } : state, clock), 60);
}

/** The cause of an unhealthy root, in one line; empty for all other links. */
export function linkCauses(
  link: ManifestLink,
  { now }: AnnotatedPlace,
  format: AgeClock["format"] = "age",
): readonly string[] {
  if (link.state !== "linked" || link.node === undefined || link.node !== link.root) return [];
  const cause = plainText(worstCauseText(link.root, { now, format }));
  return cause === "" ? [] : [sanitizeLabel(cause, 200)];
}

function sentenceOf(object: ManifestObject, link: ManifestLink, here: AnnotatedPlace): string {
  const kind = sanitizeLabel(object.kind, 40);
  const name = sanitizeLabel(object.name ?? "", 60);
  if (link.state === "linked") return `${kind} ${name}: ${linkedWords(link, here.now)}`;
  return unlinkedSentence(link, { kind, name, place: sanitizeLabel(here.name, 40), isFiles: here.isFiles });
}

/** `prod · live`, `prod · as of 14:02, reconnecting · ns/name`. */
function placePieces(
  here: AnnotatedPlace,
  safe: (text: string, columns: number) => string,
  object = "",
): readonly string[] {
  const words = here.isFiles ? "as collected" : linkFreshnessText(here.link.state, freshnessText(here));
  return [here.name === "" ? "" : safe(here.name, shortColumns), words, object].filter((piece) => piece !== "");
}

function namespaceOf(link: ManifestLink): string | undefined {
  return link.state === "linked" ? link.ref.namespace : undefined;
}

/** The time up to which the shown state was valid; empty while it is current. */
export function freshnessText({ link, isFiles, timeOf }: AnnotatedPlace): string {
  return isFiles || link.state === "live" || link.until === undefined ? "" : timeOf(link.until);
}

function isLinkWarning(link: ManifestLink): boolean {
  if (link.state !== "linked")
    return link.state === "authRequired" || link.state === "unreachable" || link.state === "unusable";
  return (link.node !== undefined && link.node.verdict !== "healthy") || link.versionDiffers?.isServed === false;
}

function isSourceWarning({ link, isFiles, needsLogin }: AnnotatedPlace): boolean {
  return !isFiles && (needsLogin || link.state === "unreachable");
}

function actionFor(link: ManifestLink, { needsLogin }: AnnotatedPlace): BesideAction | undefined {
  switch (link.state) {
    case "linked":
      // The shown state is old and stays old.
      if (needsLogin) return "login";
      if (link.node === undefined) return undefined;
      return link.isOutsideTree ? "openLive" : "reveal";
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
