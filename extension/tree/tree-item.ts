import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { OutlineRow } from "../../shared/render/editor/tree/build-rows.ts";
import type { RowKind } from "../../shared/render/editor/tree/row.ts";
import type { RowMark } from "../../shared/render/terminal/verdict-marks.ts";
import type { TreeElement } from "./element-cache.ts";
import { rowCommandOf } from "./row-command.ts";
import { rowUri } from "./row-decorations.ts";

/**
 * Returns a row as VS Code draws it. The tooltip is created when the user points at the row. A click selects the row,
 * expands or collapses it, or runs its command. The icon of a row that may be out of date has a faint colour.
 */
export function treeItem({ row, place }: Pick<TreeElement, "row" | "place">, isOld: boolean): TreeItem {
  const { id, label, description, spoken, context, mark, hasChildren, isOpen } = row;
  const item = new TreeItem(label, stateOf(hasChildren, isOpen));
  item.id = id;
  item.description = description;
  item.contextValue = context.join(" ");
  item.accessibilityInformation = { label: spoken };
  const command = rowCommandOf(row);
  if (command !== undefined) item.command = { command, title: label, arguments: [{ place }] };
  const uri = isOld ? undefined : rowUri(row);
  if (uri !== undefined) item.resourceUri = uri;
  const icon = mark === "none" ? quietIcon(context) : icons[mark];
  item.iconPath = isOld ? new ThemeIcon(icon.id, faint) : icon;
  return item;
}

function stateOf(hasChildren: boolean, isOpen: boolean): TreeItemCollapsibleState {
  if (!hasChildren) return TreeItemCollapsibleState.None;
  return isOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
}

/** Icons differ by shape; the colour only repeats the difference. */
const icons: Readonly<Record<Exclude<RowMark, "none">, ThemeIcon>> = {
  bad: new ThemeIcon("error", new ThemeColor("problemsErrorIcon.foreground")),
  remark: new ThemeIcon("warning", new ThemeColor("problemsWarningIcon.foreground")),
  busy: new ThemeIcon("sync", new ThemeColor("problemsInfoIcon.foreground")),
  unknown: new ThemeIcon("question", new ThemeColor("problemsWarningIcon.foreground")),
  good: new ThemeIcon("pass", new ThemeColor("testing.iconPassed")),
};

const faint: ThemeColor = new ThemeColor("disabledForeground");

const unjudged: ThemeIcon = new ThemeIcon("circle-outline");

/** Icons of rows without a mark. */
const quiet: Readonly<Record<RowKind, ThemeIcon>> = {
  connect: new ThemeIcon("plug"),
  logIn: new ThemeIcon("terminal"),
  refresh: new ThemeIcon("refresh"),
  pickContext: new ThemeIcon("server-environment"),
  pickNamespaces: new ThemeIcon("list-filter"),
  openMustGather: new ThemeIcon("folder-opened"),
  showLog: new ThemeIcon("output"),
  timeline: new ThemeIcon("history"),
  step: new ThemeIcon("terminal"),
  hidden: new ThemeIcon("filter"),
  group: unjudged,
  relatedObjects: unjudged,
  kind: unjudged,
  related: unjudged,
  page: unjudged,
  deleted: unjudged,
  context: unjudged,
  ...{
    condition: unjudged,
    gate: unjudged,
    cause: unjudged,
    culprit: unjudged,
    event: unjudged,
    log: new ThemeIcon("output"),
    fact: new ThemeIcon("info"),
    finding: unjudged,
    change: unjudged,
  },
};

function quietIcon(context: OutlineRow["context"]): ThemeIcon {
  const kind = context.find(isRowKind);
  return kind === undefined ? unjudged : quiet[kind];
}

function isRowKind(token: string): token is RowKind {
  return Object.hasOwn(quiet, token);
}
