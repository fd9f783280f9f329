import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { noTerminal, type TerminalInput } from "../../../plugin/process/host-environment.ts";
import { runAttached } from "../../../plugin/process/run-program.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder();

/** Puts a program on the PATH of the tests. It records its arguments, one a line, before it does what `body` says. */
function writeProgram(name: string, body: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\nprintf '%s\\n' "$@" > "$0.args"\n${body}\n`);
  chmodSync(join(folder, name), 0o755);
}

const screen = {
  isTerminal: false,
  isInputTerminal: false,
  platform: "linux",
  environment: { PATH: `${folder}:/usr/bin:/bin` },
};

function runProgram(name: string, args: readonly string[] = [], person: TerminalInput = noTerminal) {
  return runAttached(name, args, { screen, person });
}

describe("the result of a program is its exit status", () => {
  const rows = [
    { rule: "a program that succeeds", name: "succeeding", body: "exit 0", status: 0 },
    { rule: "a program that fails", name: "failing", body: "exit 17", status: 17 },
    { rule: "a program that a signal ends", name: "killed", body: "kill -9 $$", status: 137 },
  ];
  test.for(rows)("the result of $rule is the status $status", async ({ name, body, status }) => {
    writeProgram(name, body);
    expect(await runProgram(name)).toEqual({ status });
  });
});

test("a program gets its arguments unchanged, since no shell reads them", async () => {
  writeProgram("recorder", "exit 0");
  const args = ["logs", "-n", "a b", "$(touch /tmp/x)", "; ls", "'", "*", ""];
  expect(await runProgram("recorder", args)).toEqual({ status: 0 });
  expect(readFileSync(join(folder, "recorder.args"), "utf8")).toBe(`${args.join("\n")}\n`);
});

test("a program that is not on PATH is the failure ENOENT", async () => {
  expect(await runProgram("absent")).toEqual({ failure: "ENOENT" });
});

test("a program that is not executable is the failure EACCES", async () => {
  writeFileSync(join(folder, "unusable"), "");
  expect(await runProgram("unusable")).toEqual({ failure: "EACCES" });
});

test("a signal to this process goes on to the program, whose status is the result", async () => {
  writeProgram("patient", "trap 'exit 3' TERM\n: > $0.ready\nwhile :; do sleep 0.01; done");
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
  expect(await runProgram("patient", [], person)).toEqual({ status: 3 });
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
