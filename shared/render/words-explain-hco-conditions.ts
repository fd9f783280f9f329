import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The conditions of HyperConverged. */
export const hcoConditionsWords: WordsTables = {
  hyperConvergedConditions: {
    of: "HyperConverged",
    next: [ask.hcoYaml],
    says: {
      ReconcileComplete: {
        meaning:
          "Whether the operator's last round ended without an error. Where it is False the operator stopped at the first error and did not look at the components after it.",
        causes: [
          "an update conflict, which is gone a moment later",
          "a webhook or an admission policy refused an object",
          "a CRD that the operator needs is not installed",
        ],
        next: [ask.hcoLog, ask.report],
      },
      Available: {
        meaning:
          "Whether all components say that they serve. The CR names one component only: the last one that said False.",
        causes: [
          "a component says Available=False",
          "a component is degraded, which makes HyperConverged unavailable too (HCODegraded)",
          "a component reports no condition Available",
        ],
        next: [ask.report, ask.wide],
      },
      Progressing: {
        meaning:
          "Whether a component is being changed or HyperConverged is being upgraded. True is normal after a change of the spec and during an upgrade.",
        causes: [
          "a component rolls out a change",
          "an upgrade runs (reason HCOUpgrading)",
          "a component has no conditions yet",
        ],
        next: [ask.report, ask.waitHealthy],
      },
      Degraded: {
        meaning:
          "Whether a component says that it works worse than it should. The words are those of the last component that said so; others may stand behind it.",
        causes: [
          "pods of a component are missing or crash",
          "the operator of a component could not apply something",
          "KubeVirt is rolling out a new version, which it calls degraded too",
        ],
        next: [ask.report, ask.deep],
      },
      Upgradeable: {
        meaning:
          "Whether the operator thinks that an upgrade may begin. OLM does not read this one but the OperatorCondition of the same name, and the two can differ. Unknown, as at an installation, is no yes.",
        causes: [
          "a component is progressing or degraded",
          "a component refuses by its own Upgradeable=False",
          "a component has no conditions",
        ],
        next: [ask.gate, ask.operatorCondition],
      },
      TaintedConfiguration: {
        meaning:
          "An annotation patches a component's CR with JSON behind the operator's back. It is a remark and changes neither health nor availability.",
        causes: [
          "somebody set a jsonpatch annotation for a setting that HyperConverged does not offer",
          "an old work-around was never taken away",
        ],
      },
      Deployed: {
        meaning:
          "Of one boot image in status.dataImportCronTemplates: whether it is kept up to date in this cluster. Good ones do not carry it.",
        causes: ["with False: the image is for none of the architectures of the nodes"],
      },
      VirtNetworkResourcesInjectorReady: {
        meaning:
          "Whether the webhook that adds network resources to pods has all its replicas. It has no part in Available or in the health of HyperConverged.",
        causes: ["its Deployment is still being rolled out", "its pods cannot be scheduled or crash"],
        next: ["kubectl get deployment -n NAMESPACE virt-network-resources-injector"],
      },
    },
  },
};
