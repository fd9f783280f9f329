import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** Autoscalers, disruption budgets, and our own words for what other kinds of Kubernetes lack. */
export const scalingWords: WordsTables = {
  scalingConditions: {
    of: "HorizontalPodAutoscaler and PodDisruptionBudget",
    next: ["kubectl describe hpa NAME -n NAMESPACE"],
    says: {
      AbleToScale: {
        meaning: "Whether the autoscaler can read and set the number of replicas.",
        causes: ["its target does not exist"],
      },
      ScalingActive: {
        meaning: "Whether the autoscaler gets numbers to work with.",
        causes: ["no metrics", "a target that is scaled to 0"],
      },
      ScalingLimited: {
        meaning: "The autoscaler would want more or fewer replicas than it is allowed.",
        causes: ["minReplicas or maxReplicas"],
      },
      DisruptionAllowed: {
        meaning: "Whether a pod of the budget may be evicted now. With False a drain waits.",
        causes: ["as many pods as must be there, or fewer"],
        next: ["kubectl describe pdb NAME -n NAMESPACE"],
      },
    },
  },
  scalingReasons: {
    of: "HorizontalPodAutoscaler and PodDisruptionBudget",
    next: ["kubectl describe hpa NAME -n NAMESPACE"],
    says: {
      FailedGetScale: {
        meaning: "The autoscaler cannot read its target.",
        causes: ["the target does not exist", "its kind has no scale"],
      },
      FailedUpdateScale: {
        meaning: "The autoscaler cannot set the number of replicas.",
        causes: ["a webhook or a permission"],
      },
      FailedGetResourceMetric: {
        meaning: "The autoscaler gets no CPU or memory numbers of the pods.",
        causes: ["no metrics server", "pods without requests"],
        next: ["kubectl describe hpa NAME -n NAMESPACE", "kubectl top pods -n NAMESPACE"],
      },
      InvalidSelector: { meaning: "The target's selector cannot be used.", causes: ["a target without a selector"] },
      AmbiguousSelector: {
        meaning: "Several autoscalers are at the same pods.",
        causes: ["two of them for one Deployment"],
        next: ["kubectl get hpa -n NAMESPACE"],
      },
      ScalingDisabled: {
        meaning: "The target is scaled to 0, so the autoscaler rests.",
        causes: ["somebody stopped it"],
      },
      SucceededGetScale: { meaning: "The autoscaler could read its target.", causes: ["a target that exists"] },
      ReadyForNewScale: {
        meaning: "The autoscaler may change the number of replicas now.",
        causes: ["nothing holds it back"],
      },
      ValidMetricFound: { meaning: "The autoscaler has a number to work with.", causes: ["metrics are there"] },
      DesiredWithinRange: {
        meaning: "The wanted number of replicas lies within the limits.",
        causes: ["neither limit is touched"],
      },
      InsufficientPods: {
        meaning: "Fewer pods of the budget are healthy than it asks for, or just as many: none may be evicted.",
        causes: ["pods that are not ready", "a budget as large as the number of pods"],
        next: ["kubectl describe pdb NAME -n NAMESPACE"],
      },
      SufficientPods: {
        meaning: "More pods of the budget are healthy than it asks for.",
        causes: ["enough pods are ready"],
        next: ["kubectl describe pdb NAME -n NAMESPACE"],
      },
      SyncFailed: {
        meaning: "The budget could not be worked out.",
        causes: ["pods of a kind without a scale"],
        next: ["kubectl describe pdb NAME -n NAMESPACE"],
      },
    },
  },
  otherReasons: {
    of: "Kubernetes' other kinds",
    next: ["kubectl describe volumesnapshot NAME -n NAMESPACE"],
    says: {
      Lost: {
        meaning: "The volume that a claim was bound to is gone.",
        causes: ["somebody deleted the PersistentVolume"],
        next: [ask.claim],
      },
      NotReadyToUse: { meaning: "A snapshot cannot be used yet.", causes: ["it is still being taken"] },
      SnapshotFailed: {
        meaning: "A snapshot failed; the message is the driver's.",
        causes: ["the storage system refuses", "no snapshot class"],
      },
      LoadBalancerPending: {
        meaning: "A Service of type LoadBalancer has no address.",
        causes: ["no load balancer in this cluster", "the cloud refuses"],
        next: ["kubectl describe service NAME -n NAMESPACE"],
      },
      NoAddress: {
        meaning: "No ingress controller has written an address into the Ingress.",
        causes: ["no controller for its class"],
        next: ["kubectl describe ingress NAME -n NAMESPACE"],
      },
      NotAdmitted: {
        meaning: "No router has admitted the Route.",
        causes: ["its host is taken", "no router for its labels"],
        next: ["kubectl describe route NAME -n NAMESPACE"],
      },
      UnhealthyMachines: {
        meaning: "Fewer machines are healthy than the check expects.",
        causes: ["nodes that are not ready"],
        next: ["kubectl describe machinehealthcheck NAME -n NAMESPACE"],
      },
    },
  },
};
