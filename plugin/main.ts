#!/usr/bin/env node
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
  stdin: process.stdin,
  print: (text) => process.stdout.write(text),
  tell: (text) => process.stderr.write(text),
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

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (bug: unknown) => {
    throw bug;
  },
);

async function main(argv: readonly string[]): Promise<number> {
  const options = parseOptions(argv);
  if ("error" in options) {
    world.tell(`error: ${options.error}\nSee '${command} --help' for usage.\n`);
    return failed;
  }
  if (options.wants === "help") world.print(help(command));
  else if (options.wants === "version") world.print(`hco-status v${version}\n`);
  // Everything else lies in a file of its own, so that help and version need not load it.
  else return (await import("./run.ts")).run(options, world);
  return 0;
}
