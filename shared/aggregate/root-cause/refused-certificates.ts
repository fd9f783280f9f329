import { definedFields } from "../../model/defined-fields.ts";
import type { GroupKind } from "../../model/kind.ts";
import type { Ref } from "../../model/object.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { customResourceDefinitions } from "../../profiles/core-kinds.ts";
import { webhookConfigurations } from "../../profiles/hco/surroundings.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

/** One call of a webhook whose certificate the API server did not accept. */
export interface RefusedCertificate {
  /** Empty for a conversion webhook, which has no name, and for a call of another client. */
  readonly webhook: string;
  readonly host: string;
  readonly error: string;
  /** The kind whose objects a conversion webhook should have converted. */
  readonly converted?: GroupKind;
}

/** The webhook and the error of one message; undefined for a message about something else. */
export function readRefusedCertificate(message: string): RefusedCertificate | undefined {
  const [, webhook = ""] = /failed calling webhook "([^"]+)"/.exec(message) ?? [];
  // Only a webhook that the message names may have any address: another client also calls registries and the API server.
  const { host, error } = (webhook === "" ? callOfService : callOfAddress).exec(message)?.groups ?? {};
  if (host === undefined || error === undefined) return undefined;
  const converted = conversion.exec(message)?.groups as { group: string; kind: string } | undefined;
  return { webhook, host, error: withoutDetails(error, host).trim(), ...definedFields({ converted }) };
}

/**
 * What Go says of a certificate without the times that it compared, the host that was called, and what it tried meanwhile
 * (golang/go src/crypto/x509/verify.go: `certificate has expired or is not yet valid: current time …`, `certificate is
 * valid for a.svc, not b.svc`, `certificate signed by unknown authority (possibly because of …)`).
 */
function withoutDetails(error: string, host: string): string {
  const [cause = ""] = error.split(/: current time | \(possibly because of /);
  return cause.replace(`, not ${host}`, "");
}

const callOfService = /https:\/\/(?<host>[a-z0-9-]+\.[a-z0-9-]+\.svc)[:/][^\n]*?(?<error>x509: [^\n]*)/;
const callOfAddress = /https:\/\/(?<host>[^\s/:"]+)[:/"][^\n]*?(?<error>x509: [^\n]*)/;

/**
 * As the API server names a webhook that should convert objects (kubernetes/apiextensions-apiserver,
 * pkg/apiserver/conversion/webhook_converter.go): `conversion webhook for cdi.kubevirt.io/v1beta1, Kind=CDI failed: Post …`.
 */
const conversion = /conversion webhook for (?<group>[a-z0-9.-]+)\/\w+, Kind=(?<kind>\w+) failed/;

/** An object that has a bundle. */
export interface BundleHolder {
  readonly ref: Ref;
  /** PEM in base64; empty where the API server's own authorities count. */
  readonly caBundle: string;
}

/** The object with the bundle of a webhook: by the webhook's name, else by its Service. */
export function findWebhookConfiguration(
  { webhook: called, host }: RefusedCertificate,
  index: ObjectIndex,
): BundleHolder | undefined {
  const all = webhookConfigurations
    .flatMap((kind) => index.all(kind))
    .flatMap(({ ref, raw }) => listAt(raw, "webhooks").map((webhook) => ({ ref, webhook })));
  const serves = ({ webhook }: (typeof all)[number]): boolean => readWebhookHost(webhook) === host;
  const found = all.find((one) => textAt(one.webhook, "name") === called && serves(one)) ?? all.find(serves);
  if (found === undefined) return undefined;
  return { ref: found.ref, caBundle: textAt(found.webhook, "clientConfig", "caBundle") };
}

/** The host that the API server calls for a webhook: `virt-api.kubevirt.svc`, or that of its `url`. */
function readWebhookHost(webhook: unknown): string {
  const service = valueAt(webhook, "clientConfig", "service");
  if (service !== undefined) return `${textAt(service, "name")}.${textAt(service, "namespace")}.svc`;
  return /^https:\/\/([^/:]+)/.exec(textAt(webhook, "clientConfig", "url"))?.[1] ?? "";
}

/** The CustomResourceDefinition with the bundle of a conversion webhook, where it was read. */
export function findDefinition({ converted }: RefusedCertificate, index: ObjectIndex): BundleHolder | undefined {
  if (converted === undefined) return undefined;
  const definition = index
    .all(customResourceDefinitions)
    .find(({ spec }) => textAt(spec, "group") === converted.group && textAt(spec, "names", "kind") === converted.kind);
  if (definition === undefined) return undefined;
  const caBundle = textAt(definition.spec, "conversion", "webhook", "clientConfig", "caBundle");
  return { ref: definition.ref, caBundle };
}

/** The Service of a host such as `virt-api.kubevirt.svc`; undefined for a host outside of the cluster. */
export function readServiceOfHost(host: string): Ref | undefined {
  const [name = "", namespace = "", domain] = host.split(".");
  return domain === "svc" ? { group: "", kind: "Service", namespace, name } : undefined;
}
