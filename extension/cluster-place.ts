import { connectTo, sourceOf } from "../shared/io/cluster.ts";
import type { Connection } from "../shared/io/connection.ts";
import type { ChosenContext } from "../shared/io/context.ts";
import { contextPrint } from "../shared/io/context-print.ts";
import { type Discovery, discoveryOf } from "../shared/io/discovery-once.ts";
import { reopening } from "../shared/io/reopening.ts";
import { traced } from "../shared/io/trace.ts";
import { version } from "../shared/model/version.ts";
import { harmless } from "../shared/render/safe.ts";
import { choiceFor, sentenceOf } from "./choosing.ts";
import { type ClusterFollowing, followCluster } from "./cluster-following.ts";
import type { Around, News, Opened, Wants } from "./opened.ts";
import type { ClusterPlace } from "./place.ts";

/**
 * Connects to the cluster of a place and follows what is wanted of it; `tell` gets what there is to say. What is in the way is
 * said too, and is no error; a log-in that was refused is not tried again before somebody asks for it ({@link Opened.refresh}).
 */
export function openCluster(place: ClusterPlace, around: Around, tell: (news: News) => void): Opened {
  const { machine, clock, log, logins, failed } = around;
  let wants: Wants = { roots: false, related: false, named: [], objects: [] };
  let isClosed = false;
  let print: string | undefined;
  let whose: string | undefined;
  let held: { readonly connection: Connection; readonly following: ClusterFollowing } | undefined;
  let turn = 0;

  async function begin(): Promise<void> {
    turn += 1;
    const mine = turn;
    const choice = await choiceFor(place, machine);
    if (isClosed || mine !== turn) return;
    if (!("chosen" in choice)) {
      if (held !== undefined && choice.isBroken) {
        announce({ doubt: choice.problem });
        return;
      }
      leave();
      // What was read by a context that is no more is nobody's now.
      const { phase, problem } = choice;
      announce({ ...nothing, phase, problem, link: { state: "idle" }, isAsking: false });
      print = undefined;
      whose = undefined;
      return;
    }
    const { chosen, current } = choice;
    const { contextName, namespace, server, user } = chosen;
    const own = { name: contextName, namespace, server, current, doubt: undefined };
    const next = contextPrint(chosen);
    if (held !== undefined && next === print) {
      announce(own);
      return;
    }
    // Other credentials for the same cluster make nothing old.
    if (whose !== undefined && whose !== `${contextName} ${server}`) announce(nothing);
    whose = `${contextName} ${server}`;
    print = next;
    leave();
    if (needsLogIn(chosen) && !around.mayLogIn()) {
      const { exec, authProvider } = user ?? {};
      const how = harmless(`${exec?.["command"] ?? authProvider?.["name"] ?? ""}`);
      announce({ ...own, phase: "authRequired", problem: how, link: { state: "idle" }, isAsking: true });
      return;
    }
    announce({ ...own, phase: "connecting", problem: undefined, link: { state: "connecting" }, isAsking: false });
    log(`context "${harmless(contextName)}": ${harmless(server)} by ${harmless(chosen.cluster.file)}`);
    try {
      const opened = await open(chosen);
      if (isClosed || mine !== turn) {
        opened.close();
        return;
      }
      const connection = traced(
        reopening(opened, () => reopened(chosen)),
        (line) => log(harmless(line)),
        clock.now,
      );
      const discovery: Discovery = discoveryOf(connection);
      const parts = { connection, discovery, source: sourceOf(chosen), place, around };
      const following = followCluster(parts, announce, refused);
      held = { connection, following };
      following.want(wants);
    } catch (error) {
      if (!isClosed && mine === turn)
        announce({ phase: phaseOf(error), problem: sentenceOf(error), link: { state: "idle" } });
    }
  }

  function open(chosen: ChosenContext): Promise<Connection> {
    return connectTo(chosen, {
      userAgent: `hco-status-vscode/v${version} (${machine.platform}/${machine.architecture})`,
      surroundings: {
        ...{ now: clock.now, env: machine.env, home: machine.home, cwd: machine.home, platform: machine.platform },
        isInteractive: false,
        tell: (text) => log(harmless(text.trimEnd())),
        logins,
      },
    });
  }

  /** Somebody may have logged in meanwhile: the same context, where the kubeconfig says something new of it. */
  async function reopened(before: ChosenContext): Promise<Connection | undefined> {
    const choice = await choiceFor(place, machine);
    if (!("chosen" in choice) || choice.chosen.server !== before.server) return undefined;
    const next = contextPrint(choice.chosen);
    if (next === print) return undefined;
    const connection = await open(choice.chosen);
    print = next;
    return connection;
  }

  /** The server does not know us: it is not asked again before a person does something about it. */
  function refused(cause: string | undefined): void {
    leave();
    announce({ phase: "authRequired", ...(cause !== undefined && { problem: harmless(cause) }), isAsking: false });
  }

  function leave(): void {
    held?.following.stop();
    held?.connection.close();
    held = undefined;
  }

  function announce(news: News): void {
    if (!isClosed) tell(news);
  }

  function start(): void {
    begin().catch(failed);
  }

  start();
  return {
    want(next) {
      wants = next;
      held?.following.want(next);
    },
    refresh() {
      logins.again();
      if (held === undefined) {
        print = undefined;
        start();
      } else held.following.refresh();
    },
    namespaces: async () => held?.following.namespaces().catch(() => undefined),
    reconsider: start,
    close() {
      isClosed = true;
      leave();
    },
  };
}

/** Nothing of what was read holds any more. */
const nothing: News = {
  report: undefined,
  snapshot: undefined,
  named: undefined,
  namedSnapshot: undefined,
  history: undefined,
  objects: new Map(),
};

function needsLogIn({ user }: ChosenContext): boolean {
  return user?.exec !== undefined || user?.authProvider !== undefined;
}

function phaseOf(error: unknown): "authRequired" | "unreachable" | "unusable" {
  if (!(error instanceof Error) || error.name !== "ConnectionError") return "unusable";
  return "reason" in error && error.reason === "credentials" ? "authRequired" : "unreachable";
}
