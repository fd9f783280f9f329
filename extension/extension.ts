import type { Disposable, ExtensionContext } from "vscode";
import { registerServer } from "./assist/register-server.ts";
import { registerTools } from "./assist/register-tools.ts";
import { registerCopy } from "./commands/copy-commands.ts";
import { registerCommands } from "./commands/register-commands.ts";
import { registerWait } from "./commands/wait-command.ts";
import { registerWelcome } from "./commands/welcome.ts";
import { registerDryRun } from "./dry-run/register-dry-run.ts";
import { registerExplorer } from "./explorer/register-explorer.ts";
import { registerLinks } from "./links/register-links.ts";
import { registerDiff } from "./live-yaml/live-diff.ts";
import { registerLiveYaml } from "./live-yaml/register-live-yaml.ts";
import { registerLogs } from "./logs/register-logs.ts";
import { registerDiagnostics } from "./manifest/diagnostics.ts";
import { registerExplorerBadge } from "./manifest/file-decorations.ts";
import { registerHover } from "./manifest/hover-provider.ts";
import { registerInlay } from "./manifest/inlay-hints.ts";
import { registerLanguageStatus } from "./manifest/language-status.ts";
import { registerCodeLens, registerEndOfLine, registerNotice } from "./manifest/loaded-surfaces.ts";
import { registerStatusBar } from "./manifest/status-bar.ts";
import { createOutputLog } from "./platform/output-log.ts";
import { registerSchema } from "./schema/register-schema.ts";
import { createSession } from "./session/session.ts";
import type { ExtensionSession } from "./session/session-parts.ts";
import { registerTerminal } from "./terminal/register-terminal.ts";
import { registerTimeline } from "./timeline/timeline-command.ts";
import { registerTreeCommands } from "./tree/tree-commands.ts";
import { SidebarTree } from "./tree/tree-view.ts";

/** Registers every surface and returns. Nothing is read, requested or started before a surface needs it. */
export function activate(context: ExtensionContext): void {
  const log = createOutputLog();
  const session = createSession(context, log);
  const tree = new SidebarTree(session);
  context.subscriptions.push(log, session, tree, registerTreeCommands(session, tree));
  context.subscriptions.push(...surfaces.map((register) => register(session)));
}

const surfaces: readonly ((session: ExtensionSession) => Disposable)[] = [
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
  registerLogs,
  registerDiff,
  registerDryRun,
  registerCopy,
  registerWait,
  registerTerminal,
  registerLinks,
  registerTools,
  registerServer,
  registerExplorer,
  registerTimeline,
  registerSchema,
];
