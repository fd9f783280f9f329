import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** Why a container ended, and our own words for one that is not ready. */
export const containerEndsWords: WordsTables = {
  containerEnds: {
    of: "container",
    next: [ask.pod],
    says: {
      OOMKilled: {
        meaning:
          "The kernel ended the container because it used more memory than its limit, or the node ran out of it.",
        causes: ["a limit that is too low", "a leak", "more load than before"],
        next: [ask.lastLog, "kubectl top pod POD -n NAMESPACE --containers"],
      },
      Error: {
        meaning:
          "The container ended with an exit code other than 0. 137 is SIGKILL, 143 SIGTERM, 139 a crash in memory.",
        causes: ["an error of the program, which its log tells", "a probe or a person ended it"],
        next: [ask.lastLog],
      },
      Completed: {
        meaning: "The container ended with exit code 0. Of one that should run always that is trouble too.",
        causes: ["its work is done", "a server that ends because it was told nothing to do"],
        next: [ask.lastLog],
      },
      ContainerCannotRun: {
        meaning: "The runtime could not run the container's command.",
        causes: ["a command or a file that does not exist", "a wrong architecture"],
      },
      StartError: {
        meaning: "The runtime failed to start the container's process.",
        causes: ["a command that does not exist in the image", "a missing permission to execute it"],
      },
      ContainerStatusUnknown: {
        meaning: "The kubelet cannot find the container any more and takes it for ended.",
        causes: ["the node was restarted", "the pod was evicted"],
        next: [ask.pod, ask.node],
      },
      DeadlineExceeded: {
        meaning: "The pod ran for longer than it is allowed to.",
        causes: ["activeDeadlineSeconds of the pod or of its Job"],
      },
      StartupProbeFailing: {
        meaning: "Our word: the container runs, and its startup probe has not succeeded in the time that it allows.",
        causes: ["a slow start", "a probe with a wrong port or path"],
        next: [ask.pod, ask.logNow],
      },
      ReadinessProbeFailing: {
        meaning: "Our word: the container runs, and its readiness probe does not succeed.",
        causes: ["something that it depends on is down", "it is overloaded", "a probe with a wrong port or path"],
        next: [ask.pod, ask.logNow],
      },
      NotReady: {
        meaning: "Our word: the containers run, and the container or its pod is not ready without anybody saying why.",
        causes: ["no readiness probe, and a kubelet that has not decided yet", "the node does not report"],
        next: [ask.pod, ask.node],
      },
      Starting: {
        meaning: "Our word: the container runs and is within the time that its probes give it.",
        causes: ["a normal start"],
      },
      Initializing: {
        meaning: "Our word: an init container runs, and those after it wait.",
        causes: ["it waits for something that does not come, if it lasts"],
        next: [ask.pod, ask.logNow],
      },
    },
  },
};
