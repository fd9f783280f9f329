import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** What OLM says of its kinds. */
export const olmWords: WordsTables = {
  lifecycleConditions: {
    of: "Subscription",
    next: [ask.subscription],
    says: {
      CatalogSourcesUnhealthy: {
        meaning: "A catalogue that OLM needs does not answer.",
        causes: ["its pod does not run", "its image cannot be pulled"],
        next: [ask.subscription, "kubectl get catalogsource -A"],
      },
      InstallPlanMissing: {
        meaning: "The install plan that the Subscription names is gone.",
        causes: ["it was deleted, which is harmless after it was carried out"],
      },
      InstallPlanPending: {
        meaning: "An install plan waits or is being carried out.",
        causes: ["an approval that a person must give"],
        next: ["kubectl get installplan -n NAMESPACE"],
      },
      InstallPlanFailed: {
        meaning: "An install plan failed.",
        causes: ["an object that could not be applied"],
        next: ["kubectl describe installplan NAME -n NAMESPACE"],
      },
      ResolutionFailed: {
        meaning: "OLM finds no set of versions that fits together.",
        causes: [
          "a dependency that no catalogue has",
          "two operators that want the same kind",
          "a ClusterServiceVersion without a Subscription",
        ],
      },
      BundleUnpacking: {
        meaning: "OLM unpacks the bundle of a version.",
        causes: ["a normal step", "an image that cannot be pulled, if it lasts"],
      },
      BundleUnpackFailed: {
        meaning: "OLM could not unpack the bundle of a version.",
        causes: ["the image cannot be pulled", "the Job took too long"],
        next: [ask.subscription, "kubectl get jobs -n NAMESPACE"],
      },
    },
  },
  lifecycleWords: {
    of: "Subscription, InstallPlan, ClusterServiceVersion",
    next: [ask.csv],
    says: {
      RequiresApproval: {
        meaning: "The install plan waits for a person to approve it.",
        causes: ["installPlanApproval Manual"],
        next: ["kubectl get installplan -n NAMESPACE"],
      },
      Planning: {
        meaning: "OLM works out what the install plan has to do.",
        causes: ["a normal step"],
        next: ["kubectl get installplan -n NAMESPACE"],
      },
      Installing: {
        meaning: "OLM is installing.",
        causes: ["a normal step", "a Deployment that does not get ready, if it lasts"],
        next: [ask.csv, ask.pods],
      },
      InstallReady: {
        meaning: "Everything that the version needs is there, and its installation begins.",
        causes: ["a normal step"],
      },
      Replacing: { meaning: "A newer version takes the place of this one.", causes: ["an upgrade of the operator"] },
      Deleting: {
        meaning: "The version is being removed.",
        causes: ["an upgrade that is done", "somebody deleted it"],
      },
      InstallSucceeded: {
        meaning: "The version is installed and its Deployments are available.",
        causes: ["an installation as it should be"],
      },
      InstallComponentFailed: {
        meaning: "OLM could not install a part of the version.",
        causes: ["an object that cannot be written", "a Deployment that is refused"],
        next: [ask.csv, ask.events],
      },
      InstallCheckFailed: {
        meaning: "The version is installed and its Deployments did not become available in time.",
        causes: ["pods of the operator that do not start"],
        next: [ask.csv, ask.pods],
      },
      RequirementsNotMet: {
        meaning: "Something that the version needs is missing.",
        causes: ["a CRD, an API or a permission"],
      },
      RequirementsUnknown: {
        meaning: "OLM has not checked yet what the version needs.",
        causes: ["a version that was just made"],
      },
      ComponentUnhealthy: {
        meaning: "A Deployment of the version that ran before does not now.",
        causes: ["pods of the operator that crash or find no node"],
        next: [ask.csv, ask.pods],
      },
      NeedsReinstall: {
        meaning: "Something of the version was changed or is gone, and OLM installs it again.",
        causes: ["somebody edited the operator's Deployment"],
      },
      UpgradePending: {
        meaning: "A newer version is known and not installed yet.",
        causes: ["an approval that a person must give"],
        next: ["kubectl get installplan -n NAMESPACE"],
      },
      UpgradeFailed: {
        meaning: "A newer version could not be installed.",
        causes: ["an install plan that failed"],
        next: [ask.subscription],
      },
      AllCatalogSourcesHealthy: {
        meaning: "All catalogues answer.",
        causes: ["their pods run"],
        next: [ask.subscription],
      },
      UnhealthyCatalogSourceFound: {
        meaning: "At least one catalogue does not answer.",
        causes: ["a catalogue's pod that does not run"],
        next: ["kubectl get catalogsource -A"],
      },
      ReferencedInstallPlanNotFound: {
        meaning: "The install plan by which it was installed was deleted; nobody needs it any more.",
        causes: ["somebody tidied up"],
        next: [ask.subscription],
      },
      ConstraintsNotSatisfiable: {
        meaning: "No choice of versions fulfils everything that is asked for; the message has the demands.",
        causes: ["a wrong channel", "a missing dependency"],
        next: [ask.subscription],
      },
      UnpackingInProgress: {
        meaning: "A bundle is being unpacked by a Job.",
        causes: ["a normal step"],
        next: ["kubectl get jobs -n NAMESPACE"],
      },
    },
  },
};
