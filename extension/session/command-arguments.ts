import { definedFields } from "../../shared/model/defined-fields.ts";
import type { LogSource } from "../../shared/model/log-source.ts";
import type { ManifestLink } from "../../shared/model/manifest/link.ts";
import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import type { Ref } from "../../shared/model/object.ts";
import { toRecord } from "../../shared/parse/json-value.ts";
import { type Place, readPlace } from "../places/place.ts";
import { refOfManifestObject } from "./object-in-document.ts";

/**
 * The longest name in Kubernetes (kubernetes/apimachinery, pkg/util/validation, DNS1123SubdomainMaxLength). A longer one
 * would only end up in addresses.
 */
const maxNameLength = 253;

/**
 * The arguments that every link, hint and lens in a document passes to a command: the object and its place, the address
 * of the document, and an offset in it.
 */
export type LinkArguments = readonly [object: Ref & { readonly place: Place }, document: string, offset: number];

/**
 * Returns the arguments of a link at an object; undefined where the document names none. The uid is omitted: a command
 * applies to the object that has the name when the command runs.
 */
export function buildLinkArguments(
  object: ManifestObject,
  link: ManifestLink,
  place: Place,
  document: string,
): LinkArguments | undefined {
  const { version } = object;
  const written = refOfManifestObject(object);
  const ref = link.state === "linked" ? link.ref : written && { ...written, version };
  if (ref === undefined) return undefined;
  const { uid: _, ...refWithoutUid } = ref;
  return [{ ...refWithoutUid, place }, document, object.whole.start];
}

/** The valid arguments of a command, whether a link or a row of the tree passed them. */
export interface CommandArguments {
  readonly ref: Ref;
  readonly place?: Place;
  /** Only a row has it. */
  readonly logs?: LogSource;
  /** Only a link has it. */
  readonly written?: { readonly document: string; readonly offset: number };
}

/**
 * Returns the valid arguments of a command; undefined where they name no object. The arguments are one of these:
 * - {@link LinkArguments}: `[{ group: "", kind: "Pod", name: "a", place: {…} }, "file:///a.yaml", 7]`
 * - a row of the tree: `[{ ref: { group: "", kind: "Pod", name: "a" }, place: {…}, logs: {…} }]`
 *
 * Any extension may call a command with any value. A part of another shape is ignored.
 */
export function readCommandArguments(passed: readonly unknown[]): CommandArguments | undefined {
  const [linkOrRow, document, offset] = passed;
  const ref = readRefArgument(linkOrRow);
  if (ref === undefined || ref.name === "" || ref.kind === "") return undefined;
  const { place, logs } = toRecord(linkOrRow) ?? {};
  const isWritten = typeof document === "string" && Number.isSafeInteger(offset);
  return {
    ref,
    ...definedFields({
      place: readPlace(place),
      logs: readLogs(logs),
      written: isWritten ? { document, offset: Number(offset) } : undefined,
    }),
  };
}

/** Returns the object of a link's first argument or of a row of the tree; undefined for another shape. */
export function readRefArgument(linkOrRow: unknown): Ref | undefined {
  const fields = toRecord(linkOrRow) ?? {};
  const ref = toRecord("ref" in fields ? fields["ref"] : fields) ?? {};
  const { group, kind, name } = ref;
  if (!isText(group) || !isText(kind) || !isText(name)) return undefined;
  const version = textOf(ref["version"]);
  const namespace = textOf(ref["namespace"]);
  const names = [group, kind, name, version ?? "", namespace ?? ""];
  if (names.some((text) => text.length > maxNameLength)) return undefined;
  return { group, kind, name, ...definedFields({ version, namespace, uid: textOf(ref["uid"]) }) };
}

/** Returns the source of a container's log that a value describes; undefined for a value of another shape. */
function readLogs(value: unknown): LogSource | undefined {
  const { pod, container, namespace, isPrevious } = toRecord(value) ?? {};
  if (!isText(pod) || !isText(container) || !isOptionalText(namespace)) return undefined;
  if ([pod, container, namespace].includes("")) return undefined;
  return { pod, container, isPrevious: isPrevious === true, ...definedFields({ namespace }) };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || isText(value);
}

function textOf(value: unknown): string | undefined {
  return isText(value) ? value : undefined;
}
