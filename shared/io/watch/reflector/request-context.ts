import type { Query } from "../../../model/snapshot.ts";
import type { WatchTools } from "../watch-tools.ts";
import type { ReflectorState } from "./reflector-state.ts";

/** What a request of a reflector is sent with. `state` takes its result; `signal` interrupts it. */
export interface RequestContext {
  readonly query: Query;
  readonly state: ReflectorState;
  readonly tools: WatchTools;
  readonly signal: AbortSignal;
  /** To be called when the request is sent, perhaps after it waited for the end of an outage. */
  readonly sent: () => void;
}
