import type { ReportedWords } from "../model/cause/trouble.ts";
import type { NextStep } from "../model/next-step.ts";
import { messageText } from "./cause.ts";
import { printStep } from "./next-command.ts";

/**
 * A value with the sentence of each observation in its `message`, and with what each next command shows in its `why`, as
 * `-o json` and all other documents have them. What holds neither stays the same object, and the fields keep their order.
 */
export function writeMessages<Value>(value: Value): Value {
  return writtenValue(value) as Value;
}

function writtenValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(writtenValue);
    return items.every((item, place) => item === value[place]) ? value : items;
  }
  if ("observed" in value) {
    const { observed: _, ...rest } = value as ReportedWords;
    return writtenFields({ ...rest, message: messageText(value as ReportedWords) });
  }
  if ("shows" in value && "command" in value) return printStep(value as NextStep);
  return writtenFields(value);
}

function writtenFields(value: object): object {
  const fields = Object.entries(value);
  const written = fields.map(([name, field]) => [name, writtenValue(field)] as const);
  const isSame = written.every(([, field], place) => field === fields[place]?.[1]);
  return isSame ? value : Object.fromEntries(written);
}
