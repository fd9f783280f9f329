import type { WordsTables } from "../model/explanation.ts";

/** The conditions and reasons of Jobs. */
export const jobsWords: WordsTables = {
  jobConditions: {
    of: "Job",
    next: ["kubectl describe job NAME -n NAMESPACE"],
    says: {
      Complete: { meaning: "The Job is done.", causes: ["as many pods have succeeded as were wanted"] },
      Failed: { meaning: "The Job has given up.", causes: ["too many failed pods", "a deadline"] },
      FailureTarget: {
        meaning: "The Job is about to fail: its last pods are being ended.",
        causes: ["the same as for Failed"],
      },
      SuccessCriteriaMet: {
        meaning: "The Job is about to be complete: its last pods are being ended.",
        causes: ["enough pods have succeeded"],
      },
      Suspended: {
        meaning: "The Job is held back on purpose.",
        causes: ["suspend in its spec, by a person or a queue"],
      },
    },
  },
  jobReasons: {
    of: "Job",
    next: ["kubectl describe job NAME -n NAMESPACE"],
    says: {
      BackoffLimitExceeded: {
        meaning: "More pods of the Job failed than it allows.",
        causes: ["the program ends with an error each time"],
        next: ["kubectl logs -n NAMESPACE job/NAME"],
      },
      DeadlineExceeded: {
        meaning: "The Job took longer than activeDeadlineSeconds.",
        causes: ["slow work", "pods that could not start"],
      },
      PodFailurePolicy: {
        meaning: "A pod failed in a way for which the Job's policy says to give up.",
        causes: ["an exit code that the policy names"],
      },
      MaxFailedIndexesExceeded: {
        meaning: "More indexes of the Job failed than it allows.",
        causes: ["the same error for many indexes"],
      },
      FailedIndexes: {
        meaning: "All indexes have ended and some of them failed.",
        causes: ["an error for those indexes"],
      },
      SuccessPolicy: {
        meaning: "The Job's own rule of success is fulfilled.",
        causes: ["enough of the indexes that matter have succeeded"],
      },
      CompletionsReached: {
        meaning: "As many pods of the Job have succeeded as it wanted.",
        causes: ["all work is done"],
      },
    },
  },
};
