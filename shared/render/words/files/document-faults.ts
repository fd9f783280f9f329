import type { DocumentFault, WantedValue } from "../../../model/fault/document.ts";
import { unnamedObjectText } from "../../../parse/input-fault-text.ts";

/** What is wrong in a Report or a Snapshot that is read again, and where. */
export function documentFaultText(fault: DocumentFault): string {
  switch (fault.code) {
    case "unexpected":
      return `${fault.place || "the document"}: expected ${wantedText(fault.wanted)}, found ${found[fault.found] ?? fault.found}`;
    case "other-report-version":
      return `unsupported version: ${onlyVersion}`;
    case "other-snapshot-version":
      return `unsupported snapshot version ${JSON.stringify(fault.version).slice(0, 80)}: ${onlyVersion}`;
    case "nested-too-deep":
      return `${fault.place}: more than ${fault.most} nodes deep`;
    case "unnamed-object":
      return `${fault.place}: ${unnamedObjectText([fault.missing])}`;
    case "unused-item":
      return `items[${fault.index}] belongs to no reading; is an entry of readings missing?`;
    case "other-kind":
      return `${fault.place} is ${fault.kind} ${fault.name}, but ${fault.reading} requires ${fault.wanted}`;
  }
}

const onlyVersion = "only hco-status/v1 is supported";

const found: Readonly<Record<string, string>> = { list: "a list", mapping: "a mapping", text: "other text" };

function wantedText(wanted: WantedValue): string {
  if (typeof wanted === "string") return wantedWords[wanted];
  if ("literal" in wanted) return wanted.literal;
  return "oneOf" in wanted ? `one of ${wanted.oneOf.join(", ")}` : `the index of one of ${wanted.placeOf} items`;
}

const wantedWords: Readonly<Record<Extract<WantedValue, string>, string>> = {
  mapping: "a mapping",
  list: "a list",
  text: "text",
  time: "a time (RFC 3339)",
  boolean: "true or false",
  "boolean-or-null": "true, false or null",
  count: "a number of at least 1",
  selector: "a selector",
  "one-object": "one object",
  readings: "the responses of the snapshot",
};
