import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { explainLog } from "../../shared/logs/explaining-lines.ts";
import type { ContainerLog } from "../../shared/model/container-log.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import type { Query, Reading, Snapshot } from "../../shared/model/snapshot.ts";
import { readDocuments } from "../../shared/parse/documents/split-documents.ts";
import { newestTime } from "../../shared/parse/newest-time.ts";
import { readObjects } from "../../shared/parse/kube-objects.ts";
import { snapshotOf } from "../../shared/aggregate/snapshot-of-objects.ts";
import type { Answer } from "./answers.ts";
import { describeDamage } from "../../shared/parse/input-fault-text.ts";

/** The names of the golden cases. Each is a sentence, and the name of a folder. */
export const sentences: readonly string[] = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The folder of a case. */
export function folderOf(sentence: string): string {
  return join(import.meta.dirname, sentence);
}

/**
 * The Snapshot of a golden case. A case with `answers.json` is read as a cluster, so an object that is not in it is absent.
 * Another case is read as files, so an object that is not in it was not read. Ages count from the newest time in the input.
 */
export function readGoldenCase(sentence: string): Snapshot {
  const input = join(folderOf(sentence), "input.yaml");
  const { documents, faults } = readDocuments(existsSync(input) ? readFileSync(input, "utf8") : "", "input.yaml");
  const damage = faults.map(describeDamage);
  const pieces = documents.map(({ value, where }) => readObjects(value, where));
  const objects = pieces.flatMap((piece) => piece.objects);
  const takenAt = newestTime(objects) ?? "2026-11-21T12:00:00Z";
  const answers = join(folderOf(sentence), "answers.json");
  if (existsSync(answers)) {
    const recordedAnswers = JSON.parse(readFileSync(answers, "utf8")) as Answer[];
    const readings = recordedAnswers.map((answer) => fillAnswer(answer, objects));
    return { source: { kind: "cluster", name: "admin@test" }, takenAt, readings, damage };
  }
  damage.push(...pieces.flatMap((piece) => piece.faults).map(describeDamage));
  const logs = readLogs(sentence);
  const snapshot = snapshotOf(objects, { takenAt, source: { kind: "files", name: "input.yaml" }, damage });
  return logs.length === 0 ? snapshot : { ...snapshot, logs };
}

/** Excerpts of the logs of a case, which are `logs/NAMESPACE/POD/CONTAINER.log` in its folder. */
function readLogs(sentence: string): readonly ContainerLog[] {
  const folder = join(folderOf(sentence), "logs");
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".log"));
  return paths.flatMap((path): readonly ContainerLog[] => {
    const [namespace = "", pod = "", container = ""] = path.replace(/\.log$/, "").split("/");
    const excerpt = explainLog(readFileSync(join(folder, path), "utf8"));
    return excerpt === undefined ? [] : [{ namespace, pod, container, from: "log", ...excerpt }];
  });
}

/** A recorded answer with the objects that its query selects. */
function fillAnswer(answer: Answer, objects: readonly KubeObject[]): Reading {
  if (answer.outcome !== "found") return answer as Reading;
  return { ...answer, objects: objects.filter((object) => isAskedFor(answer.query, object)) } as Reading;
}

function isAskedFor({ group, kind, namespace }: Query, { ref }: KubeObject): boolean {
  return ref.group === group && ref.kind === kind && (namespace === undefined || ref.namespace === namespace);
}
