import type { Fields } from "../json-value.ts";
import { depthOf, isFilled, literalLines } from "./lines.ts";
import { isElision, mayBeCut } from "./omissions.ts";

const command = String.raw`(?:sudo )?(?:oc|kubectl|k|kubecolor|minikube kubectl --|microk8s kubectl|cat|head|tail|sed|grep|curl|bat|less|nl|yq|jq)\b[^:]*(?:\s|$)`;
const prompt = String.raw`(?:[$❯➜]|\++|(?:PS )?[A-Za-z]:\\[^>]*>|\[[^\]{}"]*\]\s?[$#%]?|\([^)]*\)\s?\S*[$#%>]?|[\w.-]+ ~\S* [➜❯$#%]|[\w.-]+@[\w.-]+(?:[^\w.$#%>-][^$#%>]*)?[$#%>])`;
const commandLine = new RegExp(`^\\s*(?:${prompt}\\s*)?${command}.*$`);
const promptAlone = new RegExp(`^\\s*${prompt}\\s*$`);
/** What looks like a prompt alone. Brackets are a value, or stand for what was omitted; and so are marks of lists. */
const noPrompt = /^\s*(?:[[(].*[\])]|[[\]{}(),+]+)\s*$/;
/** A command that reads the lines below it, up to a word of its own (POSIX shell, 2.7.4). */
const hereDocument = new RegExp(
  `^\\s*(?:${prompt}\\s*)?(?:sudo )?[a-z][\\w.-]*\\b.*?<<-?\\s*["'\\\\]?([A-Za-z_]\\w*)["']?`,
);
/** What kubectl and client-go write to standard error. */
const notice = /^(?:Warning: |[WIE]\d{4} \d\d:\d\d:\d\d|Error from server|error: )/;
/** What kubectl prints after a change. */
const result =
  /^[a-z][\w.-]*\/[\w.:-]+ (?:created|configured|unchanged|serverside-applied|patched|replaced|edited|labeled|annotated|scaled)(?: \((?:server )?dry run\))?$/;

/** The longest line that may be a command, and that may be a prompt alone. */
const longestCommand = 4000;
const longestPrompt = 400;

/**
 * Without the lines of a terminal session, but for those in a text of YAML, or deeper than a field above them, to whose
 * value they belong. A command begins another document.
 */
export function withoutShell(lines: readonly string[]): readonly string[] {
  const literal = literalLines(lines);
  const words = new Set(lines.filter(({ length }) => length < longestCommand).map((line) => line.trim()));
  /** The word that ends the here document in which a line stands. */
  let end: string | undefined;
  /** The depth of the field or item above. */
  let fieldDepth = Number.POSITIVE_INFINITY;
  return lines.map((line, index) => {
    if (end !== undefined) {
      if (line.trim() !== end) return line;
      end = undefined;
      return "---";
    }
    if (!isFilled(line) || depthOf(line) > fieldDepth) return line;
    const isField = /^\s*(?:- |["']?[\w./-]+["']?:(?:\s|$))/.test(line);
    // A word with a capital letter at the margin may be prose: `Output:`.
    fieldDepth = isField && !/^[A-Z]\w*:\s*$/.test(line) ? depthOf(line) : Number.POSITIVE_INFINITY;
    if (literal[index] === true || line.length > longestCommand) return line;
    const word = isField ? undefined : hereDocument.exec(line)?.[1];
    if (word !== undefined && words.has(word)) end = word;
    const isCommand = end !== undefined || (commandLine.test(line) && !isField) || result.test(line);
    if (isCommand) return "---";
    return isPromptAlone(line) || notice.test(line) ? "" : line;
  });
}

function isPromptAlone(line: string): boolean {
  return line.length < longestPrompt && promptAlone.test(line) && !noPrompt.test(line) && !isElision(line);
}

/**
 * Finds the kind of a custom resource that a type names: `isvc`, `certificates.cert-manager.io`. Undefined where it may be
 * none or several.
 */
export type KindFinder = (type: string) => { readonly apiVersion: string; readonly kind: string } | undefined;

/** A call of kubectl, with its arguments. */
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
