import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeCertificates } from "../io/certificates.ts";
import { secretToken } from "../io/chosen.ts";
import { startTestServer, statusResponse, type TestRequest, type TestResponse, type TestServer } from "../io/server.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { type RunResult, runInProcess } from "./run-in-process.ts";

const folder = temporaryFolder();
let server: TestServer;
let say: (heard: TestRequest) => TestResponse;
let asked: string[] = [];
let selectors: string[] = [];

beforeAll(async () => {
  const certificates = makeCertificates();
  writeFileSync(join(folder, "ca.crt"), certificates.authority);
  server = await startTestServer("h2", certificates.server, (heard) => {
    asked.push(heard.url.replace(/\?.*/, ""));
    const selector = new URL(heard.url, "https://localhost").searchParams.get("labelSelector");
    if (selector !== null) selectors.push(`${heard.url.replace(/\?.*/, "")} ${selector}`);
    return say(heard);
  });
});
beforeEach(() => {
  asked = [];
  selectors = [];
});
afterAll(async () => {
  await server.close();
});

function runLive(...words: readonly string[]): Promise<RunResult> {
  const way = [
    "--server",
    `https://127.0.0.1:${server.port}`,
    "--certificate-authority",
    join(folder, "ca.crt"),
    "--token",
    secretToken,
  ];
  return runInProcess([...way, "-o", "name", ...words]);
}

const gadgets = {
  resource: "gadgets",
  responseKind: { group: "a.example", version: "v1", kind: "Gadget" },
  singularResource: "gadget",
  scope: "Namespaced",
  verbs: ["list"],
};
const groups = [
  { metadata: { name: "a.example" }, versions: [{ version: "v1", resources: [gadgets], freshness: "Current" }] },
  { metadata: { name: "metrics.k8s.io" }, versions: [{ version: "v1beta1", freshness: "Stale" }] },
];

/** A cluster with one gadget, which is all that we may look at. */
function cluster({ url }: TestRequest): TestResponse {
  if (url === "/api") return { body: { kind: "APIGroupDiscoveryList", items: [] } };
  if (url === "/apis") return { body: { kind: "APIGroupDiscoveryList", items: groups } };
  if (!url.startsWith("/apis/a.example/v1/gadgets")) return statusResponse(403, "not for you");
  const metadata = { name: "one", namespace: "x" };
  return { body: { kind: "GadgetList", items: url.includes("none") ? [] : [{ metadata }] } };
}

test("a word is a type also for a user who may not list HyperConvergeds", async () => {
  say = cluster;
  expect(await runLive("gadgets")).toEqual({ code: 0, stdout: "gadget.a.example/one\n", stderr: "" });
  expect(await runLive("gadget/one")).toEqual({ code: 0, stdout: "gadget.a.example/one\n", stderr: "" });
});

test("an unknown type may be in a group whose server is down, and the error says so", async () => {
  say = cluster;
  expect(await runLive("nodemetrics/x", "gadgets/one")).toEqual({
    code: 1,
    stdout: "gadget.a.example/one\n",
    stderr: 'error: the server doesn\'t have a resource type "nodemetrics"; metrics.k8s.io could not be searched\n',
  });
});

test("where the server does not say what it has, it is a sentence, and what is known is read all the same", async () => {
  say = (heard) => (/^\/apis?$/.test(heard.url) ? statusResponse(403, "no discovery for you") : cluster(heard));
  expect(await runLive("gadgets/one")).toEqual({
    code: 1,
    stdout: "",
    stderr: "error: cannot discover the resource types of the server: no discovery for you\n",
  });
  expect(asked).toEqual(expect.arrayContaining(["/api", "/apis"]));
  asked = [];
  expect(await runLive("deploy/x", "-n", "y")).toEqual({
    code: 1,
    stdout: "",
    stderr: "Error from server (Forbidden): not for you\n",
  });
  expect(asked).toEqual(["/apis/apps/v1/namespaces/y/deployments/x"]);
});

test("a known type that the server does not have may be its word for another one", async () => {
  const application = { ...gadgets, resource: "applications", singularResource: "application" };
  const kind = { group: "a.example", version: "v1", kind: "Application" };
  const resources = [{ ...application, responseKind: kind }];
  say = ({ url }) => {
    if (url === "/api") return { body: { kind: "APIGroupDiscoveryList", items: [] } };
    const items = [{ metadata: { name: "a.example" }, versions: [{ version: "v1", resources }] }];
    if (url === "/apis") return { body: { kind: "APIGroupDiscoveryList", items } };
    if (!url.startsWith("/apis/a.example/")) return { status: 404, body: "404 page not found\n" };
    return { body: { kind: "ApplicationList", items: [{ metadata: { name: "shop", namespace: "x" } }] } };
  };
  expect(await runLive("app")).toMatchObject({ code: 1 });
  expect(await runLive("applications")).toEqual({ code: 0, stdout: "application.a.example/shop\n", stderr: "" });
});

test("a known type without a CRD, and one that another group has too, are errors that say so", async () => {
  const application = { ...gadgets, resource: "applications", singularResource: "application" };
  const servedGroup = (group: string): object => {
    const kind = { group, version: "v1beta1", kind: "Application" };
    const version = { version: "v1beta1", resources: [{ ...application, responseKind: kind }], freshness: "Current" };
    return { metadata: { name: group }, versions: [version] };
  };
  say = ({ url }) => {
    if (url === "/api") return { body: { kind: "APIGroupDiscoveryList", items: [] } };
    const items = ["app.k8s.io", "argoproj.io"].map(servedGroup);
    if (url === "/apis") return { body: { kind: "APIGroupDiscoveryList", items } };
    return { status: 404, body: "404 page not found\n" };
  };
  expect(await runLive("application/shop")).toEqual({
    code: 1,
    stdout: "",
    stderr:
      'error: the type "application" exists in several API groups: applications.app.k8s.io, applications.argoproj.io. Name one of them as TYPE.GROUP\n',
  });
  for (const words of ["team", "team/x", "cdi"])
    expect((await runLive(words)).stderr, words).toMatch(
      /^error: CRD (teams\.greenhouse\.sap|cdis\.cdi\.kubevirt\.io) is not installed\n$/,
    );
});

test("Secrets without a name are refused before any request for them", async () => {
  const heard: string[] = [];
  say = (one) => {
    heard.push(one.url);
    return cluster(one);
  };
  const stderr = "error: Secrets are not listed; name one, as in secret/NAME\n";
  for (const words of [["secrets"], ["secret", "-A"], ["secrets", "-l", "a=b"], ["pods,secrets"]])
    expect(await runLive(...words), words.join(" ")).toMatchObject({ code: 1, stdout: "" });
  expect(await runLive("secrets")).toEqual({ code: 1, stdout: "", stderr });
  expect(heard.filter((url) => url.includes("secrets"))).toEqual([]);
});

test("a server that forbids every request ends the report with 1", async () => {
  say = () => statusResponse(403, "not for you");
  const { code, stdout, stderr } = await runLive();
  expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining("No permission to list hyperconvergeds")]);
  expect(await runLive("--exit-code")).toMatchObject({ code: 1 });
});

test("a word that is neither is reported as a type first, and as a name only if it can be one and may be read", async () => {
  say = cluster;
  const refused =
    "Error from server (Forbidden): not for you; use -n with a namespace that you have permission to read\n";
  const skipped = "; metrics.k8s.io could not be searched\n";
  const rows: [word: string, stderr: string][] = [
    ["Boxes", `error: the server doesn't have a resource type "Boxes"${skipped}`],
    ["boxes", `error: the server doesn't have a resource type "boxes"${skipped}${refused}`],
    ["my-hco", refused],
  ];
  for (const [word, stderr] of rows) expect(await runLive(word), word).toEqual({ code: 1, stdout: "", stderr });
  const none = { body: { kind: "HyperConvergedList", items: [] } };
  say = (heard) => (heard.url.includes("/hyperconvergeds") ? none : cluster(heard));
  expect((await runLive("boxes")).stderr).toBe(
    `Error from server (NotFound): hyperconvergeds.hco.kubevirt.io "boxes" not found, and no resource type has that name${skipped}`,
  );
  expect((await runLive("my-hco")).stderr).toBe(
    'Error from server (NotFound): hyperconvergeds.hco.kubevirt.io "my-hco" not found\n',
  );
});

test("a label selector is sent with the list of a type, and what comes back is checked all the same", async () => {
  const labelledItem = (name: string, labels: object): object => ({ metadata: { name, namespace: "x", labels } });
  const items = [labelledItem("mine", { a: "b" }), labelledItem("other", { a: "c" })];
  say = (heard) =>
    heard.url.startsWith("/apis/a.example/v1/gadgets") ? { body: { kind: "GadgetList", items } } : cluster(heard);
  expect(await runLive("gadgets", "-l", "a in (b),!d")).toEqual({
    code: 0,
    stdout: "gadget.a.example/mine\n",
    stderr: "",
  });
  expect(selectors).toEqual(["/apis/a.example/v1/gadgets a in (b),!d"]);
  say = (heard) => (heard.url.includes("labelSelector") ? { body: { kind: "GadgetList", items: [] } } : cluster(heard));
  const none = await runLive("gadgets", "-l", "e=f", "-o", "json");
  expect(none.stderr).toMatch(/^No Gadget matches e=f in /);
  expect(JSON.parse(none.stdout).completeness).toMatchObject({ absent: 0, gaps: [] });
});

test("where roots of one kind could not be listed, the report has why its verdict is unknown", async () => {
  const deployment = { metadata: { name: "web", namespace: "x", generation: 1 }, spec: { replicas: 0 } };
  const status = { observedGeneration: 1, conditions: [{ type: "Available", status: "True" }] };
  const body = { kind: "DeploymentList", items: [{ ...deployment, status }] };
  say = (heard) => (heard.url.startsWith("/apis/apps/v1/deployments") ? { body } : cluster(heard));
  const { code, stdout } = await runLive("deploy,cdi", "-o", "plain", "--exit-code");
  expect(code).toBe(4);
  expect(stdout).toContain("headline: Incomplete (unknown): CDI could not be read\n");
  for (const format of ["text", "wide", "markdown", "html"])
    expect((await runLive("deploy,cdi", "-o", format)).stdout.replace(/\s+/g, " "), format).toContain(
      "Incomplete (unknown): CDI could not be read",
    );
});
