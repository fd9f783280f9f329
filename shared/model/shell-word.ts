/** A word of a command line. A path below the home directory is a form of its own: a shell expands `~` only outside quotes. */
export type ShellWord = string | { readonly belowHome: string };

/** A word as a POSIX shell takes it, quoted only where it must be. */
export function quoteShellWord(word: ShellWord): string {
  if (typeof word !== "string") return `~/${quoteShellWord(word.belowHome)}`;
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
