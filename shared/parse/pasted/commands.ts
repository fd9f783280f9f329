import type { Fields } from "../json-value.ts";
import { isReadableInPart } from "./complete-object.ts";

/** Programs that print only some lines of their input. */
const lineFilters = "head|tail|[ef]?grep|rg|sed|awk|Select-Object|Select-String|findstr|more";
/** Fields that no rule reads, so that a filter may remove them. */
const unreadFields = String.raw`managedFields|uid|resourceVersion|creationTimestamp|selfLink|last-applied|\^?\s*f:`;
/** The commands that print only a part of an object. */
const partialOutputs = [
  String.raw`\|\s*(?:\S*/)?(?:${lineFilters})\b(?!\s+-v\s+["']?(?:${unreadFields}))`, // | grep -A9 status
  String.raw`\|\s*(?:yq|jq)\b.*(?:\bdel\(|conditions\[)`, // | jq 'del(.status)'
  String.raw`^\s*(?:\S*\s*[$#>%❯➜]\s*)?(?:head|tail|sed|grep)\s+-`, // $ head -20 a.yaml
];
const partialOutput = new RegExp(partialOutputs.join("|"));

/** The characters of a command that are searched. */
const maxSearchedLength = 4000;

/** Whether a command surely prints only a part of an object: `kubectl get w a -o yaml | grep -A9 status`. */
export function printsPartOfObject(command: string): boolean {
  return partialOutput.test(command.slice(0, maxSearchedLength));
}

const anyFilter = new RegExp(String.raw`\||\b(?:${lineFilters}|cut|less|jq|yq)\b`);

/** Whether a command may print only a part of a text, or a line looks like the end of such a command. */
export function mayPrintPartOfText(line: string): boolean {
  return anyFilter.test(line);
}

/**
 * Finds the custom resource that a type of kubectl names: `isvc`, `certificates.cert-manager.io`. Undefined if no kind or
 * more than one has that name.
 */
export type KindFinder = (type: string) => { readonly apiVersion: string; readonly kind: string } | undefined;

/** A call of kubectl. The group is its arguments. */
const kubectlCall = /(?:^|[\s`(])`?(?:oc|kubectl|k|kubecolor)`?\s+(.*)$/;
/** Flags whose value is the next argument (kubectl options, kubectl get --help, kubectl describe --help). */
const flagsWithValue: ReadonlySet<string> = new Set([
  ..."-n -o -l -L -s -v --namespace --output --selector --label-columns --field-selector --sort-by --template".split(
    " ",
  ),
  ..."--chunk-size --subresource --context --cluster --user --kubeconfig --server --token --as --as-group".split(" "),
  ..."--as-uid --cache-dir --request-timeout".split(" "),
]);

/** The longest line in which a call of kubectl is searched. */
const maxCallLength = 1000;

/**
 * The type that `kubectl get` or `kubectl describe` reads in a line of a terminal, as `TYPE NAME` or `TYPE/NAME`, with flags
 * anywhere (kubectl get --help): `$ kubectl -n a get isvc b -o yaml` -> `isvc`. Undefined for another line, for several
 * types and for a file.
 */
export function typeInCommand(line: string): string | undefined {
  if (line.length >= maxCallLength) return undefined;
  const [, call = ""] = kubectlCall.exec(line) ?? [];
  const [firstCommand = ""] = call.split(/[|;&]/);
  const args = firstCommand.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  if (args.some((arg) => /^(?:-f|--filename|-k|--kustomize)/.test(arg))) return undefined;
  const positional = args.filter((arg, index) => !arg.startsWith("-") && !flagsWithValue.has(args[index - 1] ?? ""));
  const [verb = "", object = ""] = positional.map((arg) => arg.replaceAll("`", ""));
  if (verb !== "get" && verb !== "describe") return undefined;
  return /^([A-Za-z][A-Za-z0-9.-]*)(?:\/[^/,]*)?$/.exec(object)?.[1];
}

/**
 * The `apiVersion` and `kind` of what a command printed, for a text that has neither. Empty unless the command reads one
 * custom resource: the rules of other kinds need all of an object. The name is not taken from the command, because two parts
 * of one object would then replace each other.
 */
export function findKindOfCommand(command: string, findKind: KindFinder): Fields {
  const type = typeInCommand(command);
  const kind = type === undefined ? undefined : findKind(type);
  return kind !== undefined && isReadableInPart({ ...kind }) ? { ...kind } : {};
}
