import { describe, expect, test } from "vitest";
import type { Kind } from "../../../shared/model/kind.ts";
import { machineInstances, migrations, virtualMachines } from "../../../shared/profiles/virtual-machines.ts";
import { reportOf } from "../installation.ts";
import { type Manifest, readManifests, rootOf } from "./objects.ts";
import { readAsCluster, reportOnMachine } from "./read-as-cluster.ts";

const dayAgo = "2026-11-20T12:00:00Z";
const lessThanADayAgo = "2026-11-20T12:00:01Z";
const longAgo = "2026-11-01T12:00:00Z";

/** A virtual machine whose status was last written at this time, if its fields say so. */
function machine(printableStatus: string, writtenAt?: string, ready: Manifest = {}): Manifest {
  const write = { manager: "virt-controller", operation: "Update", subresource: "status", time: writtenAt };
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachine",
    metadata: {
      name: "web",
      namespace: "shop",
      uid: "vm",
      creationTimestamp: longAgo,
      ...(writtenAt !== undefined && { managedFields: [write] }),
    },
    spec: { runStrategy: "Always", template: { spec: { volumes: [{ name: "root", dataVolume: { name: "root" } }] } } },
    status: {
      printableStatus,
      conditions: [{ type: "Ready", status: "False", reason: "VMINotExists", lastTransitionTime: longAgo, ...ready }],
    },
  };
}

function object(kind: Kind, spec: Manifest, status: Manifest, creationTimestamp: string): Manifest {
  const [version = "v1"] = kind.versions;
  return {
    apiVersion: `${kind.group}/${version}`,
    kind: kind.kind,
    metadata: { name: "web", namespace: "shop", uid: kind.kind, creationTimestamp },
    spec,
    status,
  };
}

const instance = (phase: string, createdAt: string): Manifest =>
  object(machineInstances, { volumes: [{ name: "root", dataVolume: { name: "root" } }] }, { phase }, createdAt);
const migration = (phase: string, createdAt: string): Manifest =>
  object(migrations, { vmiName: "web" }, { phase }, createdAt);

function dataVolume(phase: string): Manifest {
  return {
    apiVersion: "cdi.kubevirt.io/v1beta1",
    kind: "DataVolume",
    metadata: { name: "root", namespace: "shop", uid: "dv", creationTimestamp: longAgo },
    spec: { source: { upload: {} } },
    status: { phase },
  };
}

/** The instance that a migration moves. */
const running: Manifest = object(
  machineInstances,
  {},
  { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
  longAgo,
);
/** An instance whose creation is not known, with the time at which it entered its phase. */
function agelessInstance(phase: string, phaseTransitionTimestamp: string): Manifest {
  const { creationTimestamp: _, ...metadata } = instance(phase, longAgo)["metadata"] as Manifest;
  const status = { phase, phaseTransitionTimestamps: [{ phase, phaseTransitionTimestamp }] };
  return { ...instance(phase, longAgo), metadata, status };
}

/** A snapshot, restore, clone or export whose condition Ready is False for a reason. */
function operation(
  [group, kind]: readonly [group: string, kind: string],
  status: Manifest,
  reason: string,
  since: string,
): Manifest {
  const conditions = [
    { type: "Progressing", status: "True", lastTransitionTime: since },
    { type: "Ready", status: "False", reason, lastTransitionTime: since },
  ];
  return {
    apiVersion: `${group}/v1beta1`,
    kind,
    metadata: { name: "web", namespace: "shop", uid: kind, creationTimestamp: longAgo },
    spec: {},
    status: { ...status, conditions },
  };
}

const snapshotKind = ["snapshot.kubevirt.io", "VirtualMachineSnapshot"] as const;
const restoreKind = ["snapshot.kubevirt.io", "VirtualMachineRestore"] as const;
const cloneKind = ["clone.kubevirt.io", "VirtualMachineClone"] as const;
const backupKind = ["backup.kubevirt.io", "VirtualMachineBackup"] as const;
const exportKind = ["export.kubevirt.io", "VirtualMachineExport"] as const;

const guestNotRunning = { reason: "GuestNotRunning", lastTransitionTime: dayAgo };

describe("an object that is on its way", () => {
  test.for([
    ["a machine that is Provisioning for a day is degraded", [machine("Provisioning", dayAgo)], "degraded"],
    [
      "a machine that is Provisioning for less is progressing",
      [machine("Provisioning", lessThanADayAgo)],
      "progressing",
    ],
    ["a machine of which no field has a time is progressing", [machine("Provisioning")], "progressing"],
    [
      "a machine whose instance exists for a day counts from then",
      [machine("Provisioning", "2026-11-21T11:00:00Z", guestNotRunning)],
      "degraded",
    ],
    [
      "a machine that has waited for a volume for a day is degraded",
      [machine("WaitingForVolumeBinding", dayAgo)],
      "degraded",
    ],
    [
      "a machine without a time of its own that starts counts from the creation of its instance",
      [machine("Provisioning"), instance("Pending", dayAgo)],
      "degraded",
    ],
    [
      "a machine without a time of its own whose instance was created within the day is progressing",
      [machine("Provisioning"), instance("Pending", lessThanADayAgo)],
      "progressing",
    ],
    ["a machine whose instance is not created for a day is degraded", [machine("Starting", dayAgo)], "degraded"],
    ["a machine that is Stopping for a day is degraded", [machine("Stopping", dayAgo)], "degraded"],
    [
      "a machine that waits for another cluster may take any time",
      [machine("WaitingForReceiver", longAgo)],
      "progressing",
    ],
    [
      "a machine whose disk waits for an upload may take any time",
      [machine("Provisioning", dayAgo), dataVolume("UploadReady")],
      "progressing",
    ],
    [
      "a machine whose disk is filled does not wait for it",
      [machine("Provisioning", dayAgo), dataVolume("Succeeded")],
      "degraded",
    ],
    ["an instance that is Scheduling for a day is degraded", [instance("Scheduling", dayAgo)], "degraded"],
    ["an instance that is Pending for less is progressing", [instance("Pending", lessThanADayAgo)], "progressing"],
    [
      "an instance without the time of its creation counts from its first phase",
      [agelessInstance("Scheduling", dayAgo)],
      "degraded",
    ],
    [
      "an instance without the time of its creation that entered its phase within the day is progressing",
      [agelessInstance("Scheduling", lessThanADayAgo)],
      "progressing",
    ],
    [
      "an instance whose disk waits for its first consumer is progressing",
      [instance("Pending", longAgo), dataVolume("WaitForFirstConsumer")],
      "progressing",
    ],
    ["an instance that waits for another cluster is progressing", [instance("WaitingForSync", longAgo)], "progressing"],
    ["a migration that is Running for a day is degraded", [migration("Running", dayAgo), running], "degraded"],
    [
      "a migration that is Running for less is progressing",
      [migration("Running", lessThanADayAgo), running],
      "progressing",
    ],
    [
      "a migration that waits for another cluster is progressing",
      [migration("WaitingForSync", longAgo), running],
      "progressing",
    ],
    ["a migration that succeeded long ago is healthy", [migration("Succeeded", longAgo)], "healthy"],
  ] as const)("%s", ([, objects, verdict]) => {
    expect(reportOnMachine(objects).roots[0]?.verdict).toBe(verdict);
  });

  const ready = { status: "True", reason: "", lastTransitionTime: longAgo };
  const minuteAgo = "2026-11-21T11:59:00Z";
  const leaving = { ...running, metadata: { ...(running["metadata"] as Manifest), deletionTimestamp: minuteAgo } };
  const moving = (migrationState: Manifest): Manifest => ({
    ...running,
    status: { ...(running["status"] as Manifest), migrationState },
  });

  test.for([
    ["a stop", [machine("Stopping", undefined, ready), leaving], minuteAgo],
    ["a migration", [machine("Migrating", undefined, ready), moving({ startTimestamp: minuteAgo })], minuteAgo],
    [
      "a migration after another one",
      [
        machine("Migrating", undefined, ready),
        moving({ startTimestamp: dayAgo, completed: true }),
        migration("Scheduling", minuteAgo),
      ],
      minuteAgo,
    ],
    ["a stop of unknown time", [machine("Stopping", undefined, ready)], undefined],
  ] as const)("%s has its own age, and not that of condition Ready", ([, objects, since]) => {
    const wanted = [{ kind: virtualMachines, name: "web" }];
    expect(reportOf(objects, { namespace: "shop", wanted }).roots[0]?.since).toBe(since);
  });

  test("a migration that waits for others for a day is degraded and names the limit", () => {
    const others = Array.from({ length: 5 }, (_, place) => {
      const other = migration("Running", lessThanADayAgo);
      return { ...other, metadata: { name: `other-${place}`, namespace: "shop", uid: `other-${place}` } };
    });
    const kubeVirt = {
      apiVersion: "kubevirt.io/v1",
      kind: "KubeVirt",
      metadata: { name: "k", namespace: "cnv" },
      spec: {},
    };
    const [root] = reportOnMachine([migration("Pending", dayAgo), running, ...others, kubeVirt]).roots;
    expect(root?.verdict).toBe("degraded");
    expect(root?.causes[0]?.text).toMatch(/waits for others: 5 migrations are under way/);
  });
});

describe("an operation on a virtual machine", () => {
  const runningSnapshot = (since: string): Manifest =>
    operation(snapshotKind, { phase: "InProgress" }, "Not ready", since);
  const waitingRestore = (since: string): Manifest =>
    operation(restoreKind, { complete: false }, "Waiting for new PVCs", since);
  const runningClone = (since: string): Manifest =>
    operation(cloneKind, { phase: "RestoreInProgress" }, "Still processing", since);
  const pendingExport = (reason: string, since: string): Manifest =>
    operation(exportKind, { phase: "Pending" }, reason, since);
  const runningBackup = (reason: string, since: string, status: Manifest = {}): Manifest => {
    const conditions = [{ type: "Progressing", status: "True", reason, lastTransitionTime: since }];
    return { ...operation(backupKind, {}, "", since), status: { conditions, ...status } };
  };
  const exportReady = ["Progressing", "ExportReady"].map((type) => ({
    type,
    status: "True",
    reason: "Backup export is ready to pull",
    lastTransitionTime: longAgo,
  }));
  const writtenAt = (time: string): Manifest => ({
    name: "web",
    namespace: "shop",
    uid: "backup",
    creationTimestamp: longAgo,
    managedFields: [{ manager: "virt-controller", operation: "Update", subresource: "status", time }],
  });
  const unreadySnapshot = operation(snapshotKind, { phase: "Succeeded", readyToUse: false }, "Not ready", dayAgo);

  test.for([
    ["a snapshot in progress for a day is degraded", runningSnapshot(dayAgo), "degraded"],
    ["a snapshot that is not ready to use for a day is degraded", unreadySnapshot, "degraded"],
    ["a snapshot in progress for less is progressing", runningSnapshot(lessThanADayAgo), "progressing"],
    ["a restore that waits for claims for a day is degraded", waitingRestore(dayAgo), "degraded"],
    ["a restore that waits for claims for less is progressing", waitingRestore(lessThanADayAgo), "progressing"],
    ["a clone that is copied for a day is degraded", runningClone(dayAgo), "degraded"],
    ["a clone that is copied for less is progressing", runningClone(lessThanADayAgo), "progressing"],
    ["an export whose pod is pending for a day is degraded", pendingExport("PodPending", dayAgo), "degraded"],
    [
      "an export whose pod is pending for less is progressing",
      pendingExport("PodPending", lessThanADayAgo),
      "progressing",
    ],
    ["an export may wait any time for a volume in use", pendingExport("InUse", longAgo), "progressing"],
    [
      "a backup that waits for its virtual machine for a day is degraded",
      runningBackup("Initializing", dayAgo),
      "degraded",
    ],
    ["a backup that is under way for a day is degraded", runningBackup("Initiated", dayAgo), "degraded"],
    ["a backup that is under way for less is progressing", runningBackup("Initiated", lessThanADayAgo), "progressing"],
    [
      "a backup that waited for its virtual machine for long and began within the day is progressing",
      { ...runningBackup("Initiated", longAgo), metadata: writtenAt(lessThanADayAgo) },
      "progressing",
    ],
    ["a backup may serve its data any time", runningBackup("ExportReady", longAgo), "progressing"],
    [
      "a backup of KubeVirt 1.8 may serve its data any time",
      runningBackup("", longAgo, { conditions: exportReady }),
      "progressing",
    ],
  ] as const)("%s", ([, manifest, verdict]) => {
    expect(rootOf(reportOf([manifest]), "web").verdict).toBe(verdict);
  });

  test("that has lost its data is degraded at once and quotes the loss", () => {
    const message = "VolumeSnapshots (x) missing";
    const lost = operation(
      snapshotKind,
      { phase: "Succeeded", readyToUse: false, error: { message } },
      "Not ready",
      lessThanADayAgo,
    );
    const root = rootOf(reportOf([lost]), "web");
    expect(root.verdict).toBe("degraded");
    expect(root.causes[0]?.text).toContain(message);
  });

  test("that waits for its virtual machine for a day quotes what KubeVirt says", () => {
    const message = "vm web is not running, cannot do backup";
    const conditions = [
      { type: "Progressing", status: "True", reason: "Initializing", message, lastTransitionTime: dayAgo },
    ];
    const waiting = { ...operation(backupKind, {}, "", dayAgo), status: { conditions } };
    expect(rootOf(reportOf([waiting]), "web").causes[0]?.text).toContain(message);
  });

  test("that has a state of its own names it", () => {
    const readCause = (phase: string): string | undefined =>
      rootOf(reportOf([operation(snapshotKind, { phase, readyToUse: false }, "Not ready", dayAgo)]), "web").causes[0]
        ?.text;
    expect(readCause("InProgress")).toContain("InProgress: it takes too long");
    expect(readCause("Succeeded")).toContain("Not ready: it takes too long");
  });
});

/** A migration with one condition that is True. */
function blockedMigration(phase: string, createdAt: string, type: string, message = ""): Manifest {
  const condition = { type, status: "True", reason: message && "DecentralizedNotLiveMigratable", message };
  return object(migrations, { vmiName: "web" }, { phase, conditions: [condition] }, createdAt);
}

const rejection = "migrationRejectedByResourceQuota";
const blockade = "decentralizedMigrationBlocked";
const waitMessage = "waiting for incoming synchronization, unable to proceed";

describe("a migration that does not begin", () => {
  test.for([
    [
      "because of a quota is progressing for a day",
      blockedMigration("Pending", lessThanADayAgo, rejection),
      "progressing",
      `${rejection}=True`,
    ],
    [
      "because of a quota for a day is degraded and keeps the reason",
      blockedMigration("Pending", dayAgo, rejection),
      "degraded",
      `${rejection}: it takes too long`,
    ],
    [
      "because it waits for its source may take any time",
      blockedMigration("WaitingForSync", longAgo, blockade, waitMessage),
      "progressing",
      waitMessage,
    ],
    [
      "and reports an earlier error while it waits for its source is progressing",
      blockedMigration("WaitingForSync", longAgo, blockade, "connection refused"),
      "progressing",
      "connection refused",
    ],
    [
      "and still reports the wait after it is progressing",
      blockedMigration("Pending", lessThanADayAgo, blockade, waitMessage),
      "progressing",
      waitMessage,
    ],
    [
      "because the two sides do not reach each other is degraded at once",
      blockedMigration("Synchronizing", lessThanADayAgo, blockade, "x509 hostname error"),
      "degraded",
      "x509 hostname error",
    ],
  ] as const)("%s", ([, manifest, verdict, reason]) => {
    const [root] = reportOnMachine([manifest, running]).roots;
    expect(root?.verdict).toBe(verdict);
    expect(root?.causes[0]?.text).toContain(reason);
  });

  test("lists the quotas of its namespace, where one rejected it", () => {
    const [root] = reportOnMachine([blockedMigration("Pending", dayAgo, rejection), running]).roots;
    expect(root?.causes[0]?.next[0]?.command).toBe("kubectl get resourcequota -n shop");
  });

  test("and that has succeeded is healthy, whatever it reported before", () => {
    const done = blockedMigration("Succeeded", longAgo, blockade, "connection refused");
    expect(reportOnMachine([done]).roots[0]?.verdict).toBe("healthy");
  });
});

describe("the migrations of a namespace are read", () => {
  const readLists = (title: string): readonly string[] => {
    const scope = { namespace: "shop", wanted: [{ kind: virtualMachines, name: "crm" }] };
    return readAsCluster(readManifests(title, "named-causes"), scope).waves.flat();
  };
  const list = "list VirtualMachineInstanceMigration in shop";

  test("for a machine that has migrated for more than a day", () => {
    expect(readLists("a-virtual-machine-that-has-migrated-for-two-days-without-a-migration-is-degraded")).toContain(
      list,
    );
  });

  test("and not for one that began within the day", () => {
    const scope = { namespace: "shop", wanted: [{ kind: virtualMachines, name: "web" }] };
    expect(readAsCluster([machine("Migrating", lessThanADayAgo)], scope).waves.flat()).not.toContain(list);
  });
});
