import type { PastedFaultCode } from "../../model/fault/input.ts";
import { type Fields, toRecord } from "../json-value.ts";
import {
  type DescribedObject,
  type DescribedSections,
  parseDescribedTime,
  readDescribedEvents,
  readDescribedTable,
} from "./described-text.ts";

/** A built-in kind whose description has all that its rule reads. The text does not name the kind, so its labels decide. */
export interface DescribedKind {
  readonly apiVersion: string;
  readonly kind: string;
  /**
   * Matches the first four labels of a description, each followed by `, `. No text of an object can be before them:
   * `Name, Namespace, StorageClass, Status, `.
   */
  readonly firstLabels: RegExp;
  /** A line further below, for kinds whose descriptions begin with the same labels. */
  readonly laterLine?: RegExp;
  /** The labels at the margin in kubectl's order, separated by `, `. */
  readonly labels: string;
  /** The label from which on a section may contain messages that are not Kubernetes' own. */
  readonly firstLabelWithMessages: string;
  /** The description is cut unless each of these lists has a label that is in it. */
  readonly requiredLabels: readonly (readonly string[])[];
  /** Returns the spec, the status and further metadata, or why the text does not say enough. */
  readonly readFields: (sections: DescribedSections) => Fields | PastedFaultCode;
}

/**
 * Reads the description of an object of a built-in kind. Returns instead why it cannot be read:
 *   `described-ambiguously`    a message in it may look like a label or like a condition
 *   `described-in-part`        a required label is missing
 *   what `readFields` of the kind returns
 */
export function readDescribedKind(
  description: string,
  describedKind: DescribedKind,
): DescribedObject | PastedFaultCode {
  const { apiVersion, kind, firstLabelWithMessages, requiredLabels } = describedKind;
  const sections = splitSections(description, describedKind);
  if (sections === undefined) return "described-ambiguously";
  const isWhole = requiredLabels.every((labels) => labels.some((label) => sections.has(label)));
  if (!isWhole) return "described-in-part";
  const conditions = readConditionTable(sections.get("Conditions") ?? []);
  const types = new Set(conditions.map(({ type }) => type));
  const isRowRepeated = types.size < conditions.length;
  // A line of a message in the table may look like a row.
  if (firstLabelWithMessages === "Conditions" && isRowRepeated) return "described-ambiguously";

  const text = (label: string): string => (sections.get(label)?.[0] ?? "").replace(/^<(none|unset|nil)>$/, "");
  const metadata = { name: text("Name"), namespace: text("Namespace") || undefined };
  const events = readDescribedEvents(sections.get("Events") ?? [], { apiVersion, kind, metadata });
  const fields = describedKind.readFields({
    text,
    time: (label) => parseDescribedTime(text(label)),
    counts: (label) => readCounts(text(label)),
    linesBelow: (label) => sections.get(label)?.slice(1) ?? [],
    conditions,
    events,
  });
  if (typeof fields === "string") return fields;
  const { metadata: furtherMetadata, ...specAndStatus } = fields;
  const object = { apiVersion, kind, metadata: { ...metadata, ...toRecord(furtherMetadata) }, ...specAndStatus };
  return { object, events, isCut: false };
}

/**
 * Splits a description at the labels of its kind. A section is the text after its label, then the lines below. Other lines
 * belong to the section before them, also at the margin, because messages contain line breaks. Undefined if a label among
 * such messages is out of order or comes twice: a message may look like one.
 *
 *     Name:    a           Name -> ["a"]
 *     Labels:  app=a       Labels -> ["app=a", "         tier=b"]
 *              tier=b
 */
function splitSections(
  description: string,
  { labels, firstLabelWithMessages }: DescribedKind,
): Map<string, string[]> | undefined {
  const labelsInOrder = labels.split(", ");
  const firstIndexWithMessages = labelsInOrder.indexOf(firstLabelWithMessages);
  const sections = new Map<string, string[]>();
  let lastIndex = -1;
  let section: string[] = [];
  for (const line of description.split("\n")) {
    const label = readLabel(line);
    const index = labelsInOrder.indexOf(label);
    if (index > lastIndex) {
      lastIndex = index;
      section = [line.slice(label.length + 1).trim()];
      sections.set(label, section);
      continue;
    }
    if (index >= firstIndexWithMessages) return undefined;
    section.push(line);
  }
  return sections;
}

/** The label at the start of a line: `Start Time:  x` -> `Start Time`. Empty if there is none. */
export function readLabel(line: string): string {
  return /^[A-Z][A-Za-z -]*?(?=:(?:[ \t]|$))/.exec(line)?.[0] ?? "";
}

/** The conditions of a table. Lines that are not two deep continue a message and are no rows (kubectl, pkg/describe). */
function readConditionTable([, header = "", ...lines]: readonly string[]): readonly Fields[] {
  const isUnderline = (line: string): boolean => /^[\s-]+$/.test(line);
  const rows = lines.filter((line) => /^ {2}\S/.test(line) && !isUnderline(line));
  return readDescribedTable([header, ...rows]).map(({ type, status, reason, message, lasttransitiontime = "" }) => ({
    type,
    status,
    reason,
    message,
    lastTransitionTime: parseDescribedTime(lasttransitiontime),
  }));
}

/** The numbers of a text by the words after them: `2 desired | 1 updated` -> `{ desired: 2, updated: 1 }`. */
function readCounts(text: string): Readonly<Record<string, number>> {
  const counts = [...text.matchAll(/(\d{1,9}) (\w+)/g)];
  return Object.fromEntries(counts.map(([, digits, word]) => [word, Number(digits)]));
}
