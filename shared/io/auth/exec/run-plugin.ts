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

/** One run of a plugin: the file, its environment, and whether it may use the terminal. */
interface Run {
  readonly path: string;
  readonly env: CredentialEnvironment["env"];
  readonly isInteractive: boolean;
}

/** A running plugin. `isGroup`: it leads a process group, which ends with it. */
interface Running {
  readonly child: ChildProcess;
  readonly isGroup: boolean;
}

/**
 * Runs a plugin and returns what it prints on standard output. An interactive plugin inherits standard input; for
 * others it is closed. Standard error is passed on, because it may say where to log in.
 * @throws ConnectionError where the plugin cannot be started, fails, prints too much, or times out. The error never
 * contains the output. An interactive plugin never times out, because the user may be typing a password.
 */
export async function runPlugin(plugin: ExecPlugin, run: Run, from: CredentialEnvironment): Promise<string> {
  const unneeded = from.logins?.unneeded;
  if (unneeded?.aborted) throw pluginError(`${plugin.title} was not run, ${noLongerNeeded}`);
  const running = start(plugin, run, from);
  const { child } = running;
  const { promise: failure, reject } = Promise.withResolvers<never>();
  const timers = run.isInteractive ? [] : timersOf(plugin, running, from, reject);
  const leave = (): void =>
    stopWithError(running, from, reject, pluginError(`${plugin.title} was stopped, ${noLongerNeeded}`));
  unneeded?.addEventListener("abort", leave, { once: true });
  child.on("error", (cause) => reject(startError(plugin, cause)));
  // A plugin that writes to the terminal itself is not known to be silent. The user sees its output there.
  let isSilent = child.stderr !== null;
  let output = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    isSilent = false;
    output = (output + text).slice(-maxQuotedCharacters);
    from.printMessage(text);
  });
  const errorOutput = (): PluginOutput => {
    if (isSilent) return { is: "none" };
    return from.quotesOutput ? lastLine(output) : { is: "above" };
  };
  try {
    const [printed] = await Promise.race([
      failure,
      Promise.all([readOutput(plugin, running, from, reject), waitForSuccess(plugin, child, errorOutput)]),
    ]);
    return printed;
  } finally {
    timers.forEach(clearTimeout);
    unneeded?.removeEventListener("abort", leave);
  }
}

const noLongerNeeded = "because its credentials are no longer needed";

/** Milliseconds for a plugin that is not interactive. 0: no limit. */
function pluginTimeoutMs({ requestTimeout, logins }: CredentialEnvironment): number {
  return requestTimeout || (logins?.pluginTimeoutMs ?? 0);
}

/**
 * Whether a plugin reads or writes the terminal directly. Of several plugins at once, only the one whose turn it is may.
 */
export function usesTerminal(isInteractive: boolean, from: CredentialEnvironment): boolean {
  return from.isInteractive && (isInteractive || from.logins === undefined);
}

function start(plugin: ExecPlugin, run: Run, from: CredentialEnvironment): Running {
  const { path, env, isInteractive } = run;
  const isGroup = hasGroup(run, from);
  const hasTerminal = usesTerminal(isInteractive, from);
  try {
    const child = spawn(path, plugin.args, {
      // As kubectl does, the plugin gets its name as the kubeconfig has it, whatever file that resolves to.
      argv0: plugin.command,
      cwd: from.cwd,
      env: { ...env },
      windowsHide: !isInteractive,
      // An interactive plugin stays in the group of this process. The terminal lets no other group read, and sends
      // Ctrl-C and Ctrl-Z only there.
      detached: isGroup,
      stdio: [isInteractive ? "inherit" : "ignore", "pipe", hasTerminal ? "inherit" : "pipe"],
    });
    return { child, isGroup };
  } catch (error) {
    // For example for a NUL byte in an argument, which no system accepts.
    throw startError(plugin, error);
  }
}

async function readOutput(
  plugin: ExecPlugin,
  running: Running,
  from: CredentialEnvironment,
  reject: (error: Error) => void,
): Promise<string> {
  const { child } = running;
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout?.on("close", resolve).on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxOutputBytes) chunks.push(chunk);
    else
      stopWithError(
        running,
        from,
        reject,
        pluginError(`${plugin.title} printed more than 1 MiB, which is not a credential`),
      );
  });
  await closed;
  return Buffer.concat(chunks).toString();
}

/** The most characters of standard error that are kept for an error to quote. */
const maxQuotedCharacters = 4_000;

function lastLine(output: string): PluginOutput {
  const line = output.split(/[\r\n]/).findLast((each) => each.trim() !== "");
  return line === undefined ? { is: "none" } : { is: "quoted", line: sanitizeLine(line.trim()).slice(0, 300) };
}

/** How a plugin ended: with an exit code, or by a signal. */
interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

async function waitForSuccess(plugin: ExecPlugin, child: ChildProcess, errorOutput: () => PluginOutput): Promise<void> {
  const { promise: exited, resolve } = Promise.withResolvers<Exit>();
  child.on("exit", (code, signal) => resolve({ code, signal }));
  const exit = await exited;
  if (exit.code === 0) return;
  // The rest of standard error is passed on first, unless a child of the plugin keeps the pipe open.
  await Promise.race([pause(outputGraceMs), child.stderr === null ? undefined : once(child.stderr, "close")]);
  throw failedPlugin(plugin.title, exit, errorOutput());
}

/** What a plugin wrote to standard error: nothing, what the user has seen above, or a line to quote. */
type PluginOutput =
  | { readonly is: "none" }
  | { readonly is: "above" }
  | { readonly is: "quoted"; readonly line: string };

/** The error for a plugin that failed with an exit code, or that a signal ended. */
function failedPlugin(plugin: string, { code, signal }: Exit, output: PluginOutput): ConnectionError {
  const how = code === null ? `was terminated by ${signal}` : `failed with exit code ${code}`;
  const reason = "credentials";
  switch (output.is) {
    case "none":
      return new ConnectionError(`${plugin} ${how} without an error message`, { reason, advice: "run it manually" });
    case "above":
      return new ConnectionError(`${plugin} ${how}`, { reason, advice: "see its output above" });
    case "quoted":
      return new ConnectionError(`${plugin} ${how}: ${output.line}`, { reason });
  }
}

function timersOf(
  plugin: ExecPlugin,
  running: Running,
  from: CredentialEnvironment,
  reject: (error: Error) => void,
): readonly NodeJS.Timeout[] {
  const timeoutMs = pluginTimeoutMs(from);
  const notice = setTimeout(() => from.printMessage(`waiting for ${plugin.title}\n`), noticeAfterMs);
  if (timeoutMs === 0) return [notice];
  const stop = (): void => {
    const message = `${plugin.title} timed out after ${timeoutMs / 1000} s`;
    stopWithError(running, from, reject, pluginError(message, undefined, true));
  };
  return [notice, setTimeout(stop, timeoutMs)];
}

function hasGroup({ isInteractive }: Pick<Run, "isInteractive">, { platform, logins }: CredentialEnvironment): boolean {
  return platform !== "win32" && !isInteractive && logins?.signalGroup !== undefined;
}

/** Ends a plugin, with its children where it leads a group. SIGKILL follows where SIGTERM does not end it. */
function endPlugin({ child, isGroup }: Running, { logins }: CredentialEnvironment): void {
  const signalled = (signal: "SIGTERM" | "SIGKILL"): void => {
    if (isGroup && child.pid !== undefined) logins?.signalGroup?.(child.pid, signal);
    else child.kill(signal);
  };
  signalled("SIGTERM");
  setTimeout(signalled, killAfterMs, "SIGKILL").unref();
}

// Children of the plugin may keep the pipes open, so the pipes are closed without waiting for them.
function stopWithError(
  running: Running,
  from: CredentialEnvironment,
  reject: (error: Error) => void,
  error: Error,
): void {
  const { child } = running;
  endPlugin(running, from);
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
  reject(error);
}

function startError(plugin: ExecPlugin, cause: unknown): ConnectionError {
  const { code = String(cause) } = cause as NodeJS.ErrnoException;
  return pluginError(unstartedPluginText(plugin.title, code), cause);
}

/** The error for a plugin that cannot be started. `code`: ENOENT where the interpreter of its file is missing. */
function unstartedPluginText(plugin: string, code: string): string {
  // The file itself exists, so the missing one is the interpreter that its first line names.
  const what = code === "ENOENT" ? "the interpreter named in its first line does not exist" : code;
  return `${plugin} cannot be started: ${what}`;
}

function pluginError(message: string, cause?: unknown, isLate = false): ConnectionError {
  return new ConnectionError(message, { reason: isLate ? "timeout" : "credentials", cause });
}
