#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { parseOptions } from "./args.ts";
import { failed } from "./exit-code.ts";
import { help } from "./help.ts";
import { version } from "./version.ts";
import type { World } from "./world.ts";

/** How people call it, and so how the help spells it: kubectl turns the dash of a plugin's name into an underscore. */
const command = "kubectl hco-status";

const world: World = {
  screen: {
    isTerminal: process.stdout.isTTY === true,
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
  home: homedir(),
  cwd: process.cwd(),
  architecture: process.arch,
};

// A reader that has seen enough, such as `head`, closes the pipe: that is no error of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

const written = new Set<NodeJS.WriteStream>();

main(process.argv.slice(2)).then(end, (bug: unknown) => {
  throw bug;
});

async function main(argv: readonly string[]): Promise<number> {
  const options = parseOptions(argv);
  if ("error" in options) {
    world.tell(`error: ${options.error}\nSee '${command} --help' for usage.\n`);
    return failed;
  }
  if (options.wants === "help") world.print(help(command));
  else if (options.wants === "version") world.print(`hco-status v${version}\n`);
  else {
    // Keeps what V8 made of the next file, which saves 3 ms; where the folder cannot be written Node goes without.
    enableCompileCache();
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
    stream.write("", (broken) => {
      if (!broken && --waiting === 0) process.exit();
    });
  }
}
