import { definedFields } from "../../model/defined-fields.ts";
import type { Release } from "../../model/profile.ts";
import type { Expected } from "../../model/report.ts";
import { isAtLeast, parseRelease } from "../evaluation/release-version.ts";
import type { HcoComponent } from "./components.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import type { ComponentConditions } from "./rules/component-conditions.ts";
import { applyConditionsDoc } from "./rules/conditions-doc.ts";
import { applyOperatorRules, type OperatorInput } from "./rules/operator-loop.ts";
import { applyStatusDoc } from "./rules/status-doc.ts";

/** The conditions that each of the three rule sets expects of the CR, by the components that were found and are required. */
export interface RuleSets {
  readonly "conditions-doc": Expected;
  readonly "status-doc": Expected;
  readonly operator: Expected;
}

/**
 * The conditions of the required components that were found. Components that are absent or unread affect the verdict and the
 * findings, and never the expected conditions.
 */
export function listFoundConditions(components: readonly HcoComponent[]): readonly ComponentConditions[] {
  return components
    .filter((component) => component.isRequired && component.lookup.outcome === "found")
    .map(({ row, conditions, hasConditionList }) => ({
      component: row.component,
      ...definedFields({ reasonName: row.reasonName }),
      conditions,
      hasConditionList,
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
      targetVersion: state.targetVersion,
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
 * Which rules the operator's release has. During an upgrade the running operator writes the status, so its own version
 * counts, and not the one that the status still has (kubevirt/hyperconverged-cluster-operator at its release tags,
 * controllers/operands/operand.go, first pkg/controller/operands/operand.go).
 */
export function readOperatorSwitches(state: HyperConvergedState): OperatorInput["switches"] {
  const release = parseRelease(state.operator.version) ?? deriveRelease(state);
  return {
    writesTaint: isAtLeast(release, [1, 3]),
    keepsFirstUpgradeable: isAtLeast(release, [1, 4]),
    readsComponentUpgradeable: isAtLeast(release, [1, 7]),
    writesHealth: isAtLeast(release, [1, 9]),
    relaxesHealthInUpgrades: isAtLeast(release, [1, 16]),
  };
}

/**
 * The release by the recorded version. Where that is unknown, conditions with a heartbeat show a release below 1.5, and a
 * systemHealthStatus shows that it is 1.9 or newer. Undefined: unknown, which counts as the current release.
 */
function deriveRelease({ release, hasHeartbeats, systemHealthStatus }: HyperConvergedState): Release | undefined {
  if (release !== undefined) return release;
  return hasHeartbeats && systemHealthStatus === undefined ? [1, 4] : undefined;
}
