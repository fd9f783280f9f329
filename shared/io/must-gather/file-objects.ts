import { readMetadata } from "../../aggregate/snapshot/unread-fields.ts";
import type { Kind } from "../../model/kind.ts";
import { groupVersion, type KubeObject } from "../../model/object.ts";
import type { Damage } from "../../model/snapshot.ts";
import { isCondition } from "../../parse/conditions.ts";
import { readDocuments } from "../../parse/documents/split-documents.ts";
import { createInputBudget, type InputBudget } from "../../parse/input-budget.ts";
import { describeDamage, inputFaultText } from "../../parse/input-fault-text.ts";
import { lineColumnFinder } from "../../parse/json-path.ts";
import { createCopier, type Fields, textAt, toList, toRecord, valueAt } from "../../parse/json-value.ts";
import { toObject } from "../../parse/kube-object.ts";
import { readObjects } from "../../parse/kube-objects.ts";
import type { ReduceItem } from "../../parse/yaml/read-json-list.ts";
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

/** How a file is read. */
interface ReadOptions {
  /** Of a long list only the items are read that hold all these words. */
  readonly words: readonly string[];
  readonly budget: InputBudget;
  /** Gets the number of items of a YAML list before they are parsed. It may throw. */
  readonly ensureItems: (items: number) => void;
  /** What is kept of an object. */
  readonly reduceItem: ReduceItem;
}

/** One file, and how it is read. */
interface FileRequest extends ReadOptions {
  /** The name of the file for the user. */
  readonly where: string;
  readonly kind: KindOfPath;
  /** Copies a value of the file, so that it does not hold the whole text in memory. */
  readonly copy: ReturnType<typeof createCopier>;
}

/** The longest YAML text that is read at once, which is as much as yaml/read-yaml.ts reads. */
const maxYamlCharacters = 32_000_000;

/**
 * Reads the objects in the text of one file of a must-gather. The text is one of these:
 * - a YAML list, whose items are read one by one,
 * - one or several documents, each an object or a list, also between lines of 15 dashes.
 *
 * A file that is empty, cut off or no YAML is damage. An object that may have lost its end is omitted.
 * @throws InputLimitError where there is more than the budget has left; what `ensureItems` throws.
 */
export function readFileObjects(
  source: string,
  where: string,
  kind: KindOfPath,
  {
    words = [],
    budget = createInputBudget(),
    ensureItems = () => {},
    reduceItem = (item) => item,
  }: Partial<ReadOptions> = {},
): FileObjects {
  if (source.trim() === "") return { objects: [], damage: [{ where, cause: emptyFileText }] };
  const copy = createCopier(source.length);
  const request = { where, kind, words, budget, ensureItems, reduceItem, copy };
  const isReadAtOnce = source.includes("\0") || sharesValues(source);
  const list = isReadAtOnce ? undefined : cutList(source);
  if (list !== undefined) return readList(list, source, request);
  // gather_hco of kubevirt/must-gather puts such a line between documents: 15 dashes are no separator of YAML.
  const pieces = source.split(/^-{15}[ \t]*\r?$/m).filter((piece) => piece.trim() !== "");
  const contents = pieces.map((piece, index) =>
    readDocumentObjects(piece, request, { isEndOfFile: index === pieces.length - 1 }),
  );
  return {
    objects: contents.flatMap(({ objects }) => objects),
    damage: contents.flatMap(({ damage }) => damage),
  };
}

/**
 * Whether items of a list may share values by an anchor and aliases, as PyYAML writes them, so that no item can be read
 * alone: `labels: &id001` … `labels: *id001`. A text in a value may look so too, which costs only memory.
 */
function sharesValues(source: string): boolean {
  return /(?:^|: |- )\*[\w.-]{1,100}[ \t]*\r?$/m.test(source) && /(?:: |- )&[\w.-]{1,100}(?:\s|$)/.test(source);
}

/** Reads a list item by item. A broken item is damage, and the others are read. */
function readList({ items, frame }: ListText, source: string, request: FileRequest): FileObjects {
  const { where, kind, words, budget, ensureItems } = request;
  const listFields = readDocuments(frame, where, { areKeysChecked: false }).documents[0]?.value;
  const lastItem = items.at(-1);
  const endsInItem = lastItem !== undefined && lastItem.start + lastItem.text.length === source.length;
  const isTruncated =
    // Keys are sorted, so the kind of a list stands after its items.
    textAt(listFields, "kind") === "" ||
    !endsWithLine(source) ||
    (endsInItem && isCutOff(lastItem.text, valueAt(readYaml(lastItem.text), "value")));
  const wholeItems = endsInItem && isTruncated ? items.slice(0, -1) : items;
  const requestedItems = wholeItems.filter(({ text }) => words.every((word) => text.includes(word)));
  ensureItems(requestedItems.length);
  budget.ensure("objects", where, requestedItems.length);

  const positionOf = lineColumnFinder(source);
  const objects: KubeObject[] = [];
  const damage: Damage[] = [];
  for (const { text, start } of requestedItems) {
    budget.take("values", where, countDenseYamlValues(text));
    const attempt = readYaml(text);
    if (attempt.fault !== undefined) {
      const { offset, cause } = attempt.fault;
      damage.push({ where: `${where}:${positionOf(start + offset)}`, cause: inputFaultText(cause) });
      continue;
    }
    const item = readObjects(buildList(toList(attempt.value), listFields, kind), where, budget);
    objects.push(...item.objects.map((object) => keepReadFields(object, request)));
    for (const { fault } of item.faults) {
      damage.push({ where: `${where}:${positionOf(start)}`, cause: inputFaultText(fault) });
    }
  }
  if (isTruncated) damage.push({ where, cause: "truncated: it ends in the middle of a list", isTruncated });
  return { objects, damage };
}

function endsWithLine(source: string): boolean {
  return /[\r\n]$/.test(source);
}

/** Reads one or several documents. `isEndOfFile`: the last of them may have lost its end. */
function readDocumentObjects(
  source: string,
  request: FileRequest,
  { isEndOfFile }: { readonly isEndOfFile: boolean },
): FileObjects {
  const { where, kind, budget } = request;
  const isJson = /^\s*[{[]/.test(source);
  if (source.length > maxYamlCharacters && !isJson)
    return { objects: [], damage: [{ where, cause: tooLongText(source) }] };
  const { documents, faults } = readDocuments(source, where, { areKeysChecked: false, budget });
  const isTruncated = isEndOfFile && faults.length === 0 && isCutOff(source, documents.at(-1)?.value);
  const wholeDocuments = isTruncated ? documents.slice(0, -1) : documents;
  const contents = wholeDocuments.map(({ value, where: documentWhere }) => {
    const items = valueAt(value, "items");
    const isList = Array.isArray(items) && textAt(value, "metadata", "name") === "";
    return readObjects(isList ? buildList(items, value, kind) : addKind(value, kind), documentWhere, budget);
  });
  const damage: Damage[] = [...faults, ...contents.flatMap((content) => content.faults)].map(describeDamage);
  if (isTruncated) damage.push({ where, cause: "truncated: it ends in the middle of a line or a field", isTruncated });
  const objects = contents.flatMap((content) => content.objects);
  return { objects: objects.map((object) => keepReadFields(object, request)), damage };
}

/**
 * Whether a text ends too early. Programs end YAML with a line break, and JSON with its last brace. YAML that was cut at
 * the end of a line may show it in two ways:
 * - its last field has no value (`phase:`), where Go writes `null`,
 * - its last condition has no type or status yet, since keys are sorted.
 */
function isCutOff(source: string, value: unknown): boolean {
  const trimmed = source.trimEnd();
  if (/^\s*[{[]/.test(source) && /[}\]]$/.test(trimmed)) return false;
  return !endsWithLine(source) || endsInField(trimmed, value) || endsInCondition(value);
}

function endsInField(trimmedSource: string, value: unknown): boolean {
  let lastValue = value;
  while (typeof lastValue === "object" && lastValue !== null) lastValue = Object.values(lastValue).at(-1);
  return lastValue === null && trimmedSource.endsWith(":");
}

/** Whether the last field of an object, at any depth, is a list of conditions whose last one is incomplete. */
function endsInCondition(value: unknown): boolean {
  let lastValue = value;
  while (typeof lastValue === "object" && lastValue !== null) {
    const [key, fieldValue] = Object.entries(lastValue).at(-1) ?? [];
    const condition = key === "conditions" ? toList(fieldValue).at(-1) : undefined;
    if (condition !== undefined && !isCondition(condition)) return true;
    lastValue = fieldValue;
  }
  return false;
}

/** Why a text is not read that is longer than {@link maxYamlCharacters} and cannot be read item by item. */
function tooLongText(source: string): string {
  const maxSize = `${maxYamlCharacters / 1_000_000} MB`;
  const problem = sharesValues(source)
    ? `a YAML list larger than ${maxSize} whose items share values`
    : `a YAML document larger than ${maxSize} that is not a list`;
  return `${problem}; convert the file to JSON with yq -o json -i`;
}

/** A `List` whose items state their kind: by themselves, by the kind of their list, else by the path of the file. */
function buildList(items: readonly unknown[], listFields: unknown, kindOfPath: KindOfPath): Fields {
  const listKind = textAt(listFields, "kind").replace(/List$/, "");
  const { group, version } = groupVersion(textAt(listFields, "apiVersion"));
  const itemKind = listKind === "" ? kindOfPath : { group, kind: listKind, versions: [version] };
  return { kind: "List", items: items.map((item) => addKind(item, itemKind)) };
}

/** The object with this kind, unless it states one. */
function addKind(value: unknown, { group, kind, versions: [version = "v1"] }: KindOfPath): unknown {
  const fields = toRecord(value);
  if (fields === undefined || textAt(fields, "kind") !== "") return value;
  return { ...fields, apiVersion: group === "" ? version : `${group}/${version}`, kind };
}

/** The object with only the fields of `PartialObjectMetadata`. */
export function metadataOnly({ raw }: KubeObject): KubeObject {
  return toObject({ apiVersion: raw["apiVersion"], kind: raw["kind"], metadata: raw["metadata"] });
}

/**
 * The object without the fields that no report uses, which are most of it. Of `managedFields` only the writes stay, and
 * what kubectl apply keeps is dropped.
 */
function keepReadFields({ raw }: KubeObject, { reduceItem, copy }: FileRequest): KubeObject {
  const metadata = toRecord(raw["metadata"]) ?? {};
  return toObject(copy(reduceItem({ ...raw, metadata: readMetadata(metadata) }, {})));
}
