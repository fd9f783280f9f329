import { quoteShellWord } from "../../model/shell-word.ts";

/** How a shell quotes. `unknown`: only words that no shell changes. */
export type ShellSyntax = "posix" | "fish" | "powershell" | "cmd" | "unknown";

const syntaxes: ReadonlyMap<string, ShellSyntax> = new Map([
  ["sh", "posix"],
  ["bash", "posix"],
  ["zsh", "posix"],
  ["dash", "posix"],
  ["ash", "posix"],
  ["ksh", "posix"],
  ["fish", "fish"],
  ["pwsh", "powershell"],
  ["pwsh-preview", "powershell"],
  ["powershell", "powershell"],
  ["cmd", "cmd"],
]);

/** Words that no shell changes. */
const plainWord = /^[A-Za-z0-9_./:-]+$/;

/** Characters that act in a terminal or hide in it. */
const actingCharacters = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Returns the syntax of the shell at a path: `C:\\...\\pwsh.exe` -> `powershell`.
 * @param platform decides where the path is empty. As Node names it: `win32`.
 */
export function detectShellSyntax(program: string, platform: string): ShellSyntax {
  if (program === "") return platform === "win32" ? "powershell" : "posix";
  return syntaxes.get(readProgramName(program)) ?? "unknown";
}

function readProgramName(program: string): string {
  return (program.split(/[\\/]/).at(-1) ?? "").toLowerCase().replace(/\.exe$/, "");
}

/**
 * Whether VS Code makes the shell report its prompts, unless the user turned that off
 * (https://code.visualstudio.com/docs/terminal/shell-integration, "Automatic script injection").
 */
export function isPromptReported(program: string): boolean {
  return ["bash", "zsh", "fish", "pwsh", "powershell"].includes(readProgramName(program));
}

/**
 * Returns a command line that the shell reads as exactly these words. Undefined where it cannot: a word with a control
 * character could run the line, and some shells have no form for some characters.
 */
export function formatCommandLine(syntax: ShellSyntax, words: readonly string[]): string | undefined {
  const quoted = words.map((word) => quoteWord(syntax, word));
  if (quoted.includes(undefined)) return undefined;
  // PowerShell prints a quoted word as text unless the call operator is before it.
  const callOperator = syntax === "powershell" && quoted[0]?.startsWith("'") ? "& " : "";
  return `${callOperator}${quoted.join(" ")}`;
}

/**
 * Returns the keys that remove a line that was typed and not run: Ctrl+U, or Escape in the shells of Windows. Undefined
 * where they are not known. Ctrl+U is sent twice, because after an Escape of the user a shell takes the first one as
 * Alt+Ctrl+U.
 */
export function chooseRemoveLineKeys(syntax: ShellSyntax): string | undefined {
  if (syntax === "unknown") return undefined;
  return syntax === "powershell" || syntax === "cmd" ? "\u001b" : "\u0015\u0015";
}

/** Returns the line with its standard output dropped. */
export function dropOutput(syntax: ShellSyntax, line: string): string | undefined {
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

function quoteWord(syntax: ShellSyntax, word: string): string | undefined {
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
