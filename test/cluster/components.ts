import { type ComponentStatus, fileRestore, kubeVirt, lifecycle, networkAddons, ssp } from "./component-status.ts";
import { type Fields, type Manifest, ownedBy, type Stored } from "./manifest.ts";
import { type ComponentName, type Release, versions } from "./versions.ts";

/** What differs from one component CR to the next, apart from its status. */
interface Traits {
  readonly apiVersion: string;
  readonly name: string;
  readonly namespaced: boolean;
  /** Value of the label app.kubernetes.io/component, on the CR and on everything its operator makes. */
  readonly label: string;
  readonly finalizers?: readonly string[];
  /** HCO is the controller of two kinds only; the others it finds by name. */
  readonly owned?: true;
  readonly spec: Fields;
}

const uninstallStrategy = "BlockUninstallIfWorkloadsExist";

const traits: Readonly<Record<ComponentName, Traits>> = {
  KubeVirt: {
    apiVersion: "kubevirt.io/v1",
    name: "kubevirt-kubevirt-hyperconverged",
    namespaced: true,
    label: "compute",
    finalizers: ["foregroundDeleteKubeVirt"],
    owned: true,
    spec: { configuration: { network: { defaultNetworkInterface: "masquerade" } }, uninstallStrategy },
  },
  CDI: {
    apiVersion: "cdi.kubevirt.io/v1beta1",
    name: "cdi-kubevirt-hyperconverged",
    namespaced: false,
    label: "storage",
    finalizers: ["operator.cdi.kubevirt.io"],
    spec: { config: { featureGates: ["HonorWaitForFirstConsumer"] }, uninstallStrategy },
  },
  NetworkAddonsConfig: {
    apiVersion: "networkaddonsoperator.network.kubevirt.io/v1",
    name: "cluster",
    namespaced: false,
    label: "network",
    spec: { kubeMacPool: {}, linuxBridge: {}, multus: {} },
  },
  AAQ: {
    apiVersion: "aaq.kubevirt.io/v1alpha1",
    name: "aaq-kubevirt-hyperconverged",
    namespaced: false,
    label: "quota-management",
    finalizers: ["operator.aaq.kubevirt.io"],
    spec: { imagePullPolicy: "IfNotPresent", priorityClass: "kubevirt-cluster-critical" },
  },
  MigController: {
    apiVersion: "migrations.kubevirt.io/v1alpha1",
    name: "migcontroller-kubevirt-hyperconverged",
    namespaced: true,
    label: "migration",
    spec: { imagePullPolicy: "IfNotPresent" },
  },
  FileRestoreOperator: {
    apiVersion: "filerestore.kubevirt.io/v1alpha1",
    name: "vm-file-restore-kubevirt-hyperconverged",
    namespaced: true,
    label: "vm-file-restore",
    owned: true,
    spec: { imagePullPolicy: "IfNotPresent" },
  },
  SSP: {
    apiVersion: "ssp.kubevirt.io/v1beta3",
    name: "ssp-kubevirt-hyperconverged",
    namespaced: true,
    label: "schedule",
    spec: { commonTemplates: { namespace: "openshift" }, templateValidator: { replicas: 2 } },
  },
};

/** The component CR that HCO of a release creates. Without `status` its operator has not reconciled it yet. */
export function component(
  name: ComponentName,
  release: Release,
  hyperConverged: Stored,
  status?: ComponentStatus,
): Manifest {
  const { apiVersion, name: objectName, namespaced, label, finalizers, owned, spec } = traits[name];
  return {
    apiVersion,
    kind: name,
    metadata: {
      name: objectName,
      ...(namespaced ? { namespace: hyperConverged.metadata.namespace ?? "" } : {}),
      labels: {
        app: "kubevirt-hyperconverged",
        "app.kubernetes.io/component": label,
        "app.kubernetes.io/managed-by": "hco-operator",
        "app.kubernetes.io/part-of": "hyperconverged-cluster",
        "app.kubernetes.io/version": release,
      },
      ...(finalizers === undefined ? {} : { finalizers }),
      ...(owned ? { ownerReferences: [ownedBy(hyperConverged)] } : {}),
    },
    spec,
    ...(status === undefined ? {} : { status }),
  };
}

/** The status of a component that has nothing to complain of since `at`. */
export function readyStatus(name: ComponentName, release: Release, at: string): ComponentStatus {
  const version = versions[release][name];
  switch (name) {
    case "KubeVirt":
      return kubeVirt.ready(version, at);
    case "CDI":
    case "AAQ":
    case "MigController":
      return lifecycle.deployed(version, at);
    case "NetworkAddonsConfig":
      return networkAddons.ready(version, at);
    case "FileRestoreOperator":
      return fileRestore.ready(version, at);
    case "SSP":
      return ssp.ready(version, at);
  }
}
