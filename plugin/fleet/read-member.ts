import { aggregate } from "../../shared/aggregate/aggregate.ts";
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
import { type FleetMember, type FleetTrouble, interruptedText } from "../../shared/render/words/commands/fleet.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { ReadSnapshot } from "../naming/resolve-names.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { type ClusterDependencies, openConnection } from "../read/choose-cluster.ts";
import { readOver } from "../read/read-cluster.ts";
import type { EvaluateSnapshot } from "../status/evaluate.ts";
import { notFoundErrors, notFoundSentences } from "../status/not-found-errors.ts";
import { type FleetContext, identifyMember } from "./choose-contexts.ts";
import type { FleetLogins } from "./fleet-logins.ts";

/** Milliseconds that one cluster may take in all. A cluster that does not respond in time is shown with that as its trouble. */
export const memberTimeoutMs = 30_000;

/** What reading one cluster needs that is the same for all clusters. */
export interface FleetSetting {
  readonly options: CommandLineOptions;
  readonly environment: ClusterDependencies & Pick<HostEnvironment, "now" | "cacheHome" | "userId">;
  readonly evaluate: EvaluateSnapshot;
  readonly logins: Pick<FleetLogins, "shared" | "isAsking">;
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
 * @param printMessage prints messages about this cluster
 * @throws UsageError if the command line is wrong for every cluster.
 */
export async function readMember(
  context: FleetContext,
  setting: FleetSetting,
  printMessage: (text: string) => void,
): Promise<FleetMember> {
  const { options, environment, signal } = setting;
  const takenAt = options.at ?? environment.now();
  const member = identifyMember(context);
  if ("fault" in context) return unreachableMember(member, takenAt, { is: "unusable", cause: context.fault });
  try {
    const { requested, snapshot, report } = await evaluateCluster(context.chosen, setting, printMessage);
    const sentences = notFoundSentences(requested, report, snapshot, options.namespace);
    if (sentences.length > 0 && report.roots.length === 0)
      return { ...member, report, trouble: { is: "missing", cause: sentences.join("; ") } };
    const errors = notFoundErrors(requested, report, snapshot, options.namespace);
    if (errors.length > 0) printMessage(`${errors.join("\n")}\n`);
    return { ...member, report };
  } catch (error) {
    if (signal.aborted) return unreachableMember(member, takenAt, { is: "interrupted", cause: interruptedText });
    if (error instanceof UsageError || !isUserError(error)) throw error;
    return unreachableMember(member, takenAt, readFailure(error));
  }
}

/** What was read from one cluster, and its Report. */
interface EvaluatedCluster extends ReadSnapshot {
  readonly report: Report;
}

/**
 * Reads and evaluates one cluster with a share of the common budget. If other clusters use up that budget meanwhile, the
 * cluster is read again with a whole budget, when no other cluster is read in this way.
 */
async function evaluateCluster(
  chosen: ChosenContext,
  setting: FleetSetting,
  printMessage: (text: string) => void,
): Promise<EvaluatedCluster> {
  const evaluateWithin = async (budget: InputBudget): Promise<EvaluatedCluster> => {
    const read = await readInTime(chosen, setting, { budget, printMessage });
    return { ...read, report: setting.evaluate(read) };
  };
  const share = createInputShare(setting.budget);
  try {
    return await evaluateWithin(share);
  } catch (error) {
    if (!isInputLimit(error) || error.limit === "roots") throw error;
    share.release();
    return await setting.alone(() => evaluateWithin(createInputBudget("servers")));
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
  { options: requestedOptions, environment, logins, signal, timeoutMs }: FleetSetting,
  reading: { readonly budget: InputBudget; readonly printMessage: (text: string) => void },
): Promise<ReadSnapshot> {
  signal.throwIfAborted();
  const { printMessage } = reading;
  const { requestTimeout } = requestedOptions.reach;
  // A credential plugin that does not ask the user, or an issuer of tokens, must not block the plugin without end either.
  const reach = { ...requestedOptions.reach, requestTimeout: requestTimeout ?? timeoutMs };
  const options = { ...requestedOptions, reach };
  const terminal = { printMessage, logins: logins.shared };
  const connection = await unlessAborted(openConnection(chosen, options, environment, terminal), signal);
  const late = new AbortController();
  const onTimeout = (): void => late.abort(createLateError(chosen, timeoutMs));
  const isAsking = (): boolean => logins.isAsking();
  const cancelLimit =
    requestTimeout === undefined
      ? startTimeLimit({ clock: systemClock, timeoutMs, isAsking, onTimeout })
      : (): void => {};
  const eitherSignal = AbortSignal.any([signal, late.signal]);
  const close = (): void => connection.close();
  eitherSignal.addEventListener("abort", close, { once: true });
  try {
    return await unlessAborted(readOver(connection, chosen, options, environment, reading), eitherSignal);
  } finally {
    cancelLimit();
    // The signal of all clusters would keep the connection of each in memory.
    eitherSignal.removeEventListener("abort", close);
  }
}

/** How long a cluster may take. While the user is asked to log in (`isAsking`), the time begins again. */
interface TimeLimit {
  readonly clock: WatchClock;
  readonly timeoutMs: number;
  readonly isAsking?: () => boolean;
  readonly onTimeout?: () => void;
}

/** Starts a limit that calls `onTimeout` once. Returns a function that cancels the limit. */
function startTimeLimit({ clock, timeoutMs, isAsking, onTimeout }: TimeLimit): () => void {
  const check = (): void => {
    if (isAsking?.()) cancelCheck = clock.after(timeoutMs, check);
    else onTimeout?.();
  };
  let cancelCheck = clock.after(timeoutMs, check);
  return () => cancelCheck();
}

/** Resolves when `connect` does, or when the time is over. */
export async function withinTime(connect: () => Promise<void>, limit: TimeLimit): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const cancelLimit = startTimeLimit({
    ...limit,
    onTimeout() {
      limit.onTimeout?.();
      resolve();
    },
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
  const source: Source = { kind: "cluster", name: context, ...definedFields({ server, labels }) };
  const damage = [{ where: server ?? context, cause: trouble.cause }];
  const report = aggregate({ source, takenAt, readings: [], damage });
  const gaps = report.completeness.gaps.map((gap) => ({ ...gap, required: true }));
  // The damage is no broken file, so it is no finding.
  return { ...member, report: { ...report, completeness: { ...report.completeness, gaps }, findings: [] }, trouble };
}
