import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Report } from "../../shared/model/report.ts";
import type { Transition } from "../../shared/model/report-change.ts";
import { formatStamp } from "../../shared/model/time.ts";
import type { LinkFacts } from "../../shared/render/words/commands/watch.ts";
import type { ConditionHistory } from "../../shared/timeline/condition-history.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { RequestedObjects } from "../naming/requested-objects.ts";
import type { HostEnvironment } from "../process/host-environment.ts";

/** What is watched, as it is known now. */
export interface WatchedReport {
  readonly options: CommandLineOptions;
  readonly environment: HostEnvironment;
  readonly requested: RequestedObjects;
  /** The newest Report with something new to show. */
  readonly report: () => Report;
  /** What has changed in it since the surface showed `shown`; everything where it has shown none. */
  readonly changesSince: (shown: Report | undefined) => readonly Transition[];
  /** What the watch has seen so far. */
  readonly history: () => ConditionHistory | undefined;
  /** The Report with ages that count from now. */
  readonly look: () => Report;
  readonly link: () => LinkStatus;
  readonly refresh: () => void;
  readonly leave: () => void;
}

/** Shows a watch: a screen, lines or documents. It asks for what it shows, so a slow one skips older states. */
export interface WatchSurface {
  /** Called when there is something new to show, or when the link has changed. */
  readonly changed: () => void;
  /** Prints what is left to print, and ends. */
  readonly close: () => void;
}

/** The link's state, cause and time for rendering. */
export function readLinkFacts({ state, cause, until }: LinkStatus): LinkFacts {
  return { state, ...definedFields({ cause }), ...(until !== undefined && { until: formatStamp(until) }) };
}
