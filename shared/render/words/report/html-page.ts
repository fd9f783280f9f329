import type { Source } from "../../../model/snapshot.ts";
import { packageVersion } from "../../../model/version.ts";
import { paragraphLabels } from "./labels.ts";

/** The headings of the HTML page. */
export const pageTitles = {
  causes: "Causes",
  inProgress: "In progress",
  notKnown: "Not known",
  conditions: "Conditions",
  upgrade: "Upgrade",
  readiness: "Readiness",
  notes: "Notes",
  notRead: "What was not read",
  next: "Next",
  marks: "Marks",
} as const;

/** The columns and rows of the table of the upgrade. */
export const pageGates = {
  check: "Check",
  result: "Result",
  upgrade: "May be upgraded",
  ready: "Ready",
} as const;

const labels: ReadonlyMap<string, string> = new Map([
  [paragraphLabels.means, "Meaning"],
  [paragraphLabels.waits, "Waiting"],
  [paragraphLabels.drift, "Differences"],
  [paragraphLabels.related, "Related objects"],
]);

/** The label of a paragraph in full, for readers who know only the page. */
export function pageLabel(label: string): string {
  return labels.get(label) ?? label;
}

/** `Cluster admin@prod`, `Must-gather mg.tgz`, `File hco.yaml`. */
export function pageSourceText({ kind, name, snapshot }: Source): string {
  const what = { cluster: "Cluster", "must-gather": "Must-gather", files: "Input", buffer: "Document" }[kind];
  return `${what} ${name}${snapshot === undefined ? "" : `, snapshot ${snapshot}`}`;
}

/** `2026-11-21 12:00:00 UTC`, from the RFC 3339 form. */
export function pageTimeText(time: string): string {
  return time.replace("T", " ").replace(/Z$/, " UTC");
}

/** `CDI: see the log of the container's last run`. */
export function pageNextText(name: string, why: string): string {
  return `${name}: see ${why}`;
}

/** What made the page. */
export const pageOrigin: string = `Made by hco-status ${packageVersion}. Ages count from the time above.`;
