import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The events of an instance, which are reasons of its condition Synchronized too. */
export const machineEventsWords: WordsTables = {
  instanceEvents: {
    of: "VirtualMachineInstance",
    next: [ask.launcher],
    says: {
      FailedCreate: {
        meaning: "Its virt-launcher pod could not be created.",
        causes: ["a quota", "pod security", "an admission webhook"],
        next: [ask.vmi, "kubectl describe resourcequota -n NAMESPACE"],
      },
      SuccessfulCreate: { meaning: "Its virt-launcher pod was created.", causes: ["the machine was started"] },
      FailedDelete: {
        meaning: "Its virt-launcher pod could not be deleted.",
        causes: ["the API server refused", "a finalizer on the pod"],
      },
      SuccessfulDelete: {
        meaning: "Its virt-launcher pod was deleted.",
        causes: ["the machine was stopped or migrated"],
      },
      FailedHandOver: {
        meaning: "virt-controller could not hand the instance over to the virt-handler of its node.",
        causes: ["virt-handler on that node does not run"],
        next: ["kubectl get pods -A -l kubevirt.io=virt-handler -o wide"],
      },
      SuccessfulHandOver: {
        meaning: "The virt-handler of its node took the instance over.",
        causes: ["a normal start"],
        next: [ask.vmi],
      },
      FailedBackendStorageCreate: {
        meaning: "The volume for its firmware or TPM state could not be created.",
        causes: ["no storage class for VM state", "a quota"],
        next: [ask.vmi, ask.storageClass],
      },
      FailedDataVolumeImport: {
        meaning: "A DataVolume of it failed, or could not be judged.",
        causes: ["the source of the import is wrong or out of reach"],
        next: ["kubectl describe datavolume NAME -n NAMESPACE"],
      },
      FailedGuaranteeResources: {
        meaning: "Its pod did not get the guaranteed resources that dedicated CPUs need.",
        causes: ["a webhook or a limit range changed requests and limits"],
      },
      FailedGatherhingClusterTopologyHints: {
        meaning: "virt-controller could not learn about the clocks of the nodes.",
        causes: ["nodes without labels of virt-handler"],
        next: [ask.nodes, ask.virtLog],
      },
      FailedPvcNotFound: {
        meaning: "A volume claim that it names does not exist, and it waits for it.",
        causes: ["the claim's name is wrong", "the DataVolume has not made it yet"],
        next: ["kubectl get pvc,datavolumes -n NAMESPACE"],
      },
      SuccessfulMigration: {
        meaning: "A live migration has ended well.",
        causes: ["a drain, an update or somebody's wish"],
        next: [ask.vmi],
      },
      FailedMigration: {
        meaning: "A live migration failed; the instance runs on where it was.",
        causes: ["no node fits", "the guest writes memory faster than it can be sent", "the target pod did not start"],
        next: ["kubectl describe vmim NAME -n NAMESPACE"],
      },
      SuccessfulAbortMigration: {
        meaning: "A live migration was broken off as asked.",
        causes: ["somebody deleted the migration"],
        next: [ask.vmi],
      },
      FailedAbortMigration: {
        meaning: "A live migration could not be broken off.",
        causes: ["it was too far ahead"],
        next: [ask.vmi],
      },
      migrationTargetPodUnschedulable: {
        meaning: "No node takes the pod to which it should migrate.",
        causes: ["no room", "its CPU model or devices exist on this node only"],
        next: [ask.launcher, ask.nodes],
      },
      MissingAttachmentPod: {
        meaning: "A volume was plugged in, and the pod that attaches it is missing.",
        causes: ["somebody deleted the hotplug pod"],
      },
      PVCNotReady: {
        meaning: "A volume that is to be plugged in is not ready.",
        causes: ["its claim is not bound", "it is still being filled"],
        next: ["kubectl get pvc -n NAMESPACE"],
      },
      FailedHotplugSync: {
        meaning: "Plugging a volume in or out failed.",
        causes: ["the attachment pod could not be made or deleted"],
        next: [ask.vmi],
      },
      ErrImagePull: {
        meaning: "The image of a container disk could not be pulled.",
        causes: ["its name or tag is wrong", "a pull Secret is missing"],
      },
      ImagePullBackOff: {
        meaning:
          "The image of a container disk could not be pulled several times; the kubelet waits before it tries again.",
        causes: ["the registry is out of reach", "the image does not exist"],
      },
      NoSuitableNodesForHostModelMigration: {
        meaning: "No other node has the CPU model and features that the running guest uses.",
        causes: ["nodes of different generations"],
        next: [ask.nodes, ask.vmi],
      },
      FailedPodPatch: {
        meaning: "Its pod could not be changed.",
        causes: ["a webhook refused", "a missing permission"],
      },
      MigrationBackoff: {
        meaning: "Migrations of it failed, and the next try waits.",
        causes: ["the cause of the failed ones is still there"],
        next: ["kubectl get vmim -n NAMESPACE"],
      },
    },
  },
};
