import { env, l10n, type TerminalOptions, workspace } from "vscode";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { readExecPlugin } from "../../shared/io/auth/exec/exec-plugin-config.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { buildKubectlArguments, buildReachFlags } from "../../shared/model/kubectl-command.ts";
import {
  buildTerminalArguments,
  chooseLoginCommand,
  type LoginCommand,
  type TerminalAction,
} from "../../shared/render/editor/terminal-commands.ts";
import {
  chooseRemoveLineKeys,
  detectShellSyntax,
  dropOutput,
  formatCommandLine,
  isPromptReported,
  type ShellSyntax,
} from "../../shared/render/shell/terminal-shell.ts";
import { errorLine, readContextChoice } from "../places/choose-context.ts";
import { listKubeconfigFiles } from "../places/kubeconfig-setting.ts";
import { type ClusterPlace, type Place, placeKey } from "../places/place.ts";
import { showError, showMessage } from "../platform/messages.ts";
import { thisMachine } from "../platform/node-host.ts";
import { readCommandTarget } from "../session/command-target.ts";
import { describePlace, findOpenPlace } from "../session/place-names.ts";
import type { ManifestDocuments, PlaceStates } from "../session/session-parts.ts";
import type { PlaceTerminals } from "./place-terminals.ts";

type Session = ManifestDocuments & PlaceStates;

/** The terminal of one cluster, and what a command line for it depends on. */
interface ClusterTerminal {
  readonly terminals: PlaceTerminals;
  readonly place: ClusterPlace;
  /** The name of the place for the user. */
  readonly name: string;
  readonly syntax: ShellSyntax;
}

/** Writes a command of kubectl about an object into a terminal. The user runs it, or not. */
export async function showInTerminal(
  session: Session,
  terminals: PlaceTerminals,
  action: TerminalAction,
  commandArguments: readonly unknown[],
): Promise<void> {
  const target = readCommandTarget(session, commandArguments);
  if (target === undefined) return showRefusal(noObjectText());
  const { place } = target;
  const kubectlArguments = buildTerminalArguments(action, target);
  if (kubectlArguments === undefined && place.kind === "cluster")
    return showRefusal(l10n.t("kubectl has no such command for this object."));
  await writeKubectlCommand(session, terminals, place, kubectlArguments ?? []);
}

/**
 * Writes a command of kubectl into the terminal of a place. The arguments come from a command link or a row.
 * @param kubectlArguments an array of texts, without the flags that reach the cluster.
 */
export async function writeCommand(
  session: PlaceStates,
  terminals: PlaceTerminals,
  kubectlArguments: unknown,
  placeArgument: unknown,
): Promise<void> {
  const place = findOpenPlace(session, placeArgument);
  if (place === undefined || !isTextArray(kubectlArguments)) return showRefusal(noObjectText());
  await writeKubectlCommand(session, terminals, place, kubectlArguments);
}

/** Writes the command that logs in to a place, as its kubeconfig says, into a terminal. */
export async function showLogin(
  session: PlaceStates,
  terminals: PlaceTerminals,
  placeArgument: unknown,
): Promise<void> {
  const requestedPlace = placeArgument === undefined ? undefined : findOpenPlace(session, placeArgument);
  const place = requestedPlace ?? session.sidebar.place;
  const name = describePlace(session, place);
  if (place.kind === "files") return showRefusal(filesText(name));
  // A kubeconfig of an untrusted workspace names programs that the user has not seen.
  if (!workspace.isTrusted)
    return showRefusal(l10n.t("This workspace is not trusted, so no command of its kubeconfig is shown."));
  const choice = await readContextChoice(place, thisMachine());
  if (!("chosen" in choice)) return showError(choice.problem);
  try {
    const login = chooseLoginCommand(readLoginFacts(choice.chosen));
    if (login === undefined) return await showRefusal(noLoginText(name));
    const terminal = { terminals, place, name, syntax: detectSyntax() };
    const line = formatLoginCommand(terminal, login, choice.chosen.contextName);
    if (line === undefined) return await showRefusal(unquotableText());
    await writeLine(terminal, line);
    await showMessage(l10n.t("The login command is in the terminal. Run it, then connect again."));
  } catch (error) {
    await showError(errorLine(error));
  }
}

async function writeKubectlCommand(
  session: PlaceStates,
  terminals: PlaceTerminals,
  place: Place,
  kubectlArguments: readonly string[],
): Promise<void> {
  const name = describePlace(session, place);
  if (place.kind === "files") return showRefusal(filesText(name));
  const terminal = { terminals, place, name, syntax: detectSyntax() };
  const clusterFlags = buildClusterFlags(place, place.context ?? name);
  const line = formatCommandLine(terminal.syntax, buildKubectlArguments(kubectlArguments, clusterFlags));
  if (line === undefined) return showRefusal(unquotableText());
  await writeLine(terminal, line);
}

/** Returns the command line that logs in. Undefined where the shell cannot quote it. */
function formatLoginCommand(
  { place, syntax }: ClusterTerminal,
  login: LoginCommand,
  context: string,
): string | undefined {
  switch (login.by) {
    case "kubectl":
      return formatCommandLine(syntax, ["kubectl", ...buildClusterFlags(place, context), ...login.arguments]);
    case "oc":
      return formatCommandLine(syntax, ["oc", ...login.arguments]);
    case "program": {
      // The program prints credentials, which must not stay on the screen.
      const line = formatCommandLine(syntax, login.arguments);
      return line === undefined ? undefined : dropOutput(syntax, line);
    }
  }
}

/** @throws InputError where the kubeconfig's section for a login program is wrong. */
function readLoginFacts({ contextName, server, user }: ChosenContext): Parameters<typeof chooseLoginCommand>[0] {
  const plugin = user?.exec === undefined ? undefined : readExecPlugin(user, thisMachine().platform);
  const program = plugin && { arguments: [plugin.command, ...plugin.args], hasVariables: plugin.env.length > 0 };
  return { context: contextName, server, ...definedFields({ token: user?.token, program }) };
}

/**
 * Returns the flags of kubectl that reach the cluster of a place. A list of several kubeconfigs cannot be a flag: it is
 * an environment variable of the terminal instead.
 */
function buildClusterFlags(place: ClusterPlace, context: string): readonly string[] {
  const files = listKubeconfigFiles(place, thisMachine());
  const kubeconfig = files === undefined || files.isList ? undefined : files.text;
  return buildReachFlags({ context, ...definedFields({ kubeconfig }) });
}

async function writeLine({ terminals, place, name, syntax }: ClusterTerminal, line: string): Promise<void> {
  const files = listKubeconfigFiles(place, thisMachine());
  const options: TerminalOptions = { name: sanitizeLine(l10n.t("{0} · HCO Status", name)) };
  if (files?.isList) options.env = { KUBECONFIG: files.text };
  const shellIntegration = workspace.getConfiguration("terminal.integrated").get("shellIntegration.enabled");
  const isReporting = isPromptReported(env.shell) && shellIntegration !== false;
  try {
    // The name is part of the key, because it is the title: another current context gets another terminal.
    const terminalKey = `${placeKey(place)} ${name}`;
    terminals.write(terminalKey, line, options, { removeLineKeys: chooseRemoveLineKeys(syntax), isReporting });
  } catch (error) {
    await showError(l10n.t("Cannot open a terminal: {0}", errorLine(error)));
  }
}

function detectSyntax(): ShellSyntax {
  return detectShellSyntax(env.shell, thisMachine().platform);
}

function isTextArray(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Says why no command is shown in a terminal. */
async function showRefusal(text: string): Promise<void> {
  await showMessage(text);
}

function noObjectText(): string {
  return l10n.t("No object here: select a row of HCO Status, or place the cursor in a manifest.");
}

function filesText(place: string): string {
  return l10n.t("A command in a terminal requires a cluster, but {0} is a file.", place);
}

function noLoginText(place: string): string {
  return l10n.t(
    "The kubeconfig names no program for logging in to {0}. Renew its credentials; the extension then reconnects.",
    place,
  );
}

function unquotableText(): string {
  return l10n.t("The shell of the terminal has no form for a name in this command.");
}
