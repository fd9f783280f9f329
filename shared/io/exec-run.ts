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
/** Between asking a plugin to end and ending it. */
const graceMilliseconds = 2_000;

/** One run of a plugin: the file, its environment, and whether it has our terminal. */
interface Run {
  readonly path: string;
  readonly env: Surroundings["env"];
  readonly isInteractive: boolean;
}

/** A plugin that runs; `isGroup`: it is the head of a group, which ends with it. */
interface Running {
  readonly child: ChildProcess;
  readonly isGroup: boolean;
}

/**
 * What the plugin prints on standard output. Standard input is ours where it may ask, else closed; its standard error is
 * passed on, because it may say where to log in.
 * @throws ConnectionError where it cannot be started, fails, prints too much, or is not done in time; never with what it
 * printed. A plugin that may ask is never ended early: somebody may be typing a password.
 */
export async function runPlugin(plugin: ExecPlugin, run: Run, from: Surroundings): Promise<string> {
  const over = from.logins?.over;
  const isForNobody = "because nobody waits for it";
  if (over?.aborted) throw refused(plugin, `was not run, ${isForNobody}`);
  const running = start(plugin, run, from);
  const { child } = running;
  const { promise: failure, reject } = Promise.withResolvers<never>();
  const timers = run.isInteractive ? [] : timersOf(plugin, running, from, reject);
  const leave = (): void => abandon(running, from, reject, refused(plugin, `was ended, ${isForNobody}`));
  over?.addEventListener("abort", leave, { once: true });
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
      Promise.all([printedBy(plugin, running, from, reject), ended(plugin, child, () => isSilent)]),
    ]);
    return printed;
  } finally {
    timers.forEach(clearTimeout);
    over?.removeEventListener("abort", leave);
  }
}

/** Milliseconds for a plugin that asks nobody; 0: no limit. */
function limitOf({ requestTimeout, logins }: Surroundings): number {
  return requestTimeout || (logins?.patience ?? 0);
}

function start(plugin: ExecPlugin, run: Run, from: Surroundings): Running {
  const { path, env, isInteractive } = run;
  const isGroup = hasGroup(run, from);
  // Of several at once only the one whose turn it is may write to the terminal by itself.
  const hasTerminal = from.isInteractive && (isInteractive || from.logins === undefined);
  try {
    const child = spawn(path, plugin.args, {
      // kubectl gives the name as it stands in the kubeconfig, whatever file it leads to.
      argv0: plugin.command,
      cwd: from.cwd,
      env: { ...env },
      windowsHide: !isInteractive,
      // Whoever may ask stays in our group: the terminal lets no other read, and its Ctrl-C and Ctrl-Z reach it there.
      detached: isGroup,
      stdio: [isInteractive ? "inherit" : "ignore", "pipe", hasTerminal ? "inherit" : "pipe"],
    });
    return { child, isGroup };
  } catch (error) {
    // A zero in an argument, say: no system takes one.
    throw unstarted(plugin, error);
  }
}

async function printedBy(
  plugin: ExecPlugin,
  running: Running,
  from: Surroundings,
  reject: (error: Error) => void,
): Promise<string> {
  const { child } = running;
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout?.on("close", resolve).on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= mostBytes) chunks.push(chunk);
    else abandon(running, from, reject, refused(plugin, "printed more than 1 MiB, which is no credential"));
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
  running: Running,
  from: Surroundings,
  reject: (error: Error) => void,
): readonly NodeJS.Timeout[] {
  const milliseconds = limitOf(from);
  const notice = setTimeout(() => from.tell(`waiting for ${plugin.title}\n`), quietMilliseconds);
  if (milliseconds === 0) return [notice];
  const late = setTimeout(
    () =>
      abandon(
        running,
        from,
        reject,
        refused(plugin, `gave no answer within ${milliseconds / 1000} s`, undefined, true),
      ),
    milliseconds,
  );
  return [notice, late];
}

function hasGroup({ isInteractive }: Pick<Run, "isInteractive">, { platform, logins }: Surroundings): boolean {
  return platform !== "win32" && !isInteractive && logins?.signalGroup !== undefined;
}

/** With its own children, where it is the head of a group; who does not mind gets no second word. */
function end({ child, isGroup }: Running, { logins }: Surroundings): void {
  const signalled = (signal: "SIGTERM" | "SIGKILL"): void => {
    if (isGroup && child.pid !== undefined) logins?.signalGroup?.(child.pid, signal);
    else child.kill(signal);
  };
  signalled("SIGTERM");
  setTimeout(signalled, graceMilliseconds, "SIGKILL").unref();
}

// Its own children may hold the pipes open: nobody waits for them.
function abandon(running: Running, from: Surroundings, reject: (error: Error) => void, error: Error): void {
  const { child } = running;
  end(running, from);
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
