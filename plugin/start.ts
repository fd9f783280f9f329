import { version } from "../shared/model/version.ts";
import { carryOut } from "./carry-out.ts";
import { commandIn } from "./commands.ts";
import { type KeepCode, keepCompiledCode } from "./compile-cache.ts";
import { asksForCompletion } from "./completion-asked.ts";
import { failed } from "./exit-code.ts";
import { checkedOptions } from "./options.ts";
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
  const ending = asksForCompletion(words) ? answer(words, world, process) : main(process.argv.slice(2), world);
  ending.then(
    (code) => end(code, written, process),
    (bug: unknown) => {
      throw bug;
    },
  );
}

/** Somebody is typing: nothing but choices may appear, no warning of Node's either. */
async function answer(words: readonly string[], world: World, process: NodeJS.Process): Promise<number> {
  process.removeAllListeners("warning");
  const { completionReply } = await import("./completion-reply.ts");
  const reply = await completionReply(words, world, async (what, before) =>
    (await import("./completion-values.ts")).lookUp(what, before, world),
  );
  world.print(reply);
  return 0;
}

async function main(argv: readonly string[], world: World): Promise<number> {
  // What is written at once could break before it is known how this ends.
  await undefined;
  const options = await checkedOptions(argv);
  if ("error" in options) {
    const asked = [command, commandIn(argv) ?? "", "--help"].filter((word) => word !== "").join(" ");
    world.tell(`error: ${options.error}\nSee '${asked}' for usage.\n`);
    return failed;
  }
  if (options.wants === "help" && options.topic !== undefined)
    world.print((await import("./help-command.ts")).commandHelp(command, options.topic));
  else if (options.wants === "help") world.print((await import("./help.ts")).help(command));
  else if (options.wants === "options") world.print((await import("./help.ts")).optionsHelp(command));
  else if (options.wants === "version") world.print(`hco-status v${version}\n`);
  else if (options.shell !== undefined) {
    const { completionScripts } = await import("./completion-script.ts");
    world.print(completionScripts[options.shell]);
  } else if (Number.parseInt(world.runtime, 10) < 24) {
    world.tell(`error: hco-status needs Node 24 or newer; this is ${world.runtime}\n`);
    return failed;
  } else {
    world.keepCode(options.reach.cacheDir || world.cacheHome);
    return carryOut(options, world);
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
