import type { ReportedWords } from "../model/cause/trouble.ts";
import type { NextStep } from "../model/next-step.ts";
import { messageText } from "./cause.ts";
import { printStep } from "./next-command.ts";

/**
 * A value with the sentence of each observation in its `message`, and with each next command as one line, as `-o json` and
 * all other documents have them. What holds neither stays the same object, and the fields keep their order.
 * @param writeStep for a value that is still to be shown: leaves commands as they are
 */
export function writeMessages<Value>(value: Value, writeStep: StepWriter = printStep): Value {
  return writtenValue(value, writeStep) as Value;
}

type StepWriter = (step: NextStep) => unknown;

function writtenValue(value: unknown, writeStep: StepWriter): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => writtenValue(item, writeStep));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if ("observed" in value) {
    const { observed: _, ...rest } = value as ReportedWords;
    return writtenFields({ ...rest, message: messageText(value as ReportedWords) }, writeStep);
  }
  if ("shows" in value && "words" in value) return writeStep(value as NextStep);
  return writtenFields(value, writeStep);
}

function writtenFields(value: object, writeStep: StepWriter): object {
  const fields = Object.entries(value);
  const written = fields.map(([name, field]) => [name, writtenValue(field, writeStep)] as const);
  const isSame = written.every(([, field], index) => field === fields[index]?.[1]);
  return isSame ? value : Object.fromEntries(written);
}
