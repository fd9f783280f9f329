import type { VersionDiffers } from "../model/manifest/link.ts";
import type { ManifestObject } from "../model/manifest/manifest.ts";
import { groupVersion, type KubeObject, type Ref } from "../model/object.ts";
import type { Reading } from "../model/snapshot.ts";
import { toList, toText, valueAt } from "../parse/json-value.ts";
import type { SeenObjects } from "./seen-objects.ts";

/**
 * Compares the document's version with the one that the object was read in. It also finds out whether the server serves
 * it. The kind's definition decides where it was read. Else a version that was tried before the one that succeeded is
 * not served.
 */
export function versionDiffers(
  { group, version, kind }: ManifestObject,
  found: KubeObject | Ref,
  seen: readonly SeenObjects[],
): VersionDiffers | undefined {
  const read = "apiVersion" in found ? groupVersion(found.apiVersion).version : found.version;
  if (read === undefined || read === "" || read === version) return undefined;
  const isServed =
    seen.map((each) => asDefined(each, group, kind, version)).find((each) => each !== undefined) ??
    (seen.some((each) => each.answers({ group, kind }).some((reading) => isPassedOver(reading, version, read)))
      ? false
      : undefined);
  return { file: version, read, ...(isServed !== undefined && { isServed }) };
}

/** Whether the CustomResourceDefinition serves the version, by its versions[].served. */
function asDefined(seen: SeenObjects, group: string, kind: string, version: string): boolean | undefined {
  const definitions = seen
    .answers({ group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" })
    .flatMap((reading) => (reading.outcome === "found" ? reading.objects : []));
  const definition = definitions.find(
    ({ spec }) => toText(valueAt(spec, ["group"])) === group && toText(valueAt(spec, ["names", "kind"])) === kind,
  );
  const versions = toList(valueAt(definition?.spec, ["versions"]));
  if (versions.length === 0) return undefined;
  return versions.some((each) => valueAt(each, ["name"]) === version && valueAt(each, ["served"]) === true);
}

/**
 * Whether the server does not serve the version. The reader tries the next version where the previous one is not served
 * or could not be read. In the latter case the server sends a warning.
 */
function isPassedOver(reading: Reading, version: string, read: string): boolean {
  if (reading.outcome !== "found" || reading.objects.length === 0 || reading.warning !== undefined) return false;
  const { versions } = reading.query;
  const isRead = reading.objects.some(({ apiVersion }) => groupVersion(apiVersion).version === read);
  return isRead && versions.includes(version) && versions.indexOf(version) < versions.indexOf(read);
}
