import { sanitizeLabel } from "../../characters/sanitize-label.ts";
import { joinFilled } from "../../outline/words/names.ts";

/** The marks that a user gives to contexts: a colour or a sign, by the name of a context, in which `*` stands for any text. */
export type ContextMarks = Readonly<Record<string, unknown>>;

/** Colours as signs, because the title of a view and a hint have no colours of their own. */
const colourSigns: ReadonlyMap<string, string> = new Map([
  ["red", "🔴"],
  ["orange", "🟠"],
  ["yellow", "🟡"],
  ["green", "🟢"],
  ["blue", "🔵"],
  ["purple", "🟣"],
]);

/** The most columns of a sign that the user chooses. */
const widestMark = 4;

/** How a context is marked. */
export interface ContextMark {
  /** What stands before the name; empty where the user chose nothing. */
  readonly sign: string;
  /** Red is a warning for the status bar, too, orange and yellow a lesser one. */
  readonly alarm: "error" | "warning" | "none";
}

/** Returns the mark of a context: that of its name, else that of the first pattern that matches. */
export function contextMark(name: string, marks: ContextMarks): ContextMark {
  const pattern = Object.hasOwn(marks, name) ? name : Object.keys(marks).find((each) => matches(each, name));
  const chosen = pattern === undefined || name === "" ? "" : marks[pattern];
  if (typeof chosen !== "string" || chosen === "") return { sign: "", alarm: "none" };
  const alarms = { red: "error", orange: "warning", yellow: "warning" } as const;
  const alarm = Object.hasOwn(alarms, chosen) ? alarms[chosen as keyof typeof alarms] : "none";
  return { sign: colourSigns.get(chosen) ?? sanitizeLabel(chosen, widestMark), alarm };
}

/** The name of a context with its mark before it. */
export function markedContext(name: string, marks: ContextMarks): string {
  return joinFilled(" ", [contextMark(name, marks).sign, name]);
}

/** Whether a name is a pattern's, in which `*` stands for any text. The time grows with the length of the name alone. */
function matches(pattern: string, name: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  if (others.length === 0) return pattern === name;
  const last = others.pop() ?? "";
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let offset = first.length;
  for (const part of others) {
    const found = name.indexOf(part, offset);
    if (found < 0) return false;
    offset = found + part.length;
  }
  return offset <= name.length - last.length;
}
