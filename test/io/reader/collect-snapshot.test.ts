import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { indexSnapshot } from "../../../shared/aggregate/snapshot/object-index.ts";
import { ConnectionError } from "../../../shared/io/errors/errors.ts";
import { type CollectLimits, collectSnapshot, type PlanReads } from "../../../shared/io/reader/collect-snapshot.ts";
import { createReader } from "../../../shared/io/reader/reader.ts";
import type { Query, Snapshot } from "../../../shared/model/snapshot.ts";
import { makeCertificates } from "../certificates.ts";
import { connectToTestServer } from "../connect.ts";
import { startTestServer, statusResponse, type TestResponse, type TestServer } from "../server.ts";

const start: Pick<Snapshot, "source" | "takenAt"> = {
  source: { kind: "cluster", name: "test" },
  takenAt: "2026-11-21T12:00:00Z",
};
let server: TestServer;
let say: (url: string) => TestResponse;

beforeAll(async () => {
  server = await startTestServer("h2", makeCertificates().server, ({ url }) => say(url));
});
afterAll(() => server.close());

function pod(name: string): Query {
  return {
    verb: "get",
    group: "",
    kind: "Pod",
    plural: "pods",
    versions: ["v1"],
    namespaced: true,
    namespace: "a",
    name,
  };
}

/** Reads with `plan` from the server, which has every object but answers as `special` says where it does. */
async function collected(
  plan: PlanReads,
  special: Readonly<Record<string, TestResponse>> = {},
  limits?: CollectLimits,
  requestTimeout = 60_000,
): Promise<Snapshot> {
  say = (url) =>
    special[url.split("/").at(-1) ?? ""] ?? {
      body: { kind: "Pod", apiVersion: "v1", metadata: { name: url.split("/").at(-1), namespace: "a" } },
    };
  const connection = await connectToTestServer(`https://127.0.0.1:${server.port}`, { requestTimeout });
  onTestFinished(() => connection.close());
  return collectSnapshot(createReader(connection), plan, start, limits);
}

function outcomesOf({ readings }: Snapshot): readonly (readonly [string | undefined, string])[] {
  return readings.map(({ query, outcome }) => [query.name, outcome]);
}

describe("the plan is made again until it names nothing new", () => {
  test("the plan sees what the wave before it read", async () => {
    const seen: string[][] = [];
    const plan: PlanReads = ({ readings }) => {
      seen.push(readings.map((reading) => `${reading.query.name} ${reading.outcome}`));
      return readings.length === 0 ? [pod("a"), pod("b")] : [pod("a"), pod("c")];
    };
    const done = await collected(plan);
    expect(seen).toEqual([[], ["a found", "b found"], ["a found", "b found", "c found"]]);
    expect(done).toMatchObject({ ...start, damage: [] });
  });

  test("a query is read once, in whatever order its fields are", async () => {
    const before = server.requests.length;
    const { name, ...rest } = pod("a");
    const done = await collected(() => [
      pod("a"),
      { name: name ?? "", ...rest },
      pod("a"),
      { ...pod("a"), fieldSelector: "x=y" },
    ]);
    expect(done.readings.length).toBe(2);
    expect(server.requests.length - before).toBe(2);
  });

  test("the snapshot is the one that the plan saw last, so that the Report shares its index", async () => {
    const seen: Snapshot[] = [];
    const snapshot = await collected((soFar) => {
      seen.push(soFar);
      return [pod("a")];
    });
    expect(snapshot).toBe(seen.at(-1));
    expect(indexSnapshot(snapshot)).toBe(indexSnapshot(snapshot));
  });

  test("an empty plan costs no request", async () => {
    expect(await collected(() => [])).toEqual({ ...start, readings: [], damage: [] });
  });
});

describe("a plan without an end is stopped, and what was not requested is reported", () => {
  const planEndlessly: PlanReads = ({ readings }) => [
    ...readings.map(({ query }) => query),
    pod(`p${readings.length}`),
  ];

  test("after six waves", async () => {
    const done = await collected(planEndlessly);
    expect(done.readings.length).toBe(7);
    expect(done.readings.at(-1)).toMatchObject({
      outcome: "unread",
      cause: "not requested: more than 6 waves of requests for one report",
    });
  });

  test("after the limit of requests", async () => {
    const done = await collected(() => ["a", "b", "c"].map(pod), {}, { requests: 2 });
    expect(outcomesOf(done)).toEqual([
      ["a", "found"],
      ["b", "found"],
      ["c", "unread"],
    ]);
    expect(done.readings.at(-1)).toMatchObject({
      cause: "not requested: more than 2 requests for one report",
    });
  });
});

describe("one read that fails never loses the others", () => {
  const plan: PlanReads = () => ["a", "b", "c"].map(pod);
  const rows: [what: string, said: TestResponse, cause: RegExp][] = [
    ["no answer in time", { silent: true }, /no response from .* to GET \/api\/v1\/namespaces\/a\/pods\/b within 1 s/],
    ["an error", statusResponse(500, "boom"), /^boom$/],
  ];
  test.for(rows)("%s", async ([, said, cause]) => {
    const done = await collected(plan, { b: said }, {}, 1000);
    expect(outcomesOf(done)).toEqual([
      ["a", "found"],
      ["b", "unread"],
      ["c", "found"],
    ]);
    expect(done.readings[1]).toMatchObject({ cause: expect.stringMatching(cause) });
  });

  test("credentials that are refused only now and then do not either", async () => {
    const done = await collected(plan, { b: statusResponse(401, "Unauthorized") });
    expect(done.readings[1]).toMatchObject({ outcome: "unread", cause: expect.stringContaining("401") });
  });

  test("credentials that are always refused lose all reads", async () => {
    const refused = statusResponse(401, "Unauthorized");
    const all = collected(plan, { a: refused, b: refused, c: refused });
    await expect(all).rejects.toMatchObject({ reason: "credentials" });
  });

  test("a server that never responds loses all reads", async () => {
    const silent = { silent: true };
    await expect(collected(plan, { a: silent, b: silent, c: silent }, {}, 1000)).rejects.toThrow(ConnectionError);
  });
});

test("a collection can be called off", async () => {
  const controller = new AbortController();
  const done = collected(() => [pod("a")], { a: { silent: true } }, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(done).rejects.toThrow("enough");
});
