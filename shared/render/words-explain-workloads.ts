import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The reasons of Deployments and ReplicaSets. */
export const workloadsWords: WordsTables = {
  workloadReasons: {
    of: "Deployment",
    next: [ask.deployment],
    says: {
      MinimumReplicasAvailable: {
        meaning: "As many pods are available as the Deployment must have at any time.",
        causes: ["enough pods are ready"],
      },
      MinimumReplicasUnavailable: {
        meaning: "Fewer pods are available than the Deployment must have at any time.",
        causes: ["pods that are pending, crash or fail their probe"],
        next: [ask.deployment, ask.pods],
      },
      NewReplicaSetAvailable: {
        meaning: "The last rollout is complete.",
        causes: ["all pods are of the newest template and available"],
      },
      NewReplicaSetCreated: {
        meaning: "A rollout has begun: the ReplicaSet of the new template was made.",
        causes: ["the pod template was changed"],
      },
      FoundNewReplicaSet: {
        meaning: "A ReplicaSet of the wanted template is already there and is used.",
        causes: ["a change was taken back", "the Deployment was made anew"],
      },
      ReplicaSetUpdated: {
        meaning: "A rollout gets on: pods of the new template come up and old ones go.",
        causes: ["a change of the pod template"],
      },
      ReplicaSetCreateError: {
        meaning: "The ReplicaSet of the new template could not be created.",
        causes: ["a quota", "an admission webhook"],
        next: [ask.deployment, ask.events],
      },
      ProgressDeadlineExceeded: {
        meaning:
          "The rollout has not got on for progressDeadlineSeconds (ten minutes where nobody says otherwise). Kubernetes goes on trying.",
        causes: ["images that cannot be pulled", "pods that crash or find no node", "a probe that fails"],
        next: [ask.pods, ask.deployment],
      },
      DeploymentPaused: {
        meaning: "Rollouts of the Deployment are paused.",
        causes: ["kubectl rollout pause"],
        next: ["kubectl rollout resume deployment NAME -n NAMESPACE"],
      },
      DeploymentResumed: {
        meaning: "Rollouts of the Deployment go on after a pause.",
        causes: ["kubectl rollout resume"],
      },
    },
  },
  replicaSetReasons: {
    of: "ReplicaSet",
    next: [ask.events, "kubectl describe resourcequota -n NAMESPACE"],
    says: {
      FailedCreate: {
        meaning: "A pod could not be created; the message has the refusal.",
        causes: [
          "a quota or limit range",
          "pod security",
          "an admission webhook that refuses or does not answer",
          "a ServiceAccount that does not exist",
        ],
      },
      FailedDelete: {
        meaning: "A pod that is too many could not be deleted.",
        causes: ["the API server or a webhook refused"],
        next: [ask.events],
      },
    },
  },
};
