import { definedFields } from "../../model/defined-fields.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Release } from "../../model/profile.ts";
import { maximumIn, propertyAnnotations } from "../../parse/bundle-properties.ts";
import { toText } from "../../parse/json-value.ts";
import { clusterServiceVersions } from "../../profiles/hco/profile.ts";
import { isAtLeast } from "../evaluation/release-version.ts";
import { isCopied, listServiceVersions } from "../hco/operator/service-version.ts";
import { summarizeVersion } from "../hco/surroundings/upgrade-lifecycle.ts";
import type { UpgradeRow } from "../hco/upgrade/component.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { readTargetVersion } from "./cluster-version.ts";

/**
 * The rows of the ClusterServiceVersions in the operator's namespace:
 * - of other operators: that OLM has not installed the version,
 * - of all operators: that the version does not support the OpenShift to which the cluster is updated.
 *
 * Copies from other namespaces do not count.
 */
export function listServiceVersionRows(index: ObjectIndex, namespace: string): readonly UpgradeRow[] {
  const serviceVersions = index.all(clusterServiceVersions, namespace).filter((object) => !isCopied(object));
  const keysOfOperator = new Set(listServiceVersions(index, namespace).map(({ key }) => key));
  const serviceVersionsOfOthers = serviceVersions.filter(({ key }) => !keysOfOperator.has(key));
  const target = parseOpenShiftMinor(readTargetVersion(index));
  return [
    ...serviceVersionsOfOthers.flatMap(reportNotInstalled),
    ...serviceVersions.flatMap((serviceVersion) => reportUnsupportedTarget(serviceVersion, target)),
  ];
}

/** The row of a ClusterServiceVersion that OLM has not installed. Empty for one that is installed. */
function reportNotInstalled(serviceVersion: KubeObject): readonly UpgradeRow[] {
  const { about, phase, reason, message, unmet } = summarizeVersion(serviceVersion);
  if (phase === "Succeeded") return [];
  // Without a phase OLM has not reconciled the ClusterServiceVersion.
  const effect = phase === "" || phase === "Unknown" ? "unknown" : "blocks";
  return [{ code: "OtherServiceVersion", effect, about, phase, reason, message, unmet }];
}

/**
 * The row of a ClusterServiceVersion with a newest supported OpenShift. It blocks if that is older than the target of the
 * cluster, and leaves the upgrade unknown if one of the two is not known. Empty if the target is supported. OLM itself refuses
 * only the next minor version, by the ClusterVersion's Upgradeable (operator-lifecycle-manager
 * pkg/controller/operators/openshift/helpers.go, incompatibleOperators).
 */
function reportUnsupportedTarget(serviceVersion: KubeObject, target: Release | undefined): readonly UpgradeRow[] {
  const maximumText = readMaximumOpenShift(serviceVersion);
  if (maximumText === undefined) return [];
  const maximum = parseOpenShiftMinor(maximumText);
  const areBothKnown = maximum !== undefined && target !== undefined;
  if (areBothKnown && isAtLeast(maximum, target)) return [];
  const releases = definedFields({
    maximum: maximum === undefined ? undefined : formatOpenShiftMinor(maximum),
    target: target === undefined ? undefined : formatOpenShiftMinor(target),
  });
  const effect = areBothKnown ? "blocks" : "unknown";
  return [{ code: "MaxOpenShiftVersion", effect, about: serviceVersion.ref, ...releases }];
}

/**
 * The newest OpenShift that a ClusterServiceVersion supports, as its properties name it: `4.17`. The text is empty if the
 * properties mention it and cannot be read. Undefined if they do not mention it.
 */
function readMaximumOpenShift({ annotations }: KubeObject): string | undefined {
  const annotation = propertyAnnotations.find((name) => annotations.has(name));
  if (annotation === undefined) return undefined;
  const property = maximumIn(annotation, annotations.get(annotation) ?? "");
  if (property === undefined) return undefined;
  return typeof property.value === "number" ? String(property.value) : toText(property.value);
}

/** `v4.17.3-rc.1` -> 4.17, without the patch. Undefined for a text that is no version. */
function parseOpenShiftMinor(version: string): Release | undefined {
  const [, major, minor] = /^\s*"?v?(\d{1,6})\.(\d{1,6})(?:[.+-][^\s"]*)?"?\s*$/.exec(version) ?? [];
  if (major === undefined || minor === undefined) return undefined;
  // To OLM 4.23 and 5.0 are one release (operator-lifecycle-manager, normalizeOCPVersion).
  if (Number(major) === 4 && Number(minor) === 23) return [5, 0];
  return [Number(major), Number(minor)];
}

function formatOpenShiftMinor([major, minor]: Release): string {
  return `${major}.${minor}`;
}
