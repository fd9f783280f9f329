import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { aggregateAndPrint } from "../printed.ts";
import { severities } from "../../shared/model/finding/severity.ts";
import type { ReportNode, Report } from "../../shared/model/report.ts";
import { allVerdicts, worstVerdict } from "../../shared/model/verdict.ts";
import { renderJson } from "../../shared/render/formats/json.ts";
import { renderFirstText, renderText } from "../../shared/render/formats/text/text.ts";
import { formatCompleteness } from "../../shared/outline/words/completeness.ts";
import { describeFinding as describeFinding } from "../../shared/outline/findings/describe.ts";
import { printed } from "../render/printed.ts";
import { cases } from "./cases.ts";
import { folderOf, readGoldenCase, sentences } from "./recorded.ts";

const schemaFile = join(import.meta.dirname, "../../shared/model/report.schema.json");
const fits = existsSync(schemaFile)
  ? new Ajv2020({ allErrors: true, strict: false, validateFormats: false }).compile(
      JSON.parse(readFileSync(schemaFile, "utf8")) as object,
    )
  : undefined;

const inAllFormats = new Set(cases.filter((one) => one.inAllFormats).map(({ sentence }) => sentence));

const template = `{range .roots[*]}{.label}{"\\t"}{.verdict}{"\\t"}{.rootCause.text}{"\\n"}{end}`;

/** The file that a few cases keep of each format of `-o` that is written in its own way. */
const inFormats: readonly [file: string, print: (report: Report) => string | Promise<string>][] = [
  ["report.plain.txt", (report) => printed("plain", report)],
  ["report.md", (report) => printed("markdown", report)],
  ["report.html", (report) => printed("html", report)],
  ["report.mermaid", (report) => printed("mermaid", report)],
  ["report.junit.xml", (report) => printed("junit", report)],
  ["report.github.txt", (report) => printed("github", report)],
  ["report.openmetrics.txt", (report) => printed("openmetrics", report)],
];

/** The file that one case keeps of each format that is another spelling of `report.json` or of `report.txt`. */
const inOtherSpellings: typeof inFormats = [
  ["report.wide.txt", (report) => printed("wide", report, { width: 120 })],
  ["report.absolute.txt", (report) => renderText(report, { width: 80, absoluteTime: true })],
  ["report.yaml", (report) => printed("yaml", report)],
  ["report.name.txt", (report) => printed("name", report)],
  ["report.jsonpath.txt", (report) => printed("jsonpath", report, {}, template)],
  ["report.jsonpath-as-json.json", (report) => printed("jsonpath-as-json", report, {}, "{.roots[*].gates}")],
  ["report.columns.txt", (report) => printed("custom-columns", report, {}, "VERDICT:.verdict,WHO:.roots[*].label")],
];
const spelledOut = "cdi-is-degraded-without-a-message-and-its-controller-crashes";

test("every case has its folder, and every folder its case", () => {
  expect(sentences.toSorted()).toEqual(cases.map(({ sentence }) => sentence).toSorted());
});

describe.for(sentences)("%s", (sentence) => {
  const snapshot = readGoldenCase(sentence);
  const report = aggregateAndPrint(snapshot);

  test("nothing of the input is damaged", () => {
    expect(snapshot.damage).toEqual([]);
  });

  test("report.json is as it was read and agreed to", async () => {
    await expect(await printed("json", report)).toMatchFileSnapshot(join(folderOf(sentence), "report.json"));
  });

  test("report.txt is as it was read and agreed to", async () => {
    const text = renderText(report, { width: 80 });
    await expect(text).toMatchFileSnapshot(join(folderOf(sentence), "report.txt"));
  });

  test("screen.txt is as it was read and agreed to", async () => {
    await expect(screensOf(report)).toMatchFileSnapshot(join(folderOf(sentence), "screen.txt"));
  });

  const kept = [...(inAllFormats.has(sentence) ? inFormats : []), ...(sentence === spelledOut ? inOtherSpellings : [])];
  test.for(kept)("%s is as it was read and agreed to", async ([file, print]) => {
    await expect(await print(report)).toMatchFileSnapshot(join(folderOf(sentence), file));
  });

  test.skipIf(fits === undefined)("it keeps the schema", () => {
    fits?.(JSON.parse(renderJson(report)));
    expect(fits?.errors ?? []).toEqual([]);
  });

  test("its verdict is the worst of its roots, and unknown at best where no root could be read", () => {
    const unseen = snapshot.readings.some(
      ({ query, outcome }) => query.kind === "HyperConverged" && (outcome === "forbidden" || outcome === "unread"),
    );
    const isSeen = report.roots.some(({ profile }) => profile === "hco");
    const roots = report.roots.map(({ verdict }) => verdict);
    expect(report.verdict).toBe(worstVerdict(unseen && !isSeen ? [...roots, "unknown"] : roots));
  });

  test("a root's verdict is the worst of its own and of its required parts", () => {
    for (const root of report.roots) {
      const parts = root.children.filter(({ required }) => required).map(({ verdict }) => verdict);
      expect(root.verdict).toBe(worstVerdict([root.ownVerdict, ...parts]));
    }
  });

  test("there is a root cause exactly where a required part makes the root unavailable or degraded", () => {
    for (const { verdict, children, rootCause } of report.roots) {
      const isSerious = (one: Pick<ReportNode, "verdict">): boolean => allVerdicts.indexOf(one.verdict) <= 1;
      const isCaused = isSerious({ verdict }) && children.some((child) => child.required && isSerious(child));
      // A culprit that only the CR's reasons name is none of the parts that were read.
      if (isCaused) expect(rootCause).toBeDefined();
      if (!isSerious({ verdict })) expect(rootCause).toBeUndefined();
    }
  });

  test("asked is the sum of the five outcomes, and every response without an object is a gap", () => {
    const { asked, found, gaps, ...rest } = report.completeness;
    const { absent, noSuchKind, forbidden, unread } = rest;
    expect(asked).toBe(found + absent + noSuchKind + forbidden + unread);
    const counted = Object.keys(rest).map((outcome) => [outcome, gaps.filter((gap) => gap.outcome === outcome).length]);
    expect(Object.fromEntries(counted)).toEqual(rest);
  });

  test("the numbers of the line on what was read add up", () => {
    const line = formatCompleteness(report.completeness, report.source.kind, 0);
    const [, found, asked] = /^Read (\d+) of (\d+) objects?/.exec(line) ?? [];
    const others = [...line.matchAll(/; (\d+) (?:forbidden|not read|not in the file|not collected|not found|not installed)/g)].map(([, many]) => many);
    expect([found, ...others].reduce((sum, many) => sum + Number(many), 0)).toBe(Number(asked));
  });

  test("findings come worst first, then by code, then by name, and each has its sentence", () => {
    const places = report.findings.map(({ severity, code, about }) => [severities.indexOf(severity), code, about.name]);
    expect(places).toEqual(places.toSorted(compareInTurn));
    for (const finding of report.findings) {
      const sentence = describeFinding(finding);
      expect(sentence).not.toMatch(/undefined|\[object|NaN|\.$|^$/);
    }
  });

  test("one drift per type, one offender per component, type and rule", () => {
    for (const { drift, offenders, uncertain } of report.roots) {
      expect(new Set(drift.map(({ type }) => type)).size).toBe(drift.length);
      for (const rows of [...Object.values(offenders), ...Object.values(uncertain)]) {
        const keys = rows.map(({ component, rule }) => `${component} ${rule}`);
        expect(new Set(keys).size).toBe(keys.length);
      }
    }
  });

  test("a HyperConverged is recomputed by every rule set of its profile", () => {
    const types = (conditions: readonly { readonly type: string }[] = []): string[] =>
      conditions.map(({ type }) => type);
    for (const { expected } of report.roots.filter(({ profile }) => profile === "hco")) {
      expect(types(expected["conditions-doc"]?.conditions)).toEqual(["Available", "Progressing", "Degraded"]);
      expect(expected["status-doc"]).toBeDefined();
      const five = ["ReconcileComplete", "Available", "Progressing", "Degraded", "Upgradeable"];
      expect(types(expected.operator?.conditions).slice(0, 5)).toEqual(five);
    }
  });

  test("every time is RFC 3339 in UTC", () => {
    const times = JSON.stringify(report).matchAll(/"(?:takenAt|since)":"([^"]*)"/g);
    for (const [, time] of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  test("the text keeps its 80 columns but for the command", () => {
    const lines = renderText(report, { width: 80 }).split("\n");
    expect(lines.filter((line) => [...line].length > 80 && !/^(?: {2}\$ |Next)/.test(line))).toEqual([]);
  });

  test("YAML holds the same document as JSON", async () => {
    expect(load(await printed("yaml", report))).toEqual(JSON.parse(await printed("json", report)));
  });

  test("the Report is plain data", () => {
    expect(JSON.parse(JSON.stringify(report)) as Report).toEqual(report);
  });
});

/** The first screen at three widths, each below its number; without a width that changes nothing. */
function screensOf(report: Report): string {
  const screens = [80, 120, 200].map((width) => ({ width, text: renderFirstText(report, { width }) }));
  return screens
    .map(({ width, text }, index) => {
      const before = screens.slice(0, index).findLast((each) => each.text === text);
      return `---- ${width} ----\n${before === undefined ? text : `as at ${before.width}\n`}`;
    })
    .join("");
}

function compareInTurn(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const place = a.findIndex((value, index) => value !== b[index]);
  if (place < 0) return 0;
  return (a[place] ?? "") < (b[place] ?? "") ? -1 : 1;
}
