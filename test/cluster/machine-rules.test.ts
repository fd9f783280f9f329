import { afterEach, beforeAll, expect, test } from "vitest";
import type { PrintedReport } from "../printed.ts";
import { applyOne, wipe } from "./apply.ts";
import { minutesBefore } from "./clock.ts";
import { define } from "./crds.ts";
import { describeCluster } from "./describe-cluster.ts";
import { servedName } from "./hyperconverged.ts";
import { install } from "./installation.ts";
import { machineKinds } from "./kinds.ts";
import type { Stored } from "./manifest.ts";
import { kubectl } from "./plugin.ts";
import { scenarios } from "./scenarios.ts";
import { createSituation, eraseSituation } from "./situations.ts";
import { evaluateSources } from "./sources.ts";
import { crashTrouble } from "./troubles.ts";

const minute = 60_000;
const hour = 60 * minute;
const twoDays = 48 * hour;

/**
 * A situation, what is asked about, and how long after the creation of the objects it is read, since the server sets the
 * times of creation and of writes. Then what the report says: the verdict, and the words of a cause or a finding.
 */
type Rule = readonly [situation: string, object: string, readAfter: number, verdict: string, cause?: RegExp];

const rules: readonly Rule[] = [
  [
    "a-stop-that-was-requested-an-hour-ago-is-not-carried-out",
    "vm/legacy",
    hour,
    "degraded",
    /container virt-controller in CrashLoopBackOff/,
  ],
  ["a-virtual-machine-that-stops-in-its-time-is-on-its-way", "vm/old", minute, "progressing", /Stopping/],
  [
    "a-virtual-machine-that-does-not-follow-its-run-strategy-is-degraded",
    "vm/pos",
    hour,
    "degraded",
    /a start was requested/,
  ],
  [
    "a-virtual-machine-that-does-not-follow-its-run-strategy-is-degraded",
    "vm/pos",
    minute,
    "progressing",
    /a start was requested/,
  ],
  ["a-virtual-machine-that-follows-its-run-strategy-is-healthy", "vm/pos", hour, "healthy"],
  [
    "a-virtual-machine-that-is-not-synchronized-for-an-hour-is-degraded",
    "vm/cam",
    hour,
    "degraded",
    /failed to attach host device/,
  ],
  ["a-virtual-machine-that-is-not-synchronized-for-a-minute-is-progressing", "vm/cam", hour, "progressing"],
  [
    "a-disk-that-is-imported-for-two-days-explains-its-virtual-machine",
    "vm/web",
    twoDays,
    "degraded",
    /ImportInProgress: 3\.12% transferred/,
  ],
  [
    "a-virtual-machine-whose-disk-is-imported-is-on-its-way",
    "vm/web",
    hour,
    "progressing",
    /ImportInProgress: 42\.00% transferred/,
  ],
  [
    "a-claim-that-is-not-bound-explains-a-hotplugged-volume",
    "vmi/hp",
    hour,
    "degraded",
    /not bound to a volume of storage class ceph/,
  ],
  [
    "a-hotplugged-volume-that-is-being-mounted-is-on-its-way",
    "vmi/hp",
    hour,
    "progressing",
    /hotplugged volume extra is not attached yet/,
  ],
  [
    "a-provisioner-that-fails-explains-its-virtual-machine",
    "vm/crm",
    hour,
    "degraded",
    /not bound to a volume of storage class ceph/,
  ],
  [
    "a-provisioner-that-fails-explains-its-virtual-machine",
    "vm/crm",
    minute,
    "progressing",
    /not bound to a volume of storage class ceph/,
  ],
  ["a-virtual-machine-whose-provisioner-failed-before-is-healthy", "vm/crm", hour, "healthy"],
  [
    "a-csi-driver-that-is-not-registered-on-its-node-explains-a-virtual-machine",
    "vm/shop",
    hour,
    "degraded",
    /CSI driver openshift-storage\.rbd\.csi\.ceph\.com is not registered on this node/,
  ],
  [
    "a-csi-pod-that-crashes-on-its-node-explains-a-virtual-machine",
    "vm/shop",
    hour,
    "degraded",
    /container csi-rbdplugin in CrashLoopBackOff/,
  ],
  ["a-virtual-machine-whose-csi-driver-is-registered-is-healthy", "vm/shop", hour, "healthy"],
  [
    "a-lost-node-explains-its-virtual-machine",
    "vm/erp",
    hour,
    "degraded",
    /Kubelet stopped posting node status.*do not delete their pods by force/,
  ],
  ["a-virtual-machine-on-a-node-that-reports-is-healthy", "vm/erp", hour, "healthy"],
  [
    "a-volume-that-another-node-has-explains-its-virtual-machine",
    "vm/gpu",
    hour,
    "degraded",
    /ContainerCreating: not created/,
  ],
  ["a-virtual-machine-whose-volume-another-node-had-is-healthy", "vm/gpu", hour, "healthy"],
  [
    "a-virtual-machine-that-has-waited-two-days-for-a-data-volume-that-does-not-exist-is-degraded",
    "vm/web",
    twoDays,
    "degraded",
    /no DataVolume that was read explains it/,
  ],
  [
    "a-virtual-machine-that-has-waited-two-days-for-a-data-volume-that-does-not-exist-is-degraded",
    "vm/web",
    hour,
    "progressing",
    /Provisioning/,
  ],
  [
    "a-virtual-machine-whose-disk-waits-for-an-upload-for-two-days-is-on-its-way",
    "vm/web",
    twoDays,
    "progressing",
    /UploadReady/,
  ],
  ["a-copy-without-its-source-explains-its-virtual-machine", "dv/web-root", twoDays, "degraded", /source pvc fedora/],
  [
    "a-virtual-machine-whose-disk-waits-for-an-upload-for-two-days-is-on-its-way",
    "dv/web-root",
    twoDays,
    "progressing",
    /UploadReady/,
  ],
  ["a-copy-without-its-source-explains-its-virtual-machine", "vm/web", twoDays, "degraded", /source pvc fedora/],
  [
    "a-virtual-machine-that-has-waited-two-days-for-a-claim-is-degraded",
    "vm/db",
    twoDays,
    "degraded",
    /PersistentVolumeClaim db-data is not bound/,
  ],
  [
    "a-virtual-machine-that-has-migrated-for-two-days-without-a-migration-is-degraded",
    "vm/crm",
    hour,
    "degraded",
    /no VirtualMachineInstanceMigration that was read explains it/,
  ],
  ["a-virtual-machine-whose-migration-began-within-the-day-is-on-its-way", "vm/crm", hour, "progressing", /Migrating/],
  ["a-migration-of-two-days-explains-its-virtual-machine", "vm/crm", twoDays, "degraded", /Running: it takes too long/],
  [
    "a-drain-shuts-down-virtual-machines-that-do-not-migrate",
    "node/worker-1",
    hour,
    "progressing",
    /^a drain of Node worker-1 shuts 2 of 3 virtual machines down/,
  ],
  [
    "a-virtual-machine-that-another-controller-is-to-move-holds-a-drain",
    "node/worker-1",
    hour,
    "progressing",
    /^1 of 2 virtual machines cannot leave Node worker-1: shop\/cp-0/,
  ],
  ["a-virtual-machine-on-a-node-that-reports-is-healthy", "node/worker-1", hour, "healthy"],
];

describeCluster(
  "a rule about virtual machines on a real server, and in a file and a must-gather made from it",
  (cluster) => {
    let created: readonly Stored[] = [];

    beforeAll(async () => {
      await scenarios.noCR(cluster, new Date());
      await define(cluster, { hyperConverged: "v1", platform: "kubernetes", others: machineKinds });
    });
    afterEach(async () => {
      await eraseSituation(cluster, created);
      created = [];
    });

    test.for(rules)("%s: %s after %d ms is %s", async ([situation, object, readAfter, verdict, words]) => {
      const at = new Date(Date.now() + readAfter).toISOString();
      created = await createSituation(cluster, situation, at);
      const { live, file, mustGather } = await evaluateSources(cluster, created, { object, at });
      expect(live.verdict).toBe(verdict);
      if (words !== undefined) expect(live.texts).toContainEqual(expect.stringMatching(words));
      expect(file).toEqual(live);
      expect(mustGather).toEqual(live);
    });
  },
);

describeCluster("pods that fail on one node of a real server", (cluster) => {
  test.for<readonly [situation: string, failing: readonly string[], named: boolean]>([
    ["those of two DaemonSets name the node", ["virt-handler", "bridge-marker"], true],
    ["those of one DaemonSet do not", ["virt-handler"], false],
  ])("%s", async ([, failing, isNamed]) => {
    const now = new Date();
    await wipe(cluster);
    await define(cluster, { hyperConverged: "v1", platform: "kubernetes" });
    const since = minutesBefore(now, 12);
    // Of three pods, the last one fails.
    const troubles = Object.fromEntries(failing.map((name) => [name, { ...crashTrouble(name, since), ready: 2 }]));
    await applyOne(cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: servedName.namespace } });
    await install(cluster, { now, platform: "kubernetes", troubles });
    const { stdout } = await kubectl(cluster, ["hco-status", "-o", "json", "--no-logs"]);
    const { verdict, roots } = JSON.parse(stdout) as PrintedReport;
    const [first] = roots[0]?.causes ?? [];
    expect([verdict, first?.evidence.some(({ is }) => is === "common-ground")]).toEqual(["degraded", isNamed]);
    if (isNamed) expect(first?.text).toContain("node03");
  });
});
