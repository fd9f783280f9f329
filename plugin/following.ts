import { plan } from "../shared/aggregate/plan.ts";
import { sourceOf } from "../shared/io/cluster.ts";
import { keyOfQuery, type Plan } from "../shared/io/collect.ts";
import { collected } from "../shared/io/collected.ts";
import type { Connection } from "../shared/io/connection.ts";
import type { ChosenContext } from "../shared/io/context.ts";
import { contextPrint } from "../shared/io/context-print.ts";
import type { Logins } from "../shared/io/logins.ts";
import { type Reader, readerOf } from "../shared/io/reader.ts";
import { reopening } from "../shared/io/reopening.ts";
import { type Followed, follow, type Seen } from "../shared/io/watch/follow.ts";
import { keyOf } from "../shared/model/object.ts";
import type { Reading } from "../shared/model/snapshot.ts";
import { clusterOf } from "./cluster.ts";
import { judgedBy } from "./judging.ts";
import { namingOf } from "./naming.ts";
import type { Options } from "./options.ts";
import type { Asked } from "./wanted.ts";
import { type Around, choose, open } from "./way.ts";
import type { World } from "./world.ts";

/** A cluster that is followed for as long as a command goes on. */
export interface Follower extends Followed {
  readonly asked: Asked;
  /** Asks the server at once for the roots of what was seen: whether they are as they were seen, or there is no answer. */
  confirm(seen: Seen): Promise<Confirmed>;
  /** Ends all of it, the connection too. */
  close(): void;
}

/** `other`: the server has them otherwise; `silent`: it did not answer in time. */
type Confirmed = "same" | "other" | "silent";

/** Milliseconds that the server has for it. */
const answerWithin = 8_000;

/** Who says something, or asks somebody to log in, while something else stands on the terminal. */
export interface Terminal {
  readonly tell: World["tell"];
  readonly logins?: Logins;
}

/**
 * Follows what the options name on the cluster of the chosen context. What a name stands for is found out before, once.
 * `failed` gets what is the fault of no server; `terminal`: where somebody else has it.
 * @throws as reading it once does: InputError, UsageError, ConnectionError.
 */
export async function followCluster(
  options: Options,
  world: World,
  tell: (seen: Seen) => void,
  failed: (bug: unknown) => void,
  terminal: Terminal = world,
): Promise<Follower> {
  return followContext(await choose(options, world), options, world, tell, failed, terminal);
}

/** The same of a context that is chosen already. @throws as {@link followCluster}. */
export async function followContext(
  chosen: ChosenContext,
  options: Options,
  world: World,
  tell: (seen: Seen) => void,
  failed: (bug: unknown) => void,
  terminal: Terminal,
): Promise<Follower> {
  const judged = await judgedBy(options, world);
  const { screen, milliseconds, home, cwd, architecture } = world;
  const around = { screen, milliseconds, home, cwd, architecture, tell: terminal.tell };
  const opened = reopening(
    await open(chosen, options, around, terminal.logins),
    reopenOf(chosen, options, around, terminal.logins),
  );
  const { connection, discovery, scope, names } = await clusterOf(opened, chosen, options, around);
  try {
    const source = sourceOf(chosen);
    const reader = readerOf(connection, discovery);
    const isNamed = options.word !== undefined || options.targets.length > 0;
    const { asked } = await namingOf(options, names, async ({ wanted }) => {
      const start = { source, takenAt: world.now() };
      // Only what is named may turn out to be something else.
      if (!isNamed) return { ...start, readings: [], damage: [] };
      return collected(reader, wanted === undefined ? scope : { ...scope, wanted }, start);
    });
    const { wanted } = asked;
    const place = wanted === undefined ? {} : { wanted };
    const following = {
      ...{ connection, discovery, source, clock: world.clock, random: world.random },
      scope: { ...scope, ...place },
      judged: { ...judged, ...place },
    };
    const followed = follow(following, tell, failed);
    return {
      ...followed,
      asked,
      async confirm(seen) {
        const first: Plan = (soFar) => plan(soFar, { ...scope, ...place });
        const answer = await confirmedBy(reader, world.clock, first, seen);
        // What swallows questions may be this one connection.
        if (answer === "silent") connection.renew();
        return answer;
      },
      close() {
        followed.stop();
        connection.close();
      },
    };
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** A watch that says nothing may be one of which nothing arrives any more. */
async function confirmedBy(reader: Reader, clock: World["clock"], first: Plan, seen: Seen): Promise<Confirmed> {
  const { report, snapshot } = seen;
  if (snapshot === undefined) return "other";
  const roots = new Set(report?.roots.map(({ ref }) => keyOf(ref)));
  // What is asked before anything is known is where the roots come from, also those that are gone.
  const keys = new Set(first({ ...snapshot, readings: [] }).map(keyOfQuery));
  const asked = snapshot.readings.filter(({ query }) => keys.has(keyOfQuery(query)));
  const end = new AbortController();
  const forget = clock.after(answerWithin, () => end.abort(new Error("no answer in time")));
  try {
    const answers = await Promise.all(asked.map(({ query }) => reader.read(query, end.signal)));
    const isSame = answers.every((answer, place) => printOf(answer, roots) === printOf(asked[place], roots));
    return isSame ? "same" : "other";
  } catch {
    return "silent";
  } finally {
    forget();
  }
}

/** What it has, and the roots as which. */
function printOf(reading: Reading | undefined, roots: ReadonlySet<string>): string {
  if (reading?.outcome !== "found") return "";
  return reading.objects
    .map(({ ref, uid, resourceVersion }) => `${keyOf(ref)} ${uid} ${roots.has(keyOf(ref)) ? resourceVersion : ""}`)
    .toSorted()
    .join("\n");
}

/** Somebody may have logged in meanwhile, or moved the cluster: the same context, where the kubeconfig says something new of it. */
function reopenOf(
  chosen: ChosenContext,
  options: Options,
  around: Around,
  logins?: Logins,
): () => Promise<Connection | undefined> {
  const reach = { ...options.reach, context: chosen.contextName };
  let print = contextPrint(chosen);
  return async () => {
    const now = await choose({ reach }, around);
    const next = contextPrint(now);
    if (next === print) return undefined;
    const opened = await open(now, options, around, logins);
    // What cannot be opened is tried again, though it says nothing new.
    print = next;
    return opened;
  };
}
