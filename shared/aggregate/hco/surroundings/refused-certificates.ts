import { definedFields } from "../../../model/defined-fields.ts";
import { worstEffect } from "../../../model/finding/effect.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding } from "../../../model/finding/make-finding.ts";
import type { Ref } from "../../../model/object.ts";
import type { ReportNode } from "../../../model/report.ts";
import type { Reading, Source } from "../../../model/snapshot.ts";
import { textAt } from "../../../parse/json-value.ts";
import { customResourceDefinitions } from "../../../profiles/core-kinds.ts";
import { hasLasted } from "../../core/object-health.ts";
import { hasValidCertificate } from "../../root-cause/certificate-bundles.ts";
import {
  findWebhookConfiguration,
  readRefusedCertificate,
  readServiceOfHost,
} from "../../root-cause/refused-certificates.ts";
import type { EventMessage } from "../../root-cause/warning-events.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { webhookCalls } from "./webhook-services.ts";

/** The messages of the root and its components that hold now, and those of recent events. */
export function messagesOf(
  { conditions }: HyperConvergedState,
  parts: readonly ReportNode[],
  events: readonly EventMessage[],
  takenAt: string,
): readonly string[] {
  const reported = [...conditions, ...parts.flatMap((part) => part.conditions)];
  return [
    ...reported.map(({ message }) => message),
    ...events
      .filter(({ last }) => last !== undefined && !hasLasted(last, takenAt, recentSeconds))
      .map(({ message }) => message),
  ];
}

/** An event lasts an hour. A certificate that was accepted meanwhile is no fault. */
const recentSeconds = 900;

/**
 * The findings about webhooks whose certificate the API server did not accept, one for each Service, by its error
 * (kubernetes/apiserver, pkg/admission/plugin/webhook/errors/statuserror.go: `failed calling webhook "x": failed to call
 * webhook: Post "https://virt-api.kubevirt.svc:443/…": tls: failed to verify certificate: x509: …`). A bundle without a valid
 * certificate has a finding of its own where it is the product's.
 */
export function refusedCertificates(
  messages: readonly string[],
  index: ObjectIndex,
  homes: readonly string[],
  time: { readonly takenAt: string; readonly source: Source },
): readonly Finding[] {
  const refused = messages
    .flatMap((message) => readRefusedCertificate(message) ?? [])
    .filter(({ webhook }) => webhook !== "");
  return [...new Map(refused.map((one) => [one.host, one])).values()].flatMap((one): readonly Finding[] => {
    const found = findWebhookConfiguration(one, index);
    const own = webhookCalls(index, homes).filter(
      ({ service }) => service !== undefined && one.host.startsWith(`${service.name}.${service.namespace}.`),
    );
    const isBundleValid = found === undefined ? undefined : hasValidCertificate(found.caBundle, time);
    if (own.length > 0 && isBundleValid === false) return [];
    const effects = own.flatMap(({ upgradeEffect }) => upgradeEffect ?? []);
    const evidence = {
      webhook: one.webhook,
      host: one.host,
      error: one.error,
      ...definedFields({ isBundleValid }),
      ...(effects.length > 0 && { upgradeEffect: worstEffect(effects.map((effect) => ({ effect }))) }),
    };
    const about = found?.ref ?? readServiceOfHost(one.host);
    return about === undefined ? [] : [makeFinding(about, { code: "certificate-refused", ...evidence })];
  });
}

/**
 * The finding about a conversion webhook whose certificate the API server did not accept. Its bundle is in the
 * CustomResourceDefinition. Undefined for another error.
 */
export function refusedConversion(
  { query: { plural, group } }: Reading,
  message: string,
  index: ObjectIndex,
  time: { readonly takenAt: string; readonly source: Source },
): Finding | undefined {
  const refused = readRefusedCertificate(message);
  if (refused === undefined) return undefined;
  const lookup = index.find(definitionOf(plural, group));
  const clientConfig = ["conversion", "webhook", "clientConfig", "caBundle"];
  const caBundle = lookup.outcome === "found" ? textAt(lookup.object.spec, ...clientConfig) : "";
  const isBundleValid = hasValidCertificate(caBundle, time);
  const { host, error } = refused;
  const evidence = { webhook: "", host, error, ...definedFields({ isBundleValid }) };
  return makeFinding(lookup.ref, { code: "certificate-refused", ...evidence, upgradeEffect: "blocks" });
}

/** The CustomResourceDefinition of a kind. */
function definitionOf(plural: string, group: string): Ref {
  return { group: customResourceDefinitions.group, kind: customResourceDefinitions.kind, name: `${plural}.${group}` };
}
