import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { isSameKind } from "../../model/kind.ts";
import type { KubeObject, MalformedField, Ref } from "../../model/object.ts";
import type { ComponentRow, Release } from "../../model/profile.ts";
import { foundObject, type Lookup, type Outcome } from "../../model/snapshot.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { textAt, valueAt } from "../../parse/json-value.ts";
import { hcoComponents } from "../../tables/components.ts";
import { isAtLeast, parseRelease } from "../evaluation/release-version.ts";
import { computedOnce } from "../snapshot/computed-once.ts";
import { kindKey, type ObjectIndex } from "../snapshot/object-index.ts";
import { type RecordedObject, recordedKinds } from "../snapshot/recorded-references.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import type { Variables } from "./operator/variables.ts";

/** One component CR as the snapshot shows it, and whether this HyperConverged requires it. */
export interface HcoComponent {
  readonly row: ComponentRow;
  readonly lookup: Lookup;
  readonly isCalledFor: boolean;
  readonly conditions: readonly Condition[];
  readonly oddities: readonly MalformedField[];
  /** The CR has a list of conditions, which may be empty. */
  readonly isRecorded: boolean;
  readonly observedVersion: string;
  /**
   * The version that the operator wants. Absent where the operator has no such variable: the version is not evaluated
   * then.
   */
  readonly expectedVersion?: string;
}

/**
 * The components in the operator's order: what the CR requires, found or not, and every other object of these kinds.
 */
export function listComponents(state: HyperConvergedState, index: ObjectIndex): readonly HcoComponent[] {
  if (state.isRefused) return [];
  const { object, operator, related, platform, release } = state;
  return listComponentsOnce(index, object, operator.variables, related, platform, release);
}

/** Of all that evidence adds to a state, only the operator's variables count here. */
type RootAsRead = Pick<HyperConvergedState, "object" | "related" | "platform" | "release"> & {
  readonly variables: Variables;
};

const listComponentsOnce = computedOnce(
  (
    index: ObjectIndex,
    object: KubeObject,
    variables: Variables,
    related: HyperConvergedState["related"],
    platform: HyperConvergedState["platform"],
    release: Release | undefined,
  ): readonly HcoComponent[] => {
    const root: RootAsRead = { object, variables, related, platform, ...definedFields({ release }) };
    return [...selectRows(release), ...listUnknownRows(related, index)]
      .map((row) => readComponent(row, root, index))
      .filter((component) => component.isCalledFor || component.lookup.outcome === "found");
  },
);

/**
 * The components that the running operator has and that do not exist yet, by its variables: during an upgrade the CR
 * still has the release before, and the operator creates new components at the end of its loop.
 */
export function listUncreatedComponents(
  { operator, object, platform }: HyperConvergedState,
  created: readonly string[],
): readonly string[] {
  const release = parseRelease(operator.version);
  if (release === undefined) return [];
  return hcoComponents
    .filter((row) => isInRelease(row, release) && (operator.variables.get(row.versionVariable) ?? "") !== "")
    .filter((row) => row.platform === undefined || row.platform === platform)
    .filter(({ enabledBy = [] }) => enabledBy.length === 0 || isSwitchedOn(enabledBy, object))
    .map(({ component }) => component)
    .filter((component) => !created.includes(component));
}

/**
 * The table for this release. Of a kind that changed its place in the order it takes the row of this release, else the
 * last.
 */
function selectRows(release: Release | undefined): readonly ComponentRow[] {
  return hcoComponents.filter((row) => {
    const same = hcoComponents.filter((each) => each.kind === row.kind && each.group === row.group);
    return row === (same.find((each) => isInRelease(each, release)) ?? same.at(-1));
  });
}

function isInRelease({ since, until }: ComponentRow, release: Release | undefined): boolean {
  const isYoungEnough = until === undefined || (release !== undefined && isAtLeast(until, release));
  return isYoungEnough && (since === undefined || isAtLeast(release, since));
}

/**
 * Component kinds of releases that the table does not know. These are objects of KubeVirt's own groups that the CR
 * records and that report a summary type. Every component reports Available, and only components report the others.
 * They follow the known components, are evaluated as these are, and are named by their kind.
 */
function listUnknownRows(related: readonly RecordedObject[], index: ObjectIndex): readonly ComponentRow[] {
  return listUnknownComponentKinds(related).flatMap(({ ref }): readonly ComponentRow[] => {
    const { group, kind, namespace, name, version = "" } = ref;
    const object = foundObject(index.find(ref));
    if (object === undefined) return [];
    const { conditions } = conditionsAt(object);
    if (summaries.every((type) => lastConditionOfType(conditions, type) === undefined)) return [];
    return [
      {
        component: kind,
        group,
        kind,
        plural: "",
        versions: [version],
        namespaced: namespace !== undefined,
        objectName: name,
        versionField: "observedVersion",
        versionVariable: "",
        workloadLabel: "",
        updatingReasons: [],
        // The snapshot does not show whether its CRD has a status subresource.
        generationCountsStatus: true,
      },
    ];
  });
}

const summaries = ["Available", "Degraded", "Upgradeable"];

/** Entries of relatedObjects in KubeVirt's groups whose kind is not a known component, in the order of the CR. */
export function listUnknownComponentKinds(related: readonly RecordedObject[]): readonly RecordedObject[] {
  const isStrange = ({ ref: { group, kind } }: RecordedObject): boolean =>
    isComponentGroup(group) && !hcoComponents.some((row) => isSameKind(row, { group, kind }));
  // Of thousands of entries only a few are in these groups, so the kinds are checked first.
  const [...kinds] = recordedKinds(related).values();
  return kinds.some(([first]) => first !== undefined && isStrange(first)) ? related.filter(isStrange) : [];
}

/** Whether a group is one of KubeVirt's own API groups, which hold every component of the operator. */
function isComponentGroup(group: string): boolean {
  return /(^|\.)kubevirt\.io$/.test(group);
}

/** A component CR in a snapshot without a HyperConverged that requires it. */
export function readStandaloneComponent(row: ComponentRow, object: KubeObject): HcoComponent {
  return makeComponent(row, { ref: object.ref, outcome: "found", object }, true, undefined);
}

function readComponent(row: ComponentRow, root: RootAsRead, index: ObjectIndex): HcoComponent {
  const lookup = index.find(chooseRef(row, root));
  const expectedVersion = root.variables.get(row.versionVariable);
  return makeComponent(row, lookup, isCalledFor(row, root, lookup.outcome), expectedVersion);
}

function makeComponent(
  row: ComponentRow,
  lookup: Lookup,
  calledFor: boolean,
  expectedVersion: string | undefined,
): HcoComponent {
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
    observedVersion: textAt(status, row.versionField),
    ...definedFields({ expectedVersion }),
  };
}

/**
 * The reference as the CR records it. Else the operator's name for it, in the operator's namespace, which is the CR's
 * (kubevirt/hyperconverged-cluster-operator controllers/handlers).
 */
function chooseRef(row: ComponentRow, { object, related }: RootAsRead): Ref {
  const { group, kind, objectName: name } = row;
  // Of several recorded objects, some of which may be left over, the one with the operator's name for it.
  const all = recordedKinds(related).get(kindKey(row)) ?? [];
  const recorded = all.find((one) => one.ref.name === name) ?? all[0];
  if (recorded !== undefined) return recorded.ref;
  return row.namespaced ? { group, kind, namespace: object.ref.namespace ?? "", name } : { group, kind, name };
}

/**
 * Whether the HyperConverged requires a component. The spec's switch decides, then relatedObjects, the platform and the
 * version. Without related objects and without a version, an existing object counts, even if reading it is forbidden,
 * so that a guess hides no unhealthy part.
 */
function isCalledFor(row: ComponentRow, root: RootAsRead, outcome: Outcome): boolean {
  const { object, related, platform, release } = root;
  const isThere = outcome === "found" || outcome === "forbidden";
  const isRecorded = recordedKinds(related).has(kindKey(row));
  // The operator ignores a switch that its release does not know.
  if (row.enabledBy !== undefined)
    return (isRecorded || isInRelease(row, release)) && isSwitchedOn(row.enabledBy, object);
  if (isRecorded) return true;
  if (row.platform !== undefined && platform !== row.platform) return platform === "unknown" && isThere;
  if (release !== undefined) return isInRelease(row, release);
  return row.until === undefined && (row.since === undefined || (isThere && related.length === 0));
}

function isSwitchedOn(switches: NonNullable<ComponentRow["enabledBy"]>, { spec }: KubeObject): boolean {
  return switches.some((path) => valueAt(spec, ...path) === true);
}
