import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openServerConnection, type ServerConnection } from "../../../shared/io/connection/connection.ts";
import { ConnectionError } from "../../../shared/io/errors/errors.ts";
import { createReader, type QueryReader } from "../../../shared/io/reader/reader.ts";
import type { ServerCredentials } from "../../../shared/io/socket/server-credentials.ts";
import type { Query, Reading } from "../../../shared/model/snapshot.ts";
import { makeCertificates } from "../certificates.ts";
import { secretToken } from "../chosen.ts";
import { trustingCredentials } from "../connect.ts";
import { startTestServer, statusResponse, type TestRequest, type TestResponse, type TestServer } from "../server.ts";

const hco: Query = {
  verb: "get",
  group: "hco.kubevirt.io",
  kind: "HyperConverged",
  plural: "hyperconvergeds",
  versions: ["v1", "v1beta1"],
  namespaced: true,
  namespace: "cnv",
  name: "kubevirt-hyperconverged",
};
const pods: Query = { verb: "list", group: "", kind: "Pod", plural: "pods", versions: ["v1"], namespaced: true };

const notFound = statusResponse(404, 'hyperconvergeds.hco.kubevirt.io "kubevirt-hyperconverged" not found', {
  reason: "NotFound",
  details: { name: "kubevirt-hyperconverged", group: "hco.kubevirt.io", kind: "hyperconvergeds" },
});
const notServed: TestResponse = { status: 404, body: "404 page not found\n" };
const noResource = statusResponse(404, "the server could not find the requested resource", {
  reason: "NotFound",
  details: {},
});
/** What the API server says of a kind whose watch cache is being filled (apiserver, storage/cacher/cacher.go, KEP-4568). */
const initializing: TestResponse = {
  ...statusResponse(429, "storage is (re)initializing"),
  headers: { "retry-after": "0" },
};
const forbiddenWords =
  'pods is forbidden: User "dev" cannot list resource "pods" in API group "" in the namespace "cnv"';
const conversionWords =
  'conversion webhook for hco.kubevirt.io/v1beta1, Kind=HyperConverged failed: Post "https://hco-webhook.cnv.svc:4343/convert?timeout=30s": no endpoints available';
const conversionFailed = statusResponse(500, conversionWords);
const foundHyperConverged = (version: string): TestResponse => ({
  body: {
    apiVersion: `hco.kubevirt.io/${version}`,
    kind: "HyperConverged",
    metadata: { name: "kubevirt-hyperconverged", namespace: "cnv" },
  },
});
const logIn: TestResponse = {
  body: "<!DOCTYPE html><html><head><title>Log in to Example</title></head></html>",
  headers: { "content-type": "text/html" },
};

let server: TestServer;
let credentials: ServerCredentials;
let say: (heard: TestRequest) => TestResponse;
let connection: ServerConnection;
let reader: QueryReader;

beforeAll(async () => {
  server = await startTestServer("h2", makeCertificates().server, (heard) => say(heard));
  credentials = await trustingCredentials(address());
});
afterAll(() => server.close());
afterEach(() => connection.close());

function address(): string {
  return `https://127.0.0.1:${server.port}`;
}

/** A fresh reader of the server, which answers with `answers` one after the other, the last one for ever. */
function answerInTurn(...answers: readonly TestResponse[]): { readonly urls: string[] } {
  const urls: string[] = [];
  say = ({ url }) => {
    urls.push(url);
    return answers[Math.min(urls.length, answers.length) - 1] ?? {};
  };
  connection = openServerConnection({ server: address(), credentials, userAgent: "test", bodyLimit: 100_000 });
  reader = createReader(connection);
  return { urls };
}

describe("a query asks for one resource", () => {
  const rows: [query: Query, url: string][] = [
    [hco, "/apis/hco.kubevirt.io/v1/namespaces/cnv/hyperconvergeds/kubevirt-hyperconverged"],
    [pods, "/api/v1/pods?limit=5000"],
    [{ ...pods, kind: "Event", plural: "events" }, "/api/v1/events?limit=500"],
    [{ ...pods, namespace: "cnv" }, "/api/v1/namespaces/cnv/pods?limit=5000"],
    [
      { ...pods, fieldSelector: "type=Warning,x!=y" },
      "/api/v1/pods?limit=5000&fieldSelector=type%3DWarning%2Cx%21%3Dy",
    ],
    [{ ...hco, namespaced: false, name: "cdi:odd" }, "/apis/hco.kubevirt.io/v1/hyperconvergeds/cdi%3Aodd"],
  ];
  test.for(rows)("%o", async ([query, url]) => {
    const { urls } = answerInTurn(foundHyperConverged("v1"));
    await reader.read(query);
    expect(urls[0]).toBe(url);
  });

  test.for(["", ".", "..", "../../secrets/x", "a/b", "a%2Fb", "a b"])(
    "an invalid name sends no request: %o",
    async (name) => {
      const { urls } = answerInTurn(foundHyperConverged("v1"));
      expect(await reader.read({ ...hco, name })).toMatchObject({
        outcome: "unread",
        cause: expect.stringContaining("is not a valid resource name"),
      });
      expect(urls).toEqual([]);
    },
  );

  test("a query for Secrets requests their metadata only", async () => {
    const accepts: unknown[] = [];
    const annotations = { "kubectl.kubernetes.io/last-applied-configuration": '{"data":{"password":"aHVudGVyMg=="}}' };
    answerInTurn();
    say = ({ headers }) => {
      accepts.push(headers.accept);
      return {
        body: {
          kind: "PartialObjectMetadataList",
          apiVersion: "meta.k8s.io/v1",
          items: [
            { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: { name: "s", annotations } },
          ],
        },
      };
    };
    const reading = await reader.read({ ...pods, kind: "Secret", plural: "secrets" });
    expect(accepts).toEqual(["application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"]);
    expect(refsOf(reading)).toEqual([{ kind: "Secret", version: "v1", name: "s" }]);
    // PartialObjectMetadata has all annotations, and kubectl apply keeps the whole Secret in one of them.
    expect(JSON.stringify(reading)).not.toContain("aHVudGVyMg");
    say = () => ({
      body: { kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1", metadata: { name: "s", annotations } },
    });
    const one = await reader.read({ ...pods, verb: "get", name: "s", kind: "Secret", plural: "secrets" });
    expect(refsOf(one)).toEqual([{ kind: "Secret", version: "v1", name: "s" }]);
    expect(JSON.stringify(one)).not.toContain("aHVudGVyMg");
  });
});

describe("every refusal is a reading with the server's own words", () => {
  const unreadReading = (cause: unknown): object => ({ outcome: "unread", cause });
  const rows: [what: string, query: Query, answers: readonly TestResponse[], reading: object, asked: number][] = [
    ["no such object", hco, [notFound], { outcome: "absent" }, 1],
    [
      "no such kind in any version",
      hco,
      [notServed],
      { outcome: "noSuchKind", cause: "the server has no hyperconvergeds.hco.kubevirt.io in v1 or v1beta1" },
      2,
    ],
    ["no such resource in a group that is there", hco, [noResource], { outcome: "noSuchKind" }, 2],
    ["no such kind to list", { ...hco, verb: "list" }, [notServed], { outcome: "noSuchKind" }, 2],
    ["no rights", pods, [statusResponse(403, forbiddenWords)], { outcome: "forbidden", cause: forbiddenWords }, 1],
    ["no conversion", hco, [conversionFailed], unreadReading(conversionWords), 2],
    [
      "no conversion, and the other version is not there",
      hco,
      [conversionFailed, notServed],
      unreadReading(conversionWords),
      2,
    ],
    [
      "a version that is not there, and no conversion",
      hco,
      [notServed, conversionFailed],
      unreadReading(conversionWords),
      2,
    ],
    [
      "trouble twice",
      pods,
      [statusResponse(500, "etcdserver: request timed out")],
      unreadReading("etcdserver: request timed out"),
      2,
    ],
    [
      "trouble that passes",
      pods,
      [statusResponse(503, "apiserver not ready"), { body: { kind: "PodList", items: [] } }],
      { outcome: "found", objects: [] },
      2,
    ],
    [
      "a storage that is ready in the end",
      pods,
      [initializing, initializing, { body: { kind: "PodList", items: [] } }],
      { outcome: "found", objects: [] },
      3,
    ],
    ["a storage that never is", pods, [initializing], unreadReading("storage is (re)initializing"), 3],
    [
      "too long to wait",
      pods,
      [{ ...statusResponse(429, "too many requests"), headers: { "retry-after": "120" } }],
      unreadReading("too many requests"),
      1,
    ],
    [
      "a bad question",
      pods,
      [statusResponse(400, "field label not supported: x")],
      unreadReading("field label not supported: x"),
      1,
    ],
    [
      "a log-in page",
      pods,
      [logIn],
      unreadReading(
        expect.stringMatching(/responded 200 with a web page, "Log in to Example", instead of JSON.*login page/),
      ),
      1,
    ],
    [
      "a redirect",
      pods,
      [{ status: 302, headers: { location: "https://sso/?state=1" } }],
      unreadReading(expect.stringMatching(/responded 302 with a redirect to sso; is/)),
      1,
    ],
    [
      "a proxy's 404",
      hco,
      [{ status: 404, body: "default backend - 404" }],
      unreadReading("the server responded 404: default backend - 404"),
      1,
    ],
    [
      "another program",
      pods,
      [{ body: { hello: "environment" } }],
      unreadReading(expect.stringMatching(/JSON that is not a Kubernetes object/)),
      1,
    ],
    ...[
      {},
      "none",
      7,
      true,
      { a: { metadata: { name: "a" } } },
      ["a"],
      [null],
      [{ metadata: { name: "a" } }, 7],
      [[]],
    ].map((items): [string, Query, TestResponse[], object, number] => [
      `a list whose items are ${JSON.stringify(items)}`,
      pods,
      [{ body: { kind: "PodList", items } }],
      unreadReading(expect.stringMatching(/JSON that is not a Kubernetes object/)),
      1,
    ]),
    [
      "a list of which a later page holds no objects",
      pods,
      [
        { body: { kind: "PodList", metadata: { continue: "x" }, items: [{ metadata: { name: "a" } }] } },
        { body: { kind: "PodList", items: "none" } },
      ],
      unreadReading(expect.stringMatching(/JSON that is not a Kubernetes object/)),
      2,
    ],
    [
      "a list that Go made of nothing",
      pods,
      [{ body: { kind: "PodList", items: null } }],
      { outcome: "found", objects: [] },
      1,
    ],
    ["nothing", pods, [{}], unreadReading("the server responded 200 without a message"), 1],
    [
      "JSON that breaks off",
      pods,
      [{ body: '{"kind": "PodList", "items": [' }],
      unreadReading("the server responded 200 with truncated JSON"),
      1,
    ],
    [
      "an answer that breaks off",
      pods,
      [{ body: { items: ["x".repeat(20_000)] }, breakAfter: 100 }],
      unreadReading("the response was cut off after 100 bytes"),
      1,
    ],
    [
      "too much, also in a smaller page",
      pods,
      [{ body: { items: ["x".repeat(200_000)] } }],
      unreadReading("the response is larger than 100000 bytes"),
      2,
    ],
  ];
  test.for(rows)("%s", async ([, query, answers, reading, asked]) => {
    const { urls } = answerInTurn(...answers);
    expect(await reader.read(query)).toMatchObject({ query, ...reading });
    expect(urls.length).toBe(asked);
  });
});

describe("the next version is requested where one cannot be read", () => {
  test("the version that could be read is the first for its group from then on", async () => {
    const { urls } = answerInTurn(notServed, foundHyperConverged("v1beta1"));
    const reading = await reader.read(hco);
    expect(refsOf(reading)).toEqual([{ kind: "HyperConverged", version: "v1beta1", name: "kubevirt-hyperconverged" }]);
    expect(reading).not.toHaveProperty("warning");
    await reader.read(hco);
    expect(urls.map((url) => url.split("/")[3])).toEqual(["v1", "v1beta1", "v1beta1"]);
  });

  test("a conversion webhook that failed is reported, and called again the next time", async () => {
    const { urls } = answerInTurn(conversionFailed, foundHyperConverged("v1beta1"));
    expect(await reader.read(hco)).toMatchObject({ outcome: "found", warning: conversionWords });
    await reader.read(hco);
    expect(urls.map((url) => url.split("/")[3])).toEqual(["v1", "v1beta1", "v1"]);
  });
});

describe("a list is read to its end", () => {
  const page = (names: readonly string[], next?: string): TestResponse => ({
    body: {
      kind: "PodList",
      apiVersion: "v1",
      metadata: { continue: next },
      items: names.map((name) => ({ metadata: { name } })),
    },
  });

  test("page by page, and its items know what they are", async () => {
    const { urls } = answerInTurn(page(["a", "b"], "A B="), page(["c"], "D"), page([]));
    const reading = await reader.read({ ...pods, namespace: "cnv" });
    expect(refsOf(reading)).toEqual(["a", "b", "c"].map((name) => ({ kind: "Pod", version: "v1", name })));
    expect(urls.map((url) => new URL(url, "https://x").searchParams.get("continue"))).toEqual([null, "A B=", "D"]);
  });

  test("a list is read again in one piece where its continue token expired", async () => {
    const { urls } = answerInTurn(
      page(["a"], "A"),
      statusResponse(410, "the provided continue parameter is too old"),
      page(["a", "b"]),
    );
    expect(refsOf(await reader.read(pods)).length).toBe(2);
    expect(urls).toEqual(["/api/v1/pods?limit=5000", "/api/v1/pods?limit=1000&continue=A", "/api/v1/pods"]);
  });

  test.for([
    [403, "forbidden"],
    [400, "unread"],
  ] as const)("what its second page is refused with (%d) holds for all of it", async ([code, outcome]) => {
    answerInTurn(page(["a"], "A"), statusResponse(code, "no more for you"));
    expect(await reader.read(pods)).toMatchObject({ outcome });
  });

  test("a list with an endless sequence of pages is cut", async () => {
    answerInTurn(page(["a"], "A"));
    expect(await reader.read(pods)).toMatchObject({ outcome: "unread", cause: "the list does not end: 400 pages" });
  });
});

test("a server that asks for patience gets it, twice", async () => {
  const { urls } = answerInTurn({ ...statusResponse(429, "too many requests"), headers: { "retry-after": "1" } });
  const begin = performance.now();
  expect(await reader.read(pods)).toMatchObject({ outcome: "unread", cause: "too many requests" });
  expect(urls.length).toBe(3);
  expect(performance.now() - begin).toBeGreaterThan(1900);
});

test("credentials that are refused end everything, with what to do and without the token", async () => {
  answerInTurn(statusResponse(401, "Unauthorized"));
  const error = await reader.read(pods).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({
    reason: "credentials",
    message: expect.stringMatching(/rejected the credentials .*401: Unauthorized.*log in again/),
  });
  expect(String(error)).not.toContain(secretToken);
});

describe("a token that the server sends back is in no reading and no error", () => {
  test.for([[401], [403], [418]] as const)("%i", async ([code]) => {
    answerInTurn();
    say = ({ headers }) => statusResponse(code, `bad token: ${headers.authorization}`);
    const settled = await reader.read(pods).catch((reason: unknown) => String(reason));
    expect(JSON.stringify(settled)).toContain("bad token: Bearer …");
    expect(JSON.stringify(settled)).not.toContain(secretToken);
  });
});

test("nine readings at once are nine requests over one connection", async () => {
  answerInTurn(foundHyperConverged("v1"));
  const before = server.connections();
  await Promise.all(Array.from({ length: 9 }, (_, index) => reader.read({ ...hco, name: `hco-${index}` })));
  expect(connection.counters).toEqual({ requests: 9, connections: 1 });
  expect(server.connections() - before).toBe(1);
});

function refsOf(reading: Reading): readonly object[] {
  if (reading.outcome !== "found") return [];
  return reading.objects.map(({ ref: { kind, version, name } }) => ({ kind, version, name }));
}
