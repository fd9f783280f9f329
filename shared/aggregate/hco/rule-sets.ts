import { definedFields } from "../../model/defined-fields.ts";
import type { Expected } from "../../model/report.ts";
import { isAtLeast, parseRelease } from "../evaluation/release-version.ts";
import type { HcoComponent } from "./components.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import type { ComponentConditions } from "./rules/component-conditions.ts";
import { applyConditionsDoc } from "./rules/conditions-doc.ts";
import { applyOperatorRules, type OperatorInput } from "./rules/operator-loop.ts";
import { applyStatusDoc } from "./rules/status-doc.ts";

/** The results of the three rule sets over the components that were found and are required. */
export interface RuleSets {
  readonly "conditions-doc": Expected;
  readonly "status-doc": Expected;
  readonly operator: Expected;
}

/**
 * The conditions that the rules evaluate. Absent and unread components affect verdict and findings, never `expected`.
 */
export function listFoundConditions(components: readonly HcoComponent[]): readonly ComponentConditions[] {
  return components
    .filter((component) => component.isCalledFor && component.lookup.outcome === "found")
    .map(({ row, conditions, isRecorded }) => ({
      component: row.component,
      ...definedFields({ reasonName: row.reasonName }),
      conditions,
      isRecorded,
    }));
}

export function applyRuleSets(state: HyperConvergedState, components: readonly ComponentConditions[]): RuleSets {
  return {
    "conditions-doc": applyConditionsDoc(components),
    "status-doc": applyStatusDoc(components, state.conditions),
    operator: applyOperatorRules({
      components,
      reported: state.conditions,
      upgradeMode: state.upgradeMode,
      ownVersion: state.ownVersion,
      isTainted: state.taints.length > 0,
      switches: readOperatorSwitches(state),
    }),
  };
}

/**
 * The rule set that drift is computed with. Up to 1.0 the operator did what its docs/status.md says
 * (kubevirt/hyperconverged-cluster-operator v1.0.0, pkg/controller/hyperconverged/hyperconverged_controller.go).
 */
export function chooseDriftRuleSet(state: HyperConvergedState): "operator" | "status-doc" {
  return isAtLeast(deriveRelease(state), [1, 1]) ? "operator" : "status-doc";
}

/**
 * The rules that the operator's release has (kubevirt/hyperconverged-cluster-operator at its release tags,
 * controllers/operands/operand.go, first pkg/controller/operands/operand.go).
 */
export function readOperatorSwitches(state: HyperConvergedState): OperatorInput["switches"] {
  // During an upgrade the running operator writes the status. Its version counts, not the one that the status still
  // names.
  const release = parseRelease(state.operator.version) ?? deriveRelease(state);
  return {
    taint: isAtLeast(release, [1, 3]),
    firstKeepsUpgradeable: isAtLeast(release, [1, 4]),
    componentUpgradeable: isAtLeast(release, [1, 7]),
    health: isAtLeast(release, [1, 9]),
    relaxedHealth: isAtLeast(release, [1, 16]),
  };
}

/**
 * The release, derived from the heartbeat where no version is known. Conditions had a heartbeat below 1.5, and
 * systemHealthStatus came with 1.9.
 */
function deriveRelease(state: HyperConvergedState): HyperConvergedState["release"] {
  if (state.release !== undefined || state.systemHealthStatus !== undefined) return state.release;
  return state.hasHeartbeats ? [1, 4] : undefined;
}
