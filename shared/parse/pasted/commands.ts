import type { Fields } from "../json-value.ts";
import { isReadableInPart } from "./complete-object.ts";

// Commands that people paste above what they printed: `$ kubectl get isvc a -o yaml | grep -A9 status`. Two things are
// read from a command: whether it prints only a part of its object, and the type of the object.

// Whether a command prints a part of an object

/** Programs that print only some lines of their input, as alternatives of a pattern. */
const lineFilters = "head|tail|[ef]?grep|rg|sed|awk|Select-Object|Select-String|findstr|more";

/** A pipe into a line filter: `| grep`, `| /usr/bin/head`. The group is the folder of the program: `/usr/bin/`. */
const pipeIntoLineFilter = new RegExp(String.raw`\|\s*([^\s|]*/)?(?:${lineFilters})\b`, "g");

/** Fields that no rule reads, as alternatives of a pattern. */
const unreadFields = "managedFields|uid|resourceVersion|creationTimestamp|selfLink|f:";
/**
 * Such a field at the start of a line, as a user writes it for grep: `^\s*uid:`, `^ *managedFields`. Only blanks are repeated:
 * `egrep` finds `^*uid` at any place in a line.
 */
const unreadField = String.raw`\^(?:(?: |\\s|\[\[:space:\]\])[*+]?)*(?:${unreadFields})[\w:-]*`;

/**
 * Arguments of grep that remove only lines of fields that no rule reads: ` -v '^ *uid:'`, ` -v '^\s*uid\|^\s*selfLink'`. A
 * pattern for any place in a line also removes a condition or a message that contains it: `grep -v uid` removes
 * `type: LiquidityReady`. After the arguments the command ends, in Markdown with a backtick, or a pipe or a redirection
 * follows.
 */
const unreadFieldRemoval = new RegExp(
  String.raw`^\s+-v\s+(["']?)${unreadField}(?:\\?\|${unreadField})*\1\x60?\s*(?:\d?>|[|;&#)]|$)`,
);

/** A pipe into jq or yq that removes fields or selects conditions: `| jq 'del(.status)'`. */
const pipeIntoPartialQuery = /\|\s*(?:yq|jq)\b.*(?:\bdel\(|conditions\[)/;

/** A command that begins with a line filter, after a prompt or without one: `$ head -20 a.yaml`. */
const lineFilterOfFile = /^\s*(?:\S*\s*[$#>%❯➜]\s*)?(?:head|tail|sed|grep)\s+-/;

/** What a line must contain to print a part of a text: a pipe, or a program that can select parts. */
const pipeOrFilter = new RegExp(String.raw`\||\b(?:${lineFilters}|cut|less|jq|yq)\b`);

/** A longer command is searched up to here only: pasted text is hostile, and the time of a search grows with its square. */
export const maxSearchedCharacters = 4000;

/** Whether a command surely prints only a part of an object: `kubectl get w a -o yaml | grep -A9 status`. */
export function printsPartOfObject(command: string): boolean {
  const searched = command.slice(0, maxSearchedCharacters);
  return isPipedIntoLineFilter(searched) || pipeIntoPartialQuery.test(searched) || lineFilterOfFile.test(searched);
}

/** Whether a pipe leads to a line filter that may remove a field that some rule reads. */
function isPipedIntoLineFilter(command: string): boolean {
  return [...command.matchAll(pipeIntoLineFilter)].some((pipe) => {
    const [pipeAndProgram, folder] = pipe;
    // A program in a folder of its own may be another one than the grep of the system.
    if (folder !== undefined) return true;
    const filterArguments = command.slice(pipe.index + pipeAndProgram.length);
    return !unreadFieldRemoval.test(filterArguments);
  });
}

/** Arguments of grep, Select-String or findstr after a pipe that remove matching lines: `| grep -iv a`. */
const lineRemoval = /\|[^|]*\s(?:-[A-Za-z]*v|--invert-match|-NotMatch|\/v)\b/i;

/** Whether a command removes lines from the middle of a text, so that its end is no sign of a whole text. */
export function removesMatchingLines(command: string): boolean {
  return lineRemoval.test(command.slice(0, maxSearchedCharacters));
}

/** Whether a command may print only a part of a text, or a line looks like the end of such a command. */
export function mayPrintPartOfText(line: string): boolean {
  return pipeOrFilter.test(line);
}

// The type that a command reads

/**
 * Finds the custom resource that a type of kubectl names: `isvc`, `certificates.cert-manager.io`. Undefined if no kind or
 * more than one has that name.
 */
export type KindFinder = (type: string) => { readonly apiVersion: string; readonly kind: string } | undefined;

/** The names of kubectl, as alternatives of a pattern. */
export const kubectlNames = "oc|kubectl|k|kubecolor";

/** A call of kubectl after a prompt or other text. The group is its arguments: `$ oc get pods` -> `get pods`. */
export const kubectlCall: RegExp = new RegExp(String.raw`(?:^|[\s\x60(])\x60?(?:${kubectlNames})\x60?\s+(.*)$`);

/** One argument of a shell, with its quotes: `a`, `'a b'`, `-o=jsonpath='{.status}'`. */
const shellArgument = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g;

/** Flags by which kubectl reads files instead of a type. */
const fileFlag = /^(?:-f|--filename|-k|--kustomize)/;

/** Flags whose value is the next argument (kubectl options, kubectl get --help, kubectl describe --help). */
const flagsWithValue: ReadonlySet<string> = new Set([
  "-n",
  "--namespace",
  "-o",
  "--output",
  "--template",
  "-l",
  "--selector",
  "--field-selector",
  "-L",
  "--label-columns",
  "--sort-by",
  "--chunk-size",
  "--subresource",
  "--context",
  "--cluster",
  "--user",
  "--kubeconfig",
  "-s",
  "--server",
  "--token",
  "--as",
  "--as-group",
  "--as-uid",
  "--cache-dir",
  "--request-timeout",
  "-v",
]);

/** `isvc` or `isvc/a`. The group is the type. */
const typeWithOptionalName = /^([A-Za-z][A-Za-z0-9.-]*)(?:\/[^/,]*)?$/;

/** A line of this length or more is taken for output: every line of a pasted text is searched for a command. */
const maxCommandCharacters = 1000;

/**
 * The type that `kubectl get` or `kubectl describe` reads in a line of a terminal, as `TYPE NAME` or `TYPE/NAME`, with flags
 * anywhere (kubectl get --help): `$ kubectl -n a get isvc b -o yaml` -> `isvc`. Undefined for another line, for several
 * types and for a file.
 */
export function findTypeInCommand(line: string): string | undefined {
  if (line.length >= maxCommandCharacters) return undefined;
  const kubectlArguments = listKubectlArguments(line);
  if (kubectlArguments.some((argument) => fileFlag.test(argument))) return undefined;
  const [verb, typeArgument] = listPositionalArguments(kubectlArguments);
  if (typeArgument === undefined || (verb !== "get" && verb !== "describe")) return undefined;
  return typeWithOptionalName.exec(typeArgument)?.[1];
}

/** The arguments of kubectl: `$ kubectl get isvc a -o yaml | jq` -> `["get", "isvc", "a", "-o", "yaml"]`. */
function listKubectlArguments(line: string): readonly string[] {
  const call = kubectlCall.exec(line)?.[1];
  const callWithoutNextCommand = call?.replace(/[|;&].*/, "");
  return callWithoutNextCommand?.match(shellArgument) ?? [];
}

/** The arguments that are neither flags nor their values: `["get", "-n", "a", "isvc"]` -> `["get", "isvc"]`. */
function listPositionalArguments(kubectlArguments: readonly string[]): readonly string[] {
  const positionalArguments = kubectlArguments.filter((argument, index) => {
    const previousArgument = kubectlArguments[index - 1] ?? "";
    return !argument.startsWith("-") && !flagsWithValue.has(previousArgument);
  });
  // In Markdown each argument may be in backticks of its own.
  return positionalArguments.map((argument) => argument.replaceAll("`", ""));
}

/**
 * The `apiVersion` and `kind` of what a command printed, for a text that has neither. Empty unless the command reads one
 * custom resource: the rules of other kinds need all of an object. The name is not taken from the command, because two parts
 * of one object would then replace each other.
 */
export function findKindOfCommand(command: string, findKind: KindFinder): Fields {
  const type = findTypeInCommand(command);
  const kind = type === undefined ? undefined : findKind(type);
  if (kind === undefined) return {};
  const kindFields: Fields = { ...kind };
  return isReadableInPart(kindFields) ? kindFields : {};
}
