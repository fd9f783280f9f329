import type { InputFault } from "../../model/fault/input.ts";
import type { ManifestObject } from "../../model/manifest/manifest.ts";
import { recordAt, toText } from "../json-value.ts";
import { goYaml } from "../yaml/go-yaml-rules.ts";
import { readYaml } from "../yaml/read-yaml.ts";
import { readSegment } from "./split-documents.ts";

/**
 * An object of a manifest as kubectl would send it, for example to a dry run; or why its document cannot be read.
 * Unlike the manifest parser it repairs nothing, because a repaired object would be another one.
 */
export function readWholeObject(object: ManifestObject): { readonly value: unknown } | { readonly fault: InputFault } {
  const { piece, partIndex, path, group, version, kind } = object;
  const spans = readSegment(
    piece.text,
    { start: 0, end: piece.text.length },
    {
      parseYaml: (text) => readYaml(text, goYaml),
    },
  );
  const attempt = spans[partIndex]?.attempt;
  if (attempt?.fault !== undefined) return { fault: attempt.fault.cause };
  const value = recordAt(attempt?.value, ...path.map(String));
  if (value === undefined) return { fault: { code: "no-object", found: "nothing" } };
  // Items of a list of one kind may leave both to the list.
  const apiVersion = toText(value["apiVersion"]) || (group === "" ? version : `${group}/${version}`);
  return { value: { ...value, apiVersion, kind: toText(value["kind"]) || kind } };
}
