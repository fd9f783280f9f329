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

/** An annotation of which this is the name keeps no value. */
export const credentialAnnotation: RegExp =
  /token|passw|passphrase|pwd|secret|key|auth|bearer|basic|credential|cookie|session|kubeconfig|htpasswd|ignition|user-?data/i;

/** Copies of whole objects, packed or not, as other tools keep them: base64, of gzip or not. */
export const packed: RegExp = /^[A-Za-z0-9+/_-]{64,}={0,2}$/;

/** A field of which this is the name keeps no text; a reference to a Secret is called otherwise (secretName, secretRef). */
export const credentialField: RegExp =
  /(?:password|passwd|passphrase|pwd|token|secret|credential|(?:api|access|private|secret|signing|tls|encryption)[-_.]?key|access[-_]?key[-_]?id|authorization|auth|cookie|kubeconfig|dockerconfigjson|dockercfg|htpasswd|user-?data(?:base64)?|network-?data(?:base64)?)s?$/i;

/** Charts' values, as Flux, Argo CD and K3s carry them. */
export const chartValues: ReadonlySet<string> = new Set(["values", "valuesObject", "valuesInline", "valuesContent"]);

/** A list of variables, or a mapping of them, such as passthroughEnvVars in what KubeVirt keeps of its configuration. */
export const environment: RegExp = /env(?:s|vars?|ironment)?$/i;

/** What a process is started with. */
export const commandLine: ReadonlySet<string> = new Set(["command", "args", "cmd", "entrypoint"]);

/** A flag with its value; where a file or a mode is named it is no credential. */
export const credentialFlag: RegExp =
  /^(--?[\w.-]{0,60}(?:pass|pwd|token|secret|key|auth|cred)[\w.-]{0,40}?)(?:=([\s\S]*))?$/i;
export const harmlessFlag: RegExp =
  /[-_.](?:files?|path|dir|names?|namespace|mode|ttl|duration|timeout|expiration|enabled|issuer|url)$/i;

/** Top-level fields that hold payload, of whatever kind; a ControllerRevision's is a part of its owner and is looked through. */
export const payload: ReadonlySet<string> = new Set(["data", "binaryData", "stringData"]);
