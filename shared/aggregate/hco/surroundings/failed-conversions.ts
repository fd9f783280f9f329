import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../../model/finding/make-finding.ts";
import { isSameObject, type Ref } from "../../../model/object.ts";
import { foundObjects, type Reading } from "../../../model/snapshot.ts";
import { hcoProfile } from "../../../profiles/hco/profile.ts";
import { gracePeriodSeconds, hasLasted } from "../../core/object-health.ts";
import type { EvaluationContext } from "../../evaluation/evaluation.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { findShortConversionWebhook } from "./behind-service.ts";
import { makeRefusedConversionFinding } from "./refused-certificates.ts";

/** Whether an object was read by this reading. */
export function readsObject(reading: Reading, ref: Ref): boolean {
  return reading.outcome === "found" && reading.objects.some((object) => isSameObject(object.ref, ref));
}

/**
 * The API server's message about a failed conversion by the webhook of a CRD. The text after `failed: ` is that of the
 * request, if the webhook did not respond (`failedRequest`; Go's net/url, Error), else the message of the response
 * (https://github.com/kubernetes/apiextensions-apiserver, pkg/apiserver/conversion/webhook_converter.go).
 */
const conversionFailure = /conversion webhook for .+? failed(?:: ([\s\S]*))?/;
const failedRequest = /^Post "?https?:\/\/|no endpoints available for service|^service "?\S+"? not found/;

/**
 * The finding about a reading whose conversion webhook failed, by the first of these cases:
 * 1. `conversion-failed`: the webhook responded and could not convert an object.
 * 2. A refused certificate, or another reason that the objects around the webhook show.
 * 3. `conversion-webhook`: the webhook did not respond. Where another version was read, that is an error only of
 *    HyperConverged, unless its Pods may only be being replaced.
 *
 * @param root the object that the finding is about, where the reading has it.
 */
export function listConversionFindings(
  reading: Reading,
  index: ObjectIndex,
  time: Pick<EvaluationContext, "takenAt" | "source">,
  root?: Ref,
): readonly Finding[] {
  const warning = reading.outcome === "found" ? reading.warning : undefined;
  const cause = reading.outcome === "unread" ? reading.cause : warning;
  if (cause === undefined) return [];
  const failure = conversionFailure.exec(cause);
  if (failure === null) return [];
  const { group, kind, namespace, name = "" } = reading.query;
  const about = root ?? { group, kind, ...definedFields({ namespace }), name };
  const versions = findReadableVersions(reading);
  const [, message = ""] = failure;
  if (message !== "" && !failedRequest.test(message)) {
    const objectRef = root ?? findOnlyObject(reading) ?? about;
    return [makeFinding(objectRef, { code: "conversion-failed", message, ...versions })];
  }
  const refused = makeRefusedConversionFinding(reading, message, index, time);
  // Beside a root, a bundle without a valid certificate has a finding of its own.
  const isOfBundle = refused?.code === "certificate-refused" && refused.isBundleValid === false;
  if (refused !== undefined) return reading.outcome === "found" && isOfBundle ? [] : [refused];
  const webhook = /https?:\/\/([^/:?"\s]+)/.exec(cause)?.[1] ?? "";
  const isOfHyperConverged = group === hcoProfile.root.group;
  const workload = isOfHyperConverged ? findShortConversionWebhook(index) : undefined;
  const isLasting = hasLasted(workload?.since, time.takenAt, gracePeriodSeconds.apiService);
  const isOutage = reading.outcome !== "found" || (isOfHyperConverged && isLasting);
  return [
    makeGradedFinding(isOutage ? "error" : "warning", about, {
      code: "conversion-webhook",
      webhook,
      cause,
      ...versions,
      ...definedFields({ workload }),
    }),
  ];
}

/** The version in which the objects of a reading were read, and those before it that were tried and failed. */
function findReadableVersions(reading: Reading): {
  readonly unreadable?: readonly string[];
  readonly readable?: string;
} {
  const readable = foundObjects(reading)[0]?.ref.version;
  if (readable === undefined) return {};
  const { versions } = reading.query;
  return { unreadable: versions.slice(0, Math.max(0, versions.indexOf(readable))), readable };
}

/** The object of a reading that found exactly one, without its version. */
function findOnlyObject(reading: Reading): Ref | undefined {
  const [object, ...others] = foundObjects(reading);
  if (object === undefined || others.length > 0) return undefined;
  const { version: _version, ...ref } = object.ref;
  return ref;
}
