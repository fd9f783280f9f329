import { type ConfigurationChangeEvent, type Uri, type WorkspaceConfiguration, workspace } from "vscode";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { ContextMarks } from "../../shared/render/editor/context-mark.ts";
import { settingsSection } from "./contributions.ts";
import { withFolder } from "./workspace-variable.ts";

/** The settings of the user, as plain data. */
export interface ExtensionSettings {
  readonly autoConnect: boolean;
  /** Whether programs that a kubeconfig names for logging in run without a request by the user. */
  readonly credentialPlugins: "onRequest" | "always";
  readonly hover: boolean;
  readonly inlayHints: boolean;
  readonly endOfLine: boolean;
  readonly codeLens: boolean;
  readonly languageStatus: boolean;
  readonly diagnostics: boolean;
  readonly explorerBadges: boolean;
  readonly dryRun: boolean;
  readonly logs: boolean;
  /** Which changes of top-level objects the user is notified of. */
  readonly notifications: "off" | "unhealthy" | "all";
  readonly statusBar: boolean;
  readonly schema: boolean;
}

/** Returns the settings of the window. */
export function readSettings(): ExtensionSettings {
  const { get } = workspace.getConfiguration(settingsSection);
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
    dryRun: get("dryRun", true),
    logs: get("logs", true),
    notifications: readNoticeLevel(get<string>("notifications", "off")),
    statusBar: get("statusBar.enabled", false),
    schema: get("schema.enabled", true),
  };
}

/** Returns the level of notifications; "off" for any other value, which a settings file may hold. */
function readNoticeLevel(value: string): ExtensionSettings["notifications"] {
  return value === "unhealthy" || value === "all" ? value : "off";
}

/**
 * The cluster that a folder's settings name. Settings of an untrusted folder do not count (restrictedConfigurations).
 */
export interface FolderSettings {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly namespaces: readonly string[];
  /** Whether the folder or its workspace names the cluster, not the user's settings for all folders. */
  readonly isPinned: boolean;
}

/** Returns the settings of a folder, or of the window without `folder`. */
export function readFolderSettings(folder?: Uri): FolderSettings {
  const configuration = workspace.getConfiguration(settingsSection, folder);
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const writtenPath = trimText(configuration.get("kubeconfig"));
  const kubeconfig = writtenPath === undefined ? undefined : withFolder(writtenPath, folder, folders);
  const context = trimText(configuration.get("context"));
  const namespaces = configuration.get("namespaces");
  const isSetHere = isSetInWorkspace(configuration, "kubeconfig") || isSetInWorkspace(configuration, "context");
  return {
    isPinned: isSetHere && (kubeconfig !== undefined || context !== undefined),
    ...definedFields({ kubeconfig, context }),
    namespaces: Array.isArray(namespaces) ? namespaces.flatMap((name: unknown) => trimText(name) ?? []) : [],
  };
}

/** Whether the folder or the workspace has a setting, and not only the user's settings for all folders. */
function isSetInWorkspace(configuration: WorkspaceConfiguration, name: string): boolean {
  const { workspaceValue, workspaceFolderValue } = configuration.inspect(name) ?? {};
  return trimText(workspaceFolderValue ?? workspaceValue) !== undefined;
}

/** Returns the marks that the user gives to contexts. A settings file may hold a value of any type. */
export function readContextMarks(): ContextMarks {
  const marks: unknown = workspace.getConfiguration(settingsSection).get("contextMarks");
  return typeof marks === "object" && marks !== null ? { ...marks } : {};
}

/** Whether a change affects the extension's settings. */
export function isOurs(change: ConfigurationChangeEvent): boolean {
  return change.affectsConfiguration(settingsSection);
}

/** Whether a change affects the settings that choose the place. */
export function isOfPlace(change: ConfigurationChangeEvent): boolean {
  return ["kubeconfig", "context", "namespaces"].some((name) =>
    change.affectsConfiguration(`${settingsSection}.${name}`),
  );
}

/** Returns the trimmed text; undefined without one. A settings file may hold a value of any type. */
function trimText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
