import { escapeCodicons, sanitizeLabel } from "../../../characters/sanitize-label.ts";
import { nodeSince } from "../../../model/condition-age.ts";
import { listedFindings } from "../../../model/finding/root-findings.ts";
import type { ManifestLink } from "../../../model/manifest/link.ts";
import type { Mark } from "../../../model/outline.ts";
import type { Report, ReportNode } from "../../../model/report.ts";
import { isUnread } from "../../../model/snapshot.ts";
import { parseMilliseconds } from "../../../model/time.ts";
import { sortWorstFirst } from "../../../model/verdict.ts";
import { verdictMark } from "../../../outline/marks.ts";
import { countText, joinFilled, qualifiedName } from "../../../outline/words/names.ts";
import { atPlace } from "../manifest-link.ts";
import { type AnnotatedPlace, freshnessText, joinFirst } from "./annotated-place.ts";

/** The most names of objects or kinds in a tooltip or a label. */
const maxNames = 3;

/** The most roots in the tooltip of the status bar. */
const maxRoots = 10;

/** The badge of a file by the worst mark of its objects. */
const badgeTexts: Readonly<Record<Mark, string>> = { bad: "✗", busy: "~", remark: "!", unknown: "?", good: "" };

/** The icon of the status bar by the mark of the worst root. */
const statusIcons: Readonly<Record<Mark, string>> = {
  bad: "$(error)",
  busy: "$(sync)",
  remark: "$(warning)",
  unknown: "$(question)",
  good: "$(pass)",
};

/** The badge of a file in the Explorer: at most two characters, and their meaning. */
export interface FileBadge {
  readonly text: string;
  readonly tooltip: string;
}

/** The status bar item. Its texts contain no icons except the extension's own. */
export interface StatusBar {
  readonly text: string;
  readonly tooltip: string;
  /** The text for screen readers. */
  readonly label: string;
}

/** Returns the badge of a file with linked objects. Undefined where all objects are healthy. */
export function fileBadge(links: readonly ManifestLink[], here: AnnotatedPlace): FileBadge | undefined {
  const nodes = links.flatMap((link) => (link.state === "linked" && link.node !== undefined ? [link.node] : []));
  const unhealthy = listUnhealthy(nodes);
  const [worst] = unhealthy;
  if (worst === undefined) return undefined;
  const states = unhealthy.map((node) => `${sanitizeLabel(node.label, 40)} ${stateSince(node, here)}`);
  return {
    text: badgeTexts[verdictMark(worst.verdict)],
    tooltip: atPlace(joinFirst(states, maxNames, ", "), sanitizeLabel(here.name, 40), freshnessText(here)),
  };
}

/**
 * Returns the item about a place that is read for a manifest: it also names the place where every root is healthy.
 * Undefined for a place without a name.
 */
export function statusBarBeside(report: Report | undefined, here: AnnotatedPlace): StatusBar | undefined {
  const item = statusBarText(report, here);
  if (item !== undefined || here.name === "") return item;
  const place = escapeCodicons(here.name, 30);
  const roots = report?.roots ?? [];
  const [root] = roots;
  if (root === undefined) return { text: `$(server-environment) ${place}`, tooltip: place, label: place };
  const state = roots.length === 1 ? `${escapeCodicons(root.ref.kind, 40)} healthy` : `${roots.length} healthy`;
  const warnings = listedFindings({ findings: report?.findings ?? [] }).filter(({ severity }) => severity !== "info");
  if (warnings.length === 0) return makeStatusBar("$(pass)", state, here);
  return makeStatusBar("$(warning)", `${state}, ${countText(warnings.length, "warning")}`, here);
}

/** Returns the item about the roots of a Report. Undefined where every root is healthy. */
export function statusBarText(report: Report | undefined, here: AnnotatedPlace): StatusBar | undefined {
  if (report === undefined) return undefined;
  const unhealthy = listUnhealthy(report.roots);
  const [worst] = unhealthy;
  if (worst === undefined) return unreadStatusBar(report, here);
  const isOnly = unhealthy.length === 1;
  const state = isOnly ? `${escapeCodicons(worst.ref.kind, 40)} ${worst.verdict}` : `${unhealthy.length} unhealthy`;
  const states = unhealthy.map((root) => `${sanitizeLabel(qualifiedName(root.ref), 120)} ${stateSince(root, here)}`);
  const roots = joinFirst(states, maxRoots, "\n");
  const tooltip = joinFilled("\nas of ", [roots, freshnessText(here)]);
  return { ...makeStatusBar(statusIcons[verdictMark(worst.verdict)], state, here), tooltip };
}

/** The status bar item where no root that was read is unhealthy, but others may exist that could not be read. */
function unreadStatusBar({ verdict, roots, completeness }: Report, here: AnnotatedPlace): StatusBar | undefined {
  if (verdict !== "unknown" || roots.length === 0) return undefined;
  const gaps = completeness.gaps.filter((gap) => gap.required && isUnread(gap));
  const kinds = [...new Set(gaps.map(({ kind }) => sanitizeLabel(kind, 60)))];
  return makeStatusBar("$(question)", `${escapeCodicons(joinFirst(kinds, maxNames, ", "), 120)} not read`, here);
}

function makeStatusBar(icon: string, state: string, here: AnnotatedPlace): StatusBar {
  const label = atPlace(state, escapeCodicons(here.name, 30), freshnessText(here));
  return { text: `${icon} ${label}`, tooltip: label, label };
}

/** The unhealthy nodes, the worst first. */
function listUnhealthy<Node extends ReportNode>(nodes: readonly Node[]): readonly Node[] {
  return sortWorstFirst(nodes.filter(({ verdict }) => verdict !== "healthy"));
}

/** Since when the node has its verdict, as a time of day: an age would change every minute. */
function stateSince(node: ReportNode, { timeOf }: AnnotatedPlace): string {
  const since = parseMilliseconds(nodeSince(node));
  return since === undefined ? node.verdict : `${node.verdict} since ${timeOf(since)}`;
}
