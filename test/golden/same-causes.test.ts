import { describe, expect, test } from "vitest";
import { aggregate } from "../printed.ts";
import { causeEvidence } from "../../shared/outline/cause-clauses.ts";
import { nodesOnPath } from "../../shared/model/cause/cause-path.ts";
import type { DrivenField } from "../../shared/model/field-driver.ts";
import type { ManifestSubject } from "../../shared/model/manifest/subject.ts";
import type { Cause, Report, RootNode } from "../../shared/model/report.ts";
import { drivenTexts } from "../../shared/render/editor/annotations/field-hints.ts";
import { renderGate } from "../../shared/render/commands/upgrade-gate.ts";
import { hoverParts } from "../../shared/render/editor/hover/build-hover.ts";
import { renderMarkdownParts } from "../../shared/render/editor/hover/markdown-parts.ts";
import { buildTreeRows, type OutlineRow } from "../../shared/render/editor/tree/build-rows.ts";
import { rootStatusLines } from "../../shared/render/watch/root-lines.ts";
import { obstaclesWords } from "../../shared/render/words/commands/wait.ts";
import { inEnglish } from "../../shared/render/words/translate.ts";
import { upgradeGate } from "../../shared/upgrade-gate/upgrade-gate.ts";
import { unrecoverableProblems } from "../../shared/wait/unrecoverable.ts";
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
function evidence(cause: Cause): string {
  return letters(causeEvidence(cause).replace(/^[A-Za-z]+: /, "").replace(/\s*\(no message\)$/, "")).slice(0, 60);
}

function rowText({ label, description, children }: OutlineRow): string {
  return [label, description, ...children().map(rowText)].join("\n");
}

/** A field that drives these components. */
function driving(names: readonly string[]): DrivenField {
  return { drives: names.map((name) => ({ name, how: "places" as const })) };
}

function hover(report: Report, root: RootNode, subject: ManifestSubject = { about: "object" }): string {
  const parts = hoverParts(inEnglish, {
    ...{ subject, document: { kind: root.ref.kind, name: root.ref.name }, deeds: [], report },
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
    test("has no single HyperConverged that is unavailable or degraded", () => expect(root === undefined).toBeDefined());
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
    // The others have the way down and the cause apart, as the first screen: first-screen.test.ts and
    // same-culprits.test.ts look for the words of both.
    if (front === "wide" || front === "markdown") expect(text).toContain(evidence(first));
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

  test("the gate names every culprit, and the trouble of the first one's deepest object", () => {
    const text = letters(renderGate(upgradeGate(report)));
    for (const name of culprits(root)) expect(text).toContain(letters(name));
    const end = nodesOnPath(root, first).at(-1);
    const isDeep = end !== undefined && end.role !== "workload" && end.role !== "component";
    if (!isDeep || end.trouble === undefined) return;
    const { reason, message } = end.trouble;
    const words = [letters(reason), letters(message).slice(0, 40)].filter((each) => text.includes(each));
    expect(words).not.toEqual([]);
  });

  test("wait --fail-fast gives up for no object but those of the causes", () => {
    const { obstacles } = evaluateWaitGoal(report, { is: "healthy" });
    const known = [root.label, `${root.ref.kind} ${root.label}`, `the operator of ${root.label}`];
    const names = new Set([...known, ...root.causes.flatMap(({ component, sharedBy = [] }) => [component, ...sharedBy])]);
    for (const { label } of unrecoverableProblems(report, { is: "healthy" }, obstacles))
      expect(names).toContain(label.split(", ")[0]);
  });

  test("behind a field stand the culprits that it drives and no other component, and over it why", () => {
    const names = root.children.filter(({ role, required }) => role === "component" && required).map(({ label }) => label);
    const isIll = (name: string): boolean => root.children.some((part) => part.label === name && part.verdict !== "healthy");
    const all = culprits(root).filter(isIll);
    const field = { path: ["spec"], span: { start: 0, end: 1 } };
    for (const name of names) {
      const told = drivenTexts(inEnglish, [{ ...field, driven: driving([name]) }], { root }, { now: report.takenAt });
      if (all.includes(name)) expect([name, told.length]).toEqual([name, 1]);
      const isCause = root.causes.some(({ component, sharedBy = [] }) => [component, ...sharedBy].includes(name));
      if (!isCause) expect([name, told]).toEqual([name, []]);
    }
    if (all.includes(first.component))
      expect(letters(hover(report, root, { about: "field", driven: driving([first.component]) }))).toContain(evidence(first));
  });
});
