import type { Source } from "../../model/snapshot.ts";
import { formatStamp, parseMilliseconds } from "../../model/time.ts";
import { type CertificateBundle, type CertificateValidity, readCertificateBundle } from "../../parse/certificates.ts";

// The authorities in a `caBundle` at one moment. The bundle does not show the certificate that the server presents.

/** The fault of a bundle at one moment: no certificate is valid, or the newest was not replaced in time. */
export type BundleState =
  | {
      readonly is: "invalid";
      readonly state: "expired" | "not-yet-valid" | "unreadable";
      /** The number of certificates. */
      readonly certificates: number;
      /** When the last certificate expired, or when the first becomes valid, RFC 3339 UTC. */
      readonly at?: string;
    }
  | {
      readonly is: "not-rotated";
      /** When the newest certificate should have been replaced, and when it expires, RFC 3339 UTC. */
      readonly due: string;
      readonly expires: string;
    };

/** The length of the shortest bundle. A shorter text, such as `REDACTED`, stands for a bundle that was removed from a file. */
const minBundleLength = 20;
/** By how much the clocks of an operator and of the reader may differ. */
const clockToleranceMs = 60 * 60 * 1000;
/** The share by which a lifetime may differ: CDI's authorities begin a second early (openshift/library-go, pkg/crypto/crypto.go). */
const lifetimeTolerance = 0.01;
/** The share of `renewBefore` after which a rotation is clearly overdue. An operator tries again within minutes. */
const overdueShare = 0.5;

/** How long certificates are valid, and how long before their end they are replaced. */
export interface Rotation {
  readonly durationMs: number;
  readonly renewBeforeMs: number;
}

/**
 * The fault of a bundle: no certificate is valid, or the newest should have been replaced. One valid certificate is enough,
 * because a bundle keeps old authorities while servers still use them (kubevirt/kubevirt,
 * pkg/virt-operator/resource/generate/components/secrets.go, MergeCABundle). Undefined if it has no fault, and if that is
 * not known:
 * - the time is not known, or is that of a copied file,
 * - the text is no bundle, or was cut,
 * - no rotation is known for the lifetime of its certificates.
 */
export function evaluateBundle(
  text: string,
  {
    takenAt,
    source,
    rotations,
  }: { readonly takenAt: string; readonly source: Source; readonly rotations: readonly Rotation[] },
): BundleState | undefined {
  const takenAtMs = parseMilliseconds(takenAt);
  // A file that was copied later has a time at which its certificates had expired.
  if (takenAtMs === undefined || source.takenFrom === "file") return undefined;
  const bundle = text.length < minBundleLength ? undefined : readCertificateBundle(text);
  if (bundle === undefined || bundle.isCut) return undefined;
  const { certificates } = bundle;
  if (certificates.length === 0) return { is: "invalid", state: "unreadable", certificates: bundle.unreadable };
  const validCertificates = certificates.filter((certificate) => isValidAt(certificate, takenAtMs));
  if (validCertificates.length === 0) return describeInvalidBundle(bundle, takenAtMs, source);
  const newest = validCertificates.reduce((a, b) => (b.notAfter > a.notAfter ? b : a));
  return findOverdueRotation(newest, takenAtMs, rotations);
}

/** The fault of a bundle whose newest certificate should have been replaced. Undefined if it is not clearly overdue. */
function findOverdueRotation(
  { notBefore, notAfter }: CertificateValidity,
  takenAtMs: number,
  rotations: readonly Rotation[],
): BundleState | undefined {
  const lifetimeMs = notAfter - notBefore;
  const rotation = rotations.find(
    ({ durationMs }) => Math.abs(lifetimeMs - durationMs) <= durationMs * lifetimeTolerance,
  );
  if (rotation === undefined) return undefined;
  const dueMs = notAfter - rotation.renewBeforeMs;
  if (takenAtMs < dueMs + rotation.renewBeforeMs * overdueShare) return undefined;
  return { is: "not-rotated", due: formatStamp(dueMs), expires: formatStamp(notAfter) };
}

/** Whether a bundle has a valid certificate: false if {@link evaluateBundle} calls it invalid. Undefined if it is unknown. */
export function hasValidCertificate(
  text: string,
  time: { readonly takenAt: string; readonly source: Source },
): boolean | undefined {
  if (evaluateBundle(text, { ...time, rotations: [] })?.is === "invalid") return false;
  const takenAtMs = parseMilliseconds(time.takenAt);
  const bundle = readCertificateBundle(text);
  if (takenAtMs === undefined || bundle === undefined) return undefined;
  return bundle.certificates.some((certificate) => isValidAt(certificate, takenAtMs)) ? true : undefined;
}

function isValidAt({ notBefore, notAfter }: CertificateValidity, timeMs: number): boolean {
  return notBefore <= timeMs + clockToleranceMs && timeMs <= notAfter;
}

/**
 * The fault of a bundle without a valid certificate: one has expired, or none is valid yet. Undefined in the second case if
 * the time is the newest one inside an input, because that may be before its certificates were made.
 */
function describeInvalidBundle(
  { certificates, unreadable }: CertificateBundle,
  takenAtMs: number,
  { takenFrom }: Source,
): BundleState | undefined {
  const count = certificates.length + unreadable;
  const pastEndsMs = certificates.map(({ notAfter }) => notAfter).filter((notAfter) => notAfter < takenAtMs);
  if (pastEndsMs.length > 0) {
    return { is: "invalid", state: "expired", certificates: count, at: formatStamp(Math.max(...pastEndsMs)) };
  }
  if (takenFrom === "newest") return undefined;
  const firstStartMs = Math.min(...certificates.map(({ notBefore }) => notBefore));
  return { is: "invalid", state: "not-yet-valid", certificates: count, at: formatStamp(firstStartMs) };
}
