import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isBuildMachine } from "./environment.ts";

/** What runs the plugin that tests start: Node with the bundles, or Bun as the single executable. */
export type TestedRuntime = "node" | "bun";

/** HCO_STATUS_TEST_RUNTIME, else the executable on a build machine, and Node elsewhere. */
export const testedRuntime: TestedRuntime = runtimeNamed(process.env["HCO_STATUS_TEST_RUNTIME"]);

function runtimeNamed(name: string | undefined): TestedRuntime {
  if (name === "node" || name === "bun") return name;
  if (name !== undefined) throw new Error(`HCO_STATUS_TEST_RUNTIME is node or bun, not ${name}`);
  return isBuildMachine ? "bun" : "node";
}

/** The plugin, built from the sources as they are now. */
export interface BuiltPlugin {
  /** The words that start it, before its arguments. */
  readonly words: readonly [command: string, ...args: string[]];
  /** The files to put on PATH, by the names under which people install them. */
  readonly files: Readonly<Record<"kubectl-hco_status" | "kubectl_complete-hco_status", string>>;
}

/** Builds the plugin into `folder`: the bundles in a second, the executable in two. */
export function buildPluginInto(folder: string, runtime: TestedRuntime = testedRuntime): BuiltPlugin {
  const script = runtime === "node" ? "bundle.ts" : "executable-package.ts";
  const root = fileURLToPath(new URL("..", import.meta.url));
  execFileSync(process.execPath, [join(root, "plugin/build", script), folder], { cwd: root, stdio: "pipe" });
  return pluginIn(folder, runtime);
}

/** What {@link buildPluginInto} has put into `folder`. */
export function pluginIn(folder: string, runtime: TestedRuntime = testedRuntime): BuiltPlugin {
  const [plugin, complete] = ["kubectl-hco_status", "kubectl_complete-hco_status"].map((name) =>
    join(folder, `${name}.cjs`),
  ) as [string, string];
  const executable = join(folder, "kubectl-hco_status");
  return runtime === "node"
    ? {
        words: [process.execPath, plugin],
        files: { "kubectl-hco_status": plugin, "kubectl_complete-hco_status": complete },
      }
    : {
        words: [executable],
        files: { "kubectl-hco_status": executable, "kubectl_complete-hco_status": executable },
      };
}
