import type { LogSource } from "../../model/log-source.ts";
import type { Ref } from "../../model/object.ts";
import { isPathSegment } from "../../model/resource-name.ts";
import { quoteShellWord } from "../../model/shell-word.ts";
import { kubectlWith } from "../shell/kubectl-command.ts";
import { logsWords } from "../shell/logs-words.ts";

/**
 * The source that a command reads, as far as a shell needs flags for it. `context` is always named, because the shell
 * may use another one.
 */
export type CommandPlace =
  | { readonly kind: "cluster"; readonly kubeconfig?: string; readonly context?: string }
  | { readonly kind: "files"; readonly holds: "gather" | "dump"; readonly path: string };

/** How a suggested command begins, so that another shell reaches the same cluster: `kubectl --context prod`. */
export function kubectlFor(place: CommandPlace): string {
  return reach(place.kind === "files" ? { kind: "cluster" } : place).join(" ");
}

/**
 * `kubectl hco-status --context prod -n kubevirt hyperconverged/hco`; undefined for names that no API server accepts.
 */
export function statusCommand(place: CommandPlace, ref: Ref): string | undefined {
  const type = kubectlType(ref);
  if (![type, ref.name, ref.namespace ?? "x"].every(isPathSegment)) return undefined;
  const own = [...inNamespace(ref.namespace), `${type}/${ref.name}`];
  if (place.kind === "files") {
    const flag = place.holds === "gather" ? "--must-gather" : "--filename";
    return [...reach({ kind: "cluster" }, "hco-status"), flag, pathWord(place.path), ...own.map(quoteShellWord)].join(
      " ",
    );
  }
  return [...reach(place, "hco-status"), ...own.map(quoteShellWord)].join(" ");
}

/**
 * `kubectl --context prod logs -n kubevirt pod -c container --previous`; undefined likewise, and for collected files.
 */
export function logsCommand(place: CommandPlace, logs: LogSource): string | undefined {
  const words = logsWords(logs);
  return place.kind === "files" || words === undefined
    ? undefined
    : [...reach(place), ...words.map(quoteShellWord)].join(" ");
}

/**
 * The flags that reach the cluster. A plugin's flags follow its name (kubectl, pkg/cmd/cmd.go,
 * NewDefaultKubectlCommandWithArgs).
 */
function reach(place: Extract<CommandPlace, { readonly kind: "cluster" }>, plugin?: string): readonly string[] {
  const { kubeconfig, context } = place;
  // --kubeconfig takes one file, but KUBECONFIG takes a list.
  const isList = kubeconfig !== undefined && /;|(?<!^[A-Za-z]):/.test(kubeconfig);
  const before = isList ? [`KUBECONFIG=${quoteShellWord(kubeconfig)}`] : [];
  const file = kubeconfig === undefined || isList ? [] : ["--kubeconfig", pathWord(kubeconfig)];
  const flags = kubectlWith({ ...(context !== undefined && { context }) })
    .split(" ")
    .slice(1);
  return [...before, "kubectl", ...(plugin === undefined ? [] : [plugin]), ...file, ...flags];
}

/** The path as a shell word. A shell expands the home directory only outside quotes. */
function pathWord(path: string): string {
  return path.startsWith("~/") ? `~/${quoteShellWord(path.slice(2))}` : quoteShellWord(path);
}

/** The kind as the plugin and kubectl take it, with its group unless it is one of Kubernetes' own. */
export function kubectlType({ group, kind }: Ref): string {
  const type = kind.toLowerCase();
  return group === "" || group === "apps" || type === "hyperconverged" ? type : `${type}.${group}`;
}

function inNamespace(namespace: string | undefined): readonly string[] {
  return namespace === undefined ? [] : ["-n", namespace];
}
