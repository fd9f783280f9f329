import { groupVersion, type KubeObject } from "../../model/object.ts";
import type { Kind } from "../../model/profile.ts";
import type { Damage } from "../../model/snapshot.ts";
import { documentsOf } from "../../parse/documents.ts";
import { toObject } from "../../parse/object.ts";
import { type Objects, objectsOf } from "../../parse/objects.ts";
import { placesOf } from "../../parse/place.ts";
import { at, type Fields, list, record, text } from "../../parse/value.ts";
import { readYaml } from "../../parse/yaml.ts";
import { endsWithLine, isCutOff } from "./cut-off.ts";
import { type ListText, listText } from "./list-text.ts";
import { slim } from "./slim.ts";

/** The kind that the path of a file says, for objects that do not say it themselves. */
export type KindOfPath = Pick<Kind, "group" | "kind" | "versions">;

/**
 * The objects in the text of one file of a gather, and what of it is damaged: one object, lists of every shape, several
 * documents, or what stands between lines of 15 dashes. Of a long list only items that hold all the words are read. A file
 * that is empty, cut off or no YAML is damage; an object that may have lost its end is none.
 */
export function objectsInFile(source: string, where: string, kind: KindOfPath, words: readonly string[] = []): Objects {
  if (source.trim() === "") return { objects: [], damage: [{ where, cause: "it is empty" }] };
  const cut = source.includes("\0") ? undefined : listText(source);
  if (cut !== undefined) return inList(cut, source, where, kind, words);
  // gather_hco of kubevirt/must-gather puts such a line between documents: 15 dashes are no separator of YAML.
  const pieces = source.split(/^-{15}[ \t]*\r?$/m).filter((piece) => piece.trim() !== "");
  const read = pieces.map((piece, index) => inDocuments(piece, where, kind, index === pieces.length - 1));
  return { objects: read.flatMap((one) => one.objects), damage: read.flatMap((one) => one.damage) };
}

const cutOff = "it is cut off: it ends in the middle of a line or of a field";
const cutList = "it ends in the middle of a list: it is cut off";

function inList(
  { items, frame }: ListText,
  source: string,
  where: string,
  kind: KindOfPath,
  words: readonly string[],
): Objects {
  const around = documentsOf(frame, where).documents[0]?.value;
  const last = items.at(-1);
  // Keys are sorted, so the kind of a list stands behind its items; an item that nothing follows may have lost its end.
  const isOpen = last !== undefined && last.start + last.text.length === source.length;
  const hasKind = text(at(around, ["kind"])) !== "";
  const isCut =
    !hasKind || !endsWithLine(source) || (isOpen && isCutOff(last.text, at(readYaml(last.text), ["value"])));
  const place = placesOf(source);
  const objects: KubeObject[] = [];
  const damage: Damage[] = [];
  for (const item of isOpen && isCut ? items.slice(0, -1) : items) {
    if (!words.every((word) => item.text.includes(word))) continue;
    const { fault, ...attempt } = readYaml(item.text);
    if (fault !== undefined) {
      damage.push({ where: `${where}:${place(item.start + fault.offset)}`, cause: fault.cause });
      continue;
    }
    const read = objectsOf(asList(list(at(attempt, ["value"])), around, kind), where);
    objects.push(...read.objects.map(slim));
    damage.push(...read.damage.map(({ cause }) => ({ where: `${where}:${place(item.start)}`, cause })));
  }
  if (isCut) damage.push({ where, cause: cutList });
  return { objects, damage };
}

function inDocuments(source: string, where: string, kind: KindOfPath, isLast: boolean): Objects {
  if (source.length > longest && !/^\s*[{[]/.test(source)) return { objects: [], damage: [{ where, cause: tooLong }] };
  const { documents, damage } = documentsOf(source, where);
  const last = documents.at(-1)?.value;
  const isCut = isLast && damage.length === 0 && isCutOff(source, last);
  const read = (isCut ? documents.slice(0, -1) : documents).map(({ value, where: place }) => {
    const items = at(value, ["items"]);
    if (Array.isArray(items) && text(at(value, ["metadata", "name"])) === "")
      return objectsOf(asList(items, value, kind), place);
    return objectsOf(typed(value, kind), place);
  });
  return {
    objects: read.flatMap((one) => one.objects).map(slim),
    damage: [...damage, ...read.flatMap((one) => one.damage), ...(isCut ? [{ where, cause: cutOff }] : [])],
  };
}

/** What YAML can be read of at once: as much as parse/yaml.ts reads. */
const longest = 32_000_000;
const tooLong = `one YAML document of more than ${longest / 1_000_000} MB, which is no list of objects that could be read one by one; as JSON it can be read: yq -o json -i on this file`;

/** A list whose items say what they are: by themselves, by the list's kind, else by the path. */
function asList(items: readonly unknown[], around: unknown, kind: KindOfPath): Fields {
  const of = text(at(around, ["kind"])).replace(/List$/, "");
  const stated = of === "" ? kind : { kind: of, ...groupAndVersion(text(at(around, ["apiVersion"]))) };
  return { kind: "List", items: items.map((item) => typed(item, stated)) };
}

function groupAndVersion(apiVersion: string): Omit<KindOfPath, "kind"> {
  const { group, version } = groupVersion(apiVersion);
  return { group, versions: [version] };
}

function typed(value: unknown, { group, kind, versions: [version = "v1"] }: KindOfPath): unknown {
  const fields = record(value);
  if (fields === undefined || text(at(fields, ["kind"])) !== "") return value;
  return { ...fields, apiVersion: group === "" ? version : `${group}/${version}`, kind };
}

/** Of an object only what `PartialObjectMetadata` has. */
export function metadataOf({ raw }: KubeObject): KubeObject {
  return toObject({ apiVersion: raw["apiVersion"], kind: raw["kind"], metadata: raw["metadata"] });
}
