const emptyOrComma = "its value is empty, or has a comma too many";

/** The error for an empty code in `--accept`. */
export const emptyCodeText: string = `--accept names a code without a name: ${emptyOrComma}`;

/** The error for an empty name in `--contexts`. */
export const emptyContextText: string = `--contexts names a context without a name: ${emptyOrComma}`;

/** The error for a value that is no duration. */
export function invalidDurationText(flag: string, value: string): string {
  return `invalid argument "${value}" for "--${flag}": use a duration with a unit, e.g. 90s, 30m or 1h30m`;
}

/** The error for a negative `--stable-for`. */
export function negativeStabilityText(stableFor: string): string {
  return `invalid argument "${stableFor}" for "--stable-for": it cannot be negative`;
}

/** The error for `--stable-for` in a wait that looks only once. */
export function stabilityWithoutTimeText(stableFor: string): string {
  return `--stable-for ${stableFor} needs time, and --timeout 0 checks only once`;
}

/** The error for a `--stable-for` longer than the time-out, which is the default where `timeout` is not given. */
export function stabilityBeyondTimeoutText(stableFor: string, timeout = "30m, the default"): string {
  return `--stable-for ${stableFor} is longer than --timeout ${timeout}`;
}

/** The error for a value of `--parallel` that is no number of clusters. */
export function invalidParallelText(parallel: string): string {
  return `invalid argument "${parallel}" for "--parallel": use a number from 1 to 999`;
}

/** The error for `--contexts` together with `--all-contexts`. */
export const contextsTwiceText = "--contexts and --all-contexts cannot be used together";

/** The error for `--parallel` with one cluster. */
export const parallelWithoutContextsText = "--parallel needs --contexts or --all-contexts";

/** The error for a flag that names several clusters together with one that names one source. */
export function severalAndOneText(several: string, one: string): string {
  return `--${several} reads several clusters, and --${one} names one source; give one of them`;
}

/** The error for a connection flag together with a flag that names files. */
export function connectionFlagOfflineText(flag: string, source: string): string {
  return `--${flag} is for a cluster, and --${source} reads files; remove one of them`;
}

/** The error for `--watch` together with a flag that names files. */
export function watchedFilesText(source: string): string {
  return `--watch (-w) is for a cluster, and --${source} reads files, which are read once; remove one of them`;
}

/** The error for `--watch` together with `--at`. */
export const watchedMomentText = "--watch (-w) follows the clock, and --at stops it; give one of them";

/** The error for `snapshot` with an empty `--output`. */
export const emptyOutputFileText = "--output (-o) names no file: its value is empty";

/** The error for `snapshot` with a format instead of a file. */
export function formatAsFileText(file: string): string {
  return `--output (-o) of snapshot names a file, not a format; use ./${file} for a file of this name`;
}

/** The error for `help` with anything but one command. */
export function helpArgumentText(commands: readonly string[]): string {
  return `help takes one command: ${commands.join(", ")}`;
}

/** The error for `diff` with more or fewer than two sources. */
export function diffArgumentsText(given: readonly string[]): string {
  return `diff takes two sources, BEFORE and AFTER: got ${given.length === 0 ? "none" : `"${given.join(" ")}"`}`;
}

/** The error for `gate` with another word than `upgrade`, or with none. */
export function gateArgumentText(given: string | undefined): string {
  return `gate requires the argument "upgrade": kubectl hco-status gate upgrade${given === undefined ? "" : `, not "${given}"`}`;
}

/** The error for arguments of a command that takes none. */
export function noArgumentText(command: string, given: readonly string[]): string {
  return `${command} takes no argument: got "${given.join(" ")}"`;
}

/** The error for `completion` with anything but one known shell. */
export function completionArgumentText(shells: readonly string[]): string {
  return `completion takes one shell: ${shells.join(", ")}`;
}

/** What the formats of a command belong to, after the word formats. */
export function formatsOfCommandText(command: string): string {
  return ` of ${command}`;
}

/** What the formats of a watch belong to, after the word formats. */
export const formatsOfWatchText = " of --watch (-w)";

/** What the formats of several contexts belong to, after the word formats. */
export const formatsOfContextsText = " of several contexts";
