import { conditionOf } from "../../../model/condition.ts";
import type { Finding } from "../../../model/finding.ts";
import type { Contribution, Node } from "../../../model/report.ts";
import { at, wholeNumber } from "../../../parse/value.ts";
import { isSerious } from "../../trails.ts";
import type { Component } from "../components.ts";
import type { HyperConvergedState } from "../state.ts";
import { silentFindings } from "./silent.ts";

type ByType = Readonly<Record<string, readonly Contribution[]>>;

/** What is to be said about each component CR, found or not. `nodes` are the components' nodes in the same order. */
export function componentFindings(
  state: HyperConvergedState,
  components: readonly Component[],
  nodes: readonly Node[],
  offenders: ByType,
): readonly Finding[] {
  return components.flatMap((component, position) => {
    const node = nodes[position];
    if (node === undefined) return [];
    if (!component.isCalledFor) return notCounted(component, node);
    return component.lookup.outcome === "found"
      ? [
          ...silence(component, node, isUnderWay(state)),
          ...silentFindings(component, node),
          ...going(component, node, state),
          ...uncertainty(component, node),
          ...hidden(component, node, offenders),
          ...stall(component, node, offenders, state),
          ...outdatedWorkloads(component, node),
        ]
      : missing(component, node, isUnderWay(state));
  });
}

/** In an installation and in a deletion parts are missing as a matter of course. */
function isUnderWay(state: HyperConvergedState): boolean {
  return state.isDeleting || conditionOf(state.conditions, "ReconcileComplete")?.reason === "Init";
}

function missing({ row, lookup }: Component, node: Node, isExpected: boolean): readonly Finding[] {
  const about = node.ref;
  if (lookup.outcome === "absent" || lookup.outcome === "noSuchKind") {
    const severity = isExpected ? "info" : "error";
    return [{ code: "component-absent", severity, about, component: row.component, outcome: lookup.outcome }];
  }
  if (lookup.outcome === "found") return [];
  const cause = lookup.cause ?? "";
  return [{ code: "not-read", severity: "warning", about, component: row.component, outcome: lookup.outcome, cause }];
}

/** A component CR that nothing calls for is a remark (report.md, "Operator and versions"). */
function notCounted({ row }: Component, node: Node): readonly Finding[] {
  return [{ code: "not-counted", severity: "info", about: node.ref, component: row.component, verdict: node.verdict }];
}

/** No conditions, missing ones, and bad ones without a word, with the sibling that speaks in their place (facts hco 1.5, 6). */
function silence({ row, conditions }: Component, node: Node, isExpected: boolean): readonly Finding[] {
  const about = node.ref;
  const { component } = row;
  if (conditions.length === 0)
    return [{ code: "no-conditions", severity: isExpected ? "info" : "error", about, component }];
  const types = ["Available", "Progressing", "Degraded"].filter((type) => conditionOf(conditions, type) === undefined);
  const severity = types.includes("Available") ? "error" : "warning";
  const absent: readonly Finding[] =
    types.length === 0 ? [] : [{ code: "missing-condition", severity, about, component, types }];
  const silent = ["Available", "Progressing", "Degraded"]
    .map((type) => conditionOf(node.conditions, type))
    .find((condition) => condition?.abnormal && condition.message === "");
  // What runs below it says what it does not say itself.
  if (silent === undefined || node.children.some((child) => isSerious(child.verdict))) return absent;
  const sibling = node.conditions.find((each) => each.abnormal && each.message !== "" && each.type !== silent.type);
  return [
    ...absent,
    {
      code: "empty-message",
      severity: "info",
      about,
      component,
      type: silent.type,
      ...(node.children.length > 0 && node.children.every((child) => child.verdict === "healthy")
        ? { workloadsReady: true as const }
        : {}),
      ...(sibling === undefined ? {} : { siblingType: sibling.type, siblingMessage: sibling.message }),
    },
  ];
}

/** Somebody deletes it below the HyperConverged; where that goes itself, so do its parts. */
function going({ lookup }: Component, { ref: about }: Node, { isDeleting }: HyperConvergedState): readonly Finding[] {
  if (lookup.outcome !== "found" || lookup.object.deletedAt === undefined) return [];
  const { deletedAt: since, finalizers } = lookup.object;
  return [{ code: "deleting", severity: isDeleting ? "info" : "warning", about, since, finalizers, remaining: [] }];
}

function uncertainty({ row }: Component, node: Node): readonly Finding[] {
  return ["Available", "Progressing", "Degraded"].flatMap((type): readonly Finding[] => {
    const condition = conditionOf(node.conditions, type);
    if (condition?.status !== "Unknown") return [];
    const { reason } = condition;
    return [
      { code: "unknown-condition", severity: "warning", about: node.ref, component: row.component, type, reason },
    ];
  });
}

/** It contributes, and the CR shows somebody else: what this product is for (hyperconverged_controller.go:778). */
function hidden({ row }: Component, node: Node, offenders: ByType): readonly Finding[] {
  const types = Object.keys(offenders).filter((type) => {
    const own = offenders[type]?.filter((each) => each.component === row.component) ?? [];
    return type !== "UpgradeStall" && own.length > 0 && own.every((each) => !each.shown);
  });
  const shown = types.flatMap((type) =>
    (offenders[type] ?? []).filter((each) => each.shown).map((each) => each.component),
  );
  if (types.length === 0 || shown.length === 0) return [];
  const { component } = row;
  return [
    { code: "hidden-offender", severity: "warning", about: node.ref, component, types, shown: [...new Set(shown)] },
  ];
}

/** Silent: the component says that all is well and still keeps the upgrade open (facts hco 1.6). */
function stall({ row }: Component, node: Node, offenders: ByType, state: HyperConvergedState): readonly Finding[] {
  const rows = (offenders["UpgradeStall"] ?? []).filter((each) => each.component === row.component);
  if (rows.length === 0 || node.verdict === "progressing" || state.upgradeMode !== true) return [];
  const behind = rows.find((each) => each.rule === "version");
  const without = rows.find((each) => each.rule === "missing-condition");
  return [
    {
      code: "upgrade-stall",
      severity: "warning",
      about: node.ref,
      component: row.component,
      ...(behind?.observedVersion === undefined ? {} : { observedVersion: behind.observedVersion }),
      ...(behind?.expectedVersion === undefined ? {} : { expectedVersion: behind.expectedVersion }),
      ...(without?.missing === undefined ? {} : { missing: without.missing }),
    },
  ];
}

function outdatedWorkloads({ lookup }: Component, node: Node): readonly Finding[] {
  const status = lookup.outcome === "found" ? lookup.object.status : undefined;
  const count = wholeNumber(at(status, ["outdatedVirtualMachineInstanceWorkloads"])) ?? 0;
  return count > 0 ? [{ code: "outdated-workloads", severity: "info", about: node.ref, count }] : [];
}
