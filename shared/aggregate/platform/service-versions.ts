import { definedFields } from "../../model/defined-fields.ts";
import type { KubeObject } from "../../model/object.ts";
import { maximumIn, propertyAnnotations } from "../../parse/bundle-properties.ts";
import { toText } from "../../parse/json-value.ts";
import { clusterServiceVersions } from "../../profiles/hco/profile.ts";
import { isCopied, listServiceVersions } from "../hco/operator/service-version.ts";
import { summarizeVersion } from "../hco/surroundings/upgrade-lifecycle.ts";
import type { UpgradeRow } from "../hco/upgrade/component.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { readTargetVersion } from "./cluster-version.ts";

/**
 * The rows of the ClusterServiceVersions in the operator's namespace: of another operator that OLM has not installed, and of
 * any operator that does not support the version to which the cluster is updated. Copies from other namespaces do not count.
 */
export function listServiceVersionRows(index: ObjectIndex, namespace: string): readonly UpgradeRow[] {
  const versions = index.all(clusterServiceVersions, namespace).filter((object) => !isCopied(object));
  const ownKeys = new Set(listServiceVersions(index, namespace).map(({ key }) => key));
  const target = parseMinor(readTargetVersion(index));
  return [
    ...versions.filter(({ key }) => !ownKeys.has(key)).flatMap(listUnsettledRow),
    ...versions.flatMap((object) => listMaximumRow(object, target)),
  ];
}

/** The row of a ClusterServiceVersion that OLM has not installed. */
function listUnsettledRow(object: KubeObject): readonly UpgradeRow[] {
  const { about, phase, reason, message, unmet } = summarizeVersion(object);
  if (phase === "Succeeded") return [];
  // Without a phase OLM has not reconciled it.
  const effect = phase === "" || phase === "Unknown" ? "unknown" : "blocks";
  return [{ code: "OtherServiceVersion", effect, about, phase, reason, message, unmet }];
}

/**
 * The row of a ClusterServiceVersion whose newest supported OpenShift is older than the target of the cluster, or may be. OLM
 * itself refuses only the next minor version, by the ClusterVersion's Upgradeable (operator-lifecycle-manager
 * pkg/controller/operators/openshift/helpers.go, incompatibleOperators).
 */
function listMaximumRow(object: KubeObject, target: Minor | undefined): readonly UpgradeRow[] {
  const maximumText = readMaximumVersion(object);
  if (maximumText === undefined) return [];
  const maximum = parseMinor(maximumText);
  const areBothKnown = maximum !== undefined && target !== undefined;
  if (areBothKnown && !isNewerMinor(target, maximum)) return [];
  const versions = definedFields({
    maximum: maximum === undefined ? undefined : formatMinor(maximum),
    target: target === undefined ? undefined : formatMinor(target),
  });
  const effect = areBothKnown ? "blocks" : "unknown";
  return [{ code: "MaxOpenShiftVersion", effect, about: object.ref, ...versions }];
}

/**
 * The newest OpenShift that a ClusterServiceVersion supports, as its properties name it: `4.17`. Empty where they cannot be
 * read, undefined where they name none.
 */
function readMaximumVersion({ annotations }: KubeObject): string | undefined {
  const annotation = propertyAnnotations.find((each) => annotations.has(each));
  if (annotation === undefined) return undefined;
  const property = maximumIn(annotation, annotations.get(annotation) ?? "");
  if (property === undefined) return undefined;
  return typeof property.value === "number" ? String(property.value) : toText(property.value);
}

/** A version without its patch: `4.17`. */
interface Minor {
  readonly major: number;
  readonly minor: number;
}

/** `v4.17.3-rc.1` -> 4.17; undefined for what is no version. 4.23 and 5.0 are one release (normalizeOCPVersion of OLM). */
function parseMinor(version: string): Minor | undefined {
  const [, major, minor] = /^\s*"?v?(\d{1,6})\.(\d{1,6})(?:[.+-][^\s"]*)?"?\s*$/.exec(version) ?? [];
  if (major === undefined || minor === undefined) return undefined;
  if (Number(major) === 4 && Number(minor) === 23) return { major: 5, minor: 0 };
  return { major: Number(major), minor: Number(minor) };
}

function formatMinor({ major, minor }: Minor): string {
  return `${major}.${minor}`;
}

function isNewerMinor(one: Minor, other: Minor): boolean {
  return one.major > other.major || (one.major === other.major && one.minor > other.minor);
}
