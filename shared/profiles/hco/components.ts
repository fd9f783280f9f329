import type { Release } from "../../model/profile.ts";
import { hcoComponents } from "../../tables/components.ts";

/**
 * The names that the operator has written before a suffix in reasons, each with its component. The suffixes are
 * `Conditions`, `NotAvailable`, `Progressing`, `Degraded` and `NotUpgradeable`. The names are the `crType` of each
 * operand in the release branches.
 */
export const namesInReasons: ReadonlyMap<string, string> = new Map([
  ...hcoComponents.map(({ component, reasonName = component }) => [reasonName, component] as const),
  // SSP's four parts before 1.3, as the operator named them.
  ["KubevirtCommonTemplatesBundle", "KubevirtCommonTemplatesBundle"],
  ["KubevirtNodeLabellerBundle", "KubevirtNodeLabellerBundle"],
  ["KubevirtTemplateValidator", "KubevirtTemplateValidator"],
  ["KubevirtMetricsAggregation", "KubevirtMetricsAggregation"],
]);

/**
 * The first release whose operator writes a suffix after these names, if older releases exist without it. While
 * operand.go was in pkg/controller/operands, the operator did not read a component's Upgradeable.
 */
export const suffixesSince: ReadonlyMap<string, Release> = new Map([["NotUpgradeable", [1, 6]]]);
