import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BuiltPlugin, buildPluginInto, pluginIn, type TestedRuntime, testedRuntime } from "./program.ts";

const variable = "HCO_STATUS_TEST_BUILDS";
const patienceMilliseconds = 300_000;

/** Gives this process, and all that it starts, one folder for {@link buildPlugin}, which is removed when it ends. */
export function shareBuilds(): void {
  if (process.env[variable] === undefined) useNewFolder();
}

function useNewFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-builds-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  process.env[variable] = folder;
}

// Where vitest watches the sources, each worker builds what they are when it starts.
if (process.env["VITEST_MODE"] === "WATCH") useNewFolder();

/** The folder that {@link buildPlugin} builds into. */
function findBuildFolder(runtime: TestedRuntime): string {
  const shared = process.env[variable];
  if (shared === undefined) throw new Error(`${variable} is not set: only tests share builds`);
  return join(shared, runtime);
}

/**
 * Builds all bundles of the sources as they are, once in a test run, and returns their folder. No test writes there.
 * @throws as {@link buildPlugin}.
 */
export function buildBundles(): string {
  buildPlugin("node");
  return findBuildFolder("node");
}

/**
 * Builds the plugin of the sources as they are, once in a test run: the first process that asks builds it, the others
 * wait for it. For `node` it is among the bundles, for `bun` a single executable.
 * @throws where the build failed, in whatever process.
 */
export function buildPlugin(runtime: TestedRuntime = testedRuntime): BuiltPlugin {
  const folder = findBuildFolder(runtime);
  const outcome = `${folder}.outcome`;
  if (isFirst(`${folder}.begun`)) {
    let fault = "it did not end";
    try {
      buildPluginInto(folder, runtime);
      fault = "";
    } catch (error) {
      fault = String(error);
    } finally {
      writeFileSync(`${outcome}.part`, fault);
      renameSync(`${outcome}.part`, outcome);
    }
  }
  for (const begin = Date.now(); !existsSync(outcome); ) {
    if (Date.now() - begin > patienceMilliseconds) throw new Error(`no build for ${runtime} in five minutes`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
  const fault = readFileSync(outcome, "utf8");
  if (fault !== "") throw new Error(`the build for ${runtime} failed: ${fault}`);
  return pluginIn(folder, runtime);
}

/** Whether this process is the one that creates the folder: of several, the system lets one. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}
