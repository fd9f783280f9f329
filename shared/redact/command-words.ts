import { toText } from "../parse/json-value.ts";
import { redactedMark } from "./conceal-assignments.ts";
import { type CountRedaction, redactScalar, replaceText } from "./value.ts";

/** `--name=value`, or `--name` alone. The groups are the beginning that stays, and the value. */
const longFlag = /^(--[A-Za-z][\w.-]{0,80}(?:=|$))([\s\S]*)$/;

/** `-nvalue`, or `-n` alone. */
const shortFlag = /^(-[A-Za-z])([\s\S]*)$/;

const program = /^(?:[\w.-]|\/(?!\/)){1,200}$/;

/**
 * A command line without its values: `["tool", "--level=3", "x"]` -> `["tool", "--level=REDACTED", "REDACTED"]`. The program
 * and the names of flags stay. No Report depends on the other words.
 * @param isCommand whether the first word is the program
 */
export function redactWords(values: readonly unknown[], isCommand: boolean, count: CountRedaction): readonly unknown[] {
  return values.map((value, index) => {
    const word = toText(value);
    const isProgram = index === 0 && isCommand && program.test(word);
    const isDash = /^-{1,2}$/.test(word);
    if (isProgram || isDash) return value;
    const [, flagName = "", flagValue = ""] = longFlag.exec(word) ?? shortFlag.exec(word) ?? [];
    if (flagName === "") return redactScalar(value, "argument", count);
    if (flagValue === "") return value;
    return replaceText(word, `${flagName}${redactedMark}`, "argument", count);
  });
}
