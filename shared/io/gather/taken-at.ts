import { millisecondsOf, stampOf } from "../../model/time.ts";
import { type GatherFiles, inFolder } from "./files.ts";
import type { Image } from "./images.ts";

/**
 * When a gather was made: the newest line of the `timestamp` files beside its images and above them, RFC 3339 UTC. oc
 * writes one line when it begins and one when it ends, as Go prints a time (logTimestamp in openshift/oc,
 * pkg/cli/admin/mustgather and inspect). Undefined where there is none that says a time.
 */
export async function takenAtOf(files: GatherFiles, images: readonly Image[]): Promise<string | undefined> {
  const folders = new Set(images.flatMap(({ base }) => [base, ...aboveOf(base)]));
  const times: number[] = [];
  for (const folder of folders) {
    const { files: names } = await files.list(folder);
    if (!names.has("timestamp")) continue;
    const read = await files.read(inFolder(folder, "timestamp"));
    const lines = read.refusal === undefined ? read.text.slice(0, 10_000).split("\n") : [];
    times.push(...lines.flatMap(timeIn));
  }
  return times.length === 0 ? undefined : stampOf(Math.max(...times));
}

function aboveOf(folder: string): readonly string[] {
  const parts = folder.split("/");
  return folder === "" ? [] : parts.map((_, depth) => parts.slice(0, depth).join("/"));
}

/** `2026-11-21 12:00:00.123456789 +0100 CET m=+0.05` (Go's Time.String), or RFC 3339. */
function timeIn(line: string): readonly number[] {
  const [, day, time, sign, hours, minutes] =
    /^\s*(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?\s*(?:Z|([+-])(\d\d):?(\d\d))/.exec(line) ?? [];
  const zone = sign === undefined ? "Z" : `${sign}${hours}:${minutes}`;
  const read = millisecondsOf(`${day}T${time}${zone}`);
  return read === undefined ? [] : [read];
}
