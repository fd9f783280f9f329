import type { Query } from "../../model/snapshot.ts";
import type { Placed } from "../reader.ts";
import { asAsked, asList } from "./asked-as-list.ts";
import { attended, unanswered } from "./attended.ts";
import type { Standing } from "./standing.ts";
import type { Step } from "./step.ts";
import type { WatchTools } from "./tools.ts";

/** Milliseconds that a list may take. */
const longest = 120_000;

/** Reads all there is of a query. @throws ConnectionError; the reason of `signal`. */
export async function listOnce(
  query: Query,
  tools: WatchTools,
  standing: Standing,
  signal: AbortSignal,
): Promise<Step> {
  return tools.outage.attempt(async (up) => {
    const limit = new AbortController();
    const forget = attended(tools, standing, longest, () => limit.abort());
    try {
      const step = await read(query, tools, standing, AbortSignal.any([signal, limit.signal]));
      up();
      return step;
    } catch (error) {
      if (limit.signal.aborted && !signal.aborted) throw unanswered(tools.connection.server, longest);
      throw error;
    } finally {
      forget();
    }
  }, signal);
}

async function read(query: Query, { reader }: WatchTools, standing: Standing, signal: AbortSignal): Promise<Step> {
  const placed = await reader.readPlaced(asList(query), signal);
  const { reading, place } = placed;
  signal.throwIfAborted();
  if (reading.outcome === "found") {
    standing.listed(reading.objects, reading.warning);
    return { is: "listed", ...(place !== undefined && { place }) };
  }
  // Somebody may read an object by its name who may not list: then it is asked for now and then.
  if (reading.outcome === "forbidden" && query.verb === "get")
    return gotten(await reader.readPlaced(query, signal), standing);
  return stepOf({ ...placed, reading: asAsked(reading, query) });
}

function gotten(placed: Placed, standing: Standing): Step {
  const { reading } = placed;
  if (reading.outcome !== "found" && reading.outcome !== "absent") return stepOf(placed);
  standing.listed(reading.outcome === "found" ? reading.objects : []);
  return { is: "listed" };
}

function stepOf({ reading, seconds }: Placed): Step {
  if (reading.outcome === "forbidden" || reading.outcome === "noSuchKind") return { is: "refused", reading };
  const cause = "cause" in reading ? reading.cause : "";
  return { is: "busy", cause, reading, ...(seconds !== undefined && { seconds }) };
}
