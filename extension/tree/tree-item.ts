import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, type Uri } from "vscode";
import type { OutlineRow, RowKind } from "../../shared/render/editor/tree/row.ts";
import type { RowMark } from "../../shared/render/terminal/verdict-marks.ts";
import type { TreeElement } from "./element-cache.ts";
import { buildRowCommand, describeForScreenReader } from "./row-command.ts";
import { rowUri } from "./row-decorations.ts";

/** The icons of rows by their mark. They differ by shape. The colour only repeats the difference. */
const markIcons: Readonly<Record<Exclude<RowMark, "none">, ThemeIcon>> = {
  bad: new ThemeIcon("error", new ThemeColor("problemsErrorIcon.foreground")),
  remark: new ThemeIcon("warning", new ThemeColor("problemsWarningIcon.foreground")),
  busy: new ThemeIcon("sync", new ThemeColor("problemsInfoIcon.foreground")),
  unknown: new ThemeIcon("question", new ThemeColor("problemsWarningIcon.foreground")),
  good: new ThemeIcon("pass", new ThemeColor("testing.iconPassed")),
};

/** The colour of the icon of a row that may be out of date. */
const faintColour: ThemeColor = new ThemeColor("disabledForeground");

/** The icon of rows that have neither a mark nor an icon of their kind. */
const plainIcon: ThemeIcon = new ThemeIcon("circle-outline");

/** The icons of rows without a mark, by their kind. */
const kindIcons: Readonly<Record<RowKind, ThemeIcon>> = {
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
  group: plainIcon,
  relatedObjects: plainIcon,
  kind: plainIcon,
  related: plainIcon,
  page: plainIcon,
  deleted: plainIcon,
  context: plainIcon,
  condition: plainIcon,
  gate: plainIcon,
  cause: plainIcon,
  culprit: plainIcon,
  event: plainIcon,
  log: new ThemeIcon("output"),
  fact: new ThemeIcon("info"),
  finding: plainIcon,
  change: plainIcon,
};

/** What the drawing of a row depends on beside the row itself. */
interface PlaceOfItem {
  /** Whether the row may be out of date. */
  readonly isOld: boolean;
  /** Whether the row's cluster has a web console. */
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
  item.contextValue = (hasConsole ? [...context, "console"] : context).join(" ");
  item.accessibilityInformation = { label: describeForScreenReader(row) };
  const command = buildRowCommand(element, liveUri);
  if (command !== undefined) item.command = command;
  const uri = isOld ? undefined : rowUri(row);
  if (uri !== undefined) item.resourceUri = uri;
  const icon = mark === "none" ? findKindIcon(context) : markIcons[mark];
  item.iconPath = isOld ? new ThemeIcon(icon.id, faintColour) : icon;
  return item;
}

function collapsibleState(hasChildren: boolean, isOpen: boolean): TreeItemCollapsibleState {
  if (!hasChildren) return TreeItemCollapsibleState.None;
  return isOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
}

function findKindIcon(context: OutlineRow["context"]): ThemeIcon {
  const kind = context.find(isRowKind);
  return kind === undefined ? plainIcon : kindIcons[kind];
}

function isRowKind(token: string): token is RowKind {
  return Object.hasOwn(kindIcons, token);
}
