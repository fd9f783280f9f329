import { nodesOnPath } from "../../../model/cause/cause-path.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { LogSource } from "../../../model/log-source.ts";
import type { OutlineEntry } from "../../../model/outline.ts";
import type { Cause, ReportNode, RootNode } from "../../../model/report.ts";
import { causeId } from "../../../outline/cause-entries.ts";
import { explanationAndState } from "../../../outline/cause-line.ts";
import { verdictMark } from "../../../outline/marks.ts";
import { nodeWords } from "../../../outline/node-rows.ts";
import { plainText } from "../../../outline/text.ts";
import { nodeLabel } from "../../../outline/words/component.ts";
import { entryParts, quotedLogLines } from "../hover/entry-parts.ts";
import { type DrawnEntry, entryMark } from "./entry-rows.ts";
import { interactionOfNode, type NodeInteraction, nodeTooltip } from "./node-rows.ts";
import { clockAloud, type OutlineRow, type RowWording, treeRow } from "./row.ts";
import { type SiblingList, siblingRows } from "./sibling-list.ts";
import { markWords, readAloud } from "./spoken-row.ts";
import { stepAction, stepRows } from "./step-rows.ts";

/** The entry of a component in the outline, with the causes that it is about in its order. */
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
  const list: SiblingList<CauseItem> = {
    items,
    key: ({ entry }) => entry.id,
    mark: ({ entry }) => entryMark(entry),
    name: ({ entry }) => plainText(entry.subject),
    row: (item, rowId) => componentRow(rowId, item, item === items[0], { root, wording }),
  };
  return siblingRows(`${id}/cause`, list, wording);
}

/** A root with a cause, and the settings for its texts. */
interface CauseSetting {
  readonly root: RootNode;
  readonly wording: RowWording;
}

/**
 * `CDI   container cdi-controller CrashLoopBackOff (exit 1, 7 restarts) · unavailable for 14m`, and below it what explains
 * its first cause, then a row for each other one.
 */
function componentRow(
  id: string,
  { entry, aloud, causes }: CauseItem,
  isOpen: boolean,
  setting: CauseSetting,
): OutlineRow {
  const [firstCause, ...otherCauses] = causes;
  const otherEntries = entry.entries.filter(({ kind }) => kind === "cause");
  // Each further cause of the component has the same rows below it.
  const otherRows = otherEntries.map((other, index) => {
    const fields = { id: `${id}/%other/${index}`, label: explanationAndState(other), description: "" };
    return causeRow({ ...fields, context: ["cause"] }, other, otherCauses[index], setting);
  });
  const label = plainText(entry.subject);
  const fields = {
    id,
    label,
    description: explanationAndState(entry),
    context: ["cause", "culprit"],
    spoken: readAloud([label, markWords[entry.mark ?? "unknown"], explanationAndState(aloud)]),
    isOpen,
  } as const;
  return causeRow(fields, entry, firstCause, setting, otherRows);
}

type CauseRowFields = Pick<OutlineRow, "id" | "label" | "description" | "context"> &
  Partial<Pick<OutlineRow, "spoken" | "isOpen">>;

/** A row for one cause, with what explains it below, and then `furtherRows`. */
function causeRow(
  fields: CauseRowFields,
  entry: OutlineEntry,
  cause: Cause | undefined,
  { root, wording }: CauseSetting,
  furtherRows: readonly OutlineRow[] = [],
): OutlineRow {
  const nodes = cause === undefined ? [] : nodesOnPath(root, cause);
  const interaction = interactionOfCause(entry, nodes, root, wording);
  const rows = [...rowsBelowCause(fields.id, entry, nodes, wording), ...furtherRows];
  return treeRow(
    {
      ...interaction,
      mark: entry.mark ?? "unknown",
      ...fields,
      context: [...fields.context, ...interaction.context],
    },
    rows.length === 0 ? undefined : () => rows,
    () => entryParts(entry),
  );
}

/**
 * What menus and a click need of a cause. The menu is about the component that the row names, and about the log of the
 * container that is the cause. A click writes the next command of the cause into a terminal.
 */
function interactionOfCause(
  { commands }: OutlineEntry,
  nodes: readonly ReportNode[],
  root: RootNode,
  { isFiles }: RowWording,
): NodeInteraction {
  const interaction = interactionOfNode(nodes[0] ?? root);
  const logs = findLogs(nodes);
  const [nextCommand] = commands;
  const action = nextCommand === undefined || isFiles ? interaction.action : stepAction(nextCommand, false).action;
  const context = logs === undefined ? interaction.context : [...interaction.context, "hasLogs" as const];
  return { ...interaction, context, ...definedFields({ action, logs }) };
}

/** The log of the container at the end of the way down to a cause. Undefined where another object is the cause. */
function findLogs(nodes: readonly ReportNode[]): LogSource | undefined {
  const [deepest, parent] = nodes.toReversed();
  return deepest === undefined ? undefined : interactionOfNode(deepest, parent).logs;
}

/** The lines of a log that explain a cause, its next steps, the objects on the way down, and its event. */
function rowsBelowCause(
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

/** `panic: boom`: the lines of the container's log that explain a cause. A click opens the log. */
function logRows(id: string, entry: OutlineEntry, nodes: readonly ReportNode[]): readonly OutlineRow[] {
  const logs = findLogs(nodes);
  const ref = nodes.at(-1)?.ref;
  const isOpenable = logs !== undefined && ref !== undefined;
  const opening = isOpenable ? ({ logs, ref, action: { is: "openLog" } } as const) : {};
  return quotedLogLines(entry).map((line) => {
    const label = plainText(line.text).trim();
    return treeRow({
      ...opening,
      id: `${id}/%${line.id}`,
      mark: "none",
      label,
      description: "",
      copied: label,
      spoken: readAloud(["log", label]),
      context: logs === undefined ? ["log"] : ["log", "hasLogs"],
    });
  });
}

/** The objects on the way down, with what each reports. */
function wayRows(id: string, nodes: readonly ReportNode[], wording: RowWording): readonly OutlineRow[] {
  return nodes.map((node, index) => {
    const mark = verdictMark(node.verdict);
    const label = nodeLabel(node);
    const description = nodeWords(node, node.children, wording.clock);
    const spokenDescription = nodeWords(node, node.children, clockAloud(wording));
    const interaction = interactionOfNode(node, nodes[index - 1]);
    return treeRow(
      {
        ...interaction,
        id: `${id}/%way/${index}`,
        mark,
        label,
        description,
        context: ["cause", ...interaction.context],
        spoken: readAloud([label, markWords[mark], spokenDescription]),
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
      const opening = event.about && ({ ref: event.about, action: { is: "openLive" } } as const);
      return treeRow(
        {
          ...opening,
          id: `${id}/%event`,
          mark: "remark",
          label,
          description,
          spoken: readAloud([label, description]),
          context: ["event"],
        },
        undefined,
        () => entryParts(event),
      );
    });
}
