import { type GateCode, gateCodesInOrder } from "../model/finding/row.ts";
import type { Ref } from "../model/object.ts";
import type { Text } from "../model/outline.ts";
import type { GateFact, ReportedUpgradeable } from "../model/upgrade-gate.ts";
import { workloadKinds } from "../profiles/hco/workloads.ts";
import { platformConditionType } from "./platform-reasons.ts";
import { joined, list, phrase, word, words } from "./text.ts";
import { formFor, joinNames, nameWithoutNamespace } from "./words/names.ts";
import { generationsText, missingText } from "./words/read-outcomes.ts";

/** Why it is not known whether an upgrade is allowed. */
export interface UnknownUpgrade {
  /** `KubeVirt and CDI are not in the file; SSP reports Available=Unknown`. */
  readonly text: Text;
  /** The objects that the text names. */
  readonly objects: readonly Ref[];
  /** Those of the objects that the file lacks. */
  readonly lacking: readonly Ref[];
}

/**
 * Writes what is not known of an upgrade, one clause for each predicate: `KubeVirt and CDI are not in the file; SSP reports
 * Available=Unknown`. Clauses about components stand first.
 * @param components the components in the order of the text
 * @param reported what the HyperConverged and OLM report about upgrades
 */
export function unknownUpgrade(
  facts: readonly GateFact[],
  components: readonly string[],
  reported: ReportedUpgradeable = {},
): UnknownUpgrade {
  const positionOf = ({ component }: GateFact): number => {
    const index = component === undefined ? -1 : components.indexOf(component);
    return index < 0 ? components.length : index;
  };
  const rankOf = ({ code }: GateFact): number => gateCodesInOrder.indexOf(code);
  const unknown = facts.filter(({ effect }) => effect === "unknown");
  const printed = unknown
    .filter((fact) => !isImplied(fact, unknown))
    .toSorted((a, b) => positionOf(a) - positionOf(b) || rankOf(a) - rankOf(b));
  const clauses = printed.map((fact) => clauseOf(fact, reported));
  const groups = [...Map.groupBy(clauses, groupKey).values()];
  return {
    text: joined("; ", groups.map(groupText)),
    objects: printed.flatMap(objectsOf),
    lacking: printed.filter((fact) => "notIn" in fact && fact.notIn !== undefined).flatMap(objectsOf),
  };
}

/**
 * Whether another unknown fact includes this one:
 * - `UpgradeRunning`: without its operator, the version of a HyperConverged cannot be compared;
 * - `WorkloadDown`: without a HyperConverged, no operator upgrades the component;
 * - a condition of the HyperConverged sums up those of its components.
 */
function isImplied(fact: GateFact, unknown: readonly GateFact[]): boolean {
  if (fact.code === "UpgradeRunning") return unknown.some(isUnreadOperator);
  if (fact.code === "WorkloadDown" && fact.notIn === undefined)
    return unknown.some(({ code }) => code === "NoHyperConverged");
  const isSummary = fact.component === undefined && summaries.has(fact.code);
  return isSummary && unknown.some((other) => !("status" in other) || other.component !== undefined);
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

/** A name with what stands around it: `Deployment cdi-operator was not found`. Equal clauses about several names are one. */
interface Clause {
  /** What stands before one name: `Deployment `. */
  readonly prefix: string;
  /** What stands before several names, if it is not the same: `Deployments `. */
  readonly pluralPrefix?: string;
  readonly name: string;
  /** What stands behind one name: `was not found`. */
  readonly predicate: string;
  /** What stands behind several names: `were not found`. */
  readonly pluralPredicate: string;
  /** What the object reports, behind the predicate: `Available=Unknown`. Several of one object are one clause. */
  readonly reports?: string;
}

function groupKey({ prefix, predicate, pluralPredicate, name, reports }: Clause): string {
  return JSON.stringify([prefix, predicate, pluralPredicate, reports === undefined ? undefined : name]);
}

/** The Deployments and DaemonSets stand last: the list of components before them may be cut. */
function groupText(group: readonly Clause[]): Text {
  const [first] = group;
  if (first === undefined) return [];
  const { prefix, pluralPrefix = prefix, predicate, pluralPredicate } = first;
  const allNames = [...new Set(group.map(({ name }) => name))];
  const names = allNames.filter((name) => name !== allWorkloads);
  const reports = group.flatMap((clause) => clause.reports ?? []);
  if (reports.length > 0) return phrase`${list(names)} ${word(predicate)} ${joinNames(reports)}`;
  const hasWorkloads = names.length < allNames.length;
  if (!hasWorkloads) {
    const ending = ` ${formFor(names.length, predicate, pluralPredicate)}`.trimEnd();
    return [...words(formFor(names.length, prefix, pluralPrefix)), list(names), word(ending)];
  }
  if (names.length === 0) return [...words(prefix), word(`${allWorkloads} ${pluralPredicate}`)];
  return [...words(prefix), list(names), word(`, and ${allWorkloads} ${pluralPredicate}`)];
}

/** What a list of workloads that was not read, or that a file lacks, stands for. */
export const allWorkloads = "the Deployments and DaemonSets of the components";

export const operatorConditionTitle = "OLM's OperatorCondition";

/** `is outdated (generation 2, observed 1), although it has Upgradeable=True`. */
export function outdatedText(condition: NonNullable<ReportedUpgradeable["operatorCondition"]>): string {
  const although = condition.status === "True" ? ", although it has Upgradeable=True" : "";
  return `is outdated${generationsText(condition)}${although}`;
}

function clauseOf(fact: GateFact, { operatorCondition }: ReportedUpgradeable): Clause {
  const { about, component } = fact;
  const owner = component ?? about.kind;
  switch (fact.code) {
    case "IncompleteReading":
      return { prefix: "", name: unreadName(fact), ...missingPredicates(fact.notIn ?? fact.outcome) };
    case "WorkloadDown":
    case "OperatorDown":
      return workloadClause(fact);
    case "OperatorCondition":
      return operatorCondition?.outdated === true
        ? clauseFor(`its OperatorCondition ${outdatedText(operatorCondition)}`, "", "OLM begins none, because ")
        : clauseFor(operatorConditionTitle, "does not report Upgradeable");
    case "ClusterServiceVersion":
    case "OtherServiceVersion":
      return clauseFor(nameWithoutNamespace(about), "has no phase");
    case "MaxOpenShiftVersion":
      return clauseFor(nameWithoutNamespace(about), "supports the version of the cluster is not known", "whether ");
    case "UpgradeRunning":
      return fact.other === undefined
        ? clauseFor("an upgrade is in progress", "is not known", "whether ")
        : clauseFor(nameWithoutNamespace(fact.other), `of another version (${fact.from}, ${fact.to}) runs too`);
    case "ComponentBehind":
      return clauseFor(owner, "should have is not known", "the version that ");
    case "Stale":
      return clauseFor(owner, `is out of date${generationsText(fact)}`, "the status of ");
    case "TaintedConfiguration":
      return clauseFor("an unsupported annotation is in effect", "is not known", "whether ");
    case "NoHyperConverged":
      return { prefix: "", name: owner, predicate: `was ${checkedAlone}`, pluralPredicate: `were ${checkedAlone}` };
    default:
      return conditionClause(fact, owner);
  }
}

/** How a component was checked that nothing upgrades, or whose HyperConverged the user did not request. */
export const checkedAlone = "checked without a HyperConverged";

/** A clause whose predicate is the same for several names. */
function clauseFor(name: string, predicate: string, prefix: string = ""): Clause {
  return { prefix, name, predicate, pluralPredicate: predicate };
}

/** `is not in the file`, `are not in the file`. */
function missingPredicates(cause: Parameters<typeof missingText>[0]): Pick<Clause, "predicate" | "pluralPredicate"> {
  return { predicate: missingText(cause, 1), pluralPredicate: missingText(cause, 2) };
}

function workloadClause(fact: Extract<GateFact, { readonly code: "WorkloadDown" | "OperatorDown" }>): Clause {
  const { about, ready } = fact;
  const { kind, name } = about;
  const prefix = `${kind} `;
  const names = { prefix, pluralPrefix: `${kind}s `, name };
  if (fact.code === "WorkloadDown" && fact.notIn !== undefined) return { ...names, ...missingPredicates(fact.notIn) };
  if (kind === "Service") return clauseFor(name, "has no ready endpoints", prefix);
  if (ready !== "") return clauseFor(name, `has ${ready} ready pods, but is not up to date`, prefix);
  return { ...names, predicate: "was not found", pluralPredicate: "were not found" };
}

/** `CDI reports Available=Unknown`, `ClusterVersion version reports no condition Upgradeable`. */
function conditionClause(fact: GateFact, owner: string): Clause {
  if (!("status" in fact))
    return { prefix: "", name: owner, predicate: "is not known", pluralPredicate: "are not known" };
  const platformType = platformConditionType(fact);
  const type = platformType ?? fact.code;
  const name = platformType === undefined ? owner : nameWithoutNamespace(fact.about);
  if ("missing" in fact && fact.missing) return { ...clauseFor(name, "reports no condition"), reports: type };
  if ("health" in fact && fact.health !== undefined) {
    const reports = `systemHealthStatus=${fact.health}, without a condition that explains it`;
    return { ...clauseFor(name, "reports"), reports };
  }
  if ("judged" in fact && fact.judged) {
    const prefix = "whether ";
    return { prefix, name: owner, predicate: "is healthy is not known", pluralPredicate: "are healthy is not known" };
  }
  return { ...clauseFor(name, "reports"), reports: `${type}=${fact.status}` };
}

/** The name of what was not read. A list of Deployments without a name stands for all workloads. */
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
