import { type Condition, type ConditionStatus, lastConditionOfType } from "../../../model/condition.ts";
import type { Expected, ExpectedCondition } from "../../../model/report.ts";
import { contributingTypes } from "../../../profiles/hco/profile.ts";
import type { ComponentConditions } from "./component-conditions.ts";

// kubevirt/hyperconverged-cluster-operator docs/status.md, "Conditions", to the letter. The operator followed this document
// up to 1.0.

/** Step 4, "If nil": the text gives no reason and no message. */
const allGood: readonly ExpectedCondition[] = [
  { type: "Available", status: "True", reason: "", message: "" },
  { type: "Progressing", status: "False", reason: "", message: "" },
  { type: "Degraded", status: "False", reason: "", message: "" },
  { type: "Upgradeable", status: "True", reason: "", message: "" },
];

/**
 * Available, Progressing, Degraded and Upgradeable. If any of them is negative, a type that no component sets keeps its
 * reported value, and is omitted without one. `ready` is null where the text does not say whether the probe succeeds.
 */
export function applyStatusDoc(components: readonly ComponentConditions[], reported: readonly Condition[]): Expected {
  const memory = new Map<string, ExpectedCondition>();
  for (const component of components) rememberComponent(memory, component);
  if (memory.size === 0) return { conditions: allGood, ready: true };
  const conditions = contributingTypes
    .map((type) => memory.get(type) ?? readPreviousCondition(reported, type))
    .filter((condition) => condition !== undefined);
  return { conditions, ready: memory.has("Progressing") ? false : null };
}

/** Step 3 of the document for one component. Each write to `memory` replaces the previous one of the same type. */
function rememberComponent(
  memory: Map<string, ExpectedCondition>,
  { component, reasonName: name = component, conditions, hasConditionList }: ComponentConditions,
): void {
  const set = (type: string, status: ConditionStatus, reason: string, message: string): void => {
    memory.set(type, { type, status, reason, message, leader: component });
  };
  if (!hasConditionList) {
    const reason = `${name}Conditions`;
    const message = `${name} resource has no conditions`;
    set("Available", "False", reason, message);
    set("Progressing", "True", reason, message);
    set("Upgradeable", "False", reason, message);
    return;
  }
  for (const { type, status, message } of conditions) {
    if (type === "Available" && status === "False") {
      set("Available", "False", `${name}NotAvailable`, `${name} is not available: ${message}`);
    }
    if (type === "Progressing" && status === "True") {
      const reason = `${name}Progressing`;
      const text = `${name} is progressing: ${message}`;
      set("Progressing", "True", reason, text);
      set("Upgradeable", "False", reason, text);
    }
    if (type === "Degraded" && status === "True") {
      set("Degraded", "True", `${name}Degraded`, `${name} is degraded: ${message}`);
    }
  }
}

function readPreviousCondition(reported: readonly Condition[], type: string): ExpectedCondition | undefined {
  const previous = lastConditionOfType(reported, type);
  if (previous === undefined) return undefined;
  const { status, reason, message } = previous;
  return { type, status, reason, message };
}
