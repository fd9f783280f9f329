import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The conditions of Deployments and ReplicaSets, and our own words about workloads. */
export const ourWorkloadsWords: WordsTables = {
  workloadConditions: {
    of: "Deployment and ReplicaSet",
    next: [ask.deployment, ask.pods],
    says: {
      Available: {
        meaning:
          "Whether enough pods of the Deployment have been ready for minReadySeconds. One that is scaled to 0 is available too.",
        causes: ["pods that do not start or are not ready"],
      },
      Progressing: {
        meaning:
          "Of a Deployment True is good and stays for ever after a rollout; False means that a rollout missed its deadline, or that its ReplicaSet could not be made.",
        causes: [
          "new pods that do not get ready in time (ProgressDeadlineExceeded)",
          "a ReplicaSet that is refused (ReplicaSetCreateError)",
        ],
      },
      ReplicaFailure: {
        meaning: "Pods could not be created or deleted; the message says why.",
        causes: ["a quota", "pod security", "an admission webhook"],
        next: [ask.deployment, ask.events],
      },
    },
  },
  ourWorkloadReasons: {
    of: "workload",
    next: [ask.object],
    says: {
      LessAvailable: {
        meaning: "Fewer pods are available than are wanted, and the controller gives no reason.",
        causes: ["pods that are pending, crash or fail their probe", "a node that is down"],
        next: [ask.pods, ask.deployment],
      },
      LessUpdated: {
        meaning: "Not all pods are of the newest template yet.",
        causes: ["a rollout that runs or is stuck", "the update strategy OnDelete"],
        next: ["kubectl rollout status KIND/NAME -n NAMESPACE"],
      },
      LessReady: {
        meaning: "Fewer machines or replicas are ready than are wanted.",
        causes: ["machines that are being made", "a provider that refuses"],
      },
      ExtraPods: {
        meaning: "There are more pods than wanted: old ones are still to be removed.",
        causes: ["a rollout in its last step", "pods that do not end"],
        next: [ask.pods],
      },
      ScaledToZero: {
        meaning: "The Deployment is scaled to 0. Kubernetes calls it available all the same.",
        causes: ["somebody scaled it down to stop it"],
        next: ["kubectl scale deployment NAME --replicas=1 -n NAMESPACE"],
      },
      StatusOutdated: {
        meaning: "The status is about an older spec: its controller has not seen the last change.",
        causes: ["a change a moment ago", "a controller that does not run, if it lasts"],
      },
      NotObserved: {
        meaning: "There is no status, or it does not say what it should.",
        causes: ["it was just created", "its controller or kubelet does not run"],
      },
      Malformed: {
        meaning: "A field of the status is not what Kubernetes writes there, so nobody can tell how it is.",
        causes: ["an edited dump", "a foreign controller"],
        next: [ask.yaml],
      },
      Terminating: {
        meaning: "It is being deleted; where that takes too long somebody does not do his last step.",
        causes: ["a finalizer whose controller does not run", "a pod on a node that does not report"],
        next: [ask.object, ask.yaml],
      },
      NoPods: {
        meaning: "No pod of the Job runs, it is not done, and its controller starts none.",
        causes: ["a controller manager that does not work", "a quota"],
        next: ["kubectl describe job NAME -n NAMESPACE"],
      },
      NotStarted: {
        meaning: "The Job has not been started.",
        causes: ["its controller has not seen it", "it is held back"],
        next: ["kubectl describe job NAME -n NAMESPACE"],
      },
      Running: {
        meaning: "The Job's pods are at work.",
        causes: ["a normal run"],
        next: ["kubectl describe job NAME -n NAMESPACE"],
      },
      NeverSucceeded: {
        meaning: "The CronJob has been due and none of its Jobs has ever succeeded.",
        causes: ["every run fails"],
        next: ["kubectl get jobs -n NAMESPACE"],
      },
      LastJobFailed: {
        meaning: "The CronJob's last Job has not succeeded, though an earlier one had.",
        causes: ["a change of image or data since"],
        next: ["kubectl get jobs -n NAMESPACE"],
      },
      Unreadable: {
        meaning: "The object could not be read as its kind, so the Application's controller calls it Unknown.",
        causes: ["a status of an odd form"],
        next: [ask.yaml],
      },
      NotFound: {
        meaning: "Something names it, and it does not exist.",
        causes: ["a wrong name", "it was deleted"],
        next: [ask.events],
      },
    },
  },
};
