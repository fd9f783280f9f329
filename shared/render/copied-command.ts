import type { Ref } from "../model/object.ts";
import { kubectlWith, quoted } from "./kubectl-with.ts";
import type { Logs } from "./next.ts";

/** Where a command is to look, as far as a shell has to be told; `context` is always named, for a shell may have another. */
export type CommandPlace =
  | { readonly kind: "cluster"; readonly kubeconfig?: string; readonly context?: string }
  | { readonly kind: "files"; readonly holds: "gather" | "dump"; readonly path: string };

/** `kubectl hco-status --context prod -n kubevirt hyperconverged/hco`; undefined for names no API server would take. */
export function statusCommand(place: CommandPlace, ref: Ref): string | undefined {
  const type = typeWord(ref);
  if (![type, ref.name, ref.namespace ?? "x"].every(isName)) return undefined;
  const own = [...inNamespace(ref.namespace), `${type}/${ref.name}`];
  if (place.kind === "files") {
    const flag = place.holds === "gather" ? "--must-gather" : "--filename";
    return [...reach({ kind: "cluster" }, "hco-status"), flag, pathWord(place.path), ...own.map(quoted)].join(" ");
  }
  return [...reach(place, "hco-status"), ...own.map(quoted)].join(" ");
}

/** `kubectl --context prod logs -n kubevirt pod -c container --previous`; undefined likewise, and for what was collected. */
export function logsCommand(place: CommandPlace, logs: Logs): string | undefined {
  if (place.kind === "files" || ![logs.pod, logs.container, logs.namespace ?? "x"].every(isName)) return undefined;
  const words = [...inNamespace(logs.namespace), logs.pod, "-c", logs.container];
  return [...reach(place), "logs", ...words.map(quoted), ...(logs.isPrevious ? ["--previous"] : [])].join(" ");
}

/** The flags of a plugin stand behind its name (kubectl, pkg/cmd/cmd.go, NewDefaultKubectlCommandWithArgs). */
function reach(place: Extract<CommandPlace, { readonly kind: "cluster" }>, plugin?: string): readonly string[] {
  const { kubeconfig, context } = place;
  // --kubeconfig takes one file, and KUBECONFIG a list.
  const isList = kubeconfig !== undefined && /;|(?<!^[A-Za-z]):/.test(kubeconfig);
  const before = isList ? [`KUBECONFIG=${quoted(kubeconfig)}`] : [];
  const file = kubeconfig === undefined || isList ? [] : ["--kubeconfig", pathWord(kubeconfig)];
  const flags = kubectlWith({ ...(context !== undefined && { context }) })
    .split(" ")
    .slice(1);
  return [...before, "kubectl", ...(plugin === undefined ? [] : [plugin]), ...file, ...flags];
}

/** A shell knows where home is only outside quotes. */
function pathWord(path: string): string {
  return path.startsWith("~/") ? `~/${quoted(path.slice(2))}` : quoted(path);
}

/** The kind as the plugin and kubectl take it, with its group where it is not Kubernetes' own. */
function typeWord({ group, kind }: Ref): string {
  const type = kind.toLowerCase();
  return group === "" || group === "apps" || type === "hyperconverged" ? type : `${type}.${group}`;
}

function inNamespace(namespace: string | undefined): readonly string[] {
  return namespace === undefined ? [] : ["-n", namespace];
}

/** What a path segment of the API may be (apimachinery, api/validation/path/name.go), and no flag. */
function isName(word: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9.:_-]{0,252}$/.test(word);
}
