import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { formatStamp, parseMilliseconds } from "../../model/time.ts";
import { InputError } from "../errors/errors.ts";
import { type InputText, readText } from "../files/read-input.ts";
import { joinFolder, type MustGatherFiles } from "./archive/archive-files.ts";
import { type MustGatherImage, parentFolders } from "./image-folders.ts";

/** A `timestamp` file: where it stands, and the oldest and newest time in it, in milliseconds since 1970. */
interface Stamp {
  readonly folder: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Groups images by the `timestamp` file nearest above them, else beside them. oc writes one line when it begins and one
 * when it ends, as Go prints a time (logTimestamp in openshift/oc, pkg/cli/admin/mustgather and inspect). `takenAt` is
 * when they were made, RFC 3339 UTC. Undefined where no `timestamp` has a time.
 * @throws InputError where they are must-gathers of more than one time, since a report is about one.
 */
export async function groupByTimestamp(
  path: string,
  files: MustGatherFiles,
  images: readonly MustGatherImage[],
): Promise<{ readonly images: readonly MustGatherImage[]; readonly takenAt: string | undefined }> {
  const stamps = new Map<string, Stamp | undefined>();
  const groups: { readonly image: MustGatherImage; readonly stamp: Stamp | undefined }[] = [];
  for (const image of images) groups.push({ image, stamp: await findNearestStamp(files, image.base, stamps) });
  const known = [...new Set(groups.flatMap(({ stamp }) => stamp ?? []))].sort((a, b) => a.fromMs - b.fromMs);
  refuseSeveral(path, known);
  const newest = known.reduce((most, { toMs }) => Math.max(most, toMs), Number.NEGATIVE_INFINITY);
  return {
    images: groups.map(({ image, stamp }) => (stamp === undefined ? image : { ...image, mustGather: stamp.folder })),
    takenAt: known.length === 0 ? undefined : formatStamp(newest),
  };
}

/**
 * Milliseconds that separate must-gathers of two times. Images of one must-gather run one after the other, and so may
 * runs of inspect.
 */
const farApartMs = 10 * 60_000;

function refuseSeveral(path: string, stamps: readonly Stamp[]): void {
  const [first, ...others] = stamps;
  let last = first;
  for (const stamp of others) {
    if (last !== undefined && stamp.fromMs - last.toMs > farApartMs)
      throw new InputError(
        `cannot use ${path}: it contains must-gathers of two times: ${stampText(last)}, ${stampText(stamp)}; specify one of them`,
      );
    if (last === undefined || stamp.toMs > last.toMs) last = stamp;
  }
}

function stampText({ folder, toMs }: Stamp): string {
  return `${folder || "."} of ${formatStamp(toMs)}`;
}

async function findNearestStamp(
  files: MustGatherFiles,
  base: string,
  known: Map<string, Stamp | undefined>,
): Promise<Stamp | undefined> {
  for (const folder of [...parentFolders(base), base]) {
    if (!known.has(folder)) known.set(folder, await stampIn(files, folder));
    const stamp = known.get(folder);
    if (stamp !== undefined) return stamp;
  }
  return undefined;
}

async function stampIn(files: MustGatherFiles, folder: string): Promise<Stamp | undefined> {
  if (!(await files.list(folder)).files.has("timestamp")) return undefined;
  const times = timesIn(await files.read(joinFolder(folder, "timestamp")));
  return times.length === 0 ? undefined : { folder, fromMs: Math.min(...times), toMs: Math.max(...times) };
}

/**
 * When the must-gather around a folder on disk was made, for a folder that the user named inside one. Its `timestamp`
 * stands beside the image, which is the folder itself or lies above the innermost `namespaces` that has one. Undefined
 * where none is there.
 */
export async function takenAtAround(path: string): Promise<string | undefined> {
  const inner = [...path.matchAll(/\/(?:namespaces|cluster-scoped-resources)(?=\/|$)/g)];
  const images = inner.length === 0 ? [path] : inner.map(({ index }) => path.slice(0, index)).toReversed();
  for (const folder of new Set(images.flatMap((image) => [image, dirname(image)]))) {
    const file = join(folder, "timestamp");
    // A pipe of this name would never end.
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() !== true) continue;
    const times = timesIn(await readText(file, maxTimestampBytes));
    if (times.length > 0) return formatStamp(Math.max(...times));
  }
  return undefined;
}

/** Bytes of a `timestamp` file outside the folder that the user named. */
const maxTimestampBytes = 100_000;

function timesIn(read: InputText): readonly number[] {
  return read.refusal === undefined ? read.text.slice(0, 10_000).split("\n").flatMap(timeIn) : [];
}

/** The time in a line: `2026-11-21 12:00:00.123456789 +0100 CET m=+0.05` (Go's Time.String), or RFC 3339. */
function timeIn(line: string): readonly number[] {
  const [, day, time, sign, hours, minutes] =
    /^\s*(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?\s*(?:Z|([+-])(\d\d):?(\d\d))/.exec(line) ?? [];
  const zone = sign === undefined ? "Z" : `${sign}${hours}:${minutes}`;
  const read = parseMilliseconds(`${day}T${time}${zone}`);
  return read === undefined ? [] : [read];
}

const dayMs = 24 * 60 * 60_000;

/**
 * Why the time that a must-gather states is not believed. Such a time is in the future, and nothing in the must-gather
 * is from that day. Undefined where it is believed. All times are RFC 3339 UTC.
 */
export function whyTimestampIsDoubtful(takenAt: string, newest: string | undefined, now: string): string | undefined {
  const takenAtMs = parseMilliseconds(takenAt);
  const newestMs = parseMilliseconds(newest);
  const nowMs = parseMilliseconds(now);
  if (takenAtMs === undefined || newestMs === undefined || nowMs === undefined) return undefined;
  if (takenAtMs <= nowMs || takenAtMs - newestMs <= dayMs) return undefined;
  return `${takenAt} is in the future and far from the times in the must-gather; ages are computed from ${newest}, the newest time found`;
}
