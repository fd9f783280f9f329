import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { displayWidth } from "../../shared/characters/display-width.ts";
import { joinLines } from "../../shared/characters/join-lines.ts";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { keyOf } from "../../shared/model/object.ts";
import type { OutlineEntry } from "../../shared/model/outline.ts";
import { plainText, spanText } from "../../shared/outline/text.ts";
import { concealText } from "../../shared/redact/conceal-text.ts";
import { maxSummaryBytes, summarizeForAssistant } from "../../shared/render/assistant/summary.ts";
import { fleetRow } from "../../shared/render/fleet/rows.ts";
import { quietJson } from "../../shared/render/formats/json.ts";
import { groupChecks } from "../../shared/render/formats/pipeline/checks.ts";
import { cases } from "../golden/cases.ts";
import { readGoldenCase } from "../golden/recorded.ts";
import { allEntries, buildOutline, firstScreen, fullFronts, hoverText, manifestMarks, treeRows } from "./fronts.ts";

// What holds for every Report and every front, tried over all golden cases. A painter that breaks one of these rules
// fails here, whatever its own tests say.

const situations = cases.map(({ sentence }) => sentence);

/** The fronts that take an outline; those of the editor make their parts of it as they are opened. */
const outlineFronts = Object.entries(fullFronts).filter(([name]) => name !== "tree" && name !== "hover");

describe.for(situations)("%s", (sentence) => {
  const report = aggregate(readGoldenCase(sentence));
  const outline = buildOutline(report);
  const entries = allEntries(outline.entries);
  const causes = entries.filter(({ kind, subject }) => kind === "cause" && subject.length > 0);
  const findings = entries.filter(({ kind }) => kind === "finding");
  const shownRoots = report.roots.length === 1 ? report.roots : [];

  test.for(Object.entries(fullFronts))("the causes of the only root stand in their order on the %s", ([, paint]) => {
    if (report.roots.length !== 1) return;
    const text = paint(outline, report);
    // Each behind the one before: a note about a cause may name another one.
    let place = 0;
    for (const { subject } of causes.slice(0, 3)) {
      place = text.indexOf(nameOf(subject), place);
      expect(place, nameOf(subject)).not.toBe(-1);
    }
  });

  test.for(Object.entries(fullFronts))("the verdict of the only root has its own word on the %s", ([, paint]) => {
    for (const { verdict } of shownRoots) {
      expect(paint(outline, report)).toContain(verdict);
    }
  });

  test("the tree has the findings of the outline, in their order, and each id once", () => {
    const rows = treeRows(report);
    expect(rows.map(({ id }) => id)).toEqual([...new Set(rows.map(({ id }) => id))]);
    const notes = rows.filter(({ context }) => context.includes("finding")).map(({ copied }) => copied);
    const lines = findings.map(({ text, subject }) =>
      [text, subject]
        .map(plainText)
        .filter((words) => words !== "")
        .join(": "),
    );
    if (report.roots.length < 2) expect(notes).toEqual(lines);
    else expect(notes.toSorted()).toEqual(lines.toSorted());
  });

  test("the hover of the only root shows or counts its findings by level", () => {
    for (const root of shownRoots) {
      const text = hoverText(report, root);
      for (const level of ["error", "warning", "info"] as const) {
        const all = findings.filter((finding) => finding.level === level);
        const shown = all.filter((finding) => text.includes(plainText(finding.text).slice(0, 60).trim()));
        const word = { error: "error", warning: "warning", info: "note" }[level];
        const counted = Number(new RegExp(`(\\d+) more ${word}s?\\b`).exec(text)?.[1] ?? "0");
        expect([level, shown.length + counted]).toEqual([level, all.length]);
      }
    }
  });

  test("tree and hover of the only root have the answer of the outline about the upgrade", () => {
    const gates = entries.filter(({ id }) => id === "gate");
    for (const root of shownRoots) {
      const rows = treeRows(report).filter(({ id }) => id.endsWith("/gates"));
      expect(rows.map(({ copied }) => copied)).toEqual(
        gates.map(({ subject, text }) => `${plainText(subject)}: ${plainText(text)}`),
      );
      for (const { weight, subject, text } of gates)
        expect(hoverText(report, root).includes(`${plainText(subject)}** ${plainText(text)}`)).toBe(weight !== "full");
    }
  });

  test("beside the manifest of the only root stand its verdict, its worst cause and a number, as in the outline", () => {
    for (const root of shownRoots) {
      const { inlay, badge } = manifestMarks(report, root);
      expect(inlay).toContain(root.verdict);
      expect(badge === "").toBe(root.verdict === "healthy");
      if (badge !== "") expect(badge).toContain(root.verdict);
      const own = root.causes.filter(({ path }) => path.length > 1);
      const [worst] = causes.filter(({ id }) => own.some(({ component }) => id === `cause ${component}`));
      if (root.verdict === "healthy" || worst === undefined) continue;
      const [, named = "", left = "0"] = /: (.*?)(?: \+(\d+))? · prod$/.exec(inlay) ?? [];
      const [first = ""] = named.split(", ");
      // VS Code has room for few characters.
      expect(worst.id.startsWith(`cause ${first.replace(/…$/, "")}`), inlay).toBe(true);
      expect(named.split(", ").length + Number(left)).toBe(new Set(own.map(({ component }) => component)).size);
    }
  });

  test("every cause is on the first screen, or named there", () => {
    if (report.roots.length !== 1) return;
    const text = firstScreen(outline, 80).join(" ").replace(/\s+/g, " ");
    for (const { subject } of causes) {
      const [first] = subject.flatMap((span) => (span.is === "list" ? span.names.slice(0, 1) : [spanText(span)]));
      const isCounted = /and \d+ more/.test(text);
      expect(text.includes(first ?? "") || isCounted, first).toBe(true);
    }
  });

  test("every error is on the first screen, and a warning is there or counted", () => {
    const lines = firstScreen(outline, 200);
    const text = lines.join(" ").replace(/\s+/g, " ");
    const usual = findings.filter(({ weight }) => weight !== "full");
    for (const { text: words } of usual.filter(({ level }) => level === "error"))
      expect(text).toContain(plainText(words).slice(0, 40));
    const shown = usual.filter(({ text: words }) => text.includes(plainText(words).slice(0, 40)));
    const warnings = usual.filter(({ level }) => level === "warning");
    const left = warnings.filter((entry) => !shown.includes(entry)).length;
    const counted = /(\d+) more warnings?/.exec(lines.at(-1) ?? "")?.[1] ?? "0";
    expect(Number(counted)).toBeGreaterThanOrEqual(left);
  });

  test("what an error of the Report is about is named on the first screen, or counted", () => {
    if (report.roots.length !== 1) return;
    const text = firstScreen(outline, 200).join(" ").replace(/\s+/g, " ");
    for (const { severity, about, component = about.kind } of report.findings) {
      if (severity !== "error") continue;
      // A custom resource is called by its component, a workload by its name.
      const names = about.group === "apps" ? [about.name] : [about.name, component];
      // OLM's copy of Upgradeable is on the line about the upgrade.
      if (about.kind === "OperatorCondition") names.push("pgrade blocked", "pgrade should wait");
      const isNamed = names.some((name) => text.includes(name));
      expect(isNamed || /and \d+ more/.test(text), `${about.kind} ${about.name}`).toBe(true);
    }
  });

  test.for(outlineFronts.slice(1))("every error and every warning stands on the %s", ([, paint]) => {
    const text = paint(outline, report).replace(/\s+/g, " ");
    for (const { text: words, weight, level } of findings) {
      if (weight === "full" || level === "info") continue;
      expect(text).toContain(plainText(words).replace(/\s+/g, " ").slice(0, 60).trim());
    }
  });

  test("a headline that says healthy has the first warning in its second line", () => {
    if (!outline.isHealthy) return;
    const [first] = findings.filter(({ level, weight }) => level !== "info" && weight !== "full");
    if (first === undefined) return;
    expect(firstScreen(outline, 200)[1]).toContain(plainText(first.text).slice(0, 30));
  });

  test.for([80, 120, 200])("only commands are wider than a terminal of %d columns", (width) => {
    for (const line of firstScreen(outline, width)) {
      if (/^ {2}\$ |^Details|^Next/.test(line)) continue;
      expect(displayWidth(line), line).toBeLessThanOrEqual(width);
    }
  });

  test("a cut takes no quoted name, no key and no number, unless it says how much it omitted", () => {
    const text = firstScreen(outline, 80).join(" ").replace(/\s+/g, " ");
    for (const message of quotesOf(entries)) {
      const [head = ""] = message.split(/[:;,.] /);
      if (head.length < 8 || !text.includes(head) || text.includes(message)) continue;
      const from = text.slice(text.indexOf(head));
      if (from.includes("characters omitted)")) continue;
      for (const token of message.match(/"[^"\s]+"|[\w-]+(?:\.[\w-]+)+\/[\w.-]+/g) ?? []) expect(from).toContain(token);
    }
  });
});

describe.for(situations)("fronts with little room: %s", (sentence) => {
  const report = aggregate(readGoldenCase(sentence));
  const entries = allEntries(buildOutline(report).entries);
  const [root] = report.roots;
  const only = report.roots.length === 1 ? root : undefined;
  const headline = entries.find(({ kind, about }) => kind === "root" && about === only?.ref);
  const isOverridden =
    headline?.text[0]?.is === "word" && !/^(?:status )?(?:un|de|pro|hea)/.test(headline.text[0].text);
  const causes = entries.filter(({ kind, subject }) => kind === "cause" && subject.length > 0);
  const warnings = entries.filter(
    ({ kind, level, weight }) => kind === "finding" && level !== "info" && weight !== "full",
  );

  test("the row of a cluster has the verdict, the worst cause and the number of the others", () => {
    const isOwn = only?.causes[0]?.path.length === 1;
    const row = fleetRow({ context: "prod", report }, { format: "age", wide: true });
    expect(row.verdict).toBe(report.verdict);
    if (only === undefined || (isOverridden && isOwn) || (only.verdict === "progressing" && !isOverridden)) return;
    const [first, ...others] = only.verdict === "healthy" ? warnings : causes;
    if (first === undefined) return;
    const noun = only.verdict === "healthy" ? "warning" : "cause";
    const named = only.verdict === "healthy" ? plainText(first.text) : isOwn ? "" : plainText(first.subject);
    expect(row.cause).toContain(sanitizeLine(named).slice(0, 40));
    expect(/; (\d+) more (?:cause|warning)s?$/.exec(row.cause)?.[1] ?? "0").toBe(`${others.length}`);
    if (others.length > 0) expect(row.cause).toContain(`more ${noun}`);
  });

  test("JUnit has a failure for each fault, in the words of its cause", () => {
    const checks = groupChecks(report).flatMap((group) => group.checks);
    const failed = checks.filter(({ result }) => result === "failed");
    const isSerious = ({ verdict }: { readonly verdict: string }): boolean =>
      /^(?:unavailable|degraded)$/.test(verdict);
    const faults = report.roots.filter(isSerious).flatMap((each) => each.causes.filter(isSerious));
    const objects = new Set(faults.map(({ about }) => keyOf(about)));
    if (faults.length > 0) expect(failed.length).toBeLessThanOrEqual(faults.length);
    if (only !== undefined && isSerious(only) && only.causes.some(({ verdict }) => verdict === only.verdict))
      expect(failed).toHaveLength(faults.length);
    expect(failed.length > 0).toBe(isSerious(report) || report.roots.some(isSerious));
    expect(failed.length).toBeGreaterThanOrEqual(Math.min(1, objects.size));
    if (only === undefined) return;
    const text = checks.map((check) => joinLines(check.text)).join("\n");
    const single = causes.filter(({ subject }) => subject[0]?.is !== "list");
    for (const { entries: below } of single)
      for (const { text: words } of below.filter(({ kind }) => kind === "evidence"))
        if (only.verdict !== "healthy") expect(text).toContain(joinLines(plainText(words)).slice(0, 40));
  });

  test("the summary for an assistant has verdict, causes, upgrade and warnings of the other fronts", () => {
    const summary = summarizeForAssistant(report, { isLive: false });
    expect(Buffer.byteLength(quietJson(summary))).toBeLessThanOrEqual(maxSummaryBytes);
    expect(summary.verdict).toBe(report.verdict);
    if (only === undefined) return;
    const [own] = summary.roots;
    expect(own?.upgradeable).toBe(only.gates.upgradeable.answer);
    expect(own?.causes.map(({ name }) => name)).toEqual(
      only.causes.slice(0, own?.causes.length).map(({ component }) => component),
    );
    const notes = summary.notes.map(({ clusterText }) => clusterText.slice(0, 30));
    expect(notes).toEqual(
      warnings
        .filter(({ id }) => !id.startsWith("ready otherwise"))
        .slice(0, notes.length)
        .map(({ text }) => sanitizeLine(concealText(plainText(text))).slice(0, 30)),
    );
  });
});

describe("one sentence, one place", () => {
  test.for(outlineFronts)("another word in the outline is another word on the %s", ([, paint]) => {
    const report = aggregate(readGoldenCase("cdi-is-degraded-without-a-message-and-its-controller-crashes"));
    const outline = buildOutline(report);
    const before = paint(outline, report);
    const changed = { ...outline, entries: outline.entries.map((entry) => withOtherWord(entry)) };
    expect(before).not.toContain("Zwiebelkuchen");
    expect(paint(changed, report)).toContain("Zwiebelkuchen");
  });
});

/** The entries with another word in what the evidence of their causes says. */
function withOtherWord(entry: OutlineEntry): OutlineEntry {
  const text =
    entry.kind === "evidence"
      ? entry.text.map((span) => ("text" in span ? { ...span, text: "Zwiebelkuchen" } : span))
      : entry.text;
  return { ...entry, text, entries: entry.entries.map(withOtherWord) };
}

function nameOf(subject: OutlineEntry["subject"]): string {
  const [span] = subject;
  if (span === undefined) return "";
  return span.is === "list" ? (span.names[0] ?? "") : spanText(span);
}

function quotesOf(entries: readonly OutlineEntry[]): readonly string[] {
  return entries.flatMap(({ text }) => text.flatMap((span) => (span.is === "quote" ? [span.text] : [])));
}
