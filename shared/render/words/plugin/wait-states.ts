/** The error for two states in `--for`. */
export const twoStatesText = "--for accepts one state, but was set twice";

/** The error for `--for jsonpath=`. */
export const jsonpathStateText =
  "--for does not support jsonpath= (use kubectl wait); use a state or condition=TYPE[=STATUS]";

/** The error for `--for upgraded=` without a version. */
export const noVersionText = "--for upgraded= has no version: use upgraded=VERSION or upgraded";

/** The error for `--for condition=` without a type. `state` is the whole value. */
export function noConditionTypeText(state: string): string {
  return `--for ${state} has no type: use condition=TYPE or condition=TYPE=STATUS`;
}

/** The error for `--for condition=TYPE=` without a status. `state` is the whole value. */
export function noConditionStatusText(state: string, type: string): string {
  return `--for ${state} has no status: use ${state}True or condition=${type}`;
}

/** The error for an unknown state in `--for`. */
export function unknownStateText(state: string, states: readonly string[]): string {
  return `${unknownGoalText(state)}; --for supports ${states.join(", ")}, upgraded=VERSION or condition=TYPE[=STATUS]`;
}

/** The error for an unknown state, in kubectl's words. */
export function unknownGoalText(state: string): string {
  return `unrecognized condition: "${state}"`;
}
