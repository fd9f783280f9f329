import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Report } from "../../shared/model/report.ts";
import type { GateReport } from "../../shared/model/upgrade-gate.ts";
import type { AccessRole } from "../../shared/permissions/access-roles.ts";
import { define } from "./crds.ts";
import { describeCluster } from "./describe-cluster.ts";
import { servedName } from "./hyperconverged.ts";
import { machineKinds } from "./kinds.ts";
import { installPlatform } from "./openshift-platform.ts";
import { type Ended, kubectl } from "./plugin.ts";
import { runPlugin } from "./running.ts";
import { scenarios } from "./scenarios.ts";
import type { Cluster } from "./server.ts";
import { untilAllowed } from "./users.ts";

const { namespace } = servedName;
const [everywhere, here, less] = ["hco-reader", "hco-namespace-reader", "hco-reader-of-less"].map(
  (name) => `system:serviceaccount:default:${name}`,
) as [string, string, string];

const places: readonly (readonly [user: string, ...flags: string[]])[] = [[everywhere], [here, "-n", namespace]];

describeCluster("a ServiceAccount with the printed permissions", (cluster) => {
  beforeAll(async () => {
    await scenarios.healthy(cluster, new Date());
    await allow(cluster, everywhere, await printRoles(cluster));
    await allow(cluster, here, await printRoles(cluster, "-n", namespace, "--name", "hco-here"));
    await untilListed(cluster, everywhere, "nodes");
    await untilListed(cluster, here, "pods", namespace);
  });

  test.for(places)("reads a healthy cluster whole in report, wait and gate: %s", async ([user, ...flags]) => {
    const report = await reportOf(cluster, user, ...flags, "--deep");
    expect([report.verdict, gapsOf(report)]).toEqual(["healthy", []]);
    const waited = await runAsUser(cluster, user, "wait", "--timeout", "5m", ...flags);
    expect([waited.code, waited.stderr]).toEqual([0, ""]);
    const gate = await runAsUser(cluster, user, "gate", "upgrade", "-o", "json", ...flags);
    const { answer, completeness } = JSON.parse(gate.stdout) as GateReport;
    expect([gate.code, answer, completeness.forbidden]).toEqual([0, "ALLOW", 0]);
    expect(requestsOf(cluster, user).filter(({ code }) => code === 403)).toEqual([]);
  });

  test.for(places)("watches every list that it reads: %s", async ([user, ...flags]) => {
    const running = runPlugin(cluster, ["-w", "-o", "json", "--as", user, ...flags]);
    await expect
      .poll(() => requestsOf(cluster, user).filter(({ verb }) => verb === "watch").length)
      .toBeGreaterThan(12);
    await running.stop();
    expect(requestsOf(cluster, user).filter(({ code }) => code === 403)).toEqual([]);
  });

  test("lacks one rule, and a report says which", async () => {
    const [role] = await printRoles(cluster, "hyperconverged", "--name", "hco-less");
    const rules = role?.rules.filter(({ resources }) => !resources.includes("deployments")) ?? [];
    await allow(cluster, less, [{ ...(role as AccessRole), rules }]);
    await untilListed(cluster, less, "nodes");
    const report = await reportOf(cluster, less);
    expect(gapsOf(report)).toContain("forbidden Deployment");
    expect(report.completeness.forbidden).toBeGreaterThan(0);
  });

  test.for(places)("reads down to the containers where much fails: %s", async ([user, ...flags]) => {
    await scenarios.crashAndPull(cluster, new Date());
    const report = await reportOf(cluster, user, ...flags);
    expect(report.roots[0]?.causes[0]?.path.at(-1)).toBe("cdi-controller");
    expect(gapsOf(report)).toEqual([]);
  });

  test("counts virtual machines with the permissions of --vms only", async () => {
    await scenarios.crashAndPull(cluster, new Date());
    await define(cluster, { hyperConverged: "v1", platform: "kubernetes", others: machineKinds });
    const countImpacts = async (): Promise<readonly unknown[]> => {
      const { roots } = await reportOf(cluster, everywhere);
      return roots.flatMap(({ impact }) => impact.flatMap(({ machines }) => machines ?? []));
    };
    expect(await countImpacts()).toEqual([]);
    await allow(cluster, everywhere, await printRoles(cluster, "--vms"));
    const instances = { group: "kubevirt.io", resource: "virtualmachineinstances" };
    await untilAllowed(cluster, { name: everywhere, groups: [], kubeconfig: "" }, instances);
    expect(await countImpacts()).toEqual([{ running: 0 }]);
  });

  test("reads related objects with the permissions of --related", async () => {
    await allow(cluster, everywhere, await printRoles(cluster, "--related"));
    await untilListed(cluster, everywhere, "configmaps");
    const { roots, ...report } = await reportOf(cluster, everywhere, "--related");
    expect(roots[0]?.related.length).toBeGreaterThan(0);
    expect(gapsOf(report)).toEqual([]);
  });

  test("checks the cluster and its nodes with the permissions of --platform", async () => {
    await installPlatform(cluster);
    const runGate = (): Promise<Ended> => runAsUser(cluster, everywhere, "gate", "upgrade", "--platform", "-o", "json");
    const listUnreadKinds = ({ reasons }: GateReport): readonly string[] =>
      reasons.filter(({ code }) => code === "IncompleteReading").map(({ about }) => about.kind);
    expect(listUnreadKinds(JSON.parse((await runGate()).stdout) as GateReport)).toEqual([
      "ClusterVersion",
      "MachineConfigPool",
      "VirtualMachineInstance",
    ]);
    await allow(cluster, everywhere, await printRoles(cluster, "--platform"));
    await untilListed(cluster, everywhere, "clusterversions", undefined, "config.openshift.io");
    const ended = await runGate();
    const { answer, reasons } = JSON.parse(ended.stdout) as GateReport;
    expect([ended.code, answer, reasons.map(({ code }) => code)]).toEqual([2, "BLOCK", ["NodeCordoned", "DrainHeld"]]);
  });
});

/** The roles that the plugin prints, as kubectl itself applies them. */
async function printRoles(cluster: Cluster, ...words: readonly string[]): Promise<readonly AccessRole[]> {
  const yaml = await kubectl(cluster, ["hco-status", "permissions", ...words]);
  const file = join(cluster.directory, "permissions.yaml");
  writeFileSync(file, yaml.stdout);
  const applied = await kubectl(cluster, ["apply", "-f", file]);
  expect([applied.code, applied.stderr]).toEqual([0, ""]);
  const json = JSON.parse((await kubectl(cluster, ["hco-status", "permissions", "-o", "json", ...words])).stdout);
  return json.kind === "List" ? json.items : [json];
}

/** Applies roles and binds them to the ServiceAccount. */
async function allow(cluster: Cluster, user: string, roles: readonly AccessRole[]): Promise<void> {
  const bindings = roles.map(({ kind, metadata }) => ({
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: `${kind}Binding`,
    metadata: { ...metadata, name: `${metadata.name}-${user.split(":").at(-1)}` },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name: metadata.name },
    subjects: [{ kind: "ServiceAccount", namespace: "default", name: user.split(":").at(-1) }],
  }));
  const file = join(cluster.directory, "bindings.json");
  writeFileSync(file, JSON.stringify({ apiVersion: "v1", kind: "List", items: [...roles, ...bindings] }));
  const { code, stderr } = await kubectl(cluster, ["apply", "-f", file]);
  expect([code, stderr]).toEqual([0, ""]);
}

function runAsUser(cluster: Cluster, user: string, ...words: readonly string[]): Promise<Ended> {
  return kubectl(cluster, ["hco-status", ...words, "--as", user]);
}

async function reportOf(cluster: Cluster, user: string, ...words: readonly string[]): Promise<Report> {
  const ended = await runAsUser(cluster, user, "-o", "json", ...words);
  expect(ended.code).toBe(0);
  return JSON.parse(ended.stdout) as Report;
}

function gapsOf({ completeness }: Pick<Report, "completeness">): readonly string[] {
  const gaps = completeness.gaps.filter(({ outcome }) => outcome === "forbidden" || outcome === "unread");
  return [...new Set(gaps.map(({ outcome, kind }) => `${outcome} ${kind}`))];
}

function untilListed(
  cluster: Cluster,
  name: string,
  resource: string,
  place?: string,
  group: string = "",
): Promise<void> {
  const where = place === undefined ? {} : { namespace: place };
  return untilAllowed(cluster, { name, groups: [], kubeconfig: "" }, { group, resource, ...where });
}

/** The requests that the server has answered to this user, by its audit log. */
function requestsOf(
  { audit }: Cluster,
  user: string,
): readonly { readonly verb: string; readonly code: number; readonly path: string }[] {
  return readFileSync(audit, "utf8")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line)]))
    .filter(({ impersonatedUser }) => impersonatedUser?.username === user)
    .map(({ verb, responseStatus, requestURI }) => ({ verb, code: responseStatus?.code ?? 0, path: requestURI }));
}
