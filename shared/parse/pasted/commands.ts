import type { Fields } from "../json-value.ts";
import { mayBeCut } from "./complete-object.ts";

const lineFilters = "head|tail|[ef]?grep|rg|sed|awk|Select-Object|Select-String|findstr|more";
/** What is no evidence, and may be filtered out. */
const noEvidence = String.raw`managedFields|uid|resourceVersion|creationTimestamp|selfLink|last-applied|\^?\s*f:`;
const partials = [
  String.raw`\|\s*(?:\S*/)?(?:${lineFilters})\b(?!\s+-v\s+["']?(?:${noEvidence}))`, // | grep -A9 status
  String.raw`\|\s*(?:yq|jq)\b.*(?:\bdel\(|conditions\[)`, // | jq 'del(.status)'
  String.raw`^\s*(?:\S*\s*[$#>%❯➜]\s*)?(?:head|tail|sed|grep)\s+-`, // $ head -20 a.yaml
];
const partial = new RegExp(partials.join("|"));

/** The longest command that is searched, so that the search stays bounded. */
const maxCommandLength = 4000;

/** Whether a command passes on only some lines of an object. */
export function keepsSomeLines(command: string): boolean {
  return partial.test(command.slice(0, maxCommandLength));
}

const anyFilter = new RegExp(String.raw`\||\b(?:${lineFilters}|cut|less|jq|yq)\b`);

/** Whether a command may pass on only a part of a text, or a line looks like the rest of such a command. */
export function mayFilter(line: string): boolean {
  return anyFilter.test(line);
}

/**
 * Finds the kind of a custom resource that a type names: `isvc`, `certificates.cert-manager.io`. Undefined where it may be
 * none or several.
 */
export type KindFinder = (type: string) => { readonly apiVersion: string; readonly kind: string } | undefined;

/** A call of kubectl, with its arguments. */
const clientCall = /(?:^|[\s`(])`?(?:oc|kubectl|k|kubecolor)`?\s+(.*)$/;
/** Flags that take the next word (kubectl options, kubectl get --help, kubectl describe --help). */
const flagsWithValue: ReadonlySet<string> = new Set([
  ..."-n -o -l -L -s -v --namespace --output --selector --label-columns --field-selector --sort-by --template".split(
    " ",
  ),
  ..."--chunk-size --subresource --context --cluster --user --kubeconfig --server --token --as --as-group".split(" "),
  ..."--as-uid --cache-dir --request-timeout".split(" "),
]);

/**
 * The type in a line of a terminal that reads one object by `kubectl get` or `kubectl describe`, as `TYPE NAME` or
 * `TYPE/NAME` with flags anywhere (kubectl get --help). Undefined for another line, for several types and for a file.
 */
export function typeInCommand(line: string): string | undefined {
  const [, text = ""] = line.length < 1000 ? (clientCall.exec(line) ?? []) : [];
  const words = (text.split(/[|;&]/)[0] ?? "").match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  const plain = words.filter((word, index) => !word.startsWith("-") && !flagsWithValue.has(words[index - 1] ?? ""));
  if (words.some((word) => /^(?:-f|--filename|-k|--kustomize)/.test(word))) return undefined;
  const [verb = "", first = ""] = plain.map((word) => word.replaceAll("`", ""));
  const [, type] = /^([A-Za-z][A-Za-z0-9.-]*)(?:\/[^/,]*)?$/.exec(first) ?? [];
  return /^(?:get|describe)$/.test(verb) ? type : undefined;
}

/**
 * The kind of what the command at a line printed, where a text names none. Only a custom resource: the rules of other
 * kinds need all of an object. Its name is not taken, because two parts of one object would then replace each other.
 */
export function kindAt(command: string, find: KindFinder): Fields {
  const type = typeInCommand(command);
  const kind = type === undefined ? undefined : find(type);
  return kind !== undefined && mayBeCut({ ...kind }) ? { ...kind } : {};
}
