import type { OperatorFindingCode, WordsTable } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** Findings about HyperConverged and its operator. */
export const findingsOperatorWords: {
  readonly operatorFindings: WordsTable<OperatorFindingCode>;
} = {
  operatorFindings: {
    of: "HyperConverged",
    next: [ask.hcoPods, ask.hcoLog],
    says: {
      "operator-down": {
        meaning: "The HyperConverged operator does not run, so everything that the CR says is history.",
        causes: [
          "its pods crash, find no node or cannot pull their image",
          "somebody scaled it to 0",
          "OLM is replacing it",
          "it was uninstalled and the CR left behind",
        ],
      },
      "invalid-request": {
        meaning:
          "The operator refuses to look after this object; only kubevirt-hyperconverged in its own namespace counts.",
        causes: ["another namespace", "another name, where the CRD lets it through"],
        next: ["kubectl get hco -A"],
      },
      "reconcile-failed": {
        meaning: "The operator's last round ended with an error, and components after it were not judged.",
        causes: [
          "an update conflict, gone within a minute",
          "a webhook or policy that refuses",
          "a missing CRD or permission",
        ],
        next: [ask.hcoLog, ask.events],
      },
      "status-unknown": {
        meaning: "The operator has said nothing about its components: all its conditions are Unknown.",
        causes: ["the first moments of an upgrade", "rounds that end early"],
        next: [ask.hcoLog],
      },
      installing: {
        meaning: "The CR carries the first conditions that the operator writes: an installation has begun.",
        causes: ["the CR was just created"],
        next: [ask.waitHealthy],
      },
      "not-yet-seen": {
        meaning: "The object has no status: nobody has looked at it yet.",
        causes: ["the operator does not run, or does not watch this namespace", "it was created a moment ago"],
      },
      stale: {
        meaning: "The status is about an older spec (observedGeneration is behind generation).",
        causes: ["a change a moment ago", "an operator that does not run or hangs"],
        next: [ask.hcoPods, ask.report],
      },
      deleting: {
        meaning: "The object is being deleted. Its conditions are frozen, and finalizers or components still hold it.",
        causes: ["virtual machines or DataVolumes that must go first", "a finalizer whose controller is gone"],
        next: [ask.events, ask.hcoYaml],
      },
      "deletion-blocked": {
        meaning: "A component refuses to be deleted, and so HyperConverged stays.",
        causes: ["virtual machines exist (KubeVirt)", "DataVolumes exist (CDI)"],
        next: ["kubectl get vm,vmi,datavolumes -A"],
      },
      "upgrade-stall": {
        meaning:
          "A component says that it is well, and yet the upgrade waits for it: its version or one of its three conditions is not as it must be. Only the operator's log tells otherwise.",
        causes: [
          "its observed version is not the expected one",
          "it does not report Available, Progressing or Degraded",
        ],
        next: [ask.hcoLog, ask.gate],
      },
      "upgrade-stuck": {
        meaning:
          "The operator is newer than the CR's version, each of its rounds ends with an error, and no condition says so.",
        causes: ["a CRD that the new version needs and this cluster lacks"],
        next: [ask.hcoLog, ask.events],
      },
      "operator-condition": {
        meaning: "OLM's OperatorCondition says otherwise than it should by the components. OLM goes by it.",
        causes: ["the operator is not running or a round behind", "somebody wrote an override"],
        next: [ask.operatorCondition],
      },
      "conversion-webhook": {
        meaning:
          "HyperConverged cannot be read in at least one version, because the webhook that converts it does not answer.",
        causes: ["hco-webhook has no ready pod", "its Service or certificate is gone"],
        next: ["kubectl get pods,endpoints -n NAMESPACE"],
      },
      tainted: {
        meaning: "An annotation patches a component behind the operator's back. Not supported, and no fault of health.",
        causes: ["somebody needed a setting that HyperConverged does not offer"],
        next: [ask.hcoYaml],
      },
      "injector-not-ready": {
        meaning:
          "The webhook that adds network resources to pods is not ready. HyperConverged's health does not count it.",
        causes: ["its pods do not start", "it was just switched on"],
        next: ["kubectl get deployment -n NAMESPACE virt-network-resources-injector"],
      },
      overwritten: {
        meaning: "The operator found its objects edited and put them back.",
        causes: ["somebody edits a component's CR in place of HyperConverged", "a GitOps tool and the operator fight"],
        next: ["kubectl get KIND NAME -o yaml --show-managed-fields"],
      },
      "health-disagrees": {
        meaning: "systemHealthStatus says otherwise than the components do.",
        causes: [
          "an upgrade, in which it passes over what is down",
          "KubeVirt rolls out, which it calls an error",
          "a status that is a round old",
        ],
        next: [ask.report, ask.wide],
      },
      "conditions-disagree": {
        meaning: "A condition of the CR is worse than its components explain.",
        causes: ["the CR is a round behind", "a component that could not be read", "the operator does not run"],
        next: [ask.wide, ask.hcoLog],
      },
      drift: {
        meaning: "A condition of the CR is not what the operator would write from its components now.",
        causes: ["the CR is a round behind", "the operator does not run or is of another version"],
        next: [ask.wide, ask.hcoLog],
      },
      "boot-image": {
        meaning: "A boot image is not kept up to date in this cluster.",
        causes: ["it is for none of the nodes' architectures"],
        next: [ask.hcoYaml],
      },
      "several-roots": {
        meaning: "There are several objects of which the operator serves only one.",
        causes: ["one was created in a second namespace"],
        next: ["kubectl get hco -A"],
      },
      "related-object": {
        meaning: "status.relatedObjects names objects that are gone, or that were deleted and made anew.",
        causes: ["somebody deleted them by hand", "left-overs that were tidied up"],
        next: ["kubectl hco-status --related -n NAMESPACE"],
      },
    },
  },
};
