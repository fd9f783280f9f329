import { describe, expect, test, vi } from "vitest";
import type { ServerConnection } from "../../../shared/io/connection/connection.ts";
import type { ServerResponse } from "../../../shared/io/connection/server-response.ts";
import { createReader, type PlacingReader, type ReaderSettings } from "../../../shared/io/reader/reader.ts";
import type { Query } from "../../../shared/model/snapshot.ts";
import { createInputBudget } from "../../../shared/parse/input-budget.ts";

const pods: Query = { verb: "list", group: "", kind: "Pod", plural: "pods", versions: ["v1"], namespaced: true };
const nodes: Query = { ...pods, kind: "Node", plural: "nodes", namespaced: false };

/** The response of a server to a list request. `limit` is the number of objects that the request allows. */
type Respond = (limit: string | null) => Partial<ServerResponse>;

/** A reader of the server `https://example.test`, which responds with status 200 and the fields of `respond`. */
function createTestReader(respond: Respond, settings: ReaderSettings = {}): PlacingReader {
  const connection: Partial<ServerConnection> = {
    server: "https://example.test",
    get: async (path) => {
      const limit = new URL(path, "https://example.test").searchParams.get("limit");
      return { status: 200, headers: {}, body: "", conceal: (text) => text, ...respond(limit) };
    },
  };
  return createReader(connection as ServerConnection, undefined, { retryMode: "once", ...settings });
}

/** What a page of a list has. */
interface Page {
  /** The number of objects. */
  readonly count: number;
  /** The fields of each object beside its metadata, as JSON text. */
  readonly fields?: string;
  /** The token that requests the next page. Absent: there is none. */
  readonly next?: string;
}

/** A page as JSON text: `{"kind":"List","metadata":{"continue":""},"items":[{"metadata":{"name":"p0"},"a":1}]}` */
function buildPage({ count, fields = '"a":1', next = "" }: Page): string {
  const items = Array.from({ length: count }, (_, index) => `{"metadata":{"name":"p${index}"},${fields}}`);
  return `{"kind":"List","metadata":{"continue":"${next}"},"items":[${items.join()}]}`;
}

describe("the objects of a long list are kept without fields that no rule reads", () => {
  // Rules read the node of a Pod, and not its priority.
  const fields = '"spec":{"nodeName":"worker","priority":0}';
  const whole = { nodeName: "worker", priority: 0 };
  const reduced = { nodeName: "worker" };

  test.for([
    {
      title: "the objects of a list of 500 are kept whole",
      query: pods,
      pages: [{ count: 500, fields }],
      firstSpec: whole,
    },
    {
      title: "the objects of a list of 501 are reduced",
      query: pods,
      pages: [{ count: 501, fields }],
      firstSpec: reduced,
    },
    {
      title: "the objects of a list of two pages are reduced",
      query: pods,
      pages: [
        { count: 1, fields, next: "page-2" },
        { count: 1, fields },
      ],
      firstSpec: reduced,
    },
    {
      title: "the objects of a list by name are kept whole",
      query: { ...pods, fieldSelector: "metadata.name=p0" },
      pages: [{ count: 501, fields }],
      firstSpec: whole,
    },
  ])("$title", async ({ query, pages, firstSpec }) => {
    const respond = vi.fn<Respond>();
    for (const page of pages) respond.mockReturnValueOnce({ body: buildPage(page) });
    const reading = await createTestReader(respond).read(query);
    expect(reading).toMatchObject({ outcome: "found" });
    expect("objects" in reading && reading.objects[0]?.raw["spec"]).toEqual(firstSpec);
  });
});

test("the first page of Pods has 5,000 objects, and the next ones have 1,000", async () => {
  const respond = vi
    .fn<Respond>()
    .mockReturnValueOnce({ body: buildPage({ count: 2, next: "page-2" }) })
    .mockReturnValueOnce({ body: buildPage({ count: 2, next: "page-3" }) })
    .mockReturnValueOnce({ body: buildPage({ count: 1 }) });
  await createTestReader(respond).read(pods);
  expect(respond.mock.calls).toEqual([["5000"], ["1000"], ["1000"]]);
});

describe("a page that is larger than one response may be", () => {
  const respond = (limit: string | null): Partial<ServerResponse> =>
    limit === "1000"
      ? { body: buildPage({ count: 2 }) }
      : { flaw: "the response is larger than 48 MiB", isLarge: true };

  test("of Pods is requested again in a smaller one", async () => {
    const recorded = vi.fn<Respond>(respond);
    expect(await createTestReader(recorded).read(pods)).toMatchObject({ outcome: "found" });
    expect(recorded.mock.calls).toEqual([["5000"], ["1000"]]);
  });

  test("of Nodes is not requested again", async () => {
    const recorded = vi.fn<Respond>(respond);
    expect(await createTestReader(recorded).read(nodes)).toMatchObject({ outcome: "unread" });
    expect(recorded.mock.calls).toEqual([["500"]]);
  });
});

describe("lists that are too long end the command with one error", () => {
  test("more than 100,000 objects in three lists are refused", async () => {
    const page = buildPage({ count: 50_000 });
    const reader = createTestReader(() => ({ body: page }));
    await reader.read(pods);
    await reader.read({ ...pods, namespace: "default" });
    await expect(reader.read(nodes)).rejects.toThrow(
      "cannot use nodes of https://example.test: more than 100000 objects in all lists together; name a TYPE, a TYPE/NAME or a namespace (-n)",
    );
  });

  test("more than 100,000 objects in one page are refused", async () => {
    const page = buildPage({ count: 100_001 });
    const reader = createTestReader(() => ({ body: page }));
    await expect(reader.read({ ...pods, namespace: "default" })).rejects.toThrow(
      'cannot use pods in namespace "default" of https://example.test: more than 100000 objects in all lists together; name a TYPE, a TYPE/NAME or a namespace (-n)',
    );
  });

  test("more than 40 MB of large objects, in pages of 10 MB without end, are refused", async () => {
    const page = buildPage({ count: 10, fields: `"text":"${"x".repeat(1_000_000)}"`, next: "more" });
    const reader = createTestReader(() => ({ body: page }));
    await expect(reader.read(pods)).rejects.toThrow(
      "cannot use pods in all namespaces of https://example.test: more than 40000000 bytes in large objects of all lists together; name a TYPE, a TYPE/NAME or a namespace (-n)",
    );
  });

  test("more than 2,000,000 empty items, in pages of 900,000 without end, are refused", async () => {
    const page = buildPage({ count: 30, fields: `"items":[${"{},".repeat(30_000)}{}]`, next: "more" });
    const reader = createTestReader(() => ({ body: page }));
    await expect(reader.read(pods)).rejects.toThrow(
      "more than 2000000 fields and items for its size; name a TYPE, a TYPE/NAME or a namespace (-n)",
    );
  });
});

describe("a response that would take too much memory is unread", () => {
  const deepValue = `${'{"a":'.repeat(600_000)}1${"}".repeat(600_000)}`;
  const labels = Array.from({ length: 1_000_000 }, (_, index) => `"label-${index}":""`);
  const conditions = Array<string>(150_000).fill('{"type":"Ready","status":"True"}');

  test.for([
    {
      title: "an object that is nested 600,000 deep",
      response: { body: buildPage({ count: 1, fields: `"a":${deepValue}` }) },
      cause: "the response is nested more than 500 deep",
    },
    {
      title: "an object that is nested 600,000 deep and does not end",
      response: { body: '{"a":'.repeat(600_000) },
      cause: "the response is nested more than 500 deep",
    },
    {
      title: "an object of 1,000,000 labels",
      response: { body: buildPage({ count: 1, fields: `"labels":{${labels.join()}}` }) },
      cause: "an object of the response has more than 150000 fields and items",
    },
    {
      title: "an object of 150,000 conditions",
      response: { body: buildPage({ count: 1, fields: `"status":{"conditions":[${conditions.join()}]}` }) },
      cause: "an object of the response has more than 150000 fields and items",
    },
    {
      title: "an error response of 3 MB",
      response: { status: 500, body: `{"kind":"Status","message":${deepValue}}` },
      cause: "the error response is larger than 1 MiB",
    },
  ])("$title is unread, and uses up no budget", async ({ response, cause }) => {
    const budget = createInputBudget("servers");
    const reader = createTestReader(() => response, { budget });
    expect(await reader.read(pods)).toEqual({ query: pods, outcome: "unread", cause });
    expect(budget.remaining("objects")).toBe(100_000);
    expect(budget.remaining("bytes")).toBe(300_000_000);
  });

  test("a single object of 900,000 items is unread", async () => {
    const query: Query = { ...pods, verb: "get", name: "web-1", namespace: "default" };
    const body = `{"kind":"Pod","metadata":{},"items":[${"{},".repeat(900_000)}{}]}`;
    expect(await createTestReader(() => ({ body })).read(query)).toEqual({
      query,
      outcome: "unread",
      cause: "an object of the response has more than 150000 fields and items",
    });
  });
});

test("the objects of a list whose second page cannot be read use up no budget", async () => {
  const budget = createInputBudget("servers");
  const respond = vi
    .fn<Respond>()
    .mockReturnValueOnce({ body: buildPage({ count: 60_000, next: "page-2" }) })
    .mockReturnValueOnce({ body: "no JSON" });
  expect(await createTestReader(respond, { budget }).read(pods)).toMatchObject({ outcome: "unread" });
  expect(budget.remaining("objects")).toBe(100_000);
});

test.for([
  { title: "a page of 10 objects is not announced", count: 10, announcements: 0 },
  { title: "a page of 60,000 objects is announced once", count: 60_000, announcements: 1 },
])("$title", async ({ count, announcements }) => {
  const onLargeText = vi.fn();
  const reader = createTestReader(() => ({ body: buildPage({ count }) }), { onLargeText });
  await reader.read(pods);
  expect(onLargeText).toHaveBeenCalledTimes(announcements);
});
