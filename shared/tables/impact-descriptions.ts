// Compiled from impact.yaml by `npm run explanations`; edit that.
import type { ImpactDescription } from "../model/finding/impact.ts";

export const impactDescriptions: Readonly<Record<string, ImpactDescription>> = {
  "virt-api": {
    "does": "Serves the API of virtual machines: consoles, starting and stopping, and the webhooks that check each virtual machine and migration before it is stored.",
    "sources": [
      "https://github.com/kubevirt/monitoring/blob/main/docs/runbooks/NoReadyVirtAPI.md",
      "https://github.com/kubevirt/kubevirt/blob/main/pkg/virt-operator/resource/generate/components/webhooks.go"
    ]
  },
  "virt-controller": {
    "does": "Makes a pod for each virtual machine that is to run, drives migrations, and restarts virtual machines that failed or whose node is lost.",
    "sources": [
      "https://github.com/kubevirt/monitoring/blob/main/docs/runbooks/NoReadyVirtController.md",
      "https://github.com/kubevirt/kubevirt/blob/main/pkg/virt-controller/watch/node/node.go"
    ]
  },
  "virt-handler": {
    "does": "Starts, migrates and shuts down the virtual machines of its node, and reports their state. Five minutes after it stops, no virtual machine is scheduled to the node.",
    "sources": [
      "https://github.com/kubevirt/monitoring/blob/main/docs/runbooks/VirtHandlerDown.md",
      "https://github.com/kubevirt/monitoring/blob/main/docs/runbooks/NoReadyVirtHandler.md",
      "https://github.com/kubevirt/kubevirt/blob/main/pkg/virt-controller/watch/node/node.go"
    ]
  },
  "kubemacpool": {
    "does": "Gives each network interface of a virtual machine a MAC address that no other has. Its webhook is called for each virtual machine, except in namespaces that opted out.",
    "sources": [
      "https://github.com/kubevirt/monitoring/blob/main/docs/runbooks/KubemacpoolDown.md",
      "https://github.com/k8snetworkplumbingwg/kubemacpool/blob/main/config/release/kubemacpool.yaml"
    ]
  },
  "virt-template-validator": {
    "does": "Checks virtual machines against the template that they were made of. Its webhook is called for each one.",
    "sources": [
      "https://github.com/kubevirt/ssp-operator/blob/main/internal/operands/template-validator/resources.go"
    ]
  },
  "cdi-deployment": {
    "does": "Imports, clones and uploads disks into volumes, and keeps boot images up to date.",
    "sources": [
      "https://github.com/kubevirt/monitoring/blob/main/docs/runbooks/CDINotReady.md",
      "https://github.com/kubevirt/containerized-data-importer/tree/main/pkg/controller"
    ]
  },
  "cdi-apiserver": {
    "does": "Checks each DataVolume and DataImportCron before it is stored, and issues the tokens without which nothing can be uploaded.",
    "sources": [
      "https://github.com/kubevirt/containerized-data-importer/blob/main/pkg/operator/resources/cluster/apiserver.go",
      "https://github.com/kubevirt/containerized-data-importer/blob/main/doc/upload.md"
    ]
  },
  "cdi-uploadproxy": {
    "does": "Takes disks that are uploaded from outside the cluster.",
    "sources": [
      "https://github.com/kubevirt/containerized-data-importer/blob/main/doc/upload.md"
    ]
  },
  "virt-exportproxy": {
    "does": "Passes exported disks of virtual machines to clients outside the cluster.",
    "sources": [
      "https://github.com/kubevirt/kubevirt/blob/main/cmd/virt-exportproxy/virt-exportproxy.go"
    ]
  },
  "virt-operator": {
    "does": "Installs, repairs and upgrades KubeVirt, and renews its certificates, which are valid for a day by default.",
    "sources": [
      "https://github.com/kubevirt/monitoring/blob/main/docs/runbooks/NoReadyVirtOperator.md",
      "https://github.com/kubevirt/kubevirt/blob/main/pkg/virt-operator/resource/apply/certificates.go"
    ]
  },
  "cdi-operator": {
    "does": "Installs, repairs and upgrades CDI, and renews its certificates, which are valid for a day by default.",
    "sources": [
      "https://github.com/kubevirt/monitoring/blob/main/docs/runbooks/CDIOperatorDown.md",
      "https://github.com/kubevirt/containerized-data-importer/blob/main/pkg/operator/resources/cert/factory.go"
    ]
  },
  "cluster-network-addons-operator": {
    "does": "Installs, repairs and upgrades the network parts that virtual machines use.",
    "sources": [
      "https://github.com/kubevirt/monitoring/blob/main/docs/runbooks/CnaoDown.md"
    ]
  },
  "ssp-operator": {
    "does": "Installs, repairs and upgrades the common templates, the definitions of boot images, and the template validator.",
    "sources": [
      "https://github.com/kubevirt/monitoring/blob/main/docs/runbooks/SSPDown.md"
    ]
  },
  "hyperconverged-cluster-operator": {
    "does": "Makes the custom resources of all components from HyperConverged, and drives their upgrade. It is not in the way of virtual machines.",
    "sources": [
      "https://github.com/kubevirt/hyperconverged-cluster-operator/blob/main/README.md"
    ]
  },
  "hyperconverged-cluster-webhook": {
    "does": "Checks each change of HyperConverged, and the deletion of its namespace.",
    "sources": [
      "https://github.com/kubevirt/hyperconverged-cluster-operator/blob/main/deploy/webhooks.yaml"
    ]
  },
  "HyperConverged": {
    "does": "Deploys and upgrades everything that virtual machines need, as one custom resource.",
    "sources": [
      "https://github.com/kubevirt/hyperconverged-cluster-operator/blob/main/README.md"
    ]
  },
  "KubeVirt": {
    "does": "Runs virtual machines in pods. It starts, stops and migrates them.",
    "sources": [
      "https://github.com/kubevirt/kubevirt/blob/main/docs/components.md"
    ]
  },
  "CDI": {
    "does": "Fills the disks of virtual machines. It imports, clones and uploads images into volumes.",
    "sources": [
      "https://github.com/kubevirt/containerized-data-importer/blob/main/README.md"
    ]
  },
  "NetworkAddonsConfig": {
    "does": "Installs the network parts that virtual machines use, such as Linux bridges and a pool of MAC addresses.",
    "sources": [
      "https://github.com/kubevirt/cluster-network-addons-operator/blob/main/README.md"
    ]
  },
  "SSP": {
    "does": "Installs common templates, the definitions of boot images, and the validator of virtual machines made of templates.",
    "sources": [
      "https://github.com/kubevirt/ssp-operator/blob/main/README.md"
    ]
  },
  "AAQ": {
    "does": "Counts the processors and the memory of virtual machines against quotas, without the overhead of their pods.",
    "sources": [
      "https://github.com/kubevirt/application-aware-quota/blob/main/README.md"
    ]
  }
};
