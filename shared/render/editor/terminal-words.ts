import type { LogSource } from "../../model/log-source.ts";
import type { Ref } from "../../model/object.ts";
import { isPathSegment } from "../../model/resource-name.ts";
import { logsWords } from "../shell/logs-words.ts";
import { kubectlType } from "./copied-command.ts";

/** What a command for a terminal shows of an object. */
export type TerminalAction = "logs" | "describe" | "events";

/** Kinds of which kubectl prints logs (kubectl, pkg/polymorphichelpers/logsforobject.go). */
const withLogs: ReadonlySet<string> = new Set(["Pod", "Deployment", "DaemonSet", "StatefulSet", "ReplicaSet", "Job"]);

/**
 * Returns the arguments of kubectl, without quotes and without the flags that reach the cluster. Undefined for names
 * that no API server accepts, and for logs of a kind without any.
 */
export function terminalWords(
  action: TerminalAction,
  { ref, logs }: { readonly ref: Ref; readonly logs?: LogSource },
): readonly string[] | undefined {
  const { namespace, kind, name } = ref;
  const type = kubectlType(ref);
  if (![type, kind, name, namespace ?? "x"].every(isPathSegment)) return undefined;
  const place = namespace === undefined ? [] : ["-n", namespace];
  switch (action) {
    case "logs":
      if (logs !== undefined) return logsWords(logs);
      return withLogs.has(kind) ? ["logs", ...place, `${type}/${name}`, "--all-containers"] : undefined;
    case "describe":
      return ["describe", ...place, type, name];
    case "events":
      return [
        "get",
        "events",
        ...(namespace === undefined ? ["-A"] : place),
        "--field-selector",
        `involvedObject.kind=${kind},involvedObject.name=${name}`,
        "--sort-by",
        ".lastTimestamp",
      ];
  }
}

/** What a kubeconfig says about the user of a context, as far as a login depends on it. */
interface LoginFacts {
  readonly context: string;
  readonly server: string;
  /** The exec plugin, and whether it needs variables of its own. */
  readonly program?: { readonly words: readonly string[]; readonly hasVariables: boolean };
  readonly token?: string;
}

/** How to log in: `program` prints its credentials, so its output is dropped; `kubectl` takes the flags of the cluster. */
export type LoginWords = { readonly by: "program" | "kubectl" | "oc"; readonly words: readonly string[] };

/**
 * Returns the command that logs in to a cluster, as its kubeconfig says. A plugin with variables is run by kubectl, because
 * a variable such as BASH_ENV would act before the user runs the command. Undefined where the kubeconfig names no way.
 */
export function loginWords({ context, server, program, token }: LoginFacts): LoginWords | undefined {
  if (program?.hasVariables === true) return { by: "kubectl", words: ["get", "--raw", "/version"] };
  if (program !== undefined) return { by: "program", words: program.words };
  return isOfOpenShift(context, token) ? { by: "oc", words: ["login", server] } : undefined;
}

/** Whether `oc login` wrote it: by the token's form, or the context's name (openshift/oc, pkg/helpers/kubeconfig). */
function isOfOpenShift(context: string, token: string | undefined): boolean {
  return token?.startsWith("sha256~") === true || /^[^/]*\/[^/:]+:\d+\/[^/]+/.test(context);
}
