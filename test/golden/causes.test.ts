import { describe, expect, test } from "vitest";
import { aggregateAndPrint } from "../printed.ts";
import type { ReportNode } from "../../shared/model/report.ts";
import type { PrintedReport, PrintedRoot } from "../printed.ts";
import type { Reading, Snapshot } from "../../shared/model/snapshot.ts";
import { compareVerdicts } from "../../shared/model/verdict.ts";
import { randomFrom } from "../random.ts";
import { readGoldenCase, sentences } from "./recorded.ts";

/** The same snapshot with the objects of each reading in another order. */
function shuffleSnapshot(snapshot: Snapshot, seed: number): Snapshot {
  const next = randomFrom(seed);
  const shuffle = <T>(all: readonly T[]): readonly T[] =>
    all
      .map((each) => [next(), each] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, each]) => each);
  const readings = snapshot.readings.map(
    (reading): Reading => (reading.outcome === "found" ? { ...reading, objects: shuffle(reading.objects) } : reading),
  );
  return { ...snapshot, readings };
}

function labelsBelow(node: ReportNode): readonly string[] {
  return [node.label, ...node.children.flatMap(labelsBelow)];
}

const causesIn = (report: PrintedReport): readonly (readonly [PrintedRoot, PrintedRoot["causes"][number]])[] =>
  report.roots.flatMap((root) => root.causes.map((cause) => [root, cause] as const));

describe.for(sentences)("%s", (sentence) => {
  const snapshot = readGoldenCase(sentence);
  const report = aggregateAndPrint(snapshot);

  test("what is unavailable or degraded has a cause with a text, and what is healthy has none", () => {
    for (const { verdict, causes } of report.roots) {
      if (verdict === "healthy") expect(causes).toEqual([]);
      if (verdict === "unavailable" || verdict === "degraded") {
        expect(causes[0]?.verdict).toBe(verdict);
        for (const { text, component } of causes) {
          expect(text).not.toBe("");
          expect(component).not.toBe("");
        }
      }
    }
  });

  test("the worst stands first, and none is worse than the root", () => {
    for (const { verdict, causes } of report.roots) {
      const verdicts = [verdict, ...causes.map((cause) => cause.verdict)];
      expect(verdicts).toEqual(verdicts.toSorted(compareVerdicts));
    }
  });

  test("each cause is a finding about its root, with the same verdict and way", () => {
    for (const [root, { verdict, path }] of causesIn(report)) {
      const found = report.findings.filter((one) => one.root?.name === root.ref.name && one.path?.join() === path.join());
      expect(found.map((one) => one.verdict)).toContain(verdict);
    }
  });

  test("the root cause is the first cause, where that lies in a part", () => {
    for (const { causes, rootCause } of report.roots) {
      const [first] = causes;
      const isPart = first !== undefined && first.path.length > 1 && compareVerdicts(first.verdict, "degraded") <= 0;
      expect(rootCause?.path).toEqual(isPart ? first.path : undefined);
      expect(rootCause?.text).toBe(isPart ? first.text : undefined);
    }
  });

  test("no time is in the future, and a root has that of its first cause", () => {
    for (const { since, causes, verdict } of report.roots) {
      for (const time of [since, ...causes.map((cause) => cause.since)])
        expect((time ?? "") > report.takenAt, time).toBe(false);
      const [first] = causes;
      if (first?.since !== undefined && first.verdict === verdict) expect(since).toBe(first.since);
    }
  });

  test("each required part that is not healthy is in a cause, and each path leads through the tree", () => {
    for (const root of report.roots) {
      const reported = root.causes.flatMap(({ component, sharedBy = [] }) => [component, ...sharedBy]);
      const unhealthy = root.children.filter(({ required, verdict }) => required && verdict !== "healthy");
      if (root.profile === "hco" && root.verdict !== "healthy")
        expect(reported).toEqual(expect.arrayContaining(unhealthy.map(({ label }) => label)));
    }
    for (const [root, { path, component }] of causesIn(report)) {
      expect(path[0]).toBe(root.label);
      expect([root.label, path[1] ?? root.label]).toContain(component);
      const known = labelsBelow(root);
      for (const label of path.slice(2)) expect(known).toContain(label);
    }
  });

  test("each cause says what to do next: first a command that reads, then also one that starts a workload again", () => {
    for (const [, { next, text }] of causesIn(report)) {
      expect(next.length, text).toBeGreaterThan(0);
      expect(next[0]?.command).toMatch(/^kubectl (logs|describe|get|hco-status permissions) /);
      for (const { command, why } of next) {
        expect(command).toMatch(/^kubectl (logs|describe|get|hco-status permissions|scale --replicas=1) /);
        expect(why).not.toBe("");
      }
    }
  });

  test("no finding begins with a command that changes the cluster", () => {
    for (const { next } of report.findings)
      if (next[0] !== undefined) expect(next[0].command).toMatch(/^kubectl (logs|describe|get|hco-status permissions) /);
  });

  test("the order of the input decides nothing", () => {
    const summarizeReport = ({ roots, next }: PrintedReport): unknown => ({
      next,
      roots: roots
        .map(({ ref, verdict, since, causes, rootCause }) => ({ ref, verdict, since, causes, rootCause }))
        .toSorted((a, b) => JSON.stringify(a.ref).localeCompare(JSON.stringify(b.ref))),
    });
    for (const seed of [1, 2, 3]) expect(summarizeReport(aggregateAndPrint(shuffleSnapshot(snapshot, seed)))).toEqual(summarizeReport(report));
  });
});
