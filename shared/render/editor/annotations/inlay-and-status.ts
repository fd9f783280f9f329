import { escapeCodicons, sanitizeLabel } from "../../../characters/sanitize-label.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { LinkedObject, ManifestLink } from "../../../model/manifest/link.ts";
import type { ManifestObject } from "../../../model/manifest/manifest.ts";
import type { ReportNode } from "../../../model/report.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import { worstCauseText } from "../../../outline/cause-line.ts";
import { verdictMark } from "../../../outline/marks.ts";
import { partState, stateWithAge } from "../../../outline/root-state.ts";
import { plainText } from "../../../outline/text.ts";
import { countText } from "../../../outline/words/names.ts";
import { unicodeMarks } from "../../terminal/verdict-marks.ts";
import {
  atPlace,
  type BesideAction,
  linkActionTitle,
  linkFreshnessText,
  unlinkedSentence,
  unlinkedWords,
} from "../manifest-link.ts";
import { asksWords } from "../tree/view-words.ts";
import { type AnnotatedPlace, freshnessText } from "./annotated-place.ts";

/** VS Code cuts longer hints (`editor.inlayHints.maximumLength`), and with them the name of the context. */
const maxInlayLength = 43;

/** The fewest columns of the name of a context. */
const minPlaceColumns = 12;

/** The most names of causes in a hint. */
const maxCauseNames = 3;

/** The most columns of the only name of a cause in a hint, where the context needs the room. */
const maxShortNameColumns = 10;

/** The states of an unlinked object that the inlay reports. The language status reports the others. */
const statesInInlay: ReadonlySet<ManifestLink["state"]> = new Set([
  "absent",
  "noSuchKind",
  "forbidden",
  "several",
  "authRequired",
  "unreachable",
]);

/** The most columns of a kind and of the name of a source in the language status. */
const maxKindColumns = 24;

/** The most columns of the name of an object in the language status. */
const maxObjectColumns = 40;

/** VS Code gives the language status 500 pixels on one line, the title of its command at the end among them. */
const maxStatusColumns = 66;

/**
 * The text behind `kind:`: the state of the object, and its source. Undefined for states that only the language status
 * shows.
 */
export function inlayText(link: ManifestLink, source: AnnotatedPlace): string | undefined {
  const name = sanitizeLabel(source.name, 30);
  const asOf = freshnessText(source);
  if (link.state !== "linked")
    return statesInInlay.has(link.state) ? atPlace(unlinkedWords(link, source.isFiles), name, asOf) : undefined;
  const states = listInlayStates(link, source.now);
  const fitting = states.map((state) => atPlace(state, name, asOf)).find((text) => text.length <= maxInlayLength);
  return fitting ?? inlayWithShortName(states.at(-1) ?? "", name, asOf);
}

/** A state with the name of its source, of which both ends are kept: `✗ unavailable (first-…-production)`. */
function inlayWithShortName(state: string, name: string, asOf: string): string {
  const signs = [...name];
  // VS Code counts UTF-16 units, of which an emoji has two.
  const extraUnits = name.length - signs.length;
  const columns = Math.max(minPlaceColumns, maxInlayLength - atPlace(state, "", asOf).length - extraUnits);
  if (signs.length <= columns) return atPlace(state, name, asOf);
  const endColumns = Math.floor((columns - 1) / 2);
  const startColumns = columns - 1 - endColumns;
  const shortName = [...signs.slice(0, startColumns), "…", ...signs.slice(-endColumns)].join("");
  return atPlace(state, shortName, asOf);
}

/**
 * The state of an object in ever fewer words, with its mark and the names of its causes where it is unhealthy:
 * 1. `✗ unavailable for 14m: CDI, KubeVirt`, then with fewer names, `✗ unavailable for 14m: CDI +1`;
 * 2. without the age: `✗ unavailable: CDI +1`;
 * 3. with the beginning of that name alone.
 */
function listInlayStates(link: LinkedObject, now: string): readonly string[] {
  const { node } = link;
  const state = linkedStateText(link, now);
  if (link.warningCount !== undefined) return [`${unicodeMarks.remark} ${state}`];
  if (node === undefined || node.verdict === "healthy") return [state];
  const mark = unicodeMarks[verdictMark(node.verdict)];
  const withAge = `${mark} ${state}`;
  const withoutAge = `${mark} ${node.verdict}`;
  const names = listCauseNames(link);
  const [firstName, ...otherNames] = names;
  if (firstName === undefined) return [withAge, withoutAge];
  const withNames = names.map((_, omitted) => {
    const shown = names.slice(0, names.length - omitted).join(", ");
    return omitted === 0 ? `${withAge}: ${shown}` : `${withAge}: ${shown} +${omitted}`;
  });
  const otherCount = otherNames.length === 0 ? "" : ` +${otherNames.length}`;
  return [
    ...withNames.slice(-maxCauseNames),
    `${withoutAge}: ${firstName}${otherCount}`,
    `${withoutAge}: ${sanitizeLabel(firstName, maxShortNameColumns)}${otherCount}`,
  ];
}

/** The components that make a root unhealthy, each once. None for an object that is no root. */
function listCauseNames({ node, root }: LinkedObject): readonly string[] {
  if (root === undefined || node !== root) return [];
  const causesOfParts = root.causes.filter(({ path }) => path.length > 1);
  const components = new Set(causesOfParts.map(({ component }) => component));
  return [...components].map((name) => sanitizeLabel(name, 30));
}

/** The tooltip of the inlay: the state in full, the cause, the source, and what a click opens, a line each. */
export function inlayTooltip(object: ManifestObject, link: ManifestLink, source: AnnotatedPlace): string {
  const lines = [
    linkSentence(object, link, source),
    ...linkCauses(link, source),
    sourcePieces(source, sanitizeLabel).join(" · "),
  ];
  if (link.state === "linked" && link.node !== undefined) lines.push(clickText(link, source));
  return lines.join("\n");
}

function clickText({ isOutsideTree }: LinkedObject, { isFiles }: AnnotatedPlace): string {
  if (!isOutsideTree) return "select to show it in the tree";
  return `select to open its ${isFiles ? "collected" : "live"} YAML`;
}

/** What VS Code shows about an object in the language status of its document. */
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

/** The language status of one object of a manifest. Nothing in its texts acts. */
export function languageStatus(object: ManifestObject, link: ManifestLink, source: AnnotatedPlace): LanguageStatus {
  const kind = escapeCodicons(object.kind, maxKindColumns);
  const state = link.state === "linked" ? linkedStateText(link, source.now) : unlinkedWords(link, source.isFiles);
  const text = `${kind} · ${escapeCodicons(state, 80)}`;
  const actionId = chooseAction(link, source);
  const action = actionId && { id: actionId, title: linkActionTitle(actionId, source.isFiles) };
  const pieces = statusPieces(object, link, source);
  const titleLength = action === undefined ? 0 : action.title.length;
  return {
    text,
    detail: fittingPieces(pieces, maxStatusColumns - text.length - titleLength),
    spoken: pieces.join(" · "),
    severity: isLinkWarning(link) || isSourceWarning(source) ? "warning" : "information",
    busy: link.state === "connecting" || source.link.state === "connecting" || source.link.state === "stale",
    ...definedFields({ action }),
  };
}

/** `prod`, `live`, `kubevirt/hco`, and the problem of the source where the object is not linked. */
function statusPieces(object: ManifestObject, link: ManifestLink, source: AnnotatedPlace): readonly string[] {
  const namespace = object.namespace ?? (link.state === "linked" ? link.ref.namespace : undefined);
  const name = [namespace, object.name].filter((part) => part !== undefined).join("/");
  const pieces = sourcePieces(source, escapeCodicons, escapeCodicons(name, maxObjectColumns));
  if (link.state === "linked") return pieces;
  const problem = source.isAsking ? asksWords(source.name, source.problem ?? "") : source.problem;
  return problem === undefined ? pieces : [...pieces, escapeCodicons(problem, 200)];
}

/** The first pieces that fit into `room` columns together, with the first one however long it is. */
function fittingPieces(pieces: readonly string[], room: number): string {
  const fitting = pieces.map((_, omitted) => pieces.slice(0, pieces.length - omitted).join(" · "));
  return fitting.find((text) => text.length <= room) ?? pieces[0] ?? "";
}

/** The state of the object of a linked document, without its source: `healthy`, `healthy, 1 warning`, `unavailable for 14m`. */
function linkedStateText({ node, warningCount }: Pick<LinkedObject, "node" | "warningCount">, now: string): string {
  if (node === undefined) return "on the cluster";
  const state = nodeStateText(node, { now, format: "age" });
  return warningCount === undefined ? state : `${state}, ${countText(warningCount, "warning")}`;
}

/** The state of a node. A healthy one has no age. */
function nodeStateText(node: ReportNode, clock: AgeClock): string {
  const state = partState(node);
  const isHealthy = state.isVerdict && node.verdict === "healthy";
  return sanitizeLabel(stateWithAge(isHealthy ? { ...state, since: undefined } : state, clock), 60);
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

/** `HyperConverged hco: unavailable for 14m`, or why the object has no state. */
function linkSentence(object: ManifestObject, link: ManifestLink, source: AnnotatedPlace): string {
  const kind = sanitizeLabel(object.kind, 40);
  const name = sanitizeLabel(object.name ?? "", 60);
  if (link.state === "linked") return `${kind} ${name}: ${linkedStateText(link, source.now)}`;
  return unlinkedSentence(link, { kind, name, place: sanitizeLabel(source.name, 40), isFiles: source.isFiles });
}

/** `prod`, `live`; `prod`, `as of 14:02, reconnecting`, `ns/name`; without those that are empty. */
function sourcePieces(
  source: AnnotatedPlace,
  toHarmless: (text: string, columns: number) => string,
  objectName = "",
): readonly string[] {
  const name = source.name === "" ? "" : toHarmless(source.name, maxKindColumns);
  const freshness = source.isFiles ? "as collected" : linkFreshnessText(source.link.state, freshnessText(source));
  return [name, freshness, objectName].filter((piece) => piece !== "");
}

/** Whether an object is unhealthy or of a version that is not served, or whether its source cannot be read. */
function isLinkWarning(link: ManifestLink): boolean {
  if (link.state !== "linked")
    return link.state === "authRequired" || link.state === "unreachable" || link.state === "unusable";
  const isUnhealthy = link.node !== undefined && link.node.verdict !== "healthy";
  return isUnhealthy || link.versionDiffers?.isServed === false;
}

function isSourceWarning({ link, isFiles, needsLogin }: AnnotatedPlace): boolean {
  return !isFiles && (needsLogin || link.state === "unreachable");
}

/** The action beside the state of an object. Undefined where none helps. */
function chooseAction(link: ManifestLink, { needsLogin }: AnnotatedPlace): BesideAction | undefined {
  switch (link.state) {
    case "linked":
      // Without a login the shown state stays out of date.
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
