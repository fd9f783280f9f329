import type { Condition } from "../../../model/condition.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import { combineEffects } from "../../../model/finding/effect.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding } from "../../../model/finding/make-finding.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { ReportNode } from "../../../model/report.ts";
import type { Reading, Source } from "../../../model/snapshot.ts";
import { conditionsAt } from "../../../parse/conditions.ts";
import { customResourceDefinitions } from "../../../profiles/core-kinds.ts";
import { dataVolumes, machineInstances, virtualMachines } from "../../../profiles/virtual-machines.ts";
import { evaluateCoreKind } from "../../core/kind-rules.ts";
import { isHalted } from "../../core/virtual-machines.ts";
import { hasValidCertificate } from "../../root-cause/certificate-bundles.ts";
import {
  findWebhookConfiguration,
  isRecentEvent,
  type RefusedCertificate,
  readConversionBundle,
  readRefusedCertificate,
  readServiceOfHost,
} from "../../root-cause/refused-certificates.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { EventMessage } from "../../snapshot/warning-events.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { listWebhookCalls } from "./webhook-services.ts";

/**
 * The messages that hold now: of the root and of its components, and those of virtual machines and DataVolumes, which the
 * webhooks of the components check, about refused certificates. Then those of recent events.
 */
export function listCurrentMessages(
  { conditions }: HyperConvergedState,
  parts: readonly ReportNode[],
  events: readonly EventMessage[],
  index: ObjectIndex,
  takenAt: string,
): readonly string[] {
  const checkedObjects = [virtualMachines, machineInstances, dataVolumes].flatMap((kind) => index.all(kind));
  const reports = [
    ...conditions,
    ...parts.flatMap((part) => part.conditions),
    ...checkedObjects.flatMap((object) => listCurrentRefusals(object, takenAt)),
  ];
  const recentEvents = events.filter((event) => isRecentEvent(event, takenAt));
  return [...reports, ...recentEvents].map(({ message }) => message);
}

/**
 * The conditions of an object that report a refused certificate now: none of a healthy object, such as a DataVolume that has
 * succeeded, or of a virtual machine that is to stay off, and no failure that is over.
 */
function listCurrentRefusals(object: KubeObject, takenAt: string): readonly Condition[] {
  const refusals = conditionsAt(object).conditions.filter(
    ({ type, status, message }) =>
      readRefusedCertificate(message) !== undefined && (type !== "Failure" || status === "True"),
  );
  // There may be thousands of objects. Only the few with such a message are evaluated.
  if (refusals.length === 0) return [];
  return isHalted(object) || evaluateCoreKind(object, takenAt)?.verdict === "healthy" ? [] : refusals;
}

/**
 * The findings about webhooks whose certificate the API server did not accept, one for each host
 * (kubernetes/apiserver, pkg/admission/plugin/webhook/errors/statuserror.go: `failed calling webhook "x": failed to call
 * webhook: Post "https://virt-api.kubevirt.svc:443/…": tls: failed to verify certificate: x509: …`).
 *
 * @param messages what `listCurrentMessages` returns
 * @param homes the namespaces of the product's Services
 */
export function listRefusedCertificateFindings(
  messages: readonly string[],
  index: ObjectIndex,
  homes: readonly string[],
  time: { readonly takenAt: string; readonly source: Source },
): readonly Finding[] {
  const refusedByHost = new Map<string, RefusedCertificate>();
  for (const message of messages) {
    const refused = readRefusedCertificate(message);
    if (refused !== undefined && refused.webhook !== "") refusedByHost.set(refused.host, refused);
  }
  return [...refusedByHost.values()]
    .map((refused) => makeRefusedCertificateFinding(refused, index, homes, time))
    .filter((finding) => finding !== undefined);
}

/**
 * The finding about one webhook. Undefined for a webhook of the product whose bundle has no valid certificate, because that
 * has a finding of its own. Undefined also if neither the configuration nor the Service of the webhook is known.
 */
function makeRefusedCertificateFinding(
  refused: RefusedCertificate,
  index: ObjectIndex,
  homes: readonly string[],
  time: { readonly takenAt: string; readonly source: Source },
): Finding | undefined {
  const { webhook, host, error } = refused;
  const configuration = findWebhookConfiguration(refused, index);
  const isBundleValid = configuration && hasValidCertificate(configuration.caBundle, time);
  const callsOfProduct = listWebhookCalls(index, homes).filter(
    ({ service }) => service !== undefined && host.startsWith(`${service.name}.${service.namespace}.`),
  );
  if (callsOfProduct.length > 0 && isBundleValid === false) return undefined;
  const ref = configuration?.ref ?? readServiceOfHost(host);
  if (ref === undefined) return undefined;
  const upgradeEffect = combineEffects(callsOfProduct.map((call) => call.upgradeEffect));
  const evidence = { webhook, host, error, ...definedFields({ isBundleValid, upgradeEffect }) };
  return makeFinding(ref, { code: "certificate-refused", ...evidence });
}

/**
 * The finding about a conversion webhook whose certificate the API server did not accept. Undefined for another error.
 *
 * @param message the error with which the objects of the query could not be read
 */
export function makeRefusedConversionFinding(
  { query: { plural, group } }: Reading,
  message: string,
  index: ObjectIndex,
  time: { readonly takenAt: string; readonly source: Source },
): Finding | undefined {
  const refused = readRefusedCertificate(message);
  if (refused === undefined) return undefined;
  const { group: definitionGroup, kind } = customResourceDefinitions;
  const definition = index.find({ group: definitionGroup, kind, name: `${plural}.${group}` });
  const caBundle = definition.outcome === "found" ? readConversionBundle(definition.object) : "";
  const isBundleValid = hasValidCertificate(caBundle, time);
  const { host, error } = refused;
  const evidence = { webhook: "", host, error, ...definedFields({ isBundleValid }) };
  return makeFinding(definition.ref, { code: "certificate-refused", ...evidence, upgradeEffect: "blocks" });
}
