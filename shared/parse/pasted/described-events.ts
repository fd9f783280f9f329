import type { Fields } from "../json-value.ts";

/** The object that events are about, as an Event refers to it. */
export interface InvolvedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/**
 * The Events in the table at the end of the output of `kubectl describe`, in its order. They have no times, because the
 * table has only ages (kubectl, pkg/describe, DescribeEvents).
 */
export function readDescribedEvents(part: string, about: InvolvedObject): readonly Fields[] {
  const [, table = ""] = part.split(/^Events:[ \t]*\r?\n/m);
  const lines = table.split(/\r?\n/);
  const header = lines.findIndex((line) => /^\s+Type\s+Reason\s+Age\s+From\s+Message/.test(line));
  if (header < 0) return [];
  const starts = ["Type", "Reason", "Age", "From", "Message"].map((word) => (lines[header] ?? "").indexOf(word));
  const end = lines.findIndex((line, index) => index > header && line.trim() === "");
  return lines.slice(header + 1, end < 0 ? undefined : end).flatMap((line, index) => {
    // An edited row does not stand below its header.
    const isAligned = starts.every((from) => /^(?:\s|$)/.test(line.slice(from - 1)));
    const cells = starts.map((from, place) => line.slice(from, starts[place + 1]).trim());
    const [type = "", reason = "", age = "", , message = ""] = isAligned ? cells : line.trim().split(/\s{2,}/);
    if (!/^(Normal|Warning)$/.test(type)) return [];
    const [, count = "1"] = /\(x(\d{1,9}) /.exec(age) ?? [];
    const { namespace } = about;
    return {
      ...{ apiVersion: "v1", kind: "Event", type, reason, message, count: Number(count), involvedObject: about },
      metadata: { name: `${about.name}.${index}`, ...(namespace === undefined ? {} : { namespace }) },
    };
  });
}
