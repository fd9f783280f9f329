import { type Condition, conditionOf } from "../../model/condition.ts";
import type { KubeObject, Oddity, Ref } from "../../model/object.ts";
import type { ComponentRow, Release } from "../../model/profile.ts";
import type { Lookup, Outcome } from "../../model/snapshot.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, text } from "../../parse/value.ts";
import { components } from "../../profiles/hco-components.ts";
import { type Index, kindKey } from "../lookup.ts";
import { type RecordedObject, recordedKinds } from "../recorded.ts";
import { isAtLeast } from "../release.ts";
import type { HyperConvergedState } from "./state.ts";

/** One component CR as the snapshot shows it, and whether this HyperConverged calls for it. */
export interface Component {
  readonly row: ComponentRow;
  readonly lookup: Lookup;
  readonly isCalledFor: boolean;
  readonly conditions: readonly Condition[];
  readonly oddities: readonly Oddity[];
  /** It has a list of conditions, be it empty. */
  readonly isRecorded: boolean;
  readonly observedVersion: string;
  /** What the operator wants it to run; absent where the operator has no such variable: it is not judged then. */
  readonly expectedVersion?: string;
}

/** In the operator's order: what the CR calls for, found or not, and whatever else of the kinds is there. */
export function componentsOf(state: HyperConvergedState, index: Index): readonly Component[] {
  if (state.isRefused) return [];
  return [...rowsFor(state), ...unknownRows(state, index)]
    .map((row) => read(row, state, index))
    .filter((component) => component.isCalledFor || component.lookup.outcome === "found");
}

/** The table for this release: of a kind that changed its place in the order, the row of this release, else the last. */
function rowsFor({ release }: HyperConvergedState): readonly ComponentRow[] {
  return components.filter((row) => {
    const same = components.filter((each) => each.kind === row.kind && each.group === row.group);
    return row === (same.find((each) => isWithin(each, release)) ?? same.at(-1));
  });
}

function isWithin({ since, until }: ComponentRow, release: Release | undefined): boolean {
  const isYoungEnough = until === undefined || (release !== undefined && isAtLeast(until, release));
  return isYoungEnough && (since === undefined || isAtLeast(release, since));
}

/**
 * Component kinds of other releases than those of the table: what the CR records of KubeVirt's own groups and reports
 * Available, as every component does (facts hco 3), or what only components say. They are judged as the others are, after
 * them, by their kind's name.
 */
function unknownRows(state: HyperConvergedState, index: Index): readonly ComponentRow[] {
  return strangersIn(state.related).flatMap(({ ref }): readonly ComponentRow[] => {
    const { group, kind, namespace, name, version = "" } = ref;
    const lookup = index.find(ref);
    if (lookup.outcome !== "found") return [];
    const { conditions } = conditionsAt(lookup.object);
    if (summaries.every((type) => conditionOf(conditions, type) === undefined)) return [];
    return [
      {
        ...{ component: kind, group, kind, plural: "", versions: [version], namespaced: namespace !== undefined },
        ...{ objectName: name, versionField: "observedVersion", versionVariable: "", workloadLabel: "" },
        updatingReasons: [],
        // Nobody told us whether its CRD has a status subresource.
        generationCountsStatus: true,
        source: "status.relatedObjects",
      },
    ];
  });
}

const summaries = ["Available", "Degraded", "Upgradeable"];

/** Entries of KubeVirt's groups whose kind is no component's, in the order of the CR. */
export function strangersIn(related: readonly RecordedObject[]): readonly RecordedObject[] {
  const isStrange = ({ ref: { group, kind } }: RecordedObject): boolean =>
    isComponentGroup(group) && !components.some((row) => row.group === group && row.kind === kind);
  // Of thousands of entries a handful is of these groups: the kinds are asked first.
  const [...kinds] = recordedKinds(related).values();
  return kinds.some(([first]) => first !== undefined && isStrange(first)) ? related.filter(isStrange) : [];
}

/** KubeVirt's own API groups, in which every component of the operator is. */
function isComponentGroup(group: string): boolean {
  return /(^|\.)kubevirt\.io$/.test(group);
}

/** A component CR that no HyperConverged calls for, because there is none: it stands for itself. */
export function componentAlone(row: ComponentRow, object: KubeObject): Component {
  return componentFrom(row, { ref: object.ref, outcome: "found", object }, true, undefined);
}

function read(row: ComponentRow, state: HyperConvergedState, index: Index): Component {
  const lookup = index.find(refOf(row, state));
  const expectedVersion = state.operator.variables.get(row.versionVariable);
  return componentFrom(row, lookup, isCalledFor(row, state, lookup.outcome), expectedVersion);
}

function componentFrom(
  row: ComponentRow,
  lookup: Lookup,
  calledFor: boolean,
  expectedVersion: string | undefined,
): Component {
  const isFound = lookup.outcome === "found";
  const status = isFound ? lookup.object.status : undefined;
  const { conditions, oddities, shape } = isFound
    ? conditionsAt(lookup.object)
    : { conditions: [], oddities: [], shape: "absent" as const };
  return {
    row,
    lookup,
    isCalledFor: calledFor,
    conditions,
    oddities,
    isRecorded: shape === "list",
    observedVersion: text(at(status, [row.versionField])),
    ...(expectedVersion === undefined ? {} : { expectedVersion }),
  };
}

/** As the CR records it, else by the operator's name for it, in the operator's namespace, which is the CR's (facts hco 3). */
function refOf(row: ComponentRow, state: HyperConvergedState): Ref {
  const { group, kind, objectName: name } = row;
  // Of several, one that is left over among them, the one that bears the operator's name for it.
  const all = recordedKinds(state.related).get(kindKey(row)) ?? [];
  const recorded = all.find((one) => one.ref.name === name) ?? all[0];
  if (recorded !== undefined) return recorded.ref;
  return row.namespaced ? { group, kind, namespace: state.object.ref.namespace ?? "", name } : { group, kind, name };
}

/**
 * The spec's switch, then relatedObjects, then the platform, then the version (report.md, "Operator and versions"). Where
 * none of them can tell (no related objects, no version), what is there counts, be it only to those who may look: a guess
 * must not hide a sick part.
 */
function isCalledFor(row: ComponentRow, state: HyperConvergedState, outcome: Outcome): boolean {
  const { related, platform, release } = state;
  const isThere = outcome === "found" || outcome === "forbidden";
  const isRecorded = recordedKinds(related).has(kindKey(row));
  // A switch that a release does not know any more, or not yet, is a word in the spec that nobody reads.
  if (row.enabledBy !== undefined)
    return (isRecorded || isWithin(row, release)) && row.enabledBy.some((path) => at(state.object.spec, path) === true);
  if (isRecorded) return true;
  if (row.platform !== undefined && platform !== row.platform) return platform === "unknown" && isThere;
  if (release !== undefined) return isWithin(row, release);
  return row.until === undefined && (row.since === undefined || (isThere && related.length === 0));
}
