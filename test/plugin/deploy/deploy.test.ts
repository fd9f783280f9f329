import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dump, load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { packageVersion } from "../../../shared/model/version.ts";
import { metricHelp, metricLabels, metricNames } from "../../../shared/render/formats/openmetrics/families.ts";
import { mustSkip } from "../../environment.ts";
import { complaintsOfPromtool, hasPromtool } from "../../promtool.ts";
import { runInProcess } from "../run-in-process.ts";
import { deployFolder, deployManifests, deployText } from "./manifests.ts";

test("the ClusterRole is what the plugin prints", async () => {
  const { stdout } = await runInProcess(["permissions"]);
  await expect(stdout).toMatchFileSnapshot(join(deployFolder, "cluster-role.yaml"));
});

test("the image has the version of the package", () => {
  expect(load(deployText("kustomization.yaml"))).toMatchObject({ images: [{ newTag: packageVersion }] });
});

test("the Deployment needs nothing of its node, and takes the restricted profile", () => {
  const pod = deployManifests().find(({ kind }) => kind === "Deployment")?.spec.template.spec;
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
  const [container] = pod.containers;
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  expect([container.livenessProbe.httpGet.path, container.readinessProbe.httpGet.path]).toEqual([
    "/healthz",
    "/readyz",
  ]);
  expect(Object.keys(container.resources)).toEqual(["requests", "limits"]);
  expect(pod).not.toHaveProperty("volumes");
});

test("only monitoring reaches the port, which has no login", () => {
  const all = deployManifests();
  const policy = all.find(({ kind }) => kind === "NetworkPolicy")?.spec;
  const pod = all.find(({ kind }) => kind === "Deployment")?.spec.template;
  expect(pod.metadata.labels).toMatchObject(policy.podSelector.matchLabels);
  expect(policy.policyTypes).toEqual(["Ingress"]);
  const [{ from, ports }, ...others] = policy.ingress;
  expect(others).toEqual([]);
  expect(from).toHaveLength(1);
  expect(from[0].namespaceSelector.matchExpressions[0].values).toContain("openshift-monitoring");
  expect(ports).toEqual([{ protocol: "TCP", port: pod.spec.containers[0].ports[0].name }]);
  expect(deployText("kustomization.yaml")).toContain("- network-policy.yaml");
});

describe("the alerts", () => {
  const [rule] = deployManifests("monitoring").filter(({ kind }) => kind === "PrometheusRule");

  test.skipIf(mustSkip(hasPromtool)).for([["check"], ["test"]])("promtool %s rules (needs promtool)", ([what = ""]) => {
    const folder = mkdtempSync(join(tmpdir(), "hco-status-rules-"));
    const rules = join(folder, "rules.yaml");
    const tests = join(folder, "tests.yaml");
    writeFileSync(rules, dump(rule?.spec));
    copyFileSync(join(import.meta.dirname, "alerts.yaml"), tests);
    expect(complaintsOfPromtool([what, "rules", what === "check" ? rules : tests])).toBe("");
    rmSync(folder, { recursive: true });
  });
});

describe("every metric and label that is used exists", () => {
  const files = ["dashboard.json", "monitoring/prometheus-rule.yaml"];
  test.for(files)("in %s", (file) => {
    const text = deployText(file).replaceAll("\\", "");
    const used = [...text.matchAll(/(hco_status_\w+)(?:\{([^}]*)\})?/g)];
    expect(used.length).toBeGreaterThan(4);
    for (const [, name = "", matchers = ""] of used) {
      expect(metricNames).toContain(name);
      const labels = [...matchers.matchAll(/(\w+)=~?["%]/g)].map(([, label]) => label);
      const own = metricLabels[name as keyof typeof metricLabels];
      expect(labels.filter((label) => label !== "instance" && !own.includes(label as string))).toEqual([]);
    }
  });
});

test("README has a row for each metric, with its labels and its help", () => {
  const root = metricLabels.hco_status_root_since_timestamp_seconds;
  const rows = metricNames.map((name) => {
    const labels = metricLabels[name];
    const isOfRoot = root.every((label) => labels.includes(label));
    const own = labels.filter((label) => !isOfRoot || !root.includes(label)).map((label) => `\`${label}\``);
    return `| \`${name}\` | ${[...(isOfRoot ? ["ROOT"] : []), ...own].join(", ")} | ${metricHelp[name]} |`;
  });
  expect(
    deployText("README.md")
      .split("\n")
      .filter((line) => line.startsWith("| `hco_status_")),
  ).toEqual(rows);
});
