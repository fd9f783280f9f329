import type { WorkloadRow } from "../../model/hyperconverged-rows.ts";
import { isSameKind } from "../../model/kind.ts";
import { listPods, listWebhooks, type NextStep, showWebhook } from "../../model/next-step.ts";
import type { ReportNode } from "../../model/report.ts";
import { isNamedIn } from "../../parse/named-in.ts";
import { taintAnnotations } from "../../profiles/hco/profile.ts";
import { podSelectorOfService } from "../../profiles/hco/surroundings.ts";
import { hcoComponents } from "../../tables/components.ts";
import { workloadRows } from "../../tables/workloads.ts";
import { findAdmissionWebhook } from "../core/admission-webhooks.ts";
import { listPolicySteps } from "../root-cause/admission-policies.ts";
import { listOperatorLogSteps } from "../root-cause/component-steps.ts";
import { readRefusedCertificate } from "../root-cause/refused-certificates.ts";
import { listServiceSteps, listWebhookResponseSteps } from "../root-cause/service-steps.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { findServiceOfWebhook } from "./surroundings/webhook-services.ts";

// Which component the operator could not write, by the error in ReconcileComplete. The operator copies the API server's
// error (operandHandler.go:213-224, `Error while reconciling: <err>`), so the forms are those of the API server.

/**
 * The component of the object that an error names. Undefined where the error names none, or an object that is no component.
 * The first of these that the error has counts:
 * 1. the resource or kind with its group: `kubevirts.kubevirt.io "x" is forbidden`, `CDI.cdi.kubevirt.io "x" is invalid`
 *    (apimachinery, api/errors/errors.go: NewForbidden, NewInvalid, NewConflict, NewNotFound), or the kind that is not
 *    installed: `no matches for kind "CDI" in version "cdi.kubevirt.io/v1beta1"` (meta/errors.go)
 * 2. the webhook, which a component's operator names after its group: `validation.ssp.kubevirt.io`
 *    (apiserver, admission/plugin/webhook/errors/statuserror.go: `admission webhook "x" denied the request`)
 * 3. the name of the component's object, as a word of another webhook's message. A name of letters only, such as `cluster`,
 *    may be an ordinary word of the sentence and does not count.
 * 4. the kind of the component's object, as such a word
 */
export function findStuckComponent(error: string, parts: readonly ReportNode[]): ReportNode | undefined {
  const resource = findResource(error);
  if (resource !== undefined) return parts.find((part) => isOfResource(part, resource));
  return (
    findByWebhook(findWebhook(error), parts) ??
    parts.find(({ ref }) => !/^[a-z]+$/.test(ref.name) && isNamedIn(error, ref.name)) ??
    parts.find(({ ref }) => isNamedIn(error, ref.kind))
  );
}

/** A resource or kind in lower case, and its group. */
interface NamedResource {
  readonly name: string;
  readonly group: string;
}

/** `no matches for kind "CDI" in version "cdi.kubevirt.io/v1beta1"` */
const missingKind = /no matches for kind "(?<name>[^"]+)" in (?:version|group) "(?<group>[^"/]*)/;

/** `CDI.cdi.kubevirt.io "x" is invalid` */
const kindWithGroup = /(?:^|[\s:])(?<name>[A-Za-z]\w*)\.(?<group>[a-z0-9.-]+\.[a-z]+) "[^"]*"/;

/** `configmaps "x" is forbidden`: a kind of the core group, in front of one of the API server's own errors. */
const coreKind =
  /(?:^|[\s:])(?<name>[A-Za-z]\w*) "[^"]*"(?: is forbidden| is invalid| not found| already exists|: the object has been modified)/;

/** The resource or kind that an error names: `CDI.cdi.kubevirt.io "x" is invalid` -> name `cdi`, group `cdi.kubevirt.io`. */
function findResource(error: string): NamedResource | undefined {
  const match = missingKind.exec(error) ?? kindWithGroup.exec(error) ?? coreKind.exec(error);
  const { name, group = "" } = match?.groups ?? {};
  return name === undefined ? undefined : { name: name.toLowerCase(), group };
}

function isOfResource({ ref }: ReportNode, { name, group }: NamedResource): boolean {
  const plural = hcoComponents.find((row) => isSameKind(row, ref))?.plural;
  return ref.group === group && (name === plural || name === ref.kind.toLowerCase());
}

/** The name of the webhook in an error, or "": `admission webhook "x" denied the request` -> `x`. */
function findWebhook(error: string): string {
  return /\bwebhook "(?<webhook>[^"]+)"/.exec(error)?.groups?.["webhook"] ?? "";
}

/**
 * The component to whose group a webhook belongs, by its name: `validation.ssp.kubevirt.io` -> the part of group
 * `ssp.kubevirt.io`. HyperConverged's own webhooks are named after KubeVirt's group and belong to no part
 * (hyperconverged-cluster-operator, pkg/util/consts.go: `validate-hco.kubevirt.io`).
 */
function findByWebhook(webhook: string, parts: readonly ReportNode[]): ReportNode | undefined {
  const [label = "", ...groupLabels] = webhook.split(".");
  if (/(^|-)hco$/.test(label)) return undefined;
  return parts.find(({ ref }) => ref.group === groupLabels.join("."));
}

/** Whether the webhook in an error is named after an API group: `cdi-validate.cdi.kubevirt.io` after `cdi.kubevirt.io`. */
export function isWebhookOfGroup(error: string, group: string): boolean {
  const [, ...groupLabels] = findWebhook(error).split(".");
  return groupLabels.join(".") === group;
}

/** Whether an admission webhook or policy refused the write, or could not be called. */
export function isRefusedWrite(error: string): boolean {
  return /\bwebhook "|ValidatingAdmissionPolicy|MutatingAdmissionPolicy/.test(error);
}

/** Whether a webhook or policy responded and refused the write. A workload that is down is then no cause. */
export function isDeniedWrite(error: string): boolean {
  return / denied the request\b|(?:Validating|Mutating)AdmissionPolicy/.test(error);
}

/**
 * The component whose annotation of the HyperConverged holds no valid JSON patch, which ends each reconcile
 * (hyperconverged-cluster-operator, operand.go: `invalid jsonPatch in the <annotation> annotation: …`).
 */
export function findBrokenPatch(error: string): string | undefined {
  const [, annotation] = /invalid jsonPatch in the (\S+) annotation/.exec(error) ?? [];
  return taintAnnotations.find((row) => row.annotation === annotation)?.component;
}

/** What the commands for a refused write are made from. */
interface RefusedWrite {
  /** The message of ReconcileComplete. */
  readonly error: string;
  /** The component that could not be written. */
  readonly stuck: ReportNode | undefined;
  /** The command for the log of HyperConverged's own operator. */
  readonly log: readonly NextStep[];
  readonly namespace: string;
  readonly index: ObjectIndex;
}

/**
 * The commands that show why the operator could not write. The first of these that applies:
 * 1. A webhook or policy refused the write: what it checks, or its own log.
 * 2. The patch of a webhook does not fit: the webhooks, one of which made it.
 * 3. No webhook is concerned, as in a conflict: the log of the operator that writes.
 * 4. The webhook could not be called, and its address stands in the error: its Service and Pods.
 * 5. The webhook could not be called, and its configuration was read: its Service.
 * 6. The webhook is the component's own: the Pods that serve it.
 * 7. Otherwise the webhooks.
 */
export function listRefusedWriteSteps(write: RefusedWrite): readonly NextStep[] {
  const { error, stuck, log, namespace, index } = write;
  if (isDeniedWrite(error)) return listDeniedWriteSteps(write);
  if (isBadPatch(error)) return [...log, ...listWebhooks()];
  if (!isRefusedWrite(error)) return log;
  const address = findServiceAddress(error);
  if (address !== undefined) {
    const steps = listServiceSteps(address, index);
    // A server whose certificate is not accepted responds, so its Pods are more useful than its endpoints.
    return readRefusedCertificate(error) === undefined ? steps : steps.toReversed();
  }
  const configuredService = findServiceOfWebhook(findWebhook(error), index);
  if (configuredService !== undefined) return [...listWebhookResponseSteps(configuredService, index), ...log];
  const row = findRowOfOwnWebhook(error, stuck);
  const podSelector = row && podSelectorOfService(row.webhookServer ?? row.operator);
  if (podSelector === undefined) return [...log, ...listWebhooks()];
  return [...listPods({ namespace }, podSelector), ...log];
}

/**
 * Whether the patch of a mutating webhook does not fit the object. The API server returns the error of the patch alone, which
 * names no webhook (kubernetes/apiserver, pkg/admission/plugin/webhook/mutating/dispatcher.go, callAttrMutatingHook;
 * evanphx/json-patch, patch.go): `error in remove for path: '/spec/x': …`, `add operation does not apply: …`.
 */
function isBadPatch(error: string): boolean {
  return /\berror in \w+ for path: |\b(?:add|remove|replace|move|copy|test) operation does not apply/.test(error);
}

/** The commands where a webhook or policy responded and refused the write. */
function listDeniedWriteSteps({ error, stuck, log, namespace, index }: RefusedWrite): readonly NextStep[] {
  const policySteps = listPolicySteps(error);
  if (policySteps.length > 0) return [...policySteps, ...log];
  const row = findRowOfOwnWebhook(error, stuck);
  if (row === undefined) {
    const webhook = findAdmissionWebhook(findWebhook(error), index);
    return webhook === undefined ? [...log, ...listWebhooks()] : [...showWebhook(webhook.configuration), ...log];
  }
  const server = { ...row, operator: row.webhookServer ?? row.operator };
  return [...listOperatorLogSteps(server, { namespace }, index, "refusing"), ...log];
}

/** The workloads of the component that could not be written, if the webhook in the error is its own. */
function findRowOfOwnWebhook(error: string, stuck: ReportNode | undefined): WorkloadRow | undefined {
  if (stuck === undefined || findByWebhook(findWebhook(error), [stuck]) === undefined) return undefined;
  return workloadRows.find(({ component }) => component === stuck.label);
}

/**
 * The Service of the webhook that an error says could not be called (apiserver, admission/plugin/webhook/errors:
 * `failed calling webhook "x": failed to call webhook: Post "https://cdi-api.kubevirt-hyperconverged.svc:443/…"`). The error
 * of a webhook that responds, or too late, has no address.
 */
function findServiceAddress(error: string): { readonly namespace: string; readonly name: string } | undefined {
  const [, name, namespace] = /\bhttps:\/\/([a-z0-9-]+)\.([a-z0-9-]+)\.svc[:/]/.exec(error) ?? [];
  return name === undefined || namespace === undefined ? undefined : { namespace, name };
}
