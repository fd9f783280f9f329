import { spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { environmentWith } from "../environment.ts";
import type { InstalledPlugin } from "./installed-plugin.ts";

/** Of util-linux: runs a shell in a terminal, without which it completes nothing. */
export const terminal = "script";

/** An interactive shell that reads typed keys, and the commands that it runs first. */
export interface Shell {
  readonly start: string;
  readonly setUp: readonly string[];
}

/**
 * Types each line with a tab at its end into an interactive shell with Emacs' keys, and then lets the shell print the
 * words that it reads: `<one><two>`. Lines that are thrown away are completed and not run; of them nothing is returned.
 * @throws when the shell does not get there in a minute.
 */
export async function typeInto(
  { folder, path }: InstalledPlugin,
  env: Readonly<Record<string, string>>,
  { start, setUp }: Shell,
  lines: readonly string[],
  then: "print" | "throw away" = "print",
): Promise<readonly string[]> {
  const environment = environmentWith({ PATH: path, HOME: folder, TERM: "xterm", PS1: "", ...env });
  const child = spawn(terminal, ["-qec", start, "/dev/null"], { cwd: folder, env: environment });
  const ended = new Promise((resolve) => child.on("close", resolve));
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });

  async function answer(keys: string, pattern: RegExp): Promise<string> {
    output = "";
    child.stdin.write(keys);
    for (let turn = 0; turn < 2_400; turn += 1) {
      const found = pattern.exec(stripVTControlCharacters(output))?.[1];
      if (found !== undefined) return found;
      await pause(25);
    }
    throw new Error(`no ${pattern} in ${JSON.stringify(output)}`);
  }

  try {
    await answer(`${setUp.join("; ")}; ${mark}\n`, /(END)/);
    const found: string[] = [];
    for (const line of lines) {
      if (then === "throw away") await answer(`${line}\t${toEnd}${kill}${mark}\n`, /(END)/);
      else found.push(await answer(`${line}\t${toStart}printf '<%s>' ${toEnd}; ${mark}\n`, /(<kubectl[^\r\n]*>)END/));
    }
    return found;
  } finally {
    child.stdin.end("exit\n");
    child.kill();
    await ended;
  }
}

/** What is typed is echoed, so the mark stands in the line in two pieces. */
const mark = "printf 'EN%s' D";
const toStart = "\u0001";
const toEnd = "\u0005";
const kill = "\u0015";
