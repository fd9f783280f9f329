import { conditionVerdict, nodeSince } from "../../../model/condition-age.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { findLogSource, type LogSource } from "../../../model/log-source.ts";
import { keyOf } from "../../../model/object.ts";
import type { ReportNode, RootNode } from "../../../model/report.ts";
import { compareVerdicts } from "../../../model/verdict.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import { messageText } from "../../../outline/cause.ts";
import { type PartLine, partLabel, partLine, partMark, partNodes } from "../../../outline/component-rows.ts";
import { verdictMark } from "../../../outline/marks.ts";
import { nodeEntry } from "../../../outline/node-entry.ts";
import { nodeWords } from "../../../outline/node-rows.ts";
import { partText } from "../../../outline/part-entries.ts";
import { plainText } from "../../../outline/text.ts";
import { nodeLabel } from "../../../outline/words/component.ts";
import type { MarkdownPart } from "../hover/markdown-parts.ts";
import { wholeParts } from "../hover/whole-parts.ts";
import { conditionList } from "./condition-rows.ts";
import { clockAloud, type OutlineRow, type RowWording, treeRow } from "./row.ts";
import { type SiblingList, siblingRows } from "./sibling-list.ts";
import { markWords, readAloud, roleWords } from "./spoken-row.ts";

/** The components or parts of a root, worst first. */
export function partList(root: RootNode, findings: readonly Finding[], wording: RowWording): SiblingList<ReportNode> {
  return {
    items: partNodes(root, findings, true),
    key: ({ ref }) => keyOf(ref),
    mark: (node) => partMark(node, findings),
    name: partLabel,
    row: (node, id) => partRow(id, node, root, findings, wording),
  };
}

/** `CDI   unavailable 14m, v1.64.0: no reason given`, with its conditions and workloads below it. */
function partRow(
  id: string,
  node: ReportNode,
  root: RootNode,
  findings: readonly Finding[],
  wording: RowWording,
): OutlineRow {
  const line = (clock: AgeClock): PartLine => partLine(node, { root, findings, clock, all: true });
  const { mark, label, ...shown } = line(wording.clock);
  return treeRow(
    {
      id,
      mark,
      label,
      description: plainText(partText({ mark, label, ...shown })),
      spoken: readAloud([
        label,
        roleWords[node.role],
        plainText(partText(line(clockAloud(wording)))),
        mark === verdictMark(node.verdict) ? "" : markWords[mark],
      ]),
      ...contextOfNode(node),
    },
    belowOf(id, node, wording),
    () => nodeTooltip(node, wording),
  );
}

/** The conditions that are not good, then the node's children, worst first. */
function belowOf(id: string, node: ReportNode, wording: RowWording): (() => readonly OutlineRow[]) | undefined {
  const bad = isShownBelow(node)
    ? node.conditions.filter((condition) => conditionVerdict(condition) !== "healthy")
    : [];
  if (bad.length === 0 && node.children.length === 0) return undefined;
  return () => [
    ...siblingRows(`${id}/%conditions`, conditionList(node, bad, wording), wording),
    ...siblingRows(id, childList(node, wording), wording),
  ];
}

function childList(above: ReportNode, wording: RowWording): SiblingList<ReportNode> {
  return {
    items: above.children.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict)),
    // A container's ref is its Pod's.
    key: ({ role, ref, label }) => (role === "container" ? label : keyOf(ref)),
    mark: ({ verdict }) => verdictMark(verdict),
    name: nodeLabel,
    row: (node, id) => nodeRow(id, node, above, wording),
  };
}

/** `Deployment cdi-deployment   0/1 ready, 14m`. */
function nodeRow(id: string, node: ReportNode, above: ReportNode, wording: RowWording): OutlineRow {
  const { clock } = wording;
  const label = nodeLabel(node);
  const mark = verdictMark(node.verdict);
  return treeRow(
    {
      id,
      mark,
      label,
      description: nodeWords(node, node.children, clock),
      spoken: readAloud([label, markWords[mark], nodeWords(node, node.children, clockAloud(wording))]),
      ...contextOfNode(node, above),
    },
    belowOf(id, node, wording),
    () => nodeTooltip(node, wording),
  );
}

/** What menus and tooltips need of a node. */
export function contextOfNode(
  node: ReportNode,
  above?: ReportNode,
): Pick<OutlineRow, "context" | "action" | "ref" | "hinted"> & { readonly logs?: LogSource } {
  const logs = node.role === "container" && above !== undefined ? findLogSource(node, above.ref) : undefined;
  const context: OutlineRow["context"] = [
    node.role,
    ...(node.outcome === "found" ? (["object"] as const) : []),
    ...(node.verdict === "healthy" ? [] : (["unhealthy"] as const)),
    ...(logs === undefined ? [] : (["hasLogs"] as const)),
  ];
  const conditions = isShownBelow(node) ? [] : node.conditions;
  const conditionTexts = conditions.map(
    ({ type, status, reason, message }) => `${type} ${status} ${reason} ${message}`,
  );
  const { trouble } = node;
  return {
    context,
    ...actionOn(node, logs),
    ref: node.ref,
    ...(logs !== undefined && { logs }),
    hinted: [
      trouble?.reason ?? "",
      trouble === undefined ? "" : messageText(trouble),
      nodeSince(node) ?? "",
      node.meaning ?? "",
      ...conditionTexts,
    ].join("\n"),
  };
}

/** A click opens what exists: of a container its log, else the YAML of its Pod. */
function actionOn({ outcome }: ReportNode, logs: LogSource | undefined): Pick<OutlineRow, "action"> {
  if (logs !== undefined) return { action: { is: "openLog" } };
  return outcome === "found" ? { action: { is: "openLive" } } : {};
}

/** The tooltip of an object: its state, what it reports, and its conditions that are not as expected. */
export function nodeTooltip(node: ReportNode, wording: RowWording): readonly MarkdownPart[] {
  return wholeParts(nodeEntry(node, wording.clock, isShownBelow(node)), node, wording);
}

/**
 * Whether a node's conditions have rows of their own. A changed message of one of them then does not redraw this row
 * and everything below it.
 */
function isShownBelow({ role }: ReportNode): boolean {
  return role === "root" || role === "component" || role === "part";
}
