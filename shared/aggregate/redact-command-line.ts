import { text } from "../parse/value.ts";
import { redacted } from "./conceal.ts";
import { credentialFlag, harmlessFlag } from "./redact-rules.ts";
import { type Count, plainText, scalar } from "./redact-value.ts";

/** A command line: after a flag that takes a credential comes the credential. */
export function redactWords(values: readonly unknown[], count: Count): readonly unknown[] {
  let isNext = false;
  return values.map((value) => {
    const word = text(value);
    const [, flag = "", given] = credentialFlag.exec(word) ?? [];
    const isAsked = flag !== "" && !harmlessFlag.test(flag);
    const isHere = isNext && !word.startsWith("-");
    isNext = isAsked && given === undefined;
    if (isHere) return scalar(value, "argument", count);
    if (!isAsked || given === undefined || given === "") return plainText(word, count);
    if (given !== redacted) count("argument");
    return `${flag}=${redacted}`;
  });
}
