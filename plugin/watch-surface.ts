import type { History } from "../shared/aggregate/history.ts";
import type { Link } from "../shared/io/watch/link.ts";
import type { Report } from "../shared/model/report.ts";
import { stampOf } from "../shared/model/time.ts";
import type { LinkWords } from "../shared/render/words-watch.ts";
import type { Options } from "./options.ts";
import type { Asked } from "./wanted.ts";
import type { World } from "./world.ts";

/** What is watched, as it is known at the moment of asking. */
export interface Watched {
  readonly options: Options;
  readonly world: World;
  readonly asked: Asked;
  /** The newest in which there was something new to see. */
  readonly report: () => Report;
  /** What was seen of it so far. */
  readonly history: () => History | undefined;
  /** The same with ages that count from now. */
  readonly look: () => Report;
  readonly link: () => Link;
  readonly refresh: () => void;
  readonly leave: () => void;
}

/** Where it is shown: a screen, or lines. It asks for what it shows, so that a slow one misses what is over. */
export interface Surface {
  /** There is something new to see, or the link stands otherwise. */
  readonly changed: () => void;
  /** The last words. */
  readonly close: () => void;
}

/** A link in words. */
export function wordsOfLink({ state, cause, until }: Link): LinkWords {
  return { state, ...(cause !== undefined && { cause }), ...(until !== undefined && { until: stampOf(until) }) };
}
