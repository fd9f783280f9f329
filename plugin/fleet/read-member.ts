import { aggregate } from "../../shared/aggregate/aggregate.ts";
import type { SharedLogins } from "../../shared/io/auth/shared-logins.ts";
import { ConnectionError, InputError, isUserError, UsageError } from "../../shared/io/errors/errors.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { unlessAborted } from "../../shared/io/socket/deadline.ts";
import { systemClock, type WatchClock } from "../../shared/io/watch/clock.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Report } from "../../shared/model/report.ts";
import type { Source } from "../../shared/model/snapshot.ts";
import {
  createInputBudget,
  createInputShare,
  type InputBudget,
  isInputLimit,
} from "../../shared/parse/input-budget.ts";
import type { FleetMember, FleetTrouble } from "../../shared/render/words/commands/fleet.ts";
import { interruptedText } from "../../shared/render/words/commands/fleet.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { ReadSnapshot } from "../naming/resolve-names.ts";
import { openConnection } from "../read/choose-cluster.ts";
import { type ReadDependencies, readOver } from "../read/read-cluster.ts";
import type { EvaluateSnapshot } from "../status/evaluate.ts";
import { notFoundErrors, notFoundSentences } from "../status/not-found-errors.ts";
import { type FleetContext, identifyMember } from "./choose-contexts.ts";

/** What reading one cluster needs that is the same for all clusters. */
export interface FleetSetting {
  readonly options: CommandLineOptions;
  readonly evaluate: EvaluateSnapshot;
  readonly logins: SharedLogins;
  /** Whether the user is being asked to log in, for any cluster. That time does not count against a cluster. */
  readonly isAsking: () => boolean;
  /** Milliseconds that one cluster may take in all, where `--request-timeout` does not limit each request. */
  readonly timeoutMs: number;
  /** Ends all that is in progress. Its reason is reported as the cause. */
  readonly signal: AbortSignal;
  /** What the lists of all clusters that are being read may hold together. */
  readonly budget: InputBudget;
  /** Runs `read` when no other cluster is read in this way. */
  readonly alone: <Read>(read: () => Promise<Read>) => Promise<Read>;
}

/**
 * Reads and evaluates one cluster. What keeps it from responding becomes its trouble. Only the Report stays in memory.
 * @throws UsageError if the command line is wrong for every cluster.
 */
export async function readMember(
  context: FleetContext,
  environment: ReadDependencies,
  setting: FleetSetting,
): Promise<FleetMember> {
  const { options } = setting;
  const takenAt = options.at ?? environment.now();
  const member = identifyMember(context);
  if ("fault" in context) return unreachableMember(member, takenAt, { is: "unusable", cause: context.fault });
  const { chosen } = context;
  try {
    const { read, report } = await evaluateWithin(chosen, environment, setting);
    const question = [read.requested, report, read.snapshot, options.namespace] as const;
    const misses = notFoundSentences(...question);
    if (misses.length === 0) return { ...member, report };
    if (report.roots.length === 0) return { ...member, report, trouble: { is: "missing", cause: misses.join("; ") } };
    environment.printMessage(`${notFoundErrors(...question).join("\n")}\n`);
    return { ...member, report };
  } catch (error) {
    if (setting.signal.aborted)
      return unreachableMember(member, takenAt, { is: "interrupted", cause: interruptedText });
    if (error instanceof UsageError || !isUserError(error)) throw error;
    return unreachableMember(member, takenAt, readFailure(error));
  }
}

/**
 * Reads and evaluates one cluster. Where other clusters hold too much meanwhile, it is read again with a budget of its
 * own, one such cluster after the other.
 */
async function evaluateWithin(
  chosen: ChosenContext,
  environment: ReadDependencies,
  setting: FleetSetting,
): Promise<{ readonly read: ReadSnapshot; readonly report: Report }> {
  const evaluated = async (budget: InputBudget): Promise<{ readonly read: ReadSnapshot; readonly report: Report }> => {
    const read = await readWithin(chosen, environment, setting, budget);
    return { read, report: setting.evaluate(read) };
  };
  const share = createInputShare(setting.budget);
  try {
    return await evaluated(share);
  } catch (error) {
    if (!isInputLimit(error) || error.limit === "roots") throw error;
    share.release();
    return await setting.alone(() => evaluated(createInputBudget("servers")));
  } finally {
    share.release();
  }
}

/** What is read from one cluster within its time. The time to log in does not count. */
async function readWithin(
  chosen: ChosenContext,
  environment: ReadDependencies,
  setting: FleetSetting,
  budget: InputBudget,
): Promise<ReadSnapshot> {
  const { signal, logins, isAsking, timeoutMs } = setting;
  signal.throwIfAborted();
  const isLimited = setting.options.reach.requestTimeout === undefined;
  // A plugin that never asks, or an issuer, must not block the plugin without end either.
  const reach = { ...setting.options.reach, ...(isLimited && { requestTimeout: timeoutMs }) };
  const options = { ...setting.options, reach };
  const connection = await unlessAborted(openConnection(chosen, options, environment, logins), signal);
  const late = new AbortController();
  const limit = isLimited
    ? startTimeLimit(systemClock, timeoutMs, isAsking, () => late.abort(lateness(chosen, timeoutMs)))
    : undefined;
  const both = AbortSignal.any([signal, late.signal]);
  const close = (): void => connection.close();
  both.addEventListener("abort", close, { once: true });
  try {
    return await unlessAborted(readOver(connection, chosen, options, environment, { budget }), both);
  } finally {
    limit?.();
    // The signal of all clusters would keep the connection of each in memory.
    both.removeEventListener("abort", close);
  }
}

/** Milliseconds for one cluster in all, after which an unresponsive cluster becomes a row of its own. */
export const memberTimeoutMs = 30_000;

/**
 * Calls `over` after `timeoutMs` in which the user was not asked to log in. Returns a function that cancels this.
 */
function startTimeLimit(clock: WatchClock, timeoutMs: number, isAsking: () => boolean, over: () => void): () => void {
  let forget = clock.after(timeoutMs, check);
  function check(): void {
    if (isAsking()) forget = clock.after(timeoutMs, check);
    else over();
  }
  return () => forget();
}

/** Resolves when `connect` does, or after `timeoutMs`, likewise counted, which calls `late`. */
export async function withinTime(
  connect: () => Promise<void>,
  clock: WatchClock,
  timeoutMs: number,
  isAsking: () => boolean = () => false,
  late: () => void = () => {},
): Promise<void> {
  const { promise: isLate, resolve } = Promise.withResolvers<void>();
  const forget = startTimeLimit(clock, timeoutMs, isAsking, () => {
    late();
    resolve();
  });
  await Promise.race([connect(), isLate]);
  forget();
}

function lateness({ server }: ChosenContext, timeoutMs: number): ConnectionError {
  const within = `arrived within ${timeoutMs / 1000} s`;
  return new ConnectionError(`not all responses from ${server} ${within}`, {
    reason: "timeout",
    advice: "increase --request-timeout",
    brief: `not all responses from the server ${within}`,
  });
}

/** Why a cluster could not be read. */
export function readFailure(error: Error): FleetTrouble {
  const cause = error.message;
  if (error instanceof InputError) return { is: "unusable", cause };
  if (!(error instanceof ConnectionError)) return { is: "unreached", cause };
  const { reason, brief } = error;
  if (reason === "credentials") return { is: "login", cause, brief };
  return { is: reason === "timeout" ? "late" : "unreached", cause, brief };
}

/** The member for a cluster that could not be read. Its Report says that nothing could be read, and why. */
export function unreachableMember(
  member: Omit<FleetMember, "report">,
  takenAt: string,
  trouble: FleetTrouble,
): FleetMember {
  const { context, server, labels } = member;
  const source: Source = {
    kind: "cluster",
    name: context,
    ...definedFields({ server, labels }),
  };
  const damage = [{ where: server ?? context, cause: trouble.cause }];
  const report = aggregate({ source, takenAt, readings: [], damage });
  const gaps = report.completeness.gaps.map((gap) => ({ ...gap, required: true }));
  // The damage is no broken file, so it is no finding.
  return { ...member, report: { ...report, completeness: { ...report.completeness, gaps }, findings: [] }, trouble };
}
