import { afterEach, describe, expect, test } from "vitest";
import { openServerConnection } from "../../../shared/io/connection/connection.ts";
import { sendDryRun } from "../../../shared/io/connection/send-dry-run.ts";
import { requestDryRun } from "../../../shared/io/reader/dry-run.ts";
import { createDiscovery } from "../../../shared/io/reader/lazy-discovery.ts";
import type { DryRunResponse } from "../../../shared/model/manifest/dry-run.ts";
import { startTestServer, statusResponse, type TestRequest, type TestResponse, type TestServer } from "../server.ts";

const target = { group: "hco.kubevirt.io", version: "v1", kind: "HyperConverged", namespace: "cnv", name: "hco" };
const collection = "/apis/hco.kubevirt.io/v1/namespaces/cnv/hyperconvergeds";
const manifest = {
  apiVersion: "hco.kubevirt.io/v1",
  kind: "HyperConverged",
  metadata: { name: "hco" },
  spec: { a: 1 },
};
const stored = { ...manifest, metadata: { name: "hco", namespace: "cnv", resourceVersion: "7" } };
const parameters = "fieldManager=hco-status&fieldValidation=Strict";

const discovery: TestResponse = {
  body: {
    apiVersion: "apidiscovery.k8s.io/v2",
    kind: "APIGroupDiscoveryList",
    items: [
      {
        metadata: { name: target.group },
        versions: [
          {
            version: "v1",
            resources: [
              {
                resource: "hyperconvergeds",
                responseKind: { group: target.group, version: "v1", kind: target.kind },
                scope: "Namespaced",
                verbs: ["get", "list", "watch"],
              },
            ],
          },
        ],
      },
    ],
  },
};

/** The OpenAPI of the group, whose operations have these parameters. */
function openApi(...names: readonly string[]): TestResponse {
  const operation = { parameters: names.map((name) => ({ name, in: "query" })) };
  const path = "/apis/hco.kubevirt.io/v1/namespaces/{namespace}/hyperconvergeds";
  return {
    body: { openapi: "3.0.0", paths: { [path]: { post: operation }, [`${path}/{name}`]: { patch: operation } } },
  };
}

const absent = statusResponse(404, 'hyperconvergeds.hco.kubevirt.io "hco" not found', { details: { name: "hco" } });

let server: TestServer;
afterEach(() => server.close());

interface Scene {
  readonly live?: TestResponse;
  readonly openApi?: TestResponse;
  readonly written?: TestResponse;
}

async function run(scene: Scene, signal: AbortSignal = AbortSignal.timeout(60_000)): Promise<DryRunResponse> {
  server = await startTestServer("plain", undefined, ({ method, url }: TestRequest) => {
    if (method !== "GET") return scene.written ?? { body: stored };
    if (url.startsWith("/openapi/")) return scene.openApi ?? openApi("dryRun");
    return url.startsWith(collection) ? (scene.live ?? { body: stored }) : discovery;
  });
  const credentials = { headers: async () => ({ authorization: "Bearer abc-secret" }), forget() {} };
  const settings = { server: `http://127.0.0.1:${server.port}`, credentials, userAgent: "test", compress: false };
  const connection = openServerConnection(settings);
  try {
    const send = (...question: [Parameters<typeof sendDryRun>[1], AbortSignal]) => sendDryRun(settings, ...question);
    return await requestDryRun({ connection, discovery: createDiscovery(connection), send }, target, manifest, signal);
  } finally {
    connection.close();
  }
}

function listWrites(): readonly string[] {
  return server.requests.filter(({ method }) => method !== "GET").map(({ method, url }) => `${method} ${url}`);
}

describe("a dry run never asks the server to store anything", () => {
  const rows: readonly [rule: string, scene: Scene, requests: readonly string[]][] = [
    ["an existing object is applied", {}, [`PATCH ${collection}/hco?dryRun=All&${parameters}&force=true`]],
    ["an absent object is created", { live: absent }, [`POST ${collection}?dryRun=All&${parameters}`]],
    ["a server without dry run gets no such request", { openApi: openApi("fieldManager") }, []],
    ["a server that does not document its API gets no such request", { openApi: statusResponse(404, "not found") }, []],
    [
      "a server whose documentation is a web page gets no such request",
      { openApi: { body: "<html><title>Log in</title></html>" } },
      [],
    ],
    ["an object that may not be read is not applied", { live: statusResponse(403, "no") }, []],
  ];
  test.for(rows)("%s", async ([, scene, requests]) => {
    await run(scene);
    expect(listWrites()).toEqual(requests);
  });
});

describe("the reply says what the server did", () => {
  const forbidden = 'hyperconvergeds.hco.kubevirt.io "hco" is forbidden: User "dev" cannot patch resource "x"';
  const denial = `admission webhook "w" denied the request: spec.a: Invalid value: ${"x".repeat(32 * 1024)}`;
  const rows: readonly [rule: string, scene: Scene, reply: object][] = [
    ["the result beside the live object", {}, { is: "computed", live: stored, result: stored }],
    ["a created object, with 201", { live: absent, written: { status: 201, body: stored } }, { is: "computed" }],
    [
      "a missing permission names its verb",
      { written: statusResponse(403, forbidden) },
      { is: "forbidden", verb: "patch" },
    ],
    ["to read, too", { live: statusResponse(403, "no") }, { is: "forbidden", verb: "get" }],
    [
      "a webhook's refusal of 32 KiB is whole",
      { written: statusResponse(403, denial) },
      { is: "refused", message: denial },
    ],
    ["a conflict", { written: statusResponse(409, "changed") }, { is: "refused", message: "changed" }],
    [
      "an unsupported operation",
      { openApi: openApi() },
      { is: "unsupported", resource: "hyperconvergeds.hco.kubevirt.io" },
    ],
    ["a web page in place of a result", { written: { body: "<html></html>" } }, { is: "unread" }],
    ["a Status in place of a result", { written: statusResponse(200, "fine") }, { is: "unread" }],
    ["a response without end", { written: { body: `{"a":"${"x".repeat(9 * 2 ** 20)}"}` } }, { is: "unread" }],
    ["a proxy that repeats the credentials", { written: statusResponse(400, "got abc-secret") }, { message: "got …" }],
  ];
  test.for(rows)("%s", async ([, scene, reply]) => {
    expect(await run(scene)).toMatchObject(reply);
  });
});

test("a dry run that hangs ends when the user cancels it", async () => {
  const cancelled = new AbortController();
  const reply = run({ written: { silent: true } }, cancelled.signal);
  await expect.poll(() => listWrites().length).toBe(1);
  cancelled.abort(new Error("cancelled"));
  await expect(reply).rejects.toThrow("cancelled");
});

test("a server that hangs up is one sentence", async () => {
  const reply = run({ written: { silent: true } });
  await expect.poll(() => listWrites().length).toBe(1);
  server.hangUp();
  await expect(reply).rejects.toThrow(/^cannot connect to|^error|127\.0\.0\.1/);
});
