import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { KubeObject, Ref } from "../../../model/object.ts";
import type { LinkState } from "../../../model/report-change.ts";
import type { Outcome } from "../../../model/snapshot.ts";
import { joinFilled } from "../../../outline/words/names.ts";
import { compareYaml, type YamlComparison } from "./diff.ts";
import { yamlText } from "./yaml-text.ts";

/**
 * One object as readable YAML, keys as kubectl prints them, under two comment lines. They name the object, its source
 * and age, and what is omitted. There are always two lines, so that the text below never moves when they change.
 */
export function liveYaml(object: KubeObject | undefined, seen: Omit<LiveSeen, "isShown">): string {
  const first = comment(liveLine({ ...seen, isShown: object !== undefined }));
  if (object === undefined) return first;
  return `${first}${comment(omittedLine(object, seen))}${yamlText(shown(object.raw), "sorted")}`;
}

/**
 * The manifest's side and the live side of a comparison, in the file's order. `undefined`: the file has no such
 * document.
 */
export function comparedYaml(
  manifest: unknown,
  object: KubeObject | undefined,
  seen: Omit<LiveSeen, "isShown">,
): { readonly file: string; readonly live: string } {
  const sides: YamlComparison = compareYaml(manifest, object);
  const unkept = seen.isReduced === true ? `; ${unkeptText}` : "";
  const compares = comment(
    `compared: fields in the file, without status, defaults and fields set by controllers${unkept}`,
  );
  const status = comment(liveLine({ ...seen, isShown: object !== undefined }));
  const isCurrent = seen.outcome === "found" && (seen.isFiles || seen.link === "live");
  return {
    file:
      manifest === undefined
        ? comment("the file no longer contains this object")
        : `${compares}${yamlText(sides.file, "asGiven")}`,
    live: object === undefined ? status : `${isCurrent ? compares : status}${yamlText(sides.live, "asGiven")}`,
  };
}

function shown(raw: KubeObject["raw"]): unknown {
  const { metadata } = raw as { readonly metadata?: unknown };
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) return raw;
  const { managedFields: _, ...rest } = metadata as Readonly<Record<string, unknown>>;
  return { ...raw, metadata: rest };
}

function isSecret({ ref }: KubeObject): boolean {
  return ref.group === "" && ref.kind.toLowerCase() === "secret";
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
  /** Whether there is something to show, even if it is out of date. */
  readonly isShown: boolean;
  /** Whether the object was kept without the fields that no report uses, as those of long lists are. */
  readonly isReduced?: boolean;
}

/** The object and how current its shown state is, in one line. */
function liveLine(seen: LiveSeen): string {
  const { ref, place } = seen;
  const name = sanitizeLine(ref.namespace === undefined ? ref.name : `${ref.namespace}/${ref.name}`);
  return `${sanitizeLine(ref.kind)} ${name} ${seen.isFiles ? "in" : "on"} ${sanitizeLine(place)}: ${liveStatusText(seen)}`;
}

function liveStatusText(seen: LiveSeen): string {
  const { outcome, isFiles, isShown, link, problem } = seen;
  const because = problem === undefined || problem === "" ? "" : ` (${sanitizeLine(problem)})`;
  if (isFiles) return statusInFiles(seen, because);
  if (outcome === "absent") return isShown ? "deleted; showing its last state" : "the object does not exist";
  if (outcome === "noSuchKind") return `the kind is not installed${because}`;
  if (outcome === "forbidden") return `forbidden${because}`;
  if (link !== "live") return `${interruptedText(seen)}${because}`;
  if (outcome === "unread") return `could not be read${because}`;
  return isShown ? "live" : "not read yet";
}

/** An object of files is looked up once they are read, so that it is not missing before. */
function statusInFiles({ outcome, isShown, problem }: LiveSeen, because: string): string {
  if (isShown) return "as collected";
  if (outcome !== undefined) return `not in these files${because}`;
  return problem === undefined ? "being read" : `could not be read${because}`;
}

function interruptedText({ link, until, isShown }: LiveSeen): string {
  const when = isShown && until !== undefined ? `as of ${until}` : "";
  return joinFilled(", ", [when, liveYamlLinkText(link)]);
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
  if (isSecret(object)) return "only the metadata of a Secret is read, never its values";
  const managedFields = "metadata.managedFields is omitted";
  return isReduced === true ? `${managedFields}; ${unkeptText}` : managedFields;
}
