import { quoteShellWord } from "../shared/model/shell-word.ts";
import { packageCommit, packageVersion } from "../shared/model/version.ts";
import { commandIn } from "./cli/commands.ts";
import { failedExit } from "./cli/exit-codes.ts";
import { type CommandLineOptions, parseAndCheckOptions } from "./cli/parse-options.ts";
import { asksForCompletion } from "./completion/detect-request.ts";
import { carryOut } from "./dispatch.ts";
import type { KeepCode } from "./process/compile-cache.ts";
import type { HostEnvironment } from "./process/host-environment.ts";
import { createNodeEnvironment } from "./process/node-environment.ts";
import type { OutputStream } from "./process/output-stream.ts";
import { packagedNodeFolder } from "./process/packaged-node.ts";

/**
 * The command as users type it and as the help spells it. kubectl turns the dash of a plugin's name into an underscore.
 */
const command = "kubectl hco-status";

/** Runs what the command line of `process` asks for, and ends the process. */
export function startProcess(process: NodeJS.Process, keepCode: KeepCode): void {
  const { environment, stdout, stderr } = createNodeEnvironment(process, keepCode, (error) =>
    onOutputError(error, stderr, process),
  );
  // If a promise never settles, Node ends without a message. That must not count as success.
  process.exitCode = failedExit;
  // An executable has its name in argv0, a script in the second word.
  const words = [process.argv0, ...process.argv.slice(1)];
  const ending = asksForCompletion(words)
    ? printCompletions(words, environment, process)
    : main(process.argv.slice(2), environment, process.argv[1] ?? "");
  ending.then(
    (code) => endProcess(code, { stdout, stderr }, process),
    (bug: unknown) => {
      throw bug;
    },
  );
}

/** Prints the completions for a user who is typing. Only choices may appear, so Node's warnings are off too. */
async function printCompletions(
  words: readonly string[],
  environment: HostEnvironment,
  process: NodeJS.Process,
): Promise<number> {
  process.removeAllListeners("warning");
  const { completionReply } = await import("./completion/reply.ts");
  const reply = await completionReply(words, environment, async (what, before) =>
    (await import("./completion/values.ts")).lookUpChoices(what, before, environment),
  );
  environment.print(reply);
  return 0;
}

/** `script`: the file that Node runs. */
async function main(argv: readonly string[], environment: HostEnvironment, script: string): Promise<number> {
  // Output that is written at once could fail before the exit status is known.
  await undefined;
  const options = await parseAndCheckOptions(argv);
  if ("error" in options) {
    if (options.saysWhatToType) {
      environment.printMessage(`${errorText(await harmless(options.error))}\n`);
      return failedExit;
    }
    const helpCommand = [command, commandIn(argv) ?? "", "--help"].filter((word) => word !== "").join(" ");
    environment.printMessage(`${wrongUsageText(await harmless(options.error), helpCommand)}\n`);
    return failedExit;
  }
  const text = await fixedText(options, environment.runtime);
  if (text !== undefined) {
    environment.print(text);
    return 0;
  }
  if (environment.runtime.name === "node" && Number.parseInt(environment.runtime.version, 10) < 24) {
    const folder = packagedNodeFolder(script);
    environment.printMessage(
      `${oldNodeText(environment.runtime.version, folder && quoteShellWord(folder), command)}\n`,
    );
    return failedExit;
  }
  environment.keepCode(options.reach.cacheDir || environment.cacheHome);
  return carryOut(options, environment);
}

/** The help, the version or a completion script, where the command line asks for one. */
async function fixedText(
  { command: requested, topic, output, shell }: CommandLineOptions,
  runtime: HostEnvironment["runtime"],
): Promise<string | undefined> {
  if (requested === "version") return versionOutput(output.format === "json", runtime);
  if (requested === "help" || requested === "options") {
    const { commandHelp, optionsHelp, renderHelp } = await import("./cli/help.ts");
    if (requested === "options") return optionsHelp();
    return topic === undefined ? renderHelp(command) : commandHelp(command, topic);
  }
  return shell && (await import("./completion/script.ts")).completionScripts[shell];
}

/** The line that reports an error. */
function errorText(error: string): string {
  return `error: ${error}`;
}

/** The error for a wrong command line. `help` is the command that prints the help for it. */
function wrongUsageText(error: string, help: string): string {
  return `${errorText(error)}\nSee '${help}' for usage.`;
}

/** What was built from which commit and what runs it, as a line or as JSON for scripts. */
function versionOutput(isJson: boolean, runtime: HostEnvironment["runtime"]): string {
  const commit = packageCommit === "" ? {} : { commit: packageCommit };
  const facts = { version: packageVersion, ...commit, runtime };
  return `${isJson ? JSON.stringify(facts, undefined, 2) : versionText(facts)}\n`;
}

/** The version in one line, with the commit where it is known, and what runs it. */
function versionText({ version, commit, runtime }: VersionFacts): string {
  const origin = commit === undefined ? "" : `commit ${commit}, `;
  return `hco-status ${version} (${origin}${runtime.name} ${runtime.version})`;
}

interface VersionFacts {
  readonly version: string;
  readonly commit?: string;
  readonly runtime: { readonly name: string; readonly version: string };
}

/** The text with nothing in it that acts on a terminal. Only text beyond ASCII needs the file for that. */
async function harmless(text: string): Promise<string> {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return (await import("./process/error-message.ts")).harmlessMessage(text);
}

/**
 * Ends the process once all output is taken, however slowly. Other open resources, such as a socket, are not waited
 * for.
 */
function endProcess(
  code: number,
  { stdout, stderr }: { readonly stdout: OutputStream; readonly stderr: OutputStream },
  process: NodeJS.Process,
): void {
  process.exitCode = code;
  stdout.whenTaken((failure) => {
    // Where standard output breaks, its listener ends the process.
    if (failure === undefined) stderr.whenTaken(() => process.exit());
  });
}

/**
 * Handles a failed write to standard output. A reader that has seen enough, such as `head`, closes the pipe, which is
 * no error. A full disk is one.
 */
function onOutputError(error: NodeJS.ErrnoException, stderr: OutputStream, process: NodeJS.Process): void {
  // Bun reports it before what follows the write has run, which decides the exit status.
  if (error.code === "EPIPE") setImmediate(() => process.exit());
  else {
    stderr.write(`error: cannot write to standard output: ${error.message}\n`);
    stderr.whenTaken(() => process.exit(failedExit));
  }
}

/**
 * The error for a Node that is too old, with what to do. `folder` has the Node of the plugin's own package, quoted for a
 * shell, where that is installed. `command` is the name of the plugin.
 */
export function oldNodeText(version: string, folder: string | undefined, command: string): string {
  const own = folder === undefined ? "" : `\nTo use the Node of its package, run:\n  PATH=${folder}:$PATH ${command}`;
  return `error: hco-status requires Node.js 24 or newer, found ${version}
Install Node.js 24 from https://nodejs.org, or use the executable of hco-status, which does not require Node.js.${own}`;
}
