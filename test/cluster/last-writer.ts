/**
 * What the HCO operator (1.19 and 1.20) makes of the conditions of its components, written down a second time, without
 * a look at the code under test, so that the scenes the tests set are what the real operator would have stored.
 * Source: controllers/operands/operand.go, generic_operand.go and controllers/hyperconverged/hyperconverged_controller.go.
 */

/** A condition without its times. */
export interface ConditionWithoutTimes {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message: string;
}

/** What HCO sees of a component; reason and message may be missing in its conditions. */
export interface Reporter {
  /** HCO's word for it: KubeVirt, CDI, NetworkAddonsConfig, AAQ, MigController, FileRestoreOperator, SSP */
  readonly name: string;
  readonly conditions: readonly (Pick<ConditionWithoutTimes, "type" | "status"> & Partial<ConditionWithoutTimes>)[];
}

/** What one loop of the operator writes. */
export interface Outcome {
  /** ReconcileComplete, Available, Progressing, Degraded, Upgradeable, in this order */
  readonly conditions: readonly ConditionWithoutTimes[];
  readonly systemHealthStatus: "healthy" | "warning" | "error";
}

const order = ["ReconcileComplete", "Available", "Progressing", "Degraded", "Upgradeable"] as const;
type Type = (typeof order)[number];

/** What the operator remembers during one loop; it shows the component that comes last. */
class Memory {
  readonly #words = new Map<Type, ConditionWithoutTimes>();

  set(type: Type, status: ConditionWithoutTimes["status"], reason: string, message: string): void {
    this.#words.set(type, { type, status, reason, message });
  }

  /** The one exception to the last writer: the first one stays. */
  setIfUnset(type: Type, status: ConditionWithoutTimes["status"], reason: string, message: string): void {
    if (!this.has(type)) this.set(type, status, reason, message);
  }

  has(type: Type): boolean {
    return this.#words.has(type);
  }

  is(type: Type, status: ConditionWithoutTimes["status"]): boolean {
    return this.#words.get(type)?.status === status;
  }

  /** All five conditions. Those that were not set are Unknown. */
  toConditions(): ConditionWithoutTimes[] {
    return order.map(
      (type) =>
        this.#words.get(type) ?? { type, status: "Unknown", reason: "StatusUnknown", message: "Unknown Status" },
    );
  }
}

const completed = ["ReconcileCompleted", "Reconcile completed successfully"] as const;

/**
 * A loop that came to its end. `components` in the operator's order; `upgradingTo` is its own version while it upgrades.
 */
export function aggregate(components: readonly Reporter[], upgradingTo?: string): Outcome {
  const memory = new Memory();
  for (const component of components) addConditions(memory, component);
  addDefaults(memory);
  if (upgradingTo !== undefined) {
    memory.set("Progressing", "True", "HCOUpgrading", `HCO is now upgrading to version ${upgradingTo}`);
  }
  return { conditions: memory.toConditions(), systemHealthStatus: healthOf(memory, upgradingTo !== undefined) };
}

/** The first reconciliation of a new HyperConverged, which creates the components and does not read them yet. */
export function initialize(): Outcome {
  const words = ["Init", "Initializing HyperConverged cluster"] as const;
  const memory = new Memory();
  memory.set("ReconcileComplete", "Unknown", ...words);
  memory.set("Available", "False", ...words);
  memory.set("Progressing", "True", ...words);
  memory.set("Degraded", "False", ...words);
  memory.set("Upgradeable", "Unknown", ...words);
  return { conditions: memory.toConditions(), systemHealthStatus: healthOf(memory, false) };
}

/** A HyperConverged that the operator does not serve: another namespace than its own. */
export function refuse(expected: { readonly name: string; readonly namespace: string }): Outcome {
  const memory = new Memory();
  const message = `Request does not match expected name (${expected.name}) and namespace (${expected.namespace})`;
  memory.set("ReconcileComplete", "False", "InvalidRequest", message);
  return { conditions: memory.toConditions(), systemHealthStatus: healthOf(memory, false) };
}

function addConditions(memory: Memory, { name, conditions }: Reporter): void {
  if (conditions.length === 0) {
    const words = [`${name}Conditions`, `${name} resource has no conditions`] as const;
    memory.set("Available", "False", ...words);
    memory.set("Progressing", "True", ...words);
    memory.set("Upgradeable", "False", ...words);
    return;
  }
  for (const { type, status, message = "" } of conditions) {
    if (type === "Available" && status === "False") {
      memory.set("Available", "False", `${name}NotAvailable`, `${name} is not available: ${message}`);
    } else if (type === "Progressing" && status === "True") {
      const words = [`${name}Progressing`, `${name} is progressing: ${message}`] as const;
      memory.set("Progressing", "True", ...words);
      memory.setIfUnset("Upgradeable", "False", ...words);
    } else if (type === "Degraded" && status === "True") {
      memory.set("Degraded", "True", `${name}Degraded`, `${name} is degraded: ${message}`);
    } else if (type === "Upgradeable" && status === "False") {
      memory.set("Upgradeable", "False", `${name}NotUpgradeable`, `${name} is not upgradeable: ${message}`);
    }
  }
  if (!conditions.some(({ type }) => type === "Available")) {
    memory.set("Available", "False", `${name}NotAvailable`, 'missing "Available" condition');
  }
}

function addDefaults(memory: Memory): void {
  memory.set("ReconcileComplete", "True", ...completed);
  if (memory.has("Degraded")) {
    memory.setIfUnset("Progressing", "False", ...completed);
    memory.setIfUnset("Upgradeable", "False", "HCODegraded", "HCO is not Upgradeable due to degraded components");
    memory.setIfUnset("Available", "False", "HCODegraded", "HCO is not available due to degraded components");
    return;
  }
  memory.set("Degraded", "False", ...completed);
  memory.setIfUnset("Progressing", "False", ...completed);
  memory.setIfUnset("Upgradeable", "True", ...completed);
  memory.setIfUnset("Available", "True", ...completed);
}

function healthOf(memory: Memory, upgrading: boolean): Outcome["systemHealthStatus"] {
  // During an upgrade only Degraded is an error: being away for a while is expected then.
  if (memory.is("Degraded", "True") || (!upgrading && !memory.is("Available", "True"))) return "error";
  if (!memory.is("ReconcileComplete", "True") || (!upgrading && memory.is("Progressing", "True"))) return "warning";
  return "healthy";
}
