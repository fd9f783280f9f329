import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The reasons of Pods. */
export const podReasonsWords: WordsTables = {
  podReasons: {
    of: "Pod",
    next: [ask.pod],
    says: {
      Unschedulable: {
        meaning: "No node takes the pod; the message counts the nodes by what is in the way.",
        causes: [
          "requests larger than what is free",
          "taints that it does not tolerate",
          "a node selector or affinity that nothing fulfils",
          "a volume that is not bound or lies elsewhere",
        ],
        next: [ask.pod, ask.nodes],
      },
      SchedulingGated: {
        meaning: "The pod's scheduling gates hold it back until somebody takes them away.",
        causes: ["a quota or queue controller that has not let it through"],
      },
      SchedulerError: {
        meaning: "The scheduler met an error of its own.",
        causes: ["a plugin of the scheduler", "the API server did not answer"],
        next: [ask.pod, ask.events],
      },
      ContainersNotReady: {
        meaning: "Containers of the pod are not ready; the message names them.",
        causes: ["they start, fail their probe or crash"],
      },
      ContainersNotInitialized: {
        meaning: "Init containers of the pod have not ended well; the message names them.",
        causes: ["the first of them that runs or fails holds all others"],
      },
      ReadinessGatesNotReady: {
        meaning: "The containers are ready, and a condition that the pod waits for besides is not True.",
        causes: ["a load balancer or KubeVirt has not set it"],
      },
      PodCompleted: {
        meaning: "The pod has ended well, so it is not ready any more.",
        causes: ["a Job's pod that is done"],
      },
      PodFailed: {
        meaning: "The pod has ended and at least one container failed.",
        causes: ["an error of the program", "an eviction"],
      },
      UnknownContainerStatuses: {
        meaning: "The kubelet has not said how the containers are.",
        causes: ["the pod was bound a moment ago"],
      },
      Evicted: {
        meaning: "The kubelet ended the pod because its node ran short of memory, disk or process ids.",
        causes: ["a node under pressure", "a pod that uses more than it asked for"],
        next: [ask.pod, ask.node],
      },
      NodeLost: {
        meaning: "The pod's node does not report any more, so nobody knows how the pod is.",
        causes: ["the node is down or cut off"],
        next: [ask.nodes],
      },
      PreemptionByScheduler: { meaning: "The pod makes room for one of higher priority.", causes: ["a full cluster"] },
      TerminationByKubelet: {
        meaning: "The kubelet ends the pod.",
        causes: ["its node shuts down or is under pressure"],
        next: [ask.node],
      },
      DeletionByTaintManager: {
        meaning: "The pod is deleted because its node got a taint that it does not tolerate.",
        causes: ["a node that is not ready or out of reach"],
        next: [ask.nodes],
      },
      EvictionByEvictionAPI: {
        meaning: "Somebody asked for the pod's eviction.",
        causes: ["kubectl drain", "the descheduler", "an update of the nodes"],
        next: [ask.nodes],
      },
      DeletionByPodGC: {
        meaning: "The pod is cleared away because its node is gone or it was left over.",
        causes: ["a node that was deleted"],
        next: [ask.nodes],
      },
      UnexpectedAdmissionError: {
        meaning: "The kubelet refused the pod for an error of its own.",
        causes: ["a device plugin that does not answer"],
        next: [ask.pod, ask.node],
      },
      NodeAffinity: {
        meaning: "The kubelet refused the pod: its node does not fulfil its selector.",
        causes: ["labels of the node were changed"],
        next: [ask.pod, ask.node],
      },
      OutOfcpu: {
        meaning: "The kubelet refused the pod: its node had not enough CPU after all.",
        causes: ["two pods were bound at once"],
        next: [ask.pod, ask.node],
      },
      OutOfmemory: {
        meaning: "The kubelet refused the pod: its node had not enough memory after all.",
        causes: ["several pods were bound at the same time"],
        next: [ask.pod, ask.node],
      },
      Terminated: {
        meaning: "The pod was ended because its node shut down.",
        causes: ["a reboot or an update of the node"],
        next: [ask.node],
      },
      Deferred: {
        meaning: "A change of the pod's resources has to wait until its node has room.",
        causes: ["other pods on the node"],
      },
      Infeasible: {
        meaning: "A change of the pod's resources can never be made on its node.",
        causes: ["more than the whole node has"],
      },
      NotScheduled: {
        meaning: "Our word: no scheduler has said anything about the pod.",
        causes: ["the scheduler named in the pod does not run"],
      },
      Failed: {
        meaning: "Our word: the pod has failed, or a phase says so, and nothing says why.",
        causes: ["an eviction whose reason is gone"],
      },
      Pending: {
        meaning: "Our word: it is not there yet and does not say how it gets on.",
        causes: ["a normal start", "a controller that has not seen it, if it lasts"],
        next: [ask.object],
      },
    },
  },
};
