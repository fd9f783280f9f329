import type { ReasonTables } from "../model/explanation.ts";

const subscriptionTypes = "pkg/operators/v1alpha1/subscription_types.go";
const installplanTypes = "pkg/operators/v1alpha1/installplan_types.go";
const clusterserviceversionTypes = "pkg/operators/v1alpha1/clusterserviceversion_types.go";

/** What OLM says of its kinds. */
export const olmReasons: ReasonTables = {
  lifecycleConditions: {
    kind: "condition",
    source: "operator-framework/api",
    rows: {
      CatalogSourcesUnhealthy: subscriptionTypes,
      InstallPlanMissing: subscriptionTypes,
      InstallPlanPending: subscriptionTypes,
      InstallPlanFailed: subscriptionTypes,
      ResolutionFailed: subscriptionTypes,
      BundleUnpacking: subscriptionTypes,
      BundleUnpackFailed: subscriptionTypes,
    },
  },
  lifecycleWords: {
    kind: "reason",
    source: "operator-framework/api",
    rows: {
      RequiresApproval: installplanTypes,
      Planning: installplanTypes,
      Installing: installplanTypes,
      InstallReady: clusterserviceversionTypes,
      Replacing: clusterserviceversionTypes,
      Deleting: clusterserviceversionTypes,
      InstallSucceeded: clusterserviceversionTypes,
      InstallComponentFailed: clusterserviceversionTypes,
      InstallCheckFailed: clusterserviceversionTypes,
      RequirementsNotMet: clusterserviceversionTypes,
      RequirementsUnknown: clusterserviceversionTypes,
      ComponentUnhealthy: clusterserviceversionTypes,
      NeedsReinstall: clusterserviceversionTypes,
      UpgradePending: subscriptionTypes,
      UpgradeFailed: subscriptionTypes,
      AllCatalogSourcesHealthy: subscriptionTypes,
      UnhealthyCatalogSourceFound: ["operator-framework/operator-lifecycle-manager", "subscription controller"],
      ReferencedInstallPlanNotFound: subscriptionTypes,
      ConstraintsNotSatisfiable: ["operator-framework/operator-lifecycle-manager", "resolver"],
      UnpackingInProgress: ["operator-framework/operator-lifecycle-manager", "bundle unpacker"],
    },
  },
};
