// Compiled from impact.yaml by `npm run explanations`; edit that.
import type { ImpactRow } from "../model/finding/impact.ts";

export const impactRows: readonly ImpactRow[] = [
  {
    "part": "virt-api",
    "kind": "Deployment",
    "component": "KubeVirt",
    "stops": [
      "start-vm",
      "migrate-vm",
      "stop-vm",
      "create-vm",
      "change-vm"
    ],
    "goesOn": "running-without-restart",
    "workloads": [
      "virt-api"
    ]
  },
  {
    "part": "virt-controller",
    "kind": "Deployment",
    "component": "KubeVirt",
    "stops": [
      "start-vm",
      "migrate-vm",
      "stop-vm"
    ],
    "goesOn": "running-without-restart",
    "workloads": [
      "virt-controller"
    ]
  },
  {
    "part": "virt-handler",
    "kind": "DaemonSet",
    "component": "KubeVirt",
    "stops": [
      "start-vm",
      "migrate-vm",
      "shut-down-vm"
    ],
    "goesOn": "running-without-restart",
    "workloads": [
      "virt-handler"
    ]
  },
  {
    "part": "kubemacpool",
    "kind": "Deployment",
    "component": "NetworkAddonsConfig",
    "stops": [
      "create-vm",
      "change-vm"
    ],
    "goesOn": "running",
    "workloads": [
      "kubemacpool-mac-controller-manager"
    ]
  },
  {
    "part": "virt-template-validator",
    "kind": "Deployment",
    "component": "SSP",
    "stops": [
      "create-vm",
      "change-vm"
    ],
    "goesOn": "running",
    "workloads": [
      "virt-template-validator"
    ]
  },
  {
    "part": "cdi-deployment",
    "kind": "Deployment",
    "component": "CDI",
    "stops": [
      "import-disk",
      "clone-disk",
      "upload-disk"
    ],
    "goesOn": "running",
    "workloads": [
      "cdi-deployment"
    ]
  },
  {
    "part": "cdi-apiserver",
    "kind": "Deployment",
    "component": "CDI",
    "stops": [
      "create-data-volume",
      "change-data-volume",
      "upload-disk"
    ],
    "goesOn": "running",
    "workloads": [
      "cdi-apiserver"
    ]
  },
  {
    "part": "cdi-uploadproxy",
    "kind": "Deployment",
    "component": "CDI",
    "stops": [
      "upload-disk-from-outside"
    ],
    "goesOn": "all",
    "workloads": [
      "cdi-uploadproxy"
    ]
  },
  {
    "part": "virt-exportproxy",
    "kind": "Deployment",
    "component": "KubeVirt",
    "stops": [
      "export-vm-to-outside"
    ],
    "goesOn": "all",
    "workloads": [
      "virt-exportproxy"
    ]
  },
  {
    "part": "virt-operator",
    "kind": "Deployment",
    "component": "KubeVirt",
    "stops": [
      "operate"
    ],
    "goesOn": "until-certificates-expire",
    "workloads": [
      "virt-operator"
    ]
  },
  {
    "part": "cdi-operator",
    "kind": "Deployment",
    "component": "CDI",
    "stops": [
      "operate"
    ],
    "goesOn": "until-certificates-expire",
    "workloads": [
      "cdi-operator"
    ]
  },
  {
    "part": "cluster-network-addons-operator",
    "kind": "Deployment",
    "component": "NetworkAddonsConfig",
    "stops": [
      "operate"
    ],
    "goesOn": "all",
    "workloads": [
      "cluster-network-addons-operator"
    ]
  },
  {
    "part": "ssp-operator",
    "kind": "Deployment",
    "component": "SSP",
    "stops": [
      "operate"
    ],
    "goesOn": "all",
    "workloads": [
      "ssp-operator"
    ]
  },
  {
    "part": "hyperconverged-cluster-operator",
    "kind": "Deployment",
    "component": "HyperConverged",
    "stops": [
      "operate"
    ],
    "goesOn": "all",
    "workloads": [
      "hyperconverged-cluster-operator",
      "hco-operator"
    ]
  },
  {
    "part": "hyperconverged-cluster-webhook",
    "kind": "Deployment",
    "component": "HyperConverged",
    "stops": [
      "change-hyperconverged"
    ],
    "goesOn": "all",
    "workloads": [
      "hyperconverged-cluster-webhook",
      "hco-webhook"
    ]
  }
];
