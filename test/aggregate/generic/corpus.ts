import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readDocuments } from "../../../shared/parse/documents/split-documents.ts";
import { toRecord } from "../../../shared/parse/json-value.ts";
import { takenAt } from "./evaluate.ts";

/** A situation of one kind with the verdict that its operator's documentation gives it. */
export interface Situation {
  readonly title: string;
  /** `paused`: healthy, with the fact that it rests. `sick`: degraded or unavailable. */
  readonly expected: "healthy" | "progressing" | "sick" | "unknown" | "paused";
  readonly manifest: Readonly<Record<string, unknown>>;
}

/**
 * Every situation of the corpus. A file has kinds as `Kind.group`, each with its situations: the expected verdict, then
 * conditions as `Type=Status[@age] [Reason[@age] [message]]`, and fields of the status. `$spec` and `$metadata` stand
 * beside the status. `severity` and `category` by condition type become fields of these conditions.
 */
export function readCorpus(): readonly Situation[] {
  const folder = join(import.meta.dirname, "corpus");
  return globSync("*.yaml", { cwd: folder })
    .toSorted()
    .flatMap((file) => situationsIn(readFileSync(join(folder, file), "utf8"), file));
}

function situationsIn(text: string, file: string): readonly Situation[] {
  const { documents, faults } = readDocuments(text, file);
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
  return Object.entries(toRecord(documents[0]?.value) ?? {}).flatMap(([type, situations]) => {
    const [kind = "", ...group] = type.split(".");
    return Object.entries(toRecord(situations) ?? {}).map(([words, row]) => ({
      title: `${basename(file, ".yaml")}: ${kind}, ${words}`,
      ...situation(kind, group.join("."), row as readonly unknown[]),
    }));
  });
}

function situation(kind: string, group: string, [expected, ...pieces]: readonly unknown[]) {
  const given = Object.assign({}, ...pieces.map((piece) => toRecord(piece) ?? {}));
  const { $spec: spec = {}, $metadata: metadata = {}, severity, category, ...status } = given;
  const conditions = pieces
    .filter((piece) => typeof piece === "string")
    .map((piece) => condition(piece, { severity, category }));
  const whole = { ...(conditions.length > 0 && { conditions }), ...expandConditions(status) };
  return {
    expected: expected as Situation["expected"],
    manifest: {
      apiVersion: `${group}/v1`,
      kind,
      spec,
      metadata: { name: "x", generation: 1, creationTimestamp: hoursBefore(24 / 60), ...metadata },
      ...(pieces[0] !== null && { status: whole }),
    },
  };
}

/** A status in which lists of conditions as text have become conditions. */
function expandConditions(value: unknown): object {
  const deep = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(deep);
    const fields = toRecord(each);
    return fields === undefined ? each : expandConditions(fields);
  };
  return Object.fromEntries(
    Object.entries(toRecord(value) ?? {}).map(([key, each]) => [
      key,
      key === "conditions" && Array.isArray(each)
        ? each.map((one) => (typeof one === "string" ? condition(one, {}) : one))
        : deep(each),
    ]),
  );
}

type Weights = Readonly<Record<"severity" | "category", Readonly<Record<string, string>> | undefined>>;

function condition(text: string, weights: Partial<Weights>) {
  const [first = "", second = "", ...message] = text.split(" ");
  const age = /@(\d+)([hm])/.exec(`${first} ${second}`);
  const hours = age === null ? 1 / 6 : Number(age[1]) / (age[2] === "m" ? 60 : 1);
  const [type = "", status = ""] = first.replace(/@.*/, "").split("=");
  const weight = Object.entries(weights).flatMap(([name, by]) => (by?.[type] === undefined ? [] : [[name, by[type]]]));
  const reason = second.replace(/@.*|^-$/, "");
  const lastTransitionTime = hoursBefore(hours);
  return { type, status, reason, message: message.join(" "), lastTransitionTime, ...Object.fromEntries(weight) };
}

function hoursBefore(hours: number): string {
  return new Date(Date.parse(takenAt) - hours * 3_600_000).toISOString().replace(".000", "");
}
