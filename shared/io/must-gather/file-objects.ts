import { readMetadata } from "../../aggregate/snapshot/unread-fields.ts";
import type { Kind } from "../../model/kind.ts";
import { groupVersion, type KubeObject } from "../../model/object.ts";
import type { Damage } from "../../model/snapshot.ts";
import { readDocuments } from "../../parse/documents/split-documents.ts";
import { createInputBudget, type InputBudget } from "../../parse/input-budget.ts";
import { describeDamage, inputFaultText } from "../../parse/input-fault-text.ts";
import { lineColumnFinder } from "../../parse/json-path.ts";
import { type Fields, listAt, textAt, toList, toRecord, valueAt } from "../../parse/json-value.ts";
import { toObject } from "../../parse/kube-object.ts";
import { readObjects } from "../../parse/kube-objects.ts";
import { countDenseYamlValues, readYaml } from "../../parse/yaml/read-yaml.ts";
import { emptyFileText } from "../errors/file-errors.ts";
import { cutList, type ListText } from "./list-text.ts";

/** The objects in a file of a must-gather, and what is damaged in it. */
interface FileObjects {
  readonly objects: readonly KubeObject[];
  readonly damage: readonly Damage[];
}

/** The kind that the path of a file implies, for objects that do not state it themselves. */
type KindOfPath = Pick<Kind, "group" | "kind" | "versions">;

/**
 * The objects in the text of one file of a must-gather, and what is damaged in it. The text is one object, a list of
 * any shape, or several documents. Documents may also stand between lines of 15 dashes. Of a long list only items that
 * hold all `words` are read. A file that is empty, cut off or no YAML is damage. An object that may have lost its end
 * is omitted.
 * @param ensureItems gets the number of items that are read of a YAML list, before they are parsed. It may throw.
 * @throws InputLimitError where there is more than `budget` has left.
 */
export function objectsInFile(
  source: string,
  where: string,
  kind: KindOfPath,
  words: readonly string[] = [],
  budget: InputBudget = createInputBudget(),
  ensureItems: (items: number) => void = () => {},
): FileObjects {
  if (source.trim() === "") return { objects: [], damage: [{ where, cause: emptyFileText }] };
  const cut = source.includes("\0") || sharesValues(source) ? undefined : cutList(source);
  if (cut !== undefined) return readList(cut, source, where, kind, words, budget, ensureItems);
  // gather_hco of kubevirt/must-gather puts such a line between documents: 15 dashes are no separator of YAML.
  const pieces = source.split(/^-{15}[ \t]*\r?$/m).filter((piece) => piece.trim() !== "");
  const read = pieces.map((piece, index) =>
    readDocumentObjects(piece, where, kind, index === pieces.length - 1, budget),
  );
  return { objects: read.flatMap(({ objects }) => objects), damage: read.flatMap(({ damage }) => damage) };
}

/**
 * Whether items of a list may share values by an anchor and aliases, as PyYAML writes them, so that no item can be read
 * alone: `labels: &id001` … `labels: *id001`. A text in a value may look so too, which costs only memory.
 */
function sharesValues(source: string): boolean {
  return /(?:^|: |- )\*[\w.-]{1,100}[ \t]*\r?$/m.test(source) && /(?:: |- )&[\w.-]{1,100}(?:\s|$)/.test(source);
}

function readList(
  { items, frame }: ListText,
  source: string,
  where: string,
  kind: KindOfPath,
  words: readonly string[],
  budget: InputBudget,
  ensureItems: (items: number) => void,
): FileObjects {
  const listFields = readDocuments(frame, where, { areKeysChecked: false }).documents[0]?.value;
  const last = items.at(-1);
  // Keys are sorted, so the kind of a list stands after its items. An item that nothing follows may have lost its end.
  const isOpen = last !== undefined && last.start + last.text.length === source.length;
  const hasKind = textAt(listFields, "kind") !== "";
  const isCut =
    !hasKind || !endsWithLine(source) || (isOpen && isCutOff(last.text, valueAt(readYaml(last.text), "value")));
  const place = lineColumnFinder(source);
  const objects: KubeObject[] = [];
  const damage: Damage[] = [];
  const whole = isOpen && isCut ? items.slice(0, -1) : items;
  const requested = whole.filter((item) => words.every((word) => item.text.includes(word)));
  ensureItems(requested.length);
  budget.ensure("objects", where, requested.length);
  for (const item of requested) {
    budget.take("values", where, countDenseYamlValues(item.text));
    const { fault, ...attempt } = readYaml(item.text);
    if (fault !== undefined) {
      damage.push({ where: `${where}:${place(item.start + fault.offset)}`, cause: inputFaultText(fault.cause) });
      continue;
    }
    const read = readObjects(buildList(listAt(attempt, "value"), listFields, kind), where, budget);
    objects.push(...read.objects.map(stripManagedFields));
    damage.push(
      ...read.faults.map(({ fault: cause }) => ({
        where: `${where}:${place(item.start)}`,
        cause: inputFaultText(cause),
      })),
    );
  }
  if (isCut) damage.push({ where, cause: "truncated: it ends in the middle of a list", isTruncated: true });
  return { objects, damage };
}

function endsWithLine(source: string): boolean {
  return /[\r\n]$/.test(source);
}

function readDocumentObjects(
  source: string,
  where: string,
  kind: KindOfPath,
  isLast: boolean,
  budget: InputBudget,
): FileObjects {
  if (source.length > maxYamlCharacters && !/^\s*[{[]/.test(source))
    return { objects: [], damage: [{ where, cause: tooLongText(source) }] };
  const { documents, faults } = readDocuments(source, where, { areKeysChecked: false, budget });
  const last = documents.at(-1)?.value;
  const isCut = isLast && faults.length === 0 && isCutOff(source, last);
  const read = (isCut ? documents.slice(0, -1) : documents).map(({ value, where: place }) => {
    const items = valueAt(value, "items");
    if (Array.isArray(items) && textAt(value, "metadata", "name") === "")
      return readObjects(buildList(items, value, kind), place, budget);
    return readObjects(withKind(value, kind), place, budget);
  });
  const damage: Damage[] = [...faults, ...read.flatMap((part) => part.faults)].map(describeDamage);
  if (isCut) damage.push({ where, cause: "truncated: it ends in the middle of a line or a field", isTruncated: true });
  return { objects: read.flatMap(({ objects }) => objects).map(stripManagedFields), damage };
}

/**
 * Whether a text ends too early. Programs end a file of YAML with a line break, and JSON with its last brace. A file
 * that was cut at the end of a line may show it in two ways. Its last field may have no value, where Go writes `null`.
 * Or a condition has no type or status yet, since its keys are sorted.
 */
function isCutOff(source: string, value: unknown): boolean {
  const written = source.trimEnd();
  if (/^\s*[{[]/.test(source) && /[}\]]$/.test(written)) return false;
  return !endsWithLine(source) || endsInField(written, value) || endsInCondition(value);
}

function endsInCondition(value: unknown): boolean {
  let here = value;
  while (typeof here === "object" && here !== null) {
    const [key, last] = Object.entries(here).at(-1) ?? [];
    const condition = key === "conditions" ? toList(last).at(-1) : undefined;
    if (condition !== undefined && (textAt(condition, "type") === "" || textAt(condition, "status") === ""))
      return true;
    here = last;
  }
  return false;
}

function endsInField(written: string, value: unknown): boolean {
  let here = value;
  while (typeof here === "object" && here !== null) here = Object.values(here).at(-1);
  return here === null && written.endsWith(":");
}

/** Why a text is not read that is longer than {@link maxYamlCharacters} and cannot be read item by item. */
function tooLongText(source: string): string {
  const maxSize = `${maxYamlCharacters / 1_000_000} MB`;
  const problem = sharesValues(source)
    ? `a YAML list larger than ${maxSize} whose items share values`
    : `a YAML document larger than ${maxSize} that is not a list`;
  return `${problem}; convert the file to JSON with yq -o json -i`;
}

/** The longest YAML text that is read at once, which is as much as yaml/read-yaml.ts reads. */
const maxYamlCharacters = 32_000_000;

/** A list whose items state what they are: by themselves, by the list's kind, else by the path. */
function buildList(items: readonly unknown[], listFields: unknown, kind: KindOfPath): Fields {
  const of = textAt(listFields, "kind").replace(/List$/, "");
  const stated = of === "" ? kind : { kind: of, ...groupAndVersion(textAt(listFields, "apiVersion")) };
  return { kind: "List", items: items.map((item) => withKind(item, stated)) };
}

function groupAndVersion(apiVersion: string): Omit<KindOfPath, "kind"> {
  const { group, version } = groupVersion(apiVersion);
  return { group, versions: [version] };
}

function withKind(value: unknown, { group, kind, versions: [version = "v1"] }: KindOfPath): unknown {
  const fields = toRecord(value);
  if (fields === undefined || textAt(fields, "kind") !== "") return value;
  return { ...fields, apiVersion: group === "" ? version : `${group}/${version}`, kind };
}

/** The object with only the fields of `PartialObjectMetadata`. */
export function metadataOnly({ raw }: KubeObject): KubeObject {
  return toObject({ apiVersion: raw["apiVersion"], kind: raw["kind"], metadata: raw["metadata"] });
}

/**
 * The object without the fields that no report uses, which are most of it. Of `managedFields` only the times stay, and
 * what kubectl apply keeps is dropped. Its texts are copied, so that they do not hold the whole text of a list in
 * memory.
 */
function stripManagedFields({ raw }: KubeObject): KubeObject {
  const metadata = toRecord(raw["metadata"]) ?? {};
  return toObject(JSON.parse(JSON.stringify({ ...raw, metadata: readMetadata(metadata) })));
}
