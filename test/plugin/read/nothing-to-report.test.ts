import { describe, expect, test } from "vitest";
import { runInProcess } from "../run-in-process.ts";

const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: a}\n";
const secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: a}\n";
const widget = "apiVersion: a.example/v1\nkind: Widget\nmetadata: {name: w, namespace: a}\nspec: {}\n";
const cluster = (namespace: string): string =>
  `apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\nmetadata: {name: one, namespace: ${namespace}}\nstatus: {conditions: [{type: Ready, status: "True"}]}\n`;

describe("a file without anything to report on gets one sentence about what it has, and 4 with --exit-code", () => {
  const rows: [what: string, text: string, args: readonly string[], stderr: string][] = [
    [
      "a ConfigMap alone",
      configMap,
      [],
      "Nothing to report in standard input: ConfigMap c has no status; to report on it all the same, add the type, such as configmap",
    ],
    [
      "a custom resource without a status",
      widget,
      [],
      "Nothing to report in standard input: Widget w has no status; to report on it all the same, add the type, such as widget",
    ],
    [
      "several kinds",
      [configMap, configMap.replace("name: c", "name: d"), secret].join("---\n"),
      [],
      "Nothing to report in standard input: ConfigMap (2) and Secret have no status; to report on them all the same, add the type, such as configmap",
    ],
    [
      "an empty list",
      "apiVersion: v1\nkind: List\nitems: []\n",
      [],
      "Nothing to report in standard input: it has no objects",
    ],
    [
      "objects of another namespace than -n",
      cluster("capi"),
      ["-n", "other"],
      "Nothing to report in standard input: no object is in namespace other, all are in capi; use -A for all namespaces",
    ],
    [
      "objects of two other namespaces",
      [cluster("capi"), cluster("b")].join("---\n"),
      ["-n", "other"],
      "Nothing to report in standard input: no object is in namespace other, all are in b and capi; use -A for all namespaces",
    ],
    [
      "a type in another namespace than -n",
      cluster("capi"),
      ["clusters.cluster.x-k8s.io", "-n", "other"],
      "No resources found in standard input: no object is in namespace other, all are in capi; use -A for all namespaces",
    ],
    [
      "another type than was asked for",
      cluster("capi"),
      ["kubevirt"],
      "No resources found in standard input, which has only Cluster one",
    ],
  ];
  test.for(rows)("%s", async ([, text, args, stderr]) => {
    const ran = await runInProcess(["-f", "-", "--exit-code", ...args], text);
    expect(ran).toEqual({ code: 4, stdout: "", stderr: `${stderr}\n` });
  });

  test("an object in the namespace is reported, whatever others there are", async () => {
    const text = [cluster("capi"), cluster("b")].join("---\n");
    expect((await runInProcess(["-f", "-", "-n", "b", "-o", "name"], text)).stdout).toBe(
      "cluster.cluster.x-k8s.io/one\n",
    );
  });
});

describe("a CR without a status is reported as such", () => {
  const rows: [kind: string, text: string, line: RegExp][] = [
    [
      "HyperConverged",
      "apiVersion: hco.kubevirt.io/v1beta1\nkind: HyperConverged\nmetadata: {name: k, namespace: k}\nspec: {}\n",
      /^\? HyperConverged k unknown, no status yet$/m,
    ],
    [
      "Application",
      "apiVersion: app.k8s.io/v1beta1\nkind: Application\nmetadata: {name: s, namespace: a}\nspec: {selector: {matchLabels: {a: b}}, componentKinds: [{group: apps, kind: Deployment}]}\n",
      /^\? Application s unknown, no status yet$/m,
    ],
    [
      "KubeVirt",
      "apiVersion: kubevirt.io/v1\nkind: KubeVirt\nmetadata: {name: k, namespace: k}\nspec: {}\n",
      /^✗ KubeVirt: reports no conditions$/m,
    ],
    [
      "Deployment",
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: w, namespace: a}\nspec: {replicas: 2, selector: {matchLabels: {a: b}}}\n",
      /^\? Deployment w status unknown$/m,
    ],
  ];
  test.for(rows)("%s", async ([, text, line]) => expect((await runInProcess(["-f", "-"], text)).stdout).toMatch(line));
});
