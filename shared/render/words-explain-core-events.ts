import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The Warning events that stand under a root cause. */
export const coreEventsWords: WordsTables = {
  coreEvents: {
    of: "Pod, workload or Node",
    next: [ask.node],
    says: {
      FailedScheduling: {
        meaning: "The scheduler found no node for the pod; the message counts nodes by obstacle.",
        causes: ["resources, taints, affinity or volumes"],
        next: [ask.pod, ask.nodes],
      },
      FailedMount: {
        meaning: "A volume could not be mounted.",
        causes: ["a Secret or ConfigMap that does not exist", "a storage driver that does not run on the node"],
        next: [ask.pod, ask.events],
      },
      FailedAttachVolume: {
        meaning: "A volume could not be attached to the node.",
        causes: ["it is still attached to another one", "the storage system refuses"],
        next: [ask.pod, "kubectl get volumeattachments"],
      },
      FailedMapVolume: {
        meaning: "A raw block volume could not be given to the pod.",
        causes: ["a storage driver that does not run on the node"],
        next: [ask.pod],
      },
      FailedCreatePodSandBox: {
        meaning: "The pod's network could not be made.",
        causes: ["the network plugin fails or is not there", "no free addresses"],
        next: [ask.events, ask.node],
      },
      NetworkNotReady: {
        meaning: "The node's network is not ready, so no pod can start there.",
        causes: ["the network plugin does not run on the node"],
      },
      BackOff: {
        meaning: "The kubelet waits before it starts a container, or pulls an image, once more.",
        causes: ["a container that crashes", "an image that cannot be pulled"],
        next: [ask.pod, ask.lastLog],
      },
      Unhealthy: {
        meaning: "A probe of a container failed; the message has its answer.",
        causes: ["the program is not ready, hangs or is overloaded", "a wrong port or path"],
        next: [ask.pod, ask.logNow],
      },
      Failed: {
        meaning: "The kubelet could not pull an image, or create or start a container.",
        causes: ["the message says which"],
        next: [ask.pod],
      },
      InspectFailed: {
        meaning: "An image could not be looked at on the node.",
        causes: ["a damaged image store", "an image name that cannot be read"],
        next: [ask.pod, ask.node],
      },
      FailedPostStartHook: {
        meaning: "A container's postStart hook failed.",
        causes: ["the hook's command"],
        next: [ask.pod, ask.lastLog],
      },
      FailedPreStopHook: {
        meaning: "A container's preStop hook failed; it is ended all the same.",
        causes: ["the hook's command"],
        next: [ask.pod],
      },
      FailedKillPod: {
        meaning: "A pod could not be ended.",
        causes: ["the runtime or the network plugin does not answer"],
      },
      NodeNotReady: {
        meaning: "The node of the pod is not ready.",
        causes: ["its kubelet, runtime or network does not work"],
        next: [ask.nodes, ask.node],
      },
      NodeNotSchedulable: {
        meaning: "The node was cordoned: no new pod is put on it.",
        causes: ["kubectl cordon or drain"],
        next: ["kubectl uncordon NODE"],
      },
      Rebooted: { meaning: "The node was restarted.", causes: ["an update or a crash of the node"] },
      Preempting: { meaning: "The kubelet ends the pod to make room for a critical one.", causes: ["a full node"] },
      FailedBinding: {
        meaning: "No volume fits the claim and its class makes none.",
        causes: ["no storage class", "a class without provisioner"],
        next: [ask.claim, ask.storageClass],
      },
      ProvisioningFailed: {
        meaning: "A volume for the claim could not be made.",
        causes: ["the storage system refuses or is full", "wrong parameters of the class"],
        next: [ask.claim, ask.events],
      },
    },
  },
};
