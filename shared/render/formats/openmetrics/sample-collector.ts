import { sanitizeLine } from "../../../characters/sanitize.ts";
import { type MetricName, metricLabels } from "./families.ts";

/** The samples of one cluster: a line for each series, by metric. */
export type SampleLines = ReadonlyMap<MetricName, readonly string[]>;

/** The most series of one metric for one cluster. The worst come first, so what is omitted is no worse. */
export const maxSeries = 1_000;

/** The most characters of a label value. Names of Kubernetes have up to 253 (RFC 1123, apimachinery). */
export const maxLabelLength = 256;

/** The value of one series, with the values of its labels in the order of families.ts. */
interface Sample {
  readonly labels: readonly string[];
  readonly value: number;
}

/** Collects the samples of one cluster. */
export class SampleCollector {
  readonly #leadingLabels: Readonly<Record<string, string>>;
  /** The lines of each metric, by their labels. */
  readonly #linesByMetric = new Map<MetricName, Map<string, string>>();
  #omittedSeries = 0;
  #cutLabels = 0;

  /** `leadingLabels` precede the labels of every metric. */
  constructor(leadingLabels: Readonly<Record<string, string>>) {
    this.#leadingLabels = leadingLabels;
  }

  /** Adds a series, unless its value is undefined. */
  add(name: MetricName, labels: readonly string[], value: number | undefined): void {
    if (value !== undefined) this.#addAll(name, [{ labels, value }]);
  }

  /** Adds a series for each state: 1 for the current one, 0 for the others. The state is the last label. */
  addState(name: MetricName, labels: readonly string[], states: readonly string[], current: string): void {
    const samples = states.map((state) => ({ labels: [...labels, state], value: state === current ? 1 : 0 }));
    this.#addAll(name, samples);
  }

  /** Returns the lines of all samples, with the numbers of omitted series and of cut labels. */
  lines(): SampleLines {
    // To write these two samples may cut a label once more.
    const cutLabels = this.#cutLabels;
    this.add("hco_status_omitted_series", [], this.#omittedSeries);
    this.add("hco_status_cut_labels", [], cutLabels);
    return new Map([...this.#linesByMetric].map(([name, lines]) => [name, [...lines.values()]]));
  }

  /** Adds all samples or none of them: none where there are too many, or where a series exists already. */
  #addAll(name: MetricName, samples: readonly Sample[]): void {
    const lines = this.#linesByMetric.get(name) ?? new Map<string, string>();
    this.#linesByMetric.set(name, lines);
    if (lines.size + samples.length > maxSeries) {
      this.#omittedSeries += samples.length;
      return;
    }
    const written = samples.map(({ labels, value }) => ({ key: this.#writeLabels(name, labels), value }));
    if (written.some(({ key }) => lines.has(key))) {
      this.#omittedSeries += samples.length;
      return;
    }
    for (const { key, value } of written) lines.set(key, `${name}${key} ${value}`);
  }

  /** `{context="prod",namespace="kubevirt"}`; empty for no labels. */
  #writeLabels(name: MetricName, values: readonly string[]): string {
    const pairs = Object.entries(this.#leadingLabels);
    for (const [index, label] of metricLabels[name].entries()) pairs.push([label, values[index] ?? ""]);
    if (pairs.length === 0) return "";
    const texts = pairs.map(([label, value]) => `${label}="${escapeLabel(this.#shorten(value))}"`);
    return `{${texts.join(",")}}`;
  }

  #shorten(value: string): string {
    // Longer text is not even made harmless.
    const harmless = sanitizeLine(value.slice(0, 2 * maxLabelLength));
    if (harmless.length <= maxLabelLength && value.length <= 2 * maxLabelLength) return harmless;
    this.#cutLabels += 1;
    // A cut emoji may end in a character that joins it with the next.
    return `${harmless.slice(0, maxLabelLength - 1).replace(/[\p{Cf}\p{Cs}]+$/u, "")}…`;
  }
}

/** Escapes a label value (OpenMetrics 1.0, "Escaping": backslash, line feed and double quote). */
function escapeLabel(text: string): string {
  return text.toWellFormed().replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
