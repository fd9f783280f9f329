import type { ManifestObject } from "../shared/model/manifest.ts";
import type { ManifestLink } from "../shared/model/manifest-link.ts";
import type { Ref } from "../shared/model/object.ts";
import type { Logs } from "../shared/render/next.ts";
import { keyOfPlace, type Place } from "./place.ts";
import { writtenRef } from "./written-object.ts";

/** What every link, hint and lens gives the command of an object: who and where it is, the document that says so, and an offset in it. */
export type CommandWords = readonly [about: Ref & { readonly place: Place }, document: string, offset: number];

/** Undefined where the document names no object. The uid is left out: a command is about whoever has the name when it runs. */
export function commandWords(
  object: ManifestObject,
  link: ManifestLink,
  place: Place,
  document: string,
): CommandWords | undefined {
  const { version } = object;
  const written = writtenRef(object);
  const ref = link.state === "linked" ? link.ref : written && { ...written, version };
  if (ref === undefined) return undefined;
  const { uid: _, ...about } = ref;
  return [{ ...about, place }, document, object.whole.start];
}

/** What a command was called with, as far as it has the shape of {@link CommandWords}, or of a row of the tree. */
export interface Said {
  readonly ref: Ref;
  /** keyOfPlace. */
  readonly place?: string;
  readonly logs?: Logs;
  readonly written?: { readonly document: string; readonly offset: number };
}

/** Anybody may call a command with anything: whatever has another shape is nothing. */
export function saidBy(words: readonly unknown[]): Said | undefined {
  const [first, document, offset] = words;
  const ref = refOf(first);
  if (ref === undefined || ref.name === "" || ref.kind === "") return undefined;
  const { place, logs } = first as { readonly place?: unknown; readonly logs?: unknown };
  const key = placeKeyOf(place);
  const isWritten = typeof document === "string" && Number.isSafeInteger(offset);
  return {
    ref,
    ...(key !== undefined && { place: key }),
    ...(isLogs(logs) && { logs }),
    ...(isWritten && { written: { document, offset: Number(offset) } }),
  };
}

/** Of any name in Kubernetes (apimachinery, pkg/util/validation: DNS1123SubdomainMaxLength); what is longer would only end in addresses. */
const longest = 253;

/** A row of the tree, or an object's names as a link carries them. */
export function refOf(word: unknown): Ref | undefined {
  const ref = typeof word === "object" && word !== null && "ref" in word ? word.ref : word;
  if (typeof ref !== "object" || ref === null) return undefined;
  const { group, version, kind, namespace, name, uid } = ref as Readonly<Record<string, unknown>>;
  if (typeof group !== "string" || typeof kind !== "string" || typeof name !== "string") return undefined;
  if ([group, kind, name, version, namespace].some((word) => String(word).length > longest)) return undefined;
  return {
    ...{ group, kind, name },
    ...(typeof version === "string" && { version }),
    ...(typeof namespace === "string" && { namespace }),
    ...(typeof uid === "string" && { uid }),
  };
}

/** As keyOfPlace; undefined for what is no place. */
export function placeKeyOf(place: unknown): string | undefined {
  if (typeof place !== "object" || place === null) return undefined;
  const { kind, path, kubeconfig, context, namespaces } = place as Readonly<Record<string, unknown>>;
  const isText = (word: unknown): boolean => typeof word === "string";
  const isNoneOrText = (word: unknown): boolean => word === undefined || isText(word);
  const isCluster = isNoneOrText(kubeconfig) && isNoneOrText(context);
  const isPlace =
    kind === "files" ? isText(path) : kind === "cluster" && Array.isArray(namespaces) && namespaces.every(isText);
  return isPlace && isCluster ? keyOfPlace(place as Place) : undefined;
}

function isLogs(value: unknown): value is Logs {
  if (typeof value !== "object" || value === null) return false;
  const { pod, container, namespace } = value as Readonly<Record<string, unknown>>;
  const isText = (word: unknown): boolean => typeof word === "string" && word !== "";
  return isText(pod) && isText(container) && (namespace === undefined || isText(namespace));
}
