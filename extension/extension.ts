import type { Disposable, ExtensionContext } from "vscode";
import { registerCodeLens } from "./code-lens.ts";
import { registerCommands } from "./commands.ts";
import { registerCopy } from "./copy.ts";
import { registerDiagnostics } from "./diagnostics.ts";
import { registerDiff } from "./diff.ts";
import { registerEndOfLine } from "./end-of-line.ts";
import { registerExplorerBadge } from "./explorer-badge.ts";
import { registerHover } from "./hover.ts";
import { registerInlay } from "./inlay.ts";
import { registerLanguageStatus } from "./language-status.ts";
import { registerLiveYaml } from "./live-yaml.ts";
import { logOf } from "./log.ts";
import { registerNotice } from "./notice.ts";
import { type Session, sessionOf } from "./session.ts";
import { registerStatusBar } from "./status-bar.ts";
import { registerTimeline } from "./timeline.ts";
import { registerTree } from "./tree.ts";
import { registerTreeCommands } from "./tree-commands.ts";
import { registerWait } from "./wait.ts";
import { registerWelcome } from "./welcome.ts";

/** Registers every surface and returns: nothing is read, asked or started before somebody looks. */
export function activate(context: ExtensionContext): void {
  const log = logOf();
  const session = sessionOf(context, log);
  const tree = registerTree(session);
  context.subscriptions.push(log, session, tree, registerTreeCommands(session, tree));
  context.subscriptions.push(...surfaces.map((register) => register(session)));
}

const surfaces: readonly ((session: Session) => Disposable)[] = [
  registerCommands,
  registerWelcome,
  registerHover,
  registerInlay,
  registerEndOfLine,
  registerCodeLens,
  registerLanguageStatus,
  registerDiagnostics,
  registerExplorerBadge,
  registerStatusBar,
  registerNotice,
  registerLiveYaml,
  registerDiff,
  registerCopy,
  registerWait,
  registerTimeline,
];
