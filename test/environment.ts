import { mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether this is a build machine. It has everything that the tests need, so a missing part is a failure there. */
export const isBuildMachine: boolean = !["", "0", "false"].includes(process.env["CI"] ?? "");

/** Whether to skip a test that needs an optional program: where the program is missing, but never on a build machine. */
export function mustSkip(isThere: boolean): boolean {
  return !(isThere || isBuildMachine);
}

/** The folder that outlives test runs: the API server and the editors that the tests need are built or fetched into it. */
export function machineCache(): string {
  const { HCO_STATUS_TEST_CACHE: known, XDG_CACHE_HOME: caches } = process.env;
  return known ?? join(caches || join(homedir(), ".cache"), "hco-status");
}

// Variables that tell where programs, temporary files and screens are, and those with which a user controls the tests.
const keptVariables =
  /^(PATH|TMPDIR|TEMP|TMP|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|CI|GITHUB_ACTIONS|NODE_ENV|TEST|KUBEBUILDER_ASSETS)$/;
const keptPrefixes = /^(VITEST|HCO_STATUS_(TEST|HOST|PICTURES|README))/;
// A process whose HOME contains this text has a neutral environment already.
const emptyHomePrefix = "home-of-hco-status-tests-";

/**
 * Removes the machine's settings from the environment of this process and of all that it starts: kubeconfigs, proxies,
 * caches, locale, time zone, colour, npm's settings. HOME becomes an empty folder that is removed at the end. A test of such
 * a variable sets it itself.
 */
export function becomeNeutral(): void {
  if (process.env["HOME"]?.includes(emptyHomePrefix)) return;
  const cache = machineCache();
  for (const name of Object.keys(process.env)) {
    if (!keptVariables.test(name) && !keptPrefixes.test(name)) delete process.env[name];
  }
  const home = mkdtempSync(join(tmpdir(), emptyHomePrefix));
  process.once("exit", () => rmSync(home, { recursive: true, force: true }));
  Object.assign(process.env, { HOME: home, LANG: "C.UTF-8", TZ: "UTC", HCO_STATUS_TEST_CACHE: cache });
}

/**
 * The environment of a program that a test starts: the given variables, HOME, TMPDIR, a fixed locale and time zone, and
 * the PATH of this machine with the Node of the tests first.
 */
export function environmentWith(variables: Environment): Record<string, string> {
  const { HOME, TMPDIR } = process.env;
  const all = Object.entries({ PATH: pathWith([]), HOME, TMPDIR, LANG: "C.UTF-8", TZ: "UTC", ...variables });
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** A PATH with `folders` first, then the folder of the Node of the tests, then the PATH of the machine. */
export function pathWith(folders: readonly string[], path: string | undefined = process.env["PATH"]): string {
  return [...folders, dirname(process.execPath), path].join(delimiter);
}
