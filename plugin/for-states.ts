import { waitStates } from "../shared/model/waiting.ts";

/**
 * The value of `--for` as `wait` knows it, by kubectl's rules (kubectl, pkg/cmd/wait/wait.go, conditionFuncsFor): words in
 * any case, `delete` too; `condition=` in lower case, and what stands behind it or `upgraded=` as it was typed.
 */
export function stateOf(written: string): string {
  if (written.startsWith("condition=")) return written;
  const [, version] = /^upgraded=(.*)$/is.exec(written) ?? [];
  if (version !== undefined) return `upgraded=${version}`;
  const lower = written.toLowerCase();
  return lower === "delete" ? "deleted" : lower;
}

/** What is wrong with the values of `--for`. */
export function wrongState(written: readonly string[]): string | undefined {
  // kubectl waits for one after the other, so that they need not hold at one moment.
  if (new Set(written).size > 1) return "--for was given twice, and all is looked at in one moment; name one state";
  const [state = "healthy"] = written;
  if (state.startsWith("jsonpath="))
    return "--for jsonpath= is kubectl wait's; here it is a state, or condition=TYPE[=STATUS]";
  if (/^upgraded=$/i.test(state)) return "--for upgraded= names no version: use upgraded=VERSION, or upgraded alone";
  if (/^upgraded=./i.test(state)) return undefined;
  const [, type, status] = /^condition=([^=]*)(?:=(.*))?$/s.exec(state) ?? [];
  if (type === "") return `--for ${state} names no type: use condition=TYPE or condition=TYPE=STATUS`;
  if (status === "") return `--for ${state} names no status: use ${state}True, or condition=${type}, which is the same`;
  if (type !== undefined || waitStates.some((name) => name === stateOf(state))) return undefined;
  return `unrecognized condition: "${state}"; --for takes ${waitStates.join(", ")}, upgraded=VERSION or condition=TYPE[=STATUS]`;
}
