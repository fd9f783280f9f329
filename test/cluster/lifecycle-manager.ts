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

/**
 * The next release, which OLM cannot install: the cluster lacks a kind that it requires (operator-lifecycle-manager,
 * pkg/controller/operators/olm/operator.go, requirements.go).
 */
export function pendingServiceVersion(release: Release, requirement: string, since: string): Manifest {
  const manifest = clusterServiceVersion(release, since);
  const message = "one or more requirements couldn't be found";
  const required = { group: "apiextensions.k8s.io", version: "v1", kind: "CustomResourceDefinition" };
  return {
    ...manifest,
    status: {
      phase: "Pending",
      reason: "RequirementsNotMet",
      message,
      lastTransitionTime: since,
      lastUpdateTime: since,
      requirementStatus: [
        { ...required, name: "kubevirts.kubevirt.io", status: "Present", message: "CRD is present" },
        { ...required, name: requirement, status: "NotPresent", message: "CRD is not present" },
      ],
    },
  };
}

/**
 * A release of which OLM cannot create a Deployment (operator-lifecycle-manager, pkg/controller/operators/olm/operator.go,
 * CSVReasonComponentFailed).
 */
export function failedServiceVersion(release: Release, error: string, since: string): Manifest {
  const message = `install strategy failed: ${error}`;
  const times = { lastTransitionTime: since, lastUpdateTime: since };
  return {
    ...clusterServiceVersion(release, since),
    status: { phase: "Failed", reason: "InstallComponentFailed", message, ...times },
  };
}

/**
 * What OLM follows for the operator, and the plan by which it installs `release` beside `installed` (operator-framework/api,
 * subscription_types.go, installplan_types.go).
 */
export function subscriptionObjects(release: Release, installed: Release, since: string): readonly Manifest[] {
  const { namespace } = servedName;
  const [current, before] = [release, installed].map((each) => metadataOf(each).name);
  const plan = { apiVersion: "operators.coreos.com/v1alpha1", kind: "InstallPlan", name: "install-k2r7x", namespace };
  const source = { source: "community-operators", sourceNamespace: "openshift-marketplace" };
  const spec = {
    name: "community-kubevirt-hyperconverged",
    channel: "stable",
    ...source,
    installPlanApproval: "Automatic",
  };
  const installing = { type: "InstallPlanPending", status: "True", reason: "Installing", lastTransitionTime: since };
  return [
    {
      apiVersion: plan.apiVersion,
      kind: "Subscription",
      metadata: { name: "hco-operatorhub", namespace },
      spec,
      status: {
        state: "UpgradePending",
        currentCSV: current,
        installedCSV: before,
        lastUpdated: since,
        installPlanRef: plan,
        conditions: [installing],
      },
    },
    {
      apiVersion: plan.apiVersion,
      kind: plan.kind,
      metadata: { name: plan.name, namespace },
      spec: { approval: "Automatic", approved: true, clusterServiceVersionNames: [current] },
      status: {
        phase: "Complete",
        startTime: since,
        catalogSources: [],
        conditions: [{ type: "Installed", status: "True", lastTransitionTime: since, lastUpdateTime: since }],
      },
    },
  ];
}

/** HCO's word to the Operator Lifecycle Manager that it may be upgraded; the manager copies it into the status. */
export function operatorCondition(release: Release, since: string): Manifest {
  const condition = { type: "Upgradeable", status: "True", reason: "Upgradeable", message: "" };
  const conditions = [{ ...condition, lastTransitionTime: since }];
  // The manager adds the generation to its copy (operator-lifecycle-manager, operators/operatorcondition_controller.go).
  const copied = conditions.map((each) => ({ ...each, observedGeneration: 1 }));
  return {
    apiVersion: "operators.coreos.com/v2",
    kind: "OperatorCondition",
    metadata: metadataOf(release),
    spec: { conditions, deployments: [operatorNames.openshift.operator] },
    status: { conditions: copied },
  };
}

/** Both objects are named after the release and live beside the operator. */
function metadataOf(release: Release): Metadata {
  return { name: `kubevirt-hyperconverged-operator.v${release}`, namespace: servedName.namespace };
}
