import type { Query } from "../../model/snapshot.ts";
import type { Answer } from "../answer.ts";
import { ConnectionError } from "../errors.ts";
import type { Place } from "../reader.ts";
import { replyOf } from "../reply.ts";
import { asList } from "./asked-as-list.ts";
import { attended, unanswered } from "./attended.ts";
import { isAhead, parsed } from "./event.ts";
import { keptList } from "./kept-list.ts";
import type { Standing } from "./standing.ts";
import type { Step } from "./step.ts";
import type { WatchTools } from "./tools.ts";
import { type StreamEnd, watchStream } from "./watch-stream.ts";

/** What one request for changes goes on from, and what it does with them. */
interface Watching {
  readonly query: Query;
  readonly place: Place;
  /** All that is there is asked for first, and what is shown changes only when all of it is here. */
  readonly anew: boolean;
  readonly standing: Standing;
  readonly signal: AbortSignal;
  /** The server has begun to say what changes. */
  readonly begun: () => void;
  /** From here the next request can go on. */
  readonly reached: (resourceVersion: string) => void;
}

/** Milliseconds until the server must have begun to answer, and between two pieces of a list that it streams. */
const longest = 60_000;
/**
 * Milliseconds within which a server is taken to say what happened since the place that we go on from: nothing in a watch
 * marks the end of that. It is so taken after its ordinary end and after a mere cut; after silence or an outage all is read.
 */
const catchingUp = 100;

/** Takes in changes until the server ends it or something breaks. @throws ConnectionError; the reason of the signal. */
export async function watchOnce(watching: Watching, tools: WatchTools): Promise<Step> {
  const end = await tools.outage.attempt(async (up) => {
    const stream = await streamed(watching, tools, up);
    if (stream.is !== "answered") return stream;
    if (stream.answer.status === 401) throw unknownNow(tools.connection.server, stream.answer);
    up();
    return stream;
  }, watching.signal);
  if (end.is === "error") return { is: "busy", cause: end.cause };
  if (end.is !== "answered") return end;
  return watching.anew && isRefusal(end.answer) ? noLists(tools) : stepOf(end.answer, asList(watching.query));
}

async function streamed(
  { query, place, anew, standing, signal, begun, reached }: Watching,
  tools: WatchTools,
  up: () => void,
): Promise<Exclude<StreamEnd, { readonly is: "over" }> | Step> {
  const { clock, connection } = tools;
  const beginning = keptList();
  const giving = new AbortController();
  let isWhole = !anew;
  let forget = attended(tools, standing, longest, () => giving.abort(unanswered(connection.server, longest)));
  const next = (milliseconds: number, call: () => void): void => {
    forget();
    forget = clock.after(milliseconds, call);
  };
  const giveUpList = (): void => giving.abort(notStreamed);

  function event(event: Parameters<Parameters<typeof watchStream>[2]["event"]>[0]): void {
    const { is, resourceVersion } = event;
    if (isWhole) {
      if (is !== "bookmark") standing.changed(is, event.object);
      else standing.live();
    } else if (is !== "bookmark") {
      beginning[is](event.object);
      next(longest, giveUpList);
      return;
    } else if (event.isWhole) {
      isWhole = true;
      forget();
      standing.listed(beginning.objects());
    } else {
      // It did not understand that all there is was asked for, and sends bookmarks as ever.
      giveUpList();
      return;
    }
    if (resourceVersion !== "") reached(resourceVersion);
  }

  try {
    const stream = {
      ...{ connection, clock, random: tools.random, signal: AbortSignal.any([signal, giving.signal]), event },
      begun() {
        up();
        begun();
        // What happened since the place is said first.
        if (isWhole) next(catchingUp, standing.live);
        else next(longest, giveUpList);
      },
    };
    const end = await watchStream(asList(query), place, stream, anew);
    return !isWhole && end.is === "over" ? noLists(tools) : end;
  } catch (error) {
    if (signal.aborted || !giving.signal.aborted) throw error;
    if (giving.signal.reason === notStreamed) return noLists(tools);
    throw giving.signal.reason;
  } finally {
    forget();
  }
}

const notStreamed = "notStreamed";

/** It streams no lists (KEP-3157): it is asked for plain ones from now on. */
function noLists({ abilities }: WatchTools): Step {
  abilities.streamsLists = false;
  return { is: "expired" };
}

function isRefusal({ status }: Answer): boolean {
  return status === 400 || status === 422;
}

function stepOf(answer: Answer, asked: Query): Step {
  const reply = replyOf(answer, asked);
  switch (reply.is) {
    case "expired":
      return { is: "expired" };
    // What the server has in its place, or that it has nothing, is said by a list.
    case "unserved":
    case "absent":
      return { is: "moved" };
    case "forbidden":
      return { is: "unwatchable" };
    case "busy":
      return isAhead(parsed(answer.body)) ? { is: "expired" } : reply;
    default:
      return { is: "busy", cause: "cause" in reply ? reply.cause : "the server did not begin to watch" };
  }
}

function unknownNow(server: string, answer: Answer): ConnectionError {
  const reply = replyOf(answer, { verb: "list" });
  return new ConnectionError(
    `${server} does not accept the credentials of this context any more (401: ${"cause" in reply ? reply.cause : ""}); log in again`,
    { reason: "credentials" },
  );
}
