import type { CommandReach } from "../../../model/kubectl-command.ts";
import type { ManifestLink } from "../../../model/manifest/link.ts";
import type { ManifestSubject } from "../../../model/manifest/subject.ts";
import type { Report } from "../../../model/report.ts";
import type { LinkState } from "../../../model/report-change.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import type { LinkAction } from "../manifest-link.ts";

/** Everything that the hover over a position in a manifest needs. */
export interface HoverInput {
  readonly subject: ManifestSubject;
  /** The kind and name in the document. */
  readonly document: { readonly kind: string; readonly name?: string };
  readonly link: ManifestLink;
  /** The Report that contains the link's node. */
  readonly report?: Report;
  readonly place: HoverPlace;
  readonly actions: readonly HoverLink[];
  /** How a suggested command reaches the cluster; absent: without a flag. */
  readonly reach?: CommandReach;
  /** Seconds since 1970. */
  readonly now: number;
}

interface HoverPlace {
  /** The context, or the name of the must-gather or dump. */
  readonly name: string;
  readonly isFiles: boolean;
  readonly state: LinkState;
  /** Milliseconds since 1970 up to which the Report was known to be current. */
  readonly until?: number;
}

/** What a hover's link does. */
type HoverAction = Exclude<LinkAction, "pickContext" | "pickNamespaces" | "showLog" | "trust">;

/** A command for one of the links, with its arguments. */
export interface HoverLink {
  readonly action: HoverAction;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** What every kind of hover needs beside its subject. */
export interface HoverSetting {
  readonly link: ManifestLink;
  /** Why there is no live object, in a sentence; empty where there is one. */
  readonly unlinked: string;
  readonly report?: Report;
  readonly clock: AgeClock;
  readonly reach: CommandReach;
  /** Where the Report was read, and how old it is. */
  readonly place: string;
}
