import { sanitizeLine } from "../../../characters/sanitize.ts";
import { isSecretInAnySpelling } from "../../../model/kind.ts";
import type { KubeObject, Ref } from "../../../model/object.ts";
import type { LinkState } from "../../../model/report-change.ts";
import type { Outcome } from "../../../model/snapshot.ts";
import { recordAt } from "../../../parse/json-value.ts";
import { compareYaml } from "./diff.ts";
import { yamlText } from "./yaml-text.ts";

/**
 * One object as readable YAML, keys as kubectl prints them, under two comment lines. They name the object, its source
 * and age, and what is omitted. There are always two lines, so that the text below never moves when they change.
 */
export function liveYaml(object: KubeObject | undefined, seen: LiveSeen): string {
  const first = comment(liveLine(object, seen));
  if (object === undefined) return first;
  return `${first}${comment(omittedLine(object, seen))}${yamlText(withoutManagedFields(object.raw), "sorted")}`;
}

/**
 * The manifest's side and the live side of a comparison, in the file's order. `undefined`: the file has no such
 * document.
 */
export function comparedYaml(
  manifest: unknown,
  object: KubeObject | undefined,
  seen: LiveSeen,
): { readonly file: string; readonly live: string } {
  const sides = compareYaml(manifest, object);
  const unkept = seen.isReduced === true ? `; ${unkeptText}` : "";
  const compares = comment(
    `compared: fields in the file, without status, defaults and fields set by controllers${unkept}`,
  );
  const status = comment(liveLine(object, seen));
  const isCurrent = seen.outcome === "found" && (seen.isFiles || seen.link === "live");
  const file = `${compares}${yamlText(sides.file, "asGiven")}`;
  return {
    file: manifest === undefined ? comment("the file no longer contains this object") : file,
    live: object === undefined ? status : `${isCurrent ? compares : status}${yamlText(sides.live, "asGiven")}`,
  };
}

function withoutManagedFields(raw: KubeObject["raw"]): unknown {
  const metadata = recordAt(raw, "metadata");
  if (metadata === undefined) return raw;
  const { managedFields: _, ...rest } = metadata;
  return { ...raw, metadata: rest };
}

/** A comment of one line, whatever the text contains. */
function comment(text: string): string {
  return `# ${text.replaceAll("\n", " ")}\n`;
}

/** What is known about one object at one moment. */
export interface LiveSeen {
  readonly ref: Ref;
  /** The name of the source: a context, or the last part of a path. */
  readonly place: string;
  readonly isFiles: boolean;
  /** The outcome of the request; absent: it has no response yet. */
  readonly outcome?: Outcome;
  /** The state of the connection. */
  readonly link: LinkState;
  /** RFC 3339 UTC: up to when the shown state was current; absent: now, or never. */
  readonly until?: string;
  /** Why the source cannot be read, in one sentence. */
  readonly problem?: string;
  /** Whether the object was kept without the fields that no report uses, as those of long lists are. */
  readonly isReduced?: boolean;
}

/** The name of an object, and how current its shown state is, in one line. `object`: what is shown, if anything is. */
function liveLine(object: KubeObject | undefined, seen: LiveSeen): string {
  const { ref, place, isFiles } = seen;
  const name = sanitizeLine(ref.namespace === undefined ? ref.name : `${ref.namespace}/${ref.name}`);
  const status = liveStatusText(object, seen);
  return `${sanitizeLine(ref.kind)} ${name} ${isFiles ? "in" : "on"} ${sanitizeLine(place)}: ${status}`;
}

function liveStatusText(object: KubeObject | undefined, seen: LiveSeen): string {
  const { outcome, isFiles, link, problem, until } = seen;
  const isShown = object !== undefined;
  const because = problem === undefined || problem === "" ? "" : ` (${sanitizeLine(problem)})`;
  if (isFiles) {
    if (isShown) return "as collected";
    // An object of files is looked up once they are read, so that it is not missing before.
    if (outcome !== undefined) return `not in these files${because}`;
    return problem === undefined ? "being read" : `could not be read${because}`;
  }
  if (outcome === "absent") return isShown ? "deleted; showing its last state" : "the object does not exist";
  if (outcome === "noSuchKind") return `the kind is not installed${because}`;
  if (outcome === "forbidden") return `forbidden${because}`;
  if (link !== "live") {
    const asOf = isShown && until !== undefined ? `as of ${until}, ` : "";
    return `${asOf}${liveYamlLinkText(link)}${because}`;
  }
  if (outcome === "unread") return `could not be read${because}`;
  return isShown ? "live" : "not read yet";
}

export function liveYamlLinkText(link: LinkState): string {
  switch (link) {
    case "idle":
      return "not connected";
    case "connecting":
      return "connecting";
    case "authRequired":
      return "login needed";
    case "unreachable":
      return "the server is unreachable";
    default:
      return "refreshing";
  }
}

const unkeptText = "as one of many objects, it is kept without fields that no report uses, such as hardware and probes";

/** The note on what the text below leaves out. */
function omittedLine(object: KubeObject, { isReduced }: Pick<LiveSeen, "isReduced">): string {
  if (isSecretInAnySpelling(object.ref)) return "only the metadata of a Secret is read, never its values";
  const managedFields = "metadata.managedFields is omitted";
  return isReduced === true ? `${managedFields}; ${unkeptText}` : managedFields;
}
