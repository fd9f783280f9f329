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

/** One step through a line: a backslash with what it escapes, a variable, or a character. */
const pieces = /\\[\s\S]|\$\w+|\$\{\w+\}|[\s\S]/gu;

/** Splits a line by bash's rules of quoting. `breaks` is COMP_WORDBREAKS. */
export function splitBashLine(line: string, breaks: string, environment: BashEnvironment): BashLine {
  const splitter = new BashLineSplitter(breaks, environment);
  for (const [piece] of line.matchAll(pieces)) splitter.take(piece);
  const { words, kept, quote } = splitter.finish();
  // Assignments may stand before the name of the program: `KUBECONFIG=a kubectl-hco_status wait`.
  const programIndex = words.findIndex((word) => !/^\w+=/.test(word));
  return { words: words.slice(programIndex + 1), kept, quote };
}

/** Takes the pieces of a line from left to right. */
class BashLineSplitter {
  readonly #breaks: string;
  readonly #environment: BashEnvironment;
  readonly #words: string[] = [];
  /** The word that is not over. Undefined between two words. */
  #word: string | undefined;
  #quote: BashLine["quote"] = "";
  #kept = 0;
  /** The value of `#kept` when the open quote began. */
  #keptBeforeQuote = 0;

  constructor(breaks: string, environment: BashEnvironment) {
    this.#breaks = breaks;
    this.#environment = environment;
  }

  take(piece: string): void {
    if (this.#quote === "") this.#takeUnquoted(piece);
    else if (piece === this.#quote) this.#closeQuote();
    else if (this.#quote === "'") this.#takeInSingleQuotes(piece);
    else this.#takeInDoubleQuotes(piece);
  }

  /** Returns the words with the last one, which is empty where a new word begins. */
  finish(): BashLine {
    return { words: [...this.#words, this.#word ?? ""], kept: this.#kept, quote: this.#quote };
  }

  #takeUnquoted(piece: string): void {
    if (/^\s$/.test(piece)) {
      this.#endWord();
      return;
    }
    if (piece === "'" || piece === '"') {
      this.#openQuote(piece);
      return;
    }
    const isHome = piece === "~" && this.#word === undefined;
    const word = this.#append(isHome ? this.#environment.home : this.#unescape(piece));
    if (piece.length > 1 || !this.#breaks.includes(piece)) return;
    // An @ begins what readline replaces, where the others end what it keeps (readline, complete.c, rl_special_prefixes).
    this.#kept = piece === "@" ? word.length - 1 : word.length;
  }

  /** Between single quotes a backslash escapes nothing, so that the piece `\'` ends the quote. */
  #takeInSingleQuotes(piece: string): void {
    if (piece === "\\'") {
      this.#append("\\");
      this.#closeQuote();
    } else {
      this.#append(piece);
    }
  }

  /** Between double quotes a backslash escapes only these characters, and stays before any other. */
  #takeInDoubleQuotes(piece: string): void {
    const isLiteral = isEscape(piece) && !/[\\"$`]/.test(piece.slice(1));
    this.#append(isLiteral ? piece : this.#unescape(piece));
  }

  #append(text: string): string {
    this.#word = (this.#word ?? "") + text;
    return this.#word;
  }

  #endWord(): void {
    if (this.#word !== undefined) this.#words.push(this.#word);
    this.#word = undefined;
    this.#kept = 0;
  }

  #openQuote(quote: "'" | '"'): void {
    this.#word ??= "";
    this.#quote = quote;
    this.#keptBeforeQuote = this.#kept;
    this.#kept = this.#word.length;
  }

  #closeQuote(): void {
    this.#quote = "";
    this.#kept = this.#keptBeforeQuote;
  }

  /** `\a` -> `a`, `$HOME` -> its value. A variable that is not set stays as it is. */
  #unescape(piece: string): string {
    if (isEscape(piece)) return piece.slice(1);
    if (!piece.startsWith("$")) return piece;
    const name = piece.replace(/[${}]/g, "");
    return this.#environment.variables[name] ?? piece;
  }
}

function isEscape(piece: string): boolean {
  return piece.length > 1 && piece.startsWith("\\");
}

/** How readline shows the choices. */
interface BashList {
  /** COMP_TYPE, the character code of the kind of completion. Empty in bash 3. */
  readonly type: string;
  /** The width of the terminal. */
  readonly columns: number;
}

/** The values of COMP_TYPE with which readline puts each choice into the line, where no description may stand: `%` and `*`. */
const insertingTypes: readonly string[] = ["37", "42"];

/** The entries of COMPREPLY for `choices`. Several choices that are listed have their descriptions: `--as  (User to act as)`. */
export function listBashReplies(
  line: BashLine,
  choices: readonly CompletionChoice[],
  { type, columns }: BashList,
): readonly string[] {
  const typed = line.words.at(-1) ?? "";
  // `--output=js` -> `--output=`
  const flag = /^-[^=]*=/.exec(typed)?.[0] ?? "";
  const rows = choices.map(({ value, description }) => {
    return { word: quoteText((flag + value).slice(line.kept), line.quote), description };
  });
  if (rows.length === 1 || insertingTypes.includes(type)) return rows.map(({ word }) => word);
  const width = Math.max(...rows.map(({ word }) => word.length));
  return rows.map(({ word, description }) => {
    if (description === undefined) return word;
    const maxLength = Math.max(word.length, columns - 1);
    return `${word.padEnd(width)}  (${description})`.slice(0, maxLength);
  });
}

/** Escapes what bash would act on: `a b` -> `a\ b`, inside the open quote `"`: `$a` -> `\$a`. */
function quoteText(text: string, quote: BashLine["quote"]): string {
  if (quote === "'") return text.replaceAll("'", "'\\''");
  if (quote === '"') return text.replace(/[\\"$`]/g, "\\$&");
  return text.replace(/[^\w@%+=:,./\u0080-\u{10ffff}-]/gu, "\\$&");
}
