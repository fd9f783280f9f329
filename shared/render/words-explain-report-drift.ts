import type { WordsTable } from "../model/explanation.ts";
import type { ApplicationStatus, Drift, DriftHeld, RuleSetName } from "../model/report.ts";
import { ask } from "./words-explain-commands.ts";

/** Differences between a CR and its rules, the rule sets, and what they make of a part. */
export const reportDriftWords: {
  readonly driftKinds: WordsTable<Drift["what"]>;
  readonly driftHeld: WordsTable<DriftHeld>;
  readonly ruleSets: WordsTable<RuleSetName>;
  readonly judgements: WordsTable<ApplicationStatus>;
} = {
  driftKinds: {
    of: "a report",
    next: [ask.wide],
    says: {
      missing: {
        meaning: "The CR lacks a condition that the rule set would write.",
        causes: ["an operator of another version"],
      },
      extra: {
        meaning: "The CR has a condition for which its parts give no cause.",
        causes: ["the CR is a round behind"],
      },
      status: {
        meaning: "A condition has another status than the rule set would write.",
        causes: ["the CR is a round behind", "the operator does not run"],
        next: [ask.wide, ask.hcoLog],
      },
      reason: {
        meaning: "A condition has the right status, and another reason.",
        causes: ["another component is to blame now"],
      },
      message: {
        meaning: "A condition has the right status and reason, and another message.",
        causes: ["a message that changed since"],
      },
    },
  },
  driftHeld: {
    of: "a report",
    next: [ask.report],
    says: {
      deleting: {
        meaning: "Differences are no fault now: during a deletion the operator does not write conditions.",
        causes: ["the CR is being deleted"],
      },
      "operator-down": {
        meaning: "Differences are no fault of the CR now: the operator that should write it does not run.",
        causes: ["see the finding operator-down"],
        next: [ask.hcoPods],
      },
      "reconcile-error": {
        meaning: "Differences are no fault now: the operator's round ended early or has not ended.",
        causes: ["ReconcileComplete is not True"],
        next: [ask.hcoLog],
      },
      stale: {
        meaning: "Differences are no fault now: the status is about an older spec.",
        causes: ["a change a moment ago"],
      },
      upgrading: {
        meaning: "Differences are no fault now: an upgrade runs.",
        causes: ["reason HCOUpgrading"],
        next: [ask.gate],
      },
      incomplete: {
        meaning: "Differences cannot be judged: a required component is missing or was not read.",
        causes: ["missing permissions", "a file without the components"],
        next: [ask.canI],
      },
    },
  },
  ruleSets: {
    of: "--rules",
    next: ["kubectl hco-status --rules operator"],
    says: {
      operator: {
        meaning: "What today's HyperConverged operator writes, by its version; drift is computed with it.",
        causes: ["the default for a HyperConverged of 1.1 and later"],
      },
      "conditions-doc": {
        meaning: "docs/conditions.md of the operator: the worst status of each type, with the component's own reason.",
        causes: ["somebody chose it; no operator writes its conditions so"],
        next: ["kubectl hco-status --rules conditions-doc"],
      },
      "status-doc": {
        meaning: "docs/status.md of the operator to the letter, as releases up to 1.0 did it.",
        causes: ["the default for a HyperConverged of before 1.1"],
        next: ["kubectl hco-status --rules status-doc"],
      },
      code: {
        meaning: "What the running Application controller makes of its components.",
        causes: ["the default for an Application"],
        next: ["kubectl hco-status --rules code"],
      },
      proposal: {
        meaning: "What the status proposal of the Application asks for; it was never merged.",
        causes: ["somebody chose it, to see how the design differs from the code"],
        next: ["kubectl hco-status --rules proposal"],
      },
      controller: {
        meaning: "What Greenhouse's controllers make of the conditions.",
        causes: ["the default for Greenhouse"],
        next: ["kubectl hco-status --rules controller"],
      },
      adr: {
        meaning: "What Greenhouse's ADR-4 asks for: Ready from other conditions alone.",
        causes: ["somebody chose it, to see how the decision differs from the code"],
        next: ["kubectl hco-status --rules adr"],
      },
      generic: {
        meaning: "What the shared table of senses makes of any object's conditions.",
        causes: ["a kind for which there are no rules", "--profile generic"],
        next: ["kubectl hco-status --profile generic"],
      },
    },
  },
  judgements: {
    of: "a part of an Application",
    next: [ask.report],
    says: {
      Ready: {
        meaning: "By the rule of its kind the part is ready.",
        causes: ["the controller's rule for its kind is fulfilled"],
      },
      InProgress: {
        meaning: "By the rule of its kind the part is not ready yet. There is no word for failed.",
        causes: ["it is starting, or broken"],
      },
      Unknown: {
        meaning: "The part could not be read as its kind.",
        causes: ["a status of an odd form", "no condition Ready (proposal)"],
        next: [ask.yaml],
      },
    },
  },
};
