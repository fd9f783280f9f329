import type { CulpritEntry } from "../first-screen/first-screen.ts";

/** The cause of a culprit on one line: its deepest object and what that reports. Empty where nothing is known. */
export function causeLine({ end, text }: Pick<CulpritEntry, "end" | "text">): string {
  // Behind the replicas of a workload a sentence begins; behind a name the state of that object.
  return [end, text].filter((words) => words !== "").join(/\d\/\d+$/.test(end) ? ": " : " ");
}

/** What stands behind the name of a culprit: its cause first, then its state and the remark on it. */
export function culpritLine(entry: Pick<CulpritEntry, "end" | "text" | "state" | "note">): string {
  return [causeLine(entry), entry.state, entry.note].filter((words) => words !== "").join(" · ");
}
