import type { ManifestObject } from "../model/manifest.ts";
import type { VersionDiffers } from "../model/manifest-link.ts";
import { groupVersion, type KubeObject, type Ref } from "../model/object.ts";
import type { Reading } from "../model/snapshot.ts";
import { at, list, text } from "../parse/value.ts";
import type { Seen } from "./manifest-seen.ts";

/**
 * Whether the document is written in another version than the object was read in, and whether the server takes it: its
 * definition says so where it was read; else a version that was asked for before the one that answered is not served.
 */
export function versionDiffers(
  { group, version, kind }: ManifestObject,
  found: KubeObject | Ref,
  seen: readonly Seen[],
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

/** What the CustomResourceDefinition says, by its versions[].served. */
function asDefined(seen: Seen, group: string, kind: string, version: string): boolean | undefined {
  const definitions = seen
    .answers({ group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" })
    .flatMap((reading) => (reading.outcome === "found" ? reading.objects : []));
  const definition = definitions.find(
    ({ spec }) => text(at(spec, ["group"])) === group && text(at(spec, ["names", "kind"])) === kind,
  );
  const versions = list(at(definition?.spec, ["versions"]));
  if (versions.length === 0) return undefined;
  return versions.some((each) => at(each, ["name"]) === version && at(each, ["served"]) === true);
}

/** The next version is asked for where the one before is not served, or could not be read, which the server then says. */
function isPassedOver(reading: Reading, version: string, read: string): boolean {
  if (reading.outcome !== "found" || reading.objects.length === 0 || reading.warning !== undefined) return false;
  const { versions } = reading.query;
  const isRead = reading.objects.some(({ apiVersion }) => groupVersion(apiVersion).version === read);
  return isRead && versions.includes(version) && versions.indexOf(version) < versions.indexOf(read);
}
