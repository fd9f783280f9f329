import type { ComponentSuffix } from "../model/explanation.ts";

/**
 * The reasons that HyperConverged builds from a component's name (`CDIDegraded`), by what stands behind it, and where its
 * operator does so (kubevirt/hyperconverged-cluster-operator).
 */
export const componentSuffixes: Readonly<Record<ComponentSuffix, string>> = {
  Conditions: "controllers/operands/generic_operand.go",
  NotAvailable: "controllers/operands/generic_operand.go",
  Progressing: "controllers/operands/operand.go",
  Degraded: "controllers/operands/operand.go",
  NotUpgradeable: "controllers/operands/operand.go",
};
