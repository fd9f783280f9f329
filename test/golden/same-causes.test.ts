import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { causeAlone } from "../../shared/aggregate/core/words/cause.ts";
import { withoutAge } from "../../shared/aggregate/core/words/cause-age.ts";
import { nodesOnPath } from "../../shared/model/cause-path.ts";
import type { Cause, Report, RootNode } from "../../shared/model/report.ts";
import { hoverParts } from "../../shared/render/editor/hover/build-hover.ts";
import { renderMarkdownParts } from "../../shared/render/editor/hover/markdown-parts.ts";
import { buildTreeRows, type OutlineRow } from "../../shared/render/editor/tree/build-rows.ts";
import { rootStatusLines } from "../../shared/render/watch/root-lines.ts";
import { obstaclesWords } from "../../shared/render/words/commands/wait.ts";
import { inEnglish } from "../../shared/render/words/translate.ts";
import { evaluateWaitGoal } from "../../shared/wait/wait-goal.ts";
import { printed } from "../render/printed.ts";
import { recorded, sentences } from "./recorded.ts";

// One Report in every front: each names the culprits of `causes`, and the words of the first. What differs between the
// fronts is markup, line breaks and how much of a long message fits, so letters and digits are compared.

function letters(text: string): string {
  return text
    .replace(/<[^>]*>|&#?\w+;/g, "")
    .replace(/[^A-Za-z0-9]/g, "")
    .toLowerCase();
}

function isSerious({ verdict }: Pick<Cause, "verdict">): boolean {
  return verdict === "unavailable" || verdict === "degraded";
}

/** The components of all causes that make the root unavailable or degraded, and count for it. */
function culprits({ causes, children }: RootNode): readonly string[] {
  const names = causes.filter(isSerious).flatMap(({ component, sharedBy = [] }) => [component, ...sharedBy]);
  return names.filter((name) => children.some(({ label, required }) => label === name && required));
}

/** The beginning of what the first cause says, behind its component and the reason. */
function evidence({ text, since, component }: Cause): string {
  const words = causeAlone(withoutAge(text, since));
  const own = words.startsWith(`${component}: `) ? words.slice(component.length + 2) : words;
  return letters(own.replace(/^[A-Za-z]+: /, "").replace(/\s*\(no message\)$/, "")).slice(0, 60);
}

function rowText({ label, description, children }: OutlineRow): string {
  return [label, description, ...children.map(rowText)].join("\n");
}

function hover(report: Report, root: RootNode): string {
  const parts = hoverParts(inEnglish, {
    ...{ subject: { about: "object" }, document: { kind: root.ref.kind, name: root.ref.name }, deeds: [], report },
    ...{ link: { state: "linked", ref: root.ref, node: root, root }, now: Date.parse(report.takenAt) / 1000 },
    place: { name: "prod", isFiles: false, state: "live" },
  });
  return renderMarkdownParts(parts);
}

describe.for(sentences)("%s", (sentence) => {
  const report = aggregate(recorded(sentence));
  const [root, ...others] = report.roots;
  const [first] = root?.causes ?? [];
  if (root === undefined || first === undefined || others.length > 0 || root.profile !== "hco" || !isSerious(first)) {
    test("has no one HyperConverged that is unavailable or degraded", () => expect(root === undefined).toBeDefined());
    return;
  }
  const fronts: readonly [name: string, print: () => string | Promise<string>][] = [
    ...(["text", "wide", "markdown", "html"] as const).map(
      (name) => [name, () => printed(name, report)] as [string, () => Promise<string>],
    ),
    ["tree", () => buildTreeRows(report).map(rowText).join("\n")],
    ["hover", () => hover(report, root)],
  ];
  test.for(fronts)("%s names every culprit, and why the first is one", async ([front, print]) => {
    const text = letters(await print());
    // A hover lists three components and counts the others.
    for (const name of culprits(root).slice(0, 3)) expect(text).toContain(letters(name));
    // The first screen has the way down and the cause apart: first-screen.test.ts looks for each word of them.
    if (front !== "text") expect(text).toContain(evidence(first));
  });

  test("the line of -w says why the first is one, where no finding stands in place of the verdict", () => {
    const isOverridden = report.findings.some(({ code }) => code === "invalid-request" || code === "not-yet-seen");
    if (isOverridden) return;
    expect(letters(rootStatusLines(report, {}).join())).toContain(evidence(first));
  });

  test("the line of wait names every culprit, and the trouble of its object", () => {
    const { obstacles } = evaluateWaitGoal(report, { is: "healthy" });
    const text = obstaclesWords(obstacles, [root.ref]);
    for (const name of culprits(root)) expect(text).toContain(name);
    const told = obstacles.filter((one) => "about" in one && one.about.kind === nodesOnPath(root, first)[0]?.ref.kind);
    const end = nodesOnPath(root, first).findLast(({ trouble }) => trouble !== undefined);
    if (told.length > 0 && end?.trouble !== undefined) expect(text).toContain(end.trouble.reason);
  });
});
