import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The reasons of HyperConverged and of OLM's OperatorCondition. */
export const hcoReasonsWords: WordsTables = {
  hyperConvergedReasons: {
    of: "HyperConverged",
    next: [ask.report],
    says: {
      Init: {
        meaning:
          "The first conditions that the operator writes on a new HyperConverged, before it has looked at any component.",
        causes: ["the CR was created a moment ago", "the operator was stopped in its very first round"],
        next: [ask.report, ask.hcoLog],
      },
      ReconcileCompleted: {
        meaning: "The operator finished its round, and no component gave cause to say anything else for this type.",
        causes: ["nobody reports anything bad for this type"],
      },
      ReconcileFailed: {
        meaning:
          "The operator met an error while it created or updated one of its objects and ended the round there. Types that nobody had spoken of until then are Unknown.",
        causes: [
          "two writers met (the object has been modified): the next round mends it",
          "an admission webhook denied the object",
          "a CRD is missing (no matches for kind)",
          "the operator lacks a permission",
        ],
        next: [ask.hcoLog, ask.events],
      },
      InvalidRequest: {
        meaning:
          "The operator refuses this HyperConverged: only the one called kubevirt-hyperconverged in the operator's own namespace counts.",
        causes: [
          "the CR was created in another namespace",
          "there are two of them",
          "another name that the CRD lets through, such as kubevirt-hyperconverged-test",
        ],
        next: ["kubectl get hco -A"],
      },
      StatusUnknown: {
        meaning:
          "In the last round the operator said nothing about this type: it stopped at an error, or had just begun an upgrade.",
        causes: [
          "a round that ended in ReconcileFailed",
          "the first seconds of an upgrade",
          "the operator hangs, if it stays so for minutes",
        ],
        next: [ask.hcoLog, ask.report],
      },
      HCODegraded: {
        meaning:
          "Filled in because some component is degraded: HyperConverged then counts as neither available nor upgradeable, even where every component says Available=True.",
        causes: ["look at the reason of Degraded: it names the component"],
        next: [ask.report, ask.wide],
      },
      HCOProgressing: {
        meaning:
          "Filled in for Upgradeable because some component progresses. Today's operator hardly ever gets there: the component itself stands there first.",
        causes: ["a component rolls out a change"],
      },
      HCOUpgrading: {
        meaning:
          "HyperConverged is on the way to a new version. It stays until every component has the expected version and reports Available, Progressing and Degraded as it should.",
        causes: [
          "a component still rolls out",
          "a component's observed version is not the expected one",
          "a component does not report one of the three conditions",
          "the operator's rounds end in errors",
        ],
        next: [ask.gate, ask.waitUpgraded],
      },
      UnsupportedFeatureAnnotation: {
        meaning: "At least one jsonpatch annotation with operations is on the HyperConverged.",
        causes: ["a patch of KubeVirt, CDI, NetworkAddonsConfig or SSP that somebody put there"],
        next: [ask.hcoYaml, ask.report],
      },
      DeploymentReady: {
        meaning: "All replicas of the network resources injector are ready.",
        causes: ["its rollout is done"],
      },
      DeploymentNotReady: {
        meaning: "The network resources injector has fewer ready replicas than it should.",
        causes: ["it was just created or updated", "its pods do not start"],
        next: ["kubectl get deployment -n NAMESPACE virt-network-resources-injector"],
      },
      DeploymentNotFound: {
        meaning: "The Deployment of the network resources injector does not exist.",
        causes: ["the first round after its creation", "somebody deleted it"],
        next: [ask.events, ask.hcoLog],
      },
      UnsupportedArchitectures: {
        meaning:
          "A boot image (dataImportCronTemplate) is for none of the architectures of this cluster's nodes, so it is not deployed.",
        causes: [
          "the template's architecture annotation leaves out the nodes' architecture",
          "the image exists for other architectures only",
        ],
        next: [ask.hcoYaml],
      },
      InstallInvalid: {
        meaning:
          "What the document assumes of a component without conditions and without a reason. No release of the operator has ever written it: only our rule set conditions-doc shows it.",
        causes: [
          "the component's operator does not run or has not seen its CR",
          "the component was created a moment ago",
        ],
        next: [ask.pods, ask.report],
      },
    },
  },
  operatorConditions: {
    of: "OperatorCondition",
    next: [ask.operatorCondition, ask.gate],
    says: {
      Upgradeable: {
        meaning:
          "What OLM asks before it replaces the operator. False only during an upgrade, at the operator's start, or when a component itself says Upgradeable=False.",
        causes: ["an upgrade runs", "a component refuses", "the operator has just started"],
      },
    },
  },
  operatorConditionReasons: {
    of: "OperatorCondition",
    next: [ask.hcoPods, ask.hcoLog],
    says: {
      Initializing: {
        meaning: "The operator is starting and tells OLM to leave it alone until it has looked around.",
        causes: ["the operator's pod was started a moment ago", "the operator ends again before its first round"],
      },
      Upgradeable: {
        meaning:
          "The reason that goes with True: OLM may upgrade. Progressing or degraded components do not prevent it.",
        causes: ["no upgrade runs and no component refuses"],
        next: [ask.gate],
      },
      AlreadyPerformingUpgrade: {
        meaning: "An upgrade is under way, and OLM must not begin another one before it is done.",
        causes: ["a component has not reached its version yet", "the upgrade is stuck"],
        next: [ask.gate, ask.report],
      },
    },
  },
};
