import { definedFields } from "../../shared/model/defined-fields.ts";
import type { LogSource } from "../../shared/model/log-source.ts";
import type { ManifestLink } from "../../shared/model/manifest/link.ts";
import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import type { Ref } from "../../shared/model/object.ts";
import { type Place, placeKey } from "../places/place.ts";
import { refOfManifestObject } from "./object-in-document.ts";

/**
 * The longest name in Kubernetes (kubernetes/apimachinery, pkg/util/validation, DNS1123SubdomainMaxLength). A longer one
 * would only end up in addresses.
 */
const maxNameLength = 253;

/**
 * The arguments that every link, hint and lens passes to a command. They hold the object's names and place, the
 * document that names it, and an offset in that document.
 */
export type PassedArguments = readonly [about: Ref & { readonly place: Place }, document: string, offset: number];

/**
 * Returns the arguments for an object, or undefined where the document names none. The uid is omitted: a command
 * applies to the object that has the name when the command runs.
 */
export function buildCommandArguments(
  object: ManifestObject,
  link: ManifestLink,
  place: Place,
  document: string,
): PassedArguments | undefined {
  const { version } = object;
  const written = refOfManifestObject(object);
  const ref = link.state === "linked" ? link.ref : written && { ...written, version };
  if (ref === undefined) return undefined;
  const { uid: _, ...about } = ref;
  return [{ ...about, place }, document, object.whole.start];
}

/** The valid arguments of a command: those of {@link PassedArguments}, or of a row of the tree. */
export interface CommandArguments {
  readonly ref: Ref;
  /** The key that `placeKey` returns. */
  readonly place?: string;
  readonly logs?: LogSource;
  readonly written?: { readonly document: string; readonly offset: number };
}

/**
 * Returns the valid arguments of a command, or undefined. Any caller may pass any value, so arguments of another shape
 * are ignored.
 */
export function readCommandArguments(passed: readonly unknown[]): CommandArguments | undefined {
  const [subject, document, offset] = passed;
  const ref = readRefArgument(subject);
  if (ref === undefined || ref.name === "" || ref.kind === "") return undefined;
  const { place, logs } = subject as { readonly place?: unknown; readonly logs?: unknown };
  const key = readPlaceKey(place);
  const isWritten = typeof document === "string" && Number.isSafeInteger(offset);
  return {
    ref,
    ...definedFields({
      place: key,
      logs: isLogs(logs) ? logs : undefined,
      written: isWritten ? { document, offset: Number(offset) } : undefined,
    }),
  };
}

/** Returns the object of a row of the tree or of a link's arguments; undefined for another shape. */
export function readRefArgument(argument: unknown): Ref | undefined {
  const ref = typeof argument === "object" && argument !== null && "ref" in argument ? argument.ref : argument;
  if (typeof ref !== "object" || ref === null) return undefined;
  const { group, version, kind, namespace, name, uid } = ref as Readonly<Record<string, unknown>>;
  if (typeof group !== "string" || typeof kind !== "string" || typeof name !== "string") return undefined;
  const names = [group, kind, name, version, namespace];
  if (names.some((text) => String(text).length > maxNameLength)) return undefined;
  return {
    group,
    kind,
    name,
    ...definedFields({ version: textOf(version), namespace: textOf(namespace), uid: textOf(uid) }),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns the key of a place as `placeKey` does; undefined for a value that is no place. */
export function readPlaceKey(place: unknown): string | undefined {
  if (typeof place !== "object" || place === null) return undefined;
  const { kind, path, kubeconfig, context, namespaces } = place as Readonly<Record<string, unknown>>;
  const isText = (value: unknown): boolean => typeof value === "string";
  const isOptionalText = (value: unknown): boolean => value === undefined || isText(value);
  if (!isOptionalText(kubeconfig) || !isOptionalText(context)) return undefined;
  const isFiles = kind === "files" && isText(path);
  const isCluster = kind === "cluster" && Array.isArray(namespaces) && namespaces.every(isText);
  return isFiles || isCluster ? placeKey(place as Place) : undefined;
}

/** Whether a value names the log of a container. */
function isLogs(value: unknown): value is LogSource {
  if (typeof value !== "object" || value === null) return false;
  const { pod, container, namespace } = value as Readonly<Record<string, unknown>>;
  const isText = (field: unknown): boolean => typeof field === "string" && field !== "";
  return isText(pod) && isText(container) && (namespace === undefined || isText(namespace));
}
