/** The facts of the process that decide how output is drawn. */
export interface TerminalCapabilities {
  readonly isTerminal: boolean;
  /** Whether standard input is a terminal, where the user may reply. */
  readonly isInputTerminal: boolean;
  /** Whether standard error is a terminal. Absent: it is not. */
  readonly isErrorTerminal?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  /** The columns of the terminal behind standard error. Absent: not known. */
  readonly errorColumns?: number;
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Whether to print colours, as kubectl decides. The output must be a terminal that is not dumb, and NO_COLOR must not
 * be set. On Windows, only Windows Terminal gets colours.
 */
export function hasColor(screen: TerminalCapabilities, color: "auto" | "always" | "never"): boolean {
  if (color !== "auto") return color === "always";
  const { TERM, NO_COLOR, WT_SESSION } = screen.environment as Readonly<
    Record<"TERM" | "NO_COLOR" | "WT_SESSION", string | undefined>
  >;
  return (
    screen.isTerminal &&
    TERM !== "dumb" &&
    NO_COLOR === undefined &&
    (screen.platform !== "win32" || WT_SESSION !== undefined)
  );
}

/** The columns of a terminal that does not report its size: those of the VT100, whose sequences all others share. */
const usualColumns = 80;

/**
 * The columns to wrap standard output at; 0 does not wrap. `--width` comes first, then the terminal's width, then its
 * COLUMNS. Into a pipe nothing is wrapped, whatever COLUMNS says, as kubectl does it: a search finds its line there.
 */
export function wrapWidth(screen: TerminalCapabilities, requestedWidth: number | undefined): number {
  if (requestedWidth !== undefined) return requestedWidth;
  return screen.isTerminal ? terminalColumns(screen, screen.columns) : 0;
}

/** The columns to wrap messages on standard error at; 0 does not wrap. The same rules as for standard output. */
export function errorWrapWidth(screen: TerminalCapabilities, requestedWidth: number | undefined): number {
  if (requestedWidth !== undefined) return requestedWidth;
  return screen.isErrorTerminal === true ? errorColumns(screen) : 0;
}

/** The columns of the terminal behind standard error. */
export function errorColumns(screen: TerminalCapabilities): number {
  return terminalColumns(screen, screen.errorColumns ?? screen.columns);
}

function terminalColumns({ environment }: TerminalCapabilities, reported: number | undefined): number {
  if (reported !== undefined && reported > 0) return reported;
  const columns = Number(environment["COLUMNS"]);
  return Number.isInteger(columns) && columns > 0 ? columns : usualColumns;
}

/**
 * Whether to print ASCII marks. A locale with another charset than UTF-8 asks for them everywhere. On a terminal the
 * locales C and POSIX do too, and a TERM that is unset or cannot draw. A pipe in the locale C keeps UTF-8, because
 * scripts set that locale to get English. `isTerminal`: whether the output in question is one.
 */
export function needsAscii(screen: TerminalCapabilities, isTerminal: boolean = screen.isTerminal): boolean {
  if (screen.platform === "win32") return false;
  const locale = localeOf(screen.environment);
  const isUtf8 = locale !== undefined && /utf-?8/i.test(locale);
  if (locale?.includes(".") === true && !isUtf8) return true;
  return isTerminal && (isPortable(locale) || !canDraw(screen.environment["TERM"], isUtf8));
}

/**
 * The locale of characters: LC_ALL before LC_CTYPE before LANG; an empty one counts as unset (POSIX.1-2017, Base
 * Definitions, 8.2). Undefined: none is set, as in most containers.
 */
function localeOf(environment: TerminalCapabilities["environment"]): string | undefined {
  return [environment["LC_ALL"], environment["LC_CTYPE"], environment["LANG"]].find(
    (each) => each !== undefined && each !== "",
  );
}

/** Whether it is the locale whose characters are ASCII (POSIX.1-2017, Base Definitions, 7.2). */
function isPortable(locale: string | undefined): boolean {
  return locale === "C" || locale === "POSIX";
}

/** Whether a terminal of this kind shows line drawing. The Linux console does only in a UTF-8 locale (console(4)). */
function canDraw(term: string | undefined, isUtf8: boolean): boolean {
  if (term === undefined || term === "" || term === "dumb") return false;
  return isUtf8 || !/^(linux|vt\d+)(-|$)/.test(term);
}

/** Whether standard error is a terminal on which a line can be erased and drawn again. */
export function canRedrawErrors({ isErrorTerminal, environment, platform }: TerminalCapabilities): boolean {
  return isErrorTerminal === true && isRedrawable(environment["TERM"], platform);
}

/** Whether standard output is a terminal that can be redrawn. */
export function canRedraw({ isTerminal, environment, platform }: TerminalCapabilities): boolean {
  return isTerminal && isRedrawable(environment["TERM"], platform);
}

/** A terminal without a TERM counts as dumb, as git has it (editor.c, is_terminal_dumb). Windows never sets one. */
function isRedrawable(term: string | undefined, platform: string): boolean {
  if (platform === "win32") return term !== "dumb";
  return term !== undefined && term !== "" && term !== "dumb";
}
