import { ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { RowMark } from "../shared/render/marks.ts";
import type { OutlineRow } from "../shared/render/outline.ts";
import { commandOf } from "./row-command.ts";

/** A row as VS Code draws it. Its tooltip is made when somebody points at it; a click only selects it, or opens and closes it. */
export function treeItem(row: OutlineRow): TreeItem {
  const { id, label, description, spoken, context, mark, hasChildren, isOpen } = row;
  const item = new TreeItem(label, stateOf(hasChildren, isOpen));
  item.id = id;
  item.description = description;
  item.contextValue = context.join(" ");
  item.accessibilityInformation = { label: spoken };
  const command = commandOf(row);
  if (command !== undefined) item.command = { command, title: label };
  item.iconPath = mark === "none" ? quietIcon(context) : icons[mark];
  return item;
}

function stateOf(hasChildren: boolean, isOpen: boolean): TreeItemCollapsibleState {
  if (!hasChildren) return TreeItemCollapsibleState.None;
  return isOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
}

/** Told apart by their shape; the colour says it again. */
const icons: Readonly<Record<Exclude<RowMark, "none">, ThemeIcon>> = {
  bad: new ThemeIcon("error", new ThemeColor("problemsErrorIcon.foreground")),
  remark: new ThemeIcon("warning", new ThemeColor("problemsWarningIcon.foreground")),
  busy: new ThemeIcon("sync", new ThemeColor("problemsInfoIcon.foreground")),
  unknown: new ThemeIcon("question", new ThemeColor("problemsWarningIcon.foreground")),
  good: new ThemeIcon("pass", new ThemeColor("testing.iconPassed")),
};

const quiet: Readonly<Record<string, ThemeIcon>> = {
  place: new ThemeIcon("server-environment"),
  connect: new ThemeIcon("plug"),
  refresh: new ThemeIcon("refresh"),
  pickContext: new ThemeIcon("server-environment"),
  pickNamespaces: new ThemeIcon("list-filter"),
  openGather: new ThemeIcon("folder-opened"),
  showLog: new ThemeIcon("output"),
  timeline: new ThemeIcon("history"),
  hidden: new ThemeIcon("filter"),
};

/** Of what nobody judges. */
function quietIcon(context: readonly string[]): ThemeIcon {
  return context.flatMap((token) => quiet[token] ?? [])[0] ?? unjudged;
}

const unjudged: ThemeIcon = new ThemeIcon("circle-outline");
