import type { Finding } from "../model/finding.ts";
import type { SenseRow } from "../model/profile.ts";
import type { RootNode, RuleSetName } from "../model/report.ts";

/** A root, and what is to be said about it. */
export interface Judgement {
  readonly root: RootNode;
  readonly findings: readonly Finding[];
}

/** What one judgement needs to know besides the objects. */
export interface Context {
  readonly takenAt: string;
  /** Drift is computed with this rule set where the profile has it. */
  readonly ruleSet?: RuleSetName;
  /** What somebody says about condition types; asked before every table of ours. */
  readonly senses: readonly SenseRow[];
  /** What an object owns stands below it, by ownerReferences. */
  readonly tree: boolean;
}
