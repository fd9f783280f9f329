import { describe, expect, test } from "vitest";
import { displayWidth } from "../../shared/characters/display-width.ts";
import type { Finding } from "../../shared/model/finding/finding.ts";
import { makeFinding } from "../../shared/model/finding/make-finding.ts";
import type { Report, ReportNode, RootNode } from "../../shared/model/report.ts";
import { renderHtml } from "../../shared/render/formats/html.ts";
import { renderMarkdown } from "../../shared/render/formats/markdown.ts";
import { renderPlain } from "../../shared/render/formats/plain.ts";
import { renderFirstText, renderText } from "../../shared/render/formats/text/text.ts";
import { firstScreenLines } from "../outline/fronts.ts";
import { condition, hyperconverged, root, workloadBelow } from "./build.ts";
import { samples } from "./samples.ts";

// Reports as -f and diff read them: valid by the schema, and unlike what aggregate() makes of a cluster.

const crashing = samples["a crashing container below CDI"] as Report;
const [crashingRoot] = crashing.roots as readonly [RootNode];

function withRoot(part: Partial<RootNode>, others: Partial<Report> = {}): Report {
  return { ...crashing, roots: [{ ...crashingRoot, ...part }], ...others };
}

/** The Report with `change` made of every name and label of an object. */
function renameAll(change: (name: string) => string): Report {
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === "string")
      return key === "name" || key === "label" || key === "component" ? change(value) : value;
    if (Array.isArray(value)) return value.map((entry) => (key === "path" ? change(`${entry}`) : walk(entry, key)));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, walk(entry, name)]));
  };
  return walk(crashing, "") as Report;
}

function deepPath(steps: number): Report {
  let node: ReportNode = workloadBelow("container", "innermost", "unavailable");
  for (let step = steps; step > 0; step -= 1)
    node = workloadBelow("workload", `step-${step}`, "unavailable", { children: [node], required: true });
  const { label, children } = { label: hyperconverged.name, children: [node] };
  const path = [label, ...Array.from({ length: steps }, (_, step) => `step-${step + 1}`), "innermost"];
  const [cause] = crashingRoot.causes;
  if (cause === undefined) throw new Error("the sample has no cause");
  return withRoot({ children, causes: [{ ...cause, component: "step-1", path }] });
}

const long = "x".repeat(32 * 1024);
const about = { group: "", kind: "ConfigMap", namespace: "a", name: "odd" };
const finding: Finding = makeFinding(about, { code: "damaged-input", where: "a.yaml", cause: "it is odd" });
const many = Array.from(
  { length: 500 },
  (_, place): Finding => ({ ...finding, about: { ...about, name: `n${place}` } }),
);

const reports: readonly (readonly [what: string, report: Report])[] = [
  ["no roots", { ...crashing, verdict: "unknown", roots: [] }],
  ["500 findings", { ...crashing, findings: many }],
  [
    "a message of 32 KiB without a space",
    withRoot({
      conditions: [condition("Available", "F", 14, "R", long)],
      causes: crashingRoot.causes.map((cause) => ({ ...cause, text: long })),
    }),
  ],
  ["names of 253 characters", renameAll((name) => name.padEnd(253, "a"))],
  ["names that are words of ours: healthy", renameAll(() => "healthy")],
  ["names that are words of ours: unknown", renameAll(() => "unknown")],
  ["text from right to left", renameAll((name) => `${name}\u202e\u05d0\u05d1\u05d2`)],
  ["a path of 40 steps", deepPath(40)],
  ["two findings with one id", { ...crashing, findings: [finding, finding] }],
  ["a root without conditions, causes and children", { ...crashing, roots: [root({ verdict: "unavailable" })] }],
];

/** The painters whose lines have a width. */
const terminals: Readonly<Record<string, (report: Report, width: number) => readonly string[]>> = {
  "first screen": (report, width) => renderFirstText(report, { width }).split("\n"),
  wide: (report, width) => renderText(report, { width, wide: true }).split("\n"),
};

/** Whether a line is a command to copy, which is never wrapped. */
function isCommand(line: string): boolean {
  return /^\s*(?:\$ |(?:Details|Next)\b)|\bkubectl /.test(line);
}

describe.for(reports)("%s", ([, report]) => {
  describe.for(Object.entries(terminals))("%s", ([, paint]) => {
    test.for([20, 80, 200])("no line but a command is wider than %i columns, and the verdict is there", (width) => {
      const lines = paint(report, width);
      expect(lines.filter((line) => displayWidth(line) > width && !isCommand(line))).toEqual([]);
      if (report.roots.length > 0) expect(lines.join(" ")).toContain(report.verdict);
      expect(lines.join("\n")).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    });
  });

  test.for([
    ["html", renderHtml],
    ["markdown", renderMarkdown],
    ["plain", renderPlain],
  ] as const)("%s has the verdict, and no control character", ([, paint]) => {
    const text = paint(report);
    if (report.roots.length > 0) expect(text).toContain(report.verdict);
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });
});

test("a first screen for 20 columns begins with the verdict of a terminal of five rows", () => {
  const lines = firstScreenLines(crashing, { width: 20 });
  expect(lines.slice(0, 5).join(" ").replace(/\s+/g, " ")).toContain("unavailable");
});
