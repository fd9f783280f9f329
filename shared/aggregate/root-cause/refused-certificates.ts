import type { Ref } from "../../model/object.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { webhookConfigurations } from "../../profiles/hco/surroundings.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

/** One call of a webhook whose certificate the API server did not accept. */
export interface RefusedCertificate {
  readonly webhook: string;
  readonly host: string;
  readonly error: string;
}

/** The webhook and the error of one message; undefined for a message about something else. */
export function refusedIn(message: string): RefusedCertificate | undefined {
  const { host, error } = refusal.exec(message)?.groups ?? {};
  if (host === undefined || error === undefined) return undefined;
  const [, webhook = ""] = /failed calling webhook "([^"]+)"/.exec(message) ?? [];
  return { webhook, host, error: withoutDetails(error, host).trim() };
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

const refusal = /https:\/\/(?<host>[a-z0-9-]+\.[a-z0-9-]+\.svc)[:/][^\n]*?(?<error>x509: [^\n]*)/;

/** The object with the bundle of a webhook: by the webhook's name, else by its Service. */
export function configurationOf(
  { webhook: called, host }: RefusedCertificate,
  index: ObjectIndex,
): { readonly ref: Ref; readonly caBundle: string } | undefined {
  const all = webhookConfigurations
    .flatMap((kind) => index.all(kind))
    .flatMap(({ ref, raw }) => listAt(raw, "webhooks").map((webhook) => ({ ref, webhook })));
  const serves = ({ webhook }: (typeof all)[number]): boolean => {
    const service = valueAt(webhook, "clientConfig", "service");
    return `${textAt(service, "name")}.${textAt(service, "namespace")}.svc` === host;
  };
  const found = all.find((one) => textAt(one.webhook, "name") === called && serves(one)) ?? all.find(serves);
  if (found === undefined) return undefined;
  return { ref: found.ref, caBundle: textAt(found.webhook, "clientConfig", "caBundle") };
}

/** The Service of a host such as `virt-api.kubevirt.svc`. */
export function serviceOf(host: string): Ref {
  const [name = "", namespace = ""] = host.split(".");
  return { group: "", kind: "Service", namespace, name };
}
