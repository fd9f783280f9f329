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
  const rows = [
    { words: "applications", stdout: "application.argoproj.io/one" },
    { words: "application", stdout: "application.argoproj.io/one" },
    { words: "app", stdout: "application.argoproj.io/one" },
    { words: "app/one", stdout: "application.argoproj.io/one" },
    { words: "clusters", stdout: "cluster.cluster.x-k8s.io/two" },
    { words: "cluster two -n a", stdout: "cluster.cluster.x-k8s.io/two" },
    { words: "app/one clusters/two", stdout: "application.argoproj.io/one\ncluster.cluster.x-k8s.io/two" },
  ];
  test.for(rows)("$words", async ({ words, stdout }) => {
    expect(await names(path, words)).toEqual({ code: 0, stdout: `${stdout}\n`, stderr: "" });
  });
  describe("a known type that it lacks is named as such", () => {
    const advice = "collect them in a new must-gather, or use a live cluster";
    const uncollected = `Unknown: virtualmachines.kubevirt.io in all namespaces not read (not collected); ${advice}\n`;
    const undefinedThere = `error: media/sample has no virtualmachines.kubevirt.io, neither objects nor their CRD; ${advice}\n`;
    const missing = [
      { words: "vm", mustGather: path, stderr: uncollected },
      {
        words: "vm/x",
        mustGather: path,
        stderr: `error: cannot look for virtualmachines.kubevirt.io "x" in ${path}: not collected\n`,
      },
      { words: "vm", mustGather: "media/sample", stderr: undefinedThere },
      { words: "virtualmachines", mustGather: "media/sample", stderr: undefinedThere },
      { words: "vm/x", mustGather: "media/sample", stderr: undefinedThere },
    ];
    test.for(missing)("$words in $mustGather", async ({ words, mustGather, stderr }) => {
      expect(await names(mustGather, words)).toEqual({ code: 1, stdout: "", stderr });
    });
  });
  test("what has objects comes before what has only a definition", async () => {
    expect(await names(both, "app")).toMatchObject({ code: 0, stdout: "application.argoproj.io/one\n" });
  });
});

describe("a name that was not found is reported in one line with exit 1, and whether its kind was not collected", () => {
  const rows = [
    {
      words: "app/none -n a",
      stderr: `error: applications.argoproj.io "none" not found in namespace a in ${path}`,
    },
    {
      words: "app/none",
      stderr: `error: cannot look for applications.argoproj.io "none" in ${path}: only those of a were collected`,
    },
    { words: "deploy/x", stderr: `error: cannot look for deployments.apps "x" in ${path}: not collected` },
    {
      words: "deploy x -n a",
      stderr: `error: cannot look for deployments.apps "x" in namespace a in ${path}: not collected`,
    },
    {
      words: "my-hco",
      stderr: `error: cannot look for hyperconvergeds.hco.kubevirt.io "my-hco" in ${path}: not collected`,
    },
    { words: "boxes", stderr: `error: there is no resource type "boxes" in ${path}` },
    {
      words: "applicatons",
      stderr: `error: there is no resource type "applicatons" in ${path}; did you mean "applications"?`,
    },
  ];
  test.for(rows)("$words", async ({ words, stderr }) => {
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
