import type { EntryKind, OutlineEntry } from "../model/outline.ts";
import { plainText } from "../outline/text.ts";

/**
 * A cause on one line without its name, for rows and hovers: its deepest object and what that reports, then its state.
 * `container cdi-controller CrashLoopBackOff (exit 1, 7 restarts) · unavailable for 14m`.
 */
export function causeLine(entry: OutlineEntry): string {
  const end = lastStep(entry);
  // Behind the replicas of a workload a sentence begins; behind a name the state of that object.
  const link = /\d\/\d+$/.test(end) ? ": " : " ";
  const explained = [end, textBelow(entry, "evidence")].filter((words) => words !== "").join(link);
  return [explained, plainText(entry.text)].filter((words) => words !== "").join(" · ");
}

/** The text of the entry of a kind below another one; empty where there is none. */
export function textBelow({ entries }: OutlineEntry, kind: EntryKind): string {
  const found = entries.find((entry) => entry.kind === kind);
  return found === undefined ? "" : plainText(found.text);
}

/** The last object on the way down. */
function lastStep({ entries }: OutlineEntry): string {
  const [way] = entries.find(({ kind }) => kind === "way")?.text ?? [];
  return way?.is === "way" ? (way.steps.at(-1) ?? "") : "";
}
