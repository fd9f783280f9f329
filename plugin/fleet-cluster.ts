import { aggregate } from "../shared/aggregate/aggregate.ts";
import type { ChosenContext } from "../shared/io/context.ts";
import { unlessAborted } from "../shared/io/deadline.ts";
import { ConnectionError, InputError, isTold, UsageError } from "../shared/io/errors.ts";
import type { Logins } from "../shared/io/logins.ts";
import { type Clock, systemClock } from "../shared/io/watch/clock.ts";
import type { Source } from "../shared/model/snapshot.ts";
import type { FleetMember, FleetTrouble } from "../shared/render/fleet-member.ts";
import { interruptedWords } from "../shared/render/words-fleet.ts";
import type { FleetContext } from "./fleet-contexts.ts";
import type { Judge } from "./judging.ts";
import { type Around, readOver } from "./live.ts";
import { missesOf } from "./missing.ts";
import type { Read } from "./naming.ts";
import type { Options } from "./options.ts";
import { open } from "./way.ts";

/** What reading one cluster needs that is the same for all. */
export interface FleetSetting {
  readonly options: Options;
  readonly judge: Judge;
  readonly logins: Logins;
  /** Somebody is asked to log in, whatever it is for: that is nobody's waste of time. */
  readonly isAsking: () => boolean;
  /** Milliseconds that one cluster may take in all where no `--request-timeout` says how long one request may. */
  readonly patience: number;
  /** Ends all that is under way; its reason is told as the cause. */
  readonly signal: AbortSignal;
}

/**
 * Reads and judges one cluster; whatever keeps it from answering is its trouble. Nothing but the Report stays in memory.
 * @throws UsageError where the command line cannot be meant for any cluster.
 */
export async function readMember(context: FleetContext, world: Around, setting: FleetSetting): Promise<FleetMember> {
  const { options } = setting;
  const takenAt = options.at ?? world.now();
  if ("fault" in context) return lost({ context: context.name }, takenAt, { is: "unusable", cause: context.fault });
  const { name, chosen } = context;
  const member = { context: name, server: chosen.server };
  try {
    const read = await readWithin(chosen, world, setting);
    const report = setting.judge(read);
    const misses = missesOf(read.asked, report, read.snapshot, options.namespace);
    if (misses.length === 0) return { ...member, report };
    if (report.roots.length === 0) return { ...member, report, trouble: { is: "missing", cause: misses.join("; ") } };
    world.tell(`${misses.join("\n")}\n`);
    return { ...member, report };
  } catch (error) {
    if (setting.signal.aborted) return lost(member, takenAt, { is: "interrupted", cause: interruptedWords });
    if (error instanceof UsageError || !isTold(error)) throw error;
    return lost(member, takenAt, troubleOf(error));
  }
}

/** The time to log in does not count. */
async function readWithin(chosen: ChosenContext, world: Around, setting: FleetSetting): Promise<Read> {
  const { signal, logins, isAsking, patience } = setting;
  signal.throwIfAborted();
  const isLimited = setting.options.reach.requestTimeout === undefined;
  // Nor may a plugin that asks nobody, or an issuer, keep us for ever.
  const reach = { ...setting.options.reach, ...(isLimited && { requestTimeout: patience }) };
  const options = { ...setting.options, reach };
  const connection = await unlessAborted(open(chosen, options, world, logins), signal);
  const late = new AbortController();
  const limit = isLimited
    ? limitOf(systemClock, patience, isAsking, () => late.abort(lateness(chosen, patience)))
    : undefined;
  const both = AbortSignal.any([signal, late.signal]);
  both.addEventListener("abort", () => connection.close(), { once: true });
  try {
    return await unlessAborted(
      readOver(connection, chosen, options, world, () => {}),
      both,
    );
  } finally {
    limit?.();
  }
}

/** Milliseconds for one cluster in all: a black hole is a row, and keeps nobody waiting. */
export const patience = 30_000;

/** Calls `over` after so many milliseconds in which nobody was asked anything; returns how to forget it. */
export function limitOf(clock: Clock, milliseconds: number, isAsking: () => boolean, over: () => void): () => void {
  let forget = clock.after(milliseconds, look);
  function look(): void {
    if (isAsking()) forget = clock.after(milliseconds, look);
    else over();
  }
  return () => forget();
}

function lateness({ server }: ChosenContext, milliseconds: number): ConnectionError {
  const within = `within ${milliseconds / 1000} s`;
  return new ConnectionError(
    `no answer from ${server} to all questions ${within}; give it more with --request-timeout`,
    { reason: "timeout" },
  );
}

/** Why a cluster gave no answer. */
export function troubleOf(error: Error): FleetTrouble {
  const cause = error.message;
  if (error instanceof InputError) return { is: "unusable", cause };
  const reason = error instanceof ConnectionError ? error.reason : "unreachable";
  return { is: reason === "credentials" ? "login" : reason === "timeout" ? "late" : "unreached", cause };
}

/** A cluster without an answer has a Report too: nothing could be read, and why. */
export function lost(member: Omit<FleetMember, "report">, takenAt: string, trouble: FleetTrouble): FleetMember {
  const { context, server } = member;
  const source: Source = { kind: "cluster", name: context, ...(server !== undefined && { server }) };
  const damage = [{ where: server ?? context, cause: trouble.cause }];
  const report = aggregate({ source, takenAt, readings: [], damage });
  const gaps = report.completeness.gaps.map((gap) => ({ ...gap, required: true }));
  // No file is broken.
  return { ...member, report: { ...report, completeness: { ...report.completeness, gaps }, findings: [] }, trouble };
}
