import { type ConfigurationChangeEvent, type Uri, workspace } from "vscode";
import { section } from "./contributions.ts";

/** What the person has chosen, as plain data. */
export interface Settings {
  readonly autoConnect: boolean;
  /** Whether programs that a kubeconfig names for logging in run without being asked for. */
  readonly credentialPlugins: "onRequest" | "always";
  readonly hover: boolean;
  readonly inlayHints: boolean;
  readonly endOfLine: boolean;
  readonly codeLens: boolean;
  readonly languageStatus: boolean;
  readonly diagnostics: boolean;
  readonly explorerBadges: boolean;
  readonly notifications: boolean;
  readonly statusBar: boolean;
}

export function settingsNow(): Settings {
  const { get } = workspace.getConfiguration(section);
  return {
    autoConnect: get("autoConnect", true),
    credentialPlugins: get<string>("credentialPlugins") === "always" ? "always" : "onRequest",
    hover: get("hover.enabled", true),
    inlayHints: get("inlayHints.enabled", true),
    endOfLine: get("endOfLine.enabled", false),
    codeLens: get("codeLens.enabled", false),
    languageStatus: get("languageStatus.enabled", true),
    diagnostics: get("diagnostics.enabled", false),
    explorerBadges: get("explorerBadges.enabled", false),
    notifications: get("notifications.enabled", false),
    statusBar: get("statusBar.enabled", false),
  };
}

/** What a folder says of its cluster; what a folder that is not trusted says is not among it (restrictedConfigurations). */
export interface FolderSettings {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly namespaces: readonly string[];
}

/** @param folder absent: of the window. */
export function folderSettings(folder?: Uri): FolderSettings {
  const configuration = workspace.getConfiguration(section, folder);
  const kubeconfig = text(configuration.get("kubeconfig"));
  const context = text(configuration.get("context"));
  const namespaces = configuration.get("namespaces");
  return {
    ...(kubeconfig !== undefined && {
      kubeconfig: kubeconfig.replaceAll(/\$\{workspaceFolder\}/g, folder?.fsPath ?? ""),
    }),
    ...(context !== undefined && { context }),
    namespaces: Array.isArray(namespaces) ? namespaces.flatMap((name: unknown) => text(name) ?? []) : [],
  };
}

/** Whether a change is one of ours. */
export function isOurs(change: ConfigurationChangeEvent): boolean {
  return change.affectsConfiguration(section);
}

/** What a file of settings says may be of any shape. */
function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
