import type { CompletionChoice } from "./choices.ts";

/** A bash command line up to the cursor, split as bash would pass it to a program. Nothing in it is run. */
interface BashLine {
  /** The words after the name of the program, without quotes, `~` and variables replaced. The last one may be empty. */
  readonly words: readonly string[];
  /** How many characters of the last word stay. readline replaces the text after the last of its break characters. */
  readonly kept: number;
  /** The quote that is still open. */
  readonly quote: "" | "'" | '"';
}

/** What splitting a line needs to know about the shell. */
interface BashEnvironment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** Splits a line by bash's rules of quoting. `breaks` is COMP_WORDBREAKS. */
export function bashLine(line: string, breaks: string, { variables, home }: BashEnvironment): BashLine {
  const words: string[] = [];
  let word: string | undefined;
  let kept = 0;
  let keptBefore = 0;
  let quote: BashLine["quote"] = "";
  for (const [piece] of line.matchAll(pieces)) {
    const escaped = piece.length > 1 && piece.startsWith("\\");
    if (quote === "" && /^\s$/.test(piece)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      kept = 0;
    } else if (quote === "" && (piece === "'" || piece === '"')) {
      word ??= "";
      quote = piece;
      keptBefore = kept;
      kept = word.length;
    } else if (quote !== "" && piece === quote) {
      quote = "";
      kept = keptBefore;
    } else if (quote === "'" || (escaped && quote === '"' && !/[\\"$`]/.test(piece.slice(1)))) {
      word = (word ?? "") + piece;
    } else {
      const isHome = piece === "~" && word === undefined && quote === "";
      const unescaped = escaped ? piece.slice(1) : expandVariables(piece, variables);
      word = (word ?? "") + (isHome ? home : unescaped);
      // An @ begins what readline replaces, where the others end what it keeps (readline, complete.c, rl_special_prefixes).
      if (quote === "" && piece.length === 1 && breaks.includes(piece)) kept = word.length - (piece === "@" ? 1 : 0);
    }
  }
  const all = [...words, word ?? ""];
  // Assignments may stand before the name of the program.
  return { words: all.slice(all.findIndex((each) => !/^\w+=/.test(each)) + 1), kept, quote };
}

/** What is one step: a backslash with what it escapes, a variable, or a character. */
const pieces = /\\[\s\S]|\$\w+|\$\{\w+\}|[\s\S]/gu;

function expandVariables(piece: string, variables: BashEnvironment["variables"]): string {
  if (!piece.startsWith("$")) return piece;
  return variables[piece.replace(/[${}]/g, "")] ?? piece;
}

/** How readline shows the choices. */
interface BashList {
  /** COMP_TYPE: 37 and 42 put each choice into the line, so that it must stand there alone; bash 3 has none. */
  readonly type: string;
  /** Of the terminal. */
  readonly columns: number;
}

/** The entries of COMPREPLY for `choices`: as they go into the line, and beside each what it means where there are several. */
export function bashReplies(line: BashLine, choices: readonly CompletionChoice[], list: BashList): readonly string[] {
  const typed = line.words.at(-1) ?? "";
  const flag = /^-[^=]*=/.exec(typed)?.[0] ?? "";
  const written = choices.map(({ value }) => quoteText((flag + value).slice(line.kept), line.quote));
  if (choices.length === 1 || list.type === "37" || list.type === "42") return written;
  const width = Math.max(...written.map((word) => word.length));
  return choices.map(({ description }, place) => {
    const word = written[place] ?? "";
    if (description === undefined) return word;
    return `${word.padEnd(width)}  (${description})`.slice(0, Math.max(word.length, list.columns - 1));
  });
}

function quoteText(text: string, quote: BashLine["quote"]): string {
  if (quote === "'") return text.replaceAll("'", "'\\''");
  if (quote === '"') return text.replace(/[\\"$`]/g, "\\$&");
  return text.replace(/[^\w@%+=:,./\u0080-\u{10ffff}-]/gu, "\\$&");
}
