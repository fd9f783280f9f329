import { registerHooks } from "node:module";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import type { Report } from "../../shared/model/report.ts";
import type { OutlineRow } from "../../shared/render/editor/tree/row.ts";
import { readGoldenCase } from "../golden/recorded.ts";

// Prints what each front shows of a golden case, as JSON. Arguments: the case, and optionally a source file with a word in
// it and the word to put in its place, as if that file had been edited.

const [sentence = "", file, word = "", other = ""] = process.argv.slice(2);

if (file !== undefined)
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(file)) return loaded;
      const source = String(loaded.source);
      if (!source.includes(word)) throw new Error(`${file} has no "${word}"`);
      return { ...loaded, source: source.replaceAll(word, other) };
    },
  });

const healthy = aggregate(readGoldenCase("all-six-components-are-healthy"));

/** What each front shows of a Report, each as one line. Modules are loaded late, when the hook is there. */
async function frontsOf(report: Report): Promise<Readonly<Record<string, string>>> {
  const { printed } = await import("../render/printed.ts");
  const { renderFirstText } = await import("../../shared/render/formats/text/text.ts");
  const { buildTreeRows } = await import("../../shared/render/editor/tree/build-rows.ts");
  const { fleetRow } = await import("../../shared/render/fleet/rows.ts");
  const { rootStatusLines } = await import("../../shared/render/watch/root-lines.ts");
  const { listNews, formatNews } = await import("../../shared/render/watch/news.ts");
  const { listChanges: changesBetween } = await import("../../shared/changes/compare-reports.ts");
  const { compareRelated } = await import("../../shared/changes/related-depth.ts");
  const { renderDiff } = await import("../../shared/render/commands/report-diff.ts");
  const { summarizeForAssistant } = await import("../../shared/render/assistant/summary.ts");
  const changes = changesBetween(healthy, report);
  const fronts: Readonly<Record<string, string>> = {
    "first screen": renderFirstText(report),
    "-o wide": await printed("wide", report),
    "-o plain": await printed("plain", report),
    "-o markdown": (await printed("markdown", report)).replaceAll("\\", ""),
    "-o html": await printed("html", report),
    "-o github": await printed("github", report),
    "-o junit": await printed("junit", report),
    "-o json": await printed("json", report),
    tree: buildTreeRows(report).map(textOfRow).join("\n"),
    fleet: fleetRow({ context: "prod", report }, { format: "age", wide: true }).cause,
    "-w of a root": rootStatusLines(report, {}).join("\n"),
    "-w of a change": formatNews(listNews(changes, healthy, report), {}, { before: healthy, after: report }).join("\n"),
    diff: renderDiff(healthy, report, compareRelated(healthy, report, changes), {}),
    assistant: JSON.stringify(summarizeForAssistant(report, { isLive: true })),
  };
  return Object.fromEntries(Object.entries(fronts).map(([name, text]) => [name, text.replace(/\s+/g, " ")]));
}

function textOfRow(row: OutlineRow): string {
  const own = [row.label, row.description, JSON.stringify(row.hint())];
  return [...own, ...row.children().map(textOfRow)].join("\n");
}

process.stdout.write(JSON.stringify(await frontsOf(aggregate(readGoldenCase(sentence)))));
