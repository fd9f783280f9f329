import { dropUnkeptFields } from "../../shared/manifest/reduced-object.ts";
import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import type { KubeObject, Ref } from "../../shared/model/object.ts";
import { findFieldSpans, parseManifest, readObjectValue } from "../../shared/parse/manifest/parse-manifest.ts";
import { compareYaml, type YamlComparison } from "../../shared/render/editor/live-yaml/diff.ts";
import { liveBeside } from "../../shared/render/editor/live-yaml/live-beside.ts";
import { yamlText } from "../../shared/render/editor/live-yaml/yaml-text.ts";
import { findSameNamed } from "../session/object-in-document.ts";

/**
 * Whether an object can be compared in its own file. JSON and templates cannot be edited line by line, and a Secret in
 * the text would look like a live one.
 */
export function isComparedInPlace(
  { group, kind, isPartial, hasTemplate, whole }: ManifestObject,
  text: string,
): boolean {
  const isSecret = group === "" && kind === "Secret";
  return !isSecret && !isPartial && !hasTemplate && text.charAt(whole.start) !== "{";
}

/** Names an object in a manifest: as written, and its index among objects of that name. */
interface WrittenPlace {
  readonly written: Ref;
  readonly index: number;
}

/**
 * Returns the text of a manifest with the live values of one object in place of those that differ. Where that text
 * would not read as the live object, the whole document of the object is replaced.
 */
export function buildLiveSide(
  text: string,
  own: ManifestObject,
  { written, index }: WrittenPlace,
  live: KubeObject,
): string {
  const compareWithLive = (object: ManifestObject): YamlComparison =>
    compareYaml(dropUnkeptFields(readObjectValue(object), live), live);
  const { file, live: shown } = compareWithLive(own);
  const beside = liveBeside(text, { file, live: shown }, (path) => findFieldSpans(own, path));
  const result = findSameNamed(parseManifest(beside).objects, written)[index];
  const again = result && compareWithLive(result);
  const isLive = again !== undefined && JSON.stringify(again.file) === JSON.stringify(again.live);
  return isLive ? beside : text.slice(0, own.whole.start) + yamlText(shown, "asGiven") + text.slice(own.whole.end);
}
