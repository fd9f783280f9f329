import { describe, expect, test } from "vitest";
import type { Mark, Outline, OutlineEntry, Text, Weight } from "../../shared/model/outline.ts";
import { entry } from "../../shared/outline/text.ts";
import { paintFirstScreen } from "../../shared/paint/first-screen.ts";
import { paintFullText } from "../../shared/paint/full-text.ts";
import { paintHtml } from "../../shared/paint/html/html.ts";
import { paintMarkdown } from "../../shared/paint/markdown.ts";
import { paintPlain } from "../../shared/paint/plain.ts";
import { resolveTextStyle } from "../../shared/render/terminal/text-style.ts";
import { pick, randomFrom } from "../random.ts";

// Painters know nothing but outlines, so the laws on what a painter may omit are tried on outlines that no Report makes.
// Each text has a word of its own, by which it is found again.

const seeds = Array.from({ length: 80 }, (_, seed) => seed);

interface RandomOutline {
  readonly outline: Outline;
  readonly causes: readonly string[];
  readonly findings: readonly OutlineEntry[];
}

/** An outline of one root with up to 3 causes and up to 7 findings. */
function makeOutline(seed: number, isHealthy: boolean): RandomOutline {
  const next = randomFrom(seed);
  const randomUpTo = (most: number): number => Math.floor(next() * (most + 1));
  const makeMany = <T>(count: number, make: (index: number) => T): readonly T[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const levels = isHealthy ? (["warning", "info"] as const) : (["error", "warning", "info"] as const);
  const weights: readonly Weight[] = ["usual", "full"];
  const findings = makeMany(randomUpTo(7), (index) => {
    const level = pick(next, levels);
    return entry("finding", `finding ${index}`, {
      mark: level === "error" ? "bad" : "remark",
      level,
      weight: level === "error" ? "always" : level === "warning" ? "usual" : pick(next, weights),
      subject: makeText(`code-${index}`),
      text: makeText(`finding-${index} of ${level} says that something is not as it was`),
      commands: [{ command: `kubectl get finding-${index} --show-labels`, why: "" }],
    });
  });
  const causes = isHealthy ? [] : makeMany(1 + randomUpTo(2), (index) => `cause-${index}`);
  const mark: Mark = isHealthy ? "good" : "bad";
  const sections = causes.map((name, index) =>
    entry("cause", `cause ${name}`, {
      mark: "bad",
      weight: "always",
      subject: [{ is: "name", text: name }],
      text: makeText(`degraded for ${index + 1}m`),
      commands: [{ command: `kubectl describe ${name}-object`, why: "its conditions" }],
      entries: [entry("evidence", "evidence", { weight: "always", text: makeText(`evidence-of-${name} fails`) })],
    }),
  );
  const root = entry("root", "root", {
    mark,
    weight: "always",
    subject: [{ is: "name", text: "HyperConverged example" }],
    text: makeText(isHealthy ? "healthy" : "degraded"),
    entries: [
      ...(sections.length === 0
        ? []
        : [entry("section", "causes", { weight: "always", subject: makeText("CAUSES"), entries: sections })]),
      ...levelsInOrder.flatMap((level) => findings.filter((finding) => finding.level === level)),
    ],
  });
  const details = entry("next", "details", {
    weight: "always",
    subject: makeText("Details"),
    commands: [{ command: "kubectl hco-status -o wide", why: "" }],
  });
  return { outline: { mark, isHealthy, entries: [root, details] }, causes, findings };
}

const levelsInOrder = ["error", "warning", "info"] as const;

function makeText(text: string): Text {
  return [{ is: "word", text }];
}

/** The word by which the text of an entry is found. */
function findWord({ id }: OutlineEntry): string {
  return id.replace(" ", "-");
}

/** The painters that show all of an outline. */
const completePainters: Readonly<Record<string, (outline: Outline) => string>> = {
  "-o wide": (outline) => paintFullText(outline).join("\n"),
  plain: (outline) => paintPlain(outline, true).join("\n"),
  Markdown: (outline) => paintMarkdown(outline, resolveTextStyle({ wide: true })).replaceAll("\\", ""),
  HTML: (outline) => paintHtml(outline, { origin: "", takenAt: "", maker: "", concealed: "" }, resolveTextStyle({})),
};

describe.for(seeds)("the random outline %d is painted without a loss", (seed) => {
  const { outline, causes, findings } = makeOutline(seed, false);
  const healthy = makeOutline(seed, true);

  test.for([60, 80, 200])(
    "the first screen of %d columns has every error, and has or counts the other findings",
    (width) => {
      const lines = paintFirstScreen(outline, { width });
      const isShown = (finding: OutlineEntry): boolean => lines.some((line) => line.includes(`${findWord(finding)} `));
      for (const level of levelsInOrder) {
        const all = findings.filter((finding) => finding.level === level);
        const left = all.filter((finding) => !isShown(finding)).length;
        if (level === "error") expect(left).toBe(0);
        const noun = { error: "error", warning: "warning", info: "note" }[level];
        expect([level, readOmittedCount(lines, noun)]).toEqual([level, left]);
      }
    },
  );

  test("the first screen has no note while it omits a warning", () => {
    const lines = paintFirstScreen(outline, { width: 80 });
    if (readOmittedCount(lines, "warning") > 0)
      expect(lines.filter((line) => line.includes("of info says"))).toEqual([]);
  });

  test("the second line of a healthy first screen is the first warning, with its command below", () => {
    const lines = paintFirstScreen(healthy.outline, { width: 80 });
    const [first] = healthy.findings.filter(({ level }) => level === "warning");
    if (first === undefined) return;
    expect(lines[1]).toContain(`${findWord(first)} `);
    expect(lines).toContain(`  $ ${first.commands[0]?.command}`);
  });

  test.for(Object.entries(completePainters))(
    "%s has all causes in order, their evidence, all findings and the commands of faults",
    ([, paint]) => {
      const text = paint(outline);
      const places = causes.map((name) => text.indexOf(name));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      for (const name of causes) {
        expect(text).toContain(`evidence-of-${name}`);
        expect(text).toContain(`kubectl describe ${name}-object`);
      }
      for (const finding of findings) {
        expect(text).toContain(`${findWord(finding)} of`);
        if (finding.level !== "info") expect(text).toContain(`${findWord(finding)} --show-labels`);
      }
    },
  );

  test.for([60, 80, 200])("the first screen of %d columns has the causes in order, each with its evidence", (width) => {
    const text = paintFirstScreen(outline, { width }).join("\n");
    const places = causes.map((name) => text.indexOf(`✗ ${name}`));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    for (const name of causes) expect(text).toContain(`evidence-of-${name}`);
    expect(text).toContain(`\n  $ kubectl describe ${causes[0]}-object`);
  });
});

test("the first screen has the beginning and the end of a message of 40 KiB", () => {
  const message = `no-such-image: ${"x".repeat(40 * 1024)}; refused by the webhook last-of-all`;
  const evidence = entry("evidence", "evidence", { weight: "always", text: [{ is: "quote", text: message }] });
  const cause = entry("cause", "cause CDI", {
    mark: "bad",
    weight: "always",
    subject: makeText("CDI"),
    entries: [evidence],
  });
  const section = entry("section", "causes", { weight: "always", subject: makeText("CAUSES"), entries: [cause] });
  const root = entry("root", "root", { mark: "bad", weight: "always", subject: makeText("X"), entries: [section] });
  const text = paintFirstScreen({ mark: "bad", isHealthy: false, entries: [root] }, { width: 80 }).join(" ");
  expect(text).toContain("no-such-image");
  expect(text).toContain("last-of-all");
});

/** `Details (2 more warnings, 1 more note): …` -> 2 for "warning". */
function readOmittedCount(lines: readonly string[], noun: string): number {
  return Number(new RegExp(`(\\d+) more ${noun}s?\\b`).exec(lines.at(-1) ?? "")?.[1] ?? "0");
}
