import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { displayWidth } from "../../shared/characters/display-width.ts";
import { harmlessReport } from "../../shared/characters/sanitize.ts";
import type { Cause, Report, RootNode } from "../../shared/model/report.ts";
import { cases } from "../golden/cases.ts";
import { readGoldenCase } from "../golden/recorded.ts";
import { pick, randomFrom } from "../random.ts";
import {
  clusterMessage,
  component,
  finding,
  hyperconverged,
  refOf,
  report,
  root,
  workloadBelow,
} from "../render/build.ts";
import { hostileText } from "../render/hostile-text.ts";
import { buildOutline, firstScreen, fullFronts } from "./fronts.ts";

// Reports that no cluster should make, and the outline says them all the same: each front has the verdict in its own
// word, nothing but a command is wider than the terminal, and the screen stays a screen.

const name253 = "n".repeat(253);
const message32K = "x".repeat(32 * 1024);
const path40 = Array.from({ length: 40 }, (_, depth) => `step-${depth}`);

/** A root whose CDI is degraded, with this as the message of its first cause. */
function degradedRoot(message: string, part: Partial<RootNode> = {}): RootNode {
  const cdi = component("CDI", "degraded", "v1.66.0");
  const path = [hyperconverged.name, "CDI"];
  return root({ children: [cdi], firstCause: { path, evidence: clusterMessage(message, "Broken") }, ...part });
}

/** A root with one cause at the end of a way of 40 objects. */
function deepRoot(): RootNode {
  const end = workloadBelow("container", "step-39", "degraded", {
    facts: { waiting: "CrashLoopBackOff", restarts: "7" },
  });
  const chain = path40
    .slice(0, -1)
    .toReversed()
    .reduce((child, label) => workloadBelow("workload", label, "degraded", { children: [child] }), end);
  return root({ children: [component("CDI", "degraded", "v1.66.0", { children: [chain] })] });
}

const warning = finding("warning", {
  code: "not-counted",
  component: "AAQ",
  evaluated: "degraded",
  because: "switched-off",
});

const rows: readonly [what: string, report: Report][] = [
  ["no roots", report([])],
  [
    "500 findings",
    report([degradedRoot("no disk")], {
      findings: Array.from({ length: 500 }, (_, count) => ({
        ...warning,
        about: { ...refOf("AAQ"), name: `aaq-${count}` },
      })),
    }),
  ],
  ["a message of 32 KiB without a space", report([degradedRoot(message32K)])],
  [
    "a message of 2,000 clauses",
    report([degradedRoot(Array.from({ length: 2000 }, (_, at) => `no ${at}`).join("; "))]),
  ],
  [
    "names of 253 characters",
    report([
      root({
        ref: { ...hyperconverged, name: name253 },
        label: name253,
        children: [component("CDI", "unavailable", "v1.66.0", { ref: { ...refOf("CDI"), name: name253 } })],
      }),
    ]),
  ],
  [
    "names that are words of ours",
    report([
      root({
        ref: { ...hyperconverged, name: "healthy" },
        label: "healthy",
        children: [component("unknown", "degraded", "v1.66.0", { ref: { ...refOf("CDI"), name: "unavailable" } })],
      }),
    ]),
  ],
  ["text from right to left", report([degradedRoot("\u202eشبكة\u2066 מתה\u2069")])],
  ["a path of 40 steps", report([deepRoot()])],
  ["two findings with one id", report([degradedRoot("no disk")], { findings: [warning, warning] })],
];

describe.for(rows)("%s", ([, made]) => {
  const outline = buildOutline(made);

  test.for(Object.entries(fullFronts))("the %s has the verdict in its own word", ([, paint]) => {
    const text = paint(outline, harmlessReport(made));
    for (const { verdict } of made.roots) expect(text).toContain(verdict);
  });

  test.for([20, 80, 200])("only names and commands are wider than a terminal of %d columns", (width) => {
    const tooWide = firstScreen(outline, width).filter((line) => displayWidth(line) > width);
    expect(tooWide.filter((line) => !/^ *\$ |^Details|^Next|n{20}/.test(line))).toEqual([]);
  });

  test("the first screen in 80 columns has at most 40 lines", () => {
    expect(firstScreen(outline, 80).length).toBeLessThanOrEqual(40);
  });
});

test("the whole message of 32 KiB stands in -o wide, and the first screen says how much it omits", () => {
  const outline = buildOutline(report([degradedRoot(message32K)]));
  expect(fullFronts["-o wide"]?.(outline, report([]))).toContain(message32K);
  expect(firstScreen(outline, 80).join(" ").replace(/\s+/g, " ")).toMatch(/\(\d+ characters omitted\)/);
});

test("the findings that have no line are counted", () => {
  const [, made] = rows[1] as (typeof rows)[number];
  const lines = firstScreen(buildOutline(made), 80);
  const shown = lines.filter((line) => line.startsWith("! AAQ")).length;
  const left = Number(/\((\d+) more warnings?\)/.exec(lines.at(-1) ?? "")?.[1] ?? 0);
  expect(shown + left).toBe(500);
});

describe("random Reports", () => {
  test.for(Array.from({ length: 60 }, (_, seed) => seed))("seed %d: each front says each root's verdict", (seed) => {
    const next = randomFrom(seed);
    const made = disturbReport(aggregate(readGoldenCase(pick(next, cases).sentence)), next);
    const outline = buildOutline(made);
    for (const [front, paint] of Object.entries(fullFronts)) {
      const text = paint(outline, harmlessReport(made));
      if (made.roots.length === 1) expect(text, front).toContain(made.roots[0]?.verdict);
    }
    for (const line of firstScreen(outline, 120)) {
      if (!/^ *\$ |^Details|^Next/.test(line)) expect(displayWidth(line), line).toBeLessThanOrEqual(120);
    }
  });
});

/** The Report with other words of the cluster, in another order, and with some things twice. */
function disturbReport(made: Report, next: () => number): Report {
  const randomSentence = (): string => hostileText(next);
  const evidenceOf = ({ evidence }: Cause): Cause["evidence"] =>
    evidence.map((clause) => ("message" in clause ? { ...clause, message: randomSentence() } : clause));
  const shuffle = <T>(all: readonly T[]): readonly T[] =>
    all
      .map((each) => ({ each, place: next() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ each }) => each);
  const repeatSome = <T>(all: readonly T[]): readonly T[] =>
    all.flatMap((each) => (next() < 0.1 ? [each, each] : [each]));
  return {
    ...made,
    findings: repeatSome(shuffle(made.findings)).map((each) =>
      "message" in each ? { ...each, message: randomSentence() } : each,
    ),
    roots: made.roots.map((each) => ({
      ...each,
      causes: shuffle(each.causes).map((cause) => ({ ...cause, evidence: evidenceOf(cause) })),
      conditions: shuffle(each.conditions).map((condition) => ({
        ...condition,
        message: randomSentence(),
        reason: randomSentence(),
      })),
    })),
  };
}
