import { normalizeUtc } from "../../model/time.ts";

/** The part of a `kubectl describe` that begins with one label at the margin: its text, and the lines below it. */
export interface DescribedSection {
  readonly text: string;
  readonly lines: readonly string[];
}

/** The sections of one described object. Each label may come more than once: a text of the object may look like one. */
export interface DescribedSections {
  /** The first with a label. */
  readonly first: (label: string) => DescribedSection | undefined;
  /** The last with a label, for what stands after all texts that a container writes. */
  readonly last: (label: string) => DescribedSection | undefined;
}

export function sectionsOf(part: string): DescribedSections {
  const sections: { readonly label: string; readonly text: string; readonly lines: string[] }[] = [];
  for (const line of part.split(/\r?\n/)) {
    const [, label, text = ""] = /^([A-Z][A-Za-z -]*?):(?:[ \t]+(.*))?$/.exec(line) ?? [];
    if (label === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ label, text: text.trim(), lines: [] });
  }
  return {
    first: (label) => sections.find((each) => each.label === label),
    last: (label) => sections.findLast((each) => each.label === label),
  };
}

/** The text of a section; empty where it is absent or `<none>`. */
export function textOf(section: DescribedSection | undefined): string {
  return section === undefined || /^<(none|unset|nil)>$/.test(section.text) ? "" : section.text;
}

/**
 * The rows of a table with its header above, each by the words of the header in small letters. Columns stand where the
 * header has them (kubectl, pkg/describe).
 */
export function tableRows(lines: readonly string[]): readonly Readonly<Record<string, string>>[] {
  const [header = "", ...rows] = lines;
  const columns = [...header.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word: word.toLowerCase(), index }));
  return rows
    .filter((row) => row.trim() !== "" && !/^[\s-]+$/.test(row))
    .map((row) =>
      Object.fromEntries(
        columns.map(({ word, index }, place) => [word, row.slice(index, columns[place + 1]?.index).trim()]),
      ),
    );
}

const months: readonly string[] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A time as kubectl describes it, `Mon, 23 Nov 2026 13:35:42 +0100`, in UTC; undefined for anything else. */
export function describedTime(text: string): string | undefined {
  const [, day = "", month = "", year, time, hours, minutes] =
    /^[A-Z][a-z]{2}, (\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)$/.exec(text) ?? [];
  const place = months.indexOf(month) + 1;
  if (place === 0) return undefined;
  return normalizeUtc(`${year}-${`${place}`.padStart(2, "0")}-${day.padStart(2, "0")}T${time}${hours}:${minutes}`);
}
