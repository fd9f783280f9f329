import { givenTime } from "../../parse/given-time.ts";
import { type Fields, toText } from "../../parse/json-value.ts";
import { partNoun } from "../../tables/part-names.ts";
import { endTimes, partWordFields, scheduleKinds } from "../../tables/status-words.ts";
import { type StatusPart, statusParts } from "./status-parts.ts";
import { type StatusWord, wordVerdict } from "./word-verdict.ts";

/**
 * The evidence that the runs of a schedule are: the last one that was due ended well, by the fields of batch/v1 CronJob, or
 * the newest of a list did. A fault of the newest counts as any other fault of a part.
 */
export function scheduledRuns(fields: Fields, kind: string): readonly StatusWord[] {
  const [due, ended] = ["lastScheduleTime", "lastSuccessfulTime"].map((name) => givenTime(fields[name]));
  if (due && ended && ended >= due) return [goodRun("lastSuccessfulTime")];
  if (!scheduleKinds.test(kind)) return [];
  const newest = newestRuns(statusParts(fields)).filter((part) => part.isInner && endOf(part) !== "");
  const words = newest.flatMap((part) => partWordFields.map((name) => toText(part.fields[name])));
  return words.filter((word) => wordVerdict(word) === "healthy").map(goodRun);
}

function goodRun(reason: string): StatusWord {
  return { verdict: "healthy", isResting: false, of: "field", trouble: { reason, message: "" } };
}

/**
 * The runs without those that another of the same list outran, which has ended since (Stork MigrationSchedule). A list of
 * parts, `databases`, holds one of each.
 */
export function newestRuns(parts: readonly StatusPart[]): readonly StatusPart[] {
  const newest = new Map<string, string>();
  for (const part of parts) {
    const list = part.names.join();
    if (endOf(part) > (newest.get(list) ?? "")) newest.set(list, endOf(part));
  }
  const isOfParts = ({ names }: StatusPart): boolean => partNoun.test(names.at(-1) ?? "");
  return parts.filter((part) => endOf(part) === "" || isOfParts(part) || endOf(part) === newest.get(part.names.join()));
}

function endOf({ fields }: StatusPart): string {
  return endTimes.map((name) => givenTime(fields[name])).find((time) => time !== "") ?? "";
}
