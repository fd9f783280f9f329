import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The conditions and reasons of DataVolumes. */
export const dataVolumesWords: WordsTables = {
  dataVolumeConditions: {
    of: "DataVolume",
    next: [ask.dataVolume],
    says: {
      Ready: {
        meaning: "Whether the volume is filled and can be used.",
        causes: ["data is still being transferred", "the claim is not bound"],
      },
      Bound: {
        meaning: "Whether its claim has a volume.",
        causes: ["no storage class", "no capacity", "binding waits for the first consumer"],
        next: [ask.dataVolume, "kubectl describe pvc NAME -n NAMESPACE"],
      },
      Running: {
        meaning: "Whether the pod that transfers the data runs. False after a success is normal.",
        causes: ["the transfer has ended, well or not", "the pod cannot be scheduled"],
      },
    },
  },
  dataVolumeReasons: {
    of: "DataVolume",
    next: [ask.dataVolume],
    says: {
      TransferRunning: { meaning: "Data is being transferred.", causes: ["a normal import, clone or upload"] },
      Bound: { meaning: "Its claim is bound.", causes: ["the storage class has made a volume"] },
      Pending: {
        meaning: "Its claim has no volume yet.",
        causes: ["it waits for a first consumer", "the provisioner is at work or fails"],
        next: ["kubectl describe pvc NAME -n NAMESPACE"],
      },
      Unschedulable: {
        meaning: "The pod that should transfer the data finds no node.",
        causes: ["too little CPU or memory", "a volume that is bound to a full node"],
        next: [ask.pods, ask.nodes],
      },
      ClaimLost: {
        meaning: "The volume behind its claim is gone.",
        causes: ["somebody deleted the PersistentVolume"],
        next: ["kubectl describe pvc NAME -n NAMESPACE"],
      },
      NotFound: { meaning: "It has no claim.", causes: ["the claim could not be made, which its events tell"] },
      Error: {
        meaning: "The pod that transfers the data ended with an error and is started again.",
        causes: ["a wrong URL, certificate or Secret", "a volume that is too small", "an image that is damaged"],
        next: [ask.dataVolume, "kubectl logs importer-NAME -n NAMESPACE"],
      },
      Completed: { meaning: "The pod that transferred the data has ended well.", causes: ["the transfer is done"] },
    },
  },
};
