import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** What printableStatus says of a VirtualMachine. */
export const machineStatusWords: WordsTables = {
  machineStatus: {
    of: "VirtualMachine",
    next: [ask.vm],
    says: {
      Stopped: { meaning: "The machine does not run, as is wanted.", causes: ["it was stopped, or never started"] },
      Paused: {
        meaning: "The machine is halted and keeps its memory; the word of printableStatus.",
        causes: ["virtctl pause", "an I/O error"],
      },
      Provisioning: {
        meaning: "Its disks are being filled.",
        causes: ["an import or clone that takes its time, or is stuck"],
        next: ["kubectl get datavolumes -n NAMESPACE"],
      },
      Starting: {
        meaning: "The machine is being started.",
        causes: ["its pod is being created", "images are pulled"],
        next: [ask.launcher],
      },
      Stopping: {
        meaning: "The machine is being stopped.",
        causes: ["the guest has not shut down within its grace period yet"],
        next: [ask.vmi],
      },
      Terminating: {
        meaning: "The VirtualMachine is being deleted.",
        causes: ["its instance or a finalizer holds it"],
      },
      Migrating: {
        meaning: "The machine moves to another node.",
        causes: ["a drain, an update or a live change"],
        next: ["kubectl get vmim -n NAMESPACE"],
      },
      WaitingForVolumeBinding: {
        meaning: "The machine waits for a volume to be bound.",
        causes: ["no storage class, or none that can serve the claim"],
        next: ["kubectl get pvc -n NAMESPACE", ask.storageClass],
      },
      WaitingForReceiver: {
        meaning: "The target of a migration from elsewhere waits for the other side.",
        causes: ["the source has not begun"],
      },
      CrashLoopBackOff: {
        meaning: "The machine failed to start several times; KubeVirt waits before the next try.",
        causes: ["the guest or virt-launcher ends at once"],
        next: [ask.vmi, ask.launcher],
      },
      ErrorUnschedulable: {
        meaning: "No node takes the machine.",
        causes: ["too little CPU or memory", "a device or CPU feature that no node has"],
        next: [ask.launcher, ask.nodes],
      },
      ErrImagePull: {
        meaning: "An image of the machine's pod could not be pulled.",
        causes: ["a container disk with a wrong name", "a registry that is out of reach"],
        next: [ask.launcher],
      },
      ImagePullBackOff: {
        meaning: "An image of the machine's pod could not be pulled, again and again.",
        causes: ["a missing pull Secret", "a tag that was deleted"],
        next: [ask.launcher],
      },
      ErrorPvcNotFound: {
        meaning: "A claim that the machine names does not exist.",
        causes: ["a wrong name", "it was deleted"],
        next: ["kubectl get pvc -n NAMESPACE"],
      },
      DataVolumeError: {
        meaning: "A DataVolume of the machine failed.",
        causes: ["the source is wrong or out of reach", "the volume is too small"],
        next: ["kubectl get datavolumes -n NAMESPACE"],
      },
      Unknown: {
        meaning: "Nobody knows how the machine is.",
        causes: ["its node does not report"],
        next: [ask.vm, ask.nodes],
      },
    },
  },
};
