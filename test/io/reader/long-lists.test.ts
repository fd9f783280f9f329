import { describe, expect, test } from "vitest";
import type { ServerConnection } from "../../../shared/io/connection/connection.ts";
import { createReader, type PlacingReader } from "../../../shared/io/reader/reader.ts";
import type { Query } from "../../../shared/model/snapshot.ts";
import { createInputBudget, type InputBudget, inputLimits, serverLimits } from "../../../shared/parse/input-budget.ts";

const pods: Query = { verb: "list", group: "", kind: "Pod", plural: "pods", versions: ["v1"], namespaced: true };
const nodes: Query = { ...pods, kind: "Node", plural: "nodes", namespaced: false };
const place = { server: "https://example.test" };

/** A reader of a server that answers with these texts in turn, the last one for ever, and what it was asked for. */
function readerAnswering(
  texts: readonly string[],
  budget: InputBudget = createInputBudget("servers"),
  status = 200,
): { readonly reader: PlacingReader; readonly limits: (string | null)[]; readonly large: () => number } {
  const limits: (string | null)[] = [];
  let large = 0;
  const get: ServerConnection["get"] = async (path) => {
    limits.push(new URL(path, place.server).searchParams.get("limit"));
    const body = texts[Math.min(limits.length, texts.length) - 1] ?? "";
    return { status, headers: {}, body, conceal: (text) => text };
  };
  const connection = { ...place, get } as Partial<ServerConnection> as ServerConnection;
  const settings = { budget, retryMode: "once", onLargeText: () => (large += 1) } as const;
  return { reader: createReader(connection, undefined, settings), limits, large: () => large };
}

function page(count: number, more = "", each = '"spec":{"nodeName":"n","priority":0}', from = 0): string {
  const items = Array.from({ length: count }, (_, index) => `{"metadata":{"name":"p${from + index}"},${each}}`);
  return `{"kind":"List","metadata":{"continue":"${more}"},"items":[${items.join()}]}`;
}

async function firstOf(reader: PlacingReader, query: Query): Promise<unknown> {
  const reading = await reader.read(query);
  return reading.outcome === "found" ? reading.objects[0]?.raw["spec"] : reading;
}

describe("of the objects of a list is kept", () => {
  const whole = { nodeName: "n", priority: 0 };
  const reduced = { nodeName: "n" };
  const rows: readonly {
    readonly rule: string;
    readonly query: Query;
    readonly texts: readonly string[];
    readonly spec: object;
  }[] = [
    { rule: "all, where they are few", query: pods, texts: [page(500)], spec: whole },
    { rule: "what rules read, where they are many", query: pods, texts: [page(501)], spec: reduced },
    {
      rule: "what rules read, where more pages follow",
      query: pods,
      texts: [page(1, "next"), page(1)],
      spec: reduced,
    },
    {
      rule: "all, where a name selects them",
      query: { ...pods, fieldSelector: "metadata.name=p" },
      texts: [page(501)],
      spec: whole,
    },
  ];
  test.for(rows)("$rule", async ({ query, texts, spec }) => {
    expect(await firstOf(readerAnswering(texts).reader, query)).toEqual(spec);
  });
});

test("the first page of Pods is large, and the others are smaller", async () => {
  const { reader, limits } = readerAnswering([page(2, "a"), page(2, "b"), page(1)]);
  await reader.read(pods);
  expect(limits).toEqual(["5000", "1000", "1000"]);
});

describe("lists that hold too much end the command with one sentence:", () => {
  const advice = "name a TYPE, a TYPE/NAME or a namespace (-n)";
  const many = page(50_000, "", '"a":1');
  test("50,000 objects in each of three lists", async () => {
    const { reader } = readerAnswering([many]);
    await reader.read(pods);
    await reader.read({ ...pods, namespace: "a" });
    const sentence = `cannot use nodes of https://example.test: more than 100000 objects in all lists together; ${advice}`;
    await expect(reader.read(nodes)).rejects.toThrow(sentence);
  });

  test("objects of which no page is complete before the limit", async () => {
    const { reader } = readerAnswering([page(100_001)]);
    await expect(reader.read({ ...pods, namespace: "a" })).rejects.toThrow(
      `cannot use pods in namespace "a" of https://example.test: more than 100000 objects in all lists together; ${advice}`,
    );
  });

  test("objects of many bytes", async () => {
    const text = page(10, "again", `"x":"${"x".repeat(1_000_000)}"`);
    const { reader } = readerAnswering([text]);
    await expect(reader.read(pods)).rejects.toThrow(
      `cannot use pods in all namespaces of https://example.test: more than ${serverLimits.excess.max} bytes in large objects of all lists together; ${advice}`,
    );
  });

  test("objects of many fields for their size", async () => {
    const { reader } = readerAnswering([page(30, "again", `"x":[${"{},".repeat(30_000)}{}]`)]);
    await expect(reader.read(pods)).rejects.toThrow(`more than ${inputLimits.values.max} fields and items`);
  });
});

describe("an odd response is unread, and the others are still read:", () => {
  const deep = `${'{"a":'.repeat(600_000)}1${"}".repeat(600_000)}`;
  const rows = [
    {
      rule: "deep objects",
      text: page(1, "", `"a":${deep}`),
      status: 200,
      cause: "the response is nested more than 500 deep",
    },
    {
      rule: "deep objects without an end",
      text: '{"a":'.repeat(600_000),
      status: 200,
      cause: "the response is nested more than 500 deep",
    },
    {
      rule: "an object of 1,000,000 labels",
      text: page(1, "", `"labels":{${Array.from({ length: 1_000_000 }, (_, index) => `"l${index}":""`).join()}}`),
      status: 200,
      cause: "an object of the response has more than 150000 fields and items",
    },
    {
      rule: "an object of 150,000 conditions",
      text: page(1, "", `"status":{"conditions":[${Array(150_000).fill('{"type":"A","status":"True"}').join()}]}`),
      status: 200,
      cause: "an object of the response has more than 150000 fields and items",
    },
    {
      rule: "a deep error",
      text: `{"kind":"Status","message":${deep}}`,
      status: 500,
      cause: "the error response is larger than 1 MiB",
    },
  ];
  test.for(rows)("$rule", async ({ text, status, cause }) => {
    const budget = createInputBudget("servers");
    const { reader } = readerAnswering([text], budget, status);
    expect(await reader.read(pods)).toEqual({ query: pods, outcome: "unread", cause });
    expect(budget.remaining("objects")).toBe(serverLimits.objects.max);
    expect(budget.remaining("bytes")).toBe(serverLimits.bytes.max);
  });

  test("an object alone that is large", async () => {
    const query: Query = { ...pods, verb: "get", name: "a", namespace: "b" };
    const { reader } = readerAnswering([`{"kind":"Pod","metadata":{},"a":[${"{},".repeat(900_000)}{}]}`]);
    const cause = "an object of the response has more than 150000 fields and items";
    expect(await reader.read(query)).toEqual({ query, outcome: "unread", cause });
  });
});

test("what a list that was not read to its end had so far counts no longer", async () => {
  const budget = createInputBudget("servers");
  const { reader } = readerAnswering([page(60_000, "next"), "no JSON"], budget);
  expect(await reader.read(pods)).toMatchObject({ outcome: "unread" });
  expect(budget.remaining("objects")).toBe(serverLimits.objects.max);
});

test("a small list is not measured, and the first large text is announced", async () => {
  const { reader, large } = readerAnswering([page(10), page(60_000)]);
  await reader.read(pods);
  expect(large()).toBe(0);
  await reader.read(pods);
  expect(large()).toBe(1);
});

test.for([
  { rule: "of Pods, in smaller pages", query: pods, requested: ["5000", "1000"], outcome: "found" },
  { rule: "of other kinds, not at all", query: nodes, requested: ["500"], outcome: "unread" },
] as const)("a page that is too large is requested again $rule", async ({ query, requested, outcome }) => {
  const limits: (string | null)[] = [];
  const get: ServerConnection["get"] = async (path) => {
    const limit = new URL(path, place.server).searchParams.get("limit");
    limits.push(limit);
    const whole = { status: 200, headers: {}, conceal: (text: string) => text };
    return limit === "1000"
      ? { ...whole, body: page(2) }
      : { ...whole, body: "", flaw: "the response is larger than 48 MiB", isLarge: true };
  };
  const reader = createReader({ ...place, get } as Partial<ServerConnection> as ServerConnection);
  expect((await reader.read(query)).outcome).toBe(outcome);
  expect(limits).toEqual(requested);
});
