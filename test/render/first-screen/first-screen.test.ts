import { describe, expect, test } from "vitest";
import { displayWidth } from "../../../shared/characters/display-width.ts";
import { harmlessReport } from "../../../shared/characters/sanitize.ts";
import { kubectlCommand } from "../../../shared/model/kubectl-command.ts";
import type { Cause, Report } from "../../../shared/model/report.ts";
import { causeEvidence } from "../../../shared/outline/cause-clauses.ts";
import { countRows } from "../../../shared/paint/first-screen.ts";
import type { ColorPalette } from "../../../shared/render/terminal/palette.ts";
import { readGoldenCase, sentences } from "../../golden/recorded.ts";
import { firstScreenLines } from "../../outline/fronts.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { randomFrom } from "../../random.ts";
import { finding, minutesAgo, report, root } from "../build.ts";
import { hostileReport } from "../hostile-report.ts";
import { samples } from "../samples.ts";

type NamedReport = readonly [name: string, report: Report];

const golden: readonly NamedReport[] = sentences.map((sentence) => [
  sentence,
  aggregateAndPrint(readGoldenCase(sentence)),
]);
const known: readonly NamedReport[] = [...golden, ...Object.entries(samples)].filter(
  ([, { roots }]) => roots.length > 0,
);
const single = known.filter(([, { roots }]) => roots.length === 1);
const hostile: readonly NamedReport[] = Array.from(
  { length: 30 },
  (_, seed): NamedReport => [`seed ${seed}`, hostileReport(randomFrom(seed))],
).filter(([, { roots }]) => roots.length > 0);

/** The causes that have an entry: the first three of the worst root. */
function shownCauses({ roots }: Report): readonly Cause[] {
  const order = ["unavailable", "degraded", "unknown", "progressing"];
  const [worst] = roots
    .filter(({ verdict }) => verdict !== "healthy")
    .toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  return (worst?.causes ?? []).slice(0, 3);
}

/** Whether a cause has an entry of its own, with a command also where there is little room. */
function isAlone({ verdict, evidence }: Cause): boolean {
  return (
    verdict !== "progressing" && evidence.every((clause) => clause.is !== "not-found" && clause.is !== "no-condition")
  );
}

function isCommand(line: string): boolean {
  return line.startsWith("  $ ") || /^(?:Details|Next)/.test(line);
}

describe("one screen of 80 x 24", () => {
  test.for(single)("one unhealthy root fits it, however many causes it has: %s", ([, report]) => {
    expect(countRows(firstScreenLines(report, { width: 80 }), 80)).toBeLessThanOrEqual(24);
  });

  test.for(known.filter(([, { verdict }]) => verdict === "healthy"))(
    "what is healthy takes four lines, one for what it means for virtual machines, and at most three for an upgrade and further faults: %s",
    ([, report]) => {
      // A terminal of 80 columns folds a long warning.
      const lines = firstScreenLines(report).filter((line) => !line.startsWith("  Impact "));
      const [, ...further] = lines.filter((line) => /^[✗!] /.test(line));
      expect(further.length).toBeLessThanOrEqual(3);
      expect(lines.length - further.length).toBeLessThanOrEqual(4);
    },
  );

  test.for(known.filter(([, { verdict }]) => verdict === "healthy"))(
    "what is healthy has a command for the fault that it shows: %s",
    ([, report]) => {
      const [, ...lines] = firstScreenLines(report, { width: 80 });
      const hasFault = lines.some((line) => /^[✗!] /.test(line));
      if (hasFault) expect(lines.join("\n")).toMatch(/^ {2}\$ kubectl /m);
    },
  );

  test.for(known)("a wider terminal has no more lines than one of 80 columns: %s", ([, report]) => {
    const [narrow, ...wider] = [80, 81, 120, 200, 400].map((width) => firstScreenLines(report, { width }).length);
    expect(Math.max(...wider)).toBeLessThanOrEqual(narrow ?? 0);
  });

  test.for([...known, ...hostile])("lines fit but for commands: %s", ([, report]) => {
    for (const width of [20, 47, 80, 120]) {
      for (const line of firstScreenLines(report, { width }).filter((each) => !isCommand(each))) {
        expect(displayWidth(line), line).toBeLessThanOrEqual(width);
        expect(line).toBe(line.trimEnd());
      }
    }
  });
});

describe("each cause", () => {
  test.for(known)("has its first command whole on one line at every width: %s", ([, report]) => {
    for (const width of [0, 20, 80, 200]) {
      const lines = firstScreenLines(report, { width });
      for (const { next } of shownCauses(harmlessReport(report)).filter(isAlone))
        expect(lines.filter((line) => line === `  $ ${kubectlCommand(next[0]?.words ?? [])}`)).toHaveLength(1);
    }
  });

  test.for(known)("has all words of its cause where there is no width: %s", ([, report]) => {
    const text = firstScreenLines(report).join("\n");
    // The way down has the counts without this word, and a column may have the age.
    // The state stands beside the name: `MTQ is degraded: (no message)` does not repeat it.
    const echo = /(?<=: )\w+ is (?:degraded|unavailable|progressing): (?:\(no message\))?/;
    // An image is named once.
    const image = /: failed to resolve reference "([^"]+)": \1(?=:)/;
    for (const cause of shownCauses(harmlessReport(report)).filter(isAlone))
      for (const word of `${cause.label}: ${causeEvidence(cause)}`
        .replace(echo, "")
        .replace(image, "")
        .match(/[\w./-]{3,}/g) ?? [])
        if (word !== "ready") expect(text).toContain(word.replace(/\.$/, ""));
  });

  test.for(single.filter(([, { verdict }]) => verdict !== "healthy"))("or else a note has why: %s", ([, report]) => {
    const [, ...lines] = firstScreenLines(report, { width: 80 });
    expect(lines.filter((line) => /^[✗~!?] /.test(line) && !/^[!?] (Upgrade|Read) /.test(line))).not.toEqual([]);
  });
});

describe("the texts", () => {
  test.for(known)("no message stands there twice: %s", ([, report]) => {
    const text = firstScreenLines(report).join("\n");
    const messages = report.roots.flatMap((root) => [root, ...root.children]).flatMap(({ conditions }) => conditions);
    for (const message of new Set(messages.map((one) => one.message.trim()).filter((one) => one.length > 30)))
      expect(text.split(message).length - 1, message).toBeLessThanOrEqual(1);
  });

  test.for(known)("no age and no reason stands above a reason as if there were none: %s", ([, report]) => {
    const text = firstScreenLines(report).join("\n");
    expect(text).not.toMatch(/no reason given[^\n]*\n {2}(?!\$)/);
  });

  test("a HyperConverged in deletion, without a cause, has a line that its conditions are not updated", () => {
    const deleting = root({ ownVerdict: "progressing", verdict: "progressing", deleting: true, causes: [] });
    const evidence = {
      code: "deleting",
      since: minutesAgo(12),
      finalizers: ["kubevirt.io/hyperconverged"],
      remaining: ["CDI"],
    } as const;
    expect(firstScreenLines(report([deleting], { findings: [finding("warning", evidence)] }))).toContain(
      "~ conditions are not updated during deletion",
    );
  });

  test("the numbers of what was read add up to what was requested", () => {
    const lines = known.flatMap(([, report]) => firstScreenLines(report).filter((line) => line.startsWith("? Read ")));
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      const [read = 0, asked = 0, ...others] = (line.split(/: | \(/)[0]?.match(/\d+/g) ?? []).map(Number);
      expect(read + others.reduce((sum, number) => sum + number, 0), line).toBe(asked);
    }
  });

  test.for([...known.slice(0, 20), ...hostile])("with --ascii all is ASCII: %s", ([, report]) => {
    expect(firstScreenLines(report, { width: 80, ascii: true }).join("")).toMatch(/^[\x20-\x7e]*$/);
  });

  test.for(known)("colour only repeats what the text says: %s", ([, report]) => {
    const colour = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;
    const palette: ColorPalette = {
      bad: colour(31),
      warn: colour(33),
      good: colour(32),
      dim: colour(2),
      bold: colour(1),
    };
    const coloured = firstScreenLines(report, { width: 80, palette }).join("\n");
    expect(coloured).toContain("\u001b[");
    expect(coloured.replace(/\u001b\[\d+m/g, "")).toBe(firstScreenLines(report, { width: 80 }).join("\n"));
  });
});
