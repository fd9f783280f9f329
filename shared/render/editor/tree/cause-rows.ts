import { nodesOnPath } from "../../../model/cause/cause-path.ts";
import type { Mark, OutlineEntry } from "../../../model/outline.ts";
import type { Cause, ReportNode, RootNode } from "../../../model/report.ts";
import { causeId } from "../../../outline/cause-entries.ts";
import { explanationAndState } from "../../../outline/cause-line.ts";
import { verdictMark } from "../../../outline/marks.ts";
import { nodeWords } from "../../../outline/node-rows.ts";
import { plainText } from "../../../outline/text.ts";
import { nodeLabel } from "../../../outline/words/component.ts";
import { entryParts, quotedLogLines } from "../hover/entry-parts.ts";
import { type DrawnEntry, entryMark } from "./entry-rows.ts";
import { contextOfNode, nodeTooltip } from "./node-rows.ts";
import { clockAloud, type OutlineRow, type RowWording, treeRow } from "./row.ts";
import { siblingRows } from "./sibling-list.ts";
import { markWords, readAloud } from "./spoken-row.ts";
import { stepAction, stepRows } from "./step-rows.ts";

/** One entry of the outline with its causes, the first one first. */
interface CauseItem extends DrawnEntry {
  readonly causes: readonly Cause[];
}

/**
 * A row for each component that makes a root unhealthy, in the order of the outline, whatever the number of its causes.
 * Below it stand the lines of a log that explain it, its next steps, the objects on the way down to the deepest one, and its event.
 */
export function causeRows(
  id: string,
  root: RootNode,
  entries: readonly DrawnEntry[],
  wording: RowWording,
): readonly OutlineRow[] {
  const items = entries.map((drawn): CauseItem => {
    return { ...drawn, causes: root.causes.filter((cause) => drawn.entry.id === causeId(cause)) };
  });
  return siblingRows(
    `${id}/cause`,
    {
      items,
      key: ({ entry }) => entry.id,
      mark: ({ entry }) => entryMark(entry),
      name: ({ entry }) => plainText(entry.subject),
      row: (item, at) => causeRow(at, item, { root, wording: wording, isFirst: item === items[0] }),
    },
    wording,
  );
}

/** What the rows of one entry need of the root. */
interface CauseSetting {
  readonly root: RootNode;
  readonly wording: RowWording;
  readonly isFirst: boolean;
}

/** `CDI   container cdi-controller CrashLoopBackOff (exit 1, 7 restarts) · unavailable for 14m`. */
function causeRow(
  id: string,
  { entry, aloud, causes }: CauseItem,
  { root, wording, isFirst }: CauseSetting,
): OutlineRow {
  const [first] = causes;
  const nodes = first === undefined ? [] : nodesOnPath(root, first);
  const others = entry.entries.filter(({ kind }) => kind === "cause");
  const rows = [
    ...rowsOfCause(id, entry, nodes, wording),
    ...others.map((other, index) => furtherRow(`${id}/%other/${index}`, other, causes[index + 1], root, wording)),
  ];
  const named = contextOfCause(entry, nodes, root, wording);
  const mark: Mark = entry.mark ?? "unknown";
  const label = plainText(entry.subject);
  return treeRow(
    {
      ...named,
      id,
      mark,
      label,
      description: explanationAndState(entry),
      context: ["cause", "culprit", ...named.context],
      spoken: readAloud([label, markWords[mark], explanationAndState(aloud)]),
      isOpen: isFirst,
    },
    rows.length === 0 ? undefined : () => rows,
    () => entryParts(entry),
  );
}

/** Another cause of the same component: what it says, and its next steps below it. */
function furtherRow(
  id: string,
  entry: OutlineEntry,
  cause: Cause | undefined,
  root: RootNode,
  wording: RowWording,
): OutlineRow {
  const nodes = cause === undefined ? [] : nodesOnPath(root, cause);
  const named = contextOfCause(entry, nodes, root, wording);
  const mark: Mark = entry.mark ?? "unknown";
  const label = explanationAndState(entry);
  const rows = rowsOfCause(id, entry, nodes, wording);
  return treeRow(
    {
      ...named,
      id,
      mark,
      label,
      description: "",
      context: ["cause", ...named.context],
      spoken: readAloud([label, markWords[mark]]),
    },
    rows.length === 0 ? undefined : () => rows,
    () => entryParts(entry),
  );
}

/**
 * What menus and a click need of a cause. Its menu is about the component that the row names, and about the log of the
 * container that is the cause. A click writes its next command.
 */
function contextOfCause(
  { commands }: OutlineEntry,
  nodes: readonly ReportNode[],
  root: RootNode,
  { isFiles }: RowWording,
): ReturnType<typeof contextOfNode> {
  const named = contextOfNode(nodes[0] ?? root);
  const logs = logsOnWay(nodes);
  const [next] = commands;
  return {
    ...named,
    ...(next !== undefined && !isFiles && stepAction(next, false)),
    ...(logs !== undefined && { logs, context: [...named.context, "hasLogs"] }),
  };
}

/** The log of the container at the end of the way down to a cause. */
function logsOnWay(nodes: readonly ReportNode[]): OutlineRow["logs"] {
  const [last, above] = nodes.toReversed();
  return last === undefined ? undefined : contextOfNode(last, above).logs;
}

/** The lines of a log that explain a cause, its next steps, the objects on the way down, and its event. */
function rowsOfCause(
  id: string,
  entry: OutlineEntry,
  nodes: readonly ReportNode[],
  wording: RowWording,
): readonly OutlineRow[] {
  return [
    ...logRows(id, entry, nodes),
    ...stepRows(id, entry, wording),
    ...wayRows(id, nodes.slice(1), wording),
    ...eventRows(id, entry),
  ];
}

/** `panic: boom`: the lines of the container's log that explain it. */
function logRows(id: string, entry: OutlineEntry, nodes: readonly ReportNode[]): readonly OutlineRow[] {
  const logs = logsOnWay(nodes);
  const [pod] = nodes.slice(-1);
  const opens =
    logs === undefined || pod === undefined ? {} : ({ logs, ref: pod.ref, action: { is: "openLog" } } as const);
  return quotedLogLines(entry).map((line) => {
    const label = plainText(line.text).trim();
    const own = { id: `${id}/%${line.id}`, mark: "none", label, description: "", copied: label } as const;
    return treeRow({
      ...own,
      ...opens,
      spoken: readAloud(["log", label]),
      context: logs === undefined ? ["log"] : ["log", "hasLogs"],
    });
  });
}

function wayRows(id: string, nodes: readonly ReportNode[], wording: RowWording): readonly OutlineRow[] {
  return nodes.map((node, index) => {
    const mark = verdictMark(node.verdict);
    const label = nodeLabel(node);
    const description = nodeWords(node, node.children, wording.clock);
    const words = nodeWords(node, node.children, clockAloud(wording));
    const named = contextOfNode(node, nodes[index - 1]);
    return treeRow(
      {
        ...named,
        id: `${id}/%way/${index}`,
        mark,
        label,
        description,
        context: ["cause", ...named.context],
        spoken: readAloud([label, markWords[mark], words]),
      },
      undefined,
      () => nodeTooltip(node, wording),
    );
  });
}

/** `event FailedCreate: … (7 times)`. A click opens the object that the event is about. */
function eventRows(id: string, { entries }: OutlineEntry): readonly OutlineRow[] {
  return entries
    .filter(({ kind }) => kind === "event")
    .map((event) => {
      const label = plainText(event.subject);
      const description = plainText(event.text);
      const spoken = readAloud([label, description]);
      const own = { id: `${id}/%event`, mark: "remark", label, description, spoken, context: ["event"] } as const;
      const opens = event.about && ({ ref: event.about, action: { is: "openLive" } } as const);
      return treeRow({ ...own, ...opens }, undefined, () => entryParts(event));
    });
}
