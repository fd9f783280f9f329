import { describe, expect, test } from "vitest";
import { mergeReadiness, type PartReadiness } from "../../../shared/aggregate/greenhouse/aggregated-parts.ts";
import { summarizeGates } from "../../../shared/aggregate/greenhouse/ready-summary.ts";
import type { Condition, ConditionStatus } from "../../../shared/model/condition.ts";
import { type GreenhouseKind, greenhouseKinds } from "../../../shared/model/family-roots.ts";
import type { ReadyGateRow } from "../../../shared/model/ready-rule.ts";
import { worstVerdict } from "../../../shared/model/verdict.ts";
import { readyRules } from "../../../shared/tables/ready-rules.ts";
import { randomJson } from "../../parse/random-json.ts";
import { pick, randomFrom } from "../../random.ts";
import { object, type ReportedCondition, reportOn, rootOf } from "./objects.ts";

const runs = 300;
const statuses: readonly ConditionStatus[] = ["True", "False", "Unknown"];
const types = ["A", "B", "C", "D", "E"] as const;

type Next = () => number;

function pickSome<T>(next: Next, all: readonly T[]): readonly T[] {
  return all.filter(() => next() < 0.5);
}

function randomGate(next: Next, type: string): ReadyGateRow {
  const trippedBy = pickSome(next, statuses);
  const missingRule = pick(next, [
    {},
    { whenMissing: "unknown-if-none-trips" as const },
    { whenMissing: "unknown-at-once" as const },
  ]);
  return { types: [type], trippedBy, message: `${type} is bad`, reason: type, ...missingRule };
}

function randomConditions(next: Next): readonly Condition[] {
  return pickSome(next, types).map((type) => ({ type, status: pick(next, statuses), reason: "", message: "" }));
}

/** By the sentence of the facts, without its loop: which gates trip, which are missing, and where the first of each is. */
function byTheSentence(gates: readonly ReadyGateRow[], conditions: readonly Condition[]): string {
  const findCondition = (gate: ReadyGateRow): Condition | undefined =>
    conditions.find(({ type }) => gate.types.includes(type));
  const isMissing = (gate: ReadyGateRow): boolean =>
    findCondition(gate) === undefined && gate.whenMissing !== undefined;
  const end = gates.findIndex((gate) => isMissing(gate) && gate.whenMissing === "unknown-at-once");
  const asked = end < 0 ? gates : gates.slice(0, end);
  const first = asked.find(
    (gate) => !isMissing(gate) && gate.trippedBy.includes(findCondition(gate)?.status ?? "Unknown"),
  );
  if (first !== undefined) return `False ${first.types[0]}`;
  return gates.some(isMissing) ? "Unknown" : "open";
}

/** `open`, `True`, or `False` with the type that decided. */
function describeSummary(summary: ReturnType<typeof summarizeGates>): string {
  if (summary === undefined) return "open";
  return summary.status === "False" ? `False ${summary.decidingType}` : summary.status;
}

describe("summary", () => {
  test("the first gate that trips decides, a missing one only where none does", () => {
    const next = randomFrom(1);
    for (let run = 0; run < runs; run += 1) {
      const gates = pickSome(next, types).map((type) => randomGate(next, type));
      const conditions = randomConditions(next);
      const made = summarizeGates(gates, conditions);
      expect(describeSummary(made), JSON.stringify({ gates, conditions })).toBe(byTheSentence(gates, conditions));
    }
  });

  test("what stands behind the gate that tripped changes nothing, and conditions in any order are the same", () => {
    const next = randomFrom(2);
    for (let run = 0; run < runs; run += 1) {
      const gates = types.map((type) => randomGate(next, type)).map(({ whenMissing: _whenMissing, ...gate }) => gate);
      const conditions = randomConditions(next);
      const made = summarizeGates(gates, conditions);
      expect(summarizeGates(gates, conditions.toReversed())).toEqual(made);
      const place = gates.findIndex(({ types: [type] }) => type === made?.decidingType);
      if (made !== undefined) expect(summarizeGates(gates.slice(0, place + 1), conditions)).toEqual(made);
    }
  });
});

describe("merge is True where all are", () => {
  const randomPart = (next: Next, place: number): PartReadiness => {
    const condition = { status: pick(next, statuses), reason: "", message: "" };
    return next() < 0.8 ? { component: `p${place}`, condition } : { component: `p${place}` };
  };
  const parts = (next: Next): readonly PartReadiness[] =>
    Array.from({ length: Math.floor(next() * 6) }, (_, place) => randomPart(next, place));
  const makeMergedPart = (status: ConditionStatus | undefined): readonly PartReadiness[] =>
    status === undefined ? [] : [{ component: "merged", condition: { status, reason: "", message: "" } }];

  test("whatever the order, however often a part comes, and merged in one step or in two", () => {
    const next = randomFrom(3);
    for (let run = 0; run < runs; run += 1) {
      const silent = pick(next, ["bad", "skip"] as const);
      const one = parts(next);
      const other = parts(next);
      const { status } = mergeReadiness([...one, ...other], silent);
      expect(mergeReadiness([...other, ...one], silent).status).toBe(status);
      expect(mergeReadiness([...one, ...other, ...one], silent).status).toBe(status);
      const inSteps = mergeReadiness(
        [
          ...makeMergedPart(mergeReadiness(one, silent).status),
          ...makeMergedPart(mergeReadiness(other, silent).status),
        ],
        silent,
      );
      expect(inSteps.status).toBe(status);
    }
  });

  test("one that is not True makes it False, one that is changes nothing but nothing at all", () => {
    const next = randomFrom(4);
    for (let run = 0; run < runs; run += 1) {
      const silent = pick(next, ["bad", "skip"] as const);
      const all = parts(next);
      const { status } = mergeReadiness(all, silent);
      for (const bad of ["False", "Unknown"] as const) {
        expect(mergeReadiness([...all, ...makeMergedPart(bad)], silent).status).toBe("False");
      }
      expect(mergeReadiness([...all, ...makeMergedPart("True")], silent).status).toBe(status ?? "True");
    }
  });

  test("it is False if a part is unready, and every part is counted once", () => {
    const next = randomFrom(5);
    for (let run = 0; run < runs; run += 1) {
      const silent = pick(next, ["bad", "skip"] as const);
      const all = parts(next);
      const { unready, total, status } = mergeReadiness(all, silent);
      expect(status === "False").toBe(unready.length > 0);
      expect(unready.length).toBeLessThanOrEqual(total);
      expect(total).toBe(all.filter(({ condition }) => condition !== undefined || silent === "bad").length);
    }
  });
});

test("an object that says what its controller would write has no drift, whatever else it says", () => {
  const next = randomFrom(6);
  const names = (Object.keys(greenhouseKinds) as GreenhouseKind[]).filter((kind) => readyRules[kind] !== undefined);
  for (let run = 0; run < runs; run += 1) {
    const kind = pick(next, names);
    const gates = readyRules[kind]?.gates.flatMap((gate) => gate.types) ?? [];
    const reported: Record<string, ReportedCondition> = { Ready: [pick(next, statuses), "R", "m"] };
    for (const type of pickSome(next, gates)) reported[type] = [pick(next, statuses), "r", "words"];
    const [ready] = rootOf(kind, [object(kind, reported)]).expected.controller?.conditions ?? [];
    if (ready === undefined) throw new Error(`nothing expected of ${kind}`);
    reported["Ready"] = [ready.status, ready.reason, ready.message];
    expect(rootOf(kind, [object(kind, reported)]).drift, JSON.stringify(reported)).toEqual([]);
  }
});

test("whatever spec, status, labels and annotations hold, a Report comes out that is plain data", () => {
  const next = randomFrom(7);
  for (let run = 0; run < runs; run += 1) {
    const objects = Array.from({ length: 4 }, (_, place) => {
      const kind = pick(next, Object.keys(greenhouseKinds) as GreenhouseKind[]);
      const metadata = {
        name: pick(next, ["it", "acme", `n${place}`]),
        labels: randomJson(next),
        annotations: randomJson(next),
      };
      const made = object(kind, {}, { metadata });
      const status = {
        ...made,
        clusters: randomJson(next),
        inventory: randomJson(next),
        pluginStatuses: randomJson(next),
      };
      const spec = {
        clusterName: "it",
        pluginDefinitionRef: { name: "it" },
        kubeconfig: randomJson(next),
        plugin: randomJson(next),
      };
      return { ...made, spec: pick(next, [spec, randomJson(next)]), status: pick(next, [status, randomJson(next)]) };
    });
    const report = reportOn(objects);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    for (const { verdict, ownVerdict, children, offenders } of report.roots) {
      const parts = children.filter(({ required }) => required).map((part) => part.verdict);
      expect(verdict).toBe(worstVerdict([ownVerdict, ...parts]));
      if (verdict === "healthy") expect(offenders).toEqual({});
    }
  }
});
