import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** Why a container waits. */
export const containersWords: WordsTables = {
  containerReasons: {
    of: "container",
    next: [ask.pod],
    says: {
      ContainerCreating: {
        meaning: "The container has not been created yet: volumes, network and image come first.",
        causes: [
          "a volume, Secret or ConfigMap that is missing",
          "a network plugin that does not answer",
          "a large image",
        ],
      },
      PodInitializing: {
        meaning: "The container waits for the init containers before it.",
        causes: ["an init container that still works or fails"],
      },
      CrashLoopBackOff: {
        meaning:
          "The container ended several times shortly after its start; the kubelet waits, up to five minutes, before it starts it again.",
        causes: [
          "the program ends with an error, which its last log tells",
          "too little memory (OOMKilled)",
          "a liveness probe that kills it",
          "a missing file, variable or permission",
        ],
        next: [ask.lastLog, ask.pod],
      },
      ErrImagePull: {
        meaning: "The image could not be pulled; the message says why.",
        causes: [
          "the name or tag does not exist",
          "the registry wants credentials and no pull Secret is there",
          "the registry is out of reach, or a proxy or certificate is in the way",
          "too many pulls",
        ],
        next: [ask.pod, ask.events],
      },
      ImagePullBackOff: {
        meaning: "Pulling the image failed several times; the kubelet waits before it tries again.",
        causes: ["the same as for ErrImagePull, whose event has the words"],
        next: [ask.pod, ask.events],
      },
      ImageInspectError: {
        meaning: "The runtime could not look at an image that is on the node.",
        causes: ["a damaged image store of the node"],
        next: [ask.pod, ask.node],
      },
      ErrImageNeverPull: {
        meaning: "The image is not on the node, and the pod forbids pulling it.",
        causes: ["imagePullPolicy Never with an image that nobody brought there"],
      },
      InvalidImageName: {
        meaning: "The image's name cannot be read.",
        causes: ["a space, a capital letter or an empty variable in the name"],
      },
      RegistryUnavailable: {
        meaning: "The registry did not answer the runtime.",
        causes: ["the registry is down or out of reach from the node"],
      },
      SignatureValidationFailed: {
        meaning: "The image's signature is missing or not trusted.",
        causes: ["a signature policy on the node"],
      },
      CreateContainerConfigError: {
        meaning: "The container's settings could not be put together.",
        causes: [
          "a Secret or ConfigMap, or a key of it, that does not exist",
          "a container that must not run as root and does",
        ],
      },
      CreateContainerError: {
        meaning: "The runtime could not create the container.",
        causes: ["no command in image and pod", "a name that is still taken", "a device or mount that is missing"],
        next: [ask.pod, ask.node],
      },
      PreCreateHookError: {
        meaning: "A step of the kubelet before the container's creation failed.",
        causes: ["resources of the node that could not be assigned"],
        next: [ask.pod, ask.node],
      },
      PreStartHookError: {
        meaning: "A step of the kubelet before the container's start failed.",
        causes: ["a device plugin or a CPU manager that refused"],
        next: [ask.pod, ask.node],
      },
      PostStartHookError: {
        meaning: "The container's postStart hook failed, so it was ended.",
        causes: ["the command of the hook ends with an error"],
        next: [ask.pod, ask.lastLog],
      },
      RunContainerError: {
        meaning: "The container was created and could not be started.",
        causes: [
          "a command that does not exist in the image",
          "a mount that does not fit",
          "a security profile that is not on the node",
        ],
      },
      KillContainerError: {
        meaning: "The container could not be ended.",
        causes: ["a process that hangs in the kernel", "a runtime that does not answer"],
        next: [ask.pod, ask.node],
      },
      CreatePodSandboxError: {
        meaning: "The pod's own network and namespaces could not be made.",
        causes: ["the network plugin fails", "no free addresses"],
        next: [ask.pod, "kubectl get pods -A -o wide"],
      },
      ConfigPodSandboxError: {
        meaning: "The settings of the pod's network and namespaces could not be put together.",
        causes: ["a wrong sysctl, DNS or host name setting"],
      },
      KillPodSandboxError: {
        meaning: "The pod's network and namespaces could not be taken down.",
        causes: ["the network plugin fails"],
        next: [ask.pod, ask.node],
      },
      ResizePodInPlaceError: {
        meaning: "New CPU or memory could not be given to the running container.",
        causes: ["the runtime refused"],
      },
    },
  },
};
