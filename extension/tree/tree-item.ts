import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, type Uri } from "vscode";
import type { OutlineRow } from "../../shared/render/editor/tree/build-rows.ts";
import type { RowKind } from "../../shared/render/editor/tree/row.ts";
import type { RowMark } from "../../shared/render/terminal/verdict-marks.ts";
import type { TreeElement } from "./element-cache.ts";
import { buildRowCommand, describeForScreenReader } from "./row-command.ts";
import { rowUri } from "./row-decorations.ts";

/** What the drawing of a row depends on beside the row itself. */
interface PlaceOfItem {
  /** The row may be out of date. */
  readonly isOld: boolean;
  /** The row's cluster has a web console. */
  readonly hasConsole: boolean;
  /** The address of the document with the YAML of the row's object. */
  readonly liveUri: Uri | undefined;
}

/**
 * Returns a row as VS Code draws it. The tooltip is created when the user points at the row. A click does what the row is
 * for, else it expands or collapses it. The icon of a row that may be out of date has a faint colour.
 */
export function buildTreeItem(element: TreeElement, { isOld, hasConsole, liveUri }: PlaceOfItem): TreeItem {
  const { row } = element;
  const { id, label, description, context, mark, hasChildren, isOpen } = row;
  const item = new TreeItem(label, collapsibleState(hasChildren, isOpen));
  item.id = id;
  item.description = description;
  item.contextValue = [...context, ...(hasConsole ? ["console"] : [])].join(" ");
  item.accessibilityInformation = { label: describeForScreenReader(row) };
  const command = buildRowCommand(element, liveUri);
  if (command !== undefined) item.command = command;
  const uri = isOld ? undefined : rowUri(row);
  if (uri !== undefined) item.resourceUri = uri;
  const icon = mark === "none" ? quietIcon(context) : icons[mark];
  item.iconPath = isOld ? new ThemeIcon(icon.id, faint) : icon;
  return item;
}

function collapsibleState(hasChildren: boolean, isOpen: boolean): TreeItemCollapsibleState {
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
