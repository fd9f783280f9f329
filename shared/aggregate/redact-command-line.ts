import { text } from "../parse/value.ts";
import { type Count, scalar } from "./redact-value.ts";
import { redacted } from "./redacted.ts";

/** A command line: flags keep their names, and nothing else of it stays but what is run; nothing is judged by it. */
export function redactWords(values: readonly unknown[], isCommand: boolean, count: Count): readonly unknown[] {
  return values.map((value, place) => {
    const word = text(value);
    if ((place === 0 && isCommand && program.test(word)) || /^-{1,2}$/.test(word)) return value;
    const [, flag, given] = longFlag.exec(word) ?? [];
    const kept = flag ?? /^-[A-Za-z]/.exec(word)?.[0];
    if (kept === undefined) return scalar(value, "argument", count);
    if (flag === undefined ? word === kept : given === undefined || given === "") return value;
    const concealed = `${kept}${flag === undefined ? "" : "="}${redacted}`;
    if (concealed !== word) count("argument");
    return concealed;
  });
}

const program = /^(?:[\w.-]|\/(?!\/)){1,200}$/;
const longFlag = /^(--[A-Za-z][\w.-]{0,80})(?:=([\s\S]*))?$/;
