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

/** The clusters for an assistant, the default one first, in at most {@link maxSummaryBytes}. */
export function summarizeClusters(listedClusters: readonly ListedCluster[]): object {
  const head = { apiVersion, kind: "AssistantClusters", note: dataNote };
  const ordered = listedClusters.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
  return keepWhatFits(ordered, (clusters, omitted) => ({ ...head, clusters, omitted }));
}

/** The state of a wait, for an assistant. */
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

/** The most items of a document. It is also the first number of items that is tried. */
const maxItems = 100;

/** The share of the items that is tried next, while a document is too large. */
const shrinkFactor = 0.8;

/**
 * Makes the document with the first `items` and the number of the others. At most {@link maxItems} items are tried, then
 * four fifths of them, and so on until the document fits into {@link maxSummaryBytes} or has no items.
 */
function keepWhatFits<Item>(
  items: readonly Item[],
  makeDocument: (keptItems: readonly Item[], omittedCount: number) => object,
): object {
  let keptCount = Math.min(items.length, maxItems);
  for (;;) {
    const document = makeDocument(items.slice(0, keptCount), items.length - keptCount);
    if (keptCount === 0 || Buffer.byteLength(quietJson(document)) <= maxSummaryBytes) return document;
    keptCount = Math.floor(keptCount * shrinkFactor);
  }
}
