import { waitStates } from "../../shared/model/wait.ts";

/**
 * The value of `--for` as `wait` knows it, by kubectl's rules (kubectl, pkg/cmd/wait/wait.go, conditionFuncsFor). Words
 * may be in any case. `delete` means `deleted`, and `created` means `create`. `condition=` must be in lower case. The
 * text after it, or after `upgraded=`, stays as it was typed.
 */
export function readForState(written: string): string {
  if (written.startsWith("condition=")) return written;
  const [, version] = /^upgraded=(.*)$/is.exec(written) ?? [];
  if (version !== undefined) return `upgraded=${version}`;
  const lower = written.toLowerCase();
  return aliases.get(lower) ?? lower;
}

const aliases: ReadonlyMap<string, string> = new Map([
  ["delete", "deleted"],
  ["created", "create"],
]);

/** The error for a value of `--for`, in one sentence. */
export function wrongState(state: string): string | undefined {
  if (state.startsWith("jsonpath="))
    return "--for does not support jsonpath= (use kubectl wait); use a state or condition=TYPE[=STATUS]";
  if (/^upgraded=$/i.test(state)) return "--for upgraded= has no version: use upgraded=VERSION or upgraded";
  if (/^upgraded=./i.test(state)) return undefined;
  const [, type, status] = /^condition=([^=]*)(?:=(.*))?$/s.exec(state) ?? [];
  if (type === "") return `--for ${state} has no type: use condition=TYPE or condition=TYPE=STATUS`;
  if (type !== undefined && status === "") return `--for ${state} has no status: use ${state}True or condition=${type}`;
  if (type !== undefined || waitStates.some((name) => name === readForState(state))) return undefined;
  return `${unknownGoalText(state)}; --for supports ${waitStates.join(", ")}, upgraded=VERSION or condition=TYPE[=STATUS]`;
}

/** The error for an unknown state, in kubectl's words. */
export function unknownGoalText(state: string): string {
  return `unrecognized condition: "${state}"`;
}
