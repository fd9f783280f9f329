import { env, l10n, workspace } from "vscode";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { readExecPlugin } from "../../shared/io/auth/exec/exec-plugin-config.ts";
import type { ChosenContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { kubectlWords, reachWords } from "../../shared/model/kubectl-command.ts";
import { loginWords, type TerminalAction, terminalWords } from "../../shared/render/editor/terminal-words.ts";
import {
  commandLine,
  removeLineKey,
  reportsPrompts,
  type ShellSyntax,
  shellSyntax,
  withoutOutput,
} from "../../shared/render/shell/terminal-shell.ts";
import { errorLine, readContextChoice } from "../places/choose-context.ts";
import { listKubeconfigFiles } from "../places/kubeconfig-setting.ts";
import { type ClusterPlace, type Place, placeKey } from "../places/place.ts";
import { showMessage, tellError } from "../platform/messages.ts";
import { thisMachine } from "../platform/node-host.ts";
import { readCommandTarget } from "../session/command-target.ts";
import { describePlace, findOpenPlace } from "../session/place-names.ts";
import type { ManifestDocuments, PlaceStates } from "../session/session-parts.ts";
import type { PlaceTerminals } from "./place-terminals.ts";

/** Writes a command of kubectl about an object into a terminal. The user runs it, or not. */
export async function showInTerminal(
  session: ManifestDocuments & PlaceStates,
  terminals: PlaceTerminals,
  action: TerminalAction,
  all: readonly unknown[],
): Promise<void> {
  const target = readCommandTarget(session, all);
  if (target === undefined) return showRefusal("nothing");
  const own = terminalWords(action, target);
  await (own === undefined && target.place.kind === "cluster"
    ? showRefusal("noCommand")
    : writeFor(session, terminals, target.place, own ?? []));
}

/** Writes a command of kubectl, `words` without the flags that reach the cluster of a place, into its terminal. */
export async function writeCommand(
  session: PlaceStates,
  terminals: PlaceTerminals,
  words: unknown,
  word: unknown,
): Promise<void> {
  const place = findOpenPlace(session, word);
  if (place === undefined || !isWords(words)) return showRefusal("nothing");
  await writeFor(session, terminals, place, words);
}

function isWords(words: unknown): words is readonly string[] {
  return Array.isArray(words) && words.every((word) => typeof word === "string");
}

async function writeFor(
  session: PlaceStates,
  terminals: PlaceTerminals,
  place: Place,
  words: readonly string[],
): Promise<void> {
  const name = describePlace(session, place);
  if (place.kind === "files") return showRefusal("files", name);
  const syntax = shellSyntax(env.shell, thisMachine().platform);
  const line = commandLine(syntax, kubectlWords(words, clusterFlags(place, place.context ?? name)));
  await (line === undefined ? showRefusal("unquotable") : write(terminals, name, place, line, syntax));
}

/** Writes the command that logs in to a place, as its kubeconfig says, into a terminal. */
export async function showLogin(session: PlaceStates, terminals: PlaceTerminals, word: unknown): Promise<void> {
  const place = word === undefined ? session.sidebar.place : (findOpenPlace(session, word) ?? session.sidebar.place);
  const name = describePlace(session, place);
  if (place.kind === "files") return showRefusal("files", name);
  // A kubeconfig of an untrusted workspace names programs that the user has not seen.
  if (!workspace.isTrusted) return showRefusal("untrusted");
  const choice = await readContextChoice(place, thisMachine());
  if (!("chosen" in choice)) return tellError(choice.problem);
  try {
    const { platform } = thisMachine();
    const login = loginWords(readContextFacts(choice.chosen, platform));
    if (login === undefined) return await showRefusal("noLogin", name);
    const syntax = shellSyntax(env.shell, platform);
    const line = buildLoginCommand(syntax, login, place, choice.chosen.contextName);
    if (line === undefined) return await showRefusal("unquotable");
    await write(terminals, name, place, line, syntax);
    await showMessage(l10n.t("The login command is in the terminal. Run it, then connect again."));
  } catch (error) {
    await tellError(errorLine(error));
  }
}

/** @throws InputError where the kubeconfig's section for a login program is wrong. */
function readContextFacts(
  { contextName, server, user }: ChosenContext,
  platform: string,
): Parameters<typeof loginWords>[0] {
  const plugin = user?.exec === undefined ? undefined : readExecPlugin(user, platform);
  return {
    context: contextName,
    server,
    ...(user?.token !== undefined && { token: user.token }),
    ...(plugin && {
      program: { words: [plugin.command, ...plugin.args], hasVariables: plugin.env.length > 0 },
    }),
  };
}

function buildLoginCommand(
  syntax: ShellSyntax,
  login: Exclude<ReturnType<typeof loginWords>, undefined>,
  place: ClusterPlace,
  context: string,
): string | undefined {
  if (login.by === "kubectl") return commandLine(syntax, ["kubectl", ...clusterFlags(place, context), ...login.words]);
  if (login.by === "oc") return commandLine(syntax, ["oc", ...login.words]);
  // A plugin prints the credentials themselves.
  const line = commandLine(syntax, login.words);
  return line && withoutOutput(syntax, line);
}

/** Returns the flags of kubectl that reach the cluster of a place. A list of kubeconfigs is a variable instead. */
function clusterFlags(place: ClusterPlace, context: string): readonly string[] {
  const files = listKubeconfigFiles(place, thisMachine());
  return reachWords({ context, ...(files?.isList === false && { kubeconfig: files.text }) });
}

async function write(
  terminals: PlaceTerminals,
  name: string,
  place: ClusterPlace,
  line: string,
  syntax: ShellSyntax,
): Promise<void> {
  const files = listKubeconfigFiles(place, thisMachine());
  const isIntegrated = workspace.getConfiguration("terminal.integrated").get("shellIntegration.enabled");
  const options = {
    name: sanitizeLine(l10n.t("HCO Status: {0}", name)),
    ...(files?.isList && { env: { KUBECONFIG: files.text } }),
  };
  try {
    // The current context is part of the key: its name is the title.
    terminals.write(`${placeKey(place)} ${name}`, line, options, {
      removeLine: removeLineKey(syntax),
      isReporting: reportsPrompts(env.shell) && isIntegrated !== false,
    });
  } catch (error) {
    await tellError(l10n.t("Cannot open a terminal: {0}", errorLine(error)));
  }
}

async function showRefusal(obstacle: TerminalObstacle, place = ""): Promise<void> {
  await showMessage(terminalObstacleText(obstacle, place));
}

/** Why no command is shown in a terminal. */
type TerminalObstacle = "nothing" | "files" | "noCommand" | "unquotable" | "untrusted" | "noLogin";

function terminalObstacleText(obstacle: TerminalObstacle, place: string): string {
  switch (obstacle) {
    case "nothing":
      return l10n.t("No object here: select a row of HCO Status, or place the cursor in a manifest.");
    case "files":
      return l10n.t("A command in a terminal requires a cluster, but {0} is a file.", place);
    case "noCommand":
      return l10n.t("kubectl has no such command for this object.");
    case "unquotable":
      return l10n.t("The shell of the terminal has no form for a name in this command.");
    case "untrusted":
      return l10n.t("This workspace is not trusted, so no command of its kubeconfig is shown.");
    case "noLogin":
      return l10n.t(
        "The kubeconfig names no program for logging in to {0}. Renew its credentials; the extension then reconnects.",
        place,
      );
  }
}
