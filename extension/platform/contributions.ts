// The names of the contributions in package.json; test/extension/manifest.test.ts compares the two.

export const commandIds = {
  connect: "hcoStatus.connect",
  refresh: "hcoStatus.refresh",
  pickContext: "hcoStatus.pickContext",
  pickNamespaces: "hcoStatus.pickNamespaces",
  chooseKubeconfig: "hcoStatus.chooseKubeconfig",
  pinContext: "hcoStatus.pinContext",
  showUnhealthyOnly: "hcoStatus.showUnhealthyOnly",
  showAll: "hcoStatus.showAll",
  showAllContexts: "hcoStatus.showAllContexts",
  showOneContext: "hcoStatus.showOneContext",
  openMustGather: "hcoStatus.openMustGather",
  openHere: "hcoStatus.openHere",
  closeMustGather: "hcoStatus.closeMustGather",
  openSample: "hcoStatus.openSample",
  actOnRow: "hcoStatus.actOnRow",
  reveal: "hcoStatus.reveal",
  openLive: "hcoStatus.openLive",
  openManifest: "hcoStatus.openManifest",
  diffWithLive: "hcoStatus.diffWithLive",
  dryRun: "hcoStatus.dryRun",
  copyRow: "hcoStatus.copyRow",
  copyCommand: "hcoStatus.copyCommand",
  copyReport: "hcoStatus.copyReport",
  copyLogsCommand: "hcoStatus.copyLogsCommand",
  copyLink: "hcoStatus.copyLink",
  openConsole: "hcoStatus.openConsole",
  openLog: "hcoStatus.openLog",
  showLogs: "hcoStatus.showLogs",
  describe: "hcoStatus.describe",
  showEvents: "hcoStatus.showEvents",
  writeCommand: "hcoStatus.writeCommand",
  logIn: "hcoStatus.logIn",
  waitUntilHealthy: "hcoStatus.waitUntilHealthy",
  showTimeline: "hcoStatus.showTimeline",
  showUnhealthy: "hcoStatus.showUnhealthy",
  showLog: "hcoStatus.showLog",
} as const;

export const viewIds = { container: "hcoStatus", roots: "hcoStatus.roots" } as const;

/** The tools for language models. */
export const toolNames = { status: "hcoStatus_status", explain: "hcoStatus_explain", gate: "hcoStatus_gate" } as const;

/** The provider of servers of the Model Context Protocol. */
export const mcpProviderId = "hcoStatus.mcp";

/** The context keys that `when` clauses use. */
export const contextKeys = {
  /** A Phase (extension/places/place-state.ts). */
  phase: "hcoStatus.phase",
  /** Whether the tree has rows. */
  hasRows: "hcoStatus.hasRows",
  isUnhealthyOnly: "hcoStatus.isUnhealthyOnly",
  /** Whether the objects of a cluster are shown. A step of the walkthrough is complete then. */
  isConnected: "hcoStatus.isConnected",
  /** Whether a manifest of a known kind was seen. A step of the walkthrough is complete then. */
  isBeside: "hcoStatus.isBeside",
  isFiles: "hcoStatus.isFiles",
  /** Whether those files hold objects alone, without logs. */
  isDump: "hcoStatus.isDump",
  /** Whether the tree shows all contexts. */
  isAllContexts: "hcoStatus.isAllContexts",
} as const;

/** The section of the settings, which is the first part of their names. */
export const settingsSection = "hcoStatus";

export const walkthroughId = "hcoStatus.start";

/**
 * URI schemes of documents: a live object, a log, a comparison, the result of a dry run, an explained row. `row`: the
 * number on a row.
 */
export const uriSchemes = {
  live: "hco-status-live",
  log: "hco-status-log",
  compared: "hco-status-compared",
  dryRun: "hco-status-dry-run",
  explained: "hco-status-explained",
  row: "hco-status-row",
} as const;

/** Languages in which manifests are written. */
export const manifestLanguages = ["yaml", "json", "jsonc", "helm"] as const;
