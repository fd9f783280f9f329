import type { Fields } from "../json-value.ts";
import { mayBeCut } from "./cut/cut-objects.ts";

/**
 * Finds the kind of a custom resource that a type names: `isvc`, `certificates.cert-manager.io`. Undefined where it may be
 * none or several.
 */
export type KindFinder = (type: string) => { readonly apiVersion: string; readonly kind: string } | undefined;

const client = /(?:^|[\s`(])`?(?:oc|kubectl|k|kubecolor)`?\s+(.*)$/;
/** Flags that take the next word (kubectl options, kubectl get --help, kubectl describe --help). */
const withValue =
  /^(?:-[nolLsv]|--(?:namespace|output|selector|label-columns|field-selector|context|cluster|user|kubeconfig|server|token|as|as-group|as-uid|cache-dir|sort-by|template|chunk-size|request-timeout|subresource))$/;

/**
 * The type in a line of a terminal that reads one object by `kubectl get` or `kubectl describe`, as `TYPE NAME` or
 * `TYPE/NAME` with flags anywhere (kubectl get --help). Undefined for another line, for several types and for a file.
 */
export function typeInCommand(line: string): string | undefined {
  const [, text = ""] = line.length < 1000 ? (client.exec(line) ?? []) : [];
  const words = (text.split(/[|;&]/)[0] ?? "").match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  const plain = words.filter((word, index) => !word.startsWith("-") && !withValue.test(words[index - 1] ?? ""));
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
