import { mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** A build machine has everything that the tests need, so what is missing there is a failure and not a skip. */
export const isBuildMachine: boolean = !["", "0", "false"].includes(process.env["CI"] ?? "");

/** Says of a test that needs a part of the machine whether to skip it: where the part is missing, but never on a build machine. */
export function mustSkip(isThere: boolean): boolean {
  return !(isThere || isBuildMachine);
}

/** The folder that outlives test runs: the API server and the editors that the tests need are built or fetched into it. */
export function machineCache(): string {
  const { HCO_STATUS_TEST_CACHE: known, XDG_CACHE_HOME: caches } = process.env;
  return known ?? join(caches || join(homedir(), ".cache"), "hco-status");
}

// Where programs, temporary files and screens are, and what a person says to this run and to vitest.
const kept =
  /^(PATH|TMPDIR|TEMP|TMP|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|CI|GITHUB_ACTIONS|NODE_ENV|TEST|KUBEBUILDER_ASSETS)$/;
const keptGroups = /^(VITEST|HCO_STATUS_(TEST|HOST|PICTURES|README))/;
// Part of the path of HOME, by which a process sees that its environment is neutral already.
const emptyHome = "home-of-hco-status-tests-";

/**
 * Takes from this process, and so from all that it starts, what a machine says to programs: kubeconfigs, proxies, caches,
 * locale, time zone, colour, npm's settings. HOME becomes an empty folder, removed at the end. Tests of what the product
 * makes of such a variable give it themselves.
 */
export function becomeNeutral(): void {
  if (process.env["HOME"]?.includes(emptyHome)) return;
  const cache = machineCache();
  for (const name of Object.keys(process.env)) {
    if (!kept.test(name) && !keptGroups.test(name)) delete process.env[name];
  }
  const home = mkdtempSync(join(tmpdir(), emptyHome));
  process.once("exit", () => rmSync(home, { recursive: true, force: true }));
  Object.assign(process.env, { HOME: home, LANG: "C.UTF-8", TZ: "UTC", HCO_STATUS_TEST_CACHE: cache });
}

/**
 * The environment of a program that a test starts: of this machine only where programs lie, the Node of the tests first,
 * and what the test itself gives.
 */
export function environmentWith(own: Environment): Record<string, string> {
  const { HOME, TMPDIR } = process.env;
  const all = Object.entries({ PATH: pathWith([]), HOME, TMPDIR, LANG: "C.UTF-8", TZ: "UTC", ...own });
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** A PATH of the Node of the tests and of `folders`, before what the machine has. */
export function pathWith(folders: readonly string[], path: string | undefined = process.env["PATH"]): string {
  return [...folders, dirname(process.execPath), path].join(delimiter);
}
