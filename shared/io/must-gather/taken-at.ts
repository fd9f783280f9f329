import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { definedFields } from "../../model/defined-fields.ts";
import { formatStamp, parseMilliseconds } from "../../model/time.ts";
import { InputError } from "../errors/errors.ts";
import { type InputText, readText } from "../files/read-input.ts";
import { joinFolder, type MustGatherFiles } from "./archive/archive-files.ts";
import { listParentFolders, type MustGatherImage } from "./image-folders.ts";

/** A `timestamp` file: its folder, and the oldest and newest time in it, in milliseconds since 1970. */
interface Timestamp {
  readonly folder: string;
  readonly oldestMs: number;
  readonly newestMs: number;
}

/**
 * Images of one must-gather run one after the other, and so may runs of inspect. A longer time between two timestamps
 * separates must-gathers.
 */
const maxGapMs = 10 * 60_000;

/** The most bytes of a `timestamp` file outside the folder that the user named. */
const maxFileBytes = 100_000;

/** The characters of a `timestamp` file in which times are searched. */
const searchedCharacters = 10_000;

const dayMs = 24 * 60 * 60_000;

/**
 * Adds to each image the folder of its `timestamp` file: the nearest above the image, else the one beside it. oc writes
 * one line when it begins and one when it ends (logTimestamp in openshift/oc, pkg/cli/admin/mustgather and inspect).
 * `takenAt` is the newest of these times, RFC 3339 UTC. Undefined where no `timestamp` has a time.
 * @throws InputError where they are must-gathers of more than one time, since a report is about one.
 */
export async function readTimestamps(
  path: string,
  files: MustGatherFiles,
  images: readonly MustGatherImage[],
): Promise<{ readonly images: readonly MustGatherImage[]; readonly takenAt: string | undefined }> {
  const reader = new TimestampReader(files);
  const timestamps = new Set<Timestamp>();
  const imagesWithFolder: MustGatherImage[] = [];
  for (const image of images) {
    const timestamp = await reader.findNearest(image.base);
    if (timestamp !== undefined) timestamps.add(timestamp);
    imagesWithFolder.push({ ...image, ...definedFields({ timestampFolder: timestamp?.folder }) });
  }
  assertOneTime(path, [...timestamps]);
  const newestTimes = [...timestamps].map(({ newestMs }) => newestMs);
  const takenAt = newestTimes.length === 0 ? undefined : formatStamp(Math.max(...newestTimes));
  return { images: imagesWithFolder, takenAt };
}

/** Reads the `timestamp` file of each folder once. */
class TimestampReader {
  readonly #files: MustGatherFiles;
  /** By folder. Undefined where the folder has no `timestamp` with a time. */
  readonly #timestamps = new Map<string, Timestamp | undefined>();

  constructor(files: MustGatherFiles) {
    this.#files = files;
  }

  async findNearest(folder: string): Promise<Timestamp | undefined> {
    for (const candidate of [...listParentFolders(folder), folder]) {
      if (!this.#timestamps.has(candidate)) this.#timestamps.set(candidate, await this.#read(candidate));
      const timestamp = this.#timestamps.get(candidate);
      if (timestamp !== undefined) return timestamp;
    }
    return undefined;
  }

  async #read(folder: string): Promise<Timestamp | undefined> {
    if (!(await this.#files.list(folder)).files.has("timestamp")) return undefined;
    const times = readTimes(await this.#files.read(joinFolder(folder, "timestamp")));
    if (times.length === 0) return undefined;
    return { folder, oldestMs: Math.min(...times), newestMs: Math.max(...times) };
  }
}

/** @throws InputError where two timestamps are further apart than one must-gather takes. */
function assertOneTime(path: string, timestamps: readonly Timestamp[]): void {
  const [first, ...later] = timestamps.toSorted((a, b) => a.oldestMs - b.oldestMs);
  if (first === undefined) return;
  let newest = first;
  for (const timestamp of later) {
    if (timestamp.oldestMs - newest.newestMs > maxGapMs) {
      const times = `${timestampText(newest)}, ${timestampText(timestamp)}`;
      throw new InputError(`cannot use ${path}: it contains must-gathers of two times: ${times}; specify one of them`);
    }
    if (timestamp.newestMs > newest.newestMs) newest = timestamp;
  }
}

function timestampText({ folder, newestMs }: Timestamp): string {
  return `${folder || "."} of ${formatStamp(newestMs)}`;
}

/**
 * When the must-gather around a folder on disk was made, RFC 3339 UTC, where the user named a folder inside of it. The
 * `timestamp` stands in the image or beside it. The image is what has a `namespaces` or `cluster-scoped-resources` on
 * the path, the innermost first, else the folder itself. Undefined where there is no `timestamp` with a time.
 */
export async function readTimestampAround(path: string): Promise<string | undefined> {
  const subfolders = [...path.matchAll(/\/(?:namespaces|cluster-scoped-resources)(?=\/|$)/g)];
  const images = subfolders.length === 0 ? [path] : subfolders.map(({ index }) => path.slice(0, index)).toReversed();
  for (const folder of new Set(images.flatMap((image) => [image, dirname(image)]))) {
    const file = join(folder, "timestamp");
    const entry = await stat(file).catch(() => undefined);
    // A pipe of this name would never end.
    if (entry?.isFile() !== true) continue;
    const times = readTimes(await readText(file, maxFileBytes));
    if (times.length > 0) return formatStamp(Math.max(...times));
  }
  return undefined;
}

/** The times in a `timestamp` file, in milliseconds since 1970. */
function readTimes(input: InputText): readonly number[] {
  if (input.refusal !== undefined) return [];
  const lines = input.text.slice(0, searchedCharacters).split("\n");
  return lines.flatMap((line) => parseTime(line) ?? []);
}

/**
 * The time at the start of a line in milliseconds since 1970, as Go prints it (Time.String) or in RFC 3339:
 * `2026-11-21 12:00:00.123456789 +0100 CET m=+0.05`. Undefined for any other line.
 */
function parseTime(line: string): number | undefined {
  const match = /^\s*(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?\s*(?:Z|([+-]\d\d):?(\d\d))/.exec(line);
  if (match === null) return undefined;
  const [, day, time, zoneHours, zoneMinutes] = match;
  const zone = zoneHours === undefined ? "Z" : `${zoneHours}:${zoneMinutes}`;
  return parseMilliseconds(`${day}T${time}${zone}`);
}

/**
 * Why the time that a must-gather states is not believed: it is after `now` and more than a day after `newest`, the newest
 * time in its objects. Undefined where it is believed, or where a time cannot be parsed. All times are RFC 3339 UTC.
 */
export function whyTimestampIsDoubtful(takenAt: string, newest: string | undefined, now: string): string | undefined {
  const takenAtMs = parseMilliseconds(takenAt);
  const newestMs = parseMilliseconds(newest);
  const nowMs = parseMilliseconds(now);
  if (takenAtMs === undefined || newestMs === undefined || nowMs === undefined) return undefined;
  if (takenAtMs <= nowMs || takenAtMs - newestMs <= dayMs) return undefined;
  return `${takenAt} is in the future and far from the times in the must-gather; ages are computed from ${newest}, the newest time found`;
}
