import { beforeAll, expect, test } from "vitest";
import { define } from "./crds.ts";
import { describeCluster } from "./describe-cluster.ts";
import { call } from "./http.ts";
import type { Kind } from "./kinds.ts";
import type { Manifest } from "./manifest.ts";
import { type Ended, kubectl } from "./plugin.ts";
import { scenarios } from "./scenarios.ts";
import type { Cluster } from "./server.ts";
import { runOverSlowNetwork } from "./slow-network.ts";
import { weakUser } from "./users.ts";

const now = new Date("2026-11-21T12:00:00Z");
const namespace = "kubevirt-hyperconverged";

/** Two kinds with the same plural and singular, and one cluster-scoped kind. No table has any of them. */
const one: Kind = stranger("one.example.com", "Gadget", "gadgets", ["gd"]);
const two: Kind = stranger("two.example.com", "Gadget", "gadgets", ["gd2"]);
const wide: Kind = stranger("two.example.com", "ClusterGadget", "clustergadgets", [], false);
/** An Application of another group, on a cluster without the one of app.k8s.io. */
const other: Kind = stranger("argoproj.io", "Application", "applications", ["app", "apps"]);

function stranger(
  group: string,
  kind: string,
  plural: string,
  shortNames: readonly string[],
  namespaced: boolean = true,
): Kind {
  return { group, kind, plural, shortNames, namespaced, versions: ["v1", "v1beta1"], statusSubresource: true };
}

/** What is made of a stranger, with one condition. */
async function make(cluster: Cluster, { group, kind, plural, namespaced }: Kind, name: string, ready: boolean) {
  const list = `/apis/${group}/v1/${namespaced ? `namespaces/${namespace}/` : ""}${plural}`;
  const condition = { type: "Ready", status: ready ? "True" : "False", reason: ready ? "Fine" : "Broken", message: "" };
  const made = await call<Manifest>(cluster, "POST", list, { apiVersion: `${group}/v1`, kind, metadata: { name } });
  const status = { conditions: [{ ...condition, lastTransitionTime: "2026-11-21T11:00:00Z" }] };
  await call(cluster, "PUT", `${list}/${name}/status`, { ...made, status });
}

async function prepareCluster(cluster: Cluster): Promise<void> {
  await scenarios.healthy(cluster, now);
  await define(cluster, { hyperConverged: "v1", platform: "kubernetes", others: [one, two, wide, other] });
  await make(cluster, one, "first", false);
  await make(cluster, one, "well", true);
  await make(cluster, two, "second", true);
  await make(cluster, wide, "whole", true);
  await make(cluster, other, "shop", true);
}

async function report(cluster: Cluster, words: readonly string[], kubeconfig?: string): Promise<Ended> {
  return kubectl(cluster, ["hco-status", "--at", "2026-11-21T12:00:00Z", ...words], kubeconfig);
}

function names(cluster: Cluster, words: readonly string[]): Promise<Ended> {
  return report(cluster, [...words, "-o", "name"]);
}

function sortLines(text: string): readonly string[] {
  return text.split("\n").toSorted();
}

describeCluster("a root is named as kubectl names it", (cluster) => {
  beforeAll(() => prepareCluster(cluster));

  const accepted: readonly string[] = [
    "hyperconvergeds",
    "hyperconverged",
    "HyperConverged",
    "hco",
    "hcos",
    "hyperconverged.hco.kubevirt.io",
    "hyperconvergeds.v1beta1.hco.kubevirt.io",
    "HyperConverged.v1.hco.kubevirt.io",
    "hco/kubevirt-hyperconverged",
    "hco kubevirt-hyperconverged",
    "kv,cdi",
    "KubeVirt",
    "cdi/cdi-kubevirt-hyperconverged kv/kubevirt-kubevirt-hyperconverged",
    "deploy",
    "deployments.apps",
    "deployment.v1.apps",
    "Deployments.app",
    "deploy/virt-api deploy/virt-controller",
    "deploy virt-api virt-controller",
    "deploy,sts",
    "po",
    "gadgets",
    "gadget",
    "Gadget",
    "gd",
    "gd2",
    "gadgets.two.example.com",
    "gadgets.two",
    "gadget.v1.two.example.com",
    "gadget.v1beta1.one.example.com",
    "gadgets/first gadgets.two.example.com/second",
    "clustergadgets",
    "clustergadget whole",
    "applications",
    "app/shop",
    "no",
    "ns/default",
    "crd/hyperconvergeds.hco.kubevirt.io",
  ];
  test.for(accepted)("%s", async (line) => {
    const words = [...line.split(" "), "-n", namespace];
    const [theirs, ours] = await Promise.all([
      kubectl(cluster, ["get", ...words, "-o", "name"]),
      names(cluster, words),
    ]);
    expect({ code: ours.code, stdout: sortLines(ours.stdout) }).toEqual({ code: 0, stdout: sortLines(theirs.stdout) });
    expect(theirs.code).toBe(0);
  });

  const refused: readonly string[] = [
    "nonsense",
    "Routes",
    "gadgets.v9.one.example.com",
    "nonsense -l a=b",
    "nonsense/x",
    "nonsense x",
    "nonsense,deploy",
    "Deploy/virt-api",
    "GD/first",
    "deploy.v9/x",
    "deployments.v9.apps/virt-api",
    "gadgets.three/x",
    "gadgets.v2.one.example.com/first",
    "deploy/virt-api virt-controller",
    "deploy/virt-api/x",
    "deploy/",
    "/virt-api",
    "deploy,sts/x",
    "deploy/x",
    "cdi x",
    "gadgets/none",
    "deploy/virt-api -l a=b",
    "deploy virt-api -l a=b",
  ];
  test.for(refused)("kubectl refuses %s, and so do we, in its words", async (line) => {
    const words = [...line.split(" "), "-n", namespace];
    const [theirs, ours] = await Promise.all([
      kubectl(cluster, ["get", ...words, "-o", "name"]),
      names(cluster, words),
    ]);
    const [first = ""] = theirs.stderr.trim().split("\n");
    expect([theirs.code, ours.code]).toEqual([1, 1]);
    // One of kubectl's sentences lacks its last parenthesis.
    const said = ours.stderr
      .split("\n")
      .map((text) => text.replace(/; did you mean .*|\)$/g, ""))
      // A bare word may be a type or the name of a HyperConverged, so the error names both.
      .map((text) =>
        text.replace(
          /^Error from .* "(.*)" not found, and no resource type has that name$/,
          'error: the server doesn\'t have a resource type "$1"',
        ),
      );
    expect(said).toContain(first.replaceAll("kubectl get", "kubectl hco-status"));
  });
});

describeCluster("a name is searched for across all namespaces, which kubectl refuses", (cluster) => {
  beforeAll(() => prepareCluster(cluster));

  test.for(["deploy/virt-api -A", "deploy virt-api -A"])("%s", async (line) => {
    const words = line.split(" ");
    const [theirs, ours] = await Promise.all([
      kubectl(cluster, ["get", ...words, "-o", "name"]),
      names(cluster, words),
    ]);
    expect(theirs.stderr).toContain("a resource cannot be retrieved by name across all namespaces");
    expect(ours).toEqual({ code: 0, stdout: "deployment.apps/virt-api\n", stderr: "" });
  });
});

describeCluster("a named object is read and evaluated", (cluster) => {
  beforeAll(() => prepareCluster(cluster));

  test("several roots are a table, the worst first, and the unhealthy ones follow in full", async () => {
    const ended = await report(cluster, ["gadgets,gadgets.two.example.com,clustergadgets", "--width", "100"]);
    await expect(ended.stdout).toMatchFileSnapshot("golden/naming-table.txt");
    expect([ended.code, ended.stderr]).toEqual([0, ""]);
  });

  test("of several the ones that exist are shown, the others are reported, and it ends with 1", async () => {
    const ended = await report(cluster, ["gadgets/first", "gadgets/none", "gadgetz/x", "-o", "name"]);
    expect(ended).toEqual({
      code: 1,
      stdout: "gadget.one.example.com/first\n",
      stderr:
        'error: the server doesn\'t have a resource type "gadgetz"; did you mean "gadgets"?\n' +
        'Error from server (NotFound): gadgets.one.example.com "none" not found\n',
    });
  });

  const quiet = [
    { words: "gadgets -n default", code: 0, stderr: "No resources found in default namespace.\n" },
    { words: "gadgets -n default --exit-code", code: 4, stderr: "No resources found in default namespace.\n" },
    { words: "sts", code: 0, stderr: "No resources found\n" },
    { words: "gadgets -l a=b", code: 0, stderr: "No Gadget matches a=b in context admin@test\n" },
    {
      words: "gadgets --field-selector metadata.name=zero",
      code: 0,
      stderr: "No Gadget matches metadata.name=zero in context admin@test\n",
    },
    { words: "my-hco -l a=b", code: 1, stderr: "error: name cannot be provided when a selector is specified\n" },
    {
      words: "deply",
      code: 1,
      stderr:
        'Error from server (NotFound): hyperconvergeds.hco.kubevirt.io "deply" not found, and no resource type has that name; did you mean "deploy"?\n',
    },
    {
      words: "gadgets/first --profile application",
      code: 1,
      stderr:
        "error: the profile application supports Application of app.k8s.io, not gadgets.one.example.com; use --profile generic for any kind\n",
    },
  ];
  test.for(quiet)("$words", async ({ words, code, stderr }) => {
    expect(await report(cluster, words.split(" "))).toEqual({ code, stdout: "", stderr });
  });

  const chosen = [
    { words: "gadgets", stdout: "gadget.one.example.com/first\ngadget.one.example.com/well\n" },
    { words: "gadgets --field-selector metadata.name=well", stdout: "gadget.one.example.com/well\n" },
    { words: "gadgets/well", stdout: "gadget.one.example.com/well\n" },
    { words: "kubevirt-hyperconverged", stdout: "hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged\n" },
    { words: "hco/kubevirt-hyperconverged -A", stdout: "hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged\n" },
    { words: "hco --profile generic", stdout: "hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged\n" },
    { words: "--profile hco", stdout: "hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged\n" },
    { words: "app", stdout: "application.argoproj.io/shop\n" },
  ];
  test.for(chosen)("$words names roots in all namespaces", async ({ words, stdout }) => {
    expect(await names(cluster, words.split(" "))).toEqual({ code: 0, stdout, stderr: "" });
  });

  const costs = [
    { words: "-n kubevirt-hyperconverged", maxRequests: 16 },
    { words: "kubevirt-hyperconverged -n kubevirt-hyperconverged", maxRequests: 16 },
    { words: "hco/kubevirt-hyperconverged -n kubevirt-hyperconverged", maxRequests: 16 },
    { words: "no", maxRequests: 1 },
    // Two requests are for discovery.
    { words: "gadgets/well", maxRequests: 3 },
    { words: "gadgets/well gadgets/first", maxRequests: 4 },
  ];
  test.for(costs)("$words takes at most $maxRequests requests over one connection", async ({ words, maxRequests }) => {
    const cost = await runOverSlowNetwork(cluster, cluster.kubeconfig, (through) =>
      report(cluster, words.split(" "), through),
    );
    expect(cost.requests).toBeLessThanOrEqual(maxRequests);
    expect(cost.requests).toBeGreaterThan(0);
    expect(cost.connections).toBe(1);
  });

  test("a user who may read nothing gets the missing permissions, and that not all of it is known", async () => {
    const { kubeconfig } = await weakUser(cluster);
    const one = await report(cluster, ["gadgets/first", "-n", namespace], kubeconfig);
    expect(one.code).toBe(1);
    expect(one.stderr).toMatch(
      /^Error from server \(Forbidden\): gadgets\.one\.example\.com "first" is forbidden: [^\n]*\n$/,
    );
    const several = await report(cluster, ["gadgets/first", "gadgetz/x", "-n", namespace], kubeconfig);
    expect(several.code).toBe(1);
    expect(several.stderr).toContain('resource type "gadgetz"');
    expect(several.stderr).toContain('Error from server (Forbidden): gadgets.one.example.com "first" is forbidden');
  });

  test("if discovery is forbidden, a known type works without it and another is refused in a sentence", async () => {
    const binding = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/system:discovery";
    const before = await call<Manifest & { subjects: unknown }>(cluster, "GET", binding);
    const { kubeconfig } = await weakUser(cluster);
    await call(cluster, "PATCH", binding, { subjects: [] });
    try {
      await expect
        .poll(async () => (await report(cluster, ["gadgets/first"], kubeconfig)).stderr)
        .toMatch(
          /^error: cannot discover the resource types of the server: forbidden: User "nobody-much" cannot get path/,
        );
      const known = await report(cluster, ["deploy/virt-api", "-n", namespace], kubeconfig);
      expect(known.stderr).toMatch(/^Error from server \(Forbidden\): deployments\.apps "virt-api" is forbidden/);
    } finally {
      await call(cluster, "PATCH", binding, { subjects: before.subjects });
    }
  });
});
