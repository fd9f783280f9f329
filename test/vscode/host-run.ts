import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import { downloadAndUnzipVSCode, runTests, TestRunFailedError } from "@vscode/test-electron";
import { build } from "esbuild";
import { machineCache } from "../environment.ts";
import { type HostResults, objection, readResults } from "./results.ts";

/** A run of one suite in the extension host. */
export interface HostRun {
  /** A folder of test/vscode/host: each of its .ts files is a file of mocha tests. */
  readonly suite: string;
  /** The extension under development; this repository's if absent. */
  readonly extension?: string;
  /** The folder that VS Code opens; an empty one if absent. */
  readonly folder?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Leaves the folder restricted; only the wrapper can. */
  readonly restricted?: boolean;
  /** The language of VS Code; only the wrapper needs no language pack for it. */
  readonly locale?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What a run gave. */
export interface HostVerdict extends HostResults {
  /** Why the run does not count; undefined where it does. */
  readonly objection: string | undefined;
  /** All that was printed. */
  readonly output: string;
}

/** The program that stands for VS Code where there is no desktop. */
export const wrapper: string = join(import.meta.dirname, "code");

/** Runs a suite in the VS Code at `executable` as `runTests` does, which is how every extension's tests are run. */
export async function runHost(executable: string, run: HostRun): Promise<HostVerdict> {
  const made = mkdtempSync(join(tmpdir(), "hco-status-host-"));
  const [results, home, user, empty] = ["results", "home", "user", "folder"].map((name) => join(made, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [home, join(user, "User"), empty]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(user, "User", "settings.json"), JSON.stringify({ ...calm, ...run.settings }));
  const printed = new PassThrough();
  let output = "";
  printed.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  try {
    await bundle(join(import.meta.dirname, "host", run.suite), made);
    const exit = await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: run.extension ?? fileURLToPath(new URL("../..", import.meta.url)),
      extensionTestsPath: join(made, "run.cjs"),
      launchArgs: [
        run.folder ?? empty,
        `--user-data-dir=${user}`,
        `--extensions-dir=${join(made, "extensions")}`,
        ...(run.restricted ? ["--restricted"] : []),
        ...(run.locale === undefined ? [] : [`--locale=${run.locale}`]),
      ],
      extensionTestsEnv: {
        HOME: home,
        KUBECONFIG: join(home, "no-kubeconfig"),
        ...run.env,
        HCO_STATUS_HOST_RESULTS: results,
      },
      stdout: printed,
      stderr: printed,
    }).catch((cause: unknown) => {
      if (cause instanceof TestRunFailedError) return cause.code ?? `${cause.signal}`;
      throw cause;
    });
    const read = readResults(results);
    return { ...read, objection: objection(exit, read), output };
  } finally {
    rmSync(made, { recursive: true, force: true, maxRetries: 9 });
  }
}

/**
 * Else VS Code runs programs from time to time in the process whose open handles a suite counts: a desktop's git, and a
 * server's `ls` and `ps` for the ports of other processes.
 */
const calm = {
  "git.enabled": false,
  "remote.autoForwardPorts": false,
  "remote.autoForwardPortsSource": "output",
};

/** CommonJS, which every VS Code's host takes; mocha is the one of this repository, wherever the bundle lies. */
async function bundle(suite: string, to: string): Promise<void> {
  const files = readdirSync(suite).filter((name) => name.endsWith(".ts"));
  const mocha = fileURLToPath(import.meta.resolve("mocha/lib/mocha.cjs"));
  const shared = {
    bundle: true,
    format: "cjs",
    platform: "node",
    sourcemap: "inline",
    outExtension: { ".js": ".cjs" },
    external: ["vscode"],
    plugins: [
      {
        name: "mocha",
        setup: ({ onResolve }) => onResolve({ filter: /^mocha$/ }, () => ({ path: mocha, external: true })),
      },
    ],
  } as const satisfies Parameters<typeof build>[0];
  await build({ ...shared, entryPoints: [join(import.meta.dirname, "host", "run.ts")], outdir: to });
  await build({ ...shared, entryPoints: files.map((name) => join(suite, name)), outdir: join(to, "suite") });
}

/**
 * A desktop's VS Code of the oldest version that the extension takes, fetched once.
 * @throws where it cannot be fetched.
 */
export function desktopEditor(): Promise<string> {
  return downloadAndUnzipVSCode({ cachePath: join(machineCache(), "vscode") });
}
