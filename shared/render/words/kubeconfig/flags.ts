import { commandLineTitle } from "./entries.ts";

/** The name and the file of a user that only flags describe, as errors name them. */
export const userOfFlags: { readonly name: string; readonly file: string } = {
  name: "of the flags",
  file: commandLineTitle,
};

/** The error for a user extra without a value. `pair` is what the user wrote. */
export function extraWithoutValueText(pair: string): string {
  return `--as-user-extra ${JSON.stringify(pair)} has no value; write it as key=value`;
}
