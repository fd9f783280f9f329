import { definedFields } from "../model/defined-fields.ts";
import { families } from "../model/families.ts";
import type { Finding } from "../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../model/finding/make-finding.ts";
import type { Ref } from "../model/object.ts";
import type { RootNode } from "../model/report.ts";
import type { Damage, Reading, Snapshot } from "../model/snapshot.ts";
import { hcoProfile } from "../profiles/hco/profile.ts";
import { shortConversionWebhook } from "./hco/surroundings/behind-service.ts";
import { refusedConversion } from "./hco/surroundings/refused-certificates.ts";
import type { ObjectIndex } from "./snapshot/object-index.ts";

/** Seconds by which the clock of the reading machine may differ from the server's before it is considered wrong. */
const maxClockSkewSeconds = 60;

/**
 * The findings about the reading itself: the reader's clock, damaged input, conversion webhooks that failed, and
 * several roots.
 */
export function listSnapshotFindings(
  snapshot: Snapshot,
  index: ObjectIndex,
  roots: readonly RootNode[],
): readonly Finding[] {
  return [
    ...snapshot.damage.map(makeDamageFinding),
    ...listClockFindings(snapshot),
    ...snapshot.readings.flatMap((reading) => listWebhookFindings(reading, index, snapshot)),
    ...listSeveralRootsFindings(roots),
  ];
}

function makeDamageFinding({ where, cause, isTruncated }: Damage): Finding {
  const about = { group: "", kind: "File", name: where };
  return makeFinding(about, { code: "damaged-input", where, cause, ...(isTruncated && { truncated: true }) });
}

/** One finding about the clock of the reading machine. `takenAt` is the server's time, so no object has a finding. */
function listClockFindings({ readerClock = 0 }: Snapshot): readonly Finding[] {
  const seconds = Math.abs(readerClock);
  if (seconds <= maxClockSkewSeconds) return [];
  const about = { group: "", kind: "Clock", name: "reader" };
  return [makeFinding(about, { code: "reader-clock", direction: readerClock > 0 ? "ahead" : "behind", seconds })];
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
 * 3. `conversion-webhook`: the webhook did not respond.
 */
function listWebhookFindings(reading: Reading, index: ObjectIndex, snapshot: Snapshot): readonly Finding[] {
  const warning = reading.outcome === "found" ? reading.warning : undefined;
  const cause = reading.outcome === "unread" ? reading.cause : warning;
  if (cause === undefined) return [];
  const failure = conversionFailure.exec(cause);
  if (failure === null) return [];
  const { group, kind, namespace, name = "" } = reading.query;
  const about = { group, kind, ...definedFields({ namespace }), name };
  const versions = findReadableVersions(reading);
  const [, message = ""] = failure;
  if (message !== "" && !failedRequest.test(message)) {
    const objectRef = findOnlyObject(reading) ?? about;
    return [makeFinding(objectRef, { code: "conversion-failed", message, ...versions })];
  }
  const refused = refusedConversion(reading, message, index, snapshot);
  // Beside a root, a bundle without a valid certificate has a finding of its own.
  const isOfBundle = refused?.code === "certificate-refused" && refused.isBundleValid === false;
  if (refused !== undefined) return reading.outcome === "found" && isOfBundle ? [] : [refused];
  const webhook = /https?:\/\/([^/:?"\s]+)/.exec(cause)?.[1] ?? "";
  const workload = group === hcoProfile.root.group ? shortConversionWebhook(index) : undefined;
  // A webhook that a known workload does not serve is down, as one that refuses writes.
  const severity = reading.outcome === "found" && workload === undefined ? "warning" : "error";
  return [
    makeGradedFinding(severity, about, {
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
  const readable = reading.outcome === "found" ? reading.objects[0]?.ref.version : undefined;
  if (readable === undefined) return {};
  const { versions } = reading.query;
  return { unreadable: versions.slice(0, Math.max(0, versions.indexOf(readable))), readable };
}

/** The object of a reading that found exactly one, without its version. */
function findOnlyObject(reading: Reading): Ref | undefined {
  const [object, ...others] = reading.outcome === "found" ? reading.objects : [];
  if (object === undefined || others.length > 0) return undefined;
  const { version: _version, ...ref } = object.ref;
  return ref;
}

/** The finding about several roots of a family that allows only one, as that of HyperConverged. */
function listSeveralRootsFindings(roots: readonly RootNode[]): readonly Finding[] {
  const nameOf = ({ ref }: RootNode): string => `${ref.namespace ?? ""}/${ref.name}`;
  const isRejected = ({ gates }: RootNode): boolean => gates.ready.because.includes("InvalidRequest");
  const ofSingletons = roots.filter(({ profile }) => families[profile].isSingleton);
  const rootsByFamily = Map.groupBy(ofSingletons, ({ profile }) => profile);
  return [...rootsByFamily.values()].flatMap((ofFamily): readonly Finding[] => {
    const [first] = ofFamily;
    if (first === undefined || ofFamily.length < 2) return [];
    const rejected = ofFamily.filter(isRejected).map(nameOf);
    return [makeFinding(first.ref, { code: "several-roots", names: ofFamily.map(nameOf), rejected })];
  });
}

/**
 * The findings about component CRs that exist without a HyperConverged, which should not happen
 * (kubevirt/hyperconverged-cluster-operator docs/conditions.md). Only a CR with the name that HCO gives it counts. None
 * where HyperConvergeds of all namespaces were not listed, because one may exist.
 */
export function listOrphanFindings(snapshot: Snapshot, index: ObjectIndex): readonly Finding[] {
  const wasSearched = snapshot.readings.some(
    ({ query, outcome }) =>
      query.kind === hcoProfile.root.kind &&
      query.namespace === undefined &&
      (outcome === "found" || outcome === "noSuchKind"),
  );
  if (!wasSearched || index.all(hcoProfile.root).length > 0) return [];
  return hcoProfile.components.flatMap((row) =>
    index
      .all(row)
      .filter(({ ref }) => ref.name === row.objectName && row.objectName !== "cluster")
      .map(({ ref }) => makeFinding(ref, { code: "orphan" })),
  );
}
