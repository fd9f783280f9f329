import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** Why an instance cannot migrate or is not ready. */
export const machineReasonsWords: WordsTables = {
  instanceReasons: {
    of: "VirtualMachineInstance",
    next: [ask.vmi],
    says: {
      DisksNotLiveMigratable: {
        meaning: "A disk keeps it from migrating.",
        causes: ["a volume that only one node can write (ReadWriteOnce)"],
        next: [ask.vmi, "kubectl get pvc -n NAMESPACE"],
      },
      InterfaceNotLiveMigratable: {
        meaning: "A network interface keeps it from migrating.",
        causes: ["bridge binding on the pod network"],
      },
      HotplugNotLiveMigratable: {
        meaning: "A volume that was plugged in keeps it from migrating.",
        causes: ["a version of KubeVirt that cannot migrate such volumes"],
      },
      CPUModeLiveMigratable: {
        meaning: "Despite its name: the CPU mode keeps it from migrating.",
        causes: ["host-passthrough, or a host-model that no other node has"],
        next: [ask.vmi, ask.nodes],
      },
      VirtIOFSNotLiveMigratable: {
        meaning: "A file system shared by virtiofs keeps it from migrating.",
        causes: ["a virtiofs volume"],
      },
      HostDeviceNotLiveMigratable: {
        meaning: "A device of the node keeps it from migrating.",
        causes: ["a GPU or another PCI device that is passed through"],
      },
      SEVNotLiveMigratable: {
        meaning: "Memory encrypted by AMD SEV keeps it from migrating.",
        causes: ["SEV is on in its launch security"],
      },
      SecureExecutionNotLiveMigratable: {
        meaning: "IBM Secure Execution keeps it from migrating.",
        causes: ["it is on in its launch security"],
      },
      TDXNotLiveMigratable: {
        meaning: "Intel TDX keeps it from migrating.",
        causes: ["TDX is on in its launch security"],
      },
      NoTSCFrequencyNotLiveMigratable: {
        meaning: "Hyper-V re-enlightenment needs a frequency of the time stamp counter that the node does not tell.",
        causes: ["a Windows guest on nodes without a fixed frequency"],
        next: [ask.vmi, ask.node],
      },
      HypervPassthroughNotLiveMigratable: {
        meaning: "Hyper-V features taken over from the host keep it from migrating.",
        causes: ["Hyper-V passthrough is on"],
      },
      PersistentReservationNotLiveMigratable: {
        meaning: "A SCSI persistent reservation keeps it from migrating.",
        causes: ["a LUN with reservation"],
      },
      DecentralizedNotLiveMigratable: {
        meaning: "It cannot migrate to another cluster or namespace; the message says why.",
        causes: ["a volume or network that the other side cannot have"],
      },
      NotMigratable: {
        meaning: "It cannot migrate, for several reasons that stand in the message.",
        causes: ["whatever the message lists"],
      },
      NotAllDVsReady: {
        meaning: "Not all its DataVolumes are ready.",
        causes: ["an import or clone still runs or failed"],
        next: ["kubectl get datavolumes -n NAMESPACE"],
      },
      AllDVsReady: { meaning: "All its DataVolumes are bound and filled.", causes: ["imports and clones are done"] },
      VolumesChangeCancellation: {
        meaning: "A change of its volumes was taken back.",
        causes: ["somebody restored the old volumes while it migrated"],
      },
      AutoMigrationDueToLiveUpdate: {
        meaning: "It migrates by itself so that a live change takes effect.",
        causes: ["CPU or memory was changed"],
        next: ["kubectl get vmim -n NAMESPACE"],
      },
      AutoMigrationPending: {
        meaning: "A migration that is to come by itself has not begun.",
        causes: ["too many migrations at once"],
        next: ["kubectl get vmim -n NAMESPACE"],
      },
      EvictionRequested: {
        meaning: "The reason that goes with the condition of the same name: its node is being emptied.",
        causes: ["a drain of the node"],
        next: ["kubectl get vmim -n NAMESPACE"],
      },
      PodTerminating: {
        meaning: "Its virt-launcher pod is going.",
        causes: ["it was stopped, deleted or evicted"],
        next: [ask.launcher],
      },
      PodNotExists: {
        meaning: "It has no virt-launcher pod.",
        causes: ["the pod could not be created (quota, webhook)", "somebody deleted it"],
        next: [ask.vmi, ask.events],
      },
      PodConditionMissing: {
        meaning: "Its virt-launcher pod does not say whether it is ready.",
        causes: ["the kubelet has not reported yet"],
        next: [ask.launcher],
      },
      GuestNotRunning: {
        meaning: "The pod is there and the guest in it does not run.",
        causes: ["it is still starting", "the guest shut itself down"],
        next: [ask.vmi, ask.launcher],
      },
      ContainerPathVolumesDisabled: {
        meaning: "It has volumes of container paths, and the feature gate for them is off.",
        causes: ["the gate was switched off after the machine was made"],
        next: [ask.kubevirt],
      },
      MissingVirtiofsContainers: {
        meaning: "Its pod lacks the containers that serve shared paths.",
        causes: ["the pod was made by an older KubeVirt"],
        next: [ask.launcher],
      },
    },
  },
};
