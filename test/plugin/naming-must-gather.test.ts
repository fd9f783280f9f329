import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeFolder } from "../io/must-gather-layouts/archives.ts";
import { yamlOf } from "../io/must-gather-layouts/layouts.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { runInProcess } from "./run-in-process.ts";

const folder = temporaryFolder();

const definitions = "cluster-scoped-resources/apiextensions.k8s.io/customresourcedefinitions";

function definitionFile(group: string, kind: string, plural: string, shortName: string): readonly [string, string] {
  const names = { kind, plural, singular: kind.toLowerCase(), shortNames: [shortName] };
  const versions = [{ name: "v1", served: true, storage: true }];
  const metadata = { name: `${plural}.${group}` };
  const spec = { group, scope: "Namespaced", names, versions };
  const definition = { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition", metadata, spec };
  return [`${definitions}/${plural}.${group}.yaml`, yamlOf(definition)];
}

function objectFile(group: string, kind: string, plural: string, name: string): readonly [string, string] {
  const condition = { type: "Ready", status: "True", reason: "Fine", message: "" };
  const metadata = { name, namespace: "a" };
  const object = { apiVersion: `${group}/v1`, kind, metadata, status: { conditions: [condition] } };
  return [`namespaces/a/${group}/${plural}.yaml`, yamlOf({ apiVersion: "v1", kind: "List", items: [object] })];
}

const strangers = [
  definitionFile("argoproj.io", "Application", "applications", "app"),
  definitionFile("cluster.x-k8s.io", "Cluster", "clusters", "cl"),
  objectFile("argoproj.io", "Application", "applications", "one"),
  objectFile("cluster.x-k8s.io", "Cluster", "clusters", "two"),
];
const path = writeFolder(new Map(strangers), join(folder, "strangers"));
const both = writeFolder(
  new Map([...strangers, definitionFile("app.k8s.io", "Application", "applications", "app")]),
  join(folder, "both"),
);

function names(mustGather: string, words: string): ReturnType<typeof runInProcess> {
  return runInProcess(["--must-gather", mustGather, "-o", "name", ...words.split(" ")]);
}

describe("in a must-gather a word names its contents before any known kind of root", () => {
  const rows: [words: string, stdout: string][] = [
    ["applications", "application.argoproj.io/one"],
    ["application", "application.argoproj.io/one"],
    ["app", "application.argoproj.io/one"],
    ["app/one", "application.argoproj.io/one"],
    ["clusters", "cluster.cluster.x-k8s.io/two"],
    ["cluster two -n a", "cluster.cluster.x-k8s.io/two"],
    ["app/one clusters/two", "application.argoproj.io/one\ncluster.cluster.x-k8s.io/two"],
  ];
  test.for(rows)("%s", async ([words, stdout]) => {
    expect(await names(path, words)).toEqual({ code: 0, stdout: `${stdout}\n`, stderr: "" });
  });
  describe("a known type that it lacks is named as such", () => {
    const advice = "collect them in a new must-gather, or use a live cluster";
    const uncollected = `Unknown: virtualmachines.kubevirt.io in all namespaces not read (not collected); ${advice}\n`;
    const undefinedThere = `error: media/sample has no virtualmachines.kubevirt.io, neither objects nor their CRD; ${advice}\n`;
    const missing: [words: string, mustGather: string, stderr: string][] = [
      ["vm", path, uncollected],
      ["vm/x", path, `error: cannot look for virtualmachines.kubevirt.io "x" in ${path}: not collected\n`],
      ["vm", "media/sample", undefinedThere],
      ["virtualmachines", "media/sample", undefinedThere],
      ["vm/x", "media/sample", undefinedThere],
    ];
    test.for(missing)("%s in %s", async ([words, mustGather, stderr]) => {
      expect(await names(mustGather, words)).toEqual({ code: 1, stdout: "", stderr });
    });
  });
  test("what has objects comes before what has only a definition", async () => {
    expect(await names(both, "app")).toMatchObject({ code: 0, stdout: "application.argoproj.io/one\n" });
  });
});

describe("a name that was not found is reported in one line with exit 1, and whether its kind was not collected", () => {
  const rows: [words: string, stderr: string][] = [
    ["app/none -n a", `error: applications.argoproj.io "none" not found in namespace a in ${path}`],
    ["app/none", `error: cannot look for applications.argoproj.io "none" in ${path}: only those of a were collected`],
    ["deploy/x", `error: cannot look for deployments.apps "x" in ${path}: not collected`],
    ["deploy x -n a", `error: cannot look for deployments.apps "x" in namespace a in ${path}: not collected`],
    ["my-hco", `error: cannot look for hyperconvergeds.hco.kubevirt.io "my-hco" in ${path}: not collected`],
    ["boxes", `error: there is no resource type "boxes" in ${path}`],
    ["applicatons", `error: there is no resource type "applicatons" in ${path}; did you mean "applications"?`],
  ];
  test.for(rows)("%s", async ([words, stderr]) => {
    const ran = await names(path, words);
    expect(ran).toEqual({ code: 1, stdout: "", stderr: `${stderr}\n` });
  });
});

test.for(["orgs.greenhouse.sap", "organizations", "deploy", "hco"])(
  "what was not collected is reported without naming a server: %s",
  async (words) => {
    const { stderr } = await names(path, words);
    expect(stderr.replace(/\s+/g, " ")).toMatch(/not collected|no resource type/);
    expect(stderr).not.toMatch(/server|read from files|is this the right cluster/);
  },
);
