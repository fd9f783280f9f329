import { describe, expect, test } from "vitest";
import type { ServerConnection } from "../../../shared/io/connection/connection.ts";
import { createReader, type PlacingReader } from "../../../shared/io/reader/reader.ts";
import type { Query } from "../../../shared/model/snapshot.ts";
import { createInputBudget, type InputBudget, inputLimits, serverLimits } from "../../../shared/parse/input-budget.ts";

const pods: Query = { verb: "list", group: "", kind: "Pod", plural: "pods", versions: ["v1"], namespaced: true };
const nodes: Query = { ...pods, kind: "Node", plural: "nodes", namespaced: false };
const address = { server: "https://example.test" };

/** A reader of a server that responds with these texts in turn, and then always with the last one. */
function createTestReader(
  texts: readonly string[],
  budget: InputBudget = createInputBudget("servers"),
  status = 200,
): { readonly reader: PlacingReader; readonly limits: (string | null)[]; readonly large: () => number } {
  const limits: (string | null)[] = [];
  let large = 0;
  const get: ServerConnection["get"] = async (path) => {
    limits.push(new URL(path, address.server).searchParams.get("limit"));
    const body = texts[Math.min(limits.length, texts.length) - 1] ?? "";
    return { status, headers: {}, body, conceal: (text) => text };
  };
  const connection = { ...address, get } as Partial<ServerConnection> as ServerConnection;
  const settings = { budget, retryMode: "once", onLargeText: () => (large += 1) } as const;
  return { reader: createReader(connection, undefined, settings), limits, large: () => large };
}

function buildPage(count: number, more = "", each = '"spec":{"nodeName":"n","priority":0}', from = 0): string {
  const items = Array.from({ length: count }, (_, index) => `{"metadata":{"name":"p${from + index}"},${each}}`);
  return `{"kind":"List","metadata":{"continue":"${more}"},"items":[${items.join()}]}`;
}

async function readFirstSpec(reader: PlacingReader, query: Query): Promise<unknown> {
  const reading = await reader.read(query);
  return reading.outcome === "found" ? reading.objects[0]?.raw["spec"] : reading;
}

describe("the objects of a long list are kept without fields that no rule reads", () => {
  const whole = { nodeName: "n", priority: 0 };
  const reduced = { nodeName: "n" };
  const rows: readonly {
    readonly rule: string;
    readonly query: Query;
    readonly texts: readonly string[];
    readonly spec: object;
  }[] = [
    { rule: "the objects of a list of 500 are kept whole", query: pods, texts: [buildPage(500)], spec: whole },
    { rule: "the objects of a list of 501 are reduced", query: pods, texts: [buildPage(501)], spec: reduced },
    {
      rule: "the objects of a list of several pages are reduced",
      query: pods,
      texts: [buildPage(1, "next"), buildPage(1)],
      spec: reduced,
    },
    {
      rule: "the objects of a list by name are kept whole",
      query: { ...pods, fieldSelector: "metadata.name=p" },
      texts: [buildPage(501)],
      spec: whole,
    },
  ];
  test.for(rows)("$rule", async ({ query, texts, spec }) => {
    expect(await readFirstSpec(createTestReader(texts).reader, query)).toEqual(spec);
  });
});

test("the first page of Pods has 5,000 objects, and the next ones have 1,000", async () => {
  const { reader, limits } = createTestReader([buildPage(2, "a"), buildPage(2, "b"), buildPage(1)]);
  await reader.read(pods);
  expect(limits).toEqual(["5000", "1000", "1000"]);
});

describe("lists that are too long end the command with one error", () => {
  const advice = "name a TYPE, a TYPE/NAME or a namespace (-n)";
  const many = buildPage(50_000, "", '"a":1');
  test("more than 100,000 objects in three lists are refused", async () => {
    const { reader } = createTestReader([many]);
    await reader.read(pods);
    await reader.read({ ...pods, namespace: "a" });
    const sentence = `cannot use nodes of https://example.test: more than 100000 objects in all lists together; ${advice}`;
    await expect(reader.read(nodes)).rejects.toThrow(sentence);
  });

  test("more than 100,000 objects in one page are refused", async () => {
    const { reader } = createTestReader([buildPage(100_001)]);
    await expect(reader.read({ ...pods, namespace: "a" })).rejects.toThrow(
      `cannot use pods in namespace "a" of https://example.test: more than 100000 objects in all lists together; ${advice}`,
    );
  });

  test("more bytes in large objects than the limit are refused", async () => {
    const text = buildPage(10, "again", `"x":"${"x".repeat(1_000_000)}"`);
    const { reader } = createTestReader([text]);
    await expect(reader.read(pods)).rejects.toThrow(
      `cannot use pods in all namespaces of https://example.test: more than ${serverLimits.excess.max} bytes in large objects of all lists together; ${advice}`,
    );
  });

  test("more fields and items than the limit are refused", async () => {
    const { reader } = createTestReader([buildPage(30, "again", `"x":[${"{},".repeat(30_000)}{}]`)]);
    await expect(reader.read(pods)).rejects.toThrow(`more than ${inputLimits.values.max} fields and items`);
  });
});

describe("a response of an odd form is unread", () => {
  const deep = `${'{"a":'.repeat(600_000)}1${"}".repeat(600_000)}`;
  const rows = [
    {
      rule: "a response with a deep object is unread",
      text: buildPage(1, "", `"a":${deep}`),
      status: 200,
      cause: "the response is nested more than 500 deep",
    },
    {
      rule: "a response with a deep object that does not end is unread",
      text: '{"a":'.repeat(600_000),
      status: 200,
      cause: "the response is nested more than 500 deep",
    },
    {
      rule: "a response with an object of 1,000,000 labels is unread",
      text: buildPage(1, "", `"labels":{${Array.from({ length: 1_000_000 }, (_, index) => `"l${index}":""`).join()}}`),
      status: 200,
      cause: "an object of the response has more than 150000 fields and items",
    },
    {
      rule: "a response with an object of 150,000 conditions is unread",
      text: buildPage(1, "", `"status":{"conditions":[${Array(150_000).fill('{"type":"A","status":"True"}').join()}]}`),
      status: 200,
      cause: "an object of the response has more than 150000 fields and items",
    },
    {
      rule: "an error response that is deep is unread",
      text: `{"kind":"Status","message":${deep}}`,
      status: 500,
      cause: "the error response is larger than 1 MiB",
    },
  ];
  test.for(rows)("$rule", async ({ text, status, cause }) => {
    const budget = createInputBudget("servers");
    const { reader } = createTestReader([text], budget, status);
    expect(await reader.read(pods)).toEqual({ query: pods, outcome: "unread", cause });
    expect(budget.remaining("objects")).toBe(serverLimits.objects.max);
    expect(budget.remaining("bytes")).toBe(serverLimits.bytes.max);
  });

  test("a single object with too many fields and items is unread", async () => {
    const query: Query = { ...pods, verb: "get", name: "a", namespace: "b" };
    const { reader } = createTestReader([`{"kind":"Pod","metadata":{},"a":[${"{},".repeat(900_000)}{}]}`]);
    const cause = "an object of the response has more than 150000 fields and items";
    expect(await reader.read(query)).toEqual({ query, outcome: "unread", cause });
  });
});

test("the pages of a list that breaks are not counted", async () => {
  const budget = createInputBudget("servers");
  const { reader } = createTestReader([buildPage(60_000, "next"), "no JSON"], budget);
  expect(await reader.read(pods)).toMatchObject({ outcome: "unread" });
  expect(budget.remaining("objects")).toBe(serverLimits.objects.max);
});

test("only a large response is announced", async () => {
  const { reader, large } = createTestReader([buildPage(10), buildPage(60_000)]);
  await reader.read(pods);
  expect(large()).toBe(0);
  await reader.read(pods);
  expect(large()).toBe(1);
});

test.for([
  {
    rule: "a page of Pods that is too large is requested again in a smaller one",
    query: pods,
    requested: ["5000", "1000"],
    outcome: "found",
  },
  {
    rule: "a page of Nodes that is too large is not requested again",
    query: nodes,
    requested: ["500"],
    outcome: "unread",
  },
] as const)("$rule", async ({ query, requested, outcome }) => {
  const limits: (string | null)[] = [];
  const get: ServerConnection["get"] = async (path) => {
    const limit = new URL(path, address.server).searchParams.get("limit");
    limits.push(limit);
    const whole = { status: 200, headers: {}, conceal: (text: string) => text };
    return limit === "1000"
      ? { ...whole, body: buildPage(2) }
      : { ...whole, body: "", flaw: "the response is larger than 48 MiB", isLarge: true };
  };
  const reader = createReader({ ...address, get } as Partial<ServerConnection> as ServerConnection);
  expect((await reader.read(query)).outcome).toBe(outcome);
  expect(limits).toEqual(requested);
});
