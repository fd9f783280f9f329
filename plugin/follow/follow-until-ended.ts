import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { ConnectionError } from "../../shared/io/errors/errors.ts";
import type { SeenReport } from "../../shared/io/watch/follow-report.ts";
import { connectionPolicies } from "../../shared/io/watch/follower-transitions.ts";
import { waitingForUnreachableText } from "../../shared/render/words/plugin/progress.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { type FirstReport, noServerText } from "./first-report-fault.ts";
import { type FollowedSource, followSource, type SourceFront } from "./follow-source.ts";

/** A command that follows one cluster until a signal or the user ends it. */
interface EndlessFront extends Pick<SourceFront, "chosen" | "terminal" | "seen"> {
  /** The server, or its hub, cannot be reached, and is tried again. `brief`: the cause without the server and advice. */
  readonly unreached: (cause: string, brief?: string) => void;
}

/** One cluster that is followed until the command ends. */
export interface FollowedUntilEnded {
  /** Resolves when the cluster is followed and was read once; to undefined if the command ended before that. */
  readonly begun: Promise<readonly [FollowedSource, FirstReport] | undefined>;
  readonly ended: Promise<void>;
  readonly leave: () => void;
  readonly close: () => void;
}

/**
 * Follows what the options name. Both promises reject if the server does not accept the credentials at the beginning,
 * and with all errors of {@link followSource} but an unreachable server.
 */
export function followUntilEnded(
  options: CommandLineOptions,
  environment: HostEnvironment,
  front: EndlessFront,
): FollowedUntilEnded {
  const { promise: ended, resolve: leave, reject: broken } = Promise.withResolvers<void>();
  const connected = Promise.withResolvers<FollowedSource>();
  const first = Promise.withResolvers<FirstReport>();
  let isFirstAwaited = true;
  const follower = followSource(options, environment, {
    ...front,
    policy: connectionPolicies.awaiting,
    connected: connected.resolve,
    seen(seen) {
      front.seen(seen);
      if (isFirstAwaited) isFirstAwaited = !settleFirstReport(seen, first, front.unreached);
    },
    failed(error, isRetried) {
      if (isRetried && error instanceof ConnectionError) front.unreached(error.message, error.brief);
      else broken(error);
    },
    bug: broken,
  });
  const letGo = environment.person.onStop(() => leave());
  const begun = Promise.race([Promise.all([connected.promise, first.promise]), ended.then(() => undefined)]);
  // Each may be rejected before it is awaited.
  for (const promise of [begun, ended]) promise.catch(() => {});
  follower.begin();
  return {
    begun,
    ended,
    leave,
    close() {
      letGo();
      follower.end();
    },
  };
}

/**
 * Resolves with the first Report, or rejects if the server does not accept the credentials. Returns whether it did
 * one of the two.
 */
function settleFirstReport(
  { report, snapshot, link }: SeenReport,
  first: Pick<PromiseWithResolvers<FirstReport>, "resolve" | "reject">,
  unreached: (cause: string, brief?: string) => void,
): boolean {
  const { state, cause = noServerText, brief } = link;
  if (report !== undefined && snapshot !== undefined) {
    first.resolve({ report, snapshot });
    return true;
  }
  if (state === "authRequired") {
    first.reject(new ConnectionError(cause, { reason: "credentials" }));
    return true;
  }
  if (state === "unreachable") unreached(cause, brief);
  return false;
}

/** Reports why a server is waited for, each cause once. */
export function createWaitingLine({ printMessage }: Pick<HostEnvironment, "printMessage">): (cause: string) => void {
  let last = "";
  return (cause) => {
    if (cause !== last) printMessage(`${sanitizeLine(waitingForUnreachableText(cause))}\n`);
    last = cause;
  };
}
