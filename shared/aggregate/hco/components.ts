import { type Condition, lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { MalformedEvidence } from "../../model/finding/evidence.ts";
import { isSameKind, kindKey } from "../../model/kind.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import type { ComponentRow, Release } from "../../model/profile.ts";
import { foundObject, type Lookup, type Outcome } from "../../model/snapshot.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { textAt, valueAt } from "../../parse/json-value.ts";
import { isProductGroup } from "../../profiles/hco/surroundings.ts";
import { hcoComponents } from "../../tables/components.ts";
import { isAtLeast, parseRelease } from "../evaluation/release-version.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { groupRecordedByKind, type RecordedObject } from "../snapshot/recorded-references.ts";
import type { HyperConvergedState } from "./hyperconverged-state.ts";
import type { Variables } from "./operator/variables.ts";

/** One component CR as the snapshot shows it. */
export interface HcoComponent {
  readonly row: ComponentRow;
  readonly lookup: Lookup;
  /** Whether the HyperConverged requires it. */
  readonly isRequired: boolean;
  readonly conditions: readonly Condition[];
  readonly malformed: readonly MalformedEvidence[];
  /** Whether the CR has a list of conditions, which may be empty. */
  readonly hasConditionList: boolean;
  readonly observedVersion: string;
  /**
   * The version that the operator wants. Absent where the operator has no variable for it, and the version is not evaluated.
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

const listComponentsOnce = memoizeByIndex(
  (
    index: ObjectIndex,
    object: KubeObject,
    variables: Variables,
    related: HyperConvergedState["related"],
    platform: HyperConvergedState["platform"],
    release: Release | undefined,
  ): readonly HcoComponent[] => {
    const root: ComponentOwner = { object, variables, related, platform, ...definedFields({ release }) };
    const rows = [...selectRows(release), ...listUnknownRows(related, index)];
    return rows
      .map((row) => readComponent(row, root, index))
      .filter((component) => component.isRequired || component.lookup.outcome === "found");
  },
);

/** The fields of a HyperConverged by which its components are found. */
interface ComponentOwner extends Pick<HyperConvergedState, "object" | "related" | "platform" | "release"> {
  readonly variables: Variables;
}

function readComponent(row: ComponentRow, root: ComponentOwner, index: ObjectIndex): HcoComponent {
  const lookup = index.find(chooseRef(row, root));
  const isRequired = isComponentRequired(row, root, lookup.outcome);
  return makeComponent(row, lookup, isRequired, root.variables.get(row.versionVariable));
}

/** A component CR in a snapshot without a HyperConverged that requires it. */
export function readStandaloneComponent(row: ComponentRow, object: KubeObject): HcoComponent {
  return makeComponent(row, { ref: object.ref, outcome: "found", object }, true, undefined);
}

function makeComponent(
  row: ComponentRow,
  lookup: Lookup,
  isRequired: boolean,
  expectedVersion: string | undefined,
): HcoComponent {
  const object = foundObject(lookup);
  const reading = object === undefined ? undefined : conditionsAt(object);
  return {
    row,
    lookup,
    isRequired,
    conditions: reading?.conditions ?? [],
    malformed: reading?.malformed ?? [],
    hasConditionList: reading?.shape === "list",
    observedVersion: textAt(object?.status, row.versionField),
    ...definedFields({ expectedVersion }),
  };
}

/**
 * The reference to the component's object: the one that the CR records, otherwise the name that the operator gives it, in
 * the namespace of the CR (kubevirt/hyperconverged-cluster-operator controllers/handlers). Of several recorded objects, of
 * which some may be left over, the one with the operator's name is taken.
 */
function chooseRef(row: ComponentRow, { object, related }: ComponentOwner): Ref {
  const { group, kind, objectName: name } = row;
  const recordedObjects = groupRecordedByKind(related).get(kindKey(row)) ?? [];
  const recorded = recordedObjects.find(({ ref }) => ref.name === name) ?? recordedObjects[0];
  if (recorded !== undefined) return recorded.ref;
  return row.namespaced ? { group, kind, namespace: object.ref.namespace ?? "", name } : { group, kind, name };
}

/**
 * Whether the HyperConverged requires a component. The first of these that applies decides:
 * 1. the switch of the spec. The operator ignores a switch that its release does not know.
 * 2. relatedObjects, if they have the component,
 * 3. the platform. While that is unknown, a component of one platform counts if it exists or may exist.
 * 4. the release,
 * 5. without a release: a component that every release has, and, where the CR has no relatedObjects, one that exists or may
 *    exist. A guess must not hide an unhealthy component.
 *
 * @param outcome what reading the component led to. One that may not be read may exist.
 */
function isComponentRequired(row: ComponentRow, root: ComponentOwner, outcome: Outcome): boolean {
  const { object, related, platform, release } = root;
  const mayExist = outcome === "found" || outcome === "forbidden";
  const isRecorded = groupRecordedByKind(related).has(kindKey(row));
  if (row.enabledBy !== undefined) {
    return (isRecorded || isInRelease(row, release)) && isSwitchedOn(row.enabledBy, object);
  }
  if (isRecorded) return true;
  if (row.platform !== undefined && platform !== row.platform) return platform === "unknown" && mayExist;
  if (release !== undefined) return isInRelease(row, release);
  return row.until === undefined && (row.since === undefined || (mayExist && related.length === 0));
}

/** Whether one of the switches of a component is true: `[["featureGates", "deployKubeSecondaryDNS"]]`. */
function isSwitchedOn(switches: NonNullable<ComponentRow["enabledBy"]>, { spec }: KubeObject): boolean {
  return switches.some((path) => valueAt(spec, ...path) === true);
}

/**
 * The components that the running operator deploys, by its variables, and that are not among the `created` ones: during an
 * upgrade the CR still has the previous release, and the operator creates new components at the end of its loop.
 */
export function listUncreatedComponents(
  { operator, object, platform }: HyperConvergedState,
  created: readonly string[],
): readonly string[] {
  const release = parseRelease(operator.version);
  if (release === undefined) return [];
  const isDeployed = (row: ComponentRow): boolean => {
    const { enabledBy = [] } = row;
    const hasVersion = (operator.variables.get(row.versionVariable) ?? "") !== "";
    const isOfPlatform = row.platform === undefined || row.platform === platform;
    const isEnabled = enabledBy.length === 0 || isSwitchedOn(enabledBy, object);
    return isInRelease(row, release) && hasVersion && isOfPlatform && isEnabled;
  };
  const uncreated = hcoComponents.filter((row) => isDeployed(row) && !created.includes(row.component));
  return uncreated.map(({ component }) => component);
}

/**
 * The rows of the table, one for each kind. A kind that changed its position in the order has several rows: the one of
 * this release is taken, otherwise the last.
 */
function selectRows(release: Release | undefined): readonly ComponentRow[] {
  return hcoComponents.filter((row) => {
    const rowsOfKind = hcoComponents.filter((other) => isSameKind(other, row));
    const selected = rowsOfKind.find((other) => isInRelease(other, release)) ?? rowsOfKind.at(-1);
    return row === selected;
  });
}

/** Whether a release has a component. An unknown release has those that the current one has. */
function isInRelease({ since, until }: ComponentRow, release: Release | undefined): boolean {
  const isNotRemoved = until === undefined || (release !== undefined && isAtLeast(until, release));
  return isNotRemoved && (since === undefined || isAtLeast(release, since));
}

/**
 * Rows for components of releases that the table does not know: objects of KubeVirt's own groups that the CR records and
 * that report Available, Degraded or Upgradeable, as only components do. They are named by their kind.
 */
function listUnknownRows(related: readonly RecordedObject[], index: ObjectIndex): readonly ComponentRow[] {
  return listUnknownComponentKinds(related).flatMap(({ ref }): readonly ComponentRow[] => {
    const { group, kind, namespace, name, version = "" } = ref;
    const object = foundObject(index.find(ref));
    if (object === undefined) return [];
    const { conditions } = conditionsAt(object);
    if (reportedTypes.every((type) => lastConditionOfType(conditions, type) === undefined)) return [];
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

/** Types of which a component reports at least one. */
const reportedTypes = ["Available", "Degraded", "Upgradeable"];

/** Entries of relatedObjects in KubeVirt's groups whose kind is not a known component, in the order of the CR. */
export function listUnknownComponentKinds(related: readonly RecordedObject[]): readonly RecordedObject[] {
  const isUnknown = ({ ref: { group, kind } }: RecordedObject): boolean =>
    isProductGroup(group) && !hcoComponents.some((row) => isSameKind(row, { group, kind }));
  // There may be thousands of entries of few kinds. Nearly always no kind is unknown, so the kinds are checked first.
  const objectsByKind = [...groupRecordedByKind(related).values()];
  const isAnyUnknown = objectsByKind.some(([first]) => first !== undefined && isUnknown(first));
  return isAnyUnknown ? related.filter(isUnknown) : [];
}
