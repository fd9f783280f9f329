import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openServerConnection, type ServerConnection } from "../../../shared/io/connection/connection.ts";
import { discoverResources } from "../../../shared/io/reader/discover-resources.ts";
import type { DiscoveryResult } from "../../../shared/io/reader/discovered.ts";
import { createReader } from "../../../shared/io/reader/reader.ts";
import type { ServerCredentials } from "../../../shared/io/socket/server-credentials.ts";
import type { Query } from "../../../shared/model/snapshot.ts";
import { makeCertificates } from "../certificates.ts";
import { trustingCredentials } from "../connect.ts";
import { startTestServer, statusResponse, type TestRequest, type TestResponse, type TestServer } from "../server.ts";

let server: TestServer;
let credentials: ServerCredentials;
let say: (heard: TestRequest) => TestResponse;
let connection: ServerConnection;

beforeAll(async () => {
  server = await startTestServer("h2", makeCertificates().server, (heard) => say(heard));
  credentials = await trustingCredentials(address());
});
afterAll(() => server.close());
afterEach(() => connection.close());

function address(): string {
  return `https://127.0.0.1:${server.port}`;
}

/** Connects to a server that says so; what it heard before does not count. */
function to(answers: (heard: TestRequest) => TestResponse): ServerConnection {
  say = answers;
  connection = openServerConnection({ server: address(), credentials, userAgent: "test" });
  return connection;
}

interface Row {
  readonly resource: string;
  readonly kind: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly cluster?: true;
  readonly verbs?: readonly string[];
}

const crd = { verbs: ["get", "list"], scope: "Namespaced" };

function aggregatedDiscovery(group: string, versions: Readonly<Record<string, readonly Row[] | "Stale">>): object {
  return {
    metadata: { name: group },
    versions: Object.entries(versions).map(([version, rows]) => ({
      version,
      freshness: rows === "Stale" ? "Stale" : "Current",
      resources: (rows === "Stale" ? [] : rows).map((row) => ({
        ...crd,
        resource: row.resource,
        responseKind: { group, version, kind: row.kind },
        singularResource: row.singular ?? "",
        ...(row.shortNames && { shortNames: row.shortNames }),
        ...(row.cluster && { scope: "Cluster" }),
        ...(row.verbs && { verbs: row.verbs }),
        subresources: [{ subresource: "status", responseKind: { group, version, kind: row.kind }, verbs: ["list"] }],
      })),
    })),
  };
}

const pods: Row = { resource: "pods", kind: "Pod", singular: "pod", shortNames: ["po"] };
const bindings: Row = { resource: "bindings", kind: "Binding", verbs: ["create"] };
const gadgets: Row = { resource: "gadgets", kind: "Gadget", singular: "gadget", shortNames: ["gd"] };
const wholes: Row = { resource: "wholes", kind: "Whole", cluster: true };

function list(...items: readonly object[]): TestResponse {
  return { body: { kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2", items } };
}

/** A server that aggregates. */
function modern({ url }: TestRequest): TestResponse {
  if (url === "/api") return list(aggregatedDiscovery("", { v1: [pods, bindings] }));
  if (url === "/apis")
    return list(
      aggregatedDiscovery("a.example", { v2: [gadgets], v1: [gadgets, wholes] }),
      aggregatedDiscovery("down.example", { v1: "Stale" }),
    );
  return statusResponse(404, "no");
}

/** The same of a server before 1.26. */
function old({ url }: TestRequest): TestResponse {
  const resources = (version: string, rows: readonly Row[]): TestResponse => ({
    body: {
      kind: "APIResourceList",
      groupVersion: version,
      resources: rows.flatMap(({ resource, kind, singular = "", shortNames, cluster, verbs = ["get", "list"] }) => [
        {
          name: resource,
          singularName: singular,
          namespaced: !cluster,
          kind,
          verbs,
          ...(shortNames && { shortNames }),
        },
        { name: `${resource}/status`, singularName: "", namespaced: !cluster, kind, verbs: ["get", "list"] },
      ]),
    },
  });
  const group = (name: string, preferred: string, ...versions: readonly string[]): object => ({
    name,
    versions: versions.map((version) => ({ groupVersion: `${name}/${version}`, version })),
    preferredVersion: { groupVersion: `${name}/${preferred}`, version: preferred },
  });
  switch (url) {
    case "/api":
      return { body: { kind: "APIVersions", versions: ["v1"] } };
    case "/apis":
      return {
        body: {
          kind: "APIGroupList",
          groups: [group("a.example", "v2", "v1", "v2"), group("down.example", "v1", "v1")],
        },
      };
    case "/api/v1":
      return resources("v1", [pods, bindings]);
    case "/apis/a.example/v1":
      return resources("a.example/v1", [gadgets, wholes]);
    case "/apis/a.example/v2":
      return resources("a.example/v2", [gadgets]);
    default:
      return { status: 503, headers: { "retry-after": "0" }, body: "service unavailable" };
  }
}

const everything: Extract<DiscoveryResult, { is: "found" }>["resources"] = [
  { group: "", kind: "Pod", plural: "pods", versions: ["v1"], namespaced: true, singular: "pod", shortNames: ["po"] },
  {
    group: "a.example",
    kind: "Gadget",
    plural: "gadgets",
    versions: ["v2", "v1"],
    namespaced: true,
    singular: "gadget",
    shortNames: ["gd"],
  },
  {
    group: "a.example",
    kind: "Whole",
    plural: "wholes",
    versions: ["v1"],
    namespaced: false,
    singular: "",
    shortNames: [],
  },
];

describe("what a cluster serves is found in kubectl's order, listable and without subresources", () => {
  const rows: [what: string, answers: (heard: TestRequest) => TestResponse, requests: number, cause: string][] = [
    ["in two requests where the server aggregates", modern, 2, "the API service behind it does not respond"],
    ["list by list where it does not", old, 7, "the server responded 503: service unavailable"],
  ];
  test.for(rows)("%s; a group that is down is skipped and named", async ([, answers, requests, cause]) => {
    const before = server.requests.length;
    const discovered = await discoverResources(to(answers));
    expect(discovered).toEqual({
      is: "found",
      resources: everything,
      skipped: [{ group: "down.example", version: "v1", cause }],
    });
    expect(server.requests.slice(before)).toHaveLength(requests);
  });

  test("without groups the core's kinds are known, and the rest is named as not known", async () => {
    const discovered = await discoverResources(
      to((heard) => (heard.url === "/apis" ? statusResponse(403, "no groups") : modern(heard))),
    );
    expect(discovered).toEqual({
      is: "found",
      resources: everything.slice(0, 1),
      skipped: [{ group: "*", cause: "no groups" }],
    });
  });

  const refusals: [what: string, said: TestResponse, discovered: DiscoveryResult][] = [
    ["forbidden", statusResponse(403, "not you"), { is: "forbidden", cause: "not you" }],
    [
      "a web page",
      { body: "<html><title>Log in</title></html>", headers: { "content-type": "text/html" } },
      {
        is: "unread",
        cause:
          'the server responded 200 with a web page, "Log in", instead of JSON; is this address behind a login page or a proxy?',
      },
    ],
    [
      "some other object",
      { body: { kind: "PodList", items: [] } },
      {
        is: "unread",
        cause: "the server responded 200 with JSON that is not a Kubernetes object; is this a Kubernetes API server?",
      },
    ],
  ];
  test.for(refusals)("%s is a cause", async ([, said, discovered]) => {
    expect(await discoverResources(to(() => said))).toEqual(discovered);
  });

  test("the server does not know these credentials", async () => {
    await expect(discoverResources(to(() => statusResponse(401, "Unauthorized")))).rejects.toThrow(
      /rejected the credentials/,
    );
  });

  test("documents of the wrong shape are empty, and nothing breaks", async () => {
    const odd = {
      kind: "APIGroupDiscoveryList",
      items: [7, {}, { versions: 3 }, { versions: [{ resources: [null, {}] }] }],
    };
    expect(await discoverResources(to(() => ({ body: odd })))).toEqual({ is: "found", resources: [], skipped: [] });
    const flat = { kind: "APIGroupList", groups: [null, { name: "x", versions: [{}] }] };
    const read = await discoverResources(
      to(({ url }) => (/^\/apis?$/.test(url) ? { body: flat } : { body: { kind: "APIResourceList" } })),
    );
    expect(read).toMatchObject({ is: "found", resources: [] });
  });
});

describe("a query that leaves its plural open is completed by discovery", () => {
  const gadget: Query = {
    verb: "list",
    group: "a.example",
    kind: "Gadget",
    plural: "",
    versions: [],
    namespaced: true,
  };

  function withGadgets(heard: TestRequest): TestResponse {
    const { url } = heard;
    if (!url.includes("gadgets") && !url.includes("wholes")) return modern(heard);
    return { body: { kind: "GadgetList", items: [{ metadata: { name: "one", namespace: "x" } }] } };
  }

  const rows: [what: string, query: Query, path: string][] = [
    ["in the preferred version", gadget, "/apis/a.example/v2/gadgets?limit=500"],
    ["in the version that was named", { ...gadget, versions: ["v9", "v1"] }, "/apis/a.example/v1/gadgets?limit=500"],
    ["in a namespace", { ...gadget, namespace: "x" }, "/apis/a.example/v2/namespaces/x/gadgets?limit=500"],
    [
      "whatever the namespace where there is none",
      { ...gadget, kind: "Whole", namespace: "x" },
      "/apis/a.example/v1/wholes?limit=500",
    ],
    [
      "by label",
      { ...gadget, labelSelector: "a=b,c in (d)" },
      "/apis/a.example/v2/gadgets?limit=500&labelSelector=a%3Db%2Cc+in+%28d%29",
    ],
  ];
  test.for(rows)("%s", async ([, query, path]) => {
    const reader = createReader(to(withGadgets));
    const before = server.requests.length;
    const reading = await reader.read(query);
    expect(reading.query).toBe(query);
    expect(reading).toMatchObject({ outcome: "found", objects: [{ ref: { group: "a.example", name: "one" } }] });
    expect(server.requests.slice(before + 2).map(({ url }) => url)).toEqual([path]);
  });

  test("one discovery for all, however many ask at once and later", async () => {
    const reader = createReader(to(withGadgets));
    const before = server.requests.length;
    const kinds = ["Gadget", "Whole", "Nonsense"];
    const readings = await Promise.all(kinds.map((kind) => reader.read({ ...gadget, kind })));
    await reader.read({ ...gadget, namespace: "y" });
    expect(readings.map(({ outcome }) => outcome)).toEqual(["found", "found", "noSuchKind"]);
    expect(server.requests.slice(before).filter(({ url }) => /^\/apis?$/.test(url))).toHaveLength(2);
  });

  const unanswered: [what: string, query: Query, reading: object][] = [
    [
      "a kind that is not served",
      { ...gadget, kind: "Other" },
      { outcome: "noSuchKind", cause: "the server has no Other of a.example" },
    ],
    [
      "a kind of a group that is down",
      { ...gadget, group: "down.example" },
      { outcome: "unread", cause: "down.example: the API service behind it does not respond" },
    ],
    [
      "an object without its namespace",
      { ...gadget, verb: "get", name: "one" },
      { outcome: "unread", cause: "gadgets/one is namespaced, but no namespace is given" },
    ],
  ];
  test.for(unanswered)("%s is not requested", async ([, query, reading]) => {
    const reader = createReader(to(withGadgets));
    const before = server.requests.length;
    expect(await reader.read(query)).toEqual({ query, ...reading });
    expect(server.requests.slice(before)).toHaveLength(2);
  });

  test("where discovery is forbidden, so is what needs it, with the server's words", async () => {
    const reader = createReader(to(() => statusResponse(403, "not you")));
    expect(await reader.read(gadget)).toEqual({
      query: gadget,
      outcome: "forbidden",
      cause: "cannot discover the resource types of the server: not you",
    });
  });

  test("a discovery that failed is tried again", async () => {
    let isDown = true;
    const reader = createReader(to((heard) => (isDown ? statusResponse(401, "who?") : withGadgets(heard))));
    await expect(reader.read(gadget)).rejects.toThrow(/credentials/);
    isDown = false;
    expect(await reader.read(gadget)).toMatchObject({ outcome: "found" });
  });
});

describe("only the metadata of an object is requested", () => {
  const metadata: Query = {
    verb: "list",
    group: "a.example",
    kind: "Gadget",
    plural: "gadgets",
    versions: ["v2", "v1"],
    namespaced: true,
    metadataOnly: true,
  };
  const partialObject = (version: string): object => ({
    apiVersion: "meta.k8s.io/v1",
    kind: "PartialObjectMetadata",
    metadata: { name: "one", namespace: "x", uid: "u", resourceVersion: version },
  });

  test("the next version is requested where the first is not served, and each object is of the kind that was requested", async () => {
    const reader = createReader(
      to(({ url }) =>
        url.includes("/v2/")
          ? { status: 404, body: "404 page not found\n" }
          : { body: { kind: "PartialObjectMetadataList", items: [partialObject("1")] } },
      ),
    );
    const before = server.requests.length;
    expect(await reader.read(metadata)).toMatchObject({
      outcome: "found",
      objects: [{ ref: { group: "a.example", kind: "Gadget", version: "v1" }, apiVersion: "a.example/v1", uid: "u" }],
    });
    const accepts = server.requests.slice(before).map(({ headers }) => headers.accept);
    const wanted = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    expect(accepts).toEqual([wanted, wanted]);
  });

  test("one by one too", async () => {
    const reader = createReader(to(() => ({ body: partialObject("7") })));
    const query: Query = { ...metadata, verb: "get", namespace: "x", name: "one" };
    expect(await reader.read(query)).toMatchObject({
      objects: [{ ref: { kind: "Gadget", name: "one" }, resourceVersion: "7", status: undefined }],
    });
    expect(server.requests.at(-1)?.headers.accept).toBe("application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1");
  });
});
