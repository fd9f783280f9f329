import { compareReports } from "../../shared/changes/compare-reports.ts";
import { compareRelated } from "../../shared/changes/related-depth.ts";
import type { Report } from "../../shared/model/report.ts";
import type { WaitDocument } from "../../shared/model/wait.ts";
import { quoteClusterText } from "../../shared/render/assistant/quote.ts";
import { dataNote, maxSummaryBytes } from "../../shared/render/assistant/summary.ts";
import { renderDiff } from "../../shared/render/commands/report-diff.ts";
import { quietJson } from "../../shared/render/formats/json.ts";
import { plainPalette } from "../../shared/render/terminal/palette.ts";

const apiVersion = "hco-status/v1";

/** The differences of two Reports for an assistant, the worst first, in at most {@link maxSummaryBytes}. */
export function summarizeDiff(before: Report, after: Report): object {
  const change = compareReports(before, after);
  const comparison = compareRelated(before, after, change.changes);
  const text = renderDiff(before, after, comparison, { width: 0, palette: plainPalette, absoluteTime: true });
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const head = { apiVersion, kind: "AssistantDiff", note: dataNote, isSame: comparison.isSame };
  return keepWhatFits(
    lines.map((line) => quoteClusterText(line)),
    (clusterText, omitted) => {
      return { ...head, before: before.verdict, after: after.verdict, clusterText, omitted };
    },
  );
}

/** One cluster that the tools can read. */
export interface ListedCluster {
  readonly name: string;
  readonly isDefault: boolean;
  readonly server?: string;
}

/** The clusters for an assistant, in at most {@link maxSummaryBytes}. */
export function summarizeClusters(all: readonly ListedCluster[]): object {
  const head = { apiVersion, kind: "AssistantClusters", note: dataNote };
  const ordered = all.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
  return keepWhatFits(ordered, (clusters, omitted) => ({ ...head, clusters, omitted }));
}

/** How a wait stands, for an assistant. */
export function summarizeWait(document: WaitDocument): object {
  const { for: goal, state, seconds, exitCode = 0, text } = document;
  return {
    apiVersion,
    kind: "AssistantWait",
    note: dataNote,
    for: quoteClusterText(goal),
    state,
    seconds,
    exitCode,
    clusterText: quoteClusterText(text),
  };
}

/** Why a call has no result, for an assistant. The reason may be a server's own words, such as those of a 401. */
export function summarizeError(sentence: string): object {
  return { apiVersion, kind: "AssistantError", note: dataNote, clusterText: quoteClusterText(sentence) };
}

/** The document with as many of `items` as fit. */
function keepWhatFits<Item>(items: readonly Item[], make: (some: readonly Item[], omitted: number) => object): object {
  let some = items.slice(0, 100);
  let document = make(some, items.length - some.length);
  while (some.length > 0 && Buffer.byteLength(quietJson(document)) > maxSummaryBytes) {
    some = some.slice(0, Math.floor(some.length * 0.8));
    document = make(some, items.length - some.length);
  }
  return document;
}
