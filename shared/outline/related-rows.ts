import type { Related } from "../model/report.ts";

/** Entries that are not as recorded, worst first: gone or replaced, unreadable, then changed. */
export function notAsRecorded(related: readonly Related[]): readonly Related[] {
  const order: readonly Related["state"][] = ["gone", "replaced", "forbidden", "noSuchKind", "changed"];
  return order.flatMap((state) => related.filter((entry) => entry.state === state));
}
