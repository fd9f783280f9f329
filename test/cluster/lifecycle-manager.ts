import { servedName } from "./hyperconverged.ts";
import { operatorEnvironment, operatorNames } from "./inventory.ts";
import type { Manifest, Metadata } from "./manifest.ts";
import type { Release } from "./versions.ts";

/** The ClusterServiceVersion of a release that is installed since `since`. */
export function clusterServiceVersion(release: Release, since: string): Manifest {
  const name = operatorNames.openshift.operator;
  const containers = [{ name: "hyperconverged-cluster-operator", env: operatorEnvironment(release) }];
  return {
    apiVersion: "operators.coreos.com/v1alpha1",
    kind: "ClusterServiceVersion",
    metadata: metadataOf(release),
    spec: {
      displayName: "KubeVirt HyperConverged Cluster Operator",
      version: release,
      install: {
        strategy: "deployment",
        spec: { deployments: [{ name, spec: { template: { spec: { containers } } } }] },
      },
    },
    status: {
      phase: "Succeeded",
      reason: "InstallSucceeded",
      message: "install strategy completed with no errors",
      lastTransitionTime: since,
      lastUpdateTime: since,
    },
  };
}

/** HCO's word to the Operator Lifecycle Manager that it may be upgraded; the manager copies it into the status. */
export function operatorCondition(release: Release, since: string): Manifest {
  const conditions = [
    { type: "Upgradeable", status: "True", reason: "Upgradeable", message: "", lastTransitionTime: since },
  ];
  return {
    apiVersion: "operators.coreos.com/v2",
    kind: "OperatorCondition",
    metadata: metadataOf(release),
    spec: { conditions, deployments: [operatorNames.openshift.operator] },
    status: { conditions },
  };
}

/** Both objects are named after the release and live beside the operator. */
function metadataOf(release: Release): Metadata {
  return { name: `kubevirt-hyperconverged-operator.v${release}`, namespace: servedName.namespace };
}
