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

interface Rule {
  /** The name of the file with the objects (situations.ts). */
  readonly situation: string;
  /** What the report is about. */
  readonly object: string;
  /** Milliseconds after the creation of the objects. The server sets the times of creation and of writes. */
  readonly readAfter: number;
  readonly verdict: string;
  /** The words of a cause or a finding of the report. Absent: any. */
  readonly words?: RegExp;
}

const rules: readonly Rule[] = [
  {
    situation: "a-stop-that-was-requested-an-hour-ago-is-not-carried-out",
    object: "vm/legacy",
    readAfter: hour,
    verdict: "degraded",
    words: /container virt-controller in CrashLoopBackOff/,
  },
  {
    situation: "a-virtual-machine-that-stops-in-its-time-is-on-its-way",
    object: "vm/old",
    readAfter: minute,
    verdict: "progressing",
    words: /Stopping/,
  },
  {
    situation: "a-virtual-machine-that-does-not-follow-its-run-strategy-is-degraded",
    object: "vm/pos",
    readAfter: hour,
    verdict: "degraded",
    words: /a start was requested/,
  },
  {
    situation: "a-virtual-machine-that-does-not-follow-its-run-strategy-is-degraded",
    object: "vm/pos",
    readAfter: minute,
    verdict: "progressing",
    words: /a start was requested/,
  },
  {
    situation: "a-virtual-machine-that-follows-its-run-strategy-is-healthy",
    object: "vm/pos",
    readAfter: hour,
    verdict: "healthy",
  },
  {
    situation: "a-virtual-machine-that-is-not-synchronized-for-an-hour-is-degraded",
    object: "vm/cam",
    readAfter: hour,
    verdict: "degraded",
    words: /failed to attach host device/,
  },
  {
    situation: "a-virtual-machine-that-is-not-synchronized-for-a-minute-is-progressing",
    object: "vm/cam",
    readAfter: hour,
    verdict: "progressing",
  },
  {
    situation: "a-disk-that-is-imported-for-two-days-explains-its-virtual-machine",
    object: "vm/web",
    readAfter: twoDays,
    verdict: "degraded",
    words: /ImportInProgress: 3\.12% transferred/,
  },
  {
    situation: "a-virtual-machine-whose-disk-is-imported-is-on-its-way",
    object: "vm/web",
    readAfter: hour,
    verdict: "progressing",
    words: /ImportInProgress: 42\.00% transferred/,
  },
  {
    situation: "a-claim-that-is-not-bound-explains-a-hotplugged-volume",
    object: "vmi/hp",
    readAfter: hour,
    verdict: "degraded",
    words: /not bound to a volume of storage class ceph/,
  },
  {
    situation: "a-hotplugged-volume-that-is-being-mounted-is-on-its-way",
    object: "vmi/hp",
    readAfter: hour,
    verdict: "progressing",
    words: /hotplugged volume extra is not attached yet/,
  },
  {
    situation: "a-provisioner-that-fails-explains-its-virtual-machine",
    object: "vm/crm",
    readAfter: hour,
    verdict: "degraded",
    words: /not bound to a volume of storage class ceph/,
  },
  {
    situation: "a-provisioner-that-fails-explains-its-virtual-machine",
    object: "vm/crm",
    readAfter: minute,
    verdict: "progressing",
    words: /not bound to a volume of storage class ceph/,
  },
  {
    situation: "a-virtual-machine-whose-provisioner-failed-before-is-healthy",
    object: "vm/crm",
    readAfter: hour,
    verdict: "healthy",
  },
  {
    situation: "a-csi-driver-that-is-not-registered-on-its-node-explains-a-virtual-machine",
    object: "vm/shop",
    readAfter: hour,
    verdict: "degraded",
    words: /CSI driver openshift-storage\.rbd\.csi\.ceph\.com is not registered on this node/,
  },
  {
    situation: "a-csi-pod-that-crashes-on-its-node-explains-a-virtual-machine",
    object: "vm/shop",
    readAfter: hour,
    verdict: "degraded",
    words: /container csi-rbdplugin in CrashLoopBackOff/,
  },
  {
    situation: "a-virtual-machine-whose-csi-driver-is-registered-is-healthy",
    object: "vm/shop",
    readAfter: hour,
    verdict: "healthy",
  },
  {
    situation: "a-lost-node-explains-its-virtual-machine",
    object: "vm/erp",
    readAfter: hour,
    verdict: "degraded",
    words: /Kubelet stopped posting node status.*do not delete their pods by force/,
  },
  {
    situation: "a-virtual-machine-on-a-node-that-reports-is-healthy",
    object: "vm/erp",
    readAfter: hour,
    verdict: "healthy",
  },
  {
    situation: "a-volume-that-another-node-has-explains-its-virtual-machine",
    object: "vm/gpu",
    readAfter: hour,
    verdict: "degraded",
    words: /ContainerCreating: not created/,
  },
  {
    situation: "a-node-that-does-not-detach-a-volume-explains-a-virtual-machine-on-another-node",
    object: "vm/gpu",
    readAfter: hour,
    verdict: "degraded",
    words: /unmap failed: device is busy; the volume is still attached to node worker-9/,
  },
  {
    situation: "a-volume-in-use-on-another-node-explains-its-virtual-machine",
    object: "vm/gpu",
    readAfter: hour,
    verdict: "degraded",
    words: /ContainerCreating: not created: volume pv-6 is not available/,
  },
  {
    situation: "a-virtual-machine-whose-volume-another-node-had-is-healthy",
    object: "vm/gpu",
    readAfter: hour,
    verdict: "healthy",
  },
  {
    situation: "a-virtual-machine-that-has-waited-two-days-for-a-data-volume-that-does-not-exist-is-degraded",
    object: "vm/web",
    readAfter: twoDays,
    verdict: "degraded",
    words: /no DataVolume that was read explains it/,
  },
  {
    situation: "a-virtual-machine-that-has-waited-two-days-for-a-data-volume-that-does-not-exist-is-degraded",
    object: "vm/web",
    readAfter: hour,
    verdict: "progressing",
    words: /Provisioning/,
  },
  {
    situation: "a-virtual-machine-whose-disk-waits-for-an-upload-for-two-days-is-on-its-way",
    object: "vm/web",
    readAfter: twoDays,
    verdict: "progressing",
    words: /UploadReady/,
  },
  {
    situation: "a-copy-without-its-source-explains-its-virtual-machine",
    object: "dv/web-root",
    readAfter: twoDays,
    verdict: "degraded",
    words: /source pvc fedora/,
  },
  {
    situation: "a-virtual-machine-whose-disk-waits-for-an-upload-for-two-days-is-on-its-way",
    object: "dv/web-root",
    readAfter: twoDays,
    verdict: "progressing",
    words: /UploadReady/,
  },
  {
    situation: "a-copy-without-its-source-explains-its-virtual-machine",
    object: "vm/web",
    readAfter: twoDays,
    verdict: "degraded",
    words: /source pvc fedora/,
  },
  {
    situation: "a-virtual-machine-that-has-waited-two-days-for-a-claim-is-degraded",
    object: "vm/db",
    readAfter: twoDays,
    verdict: "degraded",
    words: /PersistentVolumeClaim db-data is not bound/,
  },
  {
    situation: "a-virtual-machine-that-has-migrated-for-two-days-without-a-migration-is-degraded",
    object: "vm/crm",
    readAfter: hour,
    verdict: "degraded",
    words: /no VirtualMachineInstanceMigration that was read explains it/,
  },
  {
    situation: "a-virtual-machine-whose-migration-began-within-the-day-is-on-its-way",
    object: "vm/crm",
    readAfter: hour,
    verdict: "progressing",
    words: /Migrating/,
  },
  {
    situation: "a-migration-of-two-days-explains-its-virtual-machine",
    object: "vm/crm",
    readAfter: twoDays,
    verdict: "degraded",
    words: /Running: it takes too long/,
  },
  {
    situation: "a-drain-shuts-down-virtual-machines-that-do-not-migrate",
    object: "node/worker-1",
    readAfter: hour,
    verdict: "progressing",
    words: /^a drain of Node worker-1 shuts 2 of 3 virtual machines down/,
  },
  {
    situation: "a-virtual-machine-that-another-controller-is-to-move-holds-a-drain",
    object: "node/worker-1",
    readAfter: hour,
    verdict: "progressing",
    words: /^1 of 2 virtual machines cannot leave Node worker-1: shop\/cp-0/,
  },
  {
    situation: "a-virtual-machine-on-a-node-that-reports-is-healthy",
    object: "node/worker-1",
    readAfter: hour,
    verdict: "healthy",
  },
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

    test.for(rules)(
      "$situation: $object after $readAfter ms is $verdict",
      async ({ situation, object, readAfter, verdict, words }) => {
        const at = new Date(Date.now() + readAfter).toISOString();
        created = await createSituation(cluster, situation, at);
        const { live, file, mustGather } = await evaluateSources(cluster, created, { object, at });
        expect(live.verdict).toBe(verdict);
        if (words !== undefined) expect(live.texts).toContainEqual(expect.stringMatching(words));
        expect(file).toEqual(live);
        expect(mustGather).toEqual(live);
      },
    );
  },
);

describeCluster("pods that fail on one node of a real server", (cluster) => {
  test.for([
    { title: "those of two DaemonSets name the node", failing: ["virt-handler", "bridge-marker"], isNodeNamed: true },
    { title: "those of one DaemonSet do not", failing: ["virt-handler"], isNodeNamed: false },
  ])("$title", async ({ failing, isNodeNamed }) => {
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
    expect(verdict).toBe("degraded");
    expect(first?.evidence.some(({ is }) => is === "common-ground")).toBe(isNodeNamed);
    if (isNodeNamed) expect(first?.text).toContain("node03");
  });
});
