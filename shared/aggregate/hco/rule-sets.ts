import type { Expected } from "../../model/report.ts";
import { isAtLeast, releaseOf } from "../release.ts";
import type { ComponentConditions } from "../rules/component-conditions.ts";
import { conditionsDocRules } from "../rules/conditions-doc.ts";
import { type OperatorInput, operatorRules } from "../rules/operator.ts";
import { statusDocRules } from "../rules/status-doc.ts";
import type { Component } from "./components.ts";
import type { HyperConvergedState } from "./state.ts";

/** The three rule sets over the components that were found and are called for. */
export interface RuleSets {
  readonly "conditions-doc": Expected;
  readonly "status-doc": Expected;
  readonly operator: Expected;
}

/** What the rules look at: absent and unread components touch verdict and findings, never `expected` (report.md). */
export function judged(components: readonly Component[]): readonly ComponentConditions[] {
  return components
    .filter((component) => component.isCalledFor && component.lookup.outcome === "found")
    .map(({ row, conditions, isRecorded }) => ({
      component: row.component,
      ...(row.reasonName === undefined ? {} : { reasonName: row.reasonName }),
      conditions,
      isRecorded,
    }));
}

export function expectedOf(state: HyperConvergedState, components: readonly ComponentConditions[]): RuleSets {
  return {
    "conditions-doc": conditionsDocRules(components),
    "status-doc": statusDocRules(components, state.conditions),
    operator: operatorRules({
      components,
      reported: state.conditions,
      upgradeMode: state.upgradeMode,
      ownVersion: state.ownVersion,
      isTainted: state.taints.length > 0,
      switches: switchesOf(state),
    }),
  };
}

/** The rule set drift is computed with: to 1.0 the operator did what seeds/hco-status.md says (facts seed-systems 3.3). */
export function ruleSetOf(state: HyperConvergedState): "operator" | "status-doc" {
  return isAtLeast(releaseBy(state), [1, 1]) ? "operator" : "status-doc";
}

/** Facts seed-systems 3.3 and hco 3, "Feature history". */
export function switchesOf(state: HyperConvergedState): OperatorInput["switches"] {
  // In an upgrade the status is written by the operator that runs, not by the one whose version it still names.
  const release = releaseOf(state.operator.version) ?? releaseBy(state);
  return {
    taint: isAtLeast(release, [1, 3]),
    firstKeepsUpgradeable: isAtLeast(release, [1, 4]),
    componentUpgradeable: isAtLeast(release, [1, 7]),
    health: isAtLeast(release, [1, 9]),
    relaxedHealth: isAtLeast(release, [1, 16]),
  };
}

/** Without a version the heartbeat tells: conditions carried one below 1.5, and systemHealthStatus came with 1.9. */
function releaseBy(state: HyperConvergedState): HyperConvergedState["release"] {
  if (state.release !== undefined || state.systemHealthStatus !== undefined) return state.release;
  return state.hasHeartbeats ? [1, 4] : undefined;
}
