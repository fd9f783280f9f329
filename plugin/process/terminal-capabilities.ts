/** The facts of the process that decide how output is drawn. */
export interface TerminalCapabilities {
  readonly isTerminal: boolean;
  /** Whether standard input is a terminal, where the user may reply. */
  readonly isInputTerminal: boolean;
  /** Whether standard error is a terminal. Absent: it is not. */
  readonly isErrorTerminal?: boolean;
  readonly columns?: number;
  readonly rows?: number;
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

/**
 * The columns to wrap at. The first that is set: `--width`, the terminal's width, COLUMNS. Else 80, where everything is
 * readable.
 */
export function wrapWidth(screen: TerminalCapabilities, requestedWidth: number | undefined): number {
  if (requestedWidth !== undefined) return requestedWidth;
  if (screen.isTerminal && screen.columns !== undefined && screen.columns > 0) return screen.columns;
  const columns = Number(screen.environment["COLUMNS"]);
  return Number.isInteger(columns) && columns > 0 ? columns : 80;
}

/**
 * Whether to print ASCII marks, because the locale says that it is not UTF-8. LC_ALL comes before LC_CTYPE before LANG,
 * as in libc.
 */
export function needsAscii(screen: TerminalCapabilities): boolean {
  const { environment } = screen;
  const locale = [environment["LC_ALL"], environment["LC_CTYPE"], environment["LANG"]].find(
    (each) => each !== undefined && each !== "",
  );
  return locale !== undefined && screen.platform !== "win32" && !/utf-?8/i.test(locale) && locale.includes(".");
}
