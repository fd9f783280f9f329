import { waitStates } from "../../shared/model/wait.ts";
import { unknownGoalText } from "../../shared/render/words/plugin/wait-states.ts";

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

/** What is wrong with the values of `--for`, in one sentence, or undefined. */
export function wrongState(written: readonly string[]): string | undefined {
  // kubectl waits for one after the other, so they need not hold at the same time.
  if (new Set(written).size > 1) return "--for accepts one state, but was set twice";
  const [state = "healthy"] = written;
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
