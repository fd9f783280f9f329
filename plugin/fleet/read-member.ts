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

/** Milliseconds that one cluster may take in all. A cluster that does not respond in time is shown with that as its trouble. */
export const memberTimeoutMs = 30_000;

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
    const { read, report } = await evaluateCluster(chosen, environment, setting);
    const { requested, snapshot } = read;
    const sentences = notFoundSentences(requested, report, snapshot, options.namespace);
    if (sentences.length === 0) return { ...member, report };
    if (report.roots.length === 0)
      return { ...member, report, trouble: { is: "missing", cause: sentences.join("; ") } };
    const errors = notFoundErrors(requested, report, snapshot, options.namespace);
    environment.printMessage(`${errors.join("\n")}\n`);
    return { ...member, report };
  } catch (error) {
    if (setting.signal.aborted)
      return unreachableMember(member, takenAt, { is: "interrupted", cause: interruptedText });
    if (error instanceof UsageError || !isUserError(error)) throw error;
    return unreachableMember(member, takenAt, readFailure(error));
  }
}

/** What was read from one cluster, and its Report. */
interface EvaluatedCluster {
  readonly read: ReadSnapshot;
  readonly report: Report;
}

/**
 * Reads and evaluates one cluster with a share of the common budget. If other clusters use up that budget meanwhile, the
 * cluster is read again with a whole budget, when no other cluster is read in this way.
 */
async function evaluateCluster(
  chosen: ChosenContext,
  environment: ReadDependencies,
  setting: FleetSetting,
): Promise<EvaluatedCluster> {
  const evaluateWith = async (budget: InputBudget): Promise<EvaluatedCluster> => {
    const read = await readInTime(chosen, environment, setting, budget);
    return { read, report: setting.evaluate(read) };
  };
  const share = createInputShare(setting.budget);
  try {
    return await evaluateWith(share);
  } catch (error) {
    if (!isInputLimit(error) || error.limit === "roots") throw error;
    share.release();
    return await setting.alone(() => evaluateWith(createInputBudget("servers")));
  } finally {
    share.release();
  }
}

/**
 * Reads one cluster within its time. The time to log in does not count.
 * @throws ConnectionError where the time is over, and the reason of `setting.signal` where that ends the reading.
 */
async function readInTime(
  chosen: ChosenContext,
  environment: ReadDependencies,
  setting: FleetSetting,
  budget: InputBudget,
): Promise<ReadSnapshot> {
  const { signal, logins, isAsking, timeoutMs } = setting;
  signal.throwIfAborted();
  const { requestTimeout } = setting.options.reach;
  const isLimited = requestTimeout === undefined;
  // A credential plugin that does not ask the user, or an issuer of tokens, must not block the plugin without end either.
  const reach = { ...setting.options.reach, requestTimeout: requestTimeout ?? timeoutMs };
  const options = { ...setting.options, reach };
  const connection = await unlessAborted(openConnection(chosen, options, environment, logins), signal);
  const late = new AbortController();
  const endLate = (): void => late.abort(createLateError(chosen, timeoutMs));
  const cancelLimit = isLimited ? startTimeLimit(systemClock, timeoutMs, isAsking, endLate) : undefined;
  const eitherSignal = AbortSignal.any([signal, late.signal]);
  const close = (): void => connection.close();
  eitherSignal.addEventListener("abort", close, { once: true });
  try {
    return await unlessAborted(readOver(connection, chosen, options, environment, { budget }), eitherSignal);
  } finally {
    cancelLimit?.();
    // The signal of all clusters would keep the connection of each in memory.
    eitherSignal.removeEventListener("abort", close);
  }
}

/**
 * Calls `onTimeout` after `timeoutMs`. While the user is asked to log in, the time begins again. Returns a function that
 * cancels the limit.
 */
function startTimeLimit(
  clock: WatchClock,
  timeoutMs: number,
  isAsking: () => boolean,
  onTimeout: () => void,
): () => void {
  const check = (): void => {
    if (isAsking()) cancelCheck = clock.after(timeoutMs, check);
    else onTimeout();
  };
  let cancelCheck = clock.after(timeoutMs, check);
  return () => cancelCheck();
}

/** Resolves when `connect` does, or after `timeoutMs`, which calls `onTimeout`. For `isAsking` see {@link startTimeLimit}. */
export async function withinTime(
  connect: () => Promise<void>,
  clock: WatchClock,
  timeoutMs: number,
  isAsking: () => boolean = () => false,
  onTimeout: () => void = () => {},
): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const cancelLimit = startTimeLimit(clock, timeoutMs, isAsking, () => {
    onTimeout();
    resolve();
  });
  await Promise.race([connect(), timeout]);
  cancelLimit();
}

function createLateError({ server }: ChosenContext, timeoutMs: number): ConnectionError {
  const within = `arrived within ${timeoutMs / 1000} s`;
  return new ConnectionError(`not all responses from ${server} ${within}`, {
    reason: "timeout",
    advice: "increase --request-timeout",
    brief: `not all responses from the server ${within}`,
  });
}

/** The trouble of a cluster that could not be read because of an error. */
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
