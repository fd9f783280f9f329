import type { LogSource } from "../../model/log-source.ts";
import { namespaceFlags, namespaceOrAllFlags } from "../../model/next-step.ts";
import type { Ref } from "../../model/object.ts";
import { isPathSegment } from "../../model/resource-name.ts";
import { buildLogsArguments } from "../shell/logs-words.ts";
import { kubectlType } from "./copied-command.ts";

/** What a command for a terminal shows of an object. */
export type TerminalAction = "logs" | "describe" | "events";

/** Kinds of which kubectl prints logs (kubectl, pkg/polymorphichelpers/logsforobject.go). */
const kindsWithLogs: ReadonlySet<string> = new Set([
  "Pod",
  "Deployment",
  "DaemonSet",
  "StatefulSet",
  "ReplicaSet",
  "Job",
]);

/**
 * Returns the arguments of kubectl, without quotes and without the flags that reach the cluster: `["describe", "-n",
 * "cnv", "pod", "x"]`. Undefined for names that no API server accepts, and for logs of a kind without any.
 */
export function buildTerminalArguments(
  action: TerminalAction,
  { ref, logs }: { readonly ref: Ref; readonly logs?: LogSource },
): readonly string[] | undefined {
  const { namespace, kind, name } = ref;
  const type = kubectlType(ref);
  const isValid = [type, kind, name].every(isPathSegment) && (namespace === undefined || isPathSegment(namespace));
  if (!isValid) return undefined;
  switch (action) {
    case "logs":
      if (logs !== undefined) return buildLogsArguments(logs);
      if (!kindsWithLogs.has(kind)) return undefined;
      return ["logs", ...namespaceFlags(ref), `${type}/${name}`, "--all-containers"];
    case "describe":
      return ["describe", ...namespaceFlags(ref), type, name];
    case "events": {
      const selector = `involvedObject.kind=${kind},involvedObject.name=${name}`;
      return [
        "get",
        "events",
        ...namespaceOrAllFlags(ref),
        "--field-selector",
        selector,
        "--sort-by",
        ".lastTimestamp",
      ];
    }
  }
}

/** What a kubeconfig says about the user of a context, as far as a login depends on it. */
interface LoginFacts {
  readonly context: string;
  readonly server: string;
  /** The exec plugin with its arguments, and whether it needs environment variables of its own. */
  readonly program?: { readonly arguments: readonly string[]; readonly hasVariables: boolean };
  readonly token?: string;
}

/** The command that logs in to a cluster. */
export interface LoginCommand {
  /** `program` prints credentials, so its output must be dropped. `kubectl` takes the flags that reach the cluster. */
  readonly by: "program" | "kubectl" | "oc";
  /** The program itself with its arguments, or the arguments of kubectl or oc. */
  readonly arguments: readonly string[];
}

/**
 * Returns the command that logs in to a cluster, as its kubeconfig says. Undefined where the kubeconfig names no way.
 *
 * A plugin with variables is run by kubectl, because a variable such as BASH_ENV would act before the user runs the
 * command.
 */
export function chooseLoginCommand({ context, server, program, token }: LoginFacts): LoginCommand | undefined {
  if (program?.hasVariables === true) return { by: "kubectl", arguments: ["get", "--raw", "/version"] };
  if (program !== undefined) return { by: "program", arguments: program.arguments };
  if (isOpenShiftLogin(context, token)) return { by: "oc", arguments: ["login", server] };
  return undefined;
}

/** Whether `oc login` wrote the context: by the form of the token or of the name (openshift/oc, pkg/helpers/kubeconfig). */
function isOpenShiftLogin(context: string, token: string | undefined): boolean {
  const isOpenShiftToken = token?.startsWith("sha256~") === true;
  // `namespace/server:port/user`
  const isOpenShiftName = /^[^/]*\/[^/:]+:\d+\/[^/]+/.test(context);
  return isOpenShiftToken || isOpenShiftName;
}
