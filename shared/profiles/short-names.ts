import type { Resource } from "../model/resource.ts";
import { guessPlural } from "../model/resource-name.ts";

/**
 * The names of kinds that operators define, for input without their definitions. From the CRDs of operator-framework/api,
 * openshift/api, kubevirt (virt-operator, components/crds.go), containerized-data-importer, kubernetes-nmstate,
 * network-attachment-definition-client, external-snapshotter, cert-manager, cluster-api, Argo, Flux, Tekton, KServe and the
 * Gateway API. A definition in the input takes precedence.
 */
export const definedResources: readonly Resource[] = [
  namespaced("operators.coreos.com", "ClusterServiceVersion", "csv csvs"),
  namespaced("operators.coreos.com", "Subscription", "sub subs"),
  namespaced("operators.coreos.com", "InstallPlan", "ip"),
  namespaced("operators.coreos.com", "CatalogSource", "catsrc"),
  namespaced("operators.coreos.com", "OperatorGroup", "og"),
  namespaced("operators.coreos.com", "OperatorCondition", "condition"),
  clusterScoped("config.openshift.io", "ClusterOperator", "co"),
  clusterScoped("config.openshift.io", "ClusterVersion", ""),
  clusterScoped("machineconfiguration.openshift.io", "MachineConfigPool", "mcp"),
  clusterScoped("machineconfiguration.openshift.io", "MachineConfig", "mc"),
  clusterScoped("machineconfiguration.openshift.io", "ContainerRuntimeConfig", "ctrcfg"),
  namespaced("machine.openshift.io", "MachineHealthCheck", "mhc mhcs"),
  namespaced("apps.openshift.io", "DeploymentConfig", "dc"),
  namespaced("build.openshift.io", "BuildConfig", "bc"),
  namespaced("image.openshift.io", "ImageStream", "is"),
  namespaced("kubevirt.io", "VirtualMachine", "vm vms"),
  namespaced("kubevirt.io", "VirtualMachineInstance", "vmi vmis"),
  namespaced("kubevirt.io", "VirtualMachineInstanceMigration", "vmim vmims"),
  namespaced("kubevirt.io", "VirtualMachineInstanceReplicaSet", "vmirs vmirss"),
  namespaced("pool.kubevirt.io", "VirtualMachinePool", "vmpool vmpools"),
  namespaced("snapshot.kubevirt.io", "VirtualMachineSnapshot", "vmsnapshot vmsnapshots"),
  namespaced("snapshot.kubevirt.io", "VirtualMachineRestore", "vmrestore vmrestores"),
  namespaced("clone.kubevirt.io", "VirtualMachineClone", "vmclone vmclones"),
  namespaced("export.kubevirt.io", "VirtualMachineExport", "vmexport vmexports"),
  namespaced("cdi.kubevirt.io", "DataVolume", "dv dvs"),
  namespaced("cdi.kubevirt.io", "DataImportCron", "dic dics"),
  namespaced("cdi.kubevirt.io", "DataSource", "das"),
  namespaced("k8s.cni.cncf.io", "NetworkAttachmentDefinition", "net-attach-def", "network-attachment-definitions"),
  clusterScoped("nmstate.io", "NodeNetworkConfigurationPolicy", "nncp"),
  clusterScoped("nmstate.io", "NodeNetworkConfigurationEnactment", "nnce"),
  clusterScoped("nmstate.io", "NodeNetworkState", "nns"),
  namespaced("snapshot.storage.k8s.io", "VolumeSnapshot", "vs"),
  clusterScoped("snapshot.storage.k8s.io", "VolumeSnapshotContent", "vsc vscs"),
  namespaced("cert-manager.io", "Certificate", "cert certs"),
  namespaced("cert-manager.io", "CertificateRequest", "cr crs"),
  namespaced("cluster.x-k8s.io", "Cluster", "cl"),
  namespaced("cluster.x-k8s.io", "Machine", "ma"),
  namespaced("cluster.x-k8s.io", "MachineDeployment", "md"),
  namespaced("cluster.x-k8s.io", "MachineSet", "ms"),
  namespaced("argoproj.io", "Application", "app apps"),
  namespaced("argoproj.io", "ApplicationSet", "appset appsets"),
  namespaced("argoproj.io", "Rollout", "ro"),
  namespaced("kustomize.toolkit.fluxcd.io", "Kustomization", "ks"),
  namespaced("helm.toolkit.fluxcd.io", "HelmRelease", "hr"),
  namespaced("tekton.dev", "PipelineRun", "pr prs"),
  namespaced("tekton.dev", "TaskRun", "tr trs"),
  namespaced("serving.kserve.io", "InferenceService", "isvc"),
  namespaced("gateway.networking.k8s.io", "Gateway", "gtw"),
];

function namespaced(group: string, kind: string, shortNames: string, plural: string = guessPlural(kind)): Resource {
  const names = { singular: kind.toLowerCase(), shortNames: shortNames === "" ? [] : shortNames.split(" ") };
  return { group, kind, plural, versions: [], namespaced: true, ...names };
}

function clusterScoped(...names: Parameters<typeof namespaced>): Resource {
  return { ...namespaced(...names), namespaced: false };
}
