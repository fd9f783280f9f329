import { escapeCodicons, sanitizeLabel } from "../../../characters/sanitize-label.ts";
import type { ManifestLink } from "../../../model/manifest/link.ts";
import { keyOf } from "../../../model/object.ts";
import type { Report, ReportNode, RootNode } from "../../../model/report.ts";
import { parseMilliseconds } from "../../../model/time.ts";
import { compareVerdicts, isSerious, type Verdict, worstVerdict } from "../../../model/verdict.ts";
import { worstCauseText } from "../../../outline/cause-line.ts";
import { verdictMark } from "../../../outline/marks.ts";
import { plainText } from "../../../outline/text.ts";
import type { Translate } from "../../../outline/translate.ts";
import { atPlace } from "../../../outline/words/manifest-link.ts";
import { qualifiedName } from "../../../outline/words/names.ts";
import { nodeSince } from "../../../outline/words/since.ts";
import {
  andMore,
  asOfWords,
  namedVerdict,
  recoveredWords,
  unhealthyCountLine,
  unhealthyNotice,
  unhealthyRootLine,
  unreadKinds,
  verdictSinceText,
} from "../../words/editor/annotations.ts";
import { type AnnotatedPlace, freshnessText } from "./inlay-and-status.ts";

/**
 * The badge of a file in the Explorer: at most two characters, and their meaning. Undefined where all objects are
 * healthy.
 */
export interface FileBadge {
  readonly text: string;
  readonly tooltip: string;
}

export function fileBadge(say: Translate, links: readonly ManifestLink[], here: AnnotatedPlace): FileBadge | undefined {
  const nodes = links.flatMap((link) => (link.state === "linked" && link.node !== undefined ? [link.node] : []));
  const unhealthy = nodes
    .filter(({ verdict }) => verdict !== "healthy")
    .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  if (unhealthy.length === 0) return undefined;
  const described = unhealthy
    .slice(0, mostTold)
    .map((node) => namedVerdict(say, sanitizeLabel(node.label, 40), sinceWhen(say, node, here)));
  const words = andMore(say, described.join(", "), Math.max(0, unhealthy.length - mostTold));
  const marks = { bad: "✗", busy: "~", remark: "!", unknown: "?", good: "" };
  return {
    text: marks[verdictMark(worstVerdict(unhealthy.map(({ verdict }) => verdict)))],
    tooltip: atPlace(say, words, sanitizeLabel(here.name, 40), freshnessText(here)),
  };
}

const mostTold = 3;

/**
 * The status bar item; undefined where every root is healthy. Its texts contain no icons except the extension's own.
 */
export interface StatusBar {
  readonly text: string;
  readonly tooltip: string;
  /** The text for screen readers. */
  readonly label: string;
}

export function statusBarText(say: Translate, report: Report | undefined, here: AnnotatedPlace): StatusBar | undefined {
  const unhealthy = (report?.roots ?? [])
    .filter(({ verdict }) => verdict !== "healthy")
    .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  const [first] = unhealthy;
  if (first === undefined) return report === undefined ? undefined : unreadStatusBar(say, report, here);
  const [place, asOf] = [escapeCodicons(here.name, 30), freshnessText(here)];
  const label =
    unhealthy.length === 1
      ? unhealthyRootLine(say, escapeCodicons(first.ref.kind, 40), first.verdict, place, asOf)
      : unhealthyCountLine(say, unhealthy.length, place, asOf);
  const icons = { bad: "$(error)", busy: "$(sync)", remark: "$(warning)", unknown: "$(question)", good: "$(pass)" };
  const lines = unhealthy
    .slice(0, mostRoots)
    .map((root) => namedVerdict(say, sanitizeLabel(qualifiedName(root.ref), 120), sinceWhen(say, root, here)));
  const roots = andMore(say, lines.join("\n"), Math.max(0, unhealthy.length - mostRoots));
  const tooltip = freshnessText(here) === "" ? roots : `${roots}\n${asOfWords(say, freshnessText(here))}`;
  return { text: `${icons[verdictMark(first.verdict)]} ${label}`, tooltip, label };
}

const mostRoots = 10;

/** The status bar item where no root that was read is unhealthy, but others may exist that could not be read. */
function unreadStatusBar(
  say: Translate,
  { verdict, roots, completeness }: Report,
  here: AnnotatedPlace,
): StatusBar | undefined {
  if (verdict !== "unknown" || roots.length === 0) return undefined;
  const gaps = completeness.gaps.filter(
    ({ required, outcome }) => required && (outcome === "forbidden" || outcome === "unread"),
  );
  const kinds = [...new Set(gaps.map(({ kind }) => sanitizeLabel(kind, 60)))];
  const words = andMore(say, kinds.slice(0, mostTold).join(", "), Math.max(0, kinds.length - mostTold));
  const label = unreadKinds(say, escapeCodicons(words, 120), escapeCodicons(here.name, 30), freshnessText(here));
  return { text: `$(question) ${label}`, tooltip: label, label };
}

/** Since when the node has its verdict, as a time of day: an age would change every minute. */
function sinceWhen(say: Translate, node: ReportNode, { timeOf }: AnnotatedPlace): string {
  const since = parseMilliseconds(nodeSince(node));
  return verdictSinceText(say, node.verdict, since === undefined ? "" : timeOf(since));
}

/**
 * The notification for a change from one Report to the next; undefined where there is none. It reports a root that
 * became unavailable or degraded, or healthy again: the worst root, and the number of others. Roots that the earlier
 * Report did not contain are omitted.
 */
export function changeNotice(say: Translate, before: Report, after: Report, here: AnnotatedPlace): string | undefined {
  // Another object of the same name (with another uid) is no change of the one before.
  const known = new Map(before.roots.map((root) => [whoIs(root), root.verdict]));
  const changed = after.roots
    .filter((root) => isNews(known.get(whoIs(root)), root.verdict))
    .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  const [first] = changed;
  return first === undefined ? undefined : andMore(say, noticeText(say, first, here), changed.length - 1);
}

function whoIs({ ref }: RootNode): string {
  return `${keyOf(ref)} ${ref.uid ?? ""}`;
}

function isNews(from: Verdict | undefined, to: Verdict): boolean {
  if (from === undefined || from === to) return false;
  return isSerious(to) || (to === "healthy" && isSerious(from));
}

function noticeText(say: Translate, root: RootNode, here: AnnotatedPlace): string {
  const [kind, name, place] = [
    escapeCodicons(root.ref.kind, 40),
    escapeCodicons(root.ref.name, 60),
    escapeCodicons(here.name, 40),
  ];
  if (root.verdict === "healthy") return recoveredWords(say, kind, name, place);
  const cause = plainText(worstCauseText(root, { now: here.now, tells: "age" }));
  return unhealthyNotice(say, kind, name, root.verdict, place, escapeCodicons(cause, 160));
}
