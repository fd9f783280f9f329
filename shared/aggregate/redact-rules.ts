import { hco, operatorVersionVariable, taintAnnotations } from "../profiles/hco.ts";

/**
 * What never goes into a snapshot file, and what stays although it stands among that. Sources: the API conventions for where
 * Kubernetes keeps credentials (Secrets, env, kubectl's own annotation), and the fields of operators that take them.
 */

/** Variables whose values are versions that a report is made of (facts hco 7); no other variable keeps its value. */
export const keptVariables: ReadonlySet<string> = new Set([
  operatorVersionVariable,
  ...hco.components.map(({ versionVariable }) => versionVariable),
]);

/** Annotations of which a report counts the operations of a JSON patch (RFC 6902): their values go, the operations stay. */
export const patchAnnotations: ReadonlySet<string> = new Set(taintAnnotations.map(({ annotation }) => annotation));

/** An annotation that is JSON and no copy of an object: the conditions that autoscaling/v1 has no field for. */
export const jsonAnnotations: ReadonlySet<string> = new Set(["autoscaling.alpha.kubernetes.io/conditions"]);

/** kubectl apply keeps the whole object in it (kubectl, pkg/util/apply.go). */
export const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** What an annotation is that stays, if its name does not forbid it: a switch, a number, a time, a name; no URL. */
export const plainAnnotation: RegExp = /^(?!.*:\/\/)[\w.:/@+,=*-]{0,100}$/;

/** Copies of whole objects, packed or not, as other tools keep them: base64, of gzip or not. */
export const packed: RegExp = /^[A-Za-z0-9+/_-]{64,}={0,2}$/;

/** Charts' values, as Flux, Argo CD and K3s carry them. */
export const chartValues: RegExp = /values[._-]?(?:object|inline|content|ya?ml)?$|^overrides$/i;

/** Whole documents as text: manifests, patches, templates, files and configurations. */
export const documentText: RegExp =
  /^(?:contents?|manifests?|literals?|patch(?:es|esStrategicMerge)?|templates?|snippets?|.*config(?:uration)?s?)$/i;

/** What a process is started with. */
export const commandLine: RegExp = /(?:^|[a-z_-])(?:command|cmd|entrypoint|args|arguments|script)s?$/i;

/** Of a header only its name stays: nobody knows which of them is a credential. */
export const headers: RegExp = /headers?$/i;

/** The cluster's own words: what stands in them is the same wherever an operator repeats them, so they are no documents. */
export const saidText: RegExp = /(?:messages?|reason|note|errors?|warnings?|cause|description)$/i;

/** Mappings whose keys are the user's: what selects must find the labels as they are, and a quota counts secrets. */
export const freeKeys: ReadonlySet<string> = new Set([
  ...["labels", "matchLabels", "nodeSelector", "selector"],
  ...["hard", "used", "capacity", "allocatable", "requests", "limits"],
]);

/** Top-level fields that hold payload, of whatever kind; a ControllerRevision's is a part of its owner and is looked through. */
export const payload: ReadonlySet<string> = new Set(["data", "binaryData", "stringData"]);

/** The same in any object of such a kind, wherever it stands. */
export const payloadKind: RegExp = /secret|^configmap$/i;
export const payloadBelow: ReadonlySet<string> = new Set([...payload, "encryptedData", "literal", "literals"]);
