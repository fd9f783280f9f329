import type { Condition, ConditionStatus } from "../../../model/condition.ts";
import type { ContributionRule } from "../../../model/finding/evidence-parts.ts";
import type { ComponentConditions } from "./component-conditions.ts";

// What one component adds to the operator's in-memory conditions. kubevirt/hyperconverged-cluster-operator@03da3cff,
// controllers/operands/generic_operand.go, handleComponentConditions, and operand.go.

/**
 * One component's effect on one condition type, with the operator's reason and message and the component's own
 * condition.
 */
export interface OperatorContribution {
  readonly component: string;
  readonly rule: ContributionRule;
  readonly type: string;
  readonly status: ConditionStatus;
  /** The reason and message that the operator writes. */
  readonly reason: string;
  readonly message: string;
  /** Applied only if no component has set the type before (SetStatusConditionIfUnset, operand.go:92-98). */
  readonly onlyIfUnset: boolean;
  /** The component's own condition, where it has one. */
  readonly condition?: Condition;
}

/** Rules that older releases of the operator lacked or had in another form. */
export interface OperatorSwitches {
  /** It reads a component's own Upgradeable: since 1.7. */
  readonly readsComponentUpgradeable: boolean;
  /** Upgradeable names the first progressing component: since 1.4. Before, it named the last one. */
  readonly keepsFirstUpgradeable: boolean;
}

/**
 * Everything negative that a component reports, in the order of its own list. A later good duplicate does not clear a
 * bad one.
 */
export function listOperatorContributions(
  component: ComponentConditions,
  switches: OperatorSwitches,
): readonly OperatorContribution[] {
  if (component.conditions.length === 0) return contributeNoConditions(component);
  const contributions = component.conditions.flatMap((condition) =>
    contributeCondition(component, condition, switches),
  );
  const hasAvailable = component.conditions.some(({ type }) => type === "Available");
  return hasAvailable ? contributions : [...contributions, contributeMissingAvailable(component)];
}

/** The contributions of a component without conditions, which has none to Degraded (generic_operand.go:256-281). */
function contributeNoConditions({
  component,
  reasonName = component,
}: ComponentConditions): readonly OperatorContribution[] {
  const reported = {
    component,
    rule: "no-conditions" as const,
    reason: `${reasonName}Conditions`,
    message: `${reasonName} resource has no conditions`,
    onlyIfUnset: false,
  };
  return [
    { ...reported, type: "Available", status: "False" },
    { ...reported, type: "Progressing", status: "True" },
    { ...reported, type: "Upgradeable", status: "False" },
  ];
}

/** The contribution of a component without Available. Its message does not name the component (generic_operand.go:249-251). */
function contributeMissingAvailable({ component, reasonName = component }: ComponentConditions): OperatorContribution {
  return {
    component,
    rule: "missing-available",
    type: "Available",
    status: "False",
    reason: `${reasonName}NotAvailable`,
    message: 'missing "Available" condition',
    onlyIfUnset: false,
  };
}

/** The contributions of one condition: none if it is good, or of another type. */
function contributeCondition(
  { component, reasonName: name = component }: ComponentConditions,
  condition: Condition,
  switches: OperatorSwitches,
): readonly OperatorContribution[] {
  const { type, status, message } = condition;
  const contribution = { component, condition, onlyIfUnset: false };
  switch (`${type}=${status}`) {
    case "Available=False": {
      const words = { reason: `${name}NotAvailable`, message: `${name} is not available: ${message}` };
      return [{ ...contribution, rule: "not-available", type: "Available", status: "False", ...words }];
    }
    case "Progressing=True": {
      const words = { reason: `${name}Progressing`, message: `${name} is progressing: ${message}` };
      const progressing = { ...contribution, rule: "progressing" as const, ...words };
      const onlyIfUnset = switches.keepsFirstUpgradeable;
      return [
        { ...progressing, type: "Progressing", status: "True" },
        { ...progressing, type: "Upgradeable", status: "False", onlyIfUnset },
      ];
    }
    case "Degraded=True": {
      const words = { reason: `${name}Degraded`, message: `${name} is degraded: ${message}` };
      return [{ ...contribution, rule: "degraded", type: "Degraded", status: "True", ...words }];
    }
    case "Upgradeable=False": {
      if (!switches.readsComponentUpgradeable) return [];
      const words = { reason: `${name}NotUpgradeable`, message: `${name} is not upgradeable: ${message}` };
      return [{ ...contribution, rule: "not-upgradeable", type: "Upgradeable", status: "False", ...words }];
    }
    default:
      return [];
  }
}
