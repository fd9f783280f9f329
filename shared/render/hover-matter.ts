import type { ManifestLink } from "../model/manifest-link.ts";
import type { ManifestSubject } from "../model/manifest-subject.ts";
import type { Report } from "../model/report.ts";
import type { LinkState } from "../model/report-change.ts";
import type { Clock } from "./words-age.ts";
import type { HoverDeed } from "./words-hover.ts";

/** Everything a hover over a place in a manifest is made of. */
export interface HoverMatter {
  readonly subject: ManifestSubject;
  /** As the document names the object. */
  readonly document: { readonly kind: string; readonly name?: string };
  readonly link: ManifestLink;
  /** The one in which the link's node stands. */
  readonly report?: Report;
  readonly place: HoverPlace;
  readonly deeds: readonly HoverLink[];
  /** Seconds since 1970. */
  readonly now: number;
}

interface HoverPlace {
  /** The context, or the name of what was collected. */
  readonly name: string;
  readonly isFiles: boolean;
  readonly state: LinkState;
  /** Milliseconds since 1970 at which it was last known to be so. */
  readonly until?: number;
}

/** A command for one of the links, with its arguments. */
export interface HoverLink {
  readonly deed: HoverDeed;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** What every kind of hover needs beside its subject. */
export interface HoverSetting {
  readonly link: ManifestLink;
  /** Why there is no live object, in a sentence; empty where there is one. */
  readonly unlinked: string;
  readonly report?: Report;
  readonly clock: Clock;
  /** Where what is said was read, and how old it is. */
  readonly place: string;
}
