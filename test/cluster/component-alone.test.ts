import { beforeAll, expect, test } from "vitest";
import type { PrintedReport } from "../printed.ts";
import { applyOne, erase } from "./apply.ts";
import { describeCluster } from "./describe-cluster.ts";
import { servedName } from "./hyperconverged.ts";
import { kubectl } from "./plugin.ts";
import { scenarios } from "./scenarios.ts";
import { createBundle } from "./validity.ts";

const now = new Date("2026-11-21T12:00:00Z");

describeCluster(
  "a component that is named on its own is followed down to its pods, wherever its workloads lie",
  (cluster) => {
    beforeAll(() => scenarios.crashAndPull(cluster, now));

    const rows = [
      { component: "cdi", workload: "cdi-deployment", deepest: /container cdi-controller in CrashLoopBackOff/ },
      { component: "aaq", workload: "aaq-server", deepest: /container .* in ImagePullBackOff/ },
    ];
    test.for(rows)("$component", async ({ component, workload, deepest }) => {
      const ended = await kubectl(cluster, ["hco-status", component, "--at", "2026-11-21T12:00:00Z", "-o", "json"]);
      const report = JSON.parse(ended.stdout) as PrintedReport;
      expect(report.roots.map(({ ref }) => ref.kind.toLowerCase())).toEqual([component]);
      expect(report.roots[0]?.rootCause?.path).toContain(workload);
      expect(report.roots[0]?.rootCause?.text).toMatch(deepest);
    });

    test("a healthy networkaddonsconfig has its workloads below it", async () => {
      const ended = await kubectl(cluster, ["hco-status", "networkaddonsconfig", "--deep", "-o", "json"]);
      const [root] = (JSON.parse(ended.stdout) as PrintedReport).roots;
      expect(root?.verdict).toBe("healthy");
      expect(root?.children.map(({ label }) => label)).toContain("cluster-network-addons-operator");
    });

    test("a kubevirt whose conditions are good is degraded by the bundle of its webhooks, which has expired", async () => {
      const rootOf = async (): Promise<PrintedReport["roots"][number] | undefined> => {
        const ended = await kubectl(cluster, ["hco-status", "kubevirt", "--at", "2026-11-21T12:00:00Z", "-o", "json"]);
        return (JSON.parse(ended.stdout) as PrintedReport).roots[0];
      };
      expect((await rootOf())?.verdict).toBe("healthy");
      const name = "virt-api-validator";
      const caBundle = await createBundle([{ from: "2026-11-18T08:00:00Z", to: "2026-11-20T08:00:00Z" }]);
      const stored = await applyOne(cluster, {
        apiVersion: "admissionregistration.k8s.io/v1",
        kind: "ValidatingWebhookConfiguration",
        metadata: { name },
        webhooks: [
          {
            name: "virtualmachine-validator.kubevirt.io",
            sideEffects: "None",
            admissionReviewVersions: ["v1"],
            clientConfig: { caBundle, service: { name: "virt-api", namespace: servedName.namespace } },
            rules: [
              { apiGroups: ["kubevirt.io"], apiVersions: ["v1"], operations: ["*"], resources: ["virtualmachines"] },
            ],
          },
        ],
      });
      expect(await rootOf()).toMatchObject({ verdict: "degraded", causes: [{ about: { name } }] });
      await erase(cluster, stored);
    });
  },
);
