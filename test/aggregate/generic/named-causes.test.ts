import { describe, expect, test } from "vitest";
import type { AggregateOptions } from "../../../shared/aggregate/options.ts";
import type { Kind } from "../../../shared/model/kind.ts";
import { builtInKind } from "../../../shared/profiles/core-kinds.ts";
import { machineInstances, migrations, virtualMachines } from "../../../shared/profiles/virtual-machines.ts";
import { renderFirstText } from "../../../shared/render/formats/text/text.ts";
import type { PrintedCause, PrintedReport } from "../../printed.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { reportOf } from "../installation.ts";
import { condition, type Manifest, readManifests } from "./objects.ts";
import { readAsCluster } from "./read-as-cluster.ts";

const machines = virtualMachines;
const namespaces = builtInKind("", "Namespace");
const volumes: Kind = { ...machines, group: "cdi.kubevirt.io", kind: "DataVolume", plural: "datavolumes" };
const restores: Kind = {
  ...machines,
  group: "snapshot.kubevirt.io",
  kind: "VirtualMachineRestore",
  plural: "virtualmachinerestores",
  versions: ["v1beta1"],
};
const vmExports: Kind = {
  ...machines,
  group: "export.kubevirt.io",
  kind: "VirtualMachineExport",
  plural: "virtualmachineexports",
  versions: ["v1beta1"],
};
const claims = builtInKind("", "PersistentVolumeClaim");
const nodes = builtInKind("", "Node");
const deployments = builtInKind("apps", "Deployment");
const mutatingWebhooks = builtInKind("admissionregistration.k8s.io", "MutatingWebhookConfiguration");

interface NamedCase {
  readonly title: string;
  readonly kind?: Kind;
  readonly name: string;
  readonly verdict: string;
  /** The names on the way down to the first cause. */
  readonly path: readonly string[];
  readonly says: RegExp;
}

const cases: readonly NamedCase[] = [
  {
    title: "a-claim-that-does-not-exist-explains-its-virtual-machine",
    name: "db",
    verdict: "degraded",
    path: ["db", "db-data"],
    says: /does not exist/,
  },
  {
    title: "a-missing-default-class-explains-its-virtual-machine",
    name: "web",
    verdict: "degraded",
    path: ["web", "web-root", "web-root"],
    says: /names no storage class, and the cluster has no default one/,
  },
  {
    title: "a-storage-class-that-does-not-exist-explains-its-virtual-machine",
    name: "web",
    verdict: "degraded",
    path: ["web", "web-root", "web-root"],
    says: /storage class fast does not exist/,
  },
  {
    title: "a-storage-class-that-does-not-exist-explains-its-virtual-machine",
    kind: claims,
    name: "web-root",
    verdict: "degraded",
    path: ["web-root"],
    says: /storage class fast does not exist/,
  },
  {
    title: "a-data-volume-without-a-class-explains-its-virtual-machine",
    name: "web",
    verdict: "degraded",
    path: ["web", "web-root"],
    says: /names no storage class, and the cluster has no default one/,
  },
  {
    title: "a-volume-that-another-node-has-explains-its-virtual-machine",
    name: "gpu",
    verdict: "degraded",
    path: ["gpu", "gpu", "virt-launcher-gpu-abcde", "compute"],
    says: /ContainerCreating: not created: volume pv-6 is not available \(volumes: PersistentVolumeClaim gpu-root\)/,
  },
  {
    title: "a-node-that-does-not-detach-a-volume-explains-a-virtual-machine-on-another-node",
    name: "gpu",
    verdict: "degraded",
    path: ["gpu", "gpu", "virt-launcher-gpu-abcde", "csi-1"],
    says: /unmap failed: device is busy; the volume is still attached to node worker-9/,
  },
  {
    title: "a-volume-in-use-on-another-node-explains-its-virtual-machine",
    name: "gpu",
    verdict: "degraded",
    path: ["gpu", "gpu", "virt-launcher-gpu-abcde", "compute"],
    says: /ContainerCreating: not created: volume pv-6 is not available \(volumes: PersistentVolumeClaim gpu-root\)/,
  },
  {
    title: "a-volume-of-another-mode-explains-its-virtual-machine",
    name: "gpu",
    verdict: "degraded",
    path: ["gpu", "gpu", "virt-launcher-gpu-abcde", "compute"],
    says: /ContainerCreating: not created/,
  },
  {
    title: "a-csi-driver-that-is-not-registered-on-its-node-explains-a-virtual-machine",
    name: "shop",
    verdict: "degraded",
    path: ["shop", "shop", "virt-launcher-shop-abcde", "worker-2"],
    says: /CSI driver openshift-storage\.rbd\.csi\.ceph\.com is not registered on this node/,
  },
  {
    title: "a-csi-pod-that-crashes-on-its-node-explains-a-virtual-machine",
    name: "shop",
    verdict: "degraded",
    path: ["shop", "shop", "virt-launcher-shop-abcde", "csi-rbdplugin-t5w9c", "csi-rbdplugin"],
    says: /CrashLoopBackOff \(exit 1, 12 restarts\)/,
  },
  {
    title: "a-virtual-machine-that-is-paused-by-an-io-error-is-degraded",
    name: "mail",
    verdict: "degraded",
    path: ["mail"],
    says: /low-level IO error detected; the guest had an I\/O error at volume root \(PersistentVolumeClaim mail-root\)/,
  },
  {
    title: "a-virtual-machine-that-is-paused-by-an-io-error-is-degraded",
    kind: machineInstances,
    name: "mail",
    verdict: "degraded",
    path: ["mail"],
    says: /the guest had an I\/O error at volume root \(PersistentVolumeClaim mail-root\)/,
  },
  {
    title: "a-virtual-machine-whose-volume-is-full-is-degraded",
    name: "log",
    verdict: "degraded",
    path: ["log"],
    says: /no space is left on volume data \(PersistentVolumeClaim log-data\)/,
  },
  {
    title: "a-virtual-machine-that-was-paused-by-an-io-error-hours-ago-is-degraded",
    name: "log",
    verdict: "degraded",
    path: ["log"],
    says: /no event names the volume \(PersistentVolumeClaims: log-root, log-data\)/,
  },
  {
    title: "a-virtual-machine-with-one-claim-was-paused-by-an-io-error-hours-ago",
    name: "mail",
    verdict: "degraded",
    path: ["mail"],
    says: /no event names the volume \(PersistentVolumeClaims: mail-root\)/,
  },
  {
    title: "an-importer-that-fails-explains-its-data-volume",
    kind: volumes,
    name: "win",
    verdict: "degraded",
    path: ["win", "win", "importer-win", "importer"],
    says: /403 Forbidden/,
  },
  {
    title: "a-transfer-that-reports-an-error-explains-its-virtual-machine",
    name: "web",
    verdict: "degraded",
    path: ["web", "web-root"],
    says: /got 404\. Status: 404 Not Found/,
  },
  {
    title: "a-stopped-virtual-machine-whose-volumes-must-be-recovered-is-degraded",
    name: "erp",
    verdict: "degraded",
    path: ["erp"],
    says: /ManualRecoveryRequired: VMI was removed or was final during the volume migration/,
  },
  {
    title: "a-virtual-machine-that-fails-to-start-has-the-event-of-its-last-instance",
    name: "gpu",
    verdict: "degraded",
    path: ["gpu"],
    says: /CrashLoopBackOff: 7 starts failed one after another/,
  },
  {
    title: "virt-handler-crashes-on-the-node-where-a-virtual-machine-starts",
    name: "late",
    verdict: "degraded",
    path: ["late", "late", "virt-handler-9afc6", "virt-handler"],
    says: /CrashLoopBackOff \(exit 1, 9 restarts\)/,
  },
  {
    title: "no-virt-controller-is-ready-to-end-the-deletion-of-a-virtual-machine",
    name: "gone",
    verdict: "degraded",
    path: ["gone", "virt-controller-1", "virt-controller"],
    says: /CrashLoopBackOff \(exit 2, 15 restarts\)/,
  },
  {
    title: "a-stop-that-was-requested-an-hour-ago-is-not-carried-out",
    name: "legacy",
    verdict: "degraded",
    path: ["legacy", "virt-controller-1", "virt-controller"],
    says: /CrashLoopBackOff \(exit 2, 15 restarts\)/,
  },
  {
    title: "a-virtual-machine-that-does-not-follow-its-run-strategy-is-degraded",
    name: "pos",
    verdict: "degraded",
    path: ["pos"],
    says: /a start was requested, and virt-controller has not carried it out/,
  },
  {
    title: "a-virtual-machine-that-is-not-synchronized-for-an-hour-is-degraded",
    name: "cam",
    verdict: "degraded",
    path: ["cam"],
    says: /failed to attach host device/,
  },
  {
    title: "a-provisioner-that-fails-explains-its-virtual-machine",
    name: "crm",
    verdict: "degraded",
    path: ["crm", "crm-root"],
    says: /Pending: not bound to a volume of storage class ceph/,
  },
  {
    title: "a-disk-that-is-imported-for-two-days-explains-its-virtual-machine",
    name: "web",
    verdict: "degraded",
    path: ["web", "web-root"],
    says: /ImportInProgress: 3\.12% transferred/,
  },
  {
    title: "a-virtual-machine-whose-disk-is-imported-is-on-its-way",
    name: "web",
    verdict: "progressing",
    path: ["web", "web-root"],
    says: /ImportInProgress: 42\.00% transferred/,
  },
  {
    title: "a-copy-without-its-source-explains-its-virtual-machine",
    name: "web",
    verdict: "degraded",
    path: ["web", "web-root"],
    says: /The source pvc fedora doesn't exist/,
  },
  {
    title: "a-virtual-machine-that-has-waited-two-days-for-a-data-volume-that-does-not-exist-is-degraded",
    name: "web",
    verdict: "degraded",
    path: ["web"],
    says: /Provisioning: it takes too long, and no DataVolume that was read explains it/,
  },
  {
    title: "a-virtual-machine-that-has-waited-two-days-for-a-claim-is-degraded",
    name: "db",
    verdict: "degraded",
    path: ["db"],
    says: /WaitingForVolumeBinding: it takes too long: PersistentVolumeClaim db-data is not bound/,
  },
  {
    title: "a-virtual-machine-that-has-migrated-for-two-days-without-a-migration-is-degraded",
    name: "crm",
    verdict: "degraded",
    path: ["crm"],
    says: /Migrating: it takes too long, and no VirtualMachineInstanceMigration that was read explains it/,
  },
  {
    title: "a-migration-of-two-days-explains-its-virtual-machine",
    name: "crm",
    verdict: "degraded",
    path: ["crm", "move-crm"],
    says: /Running: it takes too long/,
  },
  {
    title: "a-claim-that-is-not-bound-explains-a-hotplugged-volume",
    kind: machineInstances,
    name: "hp",
    verdict: "degraded",
    path: ["hp", "hp-extra"],
    says: /Pending: not bound to a volume of storage class ceph/,
  },
  {
    title: "a-hotplugged-volume-that-is-being-mounted-is-on-its-way",
    kind: machineInstances,
    name: "hp",
    verdict: "progressing",
    path: ["hp"],
    says: /hotplugged volume extra is not attached yet/,
  },
  {
    title: "a-pod-that-attaches-no-volume-explains-its-virtual-machine",
    name: "files",
    verdict: "degraded",
    path: ["files", "files", "hp-volume-kx2zz", "hotplug-disk"],
    says: /container hotplug-disk in ContainerCreating: not created.*PersistentVolumeClaim files-extra/,
  },
  {
    title: "a-guest-without-its-mounted-volume-explains-its-virtual-machine",
    kind: machineInstances,
    name: "files",
    verdict: "degraded",
    path: ["files"],
    says: /hotplugged volume extra is not attached yet: Volume extra has been mounted in virt-launcher pod/,
  },
  {
    title: "a-storage-profile-without-an-access-mode-explains-its-virtual-machine",
    name: "web",
    verdict: "degraded",
    path: ["web", "web-root"],
    says: /ErrClaimNotValid: PVC spec is missing accessMode and cannot get access mode from StorageProfile nfs/,
  },
  {
    title: "an-importer-below-a-temporary-claim-is-killed-for-its-memory",
    kind: volumes,
    name: "win",
    verdict: "degraded",
    path: ["win", "win", "prime-pvc-4", "importer-prime-pvc-4", "importer"],
    says: /CrashLoopBackOff \(OOMKilled, exit 137, 9 restarts\)/,
  },
  {
    title: "a-volume-waits-for-the-first-consumer-that-a-stopped-machine-is-not",
    kind: volumes,
    name: "web-root",
    verdict: "progressing",
    path: ["web-root"],
    says: /WaitForFirstConsumer: waits for its first consumer/,
  },
  {
    title: "a-virtual-machine-whose-disk-waits-for-an-upload-for-two-days-is-on-its-way",
    name: "web",
    verdict: "progressing",
    path: ["web", "web-root"],
    says: /UploadReady: waits for an upload/,
  },
  {
    title: "a-disk-that-another-process-uses-explains-its-virtual-machine",
    name: "erp",
    verdict: "degraded",
    path: ["erp", "erp", "virt-launcher-erp-x7k2p", "compute"],
    says: /container compute in Error \(exit 1\)/,
  },
  {
    title: "a-disk-that-another-process-uses-explains-its-virtual-machine",
    kind: machineInstances,
    name: "erp",
    verdict: "degraded",
    path: ["erp", "virt-launcher-erp-x7k2p", "compute"],
    says: /container compute in Error \(exit 1\)/,
  },
  {
    title: "an-export-waits-for-a-claim-that-a-virtual-machine-uses",
    kind: vmExports,
    name: "disk",
    verdict: "progressing",
    path: ["disk"],
    says: /InUse: PersistentVolumeClaim shop\/db-root is in use; VirtualMachineInstance db, Pod backup uses? it/,
  },
  {
    title: "a-volume-on-a-cordoned-node-explains-its-virtual-machine",
    name: "db",
    verdict: "degraded",
    path: ["db"],
    says: /volume pv-15 \(PersistentVolumeClaim db-root\) is on node worker-1, which is cordoned/,
  },
  {
    title: "an-export-of-a-claim-that-does-not-exist",
    kind: vmExports,
    name: "db-disk",
    verdict: "degraded",
    path: ["db-disk"],
    says: /PVCNotFound: PersistentVolumeClaim shop\/db-root not found/,
  },
  {
    title: "an-export-of-a-virtual-machine-that-does-not-exist",
    kind: vmExports,
    name: "db-copy",
    verdict: "degraded",
    path: ["db-copy"],
    says: /VMNotFound: Virtual Machine shop\/db not found/,
  },
  {
    title: "a-lost-node-explains-its-virtual-machine",
    name: "erp",
    verdict: "degraded",
    path: ["erp", "erp", "virt-launcher-erp-x7k2p", "worker-1"],
    says: /Kubelet stopped posting node status/,
  },
  {
    title: "a-launcher-that-no-node-takes-explains-its-virtual-machine",
    name: "gpu",
    verdict: "degraded",
    path: ["gpu"],
    says: /3 Insufficient devices\.kubevirt\.io\/kvm/,
  },
  {
    title: "a-launcher-that-does-not-end-explains-its-virtual-machine",
    name: "old",
    verdict: "degraded",
    path: ["old", "old", "virt-launcher-old-zzz"],
    says: /Terminating/,
  },
  {
    title: "a-launcher-that-ended-within-the-hour-and-is-still-there-explains-its-virtual-machine",
    name: "old",
    verdict: "degraded",
    path: ["old", "old", "virt-launcher-old-zzz"],
    says: /Terminating/,
  },
  {
    title: "a-migration-that-failed-gives-the-reason-of-its-state",
    kind: migrations,
    name: "move-crm",
    verdict: "degraded",
    path: ["move-crm"],
    says: /Failed: Live migration failed .*Connection reset by peer/,
  },
  {
    title: "a-target-that-no-node-takes-explains-its-migration",
    kind: migrations,
    name: "kubevirt-evacuation-x7x2p",
    verdict: "degraded",
    path: ["kubevirt-evacuation-x7x2p", "virt-launcher-db-tgt99"],
    says: /2 node\(s\) didn't match Pod's node affinity/,
  },
  {
    title: "a-drain-shuts-down-virtual-machines-that-do-not-migrate",
    kind: nodes,
    name: "worker-1",
    verdict: "progressing",
    path: ["worker-1"],
    says: /Cordoned: no new pods are scheduled/,
  },
  {
    title: "a-virtual-machine-that-another-controller-is-to-move-holds-a-drain",
    kind: nodes,
    name: "worker-1",
    verdict: "progressing",
    path: ["worker-1"],
    says: /Cordoned: no new pods are scheduled; 1 virtual machine is to leave it/,
  },
  {
    title: "a-bundle-that-expired-explains-its-virtual-machine",
    name: "web",
    verdict: "degraded",
    path: ["web", "virt-api-mutator"],
    says: /no certificate in its caBundle is valid \(2 expired\), so the API server does not accept that of webhook virtualmachineinstances-create-mutator\.kubevirt\.io of KubeVirt/,
  },
  {
    title: "a-bundle-that-expired-explains-its-virtual-machine",
    kind: mutatingWebhooks,
    name: "virt-api-mutator",
    verdict: "degraded",
    path: ["virt-api-mutator"],
    says: /InvalidCertificate: no certificate in its caBundle is valid \(2 expired\), so writes fail/,
  },
  {
    title: "a-webhook-whose-certificate-is-refused-explains-the-instance-of-a-virtual-machine",
    name: "web",
    verdict: "degraded",
    path: ["web", "web", "kubemacpool-mutator"],
    says: /webhook mutatepods\.kubemacpool\.io of NetworkAddonsConfig serves a certificate that the API server does not accept \(x509: certificate signed by unknown authority\), though its caBundle has a valid one/,
  },
  {
    title: "a-webhook-that-serves-a-certificate-of-another-authority-explains-a-data-volume",
    kind: volumes,
    name: "win",
    verdict: "degraded",
    path: ["win", "cdi-api-pvc-mutate"],
    says: /webhook pvc-mutate\.cdi\.kubevirt\.io of CDI serves a certificate that the API server does not accept/,
  },
  {
    title: "a-namespace-holds-pods-without-finalizers",
    kind: namespaces,
    name: "shop",
    verdict: "degraded",
    path: ["shop"],
    says: /Some resources are remaining: pods\. has 2 resource instances/,
  },
  {
    title: "a-webhook-refuses-to-delete-what-a-namespace-holds",
    kind: namespaces,
    name: "shop",
    verdict: "degraded",
    path: ["shop"],
    says: /admission webhook "kubevirt-validator\.kubevirt\.io" denied the request/,
  },
  {
    title: "the-service-of-a-webhook-is-deleted-with-its-namespace",
    kind: namespaces,
    name: "kubevirt",
    verdict: "degraded",
    path: ["kubevirt"],
    says: /failed calling webhook "kubevirt-validator\.kubevirt\.io"/,
  },
  {
    title: "a-config-map-that-lacks-the-authority-of-its-source-explains-its-data-volume",
    kind: volumes,
    name: "win",
    verdict: "degraded",
    path: ["win"],
    says: /the importer does not accept the certificate of images\.internal .*: ConfigMap images-ca, its certConfigMap, lacks the authority/,
  },
  {
    title: "a-source-of-an-unknown-authority-without-a-config-map-explains-its-virtual-machine",
    name: "win",
    verdict: "degraded",
    path: ["win", "win"],
    says: /the importer does not accept the certificate of images\.internal .*: the DataVolume names no certConfigMap/,
  },
  {
    title: "a-restore-that-has-waited-two-days-for-its-claims-is-degraded",
    kind: restores,
    name: "crm-monday",
    verdict: "degraded",
    path: ["crm-monday"],
    says: /Waiting for new PVCs: it takes too long/,
  },
  {
    title: "an-admission-policy-refuses-the-pods-of-a-deployment",
    kind: deployments,
    name: "web",
    verdict: "unavailable",
    path: ["web"],
    says: /ValidatingAdmissionPolicy 'images\.example\.com' with binding 'images-shop' denied request/,
  },
  {
    title: "an-evacuation-whose-target-no-node-takes-explains-the-instance",
    kind: machineInstances,
    name: "crm",
    verdict: "degraded",
    path: ["crm", "kubevirt-evacuation-a", "virt-launcher-crm-target"],
    says: /Unschedulable: 0\/3 nodes are available/,
  },
  {
    title: "an-evacuation-that-failed-explains-the-instance",
    kind: machineInstances,
    name: "crm",
    verdict: "degraded",
    path: ["crm", "kubevirt-evacuation-b"],
    says: /guest CPU doesn't match specification/,
  },
  {
    title: "a-change-of-cpus-whose-target-no-node-takes-explains-the-instance",
    kind: machineInstances,
    name: "crm",
    verdict: "degraded",
    path: ["crm", "kubevirt-workload-update-a", "virt-launcher-crm-target"],
    says: /Unschedulable: 0\/3 nodes are available/,
  },
];

const healthyTwins: readonly (readonly [title: string, name: string, verdict: string, kind?: Kind])[] = [
  ["a-pod-that-attaches-a-volume-for-a-minute-is-on-its-way", "files", "progressing"],
  ["a-storage-profile-lacked-an-access-mode-before", "web", "progressing"],
  ["an-importer-below-a-temporary-claim-runs-again", "win", "progressing", volumes],
  ["a-data-volume-is-filled-after-its-source-was-not-trusted", "win", "progressing", volumes],
  ["a-namespace-that-was-deleted-a-minute-ago-still-holds-pods", "shop", "progressing", namespaces],
  ["a-restore-that-waits-until-a-user-stops-its-virtual-machine-is-on-its-way", "crm-monday", "progressing", restores],
  ["a-virtual-machine-whose-disk-is-imported-is-on-its-way", "web", "progressing"],
  ["a-virtual-machine-whose-migration-began-within-the-day-is-on-its-way", "crm", "progressing"],
  ["a-virtual-machine-whose-disk-waits-for-an-upload-for-two-days-is-on-its-way", "web", "progressing"],
  ["a-virtual-machine-that-was-started-again-within-the-day-is-on-its-way", "web", "progressing"],
  ["a-virtual-machine-whose-volume-another-node-had-is-healthy", "gpu", "healthy"],
  ["a-virtual-machine-whose-volume-is-detached-from-another-node-is-on-its-way", "gpu", "progressing"],
  ["a-virtual-machine-with-a-block-volume-is-healthy", "gpu", "healthy"],
  ["a-virtual-machine-that-follows-its-run-strategy-is-healthy", "pos", "healthy"],
  ["a-virtual-machine-that-is-not-synchronized-for-a-minute-is-progressing", "cam", "progressing"],
  ["a-virtual-machine-whose-provisioner-failed-before-is-healthy", "crm", "healthy"],
  ["a-virtual-machine-on-a-node-that-reports-is-healthy", "erp", "healthy"],
  ["a-virtual-machine-whose-csi-driver-is-registered-is-healthy", "shop", "healthy"],
  ["a-virtual-machine-that-a-user-paused-is-healthy", "mail", "healthy"],
  ["one-of-two-virt-controllers-crashes-while-a-virtual-machine-starts", "late", "progressing"],
  ["a-virtual-machine-that-starts-again-after-one-failure-is-on-its-way", "gpu", "progressing"],
  ["a-stopped-virtual-machine-whose-volumes-were-recovered-is-healthy", "erp", "healthy"],
  ["a-virtual-machine-that-stops-in-its-time-is-on-its-way", "old", "progressing"],
  ["a-running-virtual-machine-had-a-certificate-refused-and-the-bundle-expired", "web", "healthy"],
  [
    "a-webhook-that-serves-a-certificate-of-another-authority-explains-a-data-volume",
    "cdi-api-pvc-mutate",
    "healthy",
    mutatingWebhooks,
  ],
  ["an-instance-that-leaves-its-node-in-time-is-on-its-way", "crm", "progressing", machineInstances],
  ["an-instance-whose-change-of-cpus-waits-for-a-user-is-healthy", "crm", "healthy", machineInstances],
  ["an-instance-whose-migration-failed-days-ago-is-healthy", "crm", "healthy", machineInstances],
  ["an-evacuation-whose-earlier-migration-failed-weeks-ago-is-healthy", "crm", "healthy", machineInstances],
  ["a-change-of-cpus-after-a-migration-failed-is-healthy", "crm", "healthy", machineInstances],
];

function reportOn(title: string, name: string, kind: Kind = machines): PrintedReport {
  const scope = { namespace: "shop", wanted: [{ kind, name }] };
  const { snapshot } = readAsCluster(readManifests(title, "named-causes"), scope);
  return aggregateAndPrint(snapshot, scope);
}

describe.for(cases)("$title: $name", ({ title, kind, name, verdict, path, says }) => {
  test("its verdict, and the path and words of its first cause", () => {
    const [root] = reportOn(title, name, kind).roots;
    const [cause] = root?.causes ?? [];
    expect({ verdict: root?.verdict, path: cause?.path }).toEqual({ verdict, path });
    expect(cause?.text).toMatch(says);
  });

  test("its first screen at 80 columns", async () => {
    const text = renderFirstText(reportOn(title, name, kind), { width: 80 });
    await expect(text).toMatchFileSnapshot(`golden/named-causes/${title}-${(kind ?? machines).kind}.txt`);
  });
});

/** The first cause of the root that `options` request, in a Report over these objects as a file holds them. */
function firstCause(objects: readonly Manifest[], options: AggregateOptions): PrintedCause | undefined {
  return reportOf(objects, options).roots[0]?.causes[0];
}

describe("the volume that another node has", () => {
  const manifests = readManifests("a-volume-that-another-node-has-explains-its-virtual-machine", "named-causes");
  const options = { namespace: "shop", wanted: [{ kind: machines, name: "gpu" }] };
  const detachError = { message: "no such VM" };
  const attachment = (nodeName: string, metadata: Manifest, status: Manifest): Manifest => ({
    apiVersion: "storage.k8s.io/v1",
    kind: "VolumeAttachment",
    metadata: { name: "csi-1", uid: "va", ...metadata },
    spec: { attacher: "rbd.csi.ceph.com", nodeName, source: { persistentVolumeName: "pv-6" } },
    status: { attached: true, ...status },
  });
  const deleted = { deletionTimestamp: "2026-11-21T08:01:00Z", finalizers: ["external-attacher/rbd-csi-ceph-com"] };
  const justDeleted = { ...deleted, deletionTimestamp: "2026-11-21T11:57:58Z" };

  test("names the attachment there whose deletion fails", () => {
    const cause = firstCause([...manifests, attachment("worker-9", deleted, { detachError })], options);
    expect(cause?.path.at(-1)).toBe("csi-1");
    expect(cause?.text).toContain("no such VM; the volume is still attached to node worker-9");
    expect(cause?.next[0]?.command).toBe("kubectl describe volumeattachment.storage.k8s.io csi-1");
  });

  test("names the attachment there whose deletion takes minutes without an error", () => {
    const cause = firstCause([...manifests, attachment("worker-9", deleted, {})], options);
    expect(cause?.path.at(-1)).toBe("csi-1");
  });

  test.for([
    ["in use there", attachment("worker-9", {}, {})],
    ["of the same node", attachment("worker-2", deleted, { detachError })],
    ["whose deletion began seconds ago", attachment("worker-9", justDeleted, {})],
    ["in use there with an old error", attachment("worker-9", {}, { detachError })],
  ] as const)("does not name an attachment %s", ([, other]) => {
    expect(firstCause([...manifests, other], options)?.path.at(-1)).toBe("compute");
  });

  test("does not name an attachment where the newest event is about the mount of the volume", () => {
    const mount = {
      ...manifests.at(-1),
      reason: "FailedMount",
      message: 'MountVolume.SetUp failed for volume "pv-6" : server 10.0.0.1 timed out',
    };
    const attached = [...manifests.slice(0, -1), mount, attachment("worker-9", deleted, { detachError })];
    expect(firstCause(attached, options)?.path.at(-1)).toBe("compute");
  });

  test("names the attachment where the kubelet has reported a timeout since then", () => {
    const timeout = {
      ...manifests.at(-1),
      metadata: { name: "later", namespace: "shop" },
      reason: "FailedMount",
      message:
        "Unable to attach or mount volumes: unmounted volumes=[data], unattached volumes=[]: context deadline exceeded",
      lastTimestamp: "2026-11-21T11:59:30Z",
    };
    const cause = firstCause([...manifests, timeout, attachment("worker-9", deleted, { detachError })], options);
    expect(cause?.path.at(-1)).toBe("csi-1");
  });

  test.for([
    { what: "whose deletion fails", kept: attachment("worker-9", deleted, { detachError }), last: "csi-1" },
    { what: "that is in use", kept: attachment("worker-9", {}, {}), last: "compute" },
  ])("a cluster is asked for the attachments, and names only one $what", ({ kept, last }) => {
    const { snapshot, queries } = readAsCluster([...manifests, kept], options);
    expect(aggregateAndPrint(snapshot, options).roots[0]?.causes[0]?.path.at(-1)).toBe(last);
    expect(queries.flat().filter(({ plural }) => plural === "volumeattachments")).toHaveLength(1);
  });

  test("a cluster is not asked for the attachments where the newest event is about something else", () => {
    const otherEvent = { ...manifests.at(-1), reason: "FailedCreatePodSandBox", message: "no IP address" };
    const { queries } = readAsCluster([...manifests.slice(0, -1), otherEvent], options);
    expect(queries.flat().filter(({ plural }) => plural === "volumeattachments")).toEqual([]);
  });

  test("is not named where the newest event is about the network of the pod", () => {
    const network = {
      ...manifests.at(-1),
      metadata: { name: "later", namespace: "shop" },
      reason: "FailedCreatePodSandBox",
      message: "no IP address",
      lastTimestamp: "2026-11-21T11:59:00Z",
    };
    const cause = firstCause([...manifests, network], options);
    expect(cause?.text).toContain("its network, its image or a volume is not available");
  });
});

describe("a volume on a node that takes no pods", () => {
  const manifests = readManifests("a-volume-on-a-cordoned-node-explains-its-virtual-machine", "named-causes");
  const scope = { namespace: "shop", wanted: [{ kind: machines, name: "db" }] };
  const withNode = (fields: Manifest): readonly Manifest[] =>
    manifests.map((each) => (each["kind"] === "Node" ? { ...each, ...fields } : each));
  const labels = { "kubernetes.io/hostname": "worker-1" };
  const renamed = withNode({ metadata: { name: "ip-10-0-0-1", uid: "n-1", labels } });

  test("is named by the name of its Node, not by that of its host", () => {
    const cause = firstCause(renamed, scope);
    expect(cause?.text).toContain("is on node ip-10-0-0-1, which is cordoned");
    expect(cause?.next[0]?.command).toBe("kubectl describe node ip-10-0-0-1");
  });

  test("is found on a cluster by the label with its host", () => {
    const { snapshot, waves } = readAsCluster(renamed, scope);
    expect(waves.flat()).toContain("list Node with kubernetes.io/hostname=worker-1");
    const [cause] = aggregateAndPrint(snapshot, scope).roots[0]?.causes ?? [];
    expect(cause?.text).toContain("is on node ip-10-0-0-1");
  });

  test("is named after many other volumes of a file", () => {
    const others = ["a", "b", "c", "d"].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
    const root = { name: "root", persistentVolumeClaim: { claimName: "db-root" } };
    const spec = { runStrategy: "Always", template: { spec: { domain: {}, volumes: [...others, root] } } };
    const many = manifests.map((each) => (each["kind"] === "VirtualMachine" ? { ...each, spec } : each));
    const cause = firstCause(many, scope);
    expect(cause?.text).toContain("volume pv-15 (PersistentVolumeClaim db-root) is on node worker-1");
  });

  test.for([
    ["that takes pods", withNode({ spec: {} })],
    ["whose readiness is not known", withNode({ spec: {}, status: { conditions: [] } })],
    ["that only has the name of the host", withNode({ metadata: { name: "worker-1", uid: "n-1" } })],
  ] as const)("is not named on a node %s", ([, objects]) => {
    const cause = firstCause(objects, scope);
    expect(cause?.text).toContain("0/3 nodes are available");
    expect(cause?.text).not.toContain("is on node");
    expect(cause?.next.map(({ command }) => command).join("\n")).not.toContain("node worker-1");
  });
});

test("an event about a guest that ended minutes later is not shown", () => {
  const manifests = readManifests("a-disk-that-another-process-uses-explains-its-virtual-machine", "named-causes");
  const earlier = manifests.map((each) => ({
    ...each,
    ...(each["kind"] === "Event" && { lastTimestamp: "2026-11-21T11:52:00Z" }),
  }));
  const scope = { namespace: "shop", wanted: [{ kind: machines, name: "erp" }] };
  const report = aggregateAndPrint(readAsCluster(earlier, scope).snapshot, scope);
  expect(renderFirstText(report, { width: 80 })).not.toContain("event");
});

test.for(["VirtualMachine", "VirtualMachineInstance"])(
  "an event about a guest is not shown below the lost node of a %s",
  (kind) => {
    const title = "a-lost-node-explains-its-virtual-machine";
    const instance = readManifests(title, "named-causes").find((each) => each["kind"] === "VirtualMachineInstance");
    const event = {
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: "erp.1", namespace: "shop" },
      involvedObject: {
        ...(instance?.["metadata"] as Manifest),
        kind: "VirtualMachineInstance",
        apiVersion: "kubevirt.io/v1",
      },
      type: "Warning",
      reason: "SyncFailed",
      message: "server error. command SyncVMI failed",
      lastTimestamp: "2026-11-21T05:10:00Z",
    };
    const wanted = kind === "VirtualMachine" ? machines : machineInstances;
    const scope = { namespace: "shop", wanted: [{ kind: wanted, name: "erp" }] };
    const manifests = [...readManifests(title, "named-causes"), event];
    const report = aggregateAndPrint(readAsCluster(manifests, scope).snapshot, scope);
    expect(report.roots[0]?.causes[0]?.events).toEqual([]);
  },
);

test("a root is degraded since its Ready is False, although its cause is younger", () => {
  const [root] = reportOn("a-missing-default-class-explains-its-virtual-machine", "web").roots;
  expect(root).toMatchObject({ verdict: "degraded", since: "2026-11-19T08:00:00Z" });
});

describe.for(healthyTwins)("%s", ([title, name, verdict, kind]) => {
  test("it is no fault", () => {
    expect(reportOn(title, name, kind).roots[0]?.verdict).toBe(verdict);
  });
});

describe("what an object names is requested", () => {
  const machine = (claims: number): Manifest => ({
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachine",
    metadata: { name: "big", namespace: "shop", uid: "big" },
    spec: {
      template: {
        spec: {
          volumes: Array.from({ length: claims }, (_, index) => ({
            persistentVolumeClaim: { claimName: `disk-${index}` },
          })),
        },
      },
    },
    status: { printableStatus: "Provisioning", conditions: [condition("Ready", "False", "VMINotExists")] },
  });
  const scope = { namespace: "shop", wanted: [{ kind: machines, name: "big" }] };
  const requests = (claims: number): readonly string[] =>
    readAsCluster([machine(claims)], scope)
      .waves.slice(1)
      .flat();

  test("by its name, where a virtual machine has few volumes", () => {
    expect(requests(2)).toEqual([
      "get PersistentVolumeClaim disk-0 in shop",
      "get PersistentVolumeClaim disk-1 in shop",
      "get VirtualMachineInstance big in shop",
      "list Pod with kubevirt.io=virt-controller",
      "list Event in shop",
    ]);
  });

  test("by one list, where it has 60", () => {
    expect(requests(60)).toEqual([
      "list PersistentVolumeClaim in shop",
      "get VirtualMachineInstance big in shop",
      "list Pod with kubevirt.io=virt-controller",
      "list Event in shop",
    ]);
  });

  test.for([
    ["names itself", ["first"]],
    ["names another one that names it", ["first", "second"]],
  ] as const)("once, where a claim %s", ([, names]) => {
    const claimsInACircle = names.map((name, place): Manifest => {
      const named = names[(place + 1) % names.length];
      return {
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        metadata: {
          name,
          namespace: "shop",
          uid: name,
          annotations: { "cdi.kubevirt.io/storage.populator.pvcPrime": named },
        },
        spec: { storageClassName: "fast" },
        status: { phase: "Pending" },
      };
    });
    const { snapshot, waves } = readAsCluster(claimsInACircle, {
      namespace: "shop",
      wanted: [{ kind: claims, name: "first" }],
    });
    const requested = waves.flat().filter((each) => each.startsWith("get PersistentVolumeClaim"));
    expect(new Set(requested)).toEqual(new Set(names.map((name) => `get PersistentVolumeClaim ${name} in shop`)));
    expect(
      aggregateAndPrint(snapshot, { namespace: "shop", wanted: [{ kind: claims, name: "first" }] }).roots,
    ).toHaveLength(1);
  });

  test("an instance without a node names none", () => {
    const instance = {
      apiVersion: "kubevirt.io/v1",
      kind: "VirtualMachineInstance",
      metadata: { name: "big", namespace: "shop", uid: "big" },
      status: { phase: "Pending" },
    };
    const kind = { ...machines, kind: "VirtualMachineInstance", plural: "virtualmachineinstances" };
    const { waves } = readAsCluster([instance], { namespace: "shop", wanted: [{ kind, name: "big" }] });
    expect(waves.slice(1).flat()).toEqual(["list Pod in shop with kubevirt.io/created-by=big", "list Event in shop"]);
  });
});
