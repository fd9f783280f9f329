/** The error for two states in `--for`. */
export const twoStatesText = "--for was given twice; name one state, because all is evaluated together";

/** The error for `--for jsonpath=`. */
export const jsonpathStateText = "--for jsonpath= is kubectl wait's; here it is a state, or condition=TYPE[=STATUS]";

/** The error for `--for upgraded=` without a version. */
export const noVersionText = "--for upgraded= names no version: use upgraded=VERSION, or upgraded alone";

/** The error for `--for condition=` without a type. `state` is the whole value. */
export function noConditionTypeText(state: string): string {
  return `--for ${state} names no type: use condition=TYPE or condition=TYPE=STATUS`;
}

/** The error for `--for condition=TYPE=` without a status. `state` is the whole value. */
export function noConditionStatusText(state: string, type: string): string {
  return `--for ${state} names no status: use ${state}True, or condition=${type}, which is the same`;
}

/** The error for an unknown state in `--for`. */
export function unknownStateText(state: string, states: readonly string[]): string {
  return `${unknownGoalText(state)}; --for takes ${states.join(", ")}, upgraded=VERSION or condition=TYPE[=STATUS]`;
}

/** The error for an unknown state, in kubectl's words. */
export function unknownGoalText(state: string): string {
  return `unrecognized condition: "${state}"`;
}
