import { toText } from "../parse/json-value.ts";
import { redactedMark } from "./redacted-mark.ts";
import { type CountRedaction, redactScalar } from "./value.ts";

/** A command line without its values. The program and the names of flags stay. No Report depends on the rest. */
export function redactWords(values: readonly unknown[], isCommand: boolean, count: CountRedaction): readonly unknown[] {
  return values.map((value, place) => {
    const word = toText(value);
    if ((place === 0 && isCommand && program.test(word)) || /^-{1,2}$/.test(word)) return value;
    const [, flag, given] = longFlag.exec(word) ?? [];
    const flagName = flag ?? /^-[A-Za-z]/.exec(word)?.[0];
    if (flagName === undefined) return redactScalar(value, "argument", count);
    if (flag === undefined ? word === flagName : given === undefined || given === "") return value;
    const concealed = `${flagName}${flag === undefined ? "" : "="}${redactedMark}`;
    if (concealed !== word) count("argument");
    return concealed;
  });
}

const program = /^(?:[\w.-]|\/(?!\/)){1,200}$/;
const longFlag = /^(--[A-Za-z][\w.-]{0,80})(?:=([\s\S]*))?$/;
