#!/usr/bin/env node
import { homedir } from "node:os";
import { join } from "node:path";
import { isatty } from "node:tty";
import { keepCompiledCode } from "./compile-cache.ts";
import { completionReply } from "./completion-reply.ts";
import { failed } from "./exit-code.ts";
import { help, optionsHelp } from "./help.ts";
import { parseOptions } from "./options.ts";
import { version } from "./version.ts";
import type { World } from "./world.ts";

/** How people call it, and so how the help spells it: kubectl turns the dash of a plugin's name into an underscore. */
const command = "kubectl hco-status";

const world: World = {
  screen: {
    isTerminal: process.stdout.isTTY === true,
    // Not process.stdin.isTTY: opening standard input takes 1.5 ms.
    isInputTerminal: isatty(0),
    ...(process.stdout.columns === undefined ? {} : { columns: process.stdout.columns }),
    platform: process.platform,
    environment: process.env,
  },
  // Opening standard input takes 1.5 ms, and only `-f -` reads it.
  get stdin() {
    return process.stdin;
  },
  print: (text) => write(process.stdout, text),
  tell: (text) => write(process.stderr, text),
  now: () => new Date().toISOString().replace(/\.\d+Z$/, "Z"),
  milliseconds: Date.now,
  home: homedir(),
  cwd: process.cwd(),
  architecture: process.arch,
  cacheHome: process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"),
  ...(process.getuid !== undefined && { userId: process.getuid() }),
};

const written = new Set<NodeJS.WriteStream>();
process.stdout.on("error", broken);

const reply = completionReply(process.argv, world, async (what, before) =>
  (await import("./completion-values.ts")).lookUp(what, before, world),
);
(reply === undefined ? main(process.argv.slice(2)) : answer(reply)).then(end, (bug: unknown) => {
  throw bug;
});

/** Somebody is typing: nothing but choices may appear, no warning of Node's either. */
async function answer(text: Promise<string>): Promise<number> {
  process.removeAllListeners("warning");
  world.print(await text);
  return 0;
}

async function main(argv: readonly string[]): Promise<number> {
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
  } else if (Number.parseInt(process.versions.node, 10) < 24) {
    world.tell(`error: hco-status needs Node 24 or newer; this is ${process.version} (${process.execPath})\n`);
    return failed;
  } else {
    const cache = options.reach.cacheDir || process.env["XDG_CACHE_HOME"] || join(world.home, ".cache");
    keepCompiledCode(cache, process.getuid?.());
    // Everything else lies in a file of its own, so that help and version need not load it.
    return (await import("./run.ts")).run(options, world);
  }
  return 0;
}

function write(stream: NodeJS.WriteStream, text: string): void {
  written.add(stream);
  stream.write(text);
}

/** Ends once all output is taken, however slowly; what else is still open, such as a socket, is not waited for. */
function end(code: number): void {
  process.exitCode = code;
  let waiting = written.size;
  if (waiting === 0) process.exit();
  for (const stream of written) {
    // The empty text comes after all others; a stream that broke has told its own listener.
    stream.write("", (failure) => {
      if (!failure && --waiting === 0) process.exit();
    });
  }
}

/** A reader that has seen enough, such as `head`, closes the pipe: no error of ours. A full disk is one. */
function broken(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit();
  process.stderr.write(`error: cannot write the report: ${error.message}\n`, () => process.exit(failed));
}
