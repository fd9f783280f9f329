import { families, hyperConvergedPods, ruleSets } from "../../model/families.ts";
import { hyperConverged } from "../../model/family-roots.ts";
import type { Kind } from "../../model/kind.ts";
import type { Profile } from "../../model/profile.ts";
import { hcoComponents } from "../../tables/components.ts";
import { olmKinds } from "../../tables/olm-kinds.ts";
import { hyperconvergedPolarities } from "../../tables/polarity.ts";
import { builtInKind } from "../core-kinds.ts";

/** KubeVirt's HyperConverged Cluster Operator. */
export const hcoProfile: Profile & { readonly root: Kind } = {
  name: "hco",
  root: hyperConverged,
  roots: families.hco.roots,
  components: hcoComponents,
  polarities: [
    ...hyperconvergedPolarities,
    ...hcoComponents.map(({ group, kind }) => ({
      group,
      kind,
      type: "Available",
      polarity: "main" as const,
      source: "https://github.com/openshift/custom-resource-status/tree/HEAD/conditions/v1",
    })),
  ],
  ruleSets: ruleSets.hco,
};

/** The types from which verdicts are made, of the HyperConverged and of its components (seeds hco-conditions). */
export const summaryTypes: readonly string[] = ["Available", "Progressing", "Degraded"];

/** The types of a component's conditions from which the operator computes those of its CR. */
export const contributingTypes: readonly string[] = [...summaryTypes, "Upgradeable"];

/** The condition types that the operator writes in every reconcile (hcoConditions.go:9-17). */
export const operatorTypes: readonly string[] = [
  "ReconcileComplete",
  "Available",
  "Progressing",
  "Degraded",
  "Upgradeable",
];

/** The label of the operator's Pods. */
export const operatorPodLabel: { readonly name: string; readonly value: string } = {
  name: "name",
  value: hyperConvergedPods,
};

/** The Lease that the operator's leader renews (HCO cmd/hyperconverged-cluster-operator/main.go, LeaderElectionID). */
export const operatorLease: Kind & { readonly name: string } = {
  ...builtInKind("coordination.k8s.io", "Lease"),
  name: "hyperconverged-cluster-operator-lock",
};

/**
 * How many seconds before and after the moment of reading a Lease may be renewed and still show that its holder runs. A
 * Lease names its own duration, and a wrong one would keep it fresh permanently.
 */
export const leaseLimits = {
  // The longest that operators choose (openshift/enhancements, CONVENTIONS.md, handling of API server disruption).
  age: 137,
  // The operator sets no duration, so it is controller-runtime's (pkg/manager/manager.go, defaultLeaseDuration). A clock
  // that is further ahead would make a Lease look fresh for longer than that.
  ahead: 15,
} as const;

/** The operator's environment variable that holds its own version. */
export const operatorVersionVariable = "HCO_KV_IO_VERSION";

/** Annotations whose JSON patch taints the configuration, with the patched component. */
export const taintAnnotations: readonly { readonly annotation: string; readonly component: string }[] =
  hcoComponents.flatMap(({ component, patchAnnotation: annotation }) =>
    annotation === undefined ? [] : [{ annotation, component }],
  );

/** Kinds that the reading plan requests besides the components. */
export const deploymentKind: Kind = builtInKind("apps", "Deployment");
export const eventKind: Kind = builtInKind("", "Event");
export const operatorConditions: Kind = olmKinds.OperatorCondition;
export const clusterServiceVersions: Kind = olmKinds.ClusterServiceVersion;
