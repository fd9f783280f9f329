import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { parseAndCheckOptions } from "../../../plugin/cli/parse-options.ts";
import type { AccessRole } from "../../../shared/permissions/access-roles.ts";
import { runInProcess } from "../run-in-process.ts";

async function printPermissions(...args: string[]): Promise<string> {
  const ran = await runInProcess(["permissions", ...args]);
  expect([ran.code, ran.stderr]).toEqual([0, ""]);
  return ran.stdout;
}

describe("permissions prints roles and how they are bound", () => {
  const rows: [file: string, args: string[]][] = [
    ["all", []],
    ["hyperconverged-in-a-namespace", ["hco", "-n", "openshift-cnv", "--name", "viewer"]],
    ["applications-and-workloads", ["applications", "deployments,cronjobs"]],
    ["related", ["hyperconverged", "--related"]],
  ];
  test.for(rows)("%s", async ([file, args]) => {
    await expect(await printPermissions(...args)).toMatchFileSnapshot(`golden/permissions-${file}.yaml`);
  });
});

test("JSON has the same roles as YAML, one alone or several in a List", async () => {
  const one = JSON.parse(await printPermissions("-o", "json"));
  const all = JSON.parse(await printPermissions("-n", "x", "-o", "json"));
  expect(one.kind).toBe("ClusterRole");
  expect([all.kind, all.items.map(({ kind }: AccessRole) => kind)]).toEqual(["List", ["Role", "ClusterRole"]]);
  const documents = (await printPermissions("-n", "x")).split("---\n").map((text) => load(text));
  expect(documents).toEqual(all.items);
});

test("the order is stable, whatever the order of the types", async () => {
  const rules = async (...types: string[]): Promise<unknown> =>
    JSON.parse(await printPermissions("-o", "json", ...types)).rules;
  expect(await rules("cdi", "deploy")).toEqual(await rules("deploy", "cdi", "deployments.apps"));
});

test("the small ClusterRole beside a Role cannot replace the ClusterRole for all namespaces", async () => {
  const { items } = JSON.parse(await printPermissions("-n", "x", "-o", "json"));
  expect(items.map(({ metadata }: AccessRole) => metadata.name)).toEqual(["hco-status", "hco-status-cluster"]);
});

describe("--inventory prints the role for the hub, of the lists that it reads once", () => {
  const rule = (group: string, resource: string): object => ({
    apiGroups: [group],
    resources: [resource],
    verbs: ["list"],
  });
  const profiles = rule("multicluster.x-k8s.io", "clusterprofiles");
  test.for<[args: string[], kind: string, rules: object[], bind: string]>([
    [
      [],
      "ClusterRole",
      [rule("cluster.open-cluster-management.io", "managedclusters"), profiles],
      "kubectl create clusterrolebinding hco-status-inventory --clusterrole=hco-status-inventory --user=USER",
    ],
    [
      ["-n", "fleet"],
      "Role",
      [profiles],
      "kubectl create rolebinding hco-status-inventory -n fleet --role=hco-status-inventory --user=USER",
    ],
  ])("%s", async ([args, kind, rules, bind]) => {
    const text = await printPermissions("--inventory", ...args);
    expect(load(text)).toMatchObject({ kind, metadata: { name: "hco-status-inventory" }, rules });
    expect(text).toContain(`#   ${bind}\n`);
    expect(JSON.parse(await printPermissions("--inventory", "-o", "json", ...args))).toEqual(load(text));
  });
});

describe("what no role can permit is refused in one sentence", () => {
  const rows: [args: string[], error: RegExp][] = [
    [["permissions", "deploy/web"], /^permissions takes types, not the name of an object: use "deploy"/],
    [["permissions", "deploy,"], /^permissions takes types: one of them is empty$/],
    [["permissions", "hco", "--inventory"], /^permissions --inventory is about the hub alone; remove the types/],
    [["permissions", "--inventory", "--deep"], /^permissions --inventory is about the hub alone; .* --deep/],
    [["permissions", "--name", "a/b"], /^invalid argument "a\/b" for "--name"/],
  ];
  test.for(rows)("%s", async ([args, error]) => {
    const checked = await parseAndCheckOptions(args);
    expect("error" in checked ? checked.error : "").toMatch(error);
  });

  test("Secrets", async () => {
    const ran = await runInProcess(["permissions", "deploy", "secrets"]);
    expect([ran.code, ran.stdout]).toEqual([1, ""]);
    expect(ran.stderr).toMatch(/^error: permissions never includes Secrets: /);
  });
});
