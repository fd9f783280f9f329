/** ECMA-48: control sequences; strings of the operating system, with their end; two-character escapes. */
export const terminalSequence: RegExp =
  /\x1b(?:\[[0-?]{0,40}[ -/]{0,9}[@-~]|\][^\x07\x1b]{0,500}(?:\x07|\x1b\\)?|[@-Z\\^_])/g;
