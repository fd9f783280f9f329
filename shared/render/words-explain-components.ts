import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The conditions of the component CRs, and the reasons of KubeVirt. */
export const componentsWords: WordsTables = {
  componentConditions: {
    of: "KubeVirt, CDI, NetworkAddonsConfig, SSP and other components",
    next: [ask.report, ask.pods],
    says: {
      Available: {
        meaning: "Whether what this operator looks after works. False is taken for down, and a missing one likewise.",
        causes: [
          "pods are missing, crash or cannot be scheduled",
          "it is being installed",
          "its operator could not apply its objects",
        ],
      },
      Progressing: {
        meaning: "Whether its operator is changing something: installing, upgrading or healing.",
        causes: ["a change of the spec or of the version", "a workload that never gets ready, if it lasts"],
      },
      Degraded: {
        meaning: "Whether it works with less than it should have, such as four of five copies.",
        causes: [
          "a workload is short of pods",
          "an object could not be applied",
          "an update, which some operators call degraded",
        ],
        next: [ask.report, ask.events],
      },
      Upgradeable: {
        meaning:
          "Whether this component lets HyperConverged be upgraded. Most components do not report it. HyperConverged goes by False alone; gate upgrade does not take Unknown for a yes.",
        causes: ["a setting that the next version does not support"],
        next: [ask.object, ask.gate],
      },
    },
  },
  kubeVirtConditions: {
    of: "KubeVirt",
    next: [ask.kubevirt],
    says: {
      Created: {
        meaning: "virt-operator has created all objects of KubeVirt; whether they work is not its subject.",
        causes: ["a first installation, or an update that is through"],
      },
      Synchronized: {
        meaning: "Only there when virt-operator failed: an error, or a second KubeVirt CR that it does not serve.",
        causes: ["a deployment or a deletion that ended in an error", "another KubeVirt exists"],
        next: [ask.kubevirt, "kubectl get kubevirt -A"],
      },
    },
  },
  kubeVirtReasons: {
    of: "KubeVirt",
    next: [ask.kubevirt, ask.virtLog],
    says: {
      DeploymentInProgress: {
        meaning: "virt-operator is installing KubeVirt, or waits for its workloads after a change.",
        causes: [
          "an installation of a few minutes",
          "virt-api, virt-controller or virt-handler does not get ready",
          "after a feature gate was toggled some versions stay here for ever",
        ],
        next: [ask.virtPods, ask.virtLog],
      },
      UpdateInProgress: {
        meaning:
          "virt-operator replaces one version of KubeVirt by another. It says Available, Progressing and Degraded at once, so HyperConverged looks broken although nothing is known to be down.",
        causes: ["a normal update", "a workload of the new version does not get ready, if it lasts"],
        next: [ask.virtPods, ask.waitUpgraded],
      },
      AllComponentsReady: {
        meaning: "Every workload of KubeVirt is ready.",
        causes: ["virt-operator has nothing left to do"],
        next: [ask.report],
      },
      AllResourcesCreated: {
        meaning: "The objects of this version of KubeVirt exist; the reason of condition Created.",
        causes: ["virt-operator got through its list"],
        next: [ask.kubevirt],
      },
      DeploymentFailed: {
        meaning: "virt-operator met an error in this round, and the message has it. It tries again.",
        causes: [
          "an object that cannot be created or changed",
          "a missing permission",
          "an invalid setting of the KubeVirt CR",
        ],
      },
      ExistingDeployment: {
        meaning:
          "There is another KubeVirt CR, and virt-operator serves only the first. This one gets no other condition, which HyperConverged calls not available.",
        causes: ["KubeVirt was installed before HyperConverged", "a left-over of an earlier installation"],
        next: ["kubectl get kubevirt -A"],
      },
      DeletionInProgress: {
        meaning: "KubeVirt is being removed: it calls itself unavailable and degraded until it is gone.",
        causes: ["its CR was deleted", "virtual machines still run and hold it"],
        next: [ask.kubevirt, "kubectl get vmi -A"],
      },
      DeletionFailed: {
        meaning: "KubeVirt could not be removed; the message has the error.",
        causes: ["an object with a finalizer", "a webhook of KubeVirt without a pod behind it"],
      },
    },
  },
};
