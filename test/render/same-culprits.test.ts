import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import type { Cause, Report, RootNode } from "../../shared/model/report.ts";
import type { Verdict } from "../../shared/model/verdict.ts";
import { harmlessReport } from "../../shared/render/characters/sanitize.ts";
import { causeLine } from "../../shared/render/editor/culprit-text.ts";
import { hoverParts } from "../../shared/render/editor/hover/build-hover.ts";
import { buildTreeRows, type OutlineRow } from "../../shared/render/editor/tree/build-rows.ts";
import { culpritEntries } from "../../shared/render/first-screen/culprit-entries.ts";
import { firstScreenLines } from "../../shared/render/first-screen/render-first-screen.ts";
import { renderHtml } from "../../shared/render/formats/html/html.ts";
import { inEnglish } from "../../shared/render/words/translate.ts";
import { recorded, sentences } from "../golden/recorded.ts";
import { samples } from "./samples.ts";

/** One culprit as a surface shows it. */
interface Shown {
  readonly name: string;
  readonly cause: string;
  readonly commands: readonly string[];
}

const unhealthy: readonly (readonly [name: string, report: Report, root: RootNode])[] = [
  ...sentences.map((sentence) => [sentence, aggregate(recorded(sentence))] as const),
  ...Object.entries(samples),
].flatMap(([name, report]) => {
  const [root] = report.roots;
  const isTold =
    root !== undefined && report.roots.length === 1 && root.verdict !== "healthy" && root.causes.length > 0;
  return isTold ? [[name, report, harmlessReport(root)] as const] : [];
});

/** The most culprits that shell and hover show. Tree and page have all. */
const most = 3;

/** The sections of the page, in their order, each with the verdicts of its causes. */
const pageSections: readonly (readonly Verdict[])[] = [["unavailable", "degraded"], ["progressing"], ["unknown"]];

function expected(root: RootNode, { takenAt }: Report): readonly Shown[] {
  const clock = { now: takenAt, tells: "age" } as const;
  return culpritEntries({ root, clock, kubectl: "kubectl" }).map((entry) => ({
    name: entry.name,
    cause: causeLine(entry),
    commands: entry.commands,
  }));
}

function inTree(report: Report): readonly Shown[] {
  const [root] = buildTreeRows(report);
  const rows = (root?.children() ?? []).filter(({ context }) => context.includes("culprit"));
  return rows.map((row) => ({
    name: row.label,
    cause: row.copied,
    commands: row
      .children()
      .filter(({ context }: OutlineRow) => context.includes("step"))
      .map(({ copied }) => copied),
  }));
}

/** The texts of the hover's list of culprits, each as one string. */
function inHover(root: RootNode, report: Report): readonly string[] {
  const parts = hoverParts(inEnglish, {
    ...{ subject: { about: "object" }, document: { kind: root.ref.kind, name: root.ref.name }, report, deeds: [] },
    link: { state: "linked", ref: root.ref, node: root, root },
    place: { name: "prod", isFiles: false, state: "live" },
    now: Date.parse(report.takenAt) / 1000,
  });
  const list = parts.find(({ as }) => as === "list");
  const lines = list?.as === "list" ? list.items : [];
  return lines.map((line) =>
    (typeof line === "string" ? [line] : line)
      .map((piece) => (typeof piece === "string" ? piece : "text" in piece ? piece.text : piece.title))
      .join(""),
  );
}

/** The text of the page's causes, without elements, in the order of the report. */
function inHtml(report: Report, root: RootNode): readonly string[] {
  const lists = [...renderHtml(report).matchAll(/<ol class="causes">\n(.*?)<\/ol>/gs)];
  const items = lists.flatMap(([, list = ""]) => textsOf(list));
  const section = ({ verdict }: Cause): number => pageSections.findIndex((verdicts) => verdicts.includes(verdict));
  const order = root.causes.toSorted((a, b) => section(a) - section(b));
  expect(items).toHaveLength(order.length);
  return root.causes.map((cause) => items[order.indexOf(cause)] ?? "");
}

function textsOf(list: string): readonly string[] {
  const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'" };
  return list
    .split(/(?=<li class=)/)
    .map((item) => item.replace(/<[^>]*>/g, " ").replace(/&(#?\w+);/g, (all, name: string) => named[name] ?? all));
}

/** The blocks of the shell's culprits, without line breaks. */
function inShell(report: Report): readonly string[] {
  const lines = firstScreenLines(report, { width: Number.POSITIVE_INFINITY });
  const from = lines.findIndex((line) => line.startsWith("CULPRITS"));
  const to = lines.findIndex((line, place) => place > from && line === "");
  return lines
    .slice(from + 1, to < 0 ? undefined : to)
    .join("\n")
    .split(/\n(?=\S)/);
}

describe("one Report: shell, tree, hover and page name the same culprits, causes and next steps in one order", () => {
  test.for(unhealthy)("%s", ([, report, root]) => {
    const all = expected(root, report);
    const tree = inTree(report);
    const [hover, html, shell] = [inHover(root, report), inHtml(report, root), inShell(report)];
    expect(tree).toHaveLength(root.causes.length);
    expect(hover.length).toBe(Math.min(root.causes.length, most) + (root.causes.length > most ? 1 : 0));
    expect(all).toHaveLength(Math.min(root.causes.length, most));
    for (const [place, { name, cause, commands }] of all.entries()) {
      expect(tree[place]?.name).toBe(name);
      expect(tree[place]?.cause).toContain(cause);
      expect(tree[place]?.commands).toEqual(commands);
      const [first] = commands;
      for (const text of [hover[place], html[place], shell[place]]) {
        expect(text).toContain(name);
        if (first !== undefined) expect(text).toContain(first);
      }
      const words = root.causes[place] === undefined ? "" : cause.split(/[:(]/)[0]?.trim().split(" ").at(-1);
      for (const text of [hover[place], html[place], shell[place]]) expect(text).toContain(words);
    }
  });
});
