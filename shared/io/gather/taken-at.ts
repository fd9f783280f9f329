import { millisecondsOf, stampOf } from "../../model/time.ts";
import { InputError } from "../errors.ts";
import { type GatherFiles, inFolder } from "./files.ts";
import { above, type Image } from "./images.ts";

/** A `timestamp` file: where it stands, and its oldest and newest line. */
interface Stamp {
  readonly folder: string;
  readonly from: number;
  readonly to: number;
}

/** Images with the folder of the gather that each belongs to, and when that was made, RFC 3339 UTC. */
export interface Timed {
  readonly images: readonly Image[];
  /** Undefined where no `timestamp` says a time. */
  readonly takenAt: string | undefined;
}

/**
 * Groups images by the `timestamp` file nearest above them, else beside them. oc writes one line when it begins and one
 * when it ends, as Go prints a time (logTimestamp in openshift/oc, pkg/cli/admin/mustgather and inspect).
 * @throws InputError where they are gathers of more than one time: a report is about one.
 */
export async function timed(path: string, files: GatherFiles, images: readonly Image[]): Promise<Timed> {
  const stamps = new Map<string, Stamp | undefined>();
  const groups: { readonly image: Image; readonly stamp: Stamp | undefined }[] = [];
  for (const image of images) groups.push({ image, stamp: await nearest(files, image.base, stamps) });
  const known = [...new Set(groups.flatMap(({ stamp }) => stamp ?? []))].sort((a, b) => a.from - b.from);
  refuseSeveral(path, known);
  const newest = known.reduce((most, { to }) => Math.max(most, to), Number.NEGATIVE_INFINITY);
  return {
    images: groups.map(({ image, stamp }) => (stamp === undefined ? image : { ...image, gather: stamp.folder })),
    takenAt: known.length === 0 ? undefined : stampOf(newest),
  };
}

/** Images of one gather run one after the other, and so may runs of inspect. */
const farApart = 10 * 60_000;

function refuseSeveral(path: string, stamps: readonly Stamp[]): void {
  const [first, ...others] = stamps;
  let last = first;
  for (const stamp of others) {
    if (last !== undefined && stamp.from - last.to > farApart)
      throw new InputError(
        `cannot use ${path}: it holds gathers of two times: ${saying(last)}, ${saying(stamp)}; name one of them`,
      );
    if (last === undefined || stamp.to > last.to) last = stamp;
  }
}

function saying({ folder, to }: Stamp): string {
  return `${folder || "."} of ${stampOf(to)}`;
}

async function nearest(
  files: GatherFiles,
  base: string,
  known: Map<string, Stamp | undefined>,
): Promise<Stamp | undefined> {
  for (const folder of [...above(base), base]) {
    if (!known.has(folder)) known.set(folder, await stampIn(files, folder));
    const stamp = known.get(folder);
    if (stamp !== undefined) return stamp;
  }
  return undefined;
}

async function stampIn(files: GatherFiles, folder: string): Promise<Stamp | undefined> {
  if (!(await files.list(folder)).files.has("timestamp")) return undefined;
  const read = await files.read(inFolder(folder, "timestamp"));
  const times = read.refusal === undefined ? read.text.slice(0, 10_000).split("\n").flatMap(timeIn) : [];
  return times.length === 0 ? undefined : { folder, from: Math.min(...times), to: Math.max(...times) };
}

/** `2026-11-21 12:00:00.123456789 +0100 CET m=+0.05` (Go's Time.String), or RFC 3339. */
function timeIn(line: string): readonly number[] {
  const [, day, time, sign, hours, minutes] =
    /^\s*(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?\s*(?:Z|([+-])(\d\d):?(\d\d))/.exec(line) ?? [];
  const zone = sign === undefined ? "Z" : `${sign}${hours}:${minutes}`;
  const read = millisecondsOf(`${day}T${time}${zone}`);
  return read === undefined ? [] : [read];
}

const aDay = 24 * 60 * 60_000;

/**
 * Why the time that a gather says it was made at is not believed: it is still to come, and nothing in it is from that day.
 * Undefined where it is. All RFC 3339 UTC.
 */
export function doubtOf(takenAt: string, newest: string | undefined, now: string): string | undefined {
  const [said, inside, today] = [takenAt, newest, now].map(millisecondsOf);
  if (said === undefined || inside === undefined || today === undefined) return undefined;
  if (said <= today || said - inside <= aDay) return undefined;
  return `it says ${takenAt}, which is still to come and far from all that is in the gather; ages count from ${newest}, the newest time inside`;
}
