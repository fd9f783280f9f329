import { hcoProfile, operatorVersionVariable, taintAnnotations } from "../profiles/hco/profile.ts";

/**
 * What never goes into a snapshot file, and the exceptions that stay. Sources: the API conventions for where Kubernetes
 * keeps credentials (Secrets, env, kubectl's own annotation), and the fields of operators that take them.
 */

/** Variables whose values are versions that a Report uses. No other variable keeps its value. */
export const keptVariables: ReadonlySet<string> = new Set([
  operatorVersionVariable,
  ...hcoProfile.components.map(({ versionVariable }) => versionVariable),
]);

/**
 * Annotations with a JSON patch (RFC 6902), of which a Report counts the operations. The values are removed, the
 * operations stay.
 */
export const patchAnnotations: ReadonlySet<string> = new Set(taintAnnotations.map(({ annotation }) => annotation));

/**
 * An annotation with JSON that is not a copy of an object. It holds the conditions that autoscaling/v1 has no field
 * for.
 */
export const jsonAnnotations: ReadonlySet<string> = new Set(["autoscaling.alpha.kubernetes.io/conditions"]);

/** A version as a property of a bundle has it: `4.17`, `"4.17"`. */
export const versionForm: RegExp = /^"?v?\d{1,6}(?:\.\d{1,6}){0,2}"?$/;

/**
 * The form of an annotation that stays, unless its name is that of a credential. It is a switch, a number, a time or a
 * name, but not a URL.
 */
export const plainAnnotation: RegExp = /^(?!.*:\/\/)[\w.:/@+,=*-]{0,100}$/;

/** Copies of whole objects, compressed or not, as other tools keep them: base64, with or without gzip. */
export const packedObject: RegExp = /^[A-Za-z0-9+/_-]{64,}={0,2}$/;

/** Fields with a chart's values, as in Flux, Argo CD and K3s. */
export const chartValues: RegExp = /values[._-]?(?:object|inline|content|ya?ml)?$|^overrides$/i;

/** Fields with whole documents as text: manifests, patches, templates, files and configurations. */
export const documentText: RegExp =
  /^(?:contents?|manifests?|literals?|patch(?:es|esStrategicMerge)?|templates?|snippets?|.*config(?:uration)?s?)$/i;

/** Fields with the command line of a process. */
export const commandLine: RegExp = /(?:^|[a-z_-])(?:command|cmd|entrypoint|args|arguments|script)s?$/i;

/** Fields with headers. Only the name of a header stays, because any header may hold a credential. */
export const headerName: RegExp = /headers?$/i;

/**
 * Fields with messages from the cluster. An operator repeats them elsewhere without change, so they are not handled as
 * documents.
 */
export const messageField: RegExp = /(?:messages?|reason|note|errors?|warnings?|cause|description)$/i;

/** Mappings whose keys the user chooses. A selector must match the unchanged labels, and a quota counts secrets. */
export const freeKeys: ReadonlySet<string> = new Set([
  "labels",
  "matchLabels",
  "nodeSelector",
  "selector",
  "hard",
  "used",
  "capacity",
  "allocatable",
  "requests",
  "limits",
]);

/**
 * Top-level fields that hold payload, of any kind. A ControllerRevision's payload is a part of its owner and is
 * searched.
 */
export const payloadFields: ReadonlySet<string> = new Set(["data", "binaryData", "stringData"]);

/** Kinds with such payload, wherever such an object is nested. */
export const payloadKind: RegExp = /secret|^configmap$/i;
export const payloadBelow: ReadonlySet<string> = new Set([...payloadFields, "encryptedData", "literal", "literals"]);
