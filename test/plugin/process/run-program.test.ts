import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { noTerminal, type TerminalInput } from "../../../plugin/process/host-environment.ts";
import { runAttached } from "../../../plugin/process/run-program.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder();

/** Puts a program on the PATH of the tests. It records its arguments, one a line, before it does what `body` says. */
function program(name: string, body: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\nprintf '%s\\n' "$@" > "$0.args"\n${body}\n`);
  chmodSync(join(folder, name), 0o755);
}

const screen = {
  isTerminal: false,
  isInputTerminal: false,
  platform: "linux",
  environment: { PATH: `${folder}:/usr/bin:/bin` },
};

function run(name: string, args: readonly string[] = [], person: TerminalInput = noTerminal) {
  return runAttached(name, args, { screen, person });
}

describe("a program's exit status is the result", () => {
  const rows = [
    { what: "success", body: "exit 0", status: 0 },
    { what: "failure", body: "exit 17", status: 17 },
    { what: "ended by a signal, as a shell reports it", body: "kill -9 $$", status: 137 },
  ];
  test.for(rows)("$what", async ({ what, body, status }) => {
    const name = what.slice(0, 3);
    program(name, body);
    expect(await run(name)).toEqual({ status });
  });
});

test("arguments arrive as they are: no shell reads them", async () => {
  program("recorder", "exit 0");
  const args = ["logs", "-n", "a b", "$(touch /tmp/x)", "; ls", "'", "*", ""];
  expect(await run("recorder", args)).toEqual({ status: 0 });
  expect(readFileSync(join(folder, "recorder.args"), "utf8")).toBe(`${args.join("\n")}\n`);
});

test("a program that is not on PATH is no status, but a failure", async () => {
  expect(await run("absent")).toEqual({ failure: "ENOENT" });
  writeFileSync(join(folder, "unusable"), "");
  expect(await run("unusable")).toEqual({ failure: "EACCES" });
});

test("a signal to this process goes on to the program, whose status counts", async () => {
  program("patient", "trap 'exit 3' TERM\n: > $0.ready\nwhile :; do sleep 0.01; done");
  const released: string[] = [];
  const person: TerminalInput = {
    ...noTerminal,
    onStop: (call) => {
      const timer = setInterval(() => {
        if (isReady("patient")) call("SIGTERM");
      }, 5);
      return () => {
        clearInterval(timer);
        released.push("released");
      };
    },
  };
  expect(await run("patient", [], person)).toEqual({ status: 3 });
  expect(released).toEqual(["released"]);
});

function isReady(name: string): boolean {
  try {
    readFileSync(join(folder, `${name}.ready`));
    return true;
  } catch {
    return false;
  }
}
