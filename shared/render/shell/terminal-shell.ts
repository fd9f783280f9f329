import { quoteShellWord } from "../../model/shell-word.ts";

/** How a shell quotes. `unknown`: only words that no shell changes. */
export type ShellSyntax = "posix" | "fish" | "powershell" | "cmd" | "unknown";

const programs: Readonly<Record<string, ShellSyntax>> = {
  sh: "posix",
  bash: "posix",
  zsh: "posix",
  dash: "posix",
  ash: "posix",
  ksh: "posix",
  fish: "fish",
  pwsh: "powershell",
  "pwsh-preview": "powershell",
  powershell: "powershell",
  cmd: "cmd",
};

/** Returns the syntax of the shell at a path. @param platform as Node names it; it decides where the path is empty. */
export function shellSyntax(program: string, platform: string): ShellSyntax {
  if (program === "") return platform === "win32" ? "powershell" : "posix";
  const name = nameOf(program);
  return Object.hasOwn(programs, name) ? (programs[name] ?? "unknown") : "unknown";
}

function nameOf(program: string): string {
  return (program.split(/[\\/]/).at(-1) ?? "").toLowerCase().replace(/\.exe$/, "");
}

/**
 * Whether the shell reports its prompts to VS Code, unless the user turned that off (VS Code, "Terminal Shell Integration",
 * Automatic script injection).
 */
export function reportsPrompts(program: string): boolean {
  return ["bash", "zsh", "fish", "pwsh", "powershell"].includes(nameOf(program));
}

/**
 * Returns a command line that the shell reads as exactly these words. Undefined where it cannot: a word with a control
 * character could run the line, and some shells have no form for some characters.
 */
export function commandLine(syntax: ShellSyntax, words: readonly string[]): string | undefined {
  const quoted = words.map((word) => quoteFor(syntax, word));
  if (quoted.some((word) => word === undefined)) return undefined;
  // PowerShell takes a quoted word as a text unless it is called.
  const call = syntax === "powershell" && quoted[0]?.startsWith("'") ? "& " : "";
  return `${call}${quoted.join(" ")}`;
}

/**
 * The keys that remove a line that was typed and not run: Ctrl+U, of the shells of Windows Escape. Undefined where they
 * are not known. Ctrl+U is sent twice: after an Escape of the user a shell takes the first one as Alt+Ctrl+U.
 */
export function removeLineKey(syntax: ShellSyntax): string | undefined {
  if (syntax === "unknown") return undefined;
  return syntax === "powershell" || syntax === "cmd" ? "\u001b" : "\u0015\u0015";
}

/** Returns the line with its standard output dropped. */
export function withoutOutput(syntax: ShellSyntax, line: string): string | undefined {
  switch (syntax) {
    case "unknown":
      return undefined;
    case "powershell":
      return `${line} > $null`;
    case "cmd":
      return `${line} > NUL`;
    default:
      return `${line} > /dev/null`;
  }
}

/** Words that no shell changes. */
const plainWord = /^[A-Za-z0-9_./:-]+$/;

/** Characters that act in a terminal or hide in it. */
const actingCharacters = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

function quoteFor(syntax: ShellSyntax, word: string): string | undefined {
  if (plainWord.test(word)) return word;
  if (actingCharacters.test(word)) return undefined;
  switch (syntax) {
    case "posix":
      // zsh replaces a word that begins with an equals sign by a path.
      return word.startsWith("=") ? `'${word.replaceAll("'", "'\\''")}'` : quoteShellWord(word);
    case "fish":
      return `'${word.replace(/[\\']/g, (found) => `\\${found}`)}'`;
    case "powershell":
      // A quote inside reaches programs only from PowerShell 7.3 on. Four more characters count as single quotes
      // (PowerShell, about_Quoting_Rules).
      return /"|\\$/.test(word) ? undefined : `'${word.replace(/['\u2018-\u201b]/g, "$&$&")}'`;
    case "cmd":
      // Inside quotes cmd still replaces variables.
      return /["%!^]|\\$/.test(word) ? undefined : `"${word}"`;
    case "unknown":
      return undefined;
  }
}
