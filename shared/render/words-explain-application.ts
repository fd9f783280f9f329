import type { WordsTables } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** The conditions and reasons of an Application. */
export const applicationWords: WordsTables = {
  applicationConditions: {
    of: "Application",
    next: [ask.application],
    says: {
      Ready: {
        meaning:
          "Whether all components of the Application are ready. The controller looks every two minutes, so it may be old.",
        causes: ["a component that is not ready", "an error while listing them, which makes it Unknown"],
        next: [ask.application, ask.report],
      },
      Error: {
        meaning: "Whether the controller met an error while it listed or read the components. True is bad.",
        causes: ["a kind that it may not list", "an object that it cannot read"],
      },
      Settled: {
        meaning:
          "The controller has acted on the newest spec. Only the proposal has it: the running controller never writes it.",
        causes: ["with False: the last change has not been seen"],
      },
      Qualified: {
        meaning: "Functionally tested. It is declared, and the running controller never writes it.",
        causes: ["some other tool wrote it"],
      },
      Cleanup: {
        meaning: "Meant to follow failures of finalizers. It is declared, and the running controller never writes it.",
        causes: ["some other tool wrote it"],
      },
      Disruption: {
        meaning: "The proposal's word for an error whose cause is known.",
        causes: ["some other controller wrote it"],
      },
      TrafficReady: {
        meaning: "The proposal's word for: traffic from outside reaches the pods.",
        causes: ["some other tool probes it"],
      },
      Scale: {
        meaning: "A condition about scaling, which the proposal names without a word of explanation.",
        causes: ["some other controller wrote it"],
      },
      InProgress: {
        meaning: "On a component: with True the Application's controller counts it as not ready.",
        causes: ["the component's own controller is at work"],
        next: [ask.object],
      },
    },
  },
  applicationReasons: {
    of: "Application",
    next: [ask.application],
    says: {
      ComponentsReady: {
        meaning: "All components are ready; none at all counts as all.",
        causes: ["everything that it selects is ready", "it selects nothing (0/0)"],
        next: [ask.application, ask.report],
      },
      ComponentsNotReady: {
        meaning: "At least one component is not ready.",
        causes: ["look at status.components, or let us recompute it"],
        next: [ask.report, ask.application],
      },
      ComponentsReadyUnknown: {
        meaning: "The state of the components could not be put together; condition Error has the reason.",
        causes: ["a kind that cannot be listed", "a component that cannot be read"],
      },
      ErrorSeen: {
        meaning: "The controller met errors in its last round; the message has them.",
        causes: ["a missing permission", "an object of an odd form"],
      },
      NoError: { meaning: "The controller met no error in its last round.", causes: ["its last round went well"] },
      Settled: {
        meaning: "The reason that the proposal's example gives for condition Settled.",
        causes: ["the newest spec has been acted upon"],
      },
    },
  },
};
