import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The conditions and reasons of Nodes. */
export const clusterWords: WordsTables = {
  nodeConditions: {
    of: "Node",
    next: [ask.node],
    says: {
      Ready: {
        meaning: "Whether the node takes pods. Unknown means that its kubelet does not report any more.",
        causes: ["the kubelet, the runtime or the network plugin does not run", "the machine is down"],
      },
      MemoryPressure: {
        meaning: "The node is short of memory, and pods may be evicted.",
        causes: ["pods that use more than they asked for"],
        next: [ask.node, "kubectl top node NODE"],
      },
      DiskPressure: {
        meaning: "The node is short of disk; images are removed and pods may be evicted.",
        causes: ["large logs, images or emptyDirs"],
      },
      PIDPressure: {
        meaning: "The node runs out of process ids.",
        causes: ["a program that starts processes without end"],
      },
      NetworkUnavailable: {
        meaning: "The node's network has not been set up.",
        causes: ["the network plugin or the cloud's routes"],
      },
      KernelDeadlock: {
        meaning: "Processes hang in the node's kernel.",
        causes: ["a fault of disk, driver or kernel"],
      },
      ReadonlyFilesystem: { meaning: "A file system of the node became read-only.", causes: ["a fault of the disk"] },
      FrequentKubeletRestart: {
        meaning: "The node's kubelet is restarted again and again.",
        causes: ["a wrong setting", "too little memory"],
      },
      FrequentContainerdRestart: {
        meaning: "The node's container runtime is restarted again and again.",
        causes: ["a fault of the runtime or of the disk"],
      },
      FrequentUnregisterNetDevice: {
        meaning: "Network devices of the node are not given back.",
        causes: ["a fault of the kernel"],
      },
    },
  },
  nodeReasons: {
    of: "Node",
    next: [ask.node],
    says: {
      NodeStatusUnknown: {
        meaning: "The node's kubelet has stopped to report, so all its conditions are Unknown.",
        causes: ["the machine is down or cut off", "the kubelet does not run"],
      },
      NodeStatusNeverUpdated: {
        meaning: "The node's kubelet has never reported this.",
        causes: ["a node that never came up"],
      },
      KubeletNotReady: {
        meaning: "The kubelet says that its node cannot run pods; the message says why.",
        causes: ["the network plugin is not there", "the container runtime does not answer"],
      },
      KubeletReady: { meaning: "The kubelet says that its node can run pods.", causes: ["a normal node"] },
      KubeletHasInsufficientMemory: {
        meaning: "Memory on the node is below the kubelet's threshold.",
        causes: ["pods without limits"],
      },
      KubeletHasSufficientMemory: {
        meaning: "Memory on the node is above the kubelet's threshold.",
        causes: ["a normal node with memory to spare"],
      },
      KubeletHasDiskPressure: {
        meaning: "Disk space or inodes on the node are below the kubelet's threshold.",
        causes: ["images and logs"],
      },
      KubeletHasNoDiskPressure: {
        meaning: "Disk space on the node is above the kubelet's threshold.",
        causes: ["a normal node with disk to spare"],
      },
      KubeletHasInsufficientPID: {
        meaning: "Free process ids on the node are below the kubelet's threshold.",
        causes: ["a program that starts too many processes"],
      },
      KubeletHasSufficientPID: {
        meaning: "Free process ids on the node are above the kubelet's threshold.",
        causes: ["a normal node with process ids to spare"],
      },
      Cordoned: {
        meaning: "No new pod is put on the node.",
        causes: ["kubectl cordon or drain", "an update of the nodes"],
        next: ["kubectl uncordon NODE"],
      },
    },
  },
};
