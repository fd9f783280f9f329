import { definedFields } from "../../../model/defined-fields.ts";
import { isSecret } from "../../../model/kind.ts";
import { foundObjects } from "../../../model/snapshot.ts";
import type { PositionedReading } from "../../reader/reader.ts";
import { requestTimeoutError, startDeadConnectionCheck } from "../dead-connections.ts";
import { toListQuery, toReadingOf } from "./reflector-state.ts";
import type { ReflectorStep } from "./reflector-step.ts";
import type { RequestContext } from "./request-context.ts";

/** Milliseconds that a list may take. */
const maxListMs = 120_000;

/** Reads all objects of the query once, and passes them to its state. @throws ConnectionError; the reason of the signal. */
export async function listOnce(context: RequestContext): Promise<ReflectorStep> {
  const { tools, state, signal, take } = context;
  return tools.outage.attempt(async (isUp) => {
    take({ is: "sent" });
    const limit = new AbortController();
    const endCheck = startDeadConnectionCheck(tools, state, maxListMs, () => limit.abort());
    try {
      const step = await listOrGet({ ...context, signal: AbortSignal.any([signal, limit.signal]) });
      isUp();
      return step;
    } catch (error) {
      if (limit.signal.aborted && !signal.aborted) throw requestTimeoutError(tools.connection.server, maxListMs);
      throw error;
    } finally {
      endCheck();
    }
  }, signal);
}

/** Without a place to watch from in its result the object is requested again now and then. */
async function listOrGet(context: RequestContext): Promise<ReflectorStep> {
  const { query, tools, state, signal } = context;
  // A Secret is never watched, and by its name never listed.
  if (isSecret(query) && query.verb === "get") return getOnce(context);
  state.listing();
  const placed = await tools.reader.readPlaced(toListQuery(query), signal);
  const { reading, share } = placed;
  const place = isSecret(query) ? undefined : placed.place;
  if (signal.aborted) share?.release();
  signal.throwIfAborted();
  if (reading.outcome === "found") {
    state.listed(reading.objects, { warning: reading.warning, share });
    return { is: "listed", ...definedFields({ place }) };
  }
  // A user may have permission to get an object by its name but not to list.
  if (reading.outcome === "forbidden" && query.verb === "get") return getOnce(context);
  return refusedStep({ ...placed, reading: toReadingOf(reading, query) });
}

async function getOnce({ query, tools, state, signal }: RequestContext): Promise<ReflectorStep> {
  const placed = await tools.reader.readPlaced(query, signal);
  const { reading } = placed;
  if (reading.outcome !== "found" && reading.outcome !== "absent") return refusedStep(placed);
  state.listed(foundObjects(reading));
  return { is: "listed" };
}

/** The step for a response without objects. */
function refusedStep({ reading, seconds }: PositionedReading): ReflectorStep {
  if (reading.outcome === "forbidden" || reading.outcome === "noSuchKind") return { is: "refused", reading };
  const cause = "cause" in reading ? reading.cause : "";
  return { is: "busy", cause, reading, ...definedFields({ seconds }) };
}
