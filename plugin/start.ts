import { type KeepCode, keepCompiledCode } from "./compile-cache.ts";
import { completionReply } from "./completion-reply.ts";
import { failed } from "./exit-code.ts";
import { help, optionsHelp } from "./help.ts";
import { parseOptions } from "./options.ts";
import { version } from "./version.ts";
import type { World } from "./world.ts";
import { worldOf } from "./world-of.ts";

/** How people call it, and so how the help spells it: kubectl turns the dash of a plugin's name into an underscore. */
const command = "kubectl hco-status";

/** Runs what the command line of `process` asks for, and ends it. */
export function start(process: NodeJS.Process, keepCode: KeepCode = keepCompiledCode): void {
  const { world, written } = worldOf(process, keepCode);
  // Should anything be waited for in vain, Node ends without a word: that must not read as success.
  process.exitCode = failed;
  process.stdout.on("error", (error) => broken(error, process));
  // What nobody hears is no reason to end otherwise.
  process.stderr.on("error", () => {});
  // An executable has its name in argv0, a script in the second word.
  const words = [process.argv0, ...process.argv.slice(1)];
  const reply = completionReply(words, world, async (what, before) =>
    (await import("./completion-values.ts")).lookUp(what, before, world),
  );
  const ending = reply === undefined ? main(process.argv.slice(2), world) : answer(reply, world, process);
  ending.then(
    (code) => end(code, written, process),
    (bug: unknown) => {
      throw bug;
    },
  );
}

/** Somebody is typing: nothing but choices may appear, no warning of Node's either. */
async function answer(text: Promise<string>, world: World, process: NodeJS.Process): Promise<number> {
  process.removeAllListeners("warning");
  world.print(await text);
  return 0;
}

async function main(argv: readonly string[], world: World): Promise<number> {
  // What is written at once could break before it is known how this ends.
  await undefined;
  const options = parseOptions(argv);
  if ("error" in options) {
    world.tell(`error: ${options.error}\nSee '${command} --help' for usage.\n`);
    return failed;
  }
  if (options.wants === "help") world.print(help(command));
  else if (options.wants === "options") world.print(optionsHelp(command));
  else if (options.wants === "version") world.print(`hco-status v${version}\n`);
  else if (options.shell !== undefined) {
    const { completionScripts } = await import("./completion-script.ts");
    world.print(completionScripts[options.shell]);
  } else if (Number.parseInt(world.runtime, 10) < 24) {
    world.tell(`error: hco-status needs Node 24 or newer; this is ${world.runtime}\n`);
    return failed;
  } else {
    world.keepCode(options.reach.cacheDir || world.cacheHome);
    // Everything else lies in a file of its own, so that help and version need not load it.
    return (await import("./run.ts")).run(options, world);
  }
  return 0;
}

/** Ends once all output is taken, however slowly; what else is still open, such as a socket, is not waited for. */
function end(code: number, written: ReadonlySet<NodeJS.WriteStream>, process: NodeJS.Process): void {
  process.exitCode = code;
  let waiting = written.size;
  if (waiting === 0) process.exit();
  for (const stream of written) {
    // The empty text comes after all others; where standard output breaks, its listener ends the process.
    stream.write("", (failure) => {
      if ((!failure || stream === process.stderr) && --waiting === 0) process.exit();
    });
  }
}

/** A reader that has seen enough, such as `head`, closes the pipe: no error of ours. A full disk is one. */
function broken(error: NodeJS.ErrnoException, process: NodeJS.Process): void {
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(`error: cannot write the report: ${error.message}\n`, () => process.exit(failed));
}
