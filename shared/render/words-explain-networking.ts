import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The reasons of NetworkAddonsConfig, SSP and FileRestoreOperator. */
export const networkingWords: WordsTables = {
  networkAddonsReasons: {
    of: "NetworkAddonsConfig",
    next: [ask.cna, ask.cnaLog],
    says: {
      Startup: {
        meaning:
          "The network components are being rolled out, so they do not count as available. The message of Progressing names them.",
        causes: ["an installation or a change", "a DaemonSet or Deployment does not get ready"],
        next: [ask.cna, ask.cnaPods],
      },
      Failing: {
        meaning:
          "The configuration could not be applied, or pods of a network component could not be deployed. Degraded says which and why.",
        causes: ["a wrong setting in NetworkAddonsConfig", "an expected DaemonSet or Deployment is missing"],
      },
      Deploying: {
        meaning: "DaemonSets or Deployments of network components are not complete; the message has a line for each.",
        causes: ["nodes that are not ready hold a DaemonSet open", "images that cannot be pulled", "a normal rollout"],
        next: [ask.cna, ask.cnaPods],
      },
      InvalidConfiguration: {
        meaning:
          "The operator waits for a person to correct the configuration. It stands on a condition that is otherwise good.",
        causes: ["a component that is not supported any more is still deployed", "the spec cannot be validated"],
        next: [ask.cna],
      },
      NoNamespace: {
        meaning: "The namespace of a network component does not exist.",
        causes: ["somebody deleted it"],
        next: [ask.cna, "kubectl get namespaces"],
      },
      NoDaemonSet: {
        meaning: "A DaemonSet that the operator deployed does not exist.",
        causes: ["somebody deleted it, and the operator has not made it again"],
        next: [ask.cna, "kubectl get daemonsets -n NAMESPACE"],
      },
      NoDeployment: {
        meaning: "A Deployment that the operator deployed does not exist.",
        causes: ["somebody deleted it, and the operator could not make it again"],
        next: [ask.cna, "kubectl get deployments -n NAMESPACE"],
      },
      InternalError: {
        meaning: "The operator could not read the state of its DaemonSets and Deployments.",
        causes: ["the API server did not answer", "a missing permission"],
        next: [ask.cnaLog],
      },
      updateNetworkAddonsConfigToV1: {
        meaning: "The CR could not be turned into the form that the operator works with.",
        causes: ["a CR of an older version"],
      },
      FailedToGetOpenShiftNetworkConfig: {
        meaning: "The operator could not read OpenShift's own network configuration.",
        causes: ["the API server did not answer", "a missing permission"],
        next: [ask.cnaLog, "kubectl get network.operator.openshift.io cluster -o yaml"],
      },
      FailedToValidate: {
        meaning: "The spec of NetworkAddonsConfig is not valid; the message says where.",
        causes: ["a wrong value, such as an impossible MAC range"],
        next: [ask.cna],
      },
      FailedToGetPreviousConfigSpec: {
        meaning: "What was applied last could not be read, or the change from it to the new spec is not safe.",
        causes: [
          "a component was changed in a way that the operator refuses",
          "the record of the last configuration is damaged",
        ],
      },
      FailedToRender: {
        meaning: "The manifests of the network components could not be made from the spec.",
        causes: ["a setting that does not go with this cluster"],
      },
      FailedToRenderDelete: {
        meaning: "What has to be removed after a change could not be worked out.",
        causes: ["the record of the last configuration is damaged"],
        next: [ask.cnaLog],
      },
      FailedToApply: {
        meaning: "An object of a network component could not be written.",
        causes: ["a webhook refused it", "a missing permission", "the API server did not answer"],
      },
      FailedToDeleteObjects: {
        meaning: "An object of a network component that is not wanted any more could not be deleted.",
        causes: ["a finalizer", "a missing permission"],
      },
    },
  },
  networkAddonsEvents: {
    of: "NetworkAddonsConfig",
    next: [ask.cna],
    says: {
      Available: {
        meaning: "All network components that were applied are available.",
        causes: ["a rollout has ended"],
      },
      Progressing: {
        meaning: "Network components are being rolled out.",
        causes: ["a change of NetworkAddonsConfig", "nodes come and go"],
        next: [ask.cna, ask.cnaPods],
      },
      Failed: {
        meaning: "The operator of the network components failed; the reason of Degraded stands behind the colon.",
        causes: ["a wrong setting, or an object that could not be applied"],
        next: [ask.cna, ask.cnaLog],
      },
      Modified: {
        meaning: "The spec of NetworkAddonsConfig was changed.",
        causes: ["HyperConverged passed a change on", "somebody edited it"],
      },
    },
  },
  sspReasons: {
    of: "SSP",
    next: [ask.ssp, ask.sspLog],
    says: {
      Available: {
        meaning: "SSP repeats the type as its reason, whatever the status: read the message.",
        causes: ["with False: resources are not available, an error, or missing CRDs"],
      },
      Progressing: {
        meaning:
          "SSP repeats the type as its reason, whatever the status; True also stands there at the beginning of each round of older versions.",
        causes: ["resources are being rolled out", "a round has just begun"],
      },
      Degraded: {
        meaning:
          "SSP repeats the type as its reason, whatever the status; older versions say True for a moment in each round.",
        causes: ["a resource reports trouble", "required CRDs are missing"],
      },
    },
  },
  fileRestoreReasons: {
    of: "FileRestoreOperator",
    next: ["kubectl get deployments -n NAMESPACE"],
    says: {
      Deployed: {
        meaning:
          "It was deployed. This operator sets all its conditions good and never reports trouble, so look at its Deployment.",
        causes: ["its controller has seen the CR"],
      },
    },
  },
};
