import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeFolder } from "../io/must-gather-layouts/archives.ts";
import { yamlOf } from "../io/must-gather-layouts/layouts.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { runInProcess } from "./run-in-process.ts";

const folder = temporaryFolder();

const definitions = "cluster-scoped-resources/apiextensions.k8s.io/customresourcedefinitions";

function makeDefinitionFile(group: string, kind: string, plural: string, shortName: string): readonly [string, string] {
  const names = { kind, plural, singular: kind.toLowerCase(), shortNames: [shortName] };
  const versions = [{ name: "v1", served: true, storage: true }];
  const metadata = { name: `${plural}.${group}` };
  const spec = { group, scope: "Namespaced", names, versions };
  const definition = { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition", metadata, spec };
  return [`${definitions}/${plural}.${group}.yaml`, yamlOf(definition)];
}

function makeObjectFile(group: string, kind: string, plural: string, name: string): readonly [string, string] {
  const condition = { type: "Ready", status: "True", reason: "Fine", message: "" };
  const metadata = { name, namespace: "a" };
  const object = { apiVersion: `${group}/v1`, kind, metadata, status: { conditions: [condition] } };
  return [`namespaces/a/${group}/${plural}.yaml`, yamlOf({ apiVersion: "v1", kind: "List", items: [object] })];
}

const filesOfOtherProducts = [
  makeDefinitionFile("argoproj.io", "Application", "applications", "app"),
  makeDefinitionFile("cluster.x-k8s.io", "Cluster", "clusters", "cl"),
  makeObjectFile("argoproj.io", "Application", "applications", "one"),
  makeObjectFile("cluster.x-k8s.io", "Cluster", "clusters", "two"),
];
const path = writeFolder(new Map(filesOfOtherProducts), join(folder, "strangers"));
const pathWithTwoDefinitions = writeFolder(
  new Map([...filesOfOtherProducts, makeDefinitionFile("app.k8s.io", "Application", "applications", "app")]),
  join(folder, "both"),
);

function printNames(mustGather: string, words: string): ReturnType<typeof runInProcess> {
  return runInProcess(["--must-gather", mustGather, "-o", "name", ...words.split(" ")]);
}

describe("a word names what the must-gather has before any known kind", () => {
  const rows = [
    { words: "applications", stdout: "application.argoproj.io/one" },
    { words: "application", stdout: "application.argoproj.io/one" },
    { words: "app", stdout: "application.argoproj.io/one" },
    { words: "app/one", stdout: "application.argoproj.io/one" },
    { words: "clusters", stdout: "cluster.cluster.x-k8s.io/two" },
    { words: "cluster two -n a", stdout: "cluster.cluster.x-k8s.io/two" },
    { words: "app/one clusters/two", stdout: "application.argoproj.io/one\ncluster.cluster.x-k8s.io/two" },
  ];
  test.for(rows)('the words "$words" name $stdout', async ({ words, stdout }) => {
    expect(await printNames(path, words)).toEqual({ code: 0, stdout: `${stdout}\n`, stderr: "" });
  });
  describe("a known type that the must-gather lacks is an error with advice", () => {
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
    test.for(missing)('the words "$words" have an error in $mustGather', async ({ words, mustGather, stderr }) => {
      expect(await printNames(mustGather, words)).toEqual({ code: 1, stdout: "", stderr });
    });
  });
  test("a word names the kind with objects before a kind with only a definition", async () => {
    expect(await printNames(pathWithTwoDefinitions, "app")).toMatchObject({
      code: 0,
      stdout: "application.argoproj.io/one\n",
    });
  });
});

describe("a name that was not found is one line of error, which says whether its kind was collected", () => {
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
  test.for(rows)('the words "$words" have one line of error', async ({ words, stderr }) => {
    const ran = await printNames(path, words);
    expect(ran).toEqual({ code: 1, stdout: "", stderr: `${stderr}\n` });
  });
});

test.for(["orgs.greenhouse.sap", "organizations", "deploy", "hco"])(
  'the error for "%s" does not mention a server',
  async (words) => {
    const { stderr } = await printNames(path, words);
    expect(stderr.replace(/\s+/g, " ")).toMatch(/not collected|no resource type/);
    expect(stderr).not.toMatch(/server|read from files|is this the right cluster/);
  },
);
