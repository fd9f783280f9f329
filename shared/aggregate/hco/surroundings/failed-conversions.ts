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

/**
 * The API server's message about a failed conversion by the webhook of a CRD. The text after `failed: ` is the error of the
 * request if the webhook did not respond, otherwise the message of the response
 * (https://github.com/kubernetes/apiextensions-apiserver, pkg/apiserver/conversion/webhook_converter.go):
 * `conversion webhook for hco.kubevirt.io/v1beta1, Kind=HyperConverged failed: Post "https://…": EOF`
 */
const conversionFailure = /conversion webhook for .+? failed(?:: ([\s\S]*))?/;

/** The error of a request that got no response (Go's net/url, Error): `Post "https://x.y.svc:443/…": EOF`. */
const failedRequest = /^Post "?https?:\/\/|no endpoints available for service|^service "?\S+"? not found/;

/** Whether an object was read by this reading. */
export function readsObject(reading: Reading, ref: Ref): boolean {
  return foundObjects(reading).some((object) => isSameObject(object.ref, ref));
}

/**
 * The finding about a reading whose conversion webhook failed, by the first of these cases:
 * 1. `conversion-failed`: the webhook responded and could not convert an object.
 * 2. `certificate-refused`: the certificate of the webhook is not accepted. None where the bundle has no valid certificate and
 *    another version was read, because that bundle has a finding of its own.
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
  const cause = readFailure(reading);
  const failure = conversionFailure.exec(cause);
  if (failure === null) return [];
  const isOtherVersionRead = reading.outcome === "found";
  const { group, kind, namespace, name = "" } = reading.query;
  const about = root ?? { group, kind, ...definedFields({ namespace }), name };
  const versions = findReadableVersions(reading);
  const [, message = ""] = failure;
  if (message !== "" && !failedRequest.test(message)) {
    const objectRef = root ?? findOnlyObject(reading) ?? about;
    return [makeFinding(objectRef, { code: "conversion-failed", message, ...versions })];
  }
  const refused = makeRefusedConversionFinding(reading, message, index, time);
  if (refused !== undefined) {
    const isBundleInvalid = refused.code === "certificate-refused" && refused.isBundleValid === false;
    return isOtherVersionRead && isBundleInvalid ? [] : [refused];
  }
  const webhook = /https?:\/\/([^/:?"\s]+)/.exec(cause)?.[1] ?? "";
  const isOfHyperConverged = group === hcoProfile.root.group;
  const workload = isOfHyperConverged ? findShortConversionWebhook(index) : undefined;
  const isLasting = hasLasted(workload?.since, time.takenAt, gracePeriodSeconds.apiService);
  const isOutage = !isOtherVersionRead || (isOfHyperConverged && isLasting);
  const evidence = { webhook, cause, ...versions, ...definedFields({ workload }) };
  return [makeGradedFinding(isOutage ? "error" : "warning", about, { code: "conversion-webhook", ...evidence })];
}

/** Why a version could not be read, or "". */
function readFailure(reading: Reading): string {
  if (reading.outcome === "unread") return reading.cause;
  return reading.outcome === "found" ? (reading.warning ?? "") : "";
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
