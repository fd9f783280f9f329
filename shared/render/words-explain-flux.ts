import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The conditions and reasons of Flux. */
export const fluxWords: WordsTables = {
  fluxConditions: {
    of: "HelmRelease and other kinds of Flux",
    next: [ask.flux],
    says: {
      Ready: {
        meaning: "Whether Flux has brought the object to what its spec asks for.",
        causes: ["a chart that cannot be fetched or installed", "a dependency that is not ready"],
      },
      Reconciling: { meaning: "Flux is at work on the object.", causes: ["a change, or a retry after a failure"] },
      Stalled: {
        meaning: "Flux has given up until something is changed.",
        causes: ["retries are used up", "a spec that cannot work"],
      },
      Healthy: {
        meaning: "Whether what was applied became healthy in time.",
        causes: ["workloads that do not get ready"],
      },
      Released: {
        meaning: "Whether the last Helm install or upgrade went well.",
        causes: ["an error of Helm, which the message has"],
      },
      TestSuccess: { meaning: "Whether the release's Helm tests succeeded.", causes: ["a test that failed"] },
      Remediated: { meaning: "A failed release was rolled back or removed.", causes: ["the release before failed"] },
      ArtifactInStorage: {
        meaning: "Whether the fetched source is stored for others to use.",
        causes: ["it could not be fetched or written"],
      },
      FetchFailed: {
        meaning: "The source could not be fetched.",
        causes: ["a wrong address or credential", "no connection"],
      },
      BuildFailed: { meaning: "A chart could not be built from the source.", causes: ["a chart that is damaged"] },
      StorageOperationFailed: {
        meaning: "The source could not be written to storage.",
        causes: ["a full disk of the controller"],
      },
      SourceVerifiedFailed: {
        meaning: "The source's signature is not right.",
        causes: ["an unsigned or changed source"],
      },
      ArtifactOutdated: {
        meaning: "A newer source is known and not stored yet.",
        causes: ["it is just being fetched"],
      },
    },
  },
  fluxReasons: {
    of: "HelmRelease and other kinds of Flux",
    next: [ask.flux],
    says: {
      InstallSucceeded: { meaning: "The Helm release was installed.", causes: ["a first installation that went well"] },
      InstallFailed: {
        meaning: "The Helm release could not be installed; the message is Helm's.",
        causes: ["a value that does not fit", "objects that already exist", "workloads that did not get ready in time"],
      },
      UpgradeSucceeded: { meaning: "The Helm release was upgraded.", causes: ["a change that went well"] },
      UpgradeFailed: {
        meaning: "The Helm release could not be upgraded; the message is Helm's.",
        causes: [
          "a value that does not fit",
          "a field that cannot be changed",
          "workloads that did not get ready in time",
        ],
      },
      Succeeded: { meaning: "What was asked for was done.", causes: ["a round that went well"] },
      ProgressingWithRetry: { meaning: "A round failed and Flux tries again.", causes: ["whatever the message says"] },
      DependencyNotReady: {
        meaning: "Something that it depends on is not ready, so it waits.",
        causes: ["look at the dependency that the message names"],
      },
      ChartPullSucceeded: { meaning: "The chart was fetched.", causes: ["the repository has it and answers"] },
      ChartPullError: {
        meaning: "The chart could not be fetched.",
        causes: ["a version that does not exist", "credentials", "no connection"],
      },
    },
  },
};
