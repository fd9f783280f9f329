import { escapeCodicons, sanitizeLabel } from "../../../characters/sanitize-label.ts";
import { nodeSince } from "../../../model/condition-age.ts";
import { listedFindings } from "../../../model/finding/root-findings.ts";
import type { ManifestLink } from "../../../model/manifest/link.ts";
import type { Report, ReportNode } from "../../../model/report.ts";
import { parseMilliseconds } from "../../../model/time.ts";
import { compareVerdicts, worstVerdict } from "../../../model/verdict.ts";
import { verdictMark } from "../../../outline/marks.ts";
import { countText, qualifiedName } from "../../../outline/words/names.ts";
import { atPlace } from "../manifest-link.ts";
import { type AnnotatedPlace, freshnessText } from "./inlay-and-status.ts";

/**
 * The badge of a file in the Explorer: at most two characters, and their meaning. Undefined where all objects are
 * healthy.
 */
export interface FileBadge {
  readonly text: string;
  readonly tooltip: string;
}

export function fileBadge(links: readonly ManifestLink[], here: AnnotatedPlace): FileBadge | undefined {
  const nodes = links.flatMap((link) => (link.state === "linked" && link.node !== undefined ? [link.node] : []));
  const unhealthy = nodes
    .filter(({ verdict }) => verdict !== "healthy")
    .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  if (unhealthy.length === 0) return undefined;
  const described = unhealthy
    .slice(0, maxNamed)
    .map((node) => `${sanitizeLabel(node.label, 40)} ${sinceWhen(node, here)}`);
  const words = andMore(described.join(", "), Math.max(0, unhealthy.length - maxNamed));
  const marks = { bad: "✗", busy: "~", remark: "!", unknown: "?", good: "" };
  return {
    text: marks[verdictMark(worstVerdict(unhealthy.map(({ verdict }) => verdict)))],
    tooltip: atPlace(words, sanitizeLabel(here.name, 40), freshnessText(here)),
  };
}

const maxNamed = 3;

/**
 * The status bar item; undefined where every root is healthy. Its texts contain no icons except the extension's own.
 */
export interface StatusBar {
  readonly text: string;
  readonly tooltip: string;
  /** The text for screen readers. */
  readonly label: string;
}

/** Returns the item about a place that is read for a manifest: it also names the place where every root is healthy. */
export function statusBarBeside(report: Report | undefined, here: AnnotatedPlace): StatusBar | undefined {
  const item = statusBarText(report, here);
  if (item !== undefined || here.name === "") return item;
  const [first, ...others] = report?.roots ?? [];
  const place = escapeCodicons(here.name, 30);
  if (first === undefined) return { text: `$(server-environment) ${place}`, tooltip: place, label: place };
  const state = others.length === 0 ? `${escapeCodicons(first.ref.kind, 40)} healthy` : `${others.length + 1} healthy`;
  const warnings = listedFindings({ findings: report?.findings ?? [] }).filter(({ severity }) => severity !== "info");
  const words = warnings.length === 0 ? state : `${state}, ${countText(warnings.length, "warning")}`;
  const label = atPlace(words, place, freshnessText(here));
  const icon = warnings.length === 0 ? "$(pass)" : "$(warning)";
  return { text: `${icon} ${label}`, tooltip: label, label };
}

export function statusBarText(report: Report | undefined, here: AnnotatedPlace): StatusBar | undefined {
  const unhealthy = (report?.roots ?? [])
    .filter(({ verdict }) => verdict !== "healthy")
    .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  const [first] = unhealthy;
  if (first === undefined) return report === undefined ? undefined : unreadStatusBar(report, here);
  const place = escapeCodicons(here.name, 30);
  const asOf = freshnessText(here);
  const words =
    unhealthy.length === 1 ? `${escapeCodicons(first.ref.kind, 40)} ${first.verdict}` : `${unhealthy.length} unhealthy`;
  const label = atPlace(words, place, asOf);
  const icons = { bad: "$(error)", busy: "$(sync)", remark: "$(warning)", unknown: "$(question)", good: "$(pass)" };
  const lines = unhealthy
    .slice(0, maxRoots)
    .map((root) => `${sanitizeLabel(qualifiedName(root.ref), 120)} ${sinceWhen(root, here)}`);
  const roots = andMore(lines.join("\n"), Math.max(0, unhealthy.length - maxRoots));
  const tooltip = asOf === "" ? roots : `${roots}\nas of ${asOf}`;
  return { text: `${icons[verdictMark(first.verdict)]} ${label}`, tooltip, label };
}

const maxRoots = 10;

/** The status bar item where no root that was read is unhealthy, but others may exist that could not be read. */
function unreadStatusBar({ verdict, roots, completeness }: Report, here: AnnotatedPlace): StatusBar | undefined {
  if (verdict !== "unknown" || roots.length === 0) return undefined;
  const gaps = completeness.gaps.filter(
    ({ required, outcome }) => required && (outcome === "forbidden" || outcome === "unread"),
  );
  const kinds = [...new Set(gaps.map(({ kind }) => sanitizeLabel(kind, 60)))];
  const words = andMore(kinds.slice(0, maxNamed).join(", "), Math.max(0, kinds.length - maxNamed));
  const label = atPlace(`${escapeCodicons(words, 120)} not read`, escapeCodicons(here.name, 30), freshnessText(here));
  return { text: `$(question) ${label}`, tooltip: label, label };
}

/** Since when the node has its verdict, as a time of day: an age would change every minute. */
function sinceWhen(node: ReportNode, { timeOf }: AnnotatedPlace): string {
  const since = parseMilliseconds(nodeSince(node));
  return since === undefined ? node.verdict : `${node.verdict} since ${timeOf(since)}`;
}

/** The state of an object with its cause; `cause` is empty where none is known. */
export function unhealthyNotice(kind: string, name: string, verdict: string, place: string, cause: string): string {
  const sentence = `${kind} ${name} is ${verdict} on ${place}`;
  return cause === "" ? sentence : `${sentence}: ${cause}`;
}

export function andMore(shown: string, more: number): string {
  return more <= 0 ? shown : `${shown} and ${more} more`;
}
