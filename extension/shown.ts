import type { History } from "../shared/aggregate/history.ts";
import type { Link } from "../shared/io/watch/link.ts";
import type { Phase } from "../shared/model/phase.ts";
import type { Report } from "../shared/model/report.ts";
import type { Reading, Snapshot } from "../shared/model/snapshot.ts";
import type { Place } from "./place.ts";

/** All that is known of one place; another one takes its place when something changes. */
export interface Shown {
  readonly place: Place;
  /** The context, or the last part of the path; empty where none is chosen. */
  readonly name: string;
  /**
   * One text for the very cluster behind the place now: context, server, and how the server proves itself. Where another one
   * takes its place nothing that was read is left.
   */
  readonly identity?: string;
  /** The context's own. */
  readonly namespace?: string;
  readonly server?: string;
  readonly phase: Phase;
  /** One harmless sentence about what is in the way. */
  readonly problem?: string;
  /** Under `authRequired`: nothing was tried yet; `problem` is the program that would be run. */
  readonly isAsking?: boolean;
  /** Why nothing is asked, though something may be shown. */
  readonly barred?: Phase;
  /** What is wrong with the kubeconfig now and not in the way yet: one harmless sentence. */
  readonly doubt?: string;
  /** What current-context names, where the kubeconfig names one. */
  readonly current?: string;
  readonly link: Link;
  /** Of the roots of all profiles. */
  readonly report?: Report;
  readonly snapshot?: Snapshot;
  /** Of what open documents name beside the roots. */
  readonly named?: Report;
  readonly namedSnapshot?: Snapshot;
  /** Of `report`. */
  readonly history?: History;
  /** Whole objects that somebody looks at, by keyOf. */
  readonly objects?: ReadonlyMap<string, Reading>;
  /** Seconds since 1970, for ages: now while the link is live or the place is files, else when it was last known to be so. */
  readonly now: () => number;
}

/** Whether two identities are of different clusters; where one is not known, nobody can tell. */
export function isOther(before: string | undefined, after: string | undefined): boolean {
  return before !== undefined && after !== undefined && before !== after;
}
