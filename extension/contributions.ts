// What package.json contributes, by name; test/extension/manifest.test.ts holds the two together.

export const commands = {
  connect: "hcoStatus.connect",
  refresh: "hcoStatus.refresh",
  pickContext: "hcoStatus.pickContext",
  pickNamespaces: "hcoStatus.pickNamespaces",
  chooseKubeconfig: "hcoStatus.chooseKubeconfig",
  pinContext: "hcoStatus.pinContext",
  showUnwellOnly: "hcoStatus.showUnwellOnly",
  showAll: "hcoStatus.showAll",
  openGather: "hcoStatus.openGather",
  closeGather: "hcoStatus.closeGather",
  openSample: "hcoStatus.openSample",
  reveal: "hcoStatus.reveal",
  openLive: "hcoStatus.openLive",
  openManifest: "hcoStatus.openManifest",
  diffWithLive: "hcoStatus.diffWithLive",
  copyCommand: "hcoStatus.copyCommand",
  copyReport: "hcoStatus.copyReport",
  copyLogsCommand: "hcoStatus.copyLogsCommand",
  waitUntilHealthy: "hcoStatus.waitUntilHealthy",
  showTimeline: "hcoStatus.showTimeline",
  showUnwell: "hcoStatus.showUnwell",
  showLog: "hcoStatus.showLog",
} as const;

export const views = { container: "hcoStatus", roots: "hcoStatus.roots" } as const;

/** What `when` clauses go by. */
export const contextKeys = {
  /** A Phase (extension/shown.ts). */
  phase: "hcoStatus.phase",
  /** Whether there are rows. */
  hasRows: "hcoStatus.hasRows",
  isUnwellOnly: "hcoStatus.isUnwellOnly",
  isFiles: "hcoStatus.isFiles",
} as const;

/** Settings, without the first word of their names. */
export const section = "hcoStatus";

/** Settings that a button of ours changes, behind the section. */
export const settingNames = { notifications: "notifications.enabled" } as const;

export const walkthrough = "hcoStatus.start";

/** Documents of a live object, and both sides of a comparison. */
export const schemes = { live: "hco-status-live", compared: "hco-status-compared" } as const;

/** Languages in which manifests are written. */
export const languages = ["yaml", "json", "jsonc", "helm"] as const;
