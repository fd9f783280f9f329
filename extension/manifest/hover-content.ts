import { isFollowed } from "../../shared/manifest/followed-objects.ts";
import { linkManifest } from "../../shared/manifest/link-manifest.ts";
import { findSubject } from "../../shared/manifest/subject-at.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { findCauseLog } from "../../shared/model/log-source.ts";
import type { LinkedObject, ManifestLink } from "../../shared/model/manifest/link.ts";
import type { Manifest, TextSpan } from "../../shared/model/manifest/manifest.ts";
import { keyOf } from "../../shared/model/object.ts";
import type { Report } from "../../shared/model/report.ts";
import { findFieldAt, readObjectValue } from "../../shared/parse/manifest/parse-manifest.ts";
import { reachOf } from "../../shared/render/editor/copied-command.ts";
import { hoverParts } from "../../shared/render/editor/hover/build-hover.ts";
import type { HoverLink } from "../../shared/render/editor/hover/hover-input.ts";
import type { MarkdownPart } from "../../shared/render/editor/hover/markdown-parts.ts";
import { withObjectLinks } from "../../shared/render/editor/known-objects.ts";
import { commandPlace, type Place } from "../places/place.ts";
import { isLoginRequired, type PlaceState, reportsOf } from "../places/place-state.ts";
import { commandIds } from "../platform/contributions.ts";
import { buildLinkArguments, type LinkArguments } from "../session/command-arguments.ts";
import { objectLinksOf } from "../session/object-links.ts";

/** The parts of a hover, and the span of text that it covers. */
export interface FoundHover {
  readonly parts: readonly MarkdownPart[];
  readonly span: TextSpan;
}

/** The document of a hover, and the state of its place. */
export interface HoverSource {
  readonly uri: string;
  readonly state: PlaceState;
}

/** Returns the hover at an offset from what is already known, without a request. Undefined where there is none. */
export function findHover(manifest: Manifest, offset: number, source: HoverSource): FoundHover | undefined {
  const { uri, state } = source;
  const field = findFieldAt(manifest, offset);
  if (field === undefined) return undefined;
  const { object, path, span } = field;
  const link = linkManifest(object, state, manifest.objects);
  if (link.state !== "linked" && !isFollowed(object)) return undefined;
  const subject = findSubject(object, path, () => readObjectValue(object), listChildLabels(link));
  if (subject === undefined) return undefined;
  const commandArguments = buildLinkArguments(object, link, state.place, uri);
  const parts = hoverParts({
    subject,
    document: object,
    link,
    place: {
      name: state.name,
      isFiles: state.place.kind === "files",
      state: state.link.state,
      ...definedFields({ until: state.link.until }),
    },
    actions: buildHoverLinks(link, state, subject.about === "object", commandArguments),
    reach: reachOf(commandPlace(state.place, state.name)),
    now: state.now(),
    ...definedFields({ report: findReport(link, state) }),
  });
  return { parts: withObjectLinks(parts, objectLinksOf(state)), span };
}

/** Returns the labels of the object's children, which may name a field. */
function listChildLabels(link: ManifestLink): readonly string[] {
  if (link.state !== "linked" || link.node === undefined) return [];
  return link.node.children.map(({ label }) => label);
}

/** Returns the Report with the root of a linked object. */
function findReport(link: ManifestLink, state: PlaceState): Report | undefined {
  const root = link.state === "linked" ? link.root : undefined;
  return root && reportsOf(state).find(({ roots }) => roots.includes(root));
}

/**
 * Returns the links of a hover, each with the object as argument. A link to log in comes first where no new data
 * arrives without it.
 * @param isOfObject whether the hover is about the whole object, and so has all links.
 */
function buildHoverLinks(
  link: ManifestLink,
  state: PlaceState,
  isOfObject: boolean,
  commandArguments: LinkArguments | undefined,
): readonly HoverLink[] {
  const { place } = state;
  const connect: HoverLink = { action: "connect", command: commandIds.connect, arguments: [place] };
  const login: HoverLink = { action: "login", command: commandIds.connect, arguments: [place] };
  if (link.state === "paused") return [connect];
  if (link.state === "authRequired") return [login];
  if (link.state !== "linked" || commandArguments === undefined) return [];
  const links: HoverLink[] = [];
  const addLink = (action: HoverLink["action"], command: string): void => {
    links.push({ action, command, arguments: commandArguments });
  };
  if (isLoginRequired(state)) links.push(login);
  if (link.node !== undefined) {
    if (!link.isOutsideTree) addLink("reveal", commandIds.reveal);
    const logLink = buildLogLink(link, place);
    if (logLink !== undefined) links.push(logLink);
  }
  if (isOfObject) addLink("openLive", commandIds.openLive);
  addLink("diff", commandIds.diffWithLive);
  if (!isOfObject) return links;
  if (place.kind === "cluster") {
    addLink("dryRun", commandIds.dryRun);
    addLink("describe", commandIds.describe);
  }
  addLink("copy", commandIds.copyCommand);
  return links;
}

/** Builds the link to the log that explains the first cause with a log. Undefined for another object than the root. */
function buildLogLink({ node, root }: LinkedObject, place: Place): HoverLink | undefined {
  if (root === undefined || node === undefined || keyOf(node.ref) !== keyOf(root.ref)) return undefined;
  for (const cause of root.causes) {
    const source = findCauseLog(root, cause);
    if (source === undefined) continue;
    // The quoted lines may be of another run than the one that is usually shown.
    const isPrevious = cause.log === undefined ? source.isPrevious : cause.log.from === "previous-log";
    const pod = { group: "", kind: "Pod", name: source.pod, ...definedFields({ namespace: source.namespace }) };
    const logs = { ...source, isPrevious };
    return { action: "openLog", command: commandIds.openLog, arguments: [{ ...pod, place, logs }] };
  }
  return undefined;
}
