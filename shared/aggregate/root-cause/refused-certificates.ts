import { definedFields } from "../../model/defined-fields.ts";
import type { GroupKind } from "../../model/kind.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import type { CauseEvent } from "../../model/report.ts";
import { textAt, valueAt } from "../../parse/json-value.ts";
import { customResourceDefinitions } from "../../profiles/core-kinds.ts";
import { listAdmissionWebhooks } from "../core/admission-webhooks.ts";
import { hasLasted } from "../core/object-health.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

/** One call of a webhook whose certificate the API server did not accept. */
export interface RefusedCertificate {
  /** Empty for a conversion webhook, which has no name, and for a call of another client. */
  readonly webhook: string;
  /** `virt-api.kubevirt.svc`, or any host if the webhook has an address of its own. */
  readonly host: string;
  /** `x509: certificate signed by unknown authority` */
  readonly error: string;
  /** The kind whose objects a conversion webhook should have converted. */
  readonly converted?: GroupKind;
}

/** An object that has a bundle. */
export interface BundleHolder {
  readonly ref: Ref;
  /** PEM in base64. Empty if the API server's own authorities count. */
  readonly caBundle: string;
}

/** `failed calling webhook "virt-launcher-eviction-interceptor.kubevirt.io": …` */
const webhookPattern = /failed calling webhook "([^"]+)"/;

/**
 * The start of an error about a conversion: `conversion webhook for cdi.kubevirt.io/v1beta1, Kind=CDI failed: Post …`
 * (kubernetes/apiextensions-apiserver, pkg/apiserver/conversion/webhook_converter.go).
 */
const conversionPattern = /conversion webhook for (?<group>[a-z0-9.-]+)\/\w+, Kind=(?<kind>\w+) failed/;

/** A call of a Service, and its error: `Post "https://virt-api.kubevirt.svc:443/…": … x509: …`. */
const serviceCallPattern = /https:\/\/(?<host>[a-z0-9-]+\.[a-z0-9-]+\.svc)[:/][^\n]*?(?<error>x509: [^\n]*)/;

/** A call of any address, and its error. */
const addressCallPattern = /https:\/\/(?<host>[^\s/:"]+)[:/"][^\n]*?(?<error>x509: [^\n]*)/;

/** Events are kept for an hour. After this time the certificate of an event may have been accepted, so it is no fault. */
const recentSeconds = 900;

/** Whether an event is so recent that what it reports may still hold. */
export function isRecentEvent({ last }: Pick<CauseEvent, "last">, takenAt: string): boolean {
  return last !== undefined && !hasLasted(last, takenAt, recentSeconds);
}

/** The webhook and the error of one message. Undefined for a message about something else. */
export function readRefusedCertificate(message: string): RefusedCertificate | undefined {
  const webhook = webhookPattern.exec(message)?.[1] ?? "";
  // A call without a webhook's name may be one of another client, which also calls registries and the API server.
  const callPattern = webhook === "" ? serviceCallPattern : addressCallPattern;
  const { host, error } = callPattern.exec(message)?.groups ?? {};
  if (host === undefined || error === undefined) return undefined;
  const converted = conversionPattern.exec(message)?.groups as { group: string; kind: string } | undefined;
  return { webhook, host, error: dropErrorDetails(error, host).trim(), ...definedFields({ converted }) };
}

/**
 * An error of Go about a certificate without the details that change with each call (golang/go src/crypto/x509/verify.go):
 * - `certificate has expired or is not yet valid: current time …` -> `certificate has expired or is not yet valid`
 * - `certificate is valid for a.svc, not b.svc` -> `certificate is valid for a.svc`
 * - `certificate signed by unknown authority (possibly because of …)` -> `certificate signed by unknown authority`
 */
function dropErrorDetails(error: string, host: string): string {
  const [cause = ""] = error.split(/: current time | \(possibly because of /);
  return cause.replace(`, not ${host}`, "");
}

/** The configuration with the bundle of a webhook: by the webhook's name and host, else by its host alone. */
export function findWebhookConfiguration(
  { webhook: webhookName, host }: RefusedCertificate,
  index: ObjectIndex,
): BundleHolder | undefined {
  const webhooksOfHost = listAdmissionWebhooks(index).filter(({ webhook }) => readWebhookHost(webhook) === host);
  const called = webhooksOfHost.find(({ webhook }) => textAt(webhook, "name") === webhookName) ?? webhooksOfHost[0];
  if (called === undefined) return undefined;
  return { ref: called.configuration, caBundle: textAt(called.webhook, "clientConfig", "caBundle") };
}

/** The host that the API server calls for a webhook: `virt-api.kubevirt.svc`, or that of its `url`. */
function readWebhookHost(webhook: unknown): string {
  const service = valueAt(webhook, "clientConfig", "service");
  if (service !== undefined) return `${textAt(service, "name")}.${textAt(service, "namespace")}.svc`;
  return /^https:\/\/([^/:]+)/.exec(textAt(webhook, "clientConfig", "url"))?.[1] ?? "";
}

/** The CustomResourceDefinition with the bundle of a conversion webhook. Undefined if it was not read. */
export function findDefinition({ converted }: RefusedCertificate, index: ObjectIndex): BundleHolder | undefined {
  if (converted === undefined) return undefined;
  const definition = index
    .all(customResourceDefinitions)
    .find(({ spec }) => textAt(spec, "group") === converted.group && textAt(spec, "names", "kind") === converted.kind);
  return definition && { ref: definition.ref, caBundle: readConversionBundle(definition) };
}

/** The bundle by which the API server verifies the conversion webhook of a CustomResourceDefinition. */
export function readConversionBundle({ spec }: KubeObject): string {
  return textAt(spec, "conversion", "webhook", "clientConfig", "caBundle");
}

/** The Service of a host such as `virt-api.kubevirt.svc`. Undefined for a host outside of the cluster. */
export function readServiceOfHost(host: string): Ref | undefined {
  const [name = "", namespace = "", domain] = host.split(".");
  return domain === "svc" ? { group: "", kind: "Service", namespace, name } : undefined;
}
