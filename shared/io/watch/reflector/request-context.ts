import type { Query } from "../../../model/snapshot.ts";
import type { WatchTools } from "../watch-tools.ts";
import type { ListWatchEvent } from "./list-watch.ts";
import type { ReflectorState } from "./reflector-state.ts";

/** What a request of a reflector is sent with. `state` takes its result, `take` its progress. `signal` interrupts it. */
export interface RequestContext {
  readonly query: Query;
  readonly state: ReflectorState;
  readonly tools: WatchTools;
  readonly signal: AbortSignal;
  readonly take: (event: ListWatchEvent) => void;
}
