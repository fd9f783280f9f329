import type { ApplicationFindingCode, WordsTable } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** Findings about an Application. */
export const findingsApplicationWords: {
  readonly applicationFindings: WordsTable<ApplicationFindingCode>;
} = {
  applicationFindings: {
    of: "Application",
    next: [ask.application],
    says: {
      "nothing-selected": {
        meaning: "The Application has no components, which its controller calls ready (0/0).",
        causes: ["no selector", "no component kinds", "labels that nothing has"],
      },
      "selects-everything": {
        meaning: "Every object of the component kinds in the namespace is a component.",
        causes: ["an empty selector", "matchExpressions alone, which the controller ignores"],
      },
      "expressions-ignored": {
        meaning: "The controller passes over the selector's matchExpressions.",
        causes: ["only matchLabels are used"],
      },
      "component-kind-missing": {
        meaning: "A component kind is not installed, and the controller passes over it without a word.",
        causes: ["a CRD that is missing", "the core group written as core, where it is an empty text"],
        next: [ask.crds],
      },
      "group-taken-for-version": {
        meaning: "The controller takes a component kind's group for a version, and looks in the core group.",
        causes: ["a group that begins with v and a digit"],
      },
      "component-kind-unread": {
        meaning: "Components of a kind could not be listed.",
        causes: ["your account may not list them", "they are not in the file"],
        next: [ask.canI],
      },
      "component-kind-twice": {
        meaning: "A component kind is listed several times, and each object counts so often.",
        causes: ["a list that was put together from pieces"],
      },
      "selected-cluster-wide": {
        meaning: "A component kind lies in no namespace, so objects of the whole cluster are matched.",
        causes: ["a cluster-scoped kind among the component kinds"],
      },
      "selects-itself": {
        meaning: "The Application is one of its own components and keeps itself not ready.",
        causes: ["it carries the labels that it selects, and lists Application as a kind"],
      },
      "selects-in-a-circle": {
        meaning: "Two Applications are each a component of the other, and each waits.",
        causes: ["labels that both carry"],
      },
      "nested-too-many": {
        meaning: "Nested Applications are shown without their components, because there are too many.",
        causes: ["a very large tree"],
        next: ["kubectl hco-status application/NAME"],
      },
      "assembly-phase": {
        meaning: "Whoever assembles the Application says that he is not done, or has given up.",
        causes: ["assemblyPhase Pending or Failed"],
      },
      "components-ready-differs": {
        meaning: "The CR's count of ready components is not what it is now.",
        causes: ["the controller looks every two minutes", "it does not run"],
        next: [ask.application, ask.report],
      },
      "component-gone": {
        meaning: "The CR's list has components that are not selected any more.",
        causes: ["they were deleted or relabelled since the last look"],
      },
      "component-unlisted": {
        meaning: "Components are selected that the CR's list does not have.",
        causes: ["they were made since the last look"],
      },
      "component-differs": {
        meaning: "A component's state in the CR is not what the controller's rule makes of it now.",
        causes: ["it changed since the last look"],
      },
      "component-unreadable": {
        meaning: "The controller cannot read a component.",
        causes: ["a status of an odd form"],
        next: [ask.yaml],
      },
      "failed-job-ready": {
        meaning: "A Job has failed, and the controller counts it as ready because it was started.",
        causes: ["the controller's rule for Jobs"],
        next: ["kubectl describe job NAME -n NAMESPACE"],
      },
      "hostname-only": {
        meaning: "A load balancer has a host name and no IP, so the controller never counts it as ready.",
        causes: ["a cloud that gives host names"],
        next: ["kubectl describe service NAME -n NAMESPACE"],
      },
      "deadline-exceeded": {
        meaning: "A rollout missed its deadline, and for the controller it stays in progress for ever.",
        causes: ["pods that do not get ready"],
        next: [ask.deployment],
      },
      "unknown-counted-ready": {
        meaning: "A component says Unknown for Ready, and the controller counts it as ready.",
        causes: ["the controller asks for False only"],
        next: [ask.object],
      },
      "error-counted-ready": {
        meaning: "A component reports an error, and the controller counts it as ready.",
        causes: ["the controller does not look at Error"],
        next: [ask.object],
      },
      "unwell-counted-ready": {
        meaning: "A component is unwell, and the controller counts it as ready.",
        causes: ["its conditions have other names or lie in another place"],
        next: [ask.report],
      },
      "owner-reference-missing": {
        meaning: "Components lack the ownerReference that addOwnerRef asks for.",
        causes: ["they were made since the last look", "the controller may not change them, which it does not report"],
      },
    },
  },
};
