import { servedName } from "./hyperconverged.ts";
import type { Words } from "./last-writer.ts";
import type { Manifest } from "./manifest.ts";
import { type Release, versions, versionVariables } from "./versions.ts";

/** What the Operator Lifecycle Manager keeps of an installed release; `deployments` are the operators it runs. */
export function operatorVersion(release: Release, deployments: readonly string[], since: string): Manifest {
  return {
    apiVersion: "operators.coreos.com/v1alpha1",
    kind: "ClusterServiceVersion",
    metadata: metadataOf(release),
    spec: { displayName: "KubeVirt HyperConverged Cluster Operator", version: release },
    status: {
      phase: "Succeeded",
      reason: "InstallSucceeded",
      message: "install strategy completed with no errors",
      lastTransitionTime: since,
      lastUpdateTime: since,
    },
  };
}
