import { isFollowed } from "../../shared/manifest/followed-objects.ts";
import { linkManifest } from "../../shared/manifest/link-manifest.ts";
import { findSubject } from "../../shared/manifest/subject-at.ts";
import { findCauseLog } from "../../shared/model/log-source.ts";
import type { LinkedObject, ManifestLink } from "../../shared/model/manifest/link.ts";
import type { Manifest, TextSpan } from "../../shared/model/manifest/manifest.ts";
import { keyOf } from "../../shared/model/object.ts";
import type { Report } from "../../shared/model/report.ts";
import { valueOf as dataOf, fieldAt } from "../../shared/parse/manifest/parse-manifest.ts";
import { reachOf } from "../../shared/render/editor/copied-command.ts";
import { hoverParts } from "../../shared/render/editor/hover/build-hover.ts";
import type { HoverLink } from "../../shared/render/editor/hover/hover-input.ts";
import type { MarkdownPart } from "../../shared/render/editor/hover/markdown-parts.ts";
import { withObjectLinks } from "../../shared/render/editor/known-objects.ts";
import { isLoginRequired } from "../places/login-required.ts";
import { commandPlace, type Place } from "../places/place.ts";
import type { PlaceState } from "../places/place-state.ts";
import { commandIds } from "../platform/contributions.ts";
import { buildCommandArguments, type CommandWords } from "../session/command-arguments.ts";
import { objectLinksOf } from "../session/object-links.ts";

/** The parts of a hover, and the span of text that it covers. */
export interface FoundHover {
  readonly parts: readonly MarkdownPart[];
  readonly span: TextSpan;
}

/** What a hover depends on: the translation, the document's URI and the state of its place. */
export interface HoverFor {
  readonly uri: string;
  readonly shown: PlaceState;
}

/** Returns the hover at an offset from what is already known, without a request. Undefined where there is none. */
export function findHover(manifest: Manifest, offset: number, { uri, shown }: HoverFor): FoundHover | undefined {
  const found = fieldAt(manifest, offset);
  if (found === undefined) return undefined;
  const { object, path, span } = found;
  const link = linkManifest(object, shown, manifest.objects);
  if (link.state !== "linked" && !isFollowed(object)) return undefined;
  const subject = findSubject(object, path, () => dataOf(object), childLabels(link));
  if (subject === undefined) return undefined;
  const report = reportOf(link, shown);
  const parts = hoverParts({
    subject,
    document: object,
    link,
    ...(report !== undefined && { report }),
    place: {
      name: shown.name,
      isFiles: shown.place.kind === "files",
      state: shown.link.state,
      ...(shown.link.until !== undefined && { until: shown.link.until }),
    },
    actions: buildHoverLinks(
      link,
      shown,
      subject.about === "object" ? "all" : "few",
      buildCommandArguments(object, link, shown.place, uri),
    ),
    reach: reachOf(commandPlace(shown.place, shown.name)),
    now: shown.now(),
  });
  return { parts: withObjectLinks(parts, objectLinksOf(shown)), span };
}

/** Returns the labels of the object's children, which may name a field. */
function childLabels(link: ManifestLink): readonly string[] {
  return link.state === "linked" ? (link.node?.children ?? []).map(({ label }) => label) : [];
}

function reportOf(link: ManifestLink, { report, named }: PlaceState): Report | undefined {
  const root = link.state === "linked" ? link.root : undefined;
  return root === undefined ? undefined : [report, named].find((one) => one?.roots.includes(root));
}

/**
 * Returns the links of a hover, each with the object as argument. A link to log in comes first where no new data
 * arrives without it.
 */
function buildHoverLinks(
  link: ManifestLink,
  shown: PlaceState,
  which: "all" | "few",
  words: CommandWords | undefined,
): readonly HoverLink[] {
  const { place } = shown;
  if (link.state === "paused") return [{ action: "connect", command: commandIds.connect, arguments: [place] }];
  const login: HoverLink = { action: "login", command: commandIds.connect, arguments: [place] };
  if (link.state === "authRequired") return [login];
  if (link.state !== "linked" || words === undefined) return [];
  const first = isLoginRequired(shown) ? [login] : [];
  const reveal: HoverLink = { action: "reveal", command: commandIds.reveal, arguments: words };
  const diff: HoverLink = { action: "diff", command: commandIds.diffWithLive, arguments: words };
  const dryRun: HoverLink = { action: "dryRun", command: commandIds.dryRun, arguments: words };
  const describe: HoverLink = { action: "describe", command: commandIds.describe, arguments: words };
  const inTree = link.isOutsideTree ? [] : [reveal];
  const next = link.node === undefined ? first : [...first, ...inTree, ...logLinks(link, place)];
  if (which === "few") return [...next, diff];
  return [
    ...next,
    { action: "openLive", command: commandIds.openLive, arguments: words },
    ...(place.kind === "cluster" ? [diff, dryRun, describe] : [diff]),
    { action: "copy", command: commandIds.copyCommand, arguments: words },
  ];
}

/** Returns the link to the log that explains the first cause of an object with one. */
function logLinks({ node, root }: LinkedObject, place: Place): readonly HoverLink[] {
  if (root === undefined || node === undefined || keyOf(node.ref) !== keyOf(root.ref)) return [];
  const [logs] = root.causes.flatMap((cause) => {
    const source = findCauseLog(root, cause);
    // What is quoted may be of another run than the one that is usually shown.
    const isPrevious = cause.log === undefined ? source?.isPrevious : cause.log.from === "previous-log";
    return source === undefined || isPrevious === undefined ? [] : [{ ...source, isPrevious }];
  });
  if (logs === undefined) return [];
  const { namespace, pod: name } = logs;
  const about = { group: "", kind: "Pod", name, ...(namespace !== undefined && { namespace }) };
  return [{ action: "openLog", command: commandIds.openLog, arguments: [{ ...about, place, logs }] }];
}
