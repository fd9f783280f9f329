import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { MetricName } from "./families.ts";
import { metricLabels } from "./families.ts";

/** The samples of one cluster: a line for each series, by metric. */
export type SampleLines = ReadonlyMap<MetricName, readonly string[]>;

/** Takes the values of one cluster. Label values come in the order of families.ts. */
export interface SampleCollector {
  readonly add: (name: MetricName, labels: readonly string[], value: number | undefined) => void;
  /** Adds a series for each state: 1 for `now`, 0 for the others. The state is the last label. */
  readonly addState: (name: MetricName, labels: readonly string[], states: readonly string[], current: string) => void;
  readonly lines: () => SampleLines;
}

/** The most series of one metric for one cluster. The worst come first, so what is omitted is no worse. */
export const maxSeries = 1_000;

/** The most characters of a label value. Names of Kubernetes have up to 253 (RFC 1123, apimachinery). */
export const maxLabelLength = 256;

/** A collector. `first` are labels that precede those of every metric. */
export function createSampleCollector(leadingLabels: Readonly<Record<string, string>> = {}): SampleCollector {
  const series = new Map<MetricName, Map<string, string>>();
  let omitted = 0;
  let cut = 0;

  function writeLabels(name: MetricName, values: readonly string[]): string {
    const own = metricLabels[name].map((label, index) => [label, values[index] ?? ""] as const);
    const pairs = [...Object.entries(leadingLabels), ...own].map(
      ([label, value]) => `${label}="${escapeLabel(shorten(value))}"`,
    );
    return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
  }

  function shorten(value: string): string {
    // Longer text is not even made harmless.
    const harmless = sanitizeLine(value.slice(0, 2 * maxLabelLength));
    if (harmless.length <= maxLabelLength && value.length <= 2 * maxLabelLength) return harmless;
    cut += 1;
    // A cut emoji may end in a character that joins it with the next.
    return `${harmless.slice(0, maxLabelLength - 1).replace(/[\p{Cf}\p{Cs}]+$/u, "")}…`;
  }

  /** Adds all lines or none. The first line says whether they are known already. */
  function put(name: MetricName, rows: readonly (readonly [values: readonly string[], value: number])[]): void {
    const known = series.get(name) ?? new Map<string, string>();
    series.set(name, known);
    if (known.size + rows.length > maxSeries) {
      omitted += rows.length;
      return;
    }
    const lines = rows.map(([values, value]) => [writeLabels(name, values), value] as const);
    if (lines.some(([labels]) => known.has(labels))) omitted += rows.length;
    else for (const [labels, value] of lines) known.set(labels, `${name}${labels} ${value}`);
  }

  return {
    add(name, labels, value) {
      if (value !== undefined) put(name, [[labels, value]]);
    },
    addState(name, labels, states, current) {
      put(
        name,
        states.map((state) => [[...labels, state], state === current ? 1 : 0]),
      );
    },
    lines() {
      // To write these two may cut a label once more.
      const cutLabels = cut;
      put("hco_status_omitted_series", [[[], omitted]]);
      put("hco_status_cut_labels", [[[], cutLabels]]);
      return new Map([...series].map(([name, rows]) => [name, [...rows.values()]]));
    },
  };
}

/** Escapes a label value (OpenMetrics 1.0, "Escaping": backslash, line feed and double quote). */
function escapeLabel(text: string): string {
  return text.toWellFormed().replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
