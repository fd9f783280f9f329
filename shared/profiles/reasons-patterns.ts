import type { ComponentSuffix } from "../model/explanation.ts";
import type { Release } from "../model/profile.ts";

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

/**
 * The first release whose operator writes a suffix, where that is not the first of all: as long as operand.go lay in
 * pkg/controller/operands it did not ask a component for its Upgradeable.
 */
export const suffixesSince: { readonly [suffix in ComponentSuffix]?: Release } = { NotUpgradeable: [1, 6] };
