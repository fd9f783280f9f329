import { definedFields } from "../model/defined-fields.ts";
import { families } from "../model/families.ts";
import type { Finding } from "../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../model/finding/make-finding.ts";
import type { RootNode } from "../model/report.ts";
import type { Reading, Snapshot } from "../model/snapshot.ts";
import { hcoProfile } from "../profiles/hco/profile.ts";
import { shortConversionWebhook } from "./hco/surroundings/behind-service.ts";
import { refusedConversion } from "./hco/surroundings/refused-certificates.ts";
import type { ObjectIndex } from "./snapshot/object-index.ts";

/** Seconds by which the clock of the reading machine may differ from the server's before it is considered wrong. */
const tolerance = 60;

/**
 * The findings about the reading itself: the reader's clock, damaged input, conversion webhooks that failed, and
 * several roots.
 */
export function snapshotFindings(
  snapshot: Snapshot,
  index: ObjectIndex,
  roots: readonly RootNode[],
): readonly Finding[] {
  return [
    ...snapshot.damage.map(({ where, cause, isTruncated }): Finding => {
      const about = { group: "", kind: "File", name: where };
      return makeFinding(about, { code: "damaged-input", where, cause, ...(isTruncated && { truncated: true }) });
    }),
    ...readerClock(snapshot),
    ...snapshot.readings.flatMap((reading) => webhookFindings(reading, index, snapshot)),
    ...several(roots),
  ];
}

/** One finding about the reader: `takenAt` is the server's time, so that no object is blamed for it. */
function readerClock({ readerClock: ahead = 0 }: Snapshot): readonly Finding[] {
  const seconds = Math.abs(ahead);
  if (seconds <= tolerance) return [];
  const about = { group: "", kind: "Clock", name: "reader" };
  return [makeFinding(about, { code: "reader-clock", direction: ahead > 0 ? "ahead" : "behind", seconds })];
}

/**
 * The API server's message when the conversion webhook of a CRD does not respond, or responds with an error: the address
 * of the request that failed stands in the first (https://github.com/kubernetes/apiextensions-apiserver,
 * pkg/apiserver/conversion/webhook_converter.go; Go's net/url, Error), the message of the response in the second.
 */
const conversionFailure = /conversion webhook for .+? failed(?:: ([\s\S]*))?/;
const failedRequest = /^Post "?https?:\/\/|no endpoints available for service|^service "?\S+"? not found/;

function webhookFindings(reading: Reading, index: ObjectIndex, snapshot: Snapshot): readonly Finding[] {
  const warning = reading.outcome === "found" ? reading.warning : undefined;
  const cause = reading.outcome === "unread" ? reading.cause : warning;
  const failure = cause === undefined ? null : conversionFailure.exec(cause);
  if (cause === undefined || failure === null) return [];
  const { group, kind, namespace, name, versions } = reading.query;
  const about = { group, kind, ...definedFields({ namespace }), name: name ?? "" };
  const readable = reading.outcome === "found" ? reading.objects[0]?.ref.version : undefined;
  // The versions are asked for in this order until one can be read.
  const unreadable = readable === undefined ? [] : versions.slice(0, Math.max(0, versions.indexOf(readable)));
  const [, message = ""] = failure;
  if (message !== "" && !failedRequest.test(message)) {
    const [only, ...others] = reading.outcome === "found" ? reading.objects : [];
    const { version: _version, ...ref } =
      only === undefined || others.length > 0 ? { ...about, version: "" } : only.ref;
    const versionsRead = readable !== undefined && { unreadable, readable };
    return [makeFinding(ref, { code: "conversion-failed", message, ...versionsRead })];
  }
  const refused = refusedConversion(reading, message, index, snapshot);
  // The bundle without a valid certificate has a finding of its own beside a root.
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
      ...(readable !== undefined && { unreadable, readable }),
      ...definedFields({ workload }),
    }),
  ];
}

/** The finding about several roots of a family that allows one, as HyperConverged does. */
function several(roots: readonly RootNode[]): readonly Finding[] {
  const single = roots.filter(({ profile }) => families[profile].isSingleton);
  return [...Map.groupBy(single, ({ profile }) => profile).values()].flatMap((own): readonly Finding[] => {
    const nameOf = ({ ref }: RootNode): string => `${ref.namespace ?? ""}/${ref.name}`;
    const isRejected = ({ gates }: RootNode): boolean => gates.ready.because.includes("InvalidRequest");
    const [first] = own;
    if (first === undefined || own.length < 2) return [];
    const rejected = own.filter(isRejected).map(nameOf);
    return [makeFinding(first.ref, { code: "several-roots", names: own.map(nameOf), rejected })];
  });
}

/**
 * The findings about orphaned component CRs. Without the CR of HCO no component CR should exist
 * (kubevirt/hyperconverged-cluster-operator docs/conditions.md). They are reported only where their name is the one
 * that HCO gives.
 */
export function orphanFindings(snapshot: Snapshot, index: ObjectIndex): readonly Finding[] {
  const wasLookedFor = snapshot.readings.some(
    ({ query, outcome }) =>
      query.kind === hcoProfile.root.kind &&
      query.namespace === undefined &&
      (outcome === "found" || outcome === "noSuchKind"),
  );
  if (!wasLookedFor || index.all(hcoProfile.root).length > 0) return [];
  return hcoProfile.components.flatMap((row) =>
    index
      .all(row)
      .filter(({ ref }) => ref.name === row.objectName && row.objectName !== "cluster")
      .map(({ ref }) => makeFinding(ref, { code: "orphan" })),
  );
}
