import { definedFields } from "../../model/defined-fields.ts";
import { buildReachFlags, type CommandReach, currentCluster, kubectlCommand } from "../../model/kubectl-command.ts";
import type { LogSource } from "../../model/log-source.ts";
import { namespaceFlags } from "../../model/next-step.ts";
import type { Ref } from "../../model/object.ts";
import { isPathSegment } from "../../model/resource-name.ts";
import type { ShellWord } from "../../model/shell-word.ts";
import { buildLogsArguments } from "../shell/logs-words.ts";

/**
 * The source that a command reads, as far as a shell needs flags for it. `context` is always named, because the shell
 * may use another one.
 */
export type CommandPlace =
  | { readonly kind: "cluster"; readonly kubeconfig?: string; readonly context?: string }
  | { readonly kind: "files"; readonly holds: "must-gather" | "dump"; readonly path: string };

const sourceFlags = { "must-gather": "--must-gather", dump: "--filename" } as const;

/** How a suggested command reaches the cluster of a place. */
export function reachOf(place: CommandPlace): CommandReach {
  if (place.kind === "files") return currentCluster;
  const { kubeconfig, context } = place;
  const flags = buildReachFlags(definedFields({ context }));
  if (kubeconfig === undefined) return { flags };
  // Several paths: `~/.kube/config:/tmp/other`. The colon of a drive, `C:\Users`, separates no paths.
  const isList = /;|(?<!^[A-Za-z]):/.test(kubeconfig);
  if (isList) return { kubeconfigList: kubeconfig, flags };
  return { flags: ["--kubeconfig", pathWord(kubeconfig), ...flags] };
}

/**
 * `kubectl hco-status --context prod -n kubevirt hyperconverged/hco`; undefined for names that no API server accepts.
 */
export function statusCommand(place: CommandPlace, ref: Ref): string | undefined {
  const type = kubectlType(ref);
  if (![type, ref.name, ref.namespace ?? "x"].every(isPathSegment)) return undefined;
  const { flags, ...variables } = reachOf(place);
  const source = place.kind === "files" ? [sourceFlags[place.holds], pathWord(place.path)] : flags;
  const words = ["hco-status", ...source, ...namespaceFlags(ref), `${type}/${ref.name}`];
  return kubectlCommand(words, { ...variables, flags: [] });
}

/**
 * `kubectl --context prod logs -n kubevirt pod -c container --previous`; undefined for names that no API server accepts, and
 * for collected files.
 */
export function logsCommand(place: CommandPlace, logs: LogSource): string | undefined {
  const words = buildLogsArguments(logs);
  return place.kind === "files" || words === undefined ? undefined : kubectlCommand(words, reachOf(place));
}

/** The path, below the home folder of the user who pastes the command where it begins with `~/`. */
function pathWord(path: string): ShellWord {
  return path.startsWith("~/") ? { belowHome: path.slice(2) } : path;
}

/** The kind as the plugin and kubectl take it, with its group unless it is one of Kubernetes' own. */
export function kubectlType({ group, kind }: Ref): string {
  const type = kind.toLowerCase();
  return group === "" || group === "apps" || type === "hyperconverged" ? type : `${type}.${group}`;
}
