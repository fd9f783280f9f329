import type { ChosenContext } from "./context.ts";
import type { Credentials } from "./credentials.ts";
import { ConnectionError } from "./errors.ts";
import { type ExecAnswer, execAnswerOf } from "./exec-answer.ts";
import { lookUp } from "./exec-command.ts";
import { execInfoOf } from "./exec-info.ts";
import { type ExecPlugin, execPluginOf } from "./exec-plugin.ts";
import { allowed } from "./exec-policy.ts";
import { runPlugin } from "./exec-run.ts";
import type { UserEntry } from "./kubeconfig-entries.ts";
import { type Lease, renewable } from "./renewable.ts";
import type { Surroundings } from "./surroundings.ts";
import { type Pair, type TlsMaterial, tlsMaterialOf } from "./tls-material.ts";

export { refuseWrongExec } from "./exec-plugin.ts";

/**
 * Credentials that a plugin hands out, as in client-go's plugin/pkg/client/auth/exec/exec.go: run now, again when they
 * have ended, and again when the server refuses them.
 * @throws InputError where the entry is wrong; ConnectionError where the plugin may not run, fails or answers nonsense.
 */
export async function execCredentials(
  choice: ChosenContext,
  user: UserEntry,
  from: Surroundings,
): Promise<Credentials> {
  const plugin = execPluginOf(user, from.platform);
  // What cannot work without a log-in is refused before it (client-go, transport/transport.go, TLSConfigFor).
  const own = tlsMaterialOf(choice);
  let shown: Shown = { tls: own };
  // What all share is told of by no user's name.
  const asked = from.logins === undefined ? plugin : { ...plugin, title: plugin.sharedTitle };
  const source =
    from.logins?.source(keyOf(plugin, choice, from), obtain, from.logins.over) ?? renewable(() => obtain(), from.now);
  let newest = proofOf(await source.current());
  // Of this server: others may take what it refuses.
  let refused: ExecAnswer | undefined;

  /** `over`: none of those who share the answer wants it any more. */
  async function obtain(over?: AbortSignal): Promise<Lease<ExecAnswer>> {
    const logins = from.logins !== undefined && over !== undefined && { logins: { ...from.logins, over } };
    const answer = await ask(asked, choice, { ...from, ...logins });
    const { until } = answer;
    return { proof: answer, ...(until !== undefined && { until }) };
  }

  function proofOf(answer: ExecAnswer): Proof {
    const { token, pair } = answer;
    // The same certificate stays the same object, so that nobody connects again for nothing.
    if (!isSame(pair, shown.pair))
      shown = pair === undefined ? { tls: own } : { pair, tls: tlsMaterialOf(choice, pair) };
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return { answer, headers, tls: shown.tls };
  }

  return {
    get tls() {
      return newest.tls;
    },
    async headers() {
      const { until = Number.POSITIVE_INFINITY } = newest.answer;
      // What this server takes is not changed because another one refused it.
      if (newest.answer !== refused && from.now() <= until) return newest.headers;
      const answer = await source.current(refused);
      if (answer !== newest.answer) newest = proofOf(answer);
      return newest.headers;
    },
    forget(headers) {
      if (newest.headers === headers) refused = newest.answer;
    },
  };
}

/** Equal for all who would get the same answer (exec.go, cacheKey: the section, and the cluster where it is told of one). */
function keyOf(plugin: ExecPlugin, choice: ChosenContext, from: Surroundings): string {
  return JSON.stringify([{ ...plugin, title: "", sharedTitle: "" }, execInfoOf(plugin, choice, mayAsk(plugin, from))]);
}

function mayAsk({ interactiveMode }: ExecPlugin, { isInteractive }: Surroundings): boolean {
  return interactiveMode !== "Never" && isInteractive;
}

interface Proof {
  readonly answer: ExecAnswer;
  readonly headers: Readonly<Record<string, string>>;
  readonly tls: TlsMaterial;
}

interface Shown {
  /** Absent: the plugin gave none. */
  readonly pair?: Pair;
  readonly tls: TlsMaterial;
}

function isSame(one: Pair | undefined, other: Pair | undefined): boolean {
  return one?.cert === other?.cert && one?.key === other?.key;
}

async function ask(plugin: ExecPlugin, choice: ChosenContext, from: Surroundings): Promise<ExecAnswer> {
  if (plugin.interactiveMode === "Always" && !from.isInteractive) {
    throw new ConnectionError(
      `${plugin.title} must ask somebody (interactiveMode Always), and standard input is not a terminal; run this in a terminal, or use a context that needs no log-in`,
      { reason: "credentials" },
    );
  }
  const isInteractive = mayAsk(plugin, from);
  const info = execInfoOf(plugin, choice, isInteractive);
  const command = await lookUp(plugin.command, from);
  await allowed(plugin, command, from);
  if (command.fault !== undefined) {
    const hint = plugin.installHint === undefined ? "install it, or log in again" : plugin.installHint;
    throw new ConnectionError(
      `cannot run ${plugin.title}: ${command.fault}; ${command.isMissing ? hint : "make it a program that can be run"}`,
      { reason: "credentials" },
    );
  }
  const env = environmentOf(from, [...plugin.env, ["KUBERNETES_EXEC_INFO", info]]);
  const { path } = command;
  const run = (): Promise<string> => runPlugin(plugin, { path, env, isInteractive }, from);
  const printed = await (isInteractive && from.logins !== undefined ? from.logins.turn(run) : run());
  return execAnswerOf(printed, plugin);
}

function environmentOf({ env, platform }: Surroundings, over: ExecPlugin["env"]): Surroundings["env"] {
  const result: Record<string, string | undefined> = { ...env };
  for (const [name, value] of over) {
    // Windows takes the first of two names that differ in case only: there must be one.
    const same =
      platform === "win32" ? Object.keys(result).filter((key) => key.toUpperCase() === name.toUpperCase()) : [];
    for (const key of same) delete result[key];
    result[name] = value;
  }
  return result;
}
