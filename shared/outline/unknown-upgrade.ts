import { type GateCode, gateCodesInOrder } from "../model/finding/row.ts";
import type { Ref } from "../model/object.ts";
import type { Text } from "../model/outline.ts";
import type { GateFact, ReportedUpgradeable } from "../model/upgrade-gate.ts";
import { workloadKinds } from "../profiles/hco/workloads.ts";
import { platformConditionType } from "./platform-reasons.ts";
import { joined, list, phrase, word, words } from "./text.ts";
import { formFor, joinNames, nameWithoutNamespace } from "./words/names.ts";
import { generationsText, missingText } from "./words/read-outcomes.ts";

/**
 * What is not known of an upgrade: a clause for each way of not knowing, the objects that they name, and those of them that
 * the file lacks.
 */
export interface UnknownUpgrade {
  readonly text: Text;
  readonly objects: readonly Ref[];
  readonly lacking: readonly Ref[];
}

/**
 * One clause about each thing that is not known, with its predicate: `KubeVirt and CDI are not in the file; CDI reports
 * Available=Unknown`. `order`: the components as the answer names them.
 */
export function unknownUpgrade(
  facts: readonly GateFact[],
  order: readonly string[],
  reported: ReportedUpgradeable = {},
): UnknownUpgrade {
  const position = ({ component }: GateFact): number => {
    const index = component === undefined ? -1 : order.indexOf(component);
    return index < 0 ? order.length : index;
  };
  const unknown = facts.filter(({ effect }) => effect === "unknown");
  const rank = ({ code }: GateFact): number => gateCodesInOrder.indexOf(code);
  const printed = unknown
    .filter((fact) => !isImplied(fact, unknown))
    .toSorted((a, b) => position(a) - position(b) || rank(a) - rank(b));
  const clauses = printed.map((fact) => ({ fact, ...clauseOf(fact, reported) }));
  const groups = [...Map.groupBy(clauses, likenessOf).values()];
  return {
    text: joined("; ", groups.map(groupText)),
    objects: printed.flatMap(objectsOf),
    lacking: printed.filter((fact) => "notIn" in fact && fact.notIn !== undefined).flatMap(objectsOf),
  };
}

/**
 * Whether another fact says the same and why: without its operator the version of a HyperConverged cannot be compared, and
 * without a HyperConverged no operator upgrades a component.
 */
function isImplied(fact: GateFact, all: readonly GateFact[]): boolean {
  if (fact.code === "UpgradeRunning") return all.some(isUnreadOperator);
  if (fact.code === "WorkloadDown" && fact.notIn === undefined)
    return all.some(({ code }) => code === "NoHyperConverged");
  const isSummary = fact.component === undefined && summaries.has(fact.code);
  return isSummary && all.some((other) => !("status" in other) || other.component !== undefined);
}

/** The conditions of a HyperConverged, which sum up those of its components. */
const summaries: ReadonlySet<GateCode> = new Set<GateCode>([
  "Upgradeable",
  "Available",
  "Degraded",
  "Progressing",
  "ReconcileComplete",
]);

function isUnreadOperator({ code, about }: GateFact): boolean {
  return code === "IncompleteReading" && about.kind === "Deployment";
}

/** Names with their predicate. The same one about several names is one clause. */
interface Clause {
  /** What stands before one name, and before several: `Deployment`, `Deployments`. */
  readonly before: string;
  readonly beforeSeveral?: string;
  readonly name: string;
  /** The predicate of one name, and of several. */
  readonly is: string;
  readonly are: string;
  /** What the object reports, behind its predicate: `Available=Unknown`. Several of one object are one clause. */
  readonly reports?: string;
}

function likenessOf({ before, is, are, name, reports }: Clause): string {
  return JSON.stringify([before, is, are, ...(reports === undefined ? [] : [name])]);
}

/** The Deployments and DaemonSets stand last: the list of components before them may be cut. */
function groupText(group: readonly Clause[]): Text {
  const [first] = group;
  if (first === undefined) return [];
  const all = [...new Set(group.map(({ name }) => name))];
  const names = all.filter((name) => name !== allWorkloads);
  const hasWorkloads = names.length < all.length;
  const { before, beforeSeveral = before, is, are } = first;
  const reports = group.flatMap((clause) => (clause.reports === undefined ? [] : [clause.reports]));
  if (reports.length > 0) return phrase`${list(names)} ${word(is)} ${joinNames(reports)}`;
  if (!hasWorkloads) {
    const predicate = ` ${formFor(names.length, is, are)}`.trimEnd();
    return [...words(formFor(names.length, before, beforeSeveral)), list(names), word(predicate)];
  }
  if (names.length === 0) return [...words(before), word(`${allWorkloads} ${are}`)];
  return [...words(before), list(names), word(`, and ${allWorkloads} ${are}`)];
}

/** What a list of workloads that was not read, or that a file lacks, stands for. */
export const allWorkloads = "the Deployments and DaemonSets of the components";

export const operatorConditionTitle = "OLM's OperatorCondition";

/** `is outdated (generation 2, observed 1), although it has Upgradeable=True`. */
export function outdatedText(condition: NonNullable<ReportedUpgradeable["operatorCondition"]>): string {
  const although = condition.status === "True" ? ", although it has Upgradeable=True" : "";
  return `is outdated${generationsText(condition)}${although}`;
}

function clauseOf(fact: GateFact, { operatorCondition: condition }: ReportedUpgradeable): Clause {
  const { about, component } = fact;
  const who = component ?? about.kind;
  const alikeForSeveral = (name: string, is: string, before = ""): Clause => ({ before, name, is, are: is });
  switch (fact.code) {
    case "IncompleteReading": {
      const way = fact.notIn ?? fact.outcome;
      return { before: "", name: unreadName(fact), is: missingText(way, 1), are: missingText(way, 2) };
    }
    case "WorkloadDown":
    case "OperatorDown": {
      const before = `${about.kind} `;
      const several = { before, beforeSeveral: `${about.kind}s `, name: about.name };
      if (fact.code === "WorkloadDown" && fact.notIn !== undefined)
        return { ...several, is: missingText(fact.notIn, 1), are: missingText(fact.notIn, 2) };
      if (about.kind === "Service") return alikeForSeveral(about.name, "has no ready endpoints", before);
      if (fact.ready !== "")
        return alikeForSeveral(about.name, `has ${fact.ready} ready pods, but is not up to date`, before);
      return { ...several, is: "was not found", are: "were not found" };
    }
    case "OperatorCondition":
      return condition?.outdated === true
        ? alikeForSeveral(`its OperatorCondition ${outdatedText(condition)}`, "", "OLM begins none, because ")
        : alikeForSeveral(operatorConditionTitle, "does not report Upgradeable");
    case "ClusterServiceVersion":
    case "OtherServiceVersion":
      return alikeForSeveral(nameWithoutNamespace(about), "has no phase");
    case "MaxOpenShiftVersion":
      return alikeForSeveral(
        nameWithoutNamespace(about),
        "supports the version of the cluster is not known",
        "whether ",
      );
    case "UpgradeRunning":
      return fact.other === undefined
        ? alikeForSeveral("an upgrade is in progress", "is not known", "whether ")
        : alikeForSeveral(nameWithoutNamespace(fact.other), `of another version (${fact.from}, ${fact.to}) runs too`);
    case "ComponentBehind":
      return {
        before: "the version that ",
        name: who,
        is: "should have is not known",
        are: "should have is not known",
      };
    case "Stale":
      return alikeForSeveral(who, `is out of date${generationsText(fact)}`, "the status of ");
    case "TaintedConfiguration":
      return alikeForSeveral("an unsupported annotation is in effect", "is not known", "whether ");
    case "NoHyperConverged":
      return { before: "", name: who, is: `was ${checkedAlone}`, are: `were ${checkedAlone}` };
    default:
      return conditionClause(fact, who);
  }
}

/** How a component was checked that nothing upgrades, or whose HyperConverged the user did not request. */
export const checkedAlone = "checked without a HyperConverged";

function conditionClause(fact: GateFact, who: string): Clause {
  const { code } = fact;
  if (!("status" in fact)) return { before: "", name: who, is: "is not known", are: "are not known" };
  const type = platformConditionType(fact);
  const name = type === undefined ? who : nameWithoutNamespace(fact.about);
  const reporting = (is: string, reports: string): Clause => ({ before: "", name, is, are: is, reports });
  if ("missing" in fact && fact.missing) return reporting("reports no condition", type ?? code);
  if ("health" in fact && fact.health !== undefined)
    return reporting("reports", `systemHealthStatus=${fact.health}, without a condition that explains it`);
  if ("judged" in fact && fact.judged)
    return { before: "whether ", name: who, is: "is healthy is not known", are: "are healthy is not known" };
  return reporting("reports", `${type ?? code}=${fact.status}`);
}

function unreadName({ about, component }: GateFact): string {
  if (about.kind === "OperatorCondition") return operatorConditionTitle;
  if (component !== undefined) return component;
  if (about.kind === "") return about.name;
  if (about.name !== "") return nameWithoutNamespace(about);
  return about.kind === "Deployment" ? allWorkloads : about.kind;
}

/** What shows the object of a fact: of the workloads all kinds that its clause names. Nothing shows a missing HyperConverged. */
function objectsOf({ about, code }: GateFact): readonly Ref[] {
  if (code === "NoHyperConverged" || about.kind === "") return [];
  if (code !== "IncompleteReading" || about.kind !== "Deployment" || about.name !== "") return [about];
  return workloadKinds
    .filter(({ kind }) => kind !== "StatefulSet")
    .map(({ group, kind }) => ({ ...about, group, kind }));
}
