import { connectTo, sourceOf } from "../shared/io/cluster.ts";
import type { Connection } from "../shared/io/connection.ts";
import type { ChosenContext } from "../shared/io/context.ts";
import { contextPrint } from "../shared/io/context-print.ts";
import { discoveryOf } from "../shared/io/discovery-once.ts";
import { reopening } from "../shared/io/reopening.ts";
import { traced } from "../shared/io/trace.ts";
import { version } from "../shared/model/version.ts";
import { harmless } from "../shared/render/safe.ts";
import { type Choice, choiceFor, sentenceOf } from "./choosing.ts";
import { type ClusterFollowing, followCluster } from "./cluster-following.ts";
import type { Around, News, Opened, Wants } from "./opened.ts";
import type { ClusterPlace } from "./place.ts";

/**
 * Connects to the cluster of a place and follows what is wanted of it; `tell` gets what there is to say. What is in the way is
 * said too, and is no error; a log-in that was refused is not tried again before somebody asks for it ({@link Opened.refresh}).
 */
export function openCluster(place: ClusterPlace, around: Around, tell: (news: News) => void): Opened {
  const { machine, clock, log, memory, failed } = around;
  /** Of the connection that was begun last: it fires when that is left, and programs that log in for it end with it. */
  let over = new AbortController();
  let isClosed = false;
  let wants: Wants = { roots: false, related: false, named: [], objects: [] };
  let print: string | undefined;
  let held: { readonly connection: Connection; readonly following: ClusterFollowing } | undefined;
  let isOpening = false;
  let turn = 0;
  /** A person wants what was refused to be tried again. */
  let isAsked = false;

  async function begin(): Promise<void> {
    turn += 1;
    const mine = turn;
    const choice = await choiceFor(place, machine);
    if (isClosed || mine !== turn) return;
    if (!("chosen" in choice)) {
      none(choice);
      return;
    }
    const { chosen, current } = choice;
    const { contextName: name, namespace, server } = chosen;
    const identity = identityOf(chosen);
    const own = { identity, name, namespace, server, current, doubt: undefined };
    const next = contextPrint(chosen);
    if ((held !== undefined || isOpening) && next === print) {
      announce(own);
      return;
    }
    leave();
    print = next;
    if (isAsked) memory.refused = undefined;
    isAsked = false;
    // Asked of each, so that what somebody agreed to before it was known which cluster that is holds for the first only.
    const mayLogIn = around.mayLogIn(identity);
    if (memory.refused === next) {
      announce({ ...own, phase: "authRequired", link: { state: "authRequired" }, isAsking: false });
      return;
    }
    if (needsLogIn(chosen) && !mayLogIn) {
      announce({ ...own, phase: "authRequired", problem: programOf(chosen), link: { state: "idle" }, isAsking: true });
      return;
    }
    announce({ ...own, phase: "connecting", problem: undefined, link: { state: "connecting" }, isAsking: false });
    log(`context "${harmless(name)}": ${harmless(server)} by ${harmless(chosen.cluster.file)}`);
    isOpening = true;
    over = new AbortController();
    const { signal } = over;
    try {
      await connect(chosen, signal);
    } catch (error) {
      // What nobody waits for is not refused.
      if (signal.aborted) return;
      const phase = phaseOf(error);
      if (phase === "authRequired") memory.refused = next;
      announce({ phase, problem: sentenceOf(error), link: { state: "idle" } });
    } finally {
      if (!signal.aborted) isOpening = false;
    }
  }

  /** There is no context to connect to; what was read by one that is no more is nobody's now. */
  function none({ phase, problem, isBroken }: Extract<Choice, { readonly phase: string }>): void {
    if ((held !== undefined || isOpening) && isBroken) {
      announce({ doubt: problem });
      return;
    }
    leave();
    const unknown = {
      identity: undefined,
      namespace: undefined,
      server: undefined,
      current: undefined,
      doubt: undefined,
    };
    const name = place.context ?? "";
    announce({ ...unknown, name, phase, problem, link: { state: "idle" }, isAsking: false });
  }

  async function connect(chosen: ChosenContext, left: AbortSignal): Promise<void> {
    const opened = await open(chosen);
    if (left.aborted) {
      opened.close();
      return;
    }
    const connection = traced(
      reopening(opened, () => reopened(chosen)),
      (line) => log(harmless(line)),
      clock.now,
    );
    const identity = identityOf(chosen);
    const parts = { connection, discovery: discoveryOf(connection), source: sourceOf(chosen), place, around, identity };
    const following = followCluster(parts, announce, refused);
    held = { connection, following };
    following.want(wants);
  }

  function open(chosen: ChosenContext): Promise<Connection> {
    return connectTo(chosen, {
      userAgent: `hco-status-vscode/v${version} (${machine.platform}/${machine.architecture})`,
      surroundings: {
        ...{ now: clock.now, env: machine.env, home: machine.home, cwd: machine.home, platform: machine.platform },
        isInteractive: false,
        tell: (text) => log(harmless(text.trimEnd())),
        logins: { ...around.logins, over: over.signal },
      },
    });
  }

  /** Somebody may have logged in meanwhile: the same cluster, where the kubeconfig says something new of how to prove oneself. */
  async function reopened(before: ChosenContext): Promise<Connection | undefined> {
    const { signal } = over;
    const choice = await choiceFor(place, machine);
    if (!("chosen" in choice) || signal.aborted) return undefined;
    const { chosen } = choice;
    const identity = identityOf(chosen);
    const isOther = identity !== identityOf(before);
    const next = contextPrint(chosen);
    if (isOther || next === print || (needsLogIn(chosen) && !around.mayLogIn(identity))) return undefined;
    const connection = await open(chosen);
    if (!signal.aborted) print = next;
    return connection;
  }

  /** The server does not know us: it is not asked again before a person, or another kubeconfig, does something about it. */
  function refused(cause: string | undefined): void {
    memory.refused = print ?? memory.refused;
    leave();
    announce({ phase: "authRequired", ...(cause !== undefined && { problem: harmless(cause) }), isAsking: false });
  }

  function leave(): void {
    held?.following.stop();
    held?.connection.close();
    held = undefined;
    isOpening = false;
    print = undefined;
    over.abort();
  }

  function announce(news: News): void {
    if (!isClosed) tell(news);
  }

  begin().catch(failed);
  return {
    want(next) {
      wants = next;
      held?.following.want(next);
    },
    refresh() {
      around.logins.again();
      isAsked = true;
      if (held === undefined) begin().catch(failed);
      else held.following.refresh();
    },
    namespaces: async () => held?.following.namespaces().catch(() => undefined),
    reconsider() {
      begin().catch(failed);
    },
    close() {
      isClosed = true;
      leave();
    },
  };
}

/** Another file of the same authority is another: what cannot be told apart for certain is not taken for the same. */
function identityOf({ contextName, server, cluster }: ChosenContext): string {
  const { certificateAuthority, tlsServerName, proxyUrl } = cluster;
  return JSON.stringify([contextName, server, certificateAuthority, tlsServerName, proxyUrl]);
}

/** What would be run, or asked, to log in. */
function programOf({ user }: ChosenContext): string {
  return harmless(`${user?.exec?.["command"] ?? user?.authProvider?.["name"] ?? ""}`);
}

function needsLogIn({ user }: ChosenContext): boolean {
  return user?.exec !== undefined || user?.authProvider !== undefined;
}

function phaseOf(error: unknown): "authRequired" | "unreachable" | "unusable" {
  if (!(error instanceof Error) || error.name !== "ConnectionError") return "unusable";
  return "reason" in error && error.reason === "credentials" ? "authRequired" : "unreachable";
}
