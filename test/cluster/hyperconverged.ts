import type { Outcome } from "./last-writer.ts";
import type { Fields, Manifest, Stored } from "./manifest.ts";
import type { Release } from "./versions.ts";

/** The one HyperConverged that the operator serves. */
export const servedName = { name: "kubevirt-hyperconverged", namespace: "kubevirt-hyperconverged" } as const;

/** A HyperConverged as a user writes it, in either version of its API, with the finalizer that the operator adds. */
export function hyperConverged(version: "v1" | "v1beta1" = "v1", namespace: string = servedName.namespace): Manifest {
  return {
    apiVersion: `hco.kubevirt.io/${version}`,
    kind: "HyperConverged",
    metadata: {
      name: servedName.name,
      namespace,
      labels: { app: servedName.name },
      finalizers: ["kubevirt.io/hyperconverged"],
    },
    spec: version === "v1" ? spec : olderSpec,
  };
}

const workloadUpdateStrategy = {
  batchEvictionInterval: "1m0s",
  batchEvictionSize: 10,
  workloadUpdateMethods: ["LiveMigrate"],
};
const uninstallStrategy = "BlockUninstallIfWorkloadsExist";

/** The spec in v1, which groups its fields. It enables AAQ. */
const spec: Fields = {
  deployment: {
    applicationAwareConfig: { enable: true, vmiCalcConfigName: "DedicatedVirtualResources" },
    deployNetworkResourcesInjector: true,
    uninstallStrategy,
  },
  virtualization: { workloadUpdateStrategy },
};

const olderSpec: Fields = { enableApplicationAwareQuota: true, uninstallStrategy, workloadUpdateStrategy };

/** The fields of a status beside the conditions. */
export interface StatusExtras {
  readonly relatedObjects: readonly Stored[];
  /** `versions[operator]`: the release whose installation is complete. */
  readonly version: Release;
  /** The transition time of the conditions with their normal status. */
  readonly goodSince: string;
  /** The transition time of the other conditions. */
  readonly badSince: string;
  /** Whether the status has the condition of the network resources injector, which the operator does not aggregate. */
  readonly injectorReady: boolean;
}

/** The status of the served HyperConverged after a reconciliation with this outcome. */
export function servedStatus(outcome: Outcome, extras: StatusExtras): Fields {
  return {
    conditions: [
      ...conditionsOf(outcome, extras),
      ...(extras.injectorReady ? [injectorCondition(extras.goodSince)] : []),
    ],
    dataImportSchedule: "37 11/12 * * *",
    infrastructureHighlyAvailable: true,
    nodeInfo: {
      controlPlaneArchitectures: ["amd64"],
      defaultWorkloadArchitecture: "amd64",
      workloadsArchitectures: ["amd64"],
    },
    observedGeneration: 1,
    ...(extras.relatedObjects.length === 0 ? {} : { relatedObjects: extras.relatedObjects.map(referenceTo) }),
    systemHealthStatus: outcome.systemHealthStatus,
    versions: [{ name: "operator", version: extras.version }],
  };
}

/** The status of a HyperConverged that the operator refuses. It has neither observedGeneration nor versions. */
export function refusedStatus(outcome: Outcome, since: string): Fields {
  return {
    conditions: conditionsOf(outcome, { goodSince: since, badSince: since }),
    systemHealthStatus: outcome.systemHealthStatus,
  };
}

const goodStatus: Readonly<Record<string, string>> = {
  ReconcileComplete: "True",
  Available: "True",
  Progressing: "False",
  Degraded: "False",
  Upgradeable: "True",
};

function conditionsOf({ conditions }: Outcome, times: Pick<StatusExtras, "goodSince" | "badSince">): Fields[] {
  return conditions.map(({ type, status, reason, message }) => ({
    lastTransitionTime: status === goodStatus[type] ? times.goodSince : times.badSince,
    message,
    observedGeneration: 1,
    reason,
    status,
    type,
  }));
}

function injectorCondition(since: string): Fields {
  return {
    lastTransitionTime: since,
    message: "All replicas are ready",
    observedGeneration: 1,
    reason: "DeploymentReady",
    status: "True",
    type: "VirtNetworkResourcesInjectorReady",
  };
}

/** An entry of status.relatedObjects, a core/v1 ObjectReference. It has no plural, which a reader has to find out. */
function referenceTo({ apiVersion, kind, metadata }: Stored): Fields {
  const { name, namespace, resourceVersion, uid } = metadata;
  return { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }), resourceVersion, uid };
}
