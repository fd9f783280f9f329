import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import {
  chooseRemoveLineKeys,
  detectShellSyntax,
  dropOutput,
  formatCommandLine,
  isPromptReported,
  type ShellSyntax,
} from "../../../shared/render/shell/terminal-shell.ts";

describe("the shell of a terminal is known by its program", () => {
  const rows: readonly [program: string, platform: string, syntax: ShellSyntax][] = [
    ["/bin/bash", "linux", "posix"],
    ["/usr/bin/zsh", "darwin", "posix"],
    ["C:\\Program Files\\Git\\bin\\bash.exe", "win32", "posix"],
    ["/usr/bin/fish", "linux", "fish"],
    ["C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe", "win32", "powershell"],
    ["/usr/bin/pwsh", "linux", "powershell"],
    ["C:\\Windows\\System32\\CMD.EXE", "win32", "cmd"],
    ["/usr/bin/nu", "linux", "unknown"],
    ["/usr/bin/tcsh", "linux", "unknown"],
    ["constructor", "linux", "unknown"],
    ["", "linux", "posix"],
    ["", "win32", "powershell"],
  ];
  test.for(rows)("%s on %s: %s", ([program, platform, syntax]) => {
    expect(detectShellSyntax(program, platform)).toBe(syntax);
  });
});

test("of these shells VS Code learns when they prompt", () => {
  const programs = [
    "/bin/bash",
    "C:\\Program Files\\PowerShell\\7\\pwsh.exe",
    "/usr/bin/fish",
    "/bin/sh",
    "/usr/bin/nu",
    "",
  ];
  expect(programs.map(isPromptReported)).toEqual([true, true, true, false, false, false]);
});

test("a line that was typed and not run is removed by the key of its shell; of others no key is known", () => {
  const syntaxes: readonly ShellSyntax[] = ["posix", "fish", "powershell", "cmd", "unknown"];
  expect(syntaxes.map(chooseRemoveLineKeys)).toEqual(["\u0015\u0015", "\u0015\u0015", "\u001b", "\u001b", undefined]);
});

describe("a command line has each word as it is, whatever it contains", () => {
  const hostile = 'it\'s; rm -rf $HOME `x` $(y) \\ & | > "%PATH%" !!';
  const rows: readonly [syntax: ShellSyntax, word: string, line: string | undefined][] = [
    ["posix", "prod", "kubectl prod"],
    ["posix", "a b", "kubectl 'a b'"],
    ["posix", "=ls", "kubectl '=ls'"],
    ["fish", "it's \\", "kubectl 'it\\'s \\\\'"],
    ["powershell", "a,b=c", "kubectl 'a,b=c'"],
    ["powershell", "it's ’$x’", "kubectl 'it''s ’’$x’’'"],
    ["powershell", 'a"b', undefined],
    ["powershell", "a b\\", undefined],
    ["cmd", "a&b", 'kubectl "a&b"'],
    ["cmd", "%PATH%", undefined],
    ["cmd", 'a"b', undefined],
    ["unknown", "prod/a:b-c.d_e", "kubectl prod/a:b-c.d_e"],
    ["unknown", "a b", undefined],
    ["posix", "", "kubectl ''"],
    ["posix", "a\nrm", undefined],
    ["posix", "a\rrm", undefined],
    ["fish", "a\u001b[2J", undefined],
    ["powershell", "a\u202eb", undefined],
    ["cmd", "a\u0000", undefined],
  ];
  test.for(rows)("%s: %j", ([syntax, word, line]) => {
    expect(formatCommandLine(syntax, ["kubectl", word])).toBe(line);
  });

  test.for(["sh", "bash"])("a real %s reads it back", (shell) => {
    const words = [hostile, "=ls", "~", "*", "{a,b}", "#x", "$'a'", "-n", "ünï", "a=b"];
    const line = formatCommandLine("posix", ["printf", "%s\\n", ...words]) ?? "";
    expect(execFileSync(shell, ["-c", line], { encoding: "utf8" })).toBe(`${words.join("\n")}\n`);
  });

  test("PowerShell calls a program whose path it quotes", () => {
    expect(formatCommandLine("powershell", ["C:/a b/c.exe", "d"])).toBe("& 'C:/a b/c.exe' d");
  });

  test("the output of a login program is dropped, since it is a credential", () => {
    const lines = (["posix", "fish", "powershell", "cmd", "unknown"] as const).map((each) => dropOutput(each, "aws"));
    expect(lines).toEqual(["aws > /dev/null", "aws > /dev/null", "aws > $null", "aws > NUL", undefined]);
  });
});
