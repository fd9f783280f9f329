import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The conditions of VirtualMachines and their instances. */
export const machinesWords: WordsTables = {
  virtualMachineConditions: {
    of: "VirtualMachine",
    next: [ask.vm],
    says: {
      Ready: {
        meaning: "Whether the running instance serves; copied from the VirtualMachineInstance.",
        causes: ["the machine is stopped", "its pod is not ready", "the guest does not answer its readiness probe"],
      },
      Failure: {
        meaning:
          "The controller could not bring the machine or its pod to what its spec asks for; the message has the error.",
        causes: ["a quota or a limit range", "an admission webhook", "a node whose kubelet is down"],
        next: [ask.vm, ask.events],
      },
      Paused: {
        meaning: "The machine is paused: it keeps its memory and does not run.",
        causes: ["somebody paused it", "an I/O error of its disk"],
      },
      RestartRequired: {
        meaning: "The spec was changed in a way that the running instance cannot take up.",
        causes: ["a change of CPU, memory or devices that cannot be made live"],
        next: [ask.vm, "virtctl restart VM -n NAMESPACE"],
      },
      Initialized: { meaning: "The controller has seen the VirtualMachine.", causes: ["its first round is done"] },
    },
  },
  instanceConditions: {
    of: "VirtualMachineInstance",
    next: [ask.vmi],
    says: {
      Provisioning: {
        meaning: "Its DataVolumes wait for a consumer, and volumes are being made for them.",
        causes: ["a storage class that binds at first use"],
        next: ["kubectl get datavolumes,pvc -n NAMESPACE"],
      },
      Ready: {
        meaning: "Whether the instance may be sent traffic.",
        causes: ["its pod is not there or not ready", "the guest does not run"],
        next: [ask.vmi, ask.launcher],
      },
      Synchronized: {
        meaning: "Only False is written: the domain could not be brought in line with the spec.",
        causes: ["a volume or an image that is missing", "a setting that the node cannot offer"],
      },
      Paused: {
        meaning: "The guest is halted with its memory kept.",
        causes: ["a request by virtctl", "an I/O error", "a migration"],
      },
      AgentConnected: {
        meaning: "The guest agent answers. Without it addresses and file systems of the guest are not known.",
        causes: ["with False: it is not installed or has not started"],
      },
      AccessCredentialsSynchronized: {
        meaning: "Whether the guest agent has put keys and passwords into the guest.",
        causes: ["the agent does not run", "the Secret is missing"],
      },
      AgentVersionNotSupported: {
        meaning: "The guest agent is too old for some of what KubeVirt asks of it.",
        causes: ["an old guest image"],
      },
      LiveMigratable: {
        meaning:
          "Whether the instance can move to another node while it runs. With False an update of the node stops it.",
        causes: ["a disk that cannot be shared", "a host device", "a CPU model that is bound to the node"],
      },
      StorageLiveMigratable: {
        meaning: "Whether its volumes can be moved to other storage while it runs.",
        causes: ["a host device or a CPU model that forbids migration"],
      },
      HotVCPUChange: {
        meaning: "Virtual CPUs are being added or removed.",
        causes: ["a change of the number of sockets"],
      },
      HotMemoryChange: { meaning: "Memory is being added or removed.", causes: ["a change of the guest's memory"] },
      VolumesChange: {
        meaning: "Its set of volumes is being replaced.",
        causes: ["a volume update that needs a storage migration"],
      },
      DataVolumesReady: {
        meaning: "Whether all its DataVolumes are filled and bound.",
        causes: ["an import, clone or upload that is not done"],
        next: ["kubectl get datavolumes -n NAMESPACE"],
      },
      DecentralizedLiveMigrationFailure: {
        meaning: "A migration between clusters or namespaces failed.",
        causes: ["the other side could not be reached", "the target was refused"],
      },
      MigrationRequired: { meaning: "It has to migrate before a change can take effect.", causes: ["a live update"] },
      EvictionRequested: {
        meaning: "Somebody asked it to leave its node.",
        causes: ["the node is drained"],
        next: [ask.vmi, "kubectl get vmim -n NAMESPACE"],
      },
      SoftwareEmulation: {
        meaning: "It runs without hardware virtualization and is slow.",
        causes: ["the node has no /dev/kvm"],
        next: [ask.node],
      },
    },
  },
};
