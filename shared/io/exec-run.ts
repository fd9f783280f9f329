import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { ConnectionError } from "./errors.ts";
import type { ExecPlugin } from "./exec-plugin.ts";
import type { Surroundings } from "./surroundings.ts";

/** The most that a plugin may print, in bytes; a credential with a chain of certificates has some ten thousand. */
const mostBytes = 2 ** 20;
/** After this time without an answer we say what we wait for. */
const quietMilliseconds = 5_000;
const lastWordsMilliseconds = 100;

/** One run of a plugin: the file, its environment, and whether it has our terminal. */
interface Run {
  readonly path: string;
  readonly env: Surroundings["env"];
  readonly isInteractive: boolean;
}

/**
 * What the plugin prints on standard output. Standard input is ours where it may ask, else closed; its standard error is
 * passed on, because it may say where to log in.
 * @throws ConnectionError where it cannot be started, fails, prints too much, or is not done in time; never with what it
 * printed. A plugin that may ask is never ended early: somebody may be typing a password.
 */
export async function runPlugin(plugin: ExecPlugin, run: Run, from: Surroundings): Promise<string> {
  const child = start(plugin, run, from);
  const { promise: failure, reject } = Promise.withResolvers<never>();
  const timers = run.isInteractive ? [] : timersOf(plugin, child, from, reject);
  child.on("error", (cause) => reject(unstarted(plugin, cause)));
  // On a terminal we cannot know, and there people see it.
  let isSilent = child.stderr !== null;
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    isSilent = false;
    from.tell(text);
  });
  try {
    const [printed] = await Promise.race([
      failure,
      Promise.all([printedBy(plugin, child, reject), ended(plugin, child, () => isSilent)]),
    ]);
    return printed;
  } finally {
    timers.forEach(clearTimeout);
  }
}

function start(plugin: ExecPlugin, { path, env, isInteractive }: Run, from: Surroundings): ChildProcess {
  // Of several at once only the one whose turn it is may write to the terminal by itself.
  const hasTerminal = from.isInteractive && (isInteractive || from.logins === undefined);
  try {
    return spawn(path, plugin.args, {
      // kubectl gives the name as it stands in the kubeconfig, whatever file it leads to.
      argv0: plugin.command,
      cwd: from.cwd,
      env: { ...env },
      windowsHide: !isInteractive,
      stdio: [isInteractive ? "inherit" : "ignore", "pipe", hasTerminal ? "inherit" : "pipe"],
    });
  } catch (error) {
    // A zero in an argument, say: no system takes one.
    throw unstarted(plugin, error);
  }
}

async function printedBy(plugin: ExecPlugin, child: ChildProcess, reject: (error: Error) => void): Promise<string> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout?.on("close", resolve).on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= mostBytes) chunks.push(chunk);
    else abandon(child, reject, refused(plugin, "printed more than 1 MiB, which is no credential"));
  });
  await closed;
  return Buffer.concat(chunks).toString();
}

async function ended(plugin: ExecPlugin, child: ChildProcess, isSilent: () => boolean): Promise<void> {
  const { promise: exited, resolve } = Promise.withResolvers<string | undefined>();
  child.on("exit", (code, signal) => {
    resolve(code === 0 ? undefined : code === null ? `was ended by ${signal}` : `failed with exit code ${code}`);
  });
  const how = await exited;
  if (how === undefined) return;
  // Its last words come first, unless a child of its own keeps the pipe open.
  await Promise.race([pause(lastWordsMilliseconds), child.stderr === null ? undefined : once(child.stderr, "close")]);
  throw refused(
    plugin,
    isSilent() ? `${how} and did not say why; run it by hand` : `${how}; what it said stands above`,
  );
}

function timersOf(
  plugin: ExecPlugin,
  child: ChildProcess,
  { tell, requestTimeout = 0 }: Surroundings,
  reject: (error: Error) => void,
): readonly NodeJS.Timeout[] {
  const notice = setTimeout(() => tell(`waiting for ${plugin.title}\n`), quietMilliseconds);
  if (requestTimeout === 0) return [notice];
  const late = setTimeout(
    () => abandon(child, reject, refused(plugin, `gave no answer within ${requestTimeout / 1000} s`, undefined, true)),
    requestTimeout,
  );
  return [notice, late];
}

// Its own children may hold the pipes open: nobody waits for them.
function abandon(child: ChildProcess, reject: (error: Error) => void, error: Error): void {
  child.kill();
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.unref();
  reject(error);
}

function unstarted(plugin: ExecPlugin, cause: unknown): ConnectionError {
  const { code = String(cause) } = cause as NodeJS.ErrnoException;
  // The file is there, so what is not must be the program that its first line names.
  const what = code === "ENOENT" ? "what its first line names as its interpreter is not there" : code;
  return refused(plugin, `cannot be started: ${what}`, cause);
}

function refused(plugin: ExecPlugin, happened: string, cause?: unknown, isLate = false): ConnectionError {
  return new ConnectionError(`${plugin.title} ${happened}`, { reason: isLate ? "timeout" : "credentials", cause });
}
