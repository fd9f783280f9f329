import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The conditions of Pods. */
export const podsWords: WordsTables = {
  podConditions: {
    of: "Pod",
    next: [ask.pod],
    says: {
      Ready: {
        meaning: "Whether the pod gets traffic from its Services.",
        causes: ["a container is not ready", "a readiness gate is not fulfilled", "its node does not report"],
      },
      ContainersReady: {
        meaning: "Whether all containers of the pod are ready.",
        causes: ["a container that starts, fails its probe or crashes"],
      },
      Initialized: {
        meaning: "Whether all init containers have ended well.",
        causes: ["an init container that still works or fails"],
      },
      PodScheduled: {
        meaning: "Whether a node was chosen for the pod.",
        causes: ["no node fits: resources, taints, affinity, volumes"],
        next: [ask.pod, ask.nodes],
      },
      DisruptionTarget: {
        meaning: "The pod is about to be ended for a reason outside itself.",
        causes: ["eviction, preemption, a taint on its node"],
      },
      PodReadyToStartContainers: {
        meaning: "Whether the pod's volumes and network are there.",
        causes: ["the network plugin fails", "a volume cannot be mounted"],
      },
      PodResizePending: {
        meaning: "A change of the pod's resources waits or is impossible on its node.",
        causes: ["the node has no room for it"],
      },
      PodResizeInProgress: { meaning: "A change of the pod's resources is being made.", causes: ["a resize in place"] },
    },
  },
};
