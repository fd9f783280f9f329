import { describe, expect, test } from "vitest";
import { temporaryFolder, writeList } from "../../temporary-folder.ts";
import { runInProcess } from "../run-in-process.ts";

const folder = temporaryFolder();

const file = (name: string, items: readonly object[]): string => writeList(folder, name, items);

function ready(apiVersion: string, kind: string, name: string, status: string, namespace?: string): object {
  const condition = { type: "Ready", status, reason: "R", message: "", lastTransitionTime: "2026-11-21T10:00:00Z" };
  return { apiVersion, kind, metadata: { name, ...(namespace && { namespace }) }, status: { conditions: [condition] } };
}

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "mice.a.example" },
  spec: {
    group: "a.example",
    scope: "Namespaced",
    names: { kind: "Mouse", plural: "mice", singular: "mouse", shortNames: ["ms"] },
    versions: [{ name: "v1", served: true, storage: true }],
  },
};
const dump = file("dump.json", [
  definition,
  ready("a.example/v1", "Mouse", "grey", "False", "house"),
  ready("a.example/v1", "Mouse", "white", "True", "lab"),
  ready("b.example/v1", "Box", "one", "True", "house"),
  ready("argoproj.io/v1alpha1", "Application", "shop", "True", "house"),
  ready("operators.coreos.com/v1alpha1", "ClusterServiceVersion", "acme.v1", "True", "house"),
  ready("operators.coreos.com/v1alpha1", "InstallPlan", "p", "True", "house"),
  ready("b.example/v1", "Index", "i", "True", "house"),
  ready("machineconfiguration.openshift.io/v1", "MachineConfigPool", "worker", "True"),
]);

const held = "CustomResourceDefinition, Mouse (2), Box, Application and 4 more";

describe("in files a name is resolved by their contents, without a server", () => {
  const rows: [words: string, stdout: readonly string[]][] = [
    ["mice", ["mouse.a.example/grey", "mouse.a.example/white"]],
    ["mouse", ["mouse.a.example/grey", "mouse.a.example/white"]],
    ["Mouse.a.example", ["mouse.a.example/grey", "mouse.a.example/white"]],
    ["ms white", ["mouse.a.example/white"]],
    ["ms/white box/one", ["mouse.a.example/white", "box.b.example/one"]],
    ["mice -n lab", ["mouse.a.example/white"]],
    ["mice --field-selector metadata.namespace=house", ["mouse.a.example/grey"]],
    // No CRD tells the plural of the kind, so it is guessed.
    ["boxes", ["box.b.example/one"]],
    ["mice,box.b", ["mouse.a.example/grey", "mouse.a.example/white", "box.b.example/one"]],
    // A known type of which there is nothing gives way to one of which there is.
    ["applications", ["application.argoproj.io/shop"]],
    ["app", ["application.argoproj.io/shop"]],
    ["apps", ["application.argoproj.io/shop"]],
    // Both plurals of a word.
    ["indices", ["index.b.example/i"]],
    ["indexes", ["index.b.example/i"]],
    ["mcp/worker", ["machineconfigpool.machineconfiguration.openshift.io/worker"]],
    // Known operators' short names, also where another kind of Kubernetes has it: ip is an IPAddress too.
    ["csv", ["clusterserviceversion.operators.coreos.com/acme.v1"]],
    ["ip", ["installplan.operators.coreos.com/p"]],
    ["--profile generic mice", ["mouse.a.example/grey", "mouse.a.example/white"]],
  ];
  test.for(rows)("%s", async ([words, stdout]) => {
    const ran = await runInProcess(["-f", dump, "-o", "name", ...words.split(" ")]);
    expect(ran).toEqual({ code: 0, stdout: `${stdout.join("\n")}\n`, stderr: "" });
  });

  const wrong: [words: string, code: number, stderr: string][] = [
    ["mice/black", 1, `error: mice.a.example "black" not found in ${dump}\n`],
    ["mice/black -n lab", 1, `error: mice.a.example "black" not found in namespace lab in ${dump}\n`],
    ["mise/x", 1, `error: there is no resource type "mise" in ${dump}; did you mean "mice"?\n`],
    // A bare word is a type or the name of a HyperConverged, so the error names both.
    ["x", 1, `error: hyperconvergeds.hco.kubevirt.io "x" not found, and no resource type has that name in ${dump}\n`],
    [
      "rooles",
      1,
      `error: hyperconvergeds.hco.kubevirt.io "rooles" not found, and no resource type has that name in ${dump}; did you mean "roles"?\n`,
    ],
    // A plural of a short name, which kubectl does not know.
    [
      "mcps",
      1,
      `error: hyperconvergeds.hco.kubevirt.io "mcps" not found, and no resource type has that name in ${dump}; did you mean "machineconfigpools.machineconfiguration.openshift.io"?\n`,
    ],
    // What the input has is nearer than what it lacks.
    ["boxe/x", 1, `error: there is no resource type "boxe" in ${dump}; did you mean "boxes"?\n`],
    ["vmi", 0, `No resources found in ${dump}, which has only ${held}\n`],
    ["Gadgets", 1, `error: there is no resource type "Gadgets" in ${dump}\n`],
    ["mice.v9.a.example", 1, `error: there is no resource type "mice" in ${dump}; did you mean "mice.a.example"?\n`],
    ["my-hco", 1, `error: hyperconvergeds.hco.kubevirt.io "my-hco" not found in ${dump}\n`],
    ["hyperconvergeds", 0, `No resources found in ${dump}, which has only ${held}\n`],
    ["hco/x", 1, `error: hyperconvergeds.hco.kubevirt.io "x" not found in ${dump}\n`],
    ["rooles -l a=b", 1, `error: there is no resource type "rooles" in ${dump}; did you mean "roles"?\n`],
    ["my-hco -l a=b", 1, "error: name cannot be provided when a selector is specified\n"],
    ["deploy", 0, `No resources found in ${dump}, which has only ${held}\n`],
    [
      "deploy -n lab --exit-code",
      4,
      `No resources found in namespace lab of ${dump}, which has only CustomResourceDefinition, Mouse and MachineConfigPool\n`,
    ],
    ["mice -l a=b", 0, `No Mouse matches a=b in ${dump}\n`],
  ];
  test.for(wrong)("%s", async ([words, code, stderr]) => {
    const ran = await runInProcess(["-f", dump, ...words.split(" ")]);
    expect(ran).toEqual({ code, stdout: "", stderr });
  });

  test("the command mcp names the type that its name stands for elsewhere", async () => {
    await expect(runInProcess(["mcp", "-f", dump])).rejects.toThrow(
      /arguments for that; the type MachineConfigPool is called machineconfigpools here/,
    );
  });

  test.for(["mice/grey", "mice"])("a profile evaluates its own kinds, and reports it: %s", async (words) => {
    const line = ["-f", dump, "--profile", "hco", words];
    expect(await runInProcess(line)).toMatchObject({
      code: 1,
      stderr:
        "error: the profile hco supports HyperConverged of hco.kubevirt.io, not mice.a.example; use --profile generic for any kind\n",
    });
  });

  const twins = file("twins.json", [
    ready("cluster.x-k8s.io/v1beta1", "Cluster", "one", "True", "house"),
    ready("greenhouse.sap/v1alpha1", "Cluster", "two", "True", "house"),
  ]);
  test("a name that two groups have needs the group", async () => {
    const error =
      'error: the type "clusters" exists in several API groups: clusters.cluster.x-k8s.io, clusters.greenhouse.sap. Name one of them as TYPE.GROUP\n';
    for (const words of [["clusters"], ["clusters", "one"]])
      expect(await runInProcess(["-f", twins, ...words])).toEqual({ code: 1, stdout: "", stderr: error });
    expect(await runInProcess(["-f", twins, "-o", "name", "clusters.cluster.x-k8s.io/one"])).toMatchObject({ code: 0 });
  });

  const mistyped: [words: string, suggestion: string][] = [
    ["status", "kubectl hco-status"],
    ["check", "kubectl hco-status"],
    ["waits", "kubectl hco-status wait"],
    ["waits one", "kubectl hco-status wait"],
    ["watch", "kubectl hco-status --watch"],
    ["gates upgrade", "kubectl hco-status gate upgrade"],
    ["wiat", "kubectl hco-status wait"],
    ["statsu", "kubectl hco-status"],
  ];
  test.for(mistyped)("a word that resembles a command suggests it: %s", async ([words, suggestion]) => {
    const [word] = words.split(" ");
    expect(await runInProcess(["-f", dump, ...words.split(" ")])).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: unknown command "${word}": no resource type and no HyperConverged has this name. Did you mean "${suggestion}"?\n`,
    });
  });

  test("a command after another is read as a name", async () => {
    const { stderr } = await runInProcess(["-f", dump, "snapshot", "snapshot"]);
    expect(stderr).toContain(
      'hyperconvergeds.hco.kubevirt.io "snapshot" not found, and no resource type has that name',
    );
  });

  test("a HyperConverged may have the name of such a word", async () => {
    const metadata = { name: "status", namespace: "house" };
    const path = file("named-status.json", [{ apiVersion: "hco.kubevirt.io/v1", kind: "HyperConverged", metadata }]);
    expect(await runInProcess(["-f", path, "-o", "name", "status"])).toMatchObject({ code: 0, stderr: "" });
  });

  test("what is found is printed, what is not is reported, and it ends with 1", async () => {
    expect(await runInProcess(["-f", dump, "-o", "name", "mice/grey", "mice/black", "x/y"])).toEqual({
      code: 1,
      stdout: "mouse.a.example/grey\n",
      stderr: `error: there is no resource type "x" in ${dump}\nerror: mice.a.example "black" not found in ${dump}\n`,
    });
  });
});
