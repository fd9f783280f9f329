import type { Sense } from "../model/condition.ts";
import type { WordsTable } from "../model/explanation.ts";
import type { ContributionRule } from "../model/report.ts";
import { ask } from "./words-explain-commands.ts";

/** By which rule something counts, and what a condition's sense is. */
export const reportRulesWords: {
  readonly contributionRules: WordsTable<ContributionRule>;
  readonly senses: WordsTable<Sense>;
} = {
  contributionRules: {
    of: "a report",
    next: [ask.report],
    says: {
      "no-conditions": {
        meaning: "It counts because the component's CR has no conditions.",
        causes: ["its operator does not run, or has not seen the CR"],
      },
      "not-available": {
        meaning: "It counts because the component says Available=False; the CR shows the last one that does.",
        causes: ["its pods are missing, crash or find no node"],
      },
      "missing-available": {
        meaning: "It counts because the component has conditions and no Available among them.",
        causes: ["a CR that its operator does not serve, or has only begun to"],
      },
      progressing: {
        meaning:
          "It counts because the component says Progressing=True, for Progressing, where the CR shows the last one, and for Upgradeable, where it shows the first.",
        causes: ["a rollout, an installation or an upgrade"],
      },
      degraded: {
        meaning: "It counts because the component says Degraded=True.",
        causes: ["pods that are missing or crash", "an update, which some components call degraded"],
      },
      "not-upgradeable": {
        meaning: "It counts because the component says Upgradeable=False.",
        causes: ["a setting that the next version does not support"],
        next: [ask.gate],
      },
      version: {
        meaning: "It holds an upgrade because its version is not the expected one.",
        causes: ["its rollout is not done", "its operator is an older one"],
        next: [ask.gate],
      },
      "missing-condition": {
        meaning: "It holds an upgrade because it does not report a condition that is asked of it.",
        causes: ["its operator is of another version, or was stopped half-way"],
        next: [ask.object],
      },
      unknown: {
        meaning: "It says Unknown, which is not good and not counted as bad.",
        causes: ["its operator cannot tell"],
        next: [ask.object],
      },
      "not-ready": {
        meaning: "A part of an Application that its controller does not call ready.",
        causes: ["it is starting", "it is broken"],
      },
      "reported-reason": {
        meaning: "The component was not read: HyperConverged's own reason names it.",
        causes: ["missing permissions", "a file with the CR alone"],
        next: [ask.canI],
      },
      part: {
        meaning: "A part whose own condition the summary is made of.",
        causes: ["a Plugin of a preset, or a cluster of a binding"],
      },
    },
  },
  senses: {
    of: "a condition",
    next: [ask.wide],
    says: {
      main: {
        meaning: "The condition that says how the object is: False means down, Unknown or missing unknown.",
        causes: ["a type such as Available or Ready"],
      },
      good: { meaning: "True is well, False degraded.", causes: ["a type such as Initialized"] },
      bad: { meaning: "True is degraded, False well.", causes: ["a type such as Degraded or Failed"] },
      busy: {
        meaning: "True means that it is at work, which is progressing and no fault.",
        causes: ["a type such as Progressing of an operator"],
      },
      advice: { meaning: "Good to have: False is a remark and no fault.", causes: ["a type such as Upgradeable"] },
      caution: {
        meaning: "Better not to have: True is a remark and no fault.",
        causes: ["a type such as TaintedConfiguration"],
      },
      info: {
        meaning: "Shown and never judged.",
        causes: ["a type of which nobody knows whether it is good"],
        next: ["kubectl hco-status --senses FILE"],
      },
    },
  },
};
