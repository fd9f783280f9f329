import { type Glyphs, glyphsFor, type Mark, paintOf } from "./marks.ts";
import { type Palette, plainPalette } from "./palette.ts";
import { asciiOnly } from "./safe.ts";
import { displayWidth, pad, truncate } from "./width.ts";
import { hanging } from "./wrap.ts";

/** Below this many columns lines do not fit any more; narrower terminals get this width. */
const leastWidth = 20;

/** How a Report is to look; whoever calls knows the terminal. */
export interface TextOptions {
  /** Columns of the terminal; absent or 0 does not wrap at all, as kubectl does not in a pipe. */
  readonly width?: number;
  readonly palette?: Palette;
  /** Nothing outside ASCII in the whole output, whatever the cluster wrote. */
  readonly ascii?: boolean;
  /** Everything: healthy parts, all findings with their codes, whole messages. */
  readonly wide?: boolean;
  /** Related objects were looked up, so they are told of also where all is well. */
  readonly related?: boolean;
  /** What roots own was read, so it is shown also where all is well. */
  readonly tree?: boolean;
  /** The end of the identity line, such as `context admin@prod · read just now`; absent: made from the Report's source. */
  readonly contextLine?: string;
  /** How the suggested command begins, such as `oc` or `kubectl --context prod`. */
  readonly kubectl?: string;
  /** The moments themselves (RFC 3339, UTC) instead of ages. */
  readonly absoluteTime?: boolean;
  /** Tables without the row of titles; in text and wide. */
  readonly noHeaders?: boolean;
}

/** The same, made total. */
export interface Style {
  readonly width: number;
  readonly palette: Palette;
  readonly glyphs: Glyphs;
  readonly wide: boolean;
  readonly headers: boolean;
  /** Last word on a sentence of ours before it is laid out: with `--ascii` it, too, has only ASCII. */
  readonly clean: (text: string) => string;
}

/** The options of one rendering with every default filled in. */
export function styleOf(options: TextOptions): Style {
  const width = options.width ?? 0;
  return {
    width: width > 0 ? Math.max(width, leastWidth) : Number.POSITIVE_INFINITY,
    palette: options.palette ?? plainPalette,
    glyphs: glyphsFor(options.ascii ?? false),
    wide: options.wide ?? false,
    headers: options.noHeaders !== true,
    clean: options.ascii === true ? asciiOnly : (text) => text,
  };
}

/** Rows that one text of the cluster may take before the rest is left to `-o wide`. */
const mostRows = 5;

/** The first rows of a text: a message can hold a whole stack trace or a whole object. */
export function clipped(rows: readonly string[], style: Style): readonly string[] {
  if (style.wide || rows.length <= mostRows) return rows;
  const ending = ` ${style.glyphs.ellipsis}`;
  const last = rows[mostRows - 1] ?? "";
  const room = style.width - displayWidth(ending);
  const whole = displayWidth(last) <= room ? last : last.replace(/\S+$/, "").trimEnd();
  return [...rows.slice(0, mostRows - 1), `${whole.trim() === "" ? truncate(last, room, "") : whole}${ending}`];
}

/** A paragraph behind a mark: `✗ HyperConverged … is unavailable`, further lines under its first word. */
export function marked(mark: Mark, text: string, style: Style): readonly string[] {
  const sign = style.glyphs.marks[mark];
  const [first = "", ...rest] = clipped(hanging(`${sign} `, style.clean(text), style.width), style);
  return [`${paintOf(mark, style.palette)(sign)}${first.slice(sign.length)}`, ...rest];
}

/** A paragraph behind a label: `  Cause   CDI: …`; without a label it continues the paragraph above. */
export function labelled(label: string, text: string, style: Style, bullet = ""): readonly string[] {
  const [first = "", ...rest] = clipped(hanging(`  ${pad(label, 7)} ${bullet}`, style.clean(text), style.width), style);
  return [`  ${style.palette.bold(first.slice(2, 2 + label.length))}${first.slice(2 + label.length)}`, ...rest];
}
