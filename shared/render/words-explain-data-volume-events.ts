import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The events and phases of DataVolumes. */
export const dataVolumeEventsWords: WordsTables = {
  dataVolumeEvents: {
    of: "DataVolume",
    next: ["kubectl get pvc -n NAMESPACE"],
    says: {
      ErrResourceExists: {
        meaning: "There is already a claim of its name, and it is not its own.",
        causes: ["a claim made by hand", "a left-over"],
      },
      ErrResourceMarkedForDeletion: {
        meaning: "A claim of its name is just being deleted.",
        causes: ["something still uses the old claim"],
        next: ["kubectl describe pvc NAME -n NAMESPACE"],
      },
      ErrClaimLost: {
        meaning: "Its claim has lost its volume.",
        causes: ["the PersistentVolume was deleted"],
        next: ["kubectl describe pvc NAME -n NAMESPACE"],
      },
      ErrStartingPod: {
        meaning: "The pod that should transfer the data could not be created.",
        causes: ["a quota or pod security", "details stand in the log of cdi-deployment"],
        next: ["kubectl logs -n NAMESPACE deployment/cdi-deployment"],
      },
      ErrClaimNotValid: {
        meaning: "A claim cannot be made from what it asks for.",
        causes: ["no default storage class", "no access mode known for the class", "an archive on a block volume"],
        next: [ask.dataVolume, ask.storageClass],
      },
      ErrExceededQuota: {
        meaning: "A quota of the namespace forbids its claim or pod.",
        causes: ["the quota for storage or memory is used up"],
        next: ["kubectl describe resourcequota -n NAMESPACE"],
      },
      ErrIncompatiblePVC: {
        meaning: "The source cannot be cloned into this volume.",
        causes: ["another volume mode", "a target that is smaller than the source"],
        next: [ask.dataVolume],
      },
      ErrImportFailed: {
        meaning: "An import into its claim failed.",
        causes: ["a wrong URL or Secret", "a certificate that is not trusted", "too little space"],
        next: ["kubectl logs importer-NAME -n NAMESPACE"],
      },
      ImportSucceeded: {
        meaning: "An import into its claim has ended well.",
        causes: ["all data was written"],
        next: [ask.dataVolume],
      },
      CreatingScratchSpace: {
        meaning: "The import needs a second volume to work in, and it is being made.",
        causes: ["the image has to be unpacked or converted"],
      },
      ImportTargetInUse: {
        meaning: "The import waits because some pod uses its claim.",
        causes: ["a machine that runs with the half-filled volume"],
        next: [ask.pods],
      },
    },
  },
  dataVolumeStatus: {
    of: "DataVolume",
    next: [ask.dataVolume],
    says: {
      WaitForFirstConsumer: {
        meaning: "Its storage class binds only when a pod uses the claim, so it waits for one.",
        causes: ["no machine uses it yet"],
      },
      PendingPopulation: { meaning: "It will be filled when a pod first uses its claim.", causes: ["no consumer yet"] },
      PVCBound: { meaning: "Its claim is bound, and the transfer begins.", causes: ["a normal step"] },
      ImportScheduled: {
        meaning: "The pod that imports is being scheduled.",
        causes: ["a normal step", "no node takes the pod, if it lasts"],
        next: [ask.pods],
      },
      ImportInProgress: {
        meaning: "Data is being imported.",
        causes: ["a normal step", "the pod fails again and again, which its restarts tell"],
        next: ["kubectl logs importer-NAME -n NAMESPACE"],
      },
      CloneScheduled: { meaning: "A clone has been asked for.", causes: ["the source is in use", "a normal step"] },
      CloneInProgress: { meaning: "Data is being cloned.", causes: ["a normal step"] },
      UploadScheduled: {
        meaning: "The pod that takes an upload is being scheduled.",
        causes: ["a normal step"],
        next: [ask.pods],
      },
      UploadReady: {
        meaning: "It waits for somebody to upload.",
        causes: ["nobody has begun the upload"],
        next: ["virtctl image-upload dv NAME -n NAMESPACE"],
      },
      Failed: {
        meaning: "The volume could not be filled.",
        causes: ["whatever the conditions and events say"],
        next: [ask.dataVolume, ask.events],
      },
    },
  },
};
