import type { ComponentFindingCode, WordsTable } from "../model/explanation.ts";
import { ask } from "./words-explain-commands.ts";

/** Findings about components and their workloads. */
export const findingsComponentsWords: {
  readonly componentFindings: WordsTable<ComponentFindingCode>;
} = {
  componentFindings: {
    of: "component",
    next: [ask.object],
    says: {
      "component-absent": {
        meaning:
          "A component that this version and spec call for does not exist, or the cluster does not know its kind.",
        causes: ["somebody deleted its CR", "its CRD was removed", "the operator stopped at an error before it"],
        next: [ask.crds, ask.hcoLog],
      },
      "not-read": {
        meaning:
          "A component could not be read, so nobody can say how it is. That is a limit of the reading and no fault of the component.",
        causes: ["your account may not read it", "it is not in the gather or file", "the server did not answer"],
        next: ["kubectl auth can-i get PLURAL -n NAMESPACE"],
      },
      "no-conditions": {
        meaning:
          "A component's CR has no conditions at all. HyperConverged then says not available, progressing and not upgradeable.",
        causes: ["its operator does not run", "it was created a moment ago"],
        next: [ask.pods, ask.object],
      },
      "component-operator-down": {
        meaning: "The operator of a component does not run, so what the component says of itself is old.",
        causes: ["its pod crashes, finds no node or cannot pull its image", "it was scaled to 0"],
        next: [ask.pods, ask.deployment],
      },
      "component-new": {
        meaning:
          "A component's CR was made anew, and the CR still speaks of the one before. HyperConverged may call itself healthy for a moment.",
        causes: ["somebody deleted the component's CR"],
        next: [ask.report, ask.events],
      },
      "another-of-kind": {
        meaning: "There is a second CR of a component's kind, which HyperConverged does not count.",
        causes: ["the component had been installed alone before"],
        next: ["kubectl get KIND -A"],
      },
      "missing-condition": {
        meaning:
          "A component does not report one of the conditions that are asked of it. Without Available it counts as down; without the others an upgrade never ends.",
        causes: ["its operator is of another version, or was stopped half-way"],
        next: [ask.object, ask.pods],
      },
      "unknown-condition": {
        meaning: "A component says Unknown. The operator takes that for good, and we do not.",
        causes: ["its operator cannot tell, or has just begun"],
      },
      "hidden-offender": {
        meaning:
          "A component has its share in what is bad, and the CR shows the words of another: there is one reason per condition, and the last writer's stays.",
        causes: ["two components are unwell at the same time"],
        next: [ask.report, ask.wide],
      },
      "empty-message": {
        meaning: "A component gives no message for a condition, so HyperConverged's sentence ends in a colon.",
        causes: [
          "CDI and its kin write the text on one of three conditions only",
          "a Deployment that is not ready later, of which they say nothing",
        ],
        next: [ask.deep, ask.pods],
      },
      "blame-from-reasons": {
        meaning:
          "Components could not be read, and the blame follows from the words in HyperConverged's own reasons alone.",
        causes: ["a file with the CR alone", "missing permissions"],
        next: ["kubectl auth can-i list PLURAL -A"],
      },
      "not-counted": {
        meaning: "Something that nobody calls for, or that HyperConverged does not look at, is unwell.",
        causes: ["a left-over of an earlier installation", "a part such as the hostpath provisioner"],
      },
      "uncounted-workload": {
        meaning: "A Deployment that HyperConverged owns is not complete, and no condition counts it.",
        causes: ["its pods do not start", "it was scaled to 0"],
        next: [ask.deployment, ask.pods],
      },
      "outdated-workloads": {
        meaning: "Virtual machines still run in pods of an older KubeVirt.",
        causes: ["they cannot migrate", "workload updates are switched off", "an upgrade a moment ago"],
        next: ["kubectl get vmi -A -l kubevirt.io/outdatedLauncherImage"],
      },
      orphan: {
        meaning: "An object exists although nothing calls for it.",
        causes: ["a left-over of an earlier installation", "a HyperConverged that was deleted"],
      },
      "component-workload-down": {
        meaning: "A component says nothing bad, and a workload of it does not run.",
        causes: ["its operator does not run or has not looked", "it does not watch that workload"],
        next: [ask.deployment, ask.pods],
      },
      "workloads-not-found": {
        meaning: "No workload of a component was found where it should lie, so only its own word is known.",
        causes: ["another namespace", "missing permissions", "a dump without Deployments"],
        next: ["kubectl get deployments -A -l app.kubernetes.io/part-of"],
      },
      "csv-failed": {
        meaning: "OLM says that the operator's version is not installed as it should be.",
        causes: ["a Deployment of it is not available", "something that it needs is missing"],
        next: [ask.csv, "kubectl describe csv NAME -n NAMESPACE"],
      },
      "phase-failed": {
        meaning: "An object's phase says that it failed, and no condition does.",
        causes: ["a CDI that was left in phase Error"],
      },
      restarting: {
        meaning: "A container is ready now and has ended again and again.",
        causes: ["too little memory (OOMKilled)", "an error after some time", "a liveness probe"],
        next: [ask.lastLog, ask.pod],
      },
    },
  },
};
