import { basename, win32 } from "node:path";
import { definedFields, trueFlags } from "../../../model/defined-fields.ts";
import { ConnectionError } from "../../errors/errors.ts";
import type { ChosenContext } from "../../kubeconfig/choose-context.ts";
import type { UserEntry } from "../../kubeconfig/entries.ts";
import type { ServerCredentials } from "../../socket/server-credentials.ts";
import { type KeyPair, loadCertificateAuthority, loadTlsMaterial, type TlsMaterial } from "../../socket/tls.ts";
import type { CredentialEnvironment } from "../credential-environment.ts";
import { createRenewableCredential, type RenewableCredential, type TimedCredential } from "../renewable-credential.ts";
import { type ExecCredential, parseExecCredential } from "./exec-credential-response.ts";
import { type ExecPlugin, readExecPlugin } from "./exec-plugin-config.ts";
import { readPluginPolicy } from "./plugin-policy.ts";
import { type ResolvedCommand, resolveCommand } from "./resolve-command.ts";
import { runPlugin, usesTerminal } from "./run-plugin.ts";

export { refuseWrongExec } from "./exec-plugin-config.ts";

/**
 * The credentials that a plugin returns, as in client-go's plugin/pkg/client/auth/exec/exec.go. The plugin runs now,
 * again when its credentials have expired, and again when the server refuses them.
 * @throws InputError where the entry is wrong.
 * @throws ConnectionError where the plugin may not run, fails, or returns no valid credential.
 */
export async function execCredentials(
  choice: ChosenContext,
  user: UserEntry,
  environment: CredentialEnvironment,
): Promise<ServerCredentials> {
  const plugin = readExecPlugin(user, environment.platform);
  // TLS settings that cannot work are refused before any login (client-go, transport/transport.go, TLSConfigFor).
  const tlsOfConfig = loadTlsMaterial(choice);
  const source = createSource(plugin, choice, environment);
  return new ExecCredentials(choice, tlsOfConfig, source, environment.now, await source.current());
}

/** The source of a plugin's credentials. Callers that would run the same plugin share one. */
function createSource(
  plugin: ExecPlugin,
  choice: ChosenContext,
  environment: CredentialEnvironment,
): RenewableCredential<ExecCredential> {
  const { logins } = environment;
  if (logins === undefined) {
    return createRenewableCredential({
      obtain: () => obtainCredential(plugin, choice, environment),
      now: environment.now,
    });
  }
  // A shared run is reported without the name of a user.
  const sharedPlugin = { ...plugin, title: plugin.sharedTitle };
  // `unneeded` fires when no caller that shares the credential waits for it any more.
  const obtain = (unneeded: AbortSignal): Promise<TimedCredential<ExecCredential>> =>
    obtainCredential(sharedPlugin, choice, { ...environment, logins: { ...logins, unneeded } });
  return logins.source(cacheKey(plugin, choice, environment), obtain, logins.unneeded);
}

async function obtainCredential(
  plugin: ExecPlugin,
  choice: ChosenContext,
  environment: CredentialEnvironment,
): Promise<TimedCredential<ExecCredential>> {
  const value = await runAllowedPlugin(plugin, choice, environment);
  const { validUntilMs } = value;
  return { value, ...definedFields({ validUntilMs }) };
}

/** The newest credential for one server, and what it means for requests and handshakes. */
class ExecCredentials implements ServerCredentials {
  readonly #choice: ChosenContext;
  readonly #tlsOfConfig: TlsMaterial;
  readonly #source: RenewableCredential<ExecCredential>;
  readonly #now: () => number;
  #credential: ExecCredential;
  #headers: Readonly<Record<string, string>>;
  #tls: TlsMaterial;
  /** The credential that this server refused. Other servers may accept it. */
  #refused: ExecCredential | undefined;

  constructor(
    choice: ChosenContext,
    tlsOfConfig: TlsMaterial,
    source: RenewableCredential<ExecCredential>,
    now: () => number,
    credential: ExecCredential,
  ) {
    this.#choice = choice;
    this.#tlsOfConfig = tlsOfConfig;
    this.#source = source;
    this.#now = now;
    this.#credential = credential;
    this.#headers = authorizationHeader(credential);
    this.#tls = this.#loadTls(credential.pair);
  }

  get tls(): TlsMaterial {
    return this.#tls;
  }

  async headers(): Promise<Readonly<Record<string, string>>> {
    const { validUntilMs = Number.POSITIVE_INFINITY } = this.#credential;
    // A credential that this server accepts is kept, even where another server refused it.
    if (this.#credential !== this.#refused && this.#now() <= validUntilMs) return this.#headers;
    const newest = await this.#source.current(this.#refused);
    if (newest !== this.#credential) this.#use(newest);
    return this.#headers;
  }

  forget(headers: Readonly<Record<string, string>>): void {
    if (this.#headers === headers) this.#refused = this.#credential;
  }

  #use(credential: ExecCredential): void {
    // The same certificate stays the same object, because a new object makes the connection reconnect.
    if (!isSameKeyPair(credential.pair, this.#credential.pair)) this.#tls = this.#loadTls(credential.pair);
    this.#headers = authorizationHeader(credential);
    this.#credential = credential;
  }

  /** What the handshake presents: the certificate of the plugin, or that of the kubeconfig where it returned none. */
  #loadTls(pair: KeyPair | undefined): TlsMaterial {
    return pair === undefined ? this.#tlsOfConfig : loadTlsMaterial(this.#choice, pair);
  }
}

function authorizationHeader({ token }: ExecCredential): Readonly<Record<string, string>> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** Equal where the plugin would return the same credential (exec.go, cacheKey: the section, and a given cluster). */
function cacheKey(plugin: ExecPlugin, choice: ChosenContext, environment: CredentialEnvironment): string {
  const pluginWithoutTitles = { ...plugin, title: "", sharedTitle: "" };
  return JSON.stringify([pluginWithoutTitles, buildExecInfo(plugin, choice, mayPrompt(plugin, environment))]);
}

function mayPrompt({ interactiveMode }: ExecPlugin, { isInteractive }: CredentialEnvironment): boolean {
  return interactiveMode !== "Never" && isInteractive;
}

function isSameKeyPair(first: KeyPair | undefined, second: KeyPair | undefined): boolean {
  return first?.cert === second?.cert && first?.key === second?.key;
}

async function runAllowedPlugin(
  plugin: ExecPlugin,
  choice: ChosenContext,
  environment: CredentialEnvironment,
): Promise<ExecCredential> {
  if (plugin.interactiveMode === "Always" && !environment.isInteractive) {
    throw new ConnectionError(
      `${plugin.title} requires interaction (interactiveMode Always), but standard input is not a terminal`,
      { reason: "credentials", advice: "run this in a terminal, or use a context that needs no login" },
    );
  }
  const isInteractive = mayPrompt(plugin, environment);
  const info = buildExecInfo(plugin, choice, isInteractive);
  const command = await resolveCommand(plugin.command, environment);
  await assertPluginAllowed(plugin, command, environment);
  if (command.fault !== undefined) {
    const advice = command.isMissing ? (plugin.installHint ?? "install it, or log in again") : "make it executable";
    throw new ConnectionError(`cannot run ${plugin.title}: ${command.fault}; ${advice}`, { reason: "credentials" });
  }
  const env = overrideVariables(environment, [...plugin.env, ["KUBERNETES_EXEC_INFO", info]]);
  const { path } = command;
  const run = (): Promise<string> => runPlugin(plugin, { path, env, isInteractive }, environment);
  return parseExecCredential(await runWithTerminal(run, isInteractive, environment), plugin);
}

/** Runs a plugin when it may have the terminal, where it uses that. */
function runWithTerminal(
  run: () => Promise<string>,
  isInteractive: boolean,
  environment: CredentialEnvironment,
): Promise<string> {
  // A turn among several logins leaves the terminal to the plugin too.
  if (isInteractive && environment.logins !== undefined) return environment.logins.runInTurn(run);
  if (environment.withFreeTerminal !== undefined && usesTerminal(isInteractive, environment))
    return environment.withFreeTerminal(run);
  return run();
}

/**
 * Checks `plugin` against the policy in the user's kuberc, before it runs (client-go,
 * plugin/pkg/client/auth/exec/exec.go: checkAllowlistLocked). The allowlist contains a command as written, or as the
 * file that it resolves to. An entry of the same name that resolves to the same file counts too.
 * @param resolved The file that its command resolves to.
 * @throws ConnectionError where the plugin may not run; InputError where the kuberc cannot be used.
 */
async function assertPluginAllowed(
  plugin: ExecPlugin,
  resolved: ResolvedCommand,
  environment: CredentialEnvironment,
): Promise<void> {
  const policy = await readPluginPolicy(environment);
  if (policy === undefined || policy.type === "AllowAll") return;
  const { type, commands, file } = policy;
  if (type === "DenyAll") throw forbiddenPluginError(plugin, `${file} allows no credential plugin (DenyAll)`);
  if (commands.includes(plugin.command)) return;
  const { path, fault } = resolved;
  if (path === undefined)
    throw forbiddenPluginError(plugin, `${fault}, so it cannot be checked against the allowlist of ${file}`);
  const nameOf = environment.platform === "win32" ? win32.basename : basename;
  const sameNames = commands.filter((command) => nameOf(command) === nameOf(path));
  const resolvedNames = await Promise.all(sameNames.map((command) => resolveCommand(command, environment)));
  if (resolvedNames.some((command) => command.path === path)) return;
  throw forbiddenPluginError(plugin, `${path} is not in the allowlist of ${file}`);
}

function forbiddenPluginError(plugin: ExecPlugin, cause: string): ConnectionError {
  return new ConnectionError(`${plugin.title} may not run: ${cause}`, { reason: "credentials" });
}

/**
 * The value of KUBERNETES_EXEC_INFO for a plugin: whether it may use standard input. Where the plugin requests
 * cluster information, it also names the cluster to log in to. It is JSON (client-go: rest/exec.go,
 * ConfigToExecCluster; pkg/apis/clientauthentication/v1/types.go).
 * @throws InputError where the file of the authority cannot be read.
 */
function buildExecInfo(plugin: ExecPlugin, choice: ChosenContext, interactive: boolean): string {
  const cluster = plugin.provideClusterInfo ? describeCluster(choice) : undefined;
  return JSON.stringify({
    kind: "ExecCredential",
    apiVersion: plugin.apiVersion,
    spec: { ...definedFields({ cluster }), interactive },
  });
}

function describeCluster({ cluster, server }: ChosenContext): object {
  const { tlsServerName, proxyUrl, insecureSkipTlsVerify, disableCompression, execConfig = null } = cluster;
  return {
    server: formatServerLikeKubectl(cluster.server ?? server),
    ...definedFields({
      "tls-server-name": tlsServerName,
      "certificate-authority-data": loadCertificateAuthority(cluster)?.toString("base64"),
      "proxy-url": proxyUrl,
    }),
    ...trueFlags({
      "insecure-skip-tls-verify": insecureSkipTlsVerify,
      "disable-compression": disableCompression,
    }),
    config: execConfig,
  };
}

/**
 * The address as written in the kubeconfig. Where it has a path, a query is removed and a `#` is encoded
 * (tools/clientcmd/client_config.go, ClientConfig).
 */
function formatServerLikeKubectl(server: string): string {
  const url = URL.parse(server);
  return url === null || url.pathname.length <= 1 ? server : server.replace(/\?.*/s, "").replaceAll("#", "%23");
}

/** The environment of this process with other values for some variables. */
function overrideVariables(
  { env, platform }: CredentialEnvironment,
  overrides: ExecPlugin["env"],
): CredentialEnvironment["env"] {
  const result: Record<string, string | undefined> = { ...env };
  for (const [name, value] of overrides) {
    // Of two names that differ only in case Windows uses the first, so only one is kept.
    if (platform === "win32") {
      const sameNames = Object.keys(result).filter((key) => key.toUpperCase() === name.toUpperCase());
      for (const key of sameNames) delete result[key];
    }
    result[name] = value;
  }
  return result;
}
