/** What decides how output is drawn; facts of the process, given by main. */
export interface Screen {
  readonly isTerminal: boolean;
  /** Somebody may answer there. */
  readonly isInputTerminal: boolean;
  /** Standard error is one. Absent: it is not. */
  readonly isErrorTerminal?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Colour as kubectl decides it: a terminal that is not dumb, NO_COLOR not set, on Windows only in Windows Terminal. */
export function hasColor(screen: Screen, color: "auto" | "always" | "never"): boolean {
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

/** Columns to wrap at: asked for, the terminal's, COLUMNS, else 80, where everything is readable. */
export function widthOf(screen: Screen, asked: number | undefined): number {
  if (asked !== undefined) return asked;
  if (screen.isTerminal && screen.columns !== undefined && screen.columns > 0) return screen.columns;
  const columns = Number(screen.environment["COLUMNS"]);
  return Number.isInteger(columns) && columns > 0 ? columns : 80;
}

/** A locale that says it is not UTF-8 gets ASCII marks; LC_ALL before LC_CTYPE before LANG, as libc reads them. */
export function needsAscii(screen: Screen): boolean {
  const { environment } = screen;
  const locale = [environment["LC_ALL"], environment["LC_CTYPE"], environment["LANG"]].find(
    (each) => each !== undefined && each !== "",
  );
  return locale !== undefined && screen.platform !== "win32" && !/utf-?8/i.test(locale) && locale.includes(".");
}
