import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, linkSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { environmentWith } from "../../environment.ts";
import { builtEntry } from "../built.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "hco-status-package-test-"));
const program = join(folder, "kubectl-hco_status");

beforeAll(() => {
  execFileSync(process.execPath, [join(root, "plugin/build/executable-package.ts"), folder], {
    cwd: root,
    stdio: "ignore",
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Each has a home of its own. */
function ended(command: string, args: readonly string[]): Ended {
  const env = environmentWith({ PATH: "/nonexistent", HOME: homeOf(command) });
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, env, encoding: "utf8" });
  return { code: status, stdout, stderr };
}

describe("the single executable says what the files say, without Node and without a file beside it", () => {
  const rows: [line: string][] = [
    ["--version"],
    ["--help"],
    ["--nonsense"],
    ["options"],
    ["completion fish"],
    ["__complete --o"],
    ["--must-gather media/sample"],
    ["--must-gather media/sample -o json --exit-code"],
    ["--must-gather media/sample -o html"],
    ["--must-gather media/sample -o markdown"],
    ["--must-gather media/sample --plain"],
    ["--must-gather media/sample -o jsonpath={.verdict}"],
    ["--must-gather media/sample -o custom-columns=A:.verdict"],
    ["-f nowhere"],
    ["--kubeconfig nowhere"],
    ["-s http://127.0.0.1:1 --token x"],
    ["-s https://127.0.0.1:1 --token x -v"],
  ];
  test.for(rows)("%s", ([line]) => {
    const args = line.split(" ");
    const withNode = ended(process.execPath, [builtEntry(), ...args]);
    expect(withoutTimes(ended(program, args))).toEqual(withoutTimes(withNode));
  });

  test("called by the name that kubectl looks for it completes", () => {
    const other = join(folder, "kubectl_complete-hco_status");
    linkSync(program, other);
    expect(ended(other, ["--exit"]).stdout).toContain("--exit-code");
  });

  test("it needs no cache of compiled code", () => {
    expect([existsSync(homeOf(process.execPath)), existsSync(homeOf(program))]).toEqual([true, false]);
  });
});

function homeOf(command: string): string {
  return join(folder, command === process.execPath ? "home-with-node" : "home");
}

function withoutTimes({ stdout, stderr, ...rest }: Ended): Ended {
  return { ...rest, stdout, stderr: stderr.replaceAll(/in \d+ ms/g, "in N ms") };
}
