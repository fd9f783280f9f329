import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { sanitizeLine } from "../../../characters/sanitize.ts";
import { ConnectionError } from "../../errors/errors.ts";
import type { CredentialEnvironment } from "../credential-environment.ts";
import type { ExecPlugin } from "./exec-plugin-config.ts";

/** The most that a plugin may print, in bytes. A credential with a certificate chain has some ten thousand. */
const maxOutputBytes = 2 ** 20;
/** The time without a result after which the user reads that the plugin is still running. */
const noticeAfterMs = 5_000;
/** How long the rest of standard error is awaited after the plugin has exited. */
const outputGraceMs = 100;
/** The time between SIGTERM and SIGKILL for a plugin. */
const killAfterMs = 2_000;
/** The most characters of standard error that are kept for an error to quote, and of the line that it quotes. */
const maxQuotedCharacters = 4_000;
const maxQuotedLineLength = 300;

/** One run of a plugin: the file, its environment, and whether it may use the terminal. */
interface Run {
  readonly path: string;
  readonly env: CredentialEnvironment["env"];
  readonly isInteractive: boolean;
}

/**
 * Runs a plugin and returns what it prints on standard output. An interactive plugin inherits standard input; for
 * others it is closed. Standard error is passed on, because it may say where to log in.
 * @throws ConnectionError where the plugin cannot be started, fails, prints too much, or times out. The error never
 * contains the output. An interactive plugin never times out, because the user may be typing a password.
 */
export async function runPlugin(plugin: ExecPlugin, run: Run, environment: CredentialEnvironment): Promise<string> {
  if (environment.logins?.unneeded?.aborted) throw pluginError(`${plugin.title} was not run, ${noLongerNeeded}`);
  return new RunningPlugin(plugin, run, environment).output();
}

/** A plugin that has been started. */
class RunningPlugin {
  readonly #plugin: ExecPlugin;
  readonly #environment: CredentialEnvironment;
  readonly #isInteractive: boolean;
  /** Whether the plugin leads a process group of its own, so that its children end with it. */
  readonly #isGroup: boolean;
  readonly #child: ChildProcess;
  /** Rejects with the error that ended the run early. */
  readonly #failure = Promise.withResolvers<never>();
  /** The end of standard error, for an error to quote. Undefined: nothing was written there. */
  #errorOutput: string | undefined;

  /** @throws ConnectionError where the plugin cannot be started. */
  constructor(plugin: ExecPlugin, run: Run, environment: CredentialEnvironment) {
    this.#plugin = plugin;
    this.#environment = environment;
    this.#isInteractive = run.isInteractive;
    this.#isGroup =
      environment.platform !== "win32" && !run.isInteractive && environment.logins?.signalGroup !== undefined;
    this.#child = startProcess(plugin, run, this.#isGroup, environment);
    this.#child.on("error", (cause) => this.#failure.reject(startError(plugin, cause)));
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#errorOutput = `${this.#errorOutput ?? ""}${text}`.slice(-maxQuotedCharacters);
      environment.printMessage(text);
    });
  }

  /** What the plugin prints on standard output, once it has ended with exit code 0. */
  async output(): Promise<string> {
    const unneeded = this.#environment.logins?.unneeded;
    const stopUnneeded = (): void => this.#stop(pluginError(`${this.#plugin.title} was stopped, ${noLongerNeeded}`));
    unneeded?.addEventListener("abort", stopUnneeded, { once: true });
    const timers = this.#isInteractive ? [] : this.#startTimers();
    try {
      const printed = Promise.all([this.#readOutput(), this.#waitForSuccess()]);
      const [output] = await Promise.race([this.#failure.promise, printed]);
      return output;
    } finally {
      timers.forEach(clearTimeout);
      unneeded?.removeEventListener("abort", stopUnneeded);
    }
  }

  /** Starts the notice that the plugin still runs, and the time limit where there is one. */
  #startTimers(): readonly NodeJS.Timeout[] {
    const { title } = this.#plugin;
    const notice = setTimeout(() => this.#environment.printMessage(`waiting for ${title}\n`), noticeAfterMs);
    const timeoutMs = this.#environment.requestTimeout || this.#environment.logins?.pluginTimeoutMs;
    if (!timeoutMs) return [notice];
    const stopLate = (): void => {
      const message = `${title} timed out after ${timeoutMs / 1000} s`;
      this.#stop(new ConnectionError(message, { reason: "timeout" }));
    };
    return [notice, setTimeout(stopLate, timeoutMs)];
  }

  async #readOutput(): Promise<string> {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const chunks: Buffer[] = [];
    let bytes = 0;
    this.#child.stdout?.on("close", resolve).on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxOutputBytes) chunks.push(chunk);
      else this.#stop(pluginError(`${this.#plugin.title} printed more than 1 MiB, which is not a credential`));
    });
    await closed;
    return Buffer.concat(chunks).toString();
  }

  async #waitForSuccess(): Promise<void> {
    const { promise: exited, resolve } = Promise.withResolvers<Exit>();
    this.#child.on("exit", (code, signal) => resolve({ code, signal }));
    const exit = await exited;
    if (exit.code === 0) return;
    const { stderr } = this.#child;
    // The rest of standard error is passed on first, unless a child of the plugin keeps the pipe open.
    await Promise.race([pause(outputGraceMs), stderr === null ? undefined : once(stderr, "close")]);
    throw failedPlugin(this.#plugin.title, exit, this.#quotableOutput());
  }

  #quotableOutput(): PluginOutput {
    // A plugin that writes to the terminal itself is not known to be silent. The user sees its output there.
    const isSilent = this.#child.stderr !== null && this.#errorOutput === undefined;
    if (isSilent) return { type: "none" };
    return this.#environment.quotesOutput ? quoteLastLine(this.#errorOutput ?? "") : { type: "above" };
  }

  /** Ends the plugin, and `output` with an error. */
  #stop(error: Error): void {
    this.#signal("SIGTERM");
    setTimeout(() => this.#signal("SIGKILL"), killAfterMs).unref();
    // Children of the plugin may keep the pipes open, so the pipes are closed without waiting for them.
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    this.#child.unref();
    this.#failure.reject(error);
  }

  /** Signals the plugin, with its children where it leads a group. */
  #signal(signal: "SIGTERM" | "SIGKILL"): void {
    const { pid } = this.#child;
    if (this.#isGroup && pid !== undefined) this.#environment.logins?.signalGroup?.(pid, signal);
    else this.#child.kill(signal);
  }
}

const noLongerNeeded = "because its credentials are no longer needed";

/**
 * Whether a plugin reads or writes the terminal directly. Of several plugins at once, only the one whose turn it is may.
 */
export function usesTerminal(isInteractive: boolean, environment: CredentialEnvironment): boolean {
  return environment.isInteractive && (isInteractive || environment.logins === undefined);
}

/** @throws ConnectionError where the system refuses to start it. */
function startProcess(
  plugin: ExecPlugin,
  run: Run,
  isGroup: boolean,
  environment: CredentialEnvironment,
): ChildProcess {
  const { path, env, isInteractive } = run;
  const hasTerminal = usesTerminal(isInteractive, environment);
  try {
    return spawn(path, plugin.args, {
      // As kubectl does, the plugin gets its name as the kubeconfig has it, whatever file that resolves to.
      argv0: plugin.command,
      cwd: environment.cwd,
      env: { ...env },
      windowsHide: !isInteractive,
      // An interactive plugin stays in the group of this process. The terminal lets no other group read, and sends
      // Ctrl-C and Ctrl-Z only there.
      detached: isGroup,
      stdio: [isInteractive ? "inherit" : "ignore", "pipe", hasTerminal ? "inherit" : "pipe"],
    });
  } catch (error) {
    // For example for a NUL byte in an argument, which no system accepts.
    throw startError(plugin, error);
  }
}

/** The last line that is not empty, to be quoted. */
function quoteLastLine(output: string): PluginOutput {
  const lastLine = output.split(/[\r\n]/).findLast((line) => line.trim() !== "");
  if (lastLine === undefined) return { type: "none" };
  return { type: "quoted", line: sanitizeLine(lastLine.trim()).slice(0, maxQuotedLineLength) };
}

/** How a plugin ended: with an exit code, or by a signal. */
interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** What a plugin wrote to standard error: nothing, what the user has seen above, or a line to quote. */
type PluginOutput =
  | { readonly type: "none" }
  | { readonly type: "above" }
  | { readonly type: "quoted"; readonly line: string };

/** The error for a plugin that failed with an exit code, or that a signal ended. */
function failedPlugin(plugin: string, { code, signal }: Exit, output: PluginOutput): ConnectionError {
  const how = code === null ? `was terminated by ${signal}` : `failed with exit code ${code}`;
  const reason = "credentials";
  switch (output.type) {
    case "none":
      return new ConnectionError(`${plugin} ${how} without an error message`, { reason, advice: "run it manually" });
    case "above":
      return new ConnectionError(`${plugin} ${how}`, { reason, advice: "see its output above" });
    case "quoted":
      return new ConnectionError(`${plugin} ${how}: ${output.line}`, { reason });
  }
}

function startError(plugin: ExecPlugin, cause: unknown): ConnectionError {
  const { code = String(cause) } = cause as NodeJS.ErrnoException;
  // The file itself exists, so the missing one is the interpreter that its first line names.
  const reason = code === "ENOENT" ? "the interpreter named in its first line does not exist" : code;
  return pluginError(`${plugin.title} cannot be started: ${reason}`, cause);
}

function pluginError(message: string, cause?: unknown): ConnectionError {
  return new ConnectionError(message, { reason: "credentials", cause });
}
