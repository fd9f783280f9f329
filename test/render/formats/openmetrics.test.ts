import { describe, expect, test } from "vitest";
import type { Report, RootNode } from "../../../shared/model/report.ts";
import { allVerdicts } from "../../../shared/model/verdict.ts";
import { sampleMember } from "../../../shared/render/fleet/fleet-metrics.ts";
import { metricLabels, metricNames } from "../../../shared/render/formats/openmetrics/families.ts";
import { renderOpenMetrics, writeExposition } from "../../../shared/render/formats/openmetrics/openmetrics.ts";
import { sampleReport } from "../../../shared/render/formats/openmetrics/report-samples.ts";
import { maxLabelLength, maxSeries } from "../../../shared/render/formats/openmetrics/sample-collector.ts";
import { mustSkip } from "../../environment.ts";
import { complaintsOfPromtool, hasPromtool } from "../../promtool.ts";
import { bearableReports } from "../any-report.ts";
import { fleetOfAll } from "../fleet-samples.ts";
import { samples } from "../samples.ts";

interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads the text by the grammar of OpenMetrics 1.0 (its ABNF), as far as gauges need it. @throws for anything else. */
function readExposition(text: string): readonly Series[] {
  expect(text.endsWith("\n# EOF\n")).toBe(true);
  const all: Series[] = [];
  const seen: string[] = [];
  for (const line of text.slice(0, -"# EOF\n".length).split("\n").slice(0, -1)) {
    const header = /^# (TYPE|UNIT|HELP) (\w+) (.+)$/.exec(line);
    if (header?.[1] === "TYPE") {
      expect(header[3]).toBe("gauge");
      expect(seen, "a metric stands in one place").not.toContain(header[2]);
      seen.push(header[2] as string);
    } else if (header !== null) expect(header[2]).toBe(seen.at(-1));
    else {
      const [, name = "", labels = "", value] = /^(\w+)(?:\{(.*)\})? (-?\d+(?:\.\d+)?)$/.exec(line) ?? [];
      expect(name, line).toBe(seen.at(-1));
      all.push({ name, labels: readLabels(labels), value: Number(value) });
    }
  }
  return all;
}

function readLabels(text: string): Readonly<Record<string, string>> {
  const pair = /([a-z_]+)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;
  const labels: Record<string, string> = {};
  let end = 0;
  while (end < text.length) {
    const [, label = "", value = ""] = pair.exec(text) ?? [];
    expect(label, text).not.toBe("");
    end = pair.lastIndex;
    labels[label] = value.replace(/\\(.)/g, (_, character: string) => (character === "n" ? "\n" : character));
  }
  return labels;
}

describe("every Report is valid OpenMetrics, and no text of a cluster acts in it", () => {
  test.for(bearableReports)("%s", ([, report]) => {
    const text = renderOpenMetrics(report);
    expect(/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text.replace(/\n|\p{RGI_Emoji}/gv, ""))).toBe(false);
    const series = readExposition(text);
    expect(new Set(series.map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`)).size).toBe(series.length);
    for (const { name, labels } of series) {
      expect(Object.keys(labels)).toEqual(metricLabels[name as keyof typeof metricLabels]);
      for (const value of Object.values(labels)) expect(value.length).toBeLessThanOrEqual(maxLabelLength);
    }
  });
});

describe("promtool finds nothing to complain of", () => {
  test.skipIf(mustSkip(hasPromtool))("check metrics (needs promtool)", () => {
    const texts = [
      ...bearableReports
        .map(([, report]) => report)
        .slice(0, 20)
        .map(renderOpenMetrics),
      writeExposition(fleetOfAll.map(sampleMember)),
    ];
    for (const text of texts) expect(complaintsOfPromtool(["check", "metrics"], text)).toBe("");
  });
});

describe("the verdict is exactly that of the Report", () => {
  test.for(Object.entries(samples))("%s", ([, report]) => {
    const series = readExposition(renderOpenMetrics(report));
    const listCurrent = (name: string): readonly (string | undefined)[] =>
      series.filter((one) => one.name === name && one.value === 1).map(({ labels }) => labels["verdict"]);
    expect(listCurrent("hco_status_report_verdict")).toEqual([report.verdict]);
    const roots = new Map(
      report.roots.map(({ ref, verdict }) => [`${ref.kind} ${ref.namespace} ${ref.name}`, verdict]),
    );
    if (roots.size === report.roots.length)
      expect(listCurrent("hco_status_root_verdict").toSorted()).toEqual([...roots.values()].toSorted());
  });

  test("of a cluster that does not respond, every verdict is unknown and nothing else is shown", () => {
    const report = samples["a crashing container below CDI"] as Report;
    const series = readExposition(writeExposition([sampleReport(report, { isSilent: true })]));
    expect(series.filter(({ value }) => value === 1).map(({ name, labels }) => [name, labels["verdict"]])).toEqual([
      ["hco_status_build_info", undefined],
      ["hco_status_report_verdict", "unknown"],
      ["hco_status_root_verdict", "unknown"],
    ]);
    expect(series.some(({ name }) => /cause|condition|component/.test(name))).toBe(false);
  });
});

test("a cause has the reason of its deepest object, never a message", () => {
  const series = readExposition(renderOpenMetrics(samples["a crashing container below CDI"] as Report));
  const [cause] = series.filter(({ name }) => name === "hco_status_cause");
  expect(cause?.labels).toMatchObject({ component: "CDI", reason: "CrashLoopBackOff", verdict: "unavailable" });
});

describe("the number of series is bounded, and what is omitted is counted", () => {
  const report = samples["healthy is short"] as Report;
  const [root] = report.roots as readonly [RootNode];
  const [part] = root.children;
  const countOmitted = (text: string): number | undefined =>
    readExposition(text).find(({ name }) => name === "hco_status_omitted_series")?.value;

  test("of many roots the worst are kept", () => {
    const many = Array.from({ length: 1_000 }, (_, index) => ({
      ...root,
      ref: { ...root.ref, name: `root-${index}` },
      verdict: index === 999 ? ("degraded" as const) : root.verdict,
    }));
    const series = readExposition(renderOpenMetrics({ ...report, verdict: "degraded", roots: many }));
    const verdicts = series.filter(({ name }) => name === "hco_status_root_verdict");
    expect(verdicts).toHaveLength(maxSeries);
    expect(verdicts.filter(({ value, labels }) => value === 1 && labels["verdict"] === "degraded")).toHaveLength(1);
    expect(countOmitted(renderOpenMetrics({ ...report, roots: many }))).toBeGreaterThan(3_000);
  });

  test("of two parts with one name the worse is kept", () => {
    const twice = [part, { ...part, verdict: "unavailable" }].flatMap((one) => (one === undefined ? [] : [one]));
    const text = renderOpenMetrics({ ...report, roots: [{ ...root, children: twice as RootNode["children"] }] });
    const worst = readExposition(text).filter(({ name, value }) => name.endsWith("component_verdict") && value === 1);
    expect(worst.map(({ labels }) => labels["verdict"])).toEqual(["unavailable"]);
    expect(countOmitted(text)).toBeGreaterThanOrEqual(allVerdicts.length);
  });

  test("a long label is cut, and counted", () => {
    const name = "x".repeat(1_000_000);
    const series = readExposition(renderOpenMetrics({ ...report, roots: [{ ...root, ref: { ...root.ref, name } }] }));
    expect(series.find(({ name: metric }) => metric === "hco_status_cut_labels")?.value).toBeGreaterThan(0);
  });
});

describe("several clusters", () => {
  const text = writeExposition(fleetOfAll.map(sampleMember));

  test("every series names its context, and a cluster that does not respond is unknown", () => {
    const series = readExposition(text);
    expect(series.every(({ labels }) => labels["context"] !== undefined)).toBe(true);
    const verdicts = series.filter(({ name, value }) => name === "hco_status_report_verdict" && value === 1);
    const known = Object.fromEntries(verdicts.map(({ labels }) => [labels["context"], labels["verdict"]]));
    expect(known).toMatchObject({ "well-a": "healthy", lost: "unknown", dead: "unknown", crashing: "unavailable" });
    expect(Object.keys(known)).toHaveLength(fleetOfAll.length);
  });
});

test("every metric has a stable name and plain labels", () => {
  for (const name of metricNames) {
    expect(name).toMatch(/^hco_status_[a-z_]+$/);
    for (const label of metricLabels[name]) expect(label).toMatch(/^[a-z_]+$/);
  }
});
