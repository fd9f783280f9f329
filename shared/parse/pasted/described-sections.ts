import { normalizeUtc } from "../../model/time.ts";

/** The part of a `kubectl describe` that begins with one label at the margin: its text, and the lines below it. */
export interface DescribedSection {
  readonly text: string;
  readonly lines: readonly string[];
}

/** The sections of one described object, each with another label. */
export interface DescribedSections {
  readonly at: (label: string) => DescribedSection | undefined;
  /** Whether a label stands twice, or out of order, where texts of a container or a component may look like one. */
  readonly isDoubtful: boolean;
}

/**
 * Cuts a description at the labels of its kind, in their order. Any other line belongs to the section before it, also at
 * the margin: messages stand there with their own line breaks.
 * @param labels all labels at the margin, in the order in which kubectl prints them
 * @param free the first label after which messages may stand that are not Kubernetes' own
 */
export function sectionsOf(part: string, labels: readonly string[], free: string): DescribedSections {
  const sections = new Map<string, { readonly text: string; readonly lines: string[] }>();
  let last: { readonly lines: string[] } | undefined;
  let place = -1;
  let isDoubtful = false;
  for (const line of part.split(/\r?\n/)) {
    const [, label = "", text = ""] = /^([A-Z][A-Za-z -]*?):(?:[ \t]+(.*))?$/.exec(line) ?? [];
    const found = labels.indexOf(label);
    if (found > place) {
      const section = { text: text.trim(), lines: [] };
      sections.set(label, section);
      [last, place] = [section, found];
    } else {
      if (found >= labels.indexOf(free)) isDoubtful = true;
      last?.lines.push(line);
    }
  }
  return { at: (label) => sections.get(label), isDoubtful };
}

/** The text of a section; empty where it is absent or `<none>`. */
export function textOf(section: DescribedSection | undefined): string {
  return section === undefined || /^<(none|unset|nil)>$/.test(section.text) ? "" : section.text;
}

/**
 * The rows of a table with its header above, each by the words of the header in small letters. Columns stand where the
 * header has them, and a row is two deep: further lines of a message are none (kubectl, pkg/describe).
 */
export function tableRows(lines: readonly string[]): readonly Readonly<Record<string, string>>[] {
  const [header = "", ...rows] = lines;
  const columns = [...header.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word: word.toLowerCase(), index }));
  return rows
    .filter((row) => /^ {2}\S/.test(row) && !/^[\s-]+$/.test(row))
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
