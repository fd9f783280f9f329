import { applicationRoot, greenhouseKinds, hyperConverged, type RootKind } from "./family-roots.ts";

// The data that distinguishes families of CRs; planners and evaluations are in shared/aggregate/families.ts.

/** The names of the families, special ones before the general one; used in Reports, snapshots and `--profile`. */
export const profileNames = ["hco", "application", "greenhouse", "generic"] as const;
export type ProfileName = (typeof profileNames)[number];

/** The family of every kind that is not a root of another family. */
export const fallbackProfile: ProfileName = "generic";

/** The rule sets that recompute the conditions of a root, as a Report and `--rules` name them. */
export type RuleSetName =
  | "conditions-doc"
  | "status-doc"
  | "operator"
  | "code"
  | "proposal"
  | "controller"
  | "adr"
  | "generic";

/** The rule sets of each family, its default first. */
export const ruleSets: Readonly<Record<ProfileName, readonly RuleSetName[]>> = {
  // Until 1.0 the operator did what `status-doc` describes.
  hco: ["operator", "conditions-doc", "status-doc"],
  application: ["code", "proposal"],
  greenhouse: ["controller", "adr"],
  generic: ["generic"],
};

/** A family of CRs, as all parts of the program use it. Data, no behaviour. */
export interface Family {
  /** Its objects, in a sentence about several of them: `--rules code is for Applications`. */
  readonly title: string;
  /** The kinds of its roots; empty if any kind may be one. */
  readonly roots: readonly RootKind[];
  /** A cluster has at most one root of this family; a second one is a fault. */
  readonly isSingleton: boolean;
  /** The most requests of a plan, if the families of all roots have a limit. */
  readonly maxRequests?: number;
  /** The word for the parts of a root. */
  readonly parts: "components" | "parts";
  /**
   * Which version is shown beside a root. It is that of the running `operator`, of the `object`, or of the `deployment`
   * with its target.
   */
  readonly version: "operator" | "object" | "deployment";
  /** Its status counts the ready parts: a report shows that count if it differs from the computed one. */
  readonly hasReadyCount: boolean;
  /** The noun for the parts that a root counts as ready, by kind: `2/3 plugins ready`. */
  readonly readyNouns: Readonly<Record<string, string>>;
  /**
   * The source of a root's verdict. `status and parts`: its status and its required parts. `parts`: its parts, whatever
   * its status reports. `status`: its status alone, which the parts only explain.
   */
  readonly verdictFrom: "status and parts" | "parts" | "status";
  /** Kinds that only hold their parts. No part makes such a root unhealthy, but an unhealthy part is reported. */
  readonly holders: readonly string[];
  /** A root is upgraded as a whole: `gate upgrade` and `wait --for=upgraded` apply. */
  readonly hasUpgradeGate: boolean;
  /** The condition type by which the operator reports whether its last reconcile was complete. */
  readonly reconcileCondition?: string;
  /**
   * Its operator always reports the condition Available: a root without it is not available. Roots of other families
   * are available if they are healthy.
   */
  readonly hasAvailableCondition: boolean;
  /**
   * Its operator writes no conditions while it deletes a root. Others do: virt-operator (kubevirt/kubevirt
   * pkg/virt-operator/util/client.go, UpdateConditionsDeleting), and Kubernetes of a Namespace or a definition.
   */
  readonly isFrozenInDeletion: boolean;
  /** The label `name` of its operator's Pods. */
  readonly operatorPods?: string;
}

/** The label `name` of the Pods of HyperConverged's operator, whatever the name of its Deployment. */
export const hyperConvergedPods = "hyperconverged-cluster-operator";

/** Every family by name. */
export const families: Readonly<Record<ProfileName, Family>> = {
  hco: {
    title: "HyperConvergeds",
    roots: [hyperConverged],
    // The operator rejects every HyperConverged outside its own namespace (kubevirt/hyperconverged-cluster-operator
    // controllers/hyperconverged/hyperconverged_controller.go, validateNamespace).
    isSingleton: true,
    maxRequests: 26,
    parts: "components",
    version: "operator",
    hasReadyCount: false,
    readyNouns: {},
    verdictFrom: "status and parts",
    holders: [],
    hasUpgradeGate: true,
    // kubevirt/hyperconverged-cluster-operator controllers/hyperconverged/hyperconverged_controller.go, ensureHcoDeleted.
    isFrozenInDeletion: true,
    reconcileCondition: "ReconcileComplete",
    hasAvailableCondition: true,
    operatorPods: hyperConvergedPods,
  },
  application: {
    title: "Applications",
    roots: [applicationRoot],
    isSingleton: false,
    parts: "parts",
    version: "object",
    // status.componentsReady (APP api/v1beta1/application_types.go).
    hasReadyCount: true,
    readyNouns: {},
    verdictFrom: "parts",
    holders: [],
    hasUpgradeGate: false,
    isFrozenInDeletion: false,
    hasAvailableCondition: false,
  },
  greenhouse: {
    title: "Greenhouse's kinds",
    roots: /* @__PURE__ */ Object.values(greenhouseKinds),
    isSingleton: false,
    parts: "parts",
    version: "deployment",
    hasReadyCount: false,
    readyNouns: { Cluster: "nodes", PluginPreset: "plugins", TeamRoleBinding: "clusters", Catalog: "objects" },
    verdictFrom: "status and parts",
    holders: ["Organization"],
    hasUpgradeGate: false,
    isFrozenInDeletion: false,
    hasAvailableCondition: false,
  },
  generic: {
    title: "other kinds",
    roots: [],
    isSingleton: false,
    parts: "parts",
    version: "object",
    hasReadyCount: false,
    readyNouns: {},
    verdictFrom: "status",
    holders: [],
    hasUpgradeGate: false,
    isFrozenInDeletion: false,
    hasAvailableCondition: false,
  },
};
