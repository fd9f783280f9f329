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
  const rows: readonly { readonly program: string; readonly platform: string; readonly syntax: ShellSyntax }[] = [
    { program: "/bin/bash", platform: "linux", syntax: "posix" },
    { program: "/usr/bin/zsh", platform: "darwin", syntax: "posix" },
    { program: "C:\\Program Files\\Git\\bin\\bash.exe", platform: "win32", syntax: "posix" },
    { program: "/usr/bin/fish", platform: "linux", syntax: "fish" },
    {
      program: "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe",
      platform: "win32",
      syntax: "powershell",
    },
    { program: "/usr/bin/pwsh", platform: "linux", syntax: "powershell" },
    { program: "C:\\Windows\\System32\\CMD.EXE", platform: "win32", syntax: "cmd" },
    { program: "/usr/bin/nu", platform: "linux", syntax: "unknown" },
    { program: "/usr/bin/tcsh", platform: "linux", syntax: "unknown" },
    { program: "constructor", platform: "linux", syntax: "unknown" },
    { program: "", platform: "linux", syntax: "posix" },
    { program: "", platform: "win32", syntax: "powershell" },
  ];
  test.for(rows)("the program $program on $platform has the syntax $syntax", ({ program, platform, syntax }) => {
    expect(detectShellSyntax(program, platform)).toBe(syntax);
  });
});

test("VS Code reports the prompt of bash, PowerShell and fish", () => {
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

test("the keys that remove a typed line depend on the shell", () => {
  const syntaxes: readonly ShellSyntax[] = ["posix", "fish", "powershell", "cmd", "unknown"];
  expect(syntaxes.map(chooseRemoveLineKeys)).toEqual(["\u0015\u0015", "\u0015\u0015", "\u001b", "\u001b", undefined]);
});

describe("a command line has each word unchanged, or there is none", () => {
  const hostile = 'it\'s; rm -rf $HOME `x` $(y) \\ & | > "%PATH%" !!';
  const rows: readonly { readonly syntax: ShellSyntax; readonly word: string; readonly line: string | undefined }[] = [
    { syntax: "posix", word: "prod", line: "kubectl prod" },
    { syntax: "posix", word: "a b", line: "kubectl 'a b'" },
    { syntax: "posix", word: "=ls", line: "kubectl '=ls'" },
    { syntax: "fish", word: "it's \\", line: "kubectl 'it\\'s \\\\'" },
    { syntax: "powershell", word: "a,b=c", line: "kubectl 'a,b=c'" },
    { syntax: "powershell", word: "it's ’$x’", line: "kubectl 'it''s ’’$x’’'" },
    { syntax: "powershell", word: 'a"b', line: undefined },
    { syntax: "powershell", word: "a b\\", line: undefined },
    { syntax: "cmd", word: "a&b", line: 'kubectl "a&b"' },
    { syntax: "cmd", word: "%PATH%", line: undefined },
    { syntax: "cmd", word: 'a"b', line: undefined },
    { syntax: "unknown", word: "prod/a:b-c.d_e", line: "kubectl prod/a:b-c.d_e" },
    { syntax: "unknown", word: "a b", line: undefined },
    { syntax: "posix", word: "", line: "kubectl ''" },
    { syntax: "posix", word: "a\nrm", line: undefined },
    { syntax: "posix", word: "a\rrm", line: undefined },
    { syntax: "fish", word: "a\u001b[2J", line: undefined },
    { syntax: "powershell", word: "a\u202eb", line: undefined },
    { syntax: "cmd", word: "a\u0000", line: undefined },
  ];
  test.for(rows)("the word $word in $syntax is the command line $line", ({ syntax, word, line }) => {
    expect(formatCommandLine(syntax, ["kubectl", word])).toBe(line);
  });

  test.for(["sh", "bash"])("%s reads each word of a command line back", (shell) => {
    const words = [hostile, "=ls", "~", "*", "{a,b}", "#x", "$'a'", "-n", "ünï", "a=b"];
    const line = formatCommandLine("posix", ["printf", "%s\\n", ...words]) ?? "";
    expect(execFileSync(shell, ["-c", line], { encoding: "utf8" })).toBe(`${words.join("\n")}\n`);
  });

  test("PowerShell calls a program whose path is quoted", () => {
    expect(formatCommandLine("powershell", ["C:/a b/c.exe", "d"])).toBe("& 'C:/a b/c.exe' d");
  });

  test("the output of a login program is dropped, since it is a credential", () => {
    const lines = (["posix", "fish", "powershell", "cmd", "unknown"] as const).map((each) => dropOutput(each, "aws"));
    expect(lines).toEqual(["aws > /dev/null", "aws > /dev/null", "aws > $null", "aws > NUL", undefined]);
  });
});
