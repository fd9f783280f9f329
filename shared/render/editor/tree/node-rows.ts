import { conditionVerdict, nodeSince } from "../../../model/condition-age.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { findLogSource, type LogSource } from "../../../model/log-source.ts";
import { keyOf } from "../../../model/object.ts";
import type { ReportNode, RootNode } from "../../../model/report.ts";
import { sortWorstFirst } from "../../../model/verdict.ts";
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
  const lineAt = (clock: AgeClock): PartLine => partLine(node, { root, findings, clock, all: true });
  const line = lineAt(wording.clock);
  const spokenDescription = plainText(partText(lineAt(clockAloud(wording))));
  const { mark, label } = line;
  // The description says the verdict. The mark says more where it is another one.
  const spokenMark = mark === verdictMark(node.verdict) ? "" : markWords[mark];
  return treeRow(
    {
      id,
      mark,
      label,
      description: plainText(partText(line)),
      spoken: readAloud([label, roleWords[node.role], spokenDescription, spokenMark]),
      ...interactionOfNode(node),
    },
    rowsBelowNode(id, node, wording),
    () => nodeTooltip(node, wording),
  );
}

/** Makes the rows of the conditions that are not good, then of the node's children, worst first. Undefined for no rows. */
function rowsBelowNode(id: string, node: ReportNode, wording: RowWording): (() => readonly OutlineRow[]) | undefined {
  const conditions = hasConditionRows(node) ? node.conditions : [];
  const abnormal = conditions.filter((condition) => conditionVerdict(condition) !== "healthy");
  if (abnormal.length === 0 && node.children.length === 0) return undefined;
  return () => [
    ...siblingRows(`${id}/%conditions`, conditionList(node, abnormal, wording), wording),
    ...siblingRows(id, childList(node, wording), wording),
  ];
}

function childList(parent: ReportNode, wording: RowWording): SiblingList<ReportNode> {
  return {
    items: sortWorstFirst(parent.children),
    // A container's ref is its Pod's.
    key: ({ role, ref, label }) => (role === "container" ? label : keyOf(ref)),
    mark: ({ verdict }) => verdictMark(verdict),
    name: nodeLabel,
    row: (node, id) => childRow(id, node, parent, wording),
  };
}

/** `Deployment cdi-deployment   0/1 ready, 14m`. */
function childRow(id: string, node: ReportNode, parent: ReportNode, wording: RowWording): OutlineRow {
  const label = nodeLabel(node);
  const mark = verdictMark(node.verdict);
  return treeRow(
    {
      id,
      mark,
      label,
      description: nodeWords(node, node.children, wording.clock),
      spoken: readAloud([label, markWords[mark], nodeWords(node, node.children, clockAloud(wording))]),
      ...interactionOfNode(node, parent),
    },
    rowsBelowNode(id, node, wording),
    () => nodeTooltip(node, wording),
  );
}

/** What menus, a click and tooltips need of a node. */
export type NodeInteraction = Pick<OutlineRow, "context" | "action" | "ref" | "hinted"> & { readonly logs?: LogSource };

/** What menus, a click and the tooltip need of a node. `parent`: the Pod of a container. */
export function interactionOfNode(node: ReportNode, parent?: ReportNode): NodeInteraction {
  const logs = node.role === "container" && parent !== undefined ? findLogSource(node, parent.ref) : undefined;
  const context: OutlineRow["context"][number][] = [node.role];
  if (node.outcome === "found") context.push("object");
  if (node.verdict !== "healthy") context.push("unhealthy");
  if (logs !== undefined) context.push("hasLogs");
  return { context, ...actionOn(node, logs), ref: node.ref, ...definedFields({ logs }), hinted: textsInTooltip(node) };
}

/** What the tooltip of a node says beside label, description and ages: where it changes, the row is redrawn. */
function textsInTooltip(node: ReportNode): string {
  const { trouble } = node;
  const conditions = hasConditionRows(node) ? [] : node.conditions;
  return [
    trouble?.reason ?? "",
    trouble === undefined ? "" : messageText(trouble),
    nodeSince(node) ?? "",
    node.meaning ?? "",
    ...conditions.map(({ type, status, reason, message }) => `${type} ${status} ${reason} ${message}`),
  ].join("\n");
}

/** A click opens the log of a container, or the YAML of an object that exists. */
function actionOn({ outcome }: ReportNode, logs: LogSource | undefined): Pick<OutlineRow, "action"> {
  if (logs !== undefined) return { action: { is: "openLog" } };
  return outcome === "found" ? { action: { is: "openLive" } } : {};
}

/** The tooltip of an object: its state, what it reports, and its conditions that are not as expected. */
export function nodeTooltip(node: ReportNode, wording: RowWording): readonly MarkdownPart[] {
  return wholeParts(nodeEntry(node, wording.clock, hasConditionRows(node)), node, wording);
}

/**
 * Whether a node's conditions have rows of their own. A changed message of one of them then does not redraw this row
 * and everything below it.
 */
function hasConditionRows({ role }: ReportNode): boolean {
  return role === "root" || role === "component" || role === "part";
}
