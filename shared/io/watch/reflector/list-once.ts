import { isSecret } from "../../../model/kind.ts";
import type { Query } from "../../../model/snapshot.ts";
import type { PositionedReading } from "../../reader/reader.ts";
import { noResponseError, withDeadConnectionCheck } from "../dead-line-check.ts";
import type { WatchTools } from "../watch-tools.ts";
import { asList, toReadingOf } from "./get-as-list.ts";
import type { ReflectorState } from "./reflector-state.ts";
import type { ReflectorStep } from "./reflector-step.ts";

/** Milliseconds that a list may take. */
const longest = 120_000;

/** Lists all objects of `query` once and passes them to `reflectorState`. @throws ConnectionError; the reason of `signal`. */
export async function listOnce(
  query: Query,
  tools: WatchTools,
  reflectorState: ReflectorState,
  signal: AbortSignal,
): Promise<ReflectorStep> {
  return tools.outage.attempt(async (up) => {
    const limit = new AbortController();
    const forget = withDeadConnectionCheck(tools, reflectorState, longest, () => limit.abort());
    try {
      const step = await read(query, tools, reflectorState, AbortSignal.any([signal, limit.signal]));
      up();
      return step;
    } catch (error) {
      if (limit.signal.aborted && !signal.aborted) throw noResponseError(tools.connection.server, longest);
      throw error;
    } finally {
      forget();
    }
  }, signal);
}

async function read(
  query: Query,
  { reader }: WatchTools,
  reflectorState: ReflectorState,
  signal: AbortSignal,
): Promise<ReflectorStep> {
  // A Secret is never watched, and by its name never listed. Without a place it is requested again now and then.
  if (isSecret(query) && query.verb === "get") return stepOfGet(await reader.readPlaced(query, signal), reflectorState);
  const placed = await reader.readPlaced(asList(query), signal);
  const { reading } = placed;
  const place = isSecret(query) ? undefined : placed.place;
  signal.throwIfAborted();
  if (reading.outcome === "found") {
    reflectorState.listed(reading.objects, reading.warning);
    return { is: "listed", ...(place !== undefined && { place }) };
  }
  // A user may have permission to get an object by its name but not to list. The object is then requested now and then.
  if (reading.outcome === "forbidden" && query.verb === "get")
    return stepOfGet(await reader.readPlaced(query, signal), reflectorState);
  return stepOf({ ...placed, reading: toReadingOf(reading, query) });
}

function stepOfGet(placed: PositionedReading, reflectorState: ReflectorState): ReflectorStep {
  const { reading } = placed;
  if (reading.outcome !== "found" && reading.outcome !== "absent") return stepOf(placed);
  reflectorState.listed(reading.outcome === "found" ? reading.objects : []);
  return { is: "listed" };
}

function stepOf({ reading, seconds }: PositionedReading): ReflectorStep {
  if (reading.outcome === "forbidden" || reading.outcome === "noSuchKind") return { is: "refused", reading };
  const cause = "cause" in reading ? reading.cause : "";
  return { is: "busy", cause, reading, ...(seconds !== undefined && { seconds }) };
}
