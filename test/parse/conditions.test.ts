import { describe, expect, test } from "vitest";
import type { Condition } from "../../shared/model/condition.ts";
import type { MalformedEvidence } from "../../shared/model/finding/evidence.ts";
import { conditionsAt, readConditions } from "../../shared/parse/conditions.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { randomFrom } from "../random.ts";
import { countReads } from "../reads.ts";
import { randomJson } from "./random-json.ts";

const time = "2026-11-21T06:00:00Z";
const ready = { type: "Ready", status: "True", reason: "AsExpected", message: "all good" };

test("a condition is taken over word for word", () => {
  const hostile = "\u001b[31mred\u202e\r\n<script>  ";
  const entry = {
    ...ready,
    reason: hostile,
    message: hostile,
    lastTransitionTime: time,
    observedGeneration: 3,
    other: 1,
  };
  expect(readConditions([entry])).toStrictEqual({
    conditions: [
      { type: "Ready", status: "True", reason: hostile, message: hostile, since: time, observedGeneration: 3 },
    ],
    malformed: [],
    shape: "list",
  });
});

describe("a field is absent, a list, or something else", () => {
  const rows: [value: unknown, shape: string, malformed: MalformedEvidence[]][] = [
    [undefined, "absent", []],
    [null, "absent", []],
    [[], "list", []],
    [{}, "other", [{ code: "conditions-not-a-list", value: "{...}" }]],
    [{ Ready: "True" }, "other", [{ code: "conditions-not-a-list", value: "{...}" }]],
    ["True", "other", [{ code: "conditions-not-a-list", value: "True" }]],
    [0, "other", [{ code: "conditions-not-a-list", value: "0" }]],
    [false, "other", [{ code: "conditions-not-a-list", value: "false" }]],
  ];
  test.for(rows)("%j", ([value, shape, malformed]) => {
    expect(readConditions(value)).toStrictEqual({ conditions: [], malformed, shape });
  });
});

describe("an entry without a type of its own is dropped and named", () => {
  const rows: [entry: unknown, oddity: MalformedEvidence][] = [
    [null, { code: "condition-not-an-object" }],
    ["Ready", { code: "condition-not-an-object", value: "Ready" }],
    [["Ready"], { code: "condition-not-an-object", value: "[...]" }],
    [{}, { code: "condition-without-type" }],
    [{ status: "True" }, { code: "condition-without-type" }],
    [
      { ...ready, type: "" },
      { code: "condition-without-type", value: "" },
    ],
    [
      { ...ready, type: 5 },
      { code: "condition-without-type", value: "5" },
    ],
    [
      { ...ready, type: ["Ready"] },
      { code: "condition-without-type", value: "[...]" },
    ],
  ];
  test.for(rows)("%j", ([entry, oddity]) => {
    expect(readConditions([entry, ready])).toStrictEqual({ conditions: [ready], malformed: [oddity], shape: "list" });
  });
});

describe("a status other than the three words, or true and false as YAML without quotes has them, is Unknown and odd", () => {
  const rows: [status: unknown, read: string, value: string | null | undefined][] = [
    ["True", "True", null],
    ["False", "False", null],
    ["Unknown", "Unknown", null],
    ["true", "Unknown", "true"],
    ["TRUE", "Unknown", "TRUE"],
    ["True ", "Unknown", "True "],
    ["", "Unknown", ""],
    [true, "True", null],
    [false, "False", null],
    [1, "Unknown", "1"],
    [{ a: 1 }, "Unknown", "{...}"],
    [null, "Unknown", undefined],
    [undefined, "Unknown", undefined],
    ["x".repeat(1000), "Unknown", "x".repeat(80)],
  ];
  test.for(rows)("%j", ([status, read, value]) => {
    const reading = readConditions([{ ...ready, status }]);
    expect(reading.conditions[0]?.status).toBe(read);
    const odd = { code: "odd-status", type: "Ready", ...(value !== undefined && { value }) };
    expect(reading.malformed).toStrictEqual(value === null ? [] : [odd]);
  });
});

describe("a missing reason or message is empty, one that is no text is empty and odd", () => {
  const rows: [found: unknown, read: string, value?: string][] = [
    ["", ""],
    [null, ""],
    [undefined, ""],
    [5, "", "5"],
    [false, "", "false"],
    [["a"], "", "[...]"],
    [{ a: 1 }, "", "{...}"],
  ];
  for (const field of ["reason", "message"] as const) {
    test.for(rows)(`${field} %j`, ([found, read, value]) => {
      const reading = readConditions([{ ...ready, [field]: found }]);
      expect(reading.conditions[0]?.[field]).toBe(read);
      expect(reading.malformed).toStrictEqual(value === undefined ? [] : [{ code: "odd-text", type: "Ready", value }]);
    });
  }
});

describe("a time that is none is absent, and odd unless it is nil or Go's zero", () => {
  const rows: [given: unknown, since: string | undefined, value?: string][] = [
    [time, time],
    ["2026-11-21T07:00:00.123456+01:00", time],
    [undefined, undefined],
    [null, undefined],
    ["0001-01-01T00:00:00Z", undefined],
    ["", undefined, ""],
    ["yesterday", undefined, "yesterday"],
    ["2026-11-21", undefined, "2026-11-21"],
    ["2026-13-41T06:00:00Z", undefined, "2026-13-41T06:00:00Z"],
    ["2026-11-21T06:00:00", undefined, "2026-11-21T06:00:00"],
    [1763704800, undefined, "1763704800"],
    [{ seconds: 1 }, undefined, "{...}"],
  ];
  test.for(rows)("%j", ([given, since, value]) => {
    const reading = readConditions([{ ...ready, lastTransitionTime: given }]);
    expect(reading.conditions).toStrictEqual([since === undefined ? ready : { ...ready, since }]);
    expect(reading.malformed).toStrictEqual(value === undefined ? [] : [{ code: "odd-time", type: "Ready", value }]);
  });
});

test.for([
  [3, 3],
  [0, 0],
  ["3", 3],
  ["3.5", undefined],
  ["three", undefined],
  [null, undefined],
  [Number.POSITIVE_INFINITY, undefined],
] as const)("observedGeneration %j is read as %j", ([given, read]) => {
  const { conditions, malformed } = readConditions([{ ...ready, observedGeneration: given }]);
  expect(conditions[0]?.observedGeneration).toBe(read);
  expect(malformed.map(({ code }) => code)).toStrictEqual(
    read === undefined && given !== null ? ["odd-generation"] : [],
  );
});

test.for([
  ["a generation", { metadata: { generation: "newest" } }, "newest"],
  ["an observedGeneration", { status: { observedGeneration: { at: 5 } } }, "{...}"],
] as const)("%s that is no number is an oddity of the object", ([, fields, value]) => {
  expect(conditionsAt(toObject(fields)).malformed).toStrictEqual([{ code: "odd-generation", value }]);
});

test.for([5, "5", null, undefined])("a generation %j is none", (generation) => {
  const fields = { metadata: { generation }, status: { observedGeneration: generation } };
  expect(conditionsAt(toObject(fields)).malformed).toStrictEqual([]);
});

describe("types are text like any other, and a repeated one is kept and named once", () => {
  test.for(["__proto__", "constructor", "toString", "Ready "])("%s", (type) => {
    const entry = JSON.parse(`{"type":"${type}","status":"True"}`) as unknown;
    expect(readConditions([entry])).toMatchObject({ conditions: [{ type }], malformed: [] });
  });

  test("three times Ready", () => {
    const entries = [
      ready,
      { ...ready, status: "False" },
      { ...ready, type: "Other" },
      { ...ready, status: "Unknown" },
    ];
    const { conditions, malformed } = readConditions(entries);
    expect(conditions.map(({ type, status }) => `${type}=${status}`)).toStrictEqual([
      "Ready=True",
      "Ready=False",
      "Other=True",
      "Ready=Unknown",
    ]);
    expect(malformed).toStrictEqual([{ code: "duplicate-condition", type: "Ready" }]);
  });
});

describe("the conditions of an object stand in status.conditions, else where Greenhouse keeps them", () => {
  const usual = [{ ...ready, type: "Usual" }];
  const nested = [{ ...ready, type: "Nested" }];
  const rows: [status: unknown, types: string[], shape: string][] = [
    [{ conditions: usual }, ["Usual"], "list"],
    [{ statusConditions: { conditions: nested } }, ["Nested"], "list"],
    [{ conditions: usual, statusConditions: { conditions: nested } }, ["Usual"], "list"],
    [{ conditions: [], statusConditions: { conditions: nested } }, [], "list"],
    [{ conditions: null, statusConditions: { conditions: nested } }, ["Nested"], "list"],
    [{ conditions: "x", statusConditions: { conditions: nested } }, ["Nested"], "list"],
    [{ conditions: "x", statusConditions: { conditions: {} } }, [], "other"],
    [{ statusConditions: { conditions: {} } }, [], "absent"],
    [{ statusConditions: null }, [], "absent"],
    ["text", [], "absent"],
    [undefined, [], "absent"],
  ];
  test.for(rows)("%j", ([status, types, shape]) => {
    const reading = conditionsAt({ status });
    expect(reading.conditions.map((condition) => condition.type)).toStrictEqual(types);
    expect(reading.shape).toBe(shape);
  });
});

test("5,000 conditions with messages of 32 KiB are read, each a few times", () => {
  const message = "x".repeat(32 * 1024);
  const { value: entries, reads } = countReads(
    Array.from({ length: 5000 }, (_, i) => ({
      type: `T${i % 2500}`,
      status: "true",
      message,
      lastTransitionTime: "?",
    })),
  );
  const { conditions, malformed } = readConditions(entries);
  expect(reads()).toBeLessThan(5000 * 50);
  expect(conditions).toHaveLength(5000);
  expect(malformed).toHaveLength(5000 + 5000 + 2500);
});

test("whatever the JSON, every condition that comes out is complete", () => {
  let read = 0;
  for (let seed = 0; seed < 3000; seed++) {
    const random = randomFrom(seed);
    const entries = Array.from({ length: 3 }, () => ({ type: randomJson(random, 4), ...object(randomJson(random)) }));
    const { conditions, malformed } = readConditions(seed % 3 === 0 ? randomJson(random) : entries);
    expect(
      conditions.filter((condition) => !isComplete(condition)),
      `seed ${seed}`,
    ).toStrictEqual([]);
    for (const { value } of malformed) expect((value ?? "").length).toBeLessThanOrEqual(80);
    read += conditions.length;
  }
  expect(read).toBeGreaterThan(1000);
});

function isComplete({ type, status, reason, message, since }: Condition): boolean {
  const texts = [type, reason, message].every((word) => typeof word === "string");
  return texts && ["True", "False", "Unknown"].includes(status) && (since === undefined || /Z$/.test(since));
}

function object(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

test("a log of phases in place of conditions is no damage", () => {
  const entry = { phase: "Succeeded", reason: "InstallSucceeded", lastTransitionTime: "2026-11-21T12:00:00Z" };
  expect(readConditions([entry, entry])).toEqual({ conditions: [], malformed: [], shape: "list" });
});
