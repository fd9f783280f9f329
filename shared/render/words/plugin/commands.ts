const emptyOrComma = "the value is empty or has an extra comma";

/** The error for an empty code in `--accept`. */
export const emptyCodeText: string = `--accept has an empty code: ${emptyOrComma}`;

/** The error for an empty name in `--contexts`. */
export const emptyContextText: string = `--contexts has an empty context: ${emptyOrComma}`;

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
export const parallelWithoutContextsText = "--parallel requires --contexts, --all-contexts or --inventory";

/** The error for a provider file without an inventory. */
export const providersWithoutInventoryText = "--inventory-providers requires --inventory or --inventory-cluster";

/** The error for label columns without an inventory. */
export const labelsWithoutInventoryText =
  "--label-columns (-L) requires --inventory; the contexts of a kubeconfig have no labels";

/** The error for an empty label. */
export const emptyLabelText = "--label-columns (-L) contains an empty label";

/** The error for an empty name of a provider file. */
export const emptyProvidersText = "--inventory-providers is empty; specify a file";

/** The error for a flag that names several clusters together with one that names one source. */
export function severalAndOneText(several: string, one: string): string {
  return `--${several} reads several clusters and cannot be used with --${one}`;
}

/** The error for a name that no cluster of an inventory can have. */
export function invalidInventoryClusterText(name: string): string {
  return `--inventory-cluster "${name}" is invalid; specify NAME or NAMESPACE/NAME of a ClusterProfile`;
}

/** The error for one cluster of an inventory together with another source. */
export function oneOfInventoryAndText(source: string): string {
  return `--inventory-cluster reads a cluster of the hub and cannot be used with --${source}`;
}

/** The error for a connection flag together with a flag that names files. */
export function connectionFlagOfflineText(flag: string, source: string): string {
  return `--${flag} applies to a cluster, but --${source} reads files; remove one of them`;
}

/** The error for `--watch` together with a flag that names files. */
export function watchedFilesText(source: string): string {
  return `--watch (-w) requires a cluster, but --${source} reads files, which are read once; remove one of them`;
}

/** The error for `--watch` together with `--at`. */
export const watchedMomentText = "--watch (-w) uses the current time and cannot be used with --at";

/** The error for a value of `--listen` that is no address with a port. */
export function invalidListenText(listen: string): string {
  return `invalid argument "${listen}" for "--listen": use HOST:PORT, [IPV6]:PORT or :PORT`;
}

/** The error for one of `--report` and `--report-token-file` without the other. */
export const reportAndTokenText = "--report and --report-token-file require each other";

/** The error for `snapshot` with an empty `--output`. */
export const emptyOutputFileText = "--output (-o) is empty; specify a file";

/** The error for `snapshot` with a format instead of a file. */
export function formatAsFileText(file: string): string {
  return `--output (-o) of snapshot is a file, not a format; use ./${file} for a file with this name`;
}

/** The error for `help` with anything but one command. `guess` is a similar one. */
export function helpArgumentText(
  given: readonly string[],
  guess: string | undefined,
  commands: readonly string[],
): string {
  const hint = guess === undefined ? "" : `, did you mean ${guess}?`;
  return `help accepts one command: got "${given.join(" ")}"${hint}; allowed: ${commands.join(", ")}`;
}

/** The error for `diff` with more or fewer than two sources. */
export function diffArgumentsText(given: readonly string[]): string {
  return `diff requires two sources, BEFORE and AFTER: ${gotText(given)}`;
}

function gotText(given: readonly string[]): string {
  return given.length === 0 ? "got none" : `got "${given.join(" ")}"`;
}

/** The error for `gate` with another word than `upgrade`, or with none. */
export function gateArgumentText(given: string | undefined): string {
  return `gate requires the argument "upgrade"${given === undefined ? "" : `, not "${given}"`}: kubectl hco-status gate upgrade`;
}

/** The error for `--gate` with a format that has no checks. */
export function gateWithoutChecksText(formats: readonly string[]): string {
  return `--gate applies to -o ${formats.join(" and -o ")}; the result alone: kubectl hco-status gate upgrade`;
}

/** The error for arguments of a command that takes none. */
export function noArgumentText(command: string, given: readonly string[]): string {
  return `${command} accepts no arguments: got "${given.join(" ")}"`;
}

/** The error for `completion` with anything but one known shell. */
export function completionArgumentText(given: readonly string[], shells: readonly string[]): string {
  return `completion requires one shell: ${gotText(given)}; allowed: ${shells.join(", ")}`;
}

/** What the formats of a command belong to, after the word formats. */
export function formatsOfCommandText(command: string): string {
  return ` of ${command}`;
}

/** What the formats of a watch belong to, after the word formats. */
export const formatsOfWatchText = " of --watch (-w)";

/** What the formats of several contexts belong to, after the word formats. */
export const formatsOfContextsText = " of several contexts";
