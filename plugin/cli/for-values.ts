import { waitStates } from "../../shared/model/wait.ts";
import {
  jsonpathStateText,
  noConditionStatusText,
  noConditionTypeText,
  noVersionText,
  twoStatesText,
  unknownStateText,
} from "../../shared/render/words/plugin/wait-states.ts";

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
  if (new Set(written).size > 1) return twoStatesText;
  const [state = "healthy"] = written;
  if (state.startsWith("jsonpath=")) return jsonpathStateText;
  if (/^upgraded=$/i.test(state)) return noVersionText;
  if (/^upgraded=./i.test(state)) return undefined;
  const [, type, status] = /^condition=([^=]*)(?:=(.*))?$/s.exec(state) ?? [];
  if (type === "") return noConditionTypeText(state);
  if (type !== undefined && status === "") return noConditionStatusText(state, type);
  if (type !== undefined || waitStates.some((name) => name === readForState(state))) return undefined;
  return unknownStateText(state, waitStates);
}
