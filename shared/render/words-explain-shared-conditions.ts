import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** Conditions that many kinds have. */
export const sharedConditionsWords: WordsTables = {
  sharedConditions: {
    of: "any object",
    next: [ask.object],
    says: {
      Available: {
        meaning: "Whether it works at all. Where nobody says otherwise, False is trouble.",
        causes: ["look at the reason and the message"],
      },
      Progressing: {
        meaning: "Whether it moves from one steady state to another. Where nobody says otherwise, True is no fault.",
        causes: ["a change or an upgrade"],
      },
      Degraded: {
        meaning: "Whether it works worse than it should for a longer time.",
        causes: ["look at the reason and the message"],
      },
      Upgradeable: {
        meaning: "Whether an upgrade is safe. False is an obstacle, and Unknown is no yes.",
        causes: ["a setting that the next version does not support"],
      },
      EvaluationConditionsDetected: {
        meaning: "Something worth knowing was found, and nothing depends on it.",
        causes: ["look at the message"],
      },
      Ready: {
        meaning: "The sum of how the object is, for kinds that have no better word.",
        causes: ["look at the reason and the message"],
      },
      Succeeded: { meaning: "The object's work is done.", causes: ["it has ended well"] },
      Reconciling: { meaning: "Its controller is at work on it.", causes: ["a change of the spec"] },
      Stalled: { meaning: "Its controller does not get on with it.", causes: ["an error that does not go by itself"] },
      InProgress: { meaning: "It has not reached what its spec asks for.", causes: ["a change that is being made"] },
      Failed: { meaning: "It has failed; True is bad.", causes: ["look at the reason and the message"] },
      Error: { meaning: "Its controller met an error; True is bad.", causes: ["look at the message"] },
      Healthy: {
        meaning: "Whether it is well, as its controller sees it.",
        causes: ["look at the reason and the message"],
      },
      Synced: { meaning: "Whether it is as its source asks for.", causes: ["a source that cannot be read or applied"] },
      Installed: { meaning: "Whether it is installed.", causes: ["an installation that runs or failed"] },
      Complete: { meaning: "Whether all of it is done.", causes: ["with False: something is missing"] },
      Initialized: { meaning: "Whether it has been set up.", causes: ["its first round is not done"] },
      Issuing: {
        meaning: "A certificate is being issued.",
        causes: ["a new one, or one that runs out", "an issuer that refuses, if it lasts"],
        next: ["kubectl describe certificate NAME -n NAMESPACE"],
      },
      Resizing: {
        meaning: "A volume is being made larger.",
        causes: ["somebody changed the claim's size"],
        next: [ask.claim],
      },
      FileSystemResizePending: {
        meaning: "A volume is larger, and its file system will be when a pod uses it.",
        causes: ["the claim's size was changed"],
        next: [ask.claim],
      },
      Deleting: { meaning: "It is being deleted.", causes: ["somebody deleted it"] },
      Paused: { meaning: "Its controller is held back on purpose.", causes: ["a field or an annotation for that"] },
      Ignored: {
        meaning: "The network policy fits no node, so it does nothing.",
        causes: ["a node selector that nothing fulfils"],
        next: ["kubectl describe nncp NAME"],
      },
    },
  },
};
