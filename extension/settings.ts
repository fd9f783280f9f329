import { type ConfigurationChangeEvent, type Uri, workspace } from "vscode";
import { section } from "./contributions.ts";
import { withFolder } from "./folder-path.ts";

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
  /** The folder, or its workspace, says so itself, and not the person for all of them. */
  readonly isPinned: boolean;
}

/** @param folder absent: of the window. */
export function folderSettings(folder?: Uri): FolderSettings {
  const configuration = workspace.getConfiguration(section, folder);
  const kubeconfig = text(configuration.get("kubeconfig"));
  const context = text(configuration.get("context"));
  const namespaces = configuration.get("namespaces");
  const isSaid = ["kubeconfig", "context"].some((name) => {
    const { workspaceValue, workspaceFolderValue } = configuration.inspect(name) ?? {};
    return text(workspaceFolderValue ?? workspaceValue) !== undefined;
  });
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const files = kubeconfig === undefined ? undefined : withFolder(kubeconfig, folder, folders);
  return {
    isPinned: isSaid && (files !== undefined || context !== undefined),
    ...(files !== undefined && { kubeconfig: files }),
    ...(context !== undefined && { context }),
    namespaces: Array.isArray(namespaces) ? namespaces.flatMap((name: unknown) => text(name) ?? []) : [],
  };
}

/** Whether a change is one of ours. */
export function isOurs(change: ConfigurationChangeEvent): boolean {
  return change.affectsConfiguration(section);
}

/** Whether a change says otherwise where to look. */
export function isOfPlace(change: ConfigurationChangeEvent): boolean {
  return ["kubeconfig", "context", "namespaces"].some((name) => change.affectsConfiguration(`${section}.${name}`));
}

/** What a file of settings says may be of any shape. */
function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
