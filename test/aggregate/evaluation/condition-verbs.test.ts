import { describe, expect, test } from "vitest";
import {
  equalConditions,
  firstConditionOfType,
  isReadyTrue,
  type PlainCondition,
  setConditions,
} from "../../../shared/aggregate/evaluation/condition-verbs.ts";
import { pick, randomFrom } from "../../random.ts";

const then = "2026-11-20T06:00:00Z";
const own = "2026-11-20T18:00:00Z";
const now = "2026-11-21T06:00:00Z";
const ready: PlainCondition = { type: "Ready", status: "True", reason: "R", message: "m", lastTransitionTime: then };

describe("conditions are equal by type, status and message; with reason, by reason too; never by time", () => {
  const rows: [change: Partial<PlainCondition>, adr: boolean, controller: boolean][] = [
    [{}, true, true],
    [{ lastTransitionTime: now }, true, true],
    [{ since: now }, true, true],
    [{ type: "Other" }, false, false],
    [{ status: "False" }, false, false],
    [{ status: "true" }, false, false],
    [{ message: "n" }, false, false],
    [{ reason: "S" }, true, false],
    [{ reason: "" }, true, false],
  ];
  test.for(rows)("%j", ([change, adr, controller]) => {
    const other = { ...ready, ...change };
    expect(equalConditions(ready, other)).toBe(adr);
    expect(equalConditions(other, ready, { reason: false })).toBe(adr);
    expect(equalConditions(ready, other, { reason: true })).toBe(controller);
  });

  test("a missing text is an empty one", () => {
    const bare = { type: "Ready", status: "True" };
    expect(equalConditions(bare, { ...bare, reason: "", message: "" }, { reason: true })).toBe(true);
  });
});

describe("what is set replaces the condition of its type with the transition time of the rule set", () => {
  const rows: [what: string, given: Partial<PlainCondition>, controller: string, adr: string][] = [
    ["nothing new", { lastTransitionTime: own }, then, then],
    ["another status", { status: "False", lastTransitionTime: null }, now, now],
    ["another status with its own time", { status: "False", lastTransitionTime: own }, own, now],
    ["another status with Go's zero time", { status: "False", lastTransitionTime: "0001-01-01T00:00:00Z" }, now, now],
    ["another message", { message: "n", lastTransitionTime: own }, then, now],
    ["another reason", { reason: "S", lastTransitionTime: own }, then, then],
    ["another reason and message", { reason: "S", message: "n", lastTransitionTime: own }, then, now],
    ["a status of its own kind", { status: "Perhaps", lastTransitionTime: own }, own, now],
  ];
  test.for(rows)("%s", ([, change, controller, adr]) => {
    const given = { ...ready, ...change };
    const others = [
      { ...ready, type: "A" },
      { ...ready, type: "Z" },
    ] as const;
    for (const [ruleSet, time] of [
      ["controller", controller],
      ["adr", adr],
    ] as const) {
      const list = [others[0], ready, others[1]];
      const expected = [others[0], { ...given, lastTransitionTime: time }, others[1]];
      expect(setConditions(list, given, now, { ruleSet }), ruleSet).toStrictEqual(expected);
      expect(list, "the given list stays as it was").toStrictEqual([others[0], ready, others[1]]);
    }
  });

  test.for(["controller", "adr"] as const)(
    "%s: a condition that is new is added at the end with its time, else now",
    (ruleSet) => {
      const timed = { ...ready, type: "B", lastTransitionTime: own };
      const bare = { type: "C", status: "True" };
      expect(setConditions([ready], [timed, bare], now, { ruleSet })).toStrictEqual([
        ready,
        timed,
        { ...bare, lastTransitionTime: now },
      ]);
    },
  );

  test.for(["controller", "adr"] as const)(
    "%s: several are set in order, the later one over the earlier one",
    (ruleSet) => {
      const steps = [
        { ...ready, status: "False", lastTransitionTime: null },
        { ...ready, status: "Unknown", lastTransitionTime: null },
      ];
      expect(setConditions([], steps, now, { ruleSet })).toStrictEqual([
        { ...ready, status: "Unknown", lastTransitionTime: now },
      ]);
      expect(setConditions([ready], [], now, { ruleSet })).toStrictEqual([ready]);
    },
  );

  test("the controller keeps an old time that was never there", () => {
    const { lastTransitionTime: _, ...timeless } = ready;
    expect(setConditions([timeless], { ...timeless, message: "n" }, now, { ruleSet: "controller" })).toStrictEqual([
      { ...timeless, message: "n" },
    ]);
  });
});

describe("the time goes by the name of the given condition, else the replaced one, else the list, else lastTransitionTime", () => {
  const bare: PlainCondition = { type: "Ready", status: "False" };
  const rows: [what: string, list: PlainCondition[], given: PlainCondition, expected: object][] = [
    ["given since", [ready], { ...bare, since: own }, { ...bare, since: own }],
    [
      "given since, old time kept",
      [ready],
      { ...bare, status: "True", since: own },
      { ...bare, status: "True", since: then },
    ],
    [
      "given lastTransitionTime",
      [{ ...bare, status: "True", since: then }],
      { ...bare, lastTransitionTime: own },
      { ...bare, lastTransitionTime: own },
    ],
    ["replaced since", [{ ...bare, status: "True", since: then }], bare, { ...bare, since: now }],
    ["replaced lastTransitionTime", [ready], bare, { ...bare, lastTransitionTime: now }],
    ["since in the list", [{ type: "A", status: "True", since: then }], bare, { ...bare, since: now }],
    ["lastTransitionTime in the list", [{ ...ready, type: "A" }], bare, { ...bare, lastTransitionTime: now }],
    ["nowhere", [], bare, { ...bare, lastTransitionTime: now }],
  ];
  test.for(rows)("%s", ([, list, given, expected]) => {
    expect(setConditions(list, given, now, { ruleSet: "controller" }).at(-1)).toStrictEqual(expected);
  });
});

describe("ready is a condition Ready with the status True", () => {
  const rows: [list: PlainCondition[], isReady: boolean][] = [
    [[ready], true],
    [[{ ...ready, type: "A", status: "False" }, ready], true],
    [[{ ...ready, status: "False" }], false],
    [[{ ...ready, status: "Unknown" }], false],
    [[{ ...ready, status: "true" }], false],
    [[{ ...ready, type: "ready" }], false],
    [[], false],
  ];
  test.for(rows)("%j", ([list, isReady]) => {
    expect(isReadyTrue(list)).toBe(isReady);
  });
});

describe("of several conditions of one type the first counts", () => {
  const first = { ...ready, status: "False" };
  const other = { ...ready, status: "True" };
  test("the first condition of a type is the one that is found", () => {
    expect(firstConditionOfType([first, other], "Ready")).toBe(first);
    expect(firstConditionOfType([first, other], "Other")).toBeUndefined();
    expect(isReadyTrue([first, other])).toBe(false);
    expect(isReadyTrue([other, first])).toBe(true);
  });
  test.for(["controller", "adr"] as const)("%s: it is the one that is replaced", (ruleSet) => {
    const given = { ...ready, status: "Unknown", lastTransitionTime: null };
    expect(setConditions([first, other], given, now, { ruleSet })).toStrictEqual([
      { ...given, lastTransitionTime: now },
      other,
    ]);
  });
});

test("setting is idempotent, keeps the places of all others, and what was set is what is found", () => {
  for (let seed = 0; seed < 500; seed++) {
    const random = randomFrom(seed);
    const list = Array.from({ length: 4 }, () => randomCondition(random));
    const given = randomCondition(random);
    const ruleSet = pick(random, ["controller", "adr"] as const);
    const once = setConditions(list, given, now, { ruleSet });
    expect(setConditions(once, given, "2027-01-01T00:00:00Z", { ruleSet }), `seed ${seed}`).toStrictEqual(once);
    const found = firstConditionOfType(once, given.type);
    expect(found && equalConditions(found, given, { reason: true }), `seed ${seed}`).toBe(true);
    const isOther = (condition: PlainCondition): boolean => condition.type !== given.type;
    expect(once.filter(isOther), `seed ${seed}`).toStrictEqual(list.filter(isOther));
  }
});

function randomCondition(random: () => number): PlainCondition {
  const lastTransitionTime = pick(random, [then, own, null, "0001-01-01T00:00:00Z"]);
  const type = pick(random, ["A", "B", "Ready", "__proto__"]);
  const status = pick(random, ["True", "False", "odd"]);
  return { type, status, reason: pick(random, ["R", "S"]), message: pick(random, ["m", ""]), lastTransitionTime };
}
